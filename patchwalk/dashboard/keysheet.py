"""All keys in one list, from which the board's bindings, the hints on the buttons and the key sheet are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

import solara

from patchwalk.dashboard.parts import icon_button, markup
from patchwalk.declarations import Question


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One row of the key sheet.

    Attributes:
        group: heading it stands under.
        label: what the keys do.
        hints: what stands on the key caps.
        bindings: key as the browser names it, lower case -> name of the action; empty where the board itself acts.
    """

    group: str
    label: str
    hints: tuple[str, ...]
    bindings: Mapping[str, str]


STAGE_ROWS = (
    KeyRow("Run", "Setup", ("E",), {"e": "setup"}),
    KeyRow("Run", "Step", ("S",), {"s": "step"}),
    KeyRow("Run", "Go, Stop", ("G",), {"g": "go"}),
    KeyRow("Run", "Finish", ("F",), {"f": "finish"}),
    KeyRow("Run", "Slower, faster", ("[", "]"), {"[": "slower", "]": "faster"}),
    KeyRow("Run", "Every tick", ("\\",), {"\\": "every_tick"}),
    KeyRow("Run", "New seed", ("N",), {"n": "new_seed"}),
    KeyRow("Board", "Move the cursor", ("←", "↑", "↓", "→"), {}),
    KeyRow("Board", "Act", ("Enter", "Space"), {}),
    KeyRow("Board", "Second action", ("⇧ Enter",), {}),
    KeyRow("Board", "Zoom", ("+", "−"), {}),
    KeyRow("Board", "Fit", ("Home",), {}),
    KeyRow("Board", "Undo, redo", ("Ctrl Z", "Ctrl Y"), {"z": "undo"}),
    KeyRow("Board", "Theme", ("T",), {"t": "theme"}),
    KeyRow("Board", "This sheet", ("?",), {"?": "keys"}),
    KeyRow("Board", "Close, take back", ("Esc",), {"escape": "escape"}),
)
NOTE = "Keys rest while you type in a field. A right click, a shift-click and a long press are the second action."


COLUMNS = 3  # of the sheet
CAPS = {"arrowup": "↑", "arrowdown": "↓", "arrowleft": "←", "arrowright": "→", " ": "Space", "enter": "Enter"}


def hint(key: str) -> str:
    """What stands on the cap of a key: `"w"` -> `"W"`."""
    return CAPS.get(key, key.upper())


def key_rows(model_class: Any) -> tuple[KeyRow, ...]:
    """All rows for a model, its own last: tools, buttons, overlays, keys of its modes."""
    own = [(tool.label, tool.key, f"tool:{tool.name}") for tool in model_class.tools]
    own += [(button.label, button.key, f"button:{button.name}") for button in model_class.buttons]
    own += [(overlay.label, overlay.key, f"overlay:{overlay.name}") for overlay in model_class.overlays]
    rows = [KeyRow(model_class.title, label, (hint(key),), {key: action}) for label, key, action in own if key]
    if model_class.enter_begins:
        rows.append(KeyRow(model_class.title, "Setup, when it is over", ("Enter",), {}))
    for mode in model_class.key_modes:
        for label in dict.fromkeys(mode.keys.values()):
            caps = tuple(hint(key) for key, does in mode.keys.items() if does == label)
            rows.append(KeyRow(mode.label, label, caps, {}))
    return STAGE_ROWS + tuple(rows)


def bindings(model_class: Any, question: Question | None = None) -> dict[str, str]:
    """Key -> action. While a question is open its choices take their keys from whatever has them otherwise."""
    bound: dict[str, str] = {}
    for row in key_rows(model_class):
        bound |= row.bindings
    if question is not None:
        bound |= {choice.key: f"answer:{choice.name}" for choice in question.choices if choice.key}
    return bound


def sheet_markup(model_class: Any) -> str:
    """The columns of the key sheet as HTML."""
    groups: dict[str, list[str]] = {}
    for row in key_rows(model_class):
        caps = "".join(f"<kbd>{escape(cap)}</kbd>" for cap in row.hints)
        entry = f'<div class="k"><dt>{escape(row.label)}</dt><dd>{caps}</dd></div>'
        groups.setdefault(row.group, []).append(entry)
    return "".join(f"<div><h3>{escape(name)}</h3><dl>{''.join(rows)}</dl></div>" for name, rows in groups.items())


@solara.component
def KeySheet(model_class: Any, on_close: Callable[[], None]) -> None:
    """All keys, over the page; `?` and Esc close it, and the focus stays inside while it is open."""
    with (
        solara.Div(classes=["scrim"]),
        solara.Div(classes=["sheet"], attributes={"role": "dialog", "aria-modal": "true", "aria-label": "Keys"}),
    ):
        with solara.Div(classes=["top"]):
            markup('<span class="name">Keys</span>')
            icon_button("close", "Close", on_close, attributes={"data-focus": "sheet"})
        flows = len({row.group for row in key_rows(model_class)}) > COLUMNS
        markup(sheet_markup(model_class), classes="cols flow" if flows else "cols")
        markup(f"<p>{NOTE}</p>")
