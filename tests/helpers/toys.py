"""A model that has everything a model may have, and breaks where it is told to."""

from typing import Annotated, Any, ClassVar, Literal

import numpy as np

from patchwalk.declarations import (
    LOOK,
    Button,
    Choice,
    Export,
    Import,
    KeyMode,
    Monitor,
    Overlay,
    Pen,
    Plot,
    Preset,
    Question,
    Tool,
)
from patchwalk.model import WorldModel
from patchwalk.parameters import Hidden, ParameterError, Slider
from patchwalk.view import Palette, Swatch, View
from patchwalk.world import make_world

Trouble = Literal[
    "none", "setup", "tick", "press", "view", "shape", "monitor", "message", "inspect", "describe", "button"
]


class Broken(Exception):
    """What the toy raises where it is told to break."""


def read_numbers(model, name, data):
    try:
        numbers = [int(word) for word in data.split()]
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error
    model.layer.flat[: len(numbers)] = numbers


class ToyModel(WorldModel):
    """Counts up, patch by patch, until `end` (0: never)."""

    title = "Toy"
    palette = Palette((Swatch("low", "low", "#FFFFFF", "#000000"), Swatch("high", "high", "#000000", "#FFFFFF")))
    buttons = (
        Button("bump", "Bump", "b", runs=True),
        Button("ask", "Ask", "a"),
        Button("grind", "Grind", "r", kind="long", runs=True),
        Button("remake", "Remake", "m", kind="long", setup=True),
        Button("renew", "Renew", "w", setup=True, runs=True),
        Button("heavier", "Heavier", "h"),
    )
    tools = (
        LOOK,
        Tool("dab", "Dab", "d"),
        Tool("hose", "Hose", "o", gesture="hold", color="high", runs=True),
        Tool("brush", "Brush", "u", gesture="paint"),
    )
    overlays = (Overlay("inverse", "Inverse", "i"), Overlay("dots", "Dots", "j", on=True))
    presets = (Preset("Big", {"width": 9, "weight": 7}),)
    monitors = (Monitor("total", "Total", lambda model: model.read_total(), unit="points"),)
    plots = (
        Plot("total", "Total", pens=(Pen("all", lambda model: model.total),)),
        Plot("row", "Row", kind="strip", strip=lambda model: (model.layer[0] > 0).astype(np.uint8)),
    )
    imports = (Import(".txt", "Numbers", read_numbers),)
    exports = (Export(".txt", "Numbers", lambda model: " ".join(map(str, model.layer.flat)).encode()),)
    key_modes = (KeyMode("typing", "Typing", {"q": "count up", "x": "leave"}),)
    long_steps: ClassVar[int] = 40

    def __init__(
        self,
        width: Annotated[int, Slider(2, 2000, unit="patches")] = 6,
        height: Annotated[int, Slider(2, 2000, unit="patches")] = 5,
        end: Annotated[int, Slider(0, 10**6)] = 1000,
        weight: Annotated[int, Slider(0, 9, live=True)] = 1,
        depth: Annotated[int | None, Slider(1, 9, follows="width")] = None,
        trouble: Trouble = "none",
        place: Annotated[Any, Hidden(int)] = None,
        rng: int | None = None,
    ) -> None:
        if trouble == "setup":
            raise Broken("at setup")
        super().__init__(rng=rng)
        self.world = make_world("square", width, height)
        if place is not None and not 0 <= place < self.world.size:
            raise ParameterError("place", f"place: {place} is not a patch from 0 to {self.world.size - 1}")
        self.layer = self.world.layer(np.int64)
        self.total = 0
        self.moving = True
        self.typing = False

    @property
    def undoable(self):
        return not self.typing

    def trip(self, where):
        if self.parameters["trouble"] == where:
            raise Broken(f"in {where}")

    def tick(self):
        if self.ticks >= 3:
            self.trip("tick")
        self.total += self.parameters["weight"]
        self.layer.flat[self.ticks % self.world.size] += int(self.rng.integers(10)) + self.random.randrange(3)

    def active(self):
        end = self.parameters["end"]
        return self.moving and (end == 0 or self.ticks < end)

    @property
    def can_finish(self):
        return self.parameters["end"] > 0

    @property
    def progress(self):
        return self.ticks / self.parameters["end"] if self.parameters["end"] else None

    @property
    def message(self):
        self.trip("message")
        return self.notice

    @property
    def key_mode(self):
        return "typing" if self.typing else None

    def finishing(self):
        while self.running:
            self.advance(100)
            yield self.progress

    def read_total(self):
        self.trip("monitor")
        return self.total

    def bump(self):
        self.trip("button")
        self.total += 100

    def heavier(self):
        self.parameters["weight"] = min(9, self.parameters["weight"] + 1)

    def ask(self):
        self.question = Question(
            "Sure?", "It cannot be taken back", (Choice("no", "No", "0"), Choice("yes", "Yes", "1"))
        )

    def answer(self, choice):
        self.question = None
        self.total += {"no": 0, "yes": 1000}[choice]

    def grind(self):
        for step in range(self.long_steps):
            self.layer += 1
            self.total += int(self.rng.integers(3))
            yield step / self.long_steps

    remake = grind

    def renew(self):
        self.typing = True

    def mode_key(self, mode, key):
        self.total += 7
        self.typing = key != "x"

    def press(self, tool, pointer):
        self.trip("press")
        self.drag(tool, pointer)

    def drag(self, tool, pointer):
        for patch in pointer.path or (pointer.patch,):
            if patch >= 0:
                self.layer.flat[patch] += {"dab": 50, "hose": 5, "brush": 1}[tool]

    def hold(self, tool, pointer):
        self.drag(tool, pointer)
        if pointer.shift and self.ticks % 5 == 4:
            self.moving = False

    def release(self, tool, pointer):
        self.total += 3

    def inspect(self, patch):
        self.trip("inspect")
        return [*super().inspect(patch), ("Value", str(self.layer.flat[patch]))]

    def describe(self, patch):
        self.trip("describe")
        return "a patch"

    def view(self, overlays=frozenset()):
        self.trip("view")
        codes = (self.layer > 10).astype(np.uint8)
        if self.parameters["trouble"] == "shape" and self.ticks:
            codes = codes[1:]
        return View(codes=1 - codes if "inverse" in overlays else codes)

    def state(self):
        plain = {"total": self.total, "moving": self.moving, "typing": self.typing}
        return super().state() | plain | {"layer": self.layer.copy()}

    def restore(self, state):
        self.layer[:] = state["layer"]
        self.total, self.moving, self.typing = state["total"], state["moving"], state["typing"]
        super().restore(state)
