"""What changes with every frame beside the board: state, ticks, message, place, monitors.

The page's own script writes it into the document when the board says that a frame has been painted, so that no
component is rendered for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from patchwalk.declarations import Monitor

STATES = {
    "empty": "Empty",
    "stopped": "Stopped",
    "running": "Running",
    "finished": "Finished",
    "error": "Error",
    "asking": "Asking",
}


class Readout(anywidget.AnyWidget):  # type: ignore[misc]
    """A part of the page that follows the board.

    Attributes:
        part: `"status"` (the row under the board) or `"monitors"`.
        config: `{"monitors": [{"name", "label"}, ...], "states": {state: word}}`.
        first: the readout to begin with, before any frame is painted.
    """

    _esm = Path(__file__).with_name("js").joinpath("readout.js").read_text(encoding="utf-8")

    part = traitlets.Unicode("status").tag(sync=True)
    config = traitlets.Dict().tag(sync=True)
    first = traitlets.Dict().tag(sync=True)


def readout_config(monitors: tuple[Monitor, ...]) -> dict[str, Any]:
    """What both parts need to know of a model."""
    return {
        "states": STATES,
        "monitors": [{"name": monitor.name, "label": monitor.label} for monitor in monitors],
    }


def first_readout(
    state: str, ticks: int, message: str = "", monitors: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """A readout before the first frame."""
    return {
        "state": state,
        "ticks": ticks,
        "message": message,
        "where": "",
        "progress": None,
        "monitors": dict(monitors or {}),
    }
