"""The board without a session: in Mesa's SolaraViz, or alone in a notebook cell."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import solara

from patchwalk.dashboard.board import Board
from patchwalk.model import WorldModel


def board_component(overlays: Collection[str] = (), *, height: str = "600px") -> Callable[[WorldModel], Any]:
    """A component for `SolaraViz(model, components=[board_component()])`: it shows the model after every step.

    Args:
        overlays: names of the model's overlays that are shown.
        height: of the board, CSS.
    """

    def show(model: WorldModel) -> Any:
        return ModelBoard(model, frozenset(overlays), height)

    return show


@solara.component
def ModelBoard(model: WorldModel, overlays: frozenset[str] = frozenset(), height: str = "600px") -> None:
    """A board that shows a model as it stands whenever it is rendered."""
    _follow_mesa()
    dark = bool(solara.lab.use_dark_effective())
    with solara.Div(style={"height": height, "width": "100%", "position": "relative"}):
        element = Board.element()

    held: Any = solara.use_ref(None)

    def take() -> None:
        held.current = solara.get_widget(element)  # only the first rendering's element is a widget

    def show() -> None:
        board = held.current
        board.configure(
            model.world, model.palette, model.ramp, theme="dark" if dark else "light", label=f"{model.title} board"
        )
        board.show(model.view(overlays), model.world)

    solara.use_effect(take, [])
    solara.use_effect(show, None)


def _follow_mesa() -> None:
    """Render anew when SolaraViz says that the model has made a step; without Mesa's visualization there is nothing."""
    try:
        from mesa.visualization.utils import update_counter
    except ImportError:  # its plotting packages are not installed
        return
    update_counter.get()
