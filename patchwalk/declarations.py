"""What a model declares beside its parameters: buttons, tools, overlays, presets, monitors, plots, files, questions.

Each is a small frozen record in a tuple on the model's class. Widgets, keys, the help sheet, the legend, the command
line and the library-wide tests are all made from these lists, so each thing is said once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Gesture = Literal["click", "hold", "paint", "line", "link", "rectangle", "edge", "direction"]

# Keys of the stage; models and tools may take any other (a library-wide test refuses clashes).
STAGE_KEYS = frozenset({"e", "s", "g", "f", "n", "t", "z", "[", "]", "\\", "+", "-", "=", "?", "l"})


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the model.

    Attributes:
        name: the method of the model that it calls, and its name in action logs.
        label: what stands on it.
        key: one lower-case letter or digit, or empty.
        kind: `"once"`; `"long"` calls a generator method that yields progress (0 to 1, or None) at least every 20 ms.
        icon: a name of the page's icon set.
        setup: sets up with a new seed (unless the seed is locked) before it runs.
        runs: whether a press starts Go when what it did can move.
        help: a sentence for the tooltip.
    """

    name: str
    label: str
    key: str = ""
    kind: Literal["once", "long"] = "once"
    icon: str = ""
    setup: bool = False
    runs: bool = False
    help: str = ""


@dataclass(frozen=True, slots=True)
class Tool:
    """What the pointer does while it is chosen.

    Attributes:
        name: given to the model's `press`, `drag`, `hold` and `release`.
        label: what stands on it, or its tooltip when there are many.
        key: one lower-case letter or digit.
        icon: a name of the page's icon set.
        gesture: `"click"` acts on press; `"hold"` acts again at the start of every tick while the pointer is down;
            `"paint"` acts on every patch the pointer passes, none skipped; `"line"`, `"link"`, `"rectangle"`,
            `"direction"` act on release with both ends, the board draws the preview (a link from one patch to another
            one, a lane in the nearest direction); `"edge"` acts on the nearest edge.
        color: name of a swatch that paints the icon, or empty.
        runs: whether a press starts Go when what it did can move.
        at_pointer: whether its key acts at once on the patch under the pointer (or the cursor); with none there, and
            for all other tools, the key takes the tool.
        help: a sentence for the tooltip.
    """

    name: str
    label: str
    key: str
    icon: str = ""
    gesture: Gesture = "click"
    color: str = ""
    runs: bool = False
    at_pointer: bool = False
    help: str = ""


# The stage's own tool, the first of every model: it answers in the Inspect tab.
LOOK = Tool("look", "Look", "l", icon="look", help="Look at a patch: the Inspect tab says what is there")


@dataclass(frozen=True, slots=True)
class Overlay:
    """Something that can be shown or not; never part of the state.

    Attributes:
        name: in the set given to `WorldModel.view`.
        label: on its tick box.
        key: one lower-case letter or digit, or empty.
        on: whether it is shown at first.
        help: a sentence for the tooltip.
    """

    name: str
    label: str
    key: str = ""
    on: bool = False
    help: str = ""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of parameter values."""

    name: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Monitor:
    """A number (or a word) that is watched.

    Attributes:
        name: machine name; the page's test id is `monitor-NAME`, data columns are called so.
        label: on the page.
        read: model -> number, text or None (shown as a dash).
        digits: decimals shown.
        unit: stands small beside it; text, or model -> text (`"of 2 500"`).
        alert: model -> whether it is to be shown in the danger colour.
        clock: whether it shows how long `WorldModel.timing` has been True. The session counts that, since time is no
            part of a run; `read` gives what else is known, for whoever has no session.
    """

    name: str
    label: str
    read: Callable[[Any], float | int | str | None]
    digits: int = 0
    unit: str | Callable[[Any], str] = ""
    alert: Callable[[Any], bool] | None = None
    clock: bool = False


@dataclass(frozen=True, slots=True)
class Pen:
    """A line of a plot: `read` gives one number a tick (None leaves a gap; in scatter plots there is no point then)."""

    label: str
    read: Callable[[Any], float | int | None]


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot.

    Attributes:
        name: machine name.
        label: above it.
        unit: beside the label.
        pens: lines over ticks, at most four.
        kind: `"lines"` over ticks, `"scatter"` (first pen is x, second is y, with `curve`), `"strip"` (an image, a row
            a tick).
        x: name of the x axis.
        history: model -> one sequence of values a pen, index = tick. When given, the session records nothing itself.
        curve: model -> (x, y) sequences of a reference curve, for scatter plots, or None where there is none now.
        curve_label: its name.
        strip: model -> uint8 sequence of palette codes, the newest row, for strips.
        tall: whether it is the model's main diagram (150 px instead of 104).
        x_range: ends of the x axis; without them it goes from 0, or the least, to what there is.
        y_range: ends of the y axis; without them it goes from 0, or a round number below, to a round one above.
    """

    name: str
    label: str
    unit: str = ""
    pens: tuple[Pen, ...] = ()
    kind: Literal["lines", "scatter", "strip"] = "lines"
    x: str = "tick"
    history: Callable[[Any], list[Any]] | None = None
    curve: Callable[[Any], tuple[Any, Any] | None] | None = None
    curve_label: str = ""
    strip: Callable[[Any], Any] | None = None
    tall: bool = False
    x_range: tuple[float, float] | None = None
    y_range: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Import:
    """A file kind the model reads.

    Attributes:
        suffix: of such files, `".txt"`.
        label: what they hold.
        read: `read(model, name, data)` changes the model; at a ValueError nothing has changed.
        values: `values(name, data)` gives parameter values with which the session sets up; ValueError likewise.
    """

    suffix: str
    label: str
    read: Callable[[Any, str, bytes], None] | None = None
    values: Callable[[str, bytes], Mapping[str, Any]] | None = None


@dataclass(frozen=True, slots=True)
class Export:
    """A file kind the model writes: `write(model) -> bytes`; a ValueError says why it cannot as things stand."""

    suffix: str
    label: str
    write: Callable[[Any], bytes]


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question."""

    name: str
    label: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What a model asks a person before it goes on; while `model.question` is set, Step, Go and Finish are locked.

    Attributes:
        title: a short sentence.
        text: what it is about.
        choices: the first one is the safe one (Esc, focused).
        patch: the patch it is about, or None.
        asides: (name of an overlay, sentence that is added while it is on) each: what only those should read who see
            as much on the board.
    """

    title: str
    text: str
    choices: tuple[Choice, ...]
    patch: int | None = None
    asides: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the model for the command line: `run(arguments) -> exit status`."""

    name: str
    help: str
    run: Callable[[list[str]], int]


@dataclass(frozen=True, slots=True)
class Pointer:
    """Where and how the pointer acted.

    Attributes:
        patch: the patch under it, -1 outside.
        x: point in patch units.
        y: point in patch units.
        edge: (patch, direction) of the nearest edge, or None outside.
        button: 0 left, 1 middle, 2 right (also a long press).
        shift: whether Shift was down; likewise the others.
        start: patch of the press, for gestures that have two ends; -1 if there is none.
        path: patches passed since the last event, none skipped, this one last (for `paint`).
    """

    patch: int
    x: float = 0.0
    y: float = 0.0
    edge: tuple[int, int] | None = None
    button: int = 0
    shift: bool = False
    alt: bool = False
    ctrl: bool = False
    start: int = -1
    path: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class KeyMode:
    """A mode in which the focused board gives all its keys to the model (adventure), until Esc.

    Attributes:
        name: given to `WorldModel.key`.
        label: what the page says while it is on.
        keys: key name (`"arrowup"`, `"q"`) -> what it does, for the key sheet.
        runs: whether a key starts Go when what it did can move.
    """

    name: str
    label: str
    keys: Mapping[str, str] = field(default_factory=dict)
    runs: bool = False
