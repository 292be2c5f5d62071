"""The one mid-end: what a person does with a model, without any page.

Handlers of the page (from any thread) only queue; one runner thread owns the model and does everything in `turn`. Tests
call `turn` themselves, with a clock of their own. The parts: `Commands` carries out what is asked for, `Run` lets time
pass, `Play` keeps the log of what was done, `Reports` words what the page is told, `Picture` sends frames.
"""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping
from typing import Any

from patchwalk.commands import Commands
from patchwalk.fairness import PROCESSOR, FairRLock
from patchwalk.model import WorldModel
from patchwalk.pacing import MIDDLE
from patchwalk.picture import Picture, Screen
from patchwalk.play import Play
from patchwalk.recorder import curves
from patchwalk.reports import Reports
from patchwalk.run import Run
from patchwalk.settings import PATCH_LIMIT, Settings
from patchwalk.status import PageState

__all__ = ["Screen", "Session"]

MOST_STEPS = 8  # that wait; a key that repeats faster than the model steps leaves no queue behind
IDLE = 1.0  # seconds after which a runner that has nothing to do looks whether its page is still there


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
        self.lock = FairRLock()
        self.clock = clock
        self.run = Run(Play(model_class, model), Settings(model_class, patch_limit), clock)
        self.reports = Reports(self.run, self.name)
        self.picture = Picture(self.run, self.reports)
        self._commands = Commands(self.run, self.name)
        self._queue: deque[tuple[str, tuple[Any, ...]]] = deque()
        self._wake = threading.Condition()
        self._thread: threading.Thread | None = None
        self._started = False
        if model is None:
            self.run.settings.begin(values or {}, seed)
            self._commands.first_setup()
        else:
            self.run.settings.adopt(model)
            self.run.stood_up()
        self.page: PageState = self.reports.publish()

    # --- what the page reads ---------------------------------------------------------------------------------------

    @property
    def missed(self) -> tuple[str, ...]:
        """A sentence for each of the values to begin with that could not be had."""
        return self.run.settings.missed

    @property
    def model(self) -> WorldModel:
        """The model that stands there. Read it under `lock`."""
        return self.run.model

    def subscribe(self, callback: Callable[[PageState], None]) -> Callable[[], None]:
        """Have `callback` called, in the runner's thread, with each new `PageState`. Returns how to stop it."""
        return self.reports.subscribe(callback)

    def on_inspect(self, callback: Callable[[list[tuple[str, str]]], None]) -> Callable[[], None]:
        """Have `callback` called with the rows about the patch that was looked at, whenever they change."""
        return self.reports.on_inspect(callback)

    def on_legend(self, callback: Callable[[tuple[tuple[str, float], ...]], None]) -> Callable[[], None]:
        """Have `callback` called with what `WorldModel.legend` says, whenever that changes."""
        return self.reports.on_legend(callback)

    def inspect(self, patch: int) -> list[tuple[str, str]]:
        """Rows of label and value about a patch."""
        with self.lock:
            return self.model.inspect(patch)

    def plots(self, left_out: Collection[str] = ()) -> dict[str, dict[str, Any]]:
        """What the plots show now, except those named; see `patchwalk.recorder.curves`. Nothing, after an error."""
        with self.lock, self.run.guarded("plots"):
            if self.run.recorder is not None and self.run.error is None:
                return curves(self.model, self.run.recorder, left_out)
        return {}

    def export(self, suffix: str) -> tuple[str, bytes]:
        """A file to save: `".json"` the session, `".csv"` the plots' data, or one of the model's exports.

        Raises:
            ValueError: the model writes no such file, or not of what stands there now.
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

    def say(self, text: str) -> None:
        """Have the status line say something."""
        self._ask("say", text)

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
        self._ask("change", name, value)

    def preset(self, name: str) -> None:
        """Set up with all values of a preset; over something precious they wait for Setup."""
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
        by_kind = {
            "tool": lambda tool: self._ask("tool_key", tool),
            "overlay": self.toggle_overlay,
            "button": self.button,
            "answer": self.answer,
        }
        if which and kind in by_kind:
            by_kind[kind](which)
            return True
        steps = {"slower": -5.0, "faster": 5.0}
        if name in steps:
            self._ask("nudge_speed", steps[name])
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
            self.picture.attach(screen)
        self._ask("refresh")

    def _ask(self, command: str, *arguments: Any) -> None:
        with self._wake:
            self._make_room(command, arguments)
            self._queue.append((command, arguments))
            self.run.called = True
            self._wake.notify()
            asleep = self._started and not self.alive
        if asleep:
            self.start()  # the runner had ended because the page was silent; now somebody is there again

    def _make_room(self, command: str, arguments: tuple[Any, ...]) -> None:
        """Drop what the newest command makes needless: older values of the same slider, steps before a stop."""
        if command == "stop":
            self._queue = deque(waiting for waiting in self._queue if waiting[0] != "step")
        elif command == "step" and sum(waiting[0] == "step" for waiting in self._queue) >= MOST_STEPS:
            self._queue.remove(("step", ()))
        elif command == "change" or arguments[:1] == ("hover",):
            for k in reversed(range(len(self._queue))):
                older, given = self._queue[k]
                if older == command and given[0] == arguments[0]:
                    del self._queue[k]
                    break
                if older not in ("change", "acknowledge", "refresh") and given[:1] != ("hover",):
                    break

    # --- the runner ------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the runner thread; call it inside the page's component, so that its context goes with the thread."""
        with self._wake:
            self._started = True
            if self.alive:
                return
            self.picture.refresh()
            self._thread = threading.Thread(target=self._live, name=f"patchwalk {self.name}", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """End the runner thread."""
        with self._wake:
            self._started = False
            self._wake.notify()

    @property
    def alive(self) -> bool:
        """Whether the runner thread runs."""
        return self._thread is not None and self._thread.is_alive()

    def _live(self) -> None:
        while True:
            patience = self.turn()
            gone = self.picture.page_is_gone()
            with self._wake:
                if not self._started or (gone and not self._queue):
                    self.run.going = self.run.going and not gone
                    self._thread = None
                    return
                if not self._queue and patience > 0:
                    self._wake.wait(min(patience, IDLE))

    def turn(self) -> float:
        """Do what is queued, then what is due.

        Returns:
            Seconds in which nothing is due.
        """
        run = self.run
        with self.lock:
            self._drain()
            if run.task is not None:
                with PROCESSOR:
                    run.work()
            elif run.going:
                with PROCESSOR:
                    run.tick_slice()
            run.look_at_clock()
            self.picture.show()
            self.page = self.reports.publish()
            if run.task is not None or run.owed:
                return 0.0
            if run.going:
                return run.pacer.wait(self.clock())
            return min(IDLE, run.stopwatch.wait) if self.picture.screen is not None else math.inf

    def _drain(self) -> None:
        if self.run.owed and self.run.task is None:
            self._commands.do("pay", ())
        while True:
            with self._wake:
                if not self._queue:
                    self.run.called = False
                    return
                command, arguments = self._queue.popleft()
            self.picture.heard()
            if command in ("acknowledge", "refresh"):
                getattr(self.picture, command)(*arguments)
            else:
                self._commands.do(command, arguments)
