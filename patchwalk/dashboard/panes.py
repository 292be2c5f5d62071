"""The parts of the page that hold widgets of our own: board, status row, monitors, and what the browser does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import solara

from patchwalk.dashboard.board import POINTER_EVENTS, Board
from patchwalk.dashboard.browser import Browser
from patchwalk.dashboard.cards import Blank, ErrorCard, ModeNote, NoteCard, QuestionCard
from patchwalk.dashboard.keysheet import bindings
from patchwalk.dashboard.links import Visit, write_address
from patchwalk.dashboard.readout import Readout, first_readout, readout_config
from patchwalk.session import Session
from patchwalk.status import PageState
from patchwalk.unused import left_out


@dataclass(eq=False)
class Handles:
    """The widgets of one page, for handlers; they exist from the first rendering on.

    Attributes:
        board: draws.
        status: the row under the board.
        browser: saves files.
        actions: name of a key's action -> what the page does.
        painted: how many frames have been painted.
    """

    board: Board | None = None
    status: Readout | None = None
    browser: Browser | None = None
    actions: Mapping[str, Callable[[], None]] = field(default_factory=dict)
    painted: int = 0

    def zoom(self, to: str) -> None:
        """Zoom the board: "in", "out", "fit" or pixels a patch."""
        if self.board is not None:
            self.board.zoom(to)

    def save(self, name: str, data: bytes) -> None:
        """Have the browser save a file."""
        if self.browser is not None:
            self.browser.save(name, data)


@dataclass(frozen=True)
class Screen:
    """A board as the session sees it."""

    board: Board

    def show(self, view: Any, world: Any, extra: Mapping[str, Any]) -> int:
        """Send a frame; returns its number."""
        return self.board.show(view, world, extra)

    def status(self, extra: Mapping[str, Any]) -> None:
        """Send what changed beside the board."""
        self.board.show_status(extra.get("status", {}))


def listener(session: Session, handles: Handles) -> Callable[[dict[str, Any]], None]:
    """What happens with each event of the board."""

    def hear(event: dict[str, Any]) -> None:
        kind = event["kind"]
        if kind == "ack":
            handles.painted += 1
            session.acknowledge(int(event.get("number", 0)), bool(event.get("gap")))
        elif kind in POINTER_EVENTS:
            session.pointer(kind, event)
        elif kind == "modekey":
            session.mode_key(str(event.get("key", "")))
        elif kind == "zoom" and handles.status is not None:
            handles.status.send({"kind": "zoom", "pixels": event.get("pixels", 0), "fit": bool(event.get("fit"))})
        elif kind == "ready":
            session.start()
            session.refresh()
        elif kind == "key":
            name = str(event.get("name", ""))
            if name in handles.actions:
                handles.actions[name]()
            else:
                session.key(name)

    return hear


@solara.component
def BoardPane(
    session: Session, visit: Visit, dark: bool, page: PageState, switches: frozenset[str], handles: Handles
) -> None:
    """The board, told of theme, tool, keys and switches; frames reach it without any rendering here."""
    model_class = visit.model_class
    begins = model_class.enter_begins and page.state == "finished"
    with solara.Div(classes=["pane"]):
        element = Board.element()

    def wire() -> Callable[[], None]:
        board = solara.get_widget(element)
        handles.board = board
        end: Callable[[], None] = board.on_event(listener(session, handles))
        configure(board)
        session.attach(Screen(board))
        return end

    def configure(board: Board) -> None:
        if page.state == "empty" or not page.world_version:
            return  # nothing could be set up
        tools = {tool.name: tool for tool in model_class.tools}
        modes = {mode.label: mode for mode in model_class.key_modes}
        with session.lock:
            world = session.model.world
        board.configure(
            world,
            model_class.palette,
            model_class.ramp,
            theme="dark" if dark else "light",
            tool=tools.get(page.tool),
            bindings=bindings(model_class, page.question),
            key_mode=modes.get(page.key_mode or ""),
            grid_lines="grid" in switches,
            light_neighbors="neighbors" in switches,
            pointy_tops="pointy" in switches,
            enter="setup" if begins else "",
            label=f"{model_class.title} board",
        )

    solara.use_effect(wire, [])
    told = [dark, page.tool, page.question, page.key_mode, switches, begins, page.world_version]
    solara.use_effect(lambda: configure(handles.board) if handles.board is not None else None, told)

    def take_keys() -> None:
        # A key mode is chosen by a button, which would keep the focus.
        if handles.board is not None and page.key_mode is not None:
            handles.board.focus()

    solara.use_effect(take_keys, [page.key_mode])


@solara.component
def Cards(session: Session, page: PageState, problems: tuple[str, ...], on_close: Callable[[], None]) -> None:
    """What lies over the board now."""
    with solara.Div(classes=["slot"]):
        if page.state == "empty":
            Blank()
        if page.error is not None:
            ErrorCard(page.error_where, page.error)
        elif problems:
            NoteCard(problems, on_close)
        if page.question is not None:
            QuestionCard(page.question, lies_above(session, page.question.patch), page.overlays, session)
        if page.key_mode is not None:
            ModeNote(page.key_mode)


def lies_above(session: Session, patch: int | None) -> bool:
    """Whether a card about a patch has to lie at the top edge: the patch is in the lower half."""
    if patch is None:
        return False
    with session.lock:
        world = session.model.world
        return patch // world.width < world.height / 2


@solara.component
def Status(session: Session, model_class: Any, handles: Handles) -> None:
    """The row under the board."""
    with solara.Div(classes=["hold"]):
        first = first_readout(session.page.state, 0)
        element = Readout.element(part="status", config=readout_config(model_class.monitors), first=first)

    def wire() -> Callable[[], None]:
        widget = solara.get_widget(element)
        handles.status = widget

        def hear(_widget: Any, message: Any, _buffers: Any) -> None:
            if isinstance(message, dict) and message.get("kind") == "zoom":
                handles.zoom(str(message.get("to", "fit")))

        widget.on_msg(hear)
        return lambda: widget.on_msg(hear, remove=True)

    solara.use_effect(wire, [])


@solara.component
def MonitorList(session: Session, model_class: Any) -> None:
    """The monitors."""
    out = left_out(session.page.unused, "monitor")
    shown = {monitor.name: ("–", "", False) for monitor in model_class.monitors if monitor.name not in out}
    with solara.Div(classes=["hold"]):
        first = first_readout(session.page.state, 0, monitors=shown)
        Readout.element(part="monitors", config=readout_config(model_class.monitors), first=first)


@solara.component
def Links(session: Session, visit: Visit, page: PageState, theme: str, handles: Handles) -> None:
    """Keeps the address as the page is, and serves clipboard and files."""
    model_class = visit.model_class

    def address(*, theme: str = "", keep: bool = True) -> str:
        return write_address(visit.name, model_class, page.values, page.seed, theme=theme, keep=keep)

    with solara.Div(classes=["hold"]):
        element = Browser.element(
            address=address(theme=theme, keep=page.seed_locked),
            link=address(),
            seed=str(page.seed),
            accept=",".join([".json", *(kind.suffix for kind in model_class.imports)]),
            title=f"{model_class.title} · Patchwalk",
        )

    def wire() -> None:
        handles.browser = solara.get_widget(element)
        handles.browser.on_file = session.read_file

    solara.use_effect(wire, [])
