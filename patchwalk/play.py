"""A run with all that was done to it: one function carries out actions, for play, replay, undo, files and tests alike.

An action is a JSON-able mapping with a `do` and the `tick` before which it was done. The kinds:

    setup    values, seed                  change   name, value             button   name
    press    tool, pointer                 drag     pointer                 release  pointer
    hold     pointer (only where it moved nothing, so that no tick passed after it)
    answer   choice                        modekey  mode, key               file     name, data (base64)
    finish   until, where it was stopped   undo                             redo
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from patchwalk.declarations import Pointer
from patchwalk.history import History, same
from patchwalk.model import WorldModel

Action = dict[str, Any]
UNDOABLE = frozenset({"change", "press", "button", "answer", "modekey", "file", "finish"})
STROKE = frozenset({"press", "drag", "release"})  # undone together, from the first of them that changed something
FORMAT = "patchwalk session 1"


class Play:
    """A model, the log of what was done to it, and the way back.

    Attributes:
        model_class: whose models it sets up.
        model: the one that stands there, or None before the first setup.
        log: all actions since the last setup, that one first.
        held: (tool name, pointer) while the pointer is down, else None.
        worlds: how many models were set up.
    """

    def __init__(self, model_class: type[WorldModel], model: WorldModel | None = None) -> None:
        self.model_class = model_class
        self.model = model
        self.log: list[Action] = []
        self.history = History()
        self.held: tuple[str, Pointer] | None = None
        self._idle = False  # whether the pointer is down and has changed nothing so far
        self.worlds = 0 if model is None else 1
        if model is not None:
            given = {name: model.parameters[name] for name in model.parameter_list.names}
            self.log.append({"do": "setup", "tick": 0, "values": plain(given), "seed": model.seed})

    # --- doing -----------------------------------------------------------------------------------------------------

    def apply(self, action: Mapping[str, Any]) -> None:
        """Carry out an action to its end. See `performing`."""
        for _ in self.performing(action):
            pass

    def performing(self, action: Mapping[str, Any]) -> Iterator[float | None]:
        """Carry out an action, with a yield of the progress at least every 20 ms while it takes long.

        Closing the generator before its end takes a long button or a file back; a finish keeps how far it came.

        Raises:
            ValueError: the action is none, or its file or value is refused; nothing has changed then.
        """
        kind = action.get("do")
        if kind == "setup":
            self._setup(action)
            return
        model = self._needed()
        done: Action = {**action, "tick": model.ticks}
        may_undo = model.undoable
        # What takes long can be stopped, and is taken back then, also where nothing else is undone.
        kept = kind in UNDOABLE if may_undo else kind in ("button", "file")
        if kind == "press":
            self._idle = may_undo and not self._held_tool(str(action.get("tool")))
        strokes = self._idle and kind in STROKE
        before = model.state() if strokes or (kept and not self._goes_on(done)) else None
        rest = self._carry_out(str(kind), model, action)
        if before is not None and (may_undo or rest is not None):
            # What was refused is nothing to undo, nor is a stroke of the pointer as long as it changes nothing.
            asks = strokes or kind in ("button", "modekey")
            if not asks or rest is not None or not same(before, model.state()):
                self.history.mark(before)
                self._idle = False
        elif kind in UNDOABLE and not may_undo:
            self.history.forget_undone()
        self.log.append(done)
        if rest is None:
            return
        try:
            yield from rest
        except GeneratorExit:
            self._cancelled(done)
            raise
        if before is not None and may_undo and same(before, model.state()):
            self.history.unmark()
        model.running = model.active()

    def _goes_on(self, done: Action) -> bool:
        """Whether an action only goes on with the one before: a slider that is dragged is undone at once."""
        last = self.log[-1] if self.log else {}
        return done["do"] == "change" and all(last.get(key) == done[key] for key in ("do", "name", "tick"))

    def _needed(self) -> WorldModel:
        if self.model is None:
            raise ValueError("nothing is set up yet")
        return self.model

    def _setup(self, action: Mapping[str, Any]) -> None:
        model = self.model_class(**action.get("values", {}), rng=action.get("seed"))
        self.model = model
        self.worlds += 1
        self.history = History()
        self.held = None
        values = plain(action.get("values", {}))
        self.log = [{"do": "setup", "tick": 0, "values": values, "seed": model.seed}]

    def _carry_out(self, kind: str, model: WorldModel, action: Mapping[str, Any]) -> Iterator[float | None] | None:
        match kind:
            case "press" | "drag" | "hold" | "release":
                self._point(kind, model, action)
            case "change":
                model.change(action["name"], action["value"])
            case "button":
                return model.push(action["name"])
            case "answer":
                model.answer(action["choice"])
            case "modekey":
                model.mode_key(action["mode"], action["key"])
            case "file":
                self._read(model, action["name"], base64.b64decode(action["data"]))
            case "finish":
                return self._finishing(model, action.get("until"))
            case "undo" | "redo":
                if not (self.history.can_undo if kind == "undo" else self.history.can_redo):
                    raise ValueError(f"there is nothing to {kind}")
                state = getattr(self.history, kind)(model.state())
                self.held = None
                model.restore(state)
            case _:
                raise ValueError(f"there is no action {kind!r}")
        model.running = model.active()
        return None

    def _point(self, kind: str, model: WorldModel, action: Mapping[str, Any]) -> None:
        tool = action["tool"] if kind == "press" else (self.held[0] if self.held else "")
        pointer = to_pointer(action["pointer"], model.world.size)
        if not tool:
            return
        self.held = None if kind == "release" else (tool, pointer)
        model.point(kind, tool, pointer)

    def _finishing(self, model: WorldModel, until: int | None) -> Iterator[float | None]:
        if until is None:
            yield from model.finishing()
            return
        while model.running and model.ticks < until:  # a finish that was stopped: its ticks are played
            model.advance(min(64, until - model.ticks))
            yield None

    def _read(self, model: WorldModel, name: str, data: bytes) -> None:
        for kind in model.imports:
            if kind.read is not None and name.lower().endswith(kind.suffix):
                kind.read(model, name, data)
                return
        kinds = ", ".join(kind.suffix for kind in model.imports) or "none"
        raise ValueError(f"{name}: {model.title} reads no such file; it reads {kinds}")

    def _cancelled(self, done: Action) -> None:
        model = self._needed()
        if done["do"] == "finish":
            done["until"] = model.ticks
            model.running = model.active()
            return
        model.restore(self.history.undo(model.state()))
        self.history.forget_undone()
        self.log = [action for action in self.log if action is not done]

    # --- time ------------------------------------------------------------------------------------------------------

    def tick(self, n: int = 1) -> int:
        """Let up to n ticks pass; a held pointer acts at the start of each.

        Returns:
            How many passed; fewer when nothing moves any more.
        """
        model = self._needed()
        if self.history.can_redo and model.running:
            self.history.forget_undone()
        if self.held is None or not self._held_tool(self.held[0]):
            return model.advance(n)
        for done in range(n):
            if not model.running:
                return done
            model.point("hold", *self.held)
            if not model.advance(1):
                self.log.append({"do": "hold", "pointer": asdict(self.held[1]), "tick": model.ticks})
                return done
        return n

    def _held_tool(self, name: str) -> bool:
        """Whether a tool goes on acting while ticks pass; then its press is what can be undone."""
        return any(tool.name == name and tool.gesture == "hold" for tool in self.model_class.tools)

    def let_go(self) -> None:
        """Release a held pointer where it is: something long begins, or another tool is taken."""
        if self.held is not None:
            self.apply({"do": "release", "pointer": asdict(self.held[1])})

    # --- files -----------------------------------------------------------------------------------------------------

    def to_json(self, name: str) -> str:
        """The run as a session file: what was done, and how far it went. `name` is the model's module."""
        ticks = self._needed().ticks
        return json.dumps({"format": FORMAT, "model": name, "ticks": ticks, "log": self.log}, indent=1)

    def replaying(self, log: list[Mapping[str, Any]], ticks: int) -> Iterator[float | None]:
        """Do everything in `log` again, then go on to `ticks`."""
        for number, action in enumerate(log):
            if action.get("do") != "setup":
                yield from self._ticking_to(int(action.get("tick", 0)))
            for _ in self.performing(action):
                yield number / len(log)
        yield from self._ticking_to(ticks)

    def _ticking_to(self, tick: int) -> Iterator[float | None]:
        model = self._needed()
        while model.ticks < tick and model.running:
            self.tick(min(64, tick - model.ticks))
            yield None

    def replay(self, log: list[Mapping[str, Any]], ticks: int) -> None:
        """`replaying`, to the end."""
        for _ in self.replaying(log, ticks):
            pass


def read_session(text: str) -> tuple[str, list[Mapping[str, Any]], int]:
    """Read a session file.

    Returns:
        Name of the model, log, ticks.

    Raises:
        ValueError: it is no session file; the message says what is wrong.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"this is no session file: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"this is no session file: it does not say format {FORMAT!r}")
    log, ticks = data.get("log"), data.get("ticks")
    given = log if isinstance(log, list) else []
    actions: list[Mapping[str, Any]] = [action for action in given if isinstance(action, dict)]
    setups = [k for k, action in enumerate(actions) if action.get("do") == "setup"]
    if setups != [0] or len(actions) != len(given) or not isinstance(ticks, int):
        raise ValueError("this session file is damaged: it needs a log that begins with its only setup, and the ticks")
    return str(data.get("model")), actions, ticks


def is_session(data: bytes) -> bool:
    """Whether a file says that it is a session file."""
    return json.dumps(FORMAT).encode("ascii") in data


def to_pointer(data: Mapping[str, Any], size: int) -> Pointer:
    """A pointer event from JSON; patches that a world of `size` patches does not have are outside.

    Raises:
        ValueError: it is none.
    """
    try:
        edge = data.get("edge")
        pointer = Pointer(
            patch=_inside(data.get("patch", -1), size),
            x=float(data.get("x", 0.0)),
            y=float(data.get("y", 0.0)),
            edge=None if edge is None or _inside(edge[0], size) < 0 else (int(edge[0]), int(edge[1])),
            button=int(data.get("button", 0)),
            shift=bool(data.get("shift")),
            alt=bool(data.get("alt")),
            ctrl=bool(data.get("ctrl")),
            start=_inside(data.get("start", -1), size),
            path=tuple(patch for patch in (_inside(patch, size) for patch in data.get("path", ())) if patch >= 0),
        )
    except (AttributeError, TypeError, ValueError, LookupError, OverflowError) as error:
        raise ValueError(f"this is no pointer event: {error}") from error
    if not math.isfinite(pointer.x) or not math.isfinite(pointer.y):
        raise ValueError("this is no pointer event: its point is nowhere")
    return pointer


def _inside(patch: Any, size: int) -> int:
    return int(patch) if 0 <= int(patch) < size else -1


def plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values for a log, as JSON has them: tuples and arrays as lists, numpy numbers as numbers."""
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    return [_plain(part) for part in value] if isinstance(value, tuple | list) else value
