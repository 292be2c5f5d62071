"""The model of every world: one declaration, from which page, command line, Mesa and tests take what they need.

A model's author writes `__init__` (its signature declares the parameters), `tick`, `active`, `view`, and what it has of
buttons, tools, monitors and plots. Everything else stands here, once.
"""

from __future__ import annotations

import copy
import functools
import inspect
import secrets
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import mesa
import numpy as np

from patchwalk.declarations import (
    LOOK,
    Button,
    Command,
    Export,
    Import,
    KeyMode,
    Monitor,
    Overlay,
    Plot,
    Pointer,
    Preset,
    Question,
    Tool,
)
from patchwalk.mesa_data import monitors_now
from patchwalk.parameters import ParameterError, Parameters, check_seed, read_signature
from patchwalk.turtle import Turtle
from patchwalk.view import Palette, Ramp, Swatch, View
from patchwalk.world import World

SLICE = 0.012  # seconds of work between two yields of something long; the page's Stop waits no longer than this
NEW_SEEDS = 10**9  # drawn seeds have at most nine digits, so that people can say and copy them


class WorldModel(mesa.Model):  # type: ignore[misc]
    """Turtles on the patches of one world.

    Class attributes declare what the page offers; see `patchwalk.declarations`.

    Attributes:
        world: the patches; set by the subclass's `__init__`.
        parameters: name -> checked value; live ones change with `change`. Those of `parameter_list`, and where the
            class has another signature than the one it inherits from, what it hands down.
        seed: the number that this run's randomness starts from.
        ticks: how many ticks have been run.
        running: whether a tick would change something.
        notice: a sentence for the status line; it is forgotten with the next tick.
        question: what the model asks a person, or None.
    """

    title: ClassVar[str] = ""
    palette: ClassVar[Palette] = Palette((Swatch("ground", "", "#FFFFFF", "#202725"),))
    ramp: ClassVar[Ramp | None] = None
    buttons: ClassVar[tuple[Button, ...]] = ()
    tools: ClassVar[tuple[Tool, ...]] = (LOOK,)
    first_tool: ClassVar[str] = LOOK.name  # the one that is chosen at first
    overlays: ClassVar[tuple[Overlay, ...]] = ()
    presets: ClassVar[tuple[Preset, ...]] = ()
    monitors: ClassVar[tuple[Monitor, ...]] = ()
    plots: ClassVar[tuple[Plot, ...]] = ()
    imports: ClassVar[tuple[Import, ...]] = ()
    exports: ClassVar[tuple[Export, ...]] = ()
    commands: ClassVar[tuple[Command, ...]] = ()
    key_modes: ClassVar[tuple[KeyMode, ...]] = ()
    parameter_list: ClassVar[Parameters] = Parameters()
    board_switches: ClassVar[frozenset[str]] = frozenset()  # of the board's own, those on at first: "grid", "neighbors"
    more_switches: ClassVar[frozenset[str]] = frozenset()  # further ones that this model offers: "pointy" (of hexes)
    enter_begins: ClassVar[bool] = False  # whether Enter on the board sets up anew when the run is over
    page_values: ClassVar[Mapping[str, Any]] = {}  # with which a page begins, where that is not the default
    # Names of attributes that `state` keeps by itself; "agents" keeps all turtles with their own attributes.
    keeps: ClassVar[tuple[str, ...]] = ()

    world: World
    parameters: dict[str, Any]
    seed: int
    question: Question | None

    # --- what a model must say -------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Let one tick pass. Called only while `running`; `ticks` counts it afterwards."""
        raise NotImplementedError(f"{type(self).__name__} has no tick()")

    def active(self) -> bool:
        """Whether a tick would change something; becomes `running`."""
        raise NotImplementedError(f"{type(self).__name__} has no active()")

    def view(self, overlays: frozenset[str] = frozenset()) -> View:
        """The picture, as data.

        Args:
            overlays: names of those that are on.
        """
        raise NotImplementedError(f"{type(self).__name__} has no view()")

    # --- what a model may say --------------------------------------------------------------------------------------

    @classmethod
    def resolve(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Fill in what depends on other values, and check what no parameter can check alone.

        Args:
            values: all parameters, each checked for itself.

        Raises:
            ParameterError: they do not go together.
        """
        return values

    @classmethod
    def bounds(cls, values: Mapping[str, Any]) -> dict[str, tuple[float, float, float]]:
        """Name -> (minimum, maximum, step) of sliders whose bounds depend on other values."""
        return {}

    @property
    def can_finish(self) -> bool:
        """Whether this run ends by itself, so that Finish may be offered."""
        return False

    @property
    def can_go(self) -> bool:
        """Whether ticks may ever pass as it stands; if not, Step, Go and Finish are not offered."""
        return True

    def changed(self, name: str) -> None:
        """A live parameter has a new value (already in `parameters`)."""

    def press(self, tool: str, pointer: Pointer) -> None:
        """The pointer went down with a tool (or, for gestures with two ends, was released)."""

    def drag(self, tool: str, pointer: Pointer) -> None:
        """The pressed pointer came to another patch."""

    def hold(self, tool: str, pointer: Pointer) -> None:
        """The pointer is down at the start of a tick; only for tools with the gesture `"hold"`."""

    def release(self, tool: str, pointer: Pointer) -> None:
        """The pointer was let go."""

    def answer(self, choice: str) -> None:
        """A person answered `question`."""

    def mode_key(self, mode: str, key: str) -> None:
        """A key was pressed while one of `key_modes` is on."""

    def inspect(self, patch: int) -> list[tuple[str, str]]:
        """What there is to know about a patch, as rows of label and value."""
        return [("Patch", self.place(patch))]

    def describe(self, patch: int) -> str:
        """One word or two about a patch, for the status line."""
        return ""

    def legend(self, overlays: frozenset[str]) -> tuple[tuple[str, float], ...]:
        """Places on the ramp, 0 to 1, that the legend names: (label, place) each.

        Args:
            overlays: names of those that are on.
        """
        return ()

    @property
    def notice(self) -> str:
        """What the model said in the present tick, or empty."""
        return self._notice[1] if self._notice[0] == self.ticks else ""

    @notice.setter
    def notice(self, text: str) -> None:
        self._notice = (self.ticks, text)

    @property
    def message(self) -> str:
        """What the status line says about the run."""
        return self.notice

    @property
    def ended(self) -> bool:
        """Whether the run is over, so that only Setup goes on; by default when nothing moves any more."""
        return not self.running

    @property
    def undoable(self) -> bool:
        """Whether what a person does now can be undone; a game in which that would tell too much says no."""
        return True

    @property
    def precious(self) -> bool:
        """Whether a person has made something here that a setup would take away.

        Before the first tick a changed parameter sets up at once; where this says so it waits for Setup.
        """
        return False

    def handed_on(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values that the next setup takes from this model (a map that was drawn by hand), by their names.

        Args:
            values: with which it is to be, each checked for itself.
        """
        return {}

    @property
    def unused(self) -> frozenset[str]:
        """Names of tools, buttons, overlays and `more_switches` that are of no use now; the page leaves them out."""
        return frozenset()

    @property
    def timing(self) -> bool:
        """Whether the clock of the session runs; see `Monitor.clock`."""
        return False

    @property
    def key_mode(self) -> str | None:
        """Name of the one of `key_modes` that is on, or None."""
        return None

    @property
    def progress(self) -> float | None:
        """How much of a run that ends is done, 0 to 1, or None."""
        return None

    def state(self) -> dict[str, Any]:
        """All that the run depends on: copies of arrays, plain values, generator states.

        What `keeps` names is in it; extend it with `|` where that is not enough.
        """
        live = {p.name: self.parameters[p.name] for p in self.parameter_list if p.live}
        kept = {name: copy.deepcopy(getattr(self, name)) for name in self.keeps if name != "agents"}
        if "agents" in self.keeps:
            kept["agents"] = [(type(turtle), turtle.kept()) for turtle in self.agents]
        return kept | {
            "ticks": self.ticks,
            "live": live,
            "question": self.question,
            "rng": self.rng.bit_generator.state,
            "random": self.random.getstate(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Put back what `state` gave. Call it last in an override: it also works out `running` anew."""
        self.ticks = state["ticks"]
        self.parameters.update(state["live"])
        for name in self.keeps:
            if name == "agents":
                self._bring_back(state[name])
            elif isinstance(getattr(self, name), np.ndarray):
                getattr(self, name)[...] = state[name]  # in place: others may hold the layer
            else:
                setattr(self, name, copy.deepcopy(state[name]))
        self.question = state["question"]
        self.notice = ""
        self.rng.bit_generator.state = state["rng"]
        self.random.setstate(state["random"])
        self.running = self.active()

    def _bring_back(self, turtles: list[tuple[type[Turtle], dict[str, Any]]]) -> None:
        """Let all turtles die, and others like the kept ones take their places, in their order."""
        for turtle in list(self.agents):
            turtle.remove()
        for breed, kept in turtles:
            breed.brought_back(self, kept)

    def finishing(self) -> Iterator[float | None]:
        """Go to the end, with a yield of the progress at least every 20 ms; what it gives is what stepping gives.

        Raises:
            RuntimeError: the run has no end.
        """
        if not self.can_finish:
            raise RuntimeError(f"{self.title}: this run never ends by itself, so it cannot be finished")
        while self.running:
            until = time.perf_counter() + SLICE
            while self.running and time.perf_counter() < until:
                self.advance(1)
            yield self.progress

    # --- what every model has --------------------------------------------------------------------------------------

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Read the signature and let `__init__` check its arguments (the same under every Mesa)."""
        super().__init_subclass__(**kwargs)
        own = cls.__dict__.get("__init__")
        if own is not None:
            cls.parameter_list = read_signature(own)
            cls.__init__ = _checking(cls, own)  # type: ignore[method-assign]

    def __init__(self, rng: int | None = None) -> None:
        """Start Mesa's model with this run's seed; subclasses call `super().__init__(rng=rng)`."""
        if "seed" not in self.__dict__:  # a subclass without an __init__ of its own
            self.parameters, self.seed = {}, _seed(rng)
        super().__init__(rng=self.seed)
        self.ticks = 0
        self.notice = ""
        self.question = None

    def step(self) -> None:
        """One tick, if there is anything to do: Mesa's way in."""
        self.advance(1)

    def advance(self, n: int = 1) -> int:
        """Run up to n ticks without Mesa's wrapper; it ends early when nothing moves any more.

        Returns:
            How many were run.
        """
        for done in range(n):
            if not self.running:
                return done
            self.tick()
            self.ticks += 1
            self.running = self.active()
        return n

    def finish(self) -> None:
        """Go to the end at once, with exactly what stepping gives.

        Raises:
            RuntimeError: the run has no end.
        """
        for _ in self.finishing():
            pass

    def change(self, name: str, value: Any) -> None:
        """Give a live parameter a new value; it acts at once.

        Raises:
            ParameterError: the value is refused, or the parameter waits for a new setup.
        """
        if name not in self.parameter_list.names:
            raise ParameterError(name, f"{name}: there is no such parameter")
        parameter = self.parameter_list[name]
        if not parameter.live:
            raise ParameterError(name, f"{name}: acts at setup only; build the model anew with it")
        self.parameters[name] = parameter.check(value)
        self.changed(name)
        self.running = self.active()

    def point(self, kind: str, tool: str, pointer: Pointer) -> None:
        """Hand a pointer event to `press`, `drag`, `hold` or `release`, and see whether the model runs again."""
        getattr(self, kind)(tool, pointer)
        self.running = self.active()

    def push(self, name: str) -> Iterator[float | None] | None:
        """Press the button called `name`.

        Returns:
            What is left to do, for a long one; None when it is done.

        Raises:
            ValueError: there is no such button.
        """
        if name not in {button.name for button in self.buttons}:
            raise ValueError(f"{self.title} has no button {name!r}")
        rest: Iterator[float | None] | None = getattr(self, name)()
        self.running = self.active()
        return rest

    def place(self, patch: int) -> str:
        """A patch as people write it: `(37, 64)`."""
        x, y = self.world.xy(patch)
        return f"({x}, {y})"

    @property
    def datacollector(self) -> Any:
        """What `mesa.batch_run` asks for: the monitors as they are now. A `mesa.DataCollector` may take its place."""
        return monitors_now(self) if self._datacollector is None else self._datacollector

    @datacollector.setter
    def datacollector(self, collector: Any) -> None:
        self._datacollector = collector

    _datacollector: Any = None

    @classmethod
    def info(cls) -> str:
        """The info page, Markdown, from the file beside the model's module; empty if there is none."""
        module = sys.modules[cls.__module__]
        page = Path(inspect.getfile(module)).with_suffix(".md")
        return page.read_text(encoding="utf-8") if page.exists() else ""


def _seed(rng: Any) -> int:
    seed = check_seed(rng)
    return secrets.randbelow(NEW_SEEDS) if seed is None else seed


def _checking(cls: type[WorldModel], own: Callable[..., None]) -> Callable[..., None]:
    """`own`, the `__init__` of `cls`, with its arguments checked and the seed drawn before it runs."""
    signature = inspect.signature(own)

    @functools.wraps(own)
    def checked(self: WorldModel, *args: Any, **kwargs: Any) -> None:
        given = dict(signature.bind(self, *args, **kwargs).arguments)
        given.pop(next(iter(signature.parameters)))
        seed = given.pop("rng", None)
        # A subclass without an __init__ of its own may still have its own `resolve`.
        owner = type(self) if type(self).__init__ is checked else cls
        values = owner.resolve(cls.parameter_list.check(given))
        if "seed" not in self.__dict__:  # else the outermost class has already said it
            self.parameters, self.seed = dict(values), _seed(seed)
        self.parameters = values | self.parameters  # what only a class below knows is what that one is given
        own(self, **values, rng=self.seed)
        if type(self).__init__ is checked:
            self.running = self.active()

    return checked
