"""What stands and what moves in a session: the model and its log, the pace, something long, the error.

`Run` lets time pass; `patchwalk.commands` carries out what a person asks for; both run in the session's runner thread.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from patchwalk.declarations import LOOK, Tool
from patchwalk.fairness import PROCESSOR
from patchwalk.model import WorldModel
from patchwalk.pacing import MIDDLE, Pacer
from patchwalk.play import Play
from patchwalk.recorder import Recorder
from patchwalk.settings import Settings
from patchwalk.status import RunState
from patchwalk.stopwatch import Stopwatch

SLICE = 0.008  # seconds of ticks between two looks at the queue, under the processor's lock


@dataclass(slots=True)
class Task:
    """Something long that is worked at in slices.

    Attributes:
        label: what the status line calls it.
        steps: does it; each yield gives the progress, 0 to 1, or None.
        reads: whether it reads a file: then any ValueError is about the file, and the model stays as it was.
        taken_back: whether stopping it takes back what it did so far.
        then_go: whether Go starts after it when something moves then.
    """

    label: str
    steps: Iterator[float | None]
    reads: bool = False
    taken_back: bool = False
    then_go: bool = False


class Run:
    """One run of one model, as the runner thread knows it.

    Attributes:
        play: the model, and the log of what was done to it.
        settings: what is wanted of the next setup.
        pacer: the speed slider.
        recorder: samples of the plots, or None before the first setup.
        stopwatch: how long `model.timing` has been True.
        going: whether Go is on.
        task: what is worked at, or None.
        progress: of the task, 0 to 1, or None.
        error: (where, text) of the model's error, or None.
        error_trace: the same with all that Python knows.
        said: what the status line says before anything else, or empty.
        tool: the chosen one.
        overlays: names of those that are on.
        hovered: patch under the pointer, or -1.
        inspected: patch that was looked at, or -1.
        owed: live parameters whose new values wait until the task is done.
        stale: whether the picture is not the newest.
        forced: whether it is to be shown whatever the pace.
        touched: whether something changed that the page shows beside the board.
        called: whether somebody waits for the runner; then a slice ends early.
    """

    def __init__(self, play: Play, settings: Settings, clock: Callable[[], float]) -> None:
        self.play = play
        self.model_class = play.model_class
        self.settings = settings
        self.clock = clock
        self.pacer = Pacer(MIDDLE)
        self.recorder: Recorder | None = None
        self.stopwatch = Stopwatch()
        self.going = False
        self.task: Task | None = None
        self.progress: float | None = None
        self.error: tuple[str, str] | None = None
        self.error_trace = ""
        self.said = ""
        self.tool = tool_of(play.model_class, play.model_class.first_tool) or LOOK
        self.overlays = frozenset(overlay.name for overlay in play.model_class.overlays if overlay.on)
        self.hovered = -1
        self.inspected = -1
        self.owed: set[str] = set()
        self.stale = self.forced = self.touched = True
        self.called = False

    @property
    def model(self) -> WorldModel:
        """The model that stands there.

        Raises:
            LookupError: nothing is set up yet.
        """
        if self.play.model is None:
            raise LookupError("nothing is set up yet")
        return self.play.model

    @property
    def state(self) -> RunState:
        """What the disc before the status says."""
        if self.error is not None:
            return "error"
        if self.play.model is None:
            return "empty"
        if self.model.question is not None:
            return "asking"
        if self.task is not None or self.going:
            return "running"
        return "finished" if self.model.ended else "stopped"

    @property
    def locked(self) -> bool:
        """Whether Step, Go and Finish are locked."""
        return self.state in ("error", "empty", "asking", "finished")

    @property
    def why_locked(self) -> str:
        """Why Step, Go and Finish do nothing."""
        if self.error is not None:
            return "An error has stopped this run; Setup begins anew"
        if self.play.model is None:
            return "Press Setup to begin"
        if self.model.question is not None:
            return "A question is waiting for your answer"
        return self.model.message or "Nothing moves any more; Setup begins anew"

    # --- errors, and what is to be shown ---------------------------------------------------------------------------

    def show_soon(self) -> None:
        """The picture changed by what a person did: it is shown at once, whatever the pace."""
        self.stale = self.forced = self.touched = True

    @contextmanager
    def guarded(self, where: str) -> Iterator[None]:
        """Take an error of the model as its end: it is shown, and all is locked until Setup."""
        try:
            yield
        except Exception as error:  # a model may raise anything
            self.failed(where, error)

    def failed(self, where: str, error: Exception) -> None:
        """The model raised: stop everything, keep the text for the page."""
        self.going, self.task, self.progress = False, None, None
        self.play.held = None
        self.owed.clear()
        ticks = self.play.model.ticks if self.play.model is not None else 0
        self.error = (f"{where} at tick {ticks}", f"{type(error).__name__}: {error}")
        self.error_trace = "".join(traceback.format_exception(error))
        self.show_soon()

    # --- doing -----------------------------------------------------------------------------------------------------

    def apply(self, action: Mapping[str, Any]) -> None:
        """Carry out an action to its end."""
        self.play.apply(action)
        self.followed()

    def followed(self) -> None:
        """Something was done to the model: the widgets follow it, and so does the picture."""
        self.settings.follow(self.model, self.owed)
        self.show_soon()

    def stood_up(self) -> None:
        """Another model stands there: what was known about the old one is forgotten."""
        self.error = None
        self.said = ""
        self.owed.clear()
        self.recorder = Recorder(self.model)
        self.stopwatch = Stopwatch()
        if self.inspected >= self.model.world.size:
            self.inspected = -1
        if self.hovered >= self.model.world.size:
            self.hovered = -1
        self.show_soon()

    def sample(self) -> None:
        """Let the plots that record take a sample."""
        if self.recorder is not None:
            self.recorder.sample(self.model)

    def begin(self, task: Task) -> None:
        """Start something long; what came before is stopped, and the pointer is let go."""
        self.cancel()
        self.play.let_go()
        self.task = task
        self.work()

    def begin_action(self, label: str, action: Mapping[str, Any], *, then_go: bool = False) -> None:
        """Start an action that may take long."""
        kind = action["do"]
        steps = self.play.performing(action)
        self.begin(Task(label, steps, reads=kind == "file", taken_back=kind == "button", then_go=then_go))

    def cancel(self) -> None:
        """Stop what takes long, and Go."""
        self.going = False
        self.cancel_task()
        self.show_soon()

    def cancel_task(self) -> None:
        """Stop what takes long."""
        if self.task is None:
            return
        task, self.task, self.progress = self.task, None, None
        task.steps.close()  # type: ignore[attr-defined]
        self.said = f"{task.label}: stopped"
        self.followed()

    # --- time ------------------------------------------------------------------------------------------------------

    def look_at_clock(self) -> None:
        """Let the stopwatch count; the page shows each second."""
        with self.guarded("timing"):
            timing = self.error is None and self.play.model is not None and self.model.timing
            self.touched = self.stopwatch.look(timing, self.clock()) or self.touched

    def go(self) -> None:
        """Let time pass from now on."""
        self.going = True
        self.pacer.start(self.clock())
        self.touched = True

    def tick_slice(self) -> None:
        """Run the ticks that are due, for at most `SLICE` seconds, less where other sessions wait for the processor."""
        begun = self.clock()
        due = self.pacer.ticks_due(begun)
        done = 0
        with self.guarded("step"):
            while done < due and self.model.running and self.model.question is None:
                self.play.tick()
                done += 1
                self.sample()
                if self.called or self.clock() - begun > SLICE / (1 + PROCESSOR.waiting):
                    break
            self.pacer.ticked(done)
            self.stale = self.stale or done > 0
            if not self.model.running or self.model.question is not None:
                self.going = False
                self.show_soon()

    def work(self) -> None:
        """Go on with something long, for at most `SLICE` seconds."""
        task, begun = self.task, self.clock()
        if task is None:
            return
        refused = ""
        with self.guarded(task.label.lower()):
            try:
                for self.progress in task.steps:
                    self.stale = True
                    if self.called or self.clock() - begun > SLICE:
                        return
            except ValueError as refusal:
                if not task.reads:
                    raise
                refused = str(refusal)
            self._worked(task, refused)

    def _worked(self, task: Task, said: str) -> None:
        self.task, self.progress = None, None
        self.said = said or self.said
        if self.play.model is None:
            return
        self.sample()
        self.followed()
        if task.then_go and self.model.running and not self.locked:
            self.go()


def tool_of(model_class: type[WorldModel], name: str) -> Tool | None:
    """The tool of this name, or None."""
    return next((tool for tool in model_class.tools if tool.name == name), None)
