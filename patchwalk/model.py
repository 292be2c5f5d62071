"""The model of every world: one declaration, from which page, command line, Mesa and tests take what they need.

A model's author writes `__init__` (its signature declares the parameters), `tick`, `active`, `view`, and what it has of
buttons, tools, monitors and plots. Everything else stands here, once.
"""

from __future__ import annotations

import copy
import inspect
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import mesa
import numpy as np

from patchwalk.authored import Authored
from patchwalk.declarations import Pointer
from patchwalk.mesa_data import monitors_now
from patchwalk.parameters import ParameterError
from patchwalk.signature import checking, new_seed, read_signature
from patchwalk.turtle import Turtle

SLICE = 0.012  # seconds of work between two yields of something long; the page's Stop waits no longer than this


class WorldModel(Authored, mesa.Model):  # type: ignore[misc]
    """Turtles on the patches of one world; `Authored` lists what its author writes, and its attributes."""

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
            cls.__init__ = checking(cls, own)  # type: ignore[method-assign]

    def __init__(self, rng: int | None = None) -> None:
        """Start Mesa's model with this run's seed; subclasses call `super().__init__(rng=rng)`."""
        if "seed" not in self.__dict__:  # a subclass without an __init__ of its own
            self.parameters, self.seed = {}, new_seed(rng)
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
        before = self.parameters[name]
        self.parameters[name] = parameter.check(value)
        try:
            self.changed(name)
        except ParameterError:
            self.parameters[name] = before
            raise
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
