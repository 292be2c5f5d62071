"""The one mid-end: what a person does with a model, without any page.

Handlers of the page (from any thread) only queue; one runner thread owns the model and does everything in `turn`. Tests
call `turn` themselves, with a clock of their own. The parts: `Play` carries out actions, `Pacer` knows when, `Settings`
knows what is wanted, `Desk` words what the page is told.
"""

from __future__ import annotations

import base64
import math
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from patchwalk.declarations import LOOK, Button, Tool
from patchwalk.fairness import PROCESSOR
from patchwalk.model import WorldModel
from patchwalk.pacing import MIDDLE, Pacer
from patchwalk.parameters import ParameterError
from patchwalk.play import Play, plain, read_session
from patchwalk.recorder import Recorder, curves
from patchwalk.reports import Reports
from patchwalk.settings import PATCH_LIMIT, Settings
from patchwalk.status import PageState
from patchwalk.view import Mark, View
from patchwalk.world import World

SLICE = 0.008  # seconds of ticks between two looks at the queue, under the processor's lock
PING_AFTER = 5.0  # an idle page is asked whether it is still there
GONE_AFTER = 20.0  # without an answer for so long the runner ends; a returning page starts it again


class Screen(Protocol):
    """Where frames go: the board, or a recording in tests."""

    def show(self, view: View, world: World, extra: dict[str, Any]) -> int:
        """Send one frame; returns its number, which comes back to `Session.acknowledge` once it is painted."""

    def status(self, extra: dict[str, Any]) -> None:
        """Send what changed beside the board."""


class Session:
    """One visitor's run of one model.

    Args:
        model_class: whose models it sets up.
        values: parameter values to begin with; what is refused is reported and replaced by the default.
        seed: locks the seed.
        patch_limit: refuse larger worlds.
        clock: seconds; monotonic.
        model: adopt this one instead of setting one up (notebooks).
        name: of the model's module, for files.

    Attributes:
        page: the newest `PageState`.
        lock: hold it to read `model` from another thread.
    """

    def __init__(
        self,
        model_class: type[WorldModel],
        values: Mapping[str, Any] | None = None,
        *,
        seed: Any = None,
        patch_limit: int = PATCH_LIMIT,
        clock: Callable[[], float] = time.monotonic,
        model: WorldModel | None = None,
        name: str = "",
    ) -> None:
        self.model_class = model_class
        self.name = name or model_class.__module__.rpartition(".")[2]
        self.lock = threading.RLock()
        self.clock = clock
        self.play = Play(model_class, model)
        self.settings = Settings(model_class, patch_limit)
        self.pacer = Pacer(MIDDLE)
        self.going = False
        self.task: Iterator[float | None] | None = None
        self.task_label = ""
        self.progress: float | None = None
        self.error: tuple[str, str] | None = None
        self.said = ""
        self.tool: Tool = LOOK
        self.overlays = frozenset(overlay.name for overlay in model_class.overlays if overlay.on)
        self.hovered = -1
        self.inspected = -1
        self._queue: deque[tuple[str, tuple[Any, ...]]] = deque()
        self._wake = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False
        self._screen: Screen | None = None
        self._in_flight: tuple[int, float] | None = None
        self._last_heard = clock()
        self._stale = self._forced = True
        self.reports = Reports(self)
        if model is None:
            self.settings.begin(values or {}, seed)
            self._setup()
        else:
            self.settings.adopt(model)
        self.recorder = Recorder(self.model) if self.play.model is not None else None
        self.page: PageState = self.reports.publish()

    # --- what the page reads ---------------------------------------------------------------------------------------

    @property
    def model(self) -> WorldModel:
        """The model that stands there. Read it under `lock`."""
        if self.play.model is None:
            raise LookupError("nothing is set up yet")
        return self.play.model

    def subscribe(self, callback: Callable[[PageState], None]) -> Callable[[], None]:
        """Have `callback` called, in the runner's thread, with each new `PageState`. Returns how to stop it."""
        return self.reports.subscribe(callback)

    def on_inspect(self, callback: Callable[[list[tuple[str, str]]], None]) -> Callable[[], None]:
        """Have `callback` called with the rows about the patch that was looked at, whenever they change."""
        return self.reports.on_inspect(callback)

    def inspect(self, patch: int) -> list[tuple[str, str]]:
        """Rows of label and value about a patch."""
        with self.lock:
            return self.model.inspect(patch)

    def plots(self) -> dict[str, dict[str, Any]]:
        """What the plots show now; see `patchwalk.recorder.curves`."""
        with self.lock:
            if self.recorder is None:
                return {}
            return curves(self.model, self.recorder)

    def export(self, suffix: str) -> tuple[str, bytes]:
        """A file to save: `".json"` the session, `".csv"` the plots' data, or one of the model's exports.

        Raises:
            ValueError: the model writes no such file.
        """
        with self.lock:
            return self.reports.export(suffix)

    # --- what the page asks for: everything only queues ------------------------------------------------------------

    def setup(self) -> None:
        """Set up anew, with a new seed unless it is locked."""
        self._ask("setup")

    def step(self) -> None:
        """One tick; stops Go."""
        self._ask("step")

    def go(self) -> None:
        """Run until stopped or until nothing moves."""
        self._ask("go")

    def stop(self) -> None:
        """Stop running, and whatever takes long."""
        self._ask("stop")

    def toggle(self) -> None:
        """Go or Stop."""
        self._ask("toggle")

    def finish(self) -> None:
        """Go to the end at once."""
        self._ask("finish")

    def undo(self) -> None:
        """Back to just before the last thing that was done."""
        self._ask("undo")

    def redo(self) -> None:
        """Do again what was undone."""
        self._ask("redo")

    def new_seed(self) -> None:
        """Draw another seed; it counts from the next Setup (at tick 0 at once)."""
        self._ask("new_seed")

    def set_seed(self, text: Any) -> None:
        """Take a typed seed and lock it."""
        self._ask("set_seed", text)

    def lock_seed(self, locked: bool) -> None:
        """Keep the seed at Setup, or draw new ones."""
        self._ask("lock_seed", locked)

    def change(self, name: str, value: Any) -> None:
        """Set a parameter: a live one acts at once, others at the next Setup (at tick 0 at once)."""
        with self._wake:
            for k, (command, arguments) in enumerate(self._queue):
                if command == "change" and arguments[0] == name:  # only the newest value counts
                    del self._queue[k]
                    break
        self._ask("change", name, value)

    def preset(self, name: str) -> None:
        """Set all parameters of a preset."""
        self._ask("preset", name)

    def button(self, name: str) -> None:
        """Press one of the model's buttons."""
        self._ask("button", name)

    def answer(self, choice: str) -> None:
        """Answer the model's question."""
        self._ask("answer", choice)

    def choose_tool(self, name: str) -> None:
        """Take another tool."""
        self._ask("choose_tool", name)

    def toggle_overlay(self, name: str) -> None:
        """Show an overlay, or no longer."""
        self._ask("toggle_overlay", name)

    def set_speed(self, value: float) -> None:
        """Move the speed slider, 0 to 100."""
        self._ask("set_speed", value)

    def read_file(self, name: str, data: bytes) -> None:
        """Open a file: a session (`.json` with a log) or one of the model's imports."""
        self._ask("read_file", name, data)

    def pointer(self, kind: str, event: Mapping[str, Any]) -> None:
        """A pointer event of the board: `"press"`, `"drag"`, `"release"` or `"hover"`."""
        self._ask("pointer", kind, dict(event))

    def mode_key(self, key: str) -> None:
        """A key while the model's key mode has the board."""
        self._ask("mode_key", key)

    def key(self, name: str) -> bool:
        """What a bound key stands for: a command, or `"tool:NAME"`, `"overlay:NAME"`, `"button:NAME"`.

        Returns:
            Whether the session knows it; the rest (help, theme, zoom) is the page's.
        """
        kind, _, which = name.partition(":")
        by_kind = {"tool": self.choose_tool, "overlay": self.toggle_overlay, "button": self.button, "answer": self.answer}
        if which and kind in by_kind:
            by_kind[kind](which)
            return True
        steps = {"slower": -5.0, "faster": 5.0}
        if name in steps:
            self.set_speed(self.pacer.speed + steps[name])
        elif name in ("middle", "every_tick"):
            self.set_speed(MIDDLE)
        elif name == "go":
            self.toggle()
        elif name in ("setup", "step", "finish", "undo", "redo", "new_seed"):
            self._ask(name)
        else:
            return False
        return True

    def acknowledge(self, number: int, gap: bool = False) -> None:
        """The page has painted a frame; with `gap` it missed one and needs a whole one."""
        self._ask("acknowledge", number, gap)

    def refresh(self) -> None:
        """Show the whole picture again (a page that returned)."""
        self._ask("refresh")

    def attach(self, screen: Screen) -> None:
        """Send frames to this screen from now on."""
        with self.lock:
            self._screen = screen
            self._in_flight = None
            self._stale = self._forced = True
        self._ask("refresh")

    def _ask(self, command: str, *arguments: Any) -> None:
        with self._wake:
            self._queue.append((command, arguments))
            self._wake.notify()
        if self._thread is not None and not self._thread.is_alive() and not self._closed:
            self.start()  # the runner had ended because the page was silent; now somebody is there again

    # --- the runner ------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the runner thread; call it inside the page's component, so that its context goes with the thread."""
        if self._thread is not None and self._thread.is_alive():
            return
        self._closed = False
        self._last_heard = self.clock()
        self._in_flight = None
        self._stale = self._forced = True
        self._thread = threading.Thread(target=self._run, name=f"patchwalk {self.name}", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the runner thread."""
        self._closed = True
        with self._wake:
            self._wake.notify()

    @property
    def alive(self) -> bool:
        """Whether the runner thread runs."""
        return self._thread is not None and self._thread.is_alive()

    def _run(self) -> None:
        while not self._closed:
            patience = self.turn()
            with self._wake:
                if not self._queue and patience > 0 and not self._closed:
                    self._wake.wait(min(patience, 1.0))
            if self._page_is_gone():
                self.going = False
                return

    def _page_is_gone(self) -> bool:
        now = self.clock()
        if self._screen is None:
            return False
        if self._in_flight is None and now - self._last_heard > PING_AFTER:
            self._forced = self._stale = True  # the next frame asks the page for an answer
        return now - self._last_heard > GONE_AFTER and self._in_flight is not None

    def turn(self) -> float:
        """Do what is queued, then what is due.

        Returns:
            Seconds in which nothing is due.
        """
        with self.lock:
            self._drain()
            if self.task is not None:
                with PROCESSOR:
                    self._work()
            elif self.going:
                with PROCESSOR:
                    self._tick_slice()
            self._show()
            self.page = self.reports.publish()
            if self.task is not None:
                return 0.0
            if self.going:
                return self.pacer.wait(self.clock())
            return self.reports.patience if self._screen is not None else math.inf

    def _drain(self) -> None:
        while True:
            with self._wake:
                if not self._queue:
                    return
                command, arguments = self._queue.popleft()
            if command not in ("acknowledge", "pointer", "refresh"):
                self.said = ""
                self.settings.refusal = None
            try:
                getattr(self, f"_{command}")(*arguments)
            except ParameterError as refusal:
                self.settings.refusal = (refusal.name, str(refusal))
                self.said = str(refusal)
            except Exception as error:  # a model may raise anything; the page shows it
                self._failed(command.replace("_", " "), error)
            self.reports.touch()

    def _failed(self, where: str, error: Exception) -> None:
        self.going, self.task, self.progress = False, None, None
        self.play.held = None
        ticks = self.play.model.ticks if self.play.model is not None else 0
        self.error = (f"{where} at tick {ticks}", f"{type(error).__name__}: {error}")
        self.error_trace = "".join(traceback.format_exception(error))
        self._stale = True
        self.reports.touch()

    @property
    def locked(self) -> bool:
        """Whether Step, Go and Finish are locked."""
        return self.state in ("error", "empty", "asking", "finished")

    @property
    def state(self) -> Any:
        """The `RunState`."""
        if self.error is not None:
            return "error"
        if self.play.model is None:
            return "empty"
        if self.model.question is not None:
            return "asking"
        if self.task is not None or self.going:
            return "running"
        return "finished" if self.model.ended else "stopped"

    # --- time ------------------------------------------------------------------------------------------------------

    def _tick_slice(self) -> None:
        """Run the ticks that are due, for at most `SLICE` seconds."""
        begun = self.clock()
        due = self.pacer.ticks_due(begun)
        done = 0
        try:
            while done < due and self.model.running and self.model.question is None:
                self.play.tick()
                done += 1
                if self.recorder is not None and not self.recorder.idle:
                    self.recorder.sample(self.model)
                if self.clock() - begun > SLICE:
                    break
        except Exception as error:  # a model may raise anything; the page shows it
            self._failed("step", error)
            return
        self.pacer.ticked(done)
        self._stale = self._stale or done > 0
        if not self.model.running or self.model.question is not None:
            self.going = False
            self._forced = True
            self.reports.touch()

    def _work(self) -> None:
        """Go on with something long, for at most `SLICE` seconds."""
        begun = self.clock()
        try:
            while self.task is not None:
                self.progress = next(self.task)
                self._stale = True
                if self.clock() - begun > SLICE:
                    return
        except StopIteration:
            self._worked("")
        except ValueError as refusal:
            self._worked(str(refusal))
        except Exception as error:  # a model may raise anything; the page shows it
            self._failed(self.task_label.lower(), error)

    def _worked(self, said: str) -> None:
        self.task, self.progress = None, None
        self.said = said
        self._stale = self._forced = True
        if self.recorder is not None:
            self.recorder.sample(self.model)
        self.reports.touch()

    def _begin(self, label: str, action: Mapping[str, Any]) -> None:
        """Do an action; what takes long goes on in the next turns."""
        self._cancel()
        self.task, self.task_label = self.play.performing(action), label
        self._forced = True
        self._work()

    def _cancel(self) -> None:
        if self.task is not None:
            self.task.close()  # type: ignore[attr-defined]
            self.task, self.progress = None, None
            self.said = f"{self.task_label}: stopped"
        self.going = False
        self._stale = self._forced = True

    # --- commands --------------------------------------------------------------------------------------------------

    def _setup(self, *, keep_seed: bool = False) -> None:
        self._cancel() if self.play.model is not None else None
        values, seed = self.settings.for_setup(keep_seed=keep_seed)
        self.play.apply({"do": "setup", "values": plain(values), "seed": seed})
        self.error = None
        self.settings.was_set_up(self.model)
        self.recorder = Recorder(self.model)
        self.said = ""
        if self.inspected >= self.model.world.size:
            self.inspected = -1
        self._stale = self._forced = True

    def _step(self) -> None:
        if not self._may_run():
            return
        self.going = False
        self._cancel()
        try:
            self.play.tick()
        except Exception as error:  # a model may raise anything; the page shows it
            self._failed("step", error)
        if self.recorder is not None:
            self.recorder.sample(self.model)

    def _may_run(self) -> bool:
        if self.locked:
            self.said = self.reports.why_locked()
            return False
        if not self.model.running and self.task is None:
            self.said = self.model.message or "Nothing moves"
            return False
        return True

    def _go(self) -> None:
        if self.going or self.task is not None or not self._may_run():
            return
        self.going = True
        self.pacer.start(self.clock())

    def _stop(self) -> None:
        self._cancel()

    def _toggle(self) -> None:
        if self.going or self.task is not None:
            self._stop()
        else:
            self._go()

    def _finish(self) -> None:
        if not self._may_run():
            return
        if not self.model.can_finish:
            self.said = "This run never ends by itself, so there is nothing to finish"
            return
        self._begin("Finish", {"do": "finish"})

    def _undo(self) -> None:
        self._travel("undo", self.play.history.can_undo, "There is nothing to undo")

    def _redo(self) -> None:
        self._travel("redo", self.play.history.can_redo, "There is nothing to do again")

    def _travel(self, kind: str, possible: bool, otherwise: str) -> None:
        self._cancel()
        if self.error is not None or not possible:
            self.said = self.reports.why_locked() if self.error is not None else otherwise
            return
        self.play.apply({"do": kind})
        self.settings.follow(self.model)
        if self.recorder is not None:
            self.recorder.sample(self.model)
        self.said = "Undone" if kind == "undo" else "Done again"

    def _new_seed(self) -> None:
        self.settings.draw_seed()
        self._wanted_changed()

    def _set_seed(self, text: Any) -> None:
        self.settings.type_seed(text)
        self._wanted_changed()

    def _lock_seed(self, locked: bool) -> None:
        self.settings.lock_seed(locked)

    def _change(self, name: str, value: Any) -> None:
        live = self.settings.want({name: value})
        for changed in live:
            if self.error is None:
                self.play.apply({"do": "change", "name": changed, "value": plain(self.settings.wanted)[changed]})
                self._stale = self._forced = True
        if not live:
            self._wanted_changed()

    def _preset(self, name: str) -> None:
        values = next((preset.values for preset in self.model_class.presets if preset.name == name), None)
        if values is None:
            raise ParameterError("preset", f"there is no preset {shown_name(name)}")
        for changed in self.settings.want(values):
            self.play.apply({"do": "change", "name": changed, "value": self.settings.wanted[changed]})
        self._wanted_changed()

    def _wanted_changed(self) -> None:
        """At tick 0 a changed at-setup parameter sets up again at once; later it waits."""
        fresh = self.error is None and self.model.ticks == 0 and self.task is None and not self.going
        if fresh and self.settings.waiting(self.model):
            self._setup(keep_seed=True)

    def _button(self, name: str) -> None:
        button = next((button for button in self.model_class.buttons if button.name == name), None)
        if button is None:
            raise ParameterError(name, f"there is no button {shown_name(name)}")
        if not self._ready_for(button):
            return
        was_going = self.going
        if button.setup:
            self._setup()
        if button.kind == "long":
            self._begin(button.label, {"do": "button", "name": name})
            return
        self.play.apply({"do": "button", "name": name})
        self._stale = self._forced = True
        if not was_going and button.runs and self.model.running:
            self._go()

    def _ready_for(self, button: Button) -> bool:
        if self.error is not None and not button.setup:
            self.said = self.reports.why_locked()
            return False
        return True

    def _answer(self, choice: str) -> None:
        if self.model.question is None:
            return
        self.play.apply({"do": "answer", "choice": choice})
        self._stale = self._forced = True

    def _choose_tool(self, name: str) -> None:
        tool = next((tool for tool in self.model_class.tools if tool.name == name), None)
        if tool is None:
            raise ParameterError(name, f"there is no tool {shown_name(name)}")
        if self.play.held is not None:
            self._pointer("release", {"patch": -1})
        self.tool = tool

    def _toggle_overlay(self, name: str) -> None:
        if name in {overlay.name for overlay in self.model_class.overlays}:
            self.overlays = self.overlays ^ {name}
            self._stale = self._forced = True

    def _set_speed(self, value: float) -> None:
        self.pacer.set_speed(value)

    def _mode_key(self, key: str) -> None:
        mode = self.model.key_mode
        if mode is not None and self.error is None:
            self.play.apply({"do": "modekey", "mode": mode, "key": key})
            self._stale = self._forced = True

    def _read_file(self, name: str, data: bytes) -> None:
        if name.lower().endswith(".json"):
            model_name, log, ticks = read_session(data.decode("utf-8", "replace"))
            if model_name != self.name:
                raise ParameterError("", f"{name}: a session of {model_name!r}; open that model first")
            self._check_log(log)
            self._cancel()
            self.error = None
            self.task, self.task_label = self._replaying(log, ticks), "Reading"
            return
        encoded = base64.b64encode(data).decode("ascii")
        self._begin("Reading", {"do": "file", "name": name, "data": encoded})

    def _check_log(self, log: list[Mapping[str, Any]]) -> None:
        self.settings.checked(dict(log[0].get("values", {})))

    def _replaying(self, log: list[Mapping[str, Any]], ticks: int) -> Iterator[float | None]:
        """Replay into a new run, and take it over only when all of it was good."""
        play = Play(self.model_class)
        yield from play.replaying(log, ticks)
        play.worlds = self.play.worlds + 1
        self.play = play
        self.settings.was_set_up(self.model)
        self.recorder = Recorder(self.model)

    # --- the pointer -----------------------------------------------------------------------------------------------

    def _pointer(self, kind: str, event: dict[str, Any]) -> None:
        self._heard()
        patch = int(event.get("patch", -1))
        size = self.model.world.size
        if kind == "hover":
            self.hovered = patch if patch < size else -1
            return
        if kind == "press" and self.tool.name == LOOK.name:
            self.inspected = patch if 0 <= patch < size else -1
            self._stale = self._forced = True
            return
        if self.error is not None or self.task is not None or patch >= size or (kind != "press" and not self.play.held):
            return
        event = {name: value for name, value in event.items() if name != "kind"}
        self.play.apply({"do": kind, "tool": self.tool.name, "pointer": event})
        self._stale = self._forced = True
        if kind != "release" and self.tool.runs and self.model.running and not self.going:
            self._go()

    # --- the picture -----------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        self._heard()
        self._in_flight = None
        self._stale = self._forced = True

    def _acknowledge(self, number: int, gap: bool) -> None:
        self._heard()
        if self._in_flight is not None and number >= self._in_flight[0]:
            self._in_flight = None
        if gap:
            self._stale = self._forced = True

    def _heard(self) -> None:
        self._last_heard = self.clock()

    def _show(self) -> None:
        """Send a frame if one is wanted, due, and none is on its way; else what changed beside the board."""
        now = self.clock()
        if self._screen is None or self.play.model is None:
            return
        if self._stale and self._in_flight is None and (self._forced or self.pacer.frame_due(now)):
            extra = {"status": self.reports.readout(now, final=self._forced or not self.going)}
            try:
                view = self.model.view(self.overlays)
            except Exception as error:  # a model may raise anything; the page shows it
                if self.error is None:
                    self._failed("view", error)
                self._stale = False
                self._screen.status({"status": self.reports.readout(now, final=True)})
                return
            if self.inspected >= 0:
                view.marks = (*view.marks, Mark(self.inspected))
            self._in_flight = (self._screen.show(view, self.model.world, extra), now)
            self.pacer.framed(now)
            self._stale = self._forced = False
        elif self.reports.readout_due(now):
            self._screen.status({"status": self.reports.readout(now, final=not self.going)})


def shown_name(name: Any) -> str:
    """A name from outside, for a message."""
    return repr(str(name)[:40])
