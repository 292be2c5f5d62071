"""The board: the widget that shows frames and hands back what pointer, touch and keys do.

Python decides what is shown (`Board.configure`, `Board.show`); the page's script (the files in `js/`) draws it and
reports events. Frames are messages, never traits, so that nothing is rendered anew for them.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from patchwalk.declarations import KeyMode, Pointer, Tool
from patchwalk.frames import FrameEncoder, describe
from patchwalk.view import Palette, Ramp, View
from patchwalk.world import World

Event = dict[str, Any]
Listener = Callable[[Event], None]

log = logging.getLogger(__name__)

SCRIPTS = Path(__file__).with_name("js")

# The order only has to put constants before the code that uses them while loading; board.js comes last.
SCRIPT_FILES = (
    "geometry.js",
    "theme.js",
    "viewport.js",
    "frames.js",
    "layers.js",
    "hexes.js",
    "signs.js",
    "glyphs.js",
    "edges.js",
    "lines.js",
    "turtles.js",
    "marks.js",
    "painter.js",
    "gestures.js",
    "navigate.js",
    "pointer.js",
    "keys.js",
    "acknowledge.js",
    "stage.js",
    "board.js",
)

# Events of the page that are about the pointer; the others are "ready", "ack", "zoom", "key", "modekey" and "where".
POINTER_EVENTS = frozenset({"press", "drag", "release", "hover"})

# Keys that go on acting while they are held.
REPEATING = frozenset({"step", "slower", "faster"})


def joined_scripts(folder: Path = SCRIPTS, files: Collection[str] = SCRIPT_FILES) -> str:
    """One script of all files: the page gets it as one module, without a bundler.

    The files are modules, for the reader and for tests; joined, they share one scope. So lines that import from one
    another are left out, and only `board.js` keeps its export. Top-level names must therefore differ between files.
    """
    texts = []
    for file in files:
        text = (folder / file).read_text(encoding="utf-8")
        text = re.sub(r'^import [^;]*? from "\./[\w-]+\.js";\n', "", text, flags=re.MULTILINE)
        text = re.sub(r"^export (?!default )", "", text, flags=re.MULTILINE)
        texts.append(f"// ---- {file}\n{text}")
    return "\n".join(texts)


def pointer_of(event: Event) -> Pointer:
    """The `Pointer` that an event of `POINTER_EVENTS` tells of.

    Raises:
        ValueError: a value in it is of the wrong kind (the page can send anything).
    """
    try:
        edge = event.get("edge")
        return Pointer(
            patch=int(event["patch"]),
            x=float(event.get("x", 0.0)),
            y=float(event.get("y", 0.0)),
            edge=None if edge is None else (int(edge[0]), int(edge[1])),
            button=int(event.get("button", 0)),
            shift=bool(event.get("shift")),
            alt=bool(event.get("alt")),
            ctrl=bool(event.get("ctrl")),
            start=int(event.get("start", -1)),
            path=tuple(int(patch) for patch in event.get("path", ())),
        )
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        raise ValueError(f"not a pointer event: {event!r}") from error


class Board(anywidget.AnyWidget):  # type: ignore[misc]
    """A canvas that shows a world.

    Attributes:
        board_id: names the board in the page's own events (`patchwalk:status`); stands also in its DOM.
        number: number of the last frame shown; 0 before the first.
    """

    _esm = joined_scripts()
    _css = Path(__file__).with_name("board.css").read_text(encoding="utf-8")

    board_id = traitlets.Unicode("board").tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self._encoder = FrameEncoder()
        self._options: dict[str, Any] = {"kind": "config"}
        self._extra: dict[str, Any] = {}
        self._listeners: list[Listener] = []
        # Frames come from the session's thread, "ready" and "ack" from the page's.
        self._sending = threading.RLock()
        self.on_msg(self._received)

    @property
    def number(self) -> int:
        """Number of the last frame shown."""
        return self._encoder.number

    def configure(
        self,
        world: World,
        palette: Palette,
        ramp: Ramp | None = None,
        *,
        theme: str = "light",
        tool: Tool | None = None,
        bindings: Mapping[str, str] | None = None,
        repeating: Collection[str] = REPEATING,
        key_mode: KeyMode | None = None,
        grid_lines: bool = False,
        light_neighbors: bool = False,
        pointy_tops: bool = False,
        enter: str = "",
        label: str = "World",
    ) -> None:
        """Say all that the board needs to know besides frames; sent again by itself when the page is loaded anew.

        Args:
            world: what stands there until the first frame comes.
            palette: colours of codes, turtles, lines and marks. Where it has a swatch with the name of one of the
                board's own inks (`js/theme.js`: "gap", "flag", "door", …), that colour is used.
            ramp: colours of shade.
            theme: "light" or "dark".
            tool: the chosen tool; its gesture decides what pointer events come and which preview is drawn.
            bindings: key (as in `KeyboardEvent.key`, letters in lower case) -> name given in "key" events.
            repeating: names that go on while the key is held; the others need a new press.
            key_mode: while it is given and the board has the focus, its keys come as "modekey" events.
            grid_lines: whether lines are drawn between patches (from 6 px a patch).
            light_neighbors: whether the neighbours of the patch under the pointer are outlined.
            pointy_tops: whether hexes have their points up: the world is drawn a quarter turned to the left, so that
                columns become rows. Frames and events have the world's own directions and points all the same.
            enter: name given in a "key" event when Enter is pressed on the board; empty: Enter acts under the cursor.
            label: accessible name of the board.
        """
        self.update(
            world=world,
            palette=palette,
            ramp=ramp,
            theme=theme,
            tool=tool,
            bindings=bindings or {},
            repeating=repeating,
            key_mode=key_mode,
            grid_lines=grid_lines,
            light_neighbors=light_neighbors,
            pointy_tops=pointy_tops,
            enter=enter,
            label=label,
        )

    def update(self, **options: Any) -> None:
        """Change some of the options of `configure`; only what really changed is sent.

        Raises:
            TypeError: there is no such option.
        """
        described: dict[str, Any] = {}
        for name, value in options.items():
            if name not in _DESCRIBE:
                raise TypeError(f"a board has no option {name!r}; it has {', '.join(sorted(_DESCRIBE))}")
            described[name] = _DESCRIBE[name](value)
        with self._sending:
            changed = {name: value for name, value in described.items() if self._options.get(name, ...) != value}
            if changed:
                self._options.update(changed)
                self.send({"kind": "config", **changed})

    def show(self, view: View, world: World, extra: Mapping[str, Any] | None = None, *, full: bool = False) -> int:
        """Send a frame.

        Args:
            view: what to show; its arrays are read now and not kept.
            world: in which it is shown.
            extra: JSON-able values for the header; "status" is handed on to the page (event `patchwalk:status` on the
                document, together with the picture; `patchwalk:painted` follows when it is on the screen) and kept for
                pages that come later.
            full: send everything, not only what changed.

        Returns:
            The frame's number. An event ``{"kind": "ack", "number": …}`` tells when it has been painted.

        Raises:
            ValueError: an array of the view has the wrong shape or type; nothing is sent.
        """
        with self._sending:
            header, buffers = self._encoder.encode(view, world, full=full, extra=extra)
            self._extra = dict(extra or {})
            self.send(header, buffers)
            return self._encoder.number

    def show_status(self, status: Mapping[str, Any]) -> None:
        """Send a status without a frame; handed on to the page as with `show`."""
        with self._sending:
            self._extra["status"] = dict(status)
            self.send({"kind": "status", "status": self._extra["status"]})

    def zoom(self, to: str) -> None:
        """Zoom as the keys do.

        Args:
            to: "in", "out", "fit", or a number of CSS pixels a patch ("4").
        """
        self.send({"kind": "zoom", "to": to})

    def focus(self) -> None:
        """Give the board the keyboard focus."""
        self.send({"kind": "focus"})

    def on_event(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with each event of the page, a dict with a "kind".

        Kinds are:

        * "ready": the page shows the board (again); options and the last picture have been sent to it.
        * "ack": "number" of a frame that has been painted (or taken, where the page is hidden); "gap" true: it could
          not be used, and a full one has been sent already.
        * "press", "drag", "release", "hover": the fields of `Pointer`, see `pointer_of`. "hover" has patch -1 when the
          pointer leaves; "cursor" true means that the keyboard's cursor moved.
        * "key": "name" from the bindings, or "undo", "redo".
        * "modekey": "key" in lower case, while a key mode is on; "escape" ends it.
        * "zoom": "pixels" (CSS pixels a patch), "fit" (whether the whole world fits the board by itself).

        An exception in a listener is logged and stops nothing.

        Returns:
            A function that ends it.
        """
        self._listeners.append(listener)

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return end

    def _received(self, _widget: Any, event: Any, _buffers: Any) -> None:
        if not isinstance(event, dict) or not isinstance(event.get("kind"), str):
            log.warning("the page sent something that is no event: %r", event)
            return
        if event["kind"] == "ready":
            with self._sending:
                self.send(self._options)
                self._send_again()
        elif event["kind"] == "ack" and event.get("gap"):
            with self._sending:
                self._send_again()
        for listener in tuple(self._listeners):
            try:
                listener(event)
            except Exception:
                log.exception("a listener failed at %r", event)

    def _send_again(self) -> None:
        frame = self._encoder.again(self._extra)
        if frame is not None:
            self.send(*frame)


def _describe_palette(palette: Palette) -> dict[str, Any]:
    return {
        "names": [swatch.name for swatch in palette.swatches],
        "light": [swatch.light for swatch in palette.swatches],
        "dark": [swatch.dark for swatch in palette.swatches],
        "patterns": [swatch.pattern for swatch in palette.swatches],
    }


def _describe_ramp(ramp: Ramp | None) -> dict[str, Any] | None:
    return None if ramp is None else {"light": list(ramp.light), "dark": list(ramp.dark)}


def _describe_tool(tool: Tool | None) -> dict[str, Any]:
    return (
        {"name": "", "gesture": "click", "color": ""}
        if tool is None
        else {
            "name": tool.name,
            "gesture": tool.gesture,
            "color": tool.color,
        }
    )


def _describe_key_mode(key_mode: KeyMode | None) -> list[str] | None:
    return None if key_mode is None else sorted(key_mode.keys)


# What the page is told of each option.
_DESCRIBE: dict[str, Callable[[Any], Any]] = {
    "world": describe,
    "palette": _describe_palette,
    "ramp": _describe_ramp,
    "theme": str,
    "tool": _describe_tool,
    "bindings": dict,
    "repeating": sorted,
    "key_mode": _describe_key_mode,
    "grid_lines": bool,
    "light_neighbors": bool,
    "pointy_tops": bool,
    "enter": str,
    "label": str,
}
