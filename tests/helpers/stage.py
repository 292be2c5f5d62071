"""A stage without a page: a clock that tests move, a screen that keeps what it was sent, and a session on both."""

import json
import sys
from pathlib import Path

from patchwalk.discovery import discover
from patchwalk.frames import FrameEncoder
from patchwalk.history import same
from patchwalk.session import Session

TEMPLATE = Path(__file__).parents[1] / "library" / "template"


def library():
    """Name -> model class, of the models and of the template."""
    if str(TEMPLATE) not in sys.path:
        sys.path.append(str(TEMPLATE))
    return {**discover("models"), **discover("models_like")}


class Clock:
    """Seconds that pass by themselves by a little at each look, so that slices end, and otherwise when told."""

    def __init__(self, step=0.0005):
        self.now = 1000.0
        self.step = step

    def __call__(self):
        self.now += self.step
        return self.now


class Screen:
    """Encodes frames as the board does, so that a wrong view is refused, and keeps the status of each."""

    def __init__(self):
        self.encoder = FrameEncoder()
        self.statuses = []
        self.shown = []
        self.marks = []

    def show(self, view, world, extra):
        header, _ = self.encoder.encode(view, world)
        self.marks = header["marks"]
        self.shown.append(self.encoder.number)
        self.status(extra)
        return self.encoder.number

    def status(self, extra):
        self.statuses.append(json.loads(json.dumps(extra["status"], allow_nan=False)))

    @property
    def last(self):
        return self.statuses[-1]


class Stage:
    """A session with clock and screen; the page paints at once unless `paints` is False."""

    def __init__(self, model_class, values=None, *, step=0.0005, **options):
        self.clock = Clock(step)
        self.session = Session(model_class, values, clock=self.clock, **options)
        self.screen = Screen()
        self.paints = True
        self.session.attach(self.screen)
        self.turn()

    def turn(self):
        """One turn of the runner; the page acknowledges what it was sent."""
        patience = self.session.turn()
        if self.paints and self.screen.shown:
            self.session.acknowledge(self.screen.shown[-1])
        return patience

    def do(self, command, *arguments):
        """Ask for something and let the runner do it."""
        getattr(self.session, command)(*arguments)
        self.turn()
        return self

    def wait(self, seconds):
        """Let time pass, in turns."""
        until = self.clock.now + seconds
        while self.clock.now < until:
            patience = self.turn()  # which moves the clock, too
            self.clock.now += min(max(patience, 0.001), 0.05)

    def settle(self, turns=2000):
        """Turns until nothing long runs any more."""
        while self.session.run.task is not None:
            self.turn()
            turns -= 1
            assert turns, "something long never ends"

    def press(self, patch, kind="press", **more):
        """A pointer event on a patch."""
        return self.do("pointer", kind, {"kind": kind, "patch": patch, "x": 0.0, "y": 0.0, **more})

    @property
    def page(self):
        return self.session.page

    @property
    def model(self):
        return self.session.model

    def state(self):
        return self.session.model.state()


def reopened(stage):
    """Another session that reads the session file of this one."""
    name, data = stage.session.export(".json")
    other = Stage(stage.session.model_class)
    other.do("read_file", name, data)
    other.settle()
    return other


def assert_replays(stage):
    """The session file leads to the same state."""
    other = reopened(stage)
    assert other.session.run.said == "", other.session.run.said
    theirs, ours = other.state(), stage.state()
    differing = [name for name in ours if not same(ours[name], theirs.get(name))]
    assert not differing, differing
