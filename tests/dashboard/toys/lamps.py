"""A model for the page's tests: everything that a page can show, in one small declaration."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import numpy as np

from patchwalk.declarations import (
    LOOK,
    Button,
    Choice,
    Export,
    Import,
    Monitor,
    Overlay,
    Pen,
    Plot,
    Pointer,
    Preset,
    Question,
    Tool,
)  # fmt: skip
from patchwalk.model import WorldModel
from patchwalk.parameters import Slider, Switch
from patchwalk.view import Palette, Ramp, Swatch, View
from patchwalk.world import make_world

Width = Annotated[int, Slider(3, 61, 2, unit="patches")]
Brightness = Annotated[float, Slider(0, 1, 0.05, live=True, ends=("dim", "bright"), help="How bright a lamp is")]
Policy = Literal["one by one", "row by row", "column by column", "as it comes"]


class LampsModel(WorldModel):
    """Lamps that are lit one after the other."""

    title = "Lamps"
    order = 1
    palette = Palette(
        (
            Swatch("out", "lamp out", "#3A4744", "#060908"),
            Swatch("lit", "lamp lit", "#F3DDA6", "#D9B86A"),
            Swatch("cold", "cold lamp", "#CFE6F4", "#2B5C80", "hatched"),
        )
    )
    ramp = Ramp("heat", ("#E9F1CF", "#86C3B9"), ("#435247", "#2E9379"))
    tools: ClassVar = (
        LOOK,
        Tool("light", "Light", "w", "drop", "paint", color="cold"),
        Tool("out", "Put out", "o", "erase", "paint"),
    )
    buttons: ClassVar = (
        Button("ask", "Ask", "a", icon="why"),
        Button("fail", "Fail", "x", icon="bolt"),
        Button("dark", "All out", "d", icon="dry"),
    )
    overlays: ClassVar = (Overlay("cold", "Cold", "c", on=True), Overlay("heat", "Heat", "h"))
    presets: ClassVar = (Preset("small", {"width": 11, "height": 11}), Preset("wide", {"width": 31, "height": 11}))
    monitors: ClassVar = (
        Monitor("ticks", "Ticks", lambda model: model.ticks),
        Monitor("lit", "Lamps lit", lambda model: int(model.lit.sum()), unit=lambda model: f"of {model.lit.size}"),
        Monitor(
            "share",
            "Share lit",
            lambda model: 100 * model.lit.mean(),
            1,
            "%",
            alert=lambda model: model.lit.mean() > 0.5,
        ),
        Monitor("none", "Nothing", lambda model: None),
    )
    plots: ClassVar = (
        Plot("lit", "Lamps lit", "lamps", (Pen("lit", lambda m: int(m.lit.sum())), Pen("half", lambda m: 50))),
        Plot(
            "cloud", "Share and tick", "share", (Pen("tick", lambda m: m.ticks), Pen("share", lambda m: m.lit.mean())),
            kind="scatter", x="ticks", curve=lambda m: ([0, 50, 100], [0, 0.6, 1]), curve_label="a guess", tall=True,
        ),
        Plot("row", "Lowest row", kind="strip", strip=lambda model: model.lit[0].astype(np.uint8)),
    )  # fmt: skip
    imports: ClassVar = (Import(".lamps", "Lamps", lambda model, name, data: model.read(data)),)
    exports: ClassVar = (Export(".lamps", "lamps", lambda model: model.lit.astype(np.uint8).tobytes()),)

    def __init__(
        self,
        width: Width = 11,
        height: Width = 11,
        grid: Literal["square", "hex"] = "square",
        brightness: Brightness = 0.5,
        policy: Policy = "one by one",
        guesses: Annotated[Literal["classic", "warn", "punish"], Switch(live=True)] = "warn",
        frugal: bool = False,
        rng: int | None = None,
    ) -> None:
        super().__init__(rng=rng)
        self.world = make_world(grid, width, height)
        self.lit = np.zeros((height, width), dtype=bool)
        self.broken = False

    def tick(self) -> None:
        """Light one lamp."""
        if self.broken:
            raise ValueError("density 1.2 is outside 0 to 1 (share of patches taken)")
        out = np.flatnonzero(~self.lit.ravel())
        self.lit.ravel()[out[0] if self.parameters["policy"] == "one by one" else self.rng.choice(out)] = True

    def active(self) -> bool:
        """Whether a lamp is out."""
        return not self.lit.all()

    def unused(self, overlays: frozenset[str]) -> frozenset[str]:
        """With "punish" some things are of no use."""
        strict = self.parameters["guesses"] == "punish"
        return frozenset({"monitor:share", "plot:cloud", "plot:row", "color:cold", "ramp"} if strict else ())

    @property
    def can_finish(self) -> bool:
        """It ends when all are lit."""
        return True

    def view(self, overlays: frozenset[str] = frozenset()) -> View:
        """Lit lamps, some of them cold."""
        codes = self.lit.astype(np.uint8)
        if "cold" in overlays:
            codes[self.lit & (np.arange(self.lit.shape[1]) % 3 == 0)] = 2
        return View(codes)

    def press(self, tool: str, pointer: Pointer) -> None:
        """Light a lamp or put it out."""
        for patch in {pointer.patch, *pointer.path} - {-1}:
            self.lit.ravel()[patch] = tool == "light"

    drag = press

    def ask(self) -> None:
        """Put a question."""
        text = "Patch (2, 8) is out in 54 % of the layouts that fit the numbers, and another patch is certainly lit."
        choices = (
            Choice("back", "Take back"),
            Choice("show", "Show a safe move", "w"),
            Choice("open", "Open anyway", "o"),
        )
        self.question = Question("You need not guess here", text, choices, self.world.patch(2, 8))

    def answer(self, choice: str) -> None:
        """Take it."""
        self.question, self.notice = None, f"Answered: {choice}"

    def fail(self) -> None:
        """The next tick raises an error."""
        self.broken = True

    def dark(self) -> None:
        """All out."""
        self.lit[:] = False

    def read(self, data: bytes) -> None:
        """Take lamps from a file."""
        if len(data) != self.lit.size:
            raise ValueError(f"{len(data)} lamps are not {self.lit.size}")
        self.lit[:] = np.frombuffer(data, dtype=np.uint8).reshape(self.lit.shape) > 0

    def describe(self, patch: int) -> str:
        """In a word."""
        return "lit" if self.lit.ravel()[patch] else "out"

    def inspect(self, patch: int) -> list[tuple[str, str]]:
        """Place and lamp."""
        return [("Patch", self.place(patch)), ("Lamp", self.describe(patch))]

    def state(self) -> dict[str, Any]:
        """All there is."""
        return super().state() | {"lit": self.lit.copy(), "broken": self.broken, "question": self.question}

    def restore(self, state: Any) -> None:
        """Put it back."""
        self.lit[:] = state["lit"]
        self.broken, self.question = state["broken"], state["question"]
        super().restore(state)
