"""What the page offers for trails: colours, tools, monitors, the plot; and how trails become a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from patchwalk.declarations import LOOK, Monitor, Overlay, Pen, Plot, Preset, Tool
from patchwalk.view import NO_SHADE, SHAPES, Palette, Ramp, Swatch, Turtles, View

if TYPE_CHECKING:
    from models.trails import TrailsModel

# Hues for trails, used in turn; a turtle has the stronger one of its trail's hue.
COLORS = 4

PALETTE = Palette(
    (
        Swatch("ground", "ground", "#FAFBF8", "#2D3634"),
        Swatch("trail-1", "trail, in its turtle's hue", "#F3CF85", "#7D5A1C"),
        Swatch("trail-2", "", "#A9CFEE", "#2B5C88"),
        Swatch("trail-3", "", "#A3D5C3", "#1F6652"),
        Swatch("trail-4", "", "#D3C0EA", "#5F4788"),
        Swatch("turtle-1", "turtle", "#F08A1D", "#F08A1D"),
        Swatch("turtle-2", "", "#1F6AAE", "#74B5F0"),
        Swatch("turtle-3", "", "#17705C", "#5FC4A8"),
        Swatch("turtle-4", "", "#7A4C9F", "#C5A5EA"),
    )
)
CODES = PALETTE.codes()
# Code of a patch by the number of the turtle that was there first, plus one; 0 is no turtle.
TRAIL_CODES = np.array([0, *(CODES[f"trail-{k % COLORS + 1}"] for k in range(32))], dtype=np.uint8)

RAMP = Ramp(
    "order of the trail, early to late",
    ("#D6E9BF", "#ABD8BB", "#7FC0B5", "#4F99A4", "#2C6A88"),
    ("#3F5A4C", "#36765F", "#2E9379", "#58B99B", "#9BE0C6"),
)

TOOLS = (
    LOOK,
    Tool("place", "Turtle", "p", icon="turtle", help="Before the first tick: put the first turtle here, or turn it"),
)

OVERLAYS = (
    Overlay("way", "Way", "w", on=True, help="Draw the steps of the turtles as lines"),
    Overlay("order", "Trail order", "o", help="Shade the trail by the tick in which it got there"),
)

PRESETS = (
    Preset("1: straight on", {"grid": "square", "width": 11, "height": 11, "level": "straight", "turtles": 1}),
    Preset("2: at edges", {"grid": "square", "width": 11, "height": 11, "level": "edges", "turtles": 1}),
    Preset("3: at its own trail", {"grid": "square", "width": 11, "height": 11, "level": "own trail", "turtles": 1}),
    Preset("Twenty turtles", {"grid": "square", "width": 61, "height": 61, "level": "own trail", "turtles": 20}),
    Preset("Hexes", {"grid": "hex", "width": 31, "height": 27, "level": "own trail", "turtles": 4}),
)

MONITORS = (
    Monitor("ticks", "Ticks", lambda m: m.ticks),
    Monitor("moves", "Moves", lambda m: m.moves),
    Monitor("trail", "Trail", lambda m: m.trail_patches, unit=lambda m: f"of {m.world.size:,}".replace(",", "\u202f")),
    Monitor("walking", "Turtles walking", lambda m: m.walking, unit=lambda m: f"of {len(m.tracers)}"),
)


class Growth(Sequence[int]):
    """How many patches had a trail at each tick, read off their first visits: a run without end costs no memory."""

    def __init__(self, model: TrailsModel) -> None:
        visits = model.first_visit[model.first_visit >= 0]
        self._counts = np.cumsum(np.bincount(visits)).tolist()
        self._ticks = model.ticks

    def __len__(self) -> int:
        return self._ticks + 1

    def __getitem__(self, tick: Any) -> Any:
        if not 0 <= tick <= self._ticks:
            raise IndexError(tick)
        return self._counts[min(tick, len(self._counts) - 1)]


PLOTS = (
    Plot(
        "trail",
        "Trail",
        unit="patches",
        pens=(Pen("patches with a trail", lambda m: m.trail_patches),),
        history=lambda m: [Growth(m)],
    ),
)


def trails_view(model: TrailsModel, overlays: frozenset[str]) -> View:
    """Trails as a view: whose trail was first gives the code, when gives the shade."""
    return View(
        codes=TRAIL_CODES[model.first_tracer + 1],
        shade=_order(model) if "order" in overlays else None,
        links=model.ways.reshape(-1) if "way" in overlays else None,
        turtles=_turtles(model),
    )


def _order(model: TrailsModel) -> NDArray[np.uint8]:
    """The ticks of the trail, from 0 (the first) to 254 (now)."""
    visit = model.first_visit
    return np.where(visit >= 0, visit.astype(np.int64) * 254 // max(1, model.ticks), NO_SHADE).astype(np.uint8)


def _turtles(model: TrailsModel) -> Turtles:
    tracers = model.tracers
    x, y = model.world.center(np.array([tracer.patch for tracer in tracers]))
    return Turtles(
        id=np.array([tracer.unique_id for tracer in tracers], dtype=np.int32),
        x=x.astype(np.float32),
        y=y.astype(np.float32),
        heading=np.array([tracer.heading for tracer in tracers], dtype=np.float32),
        shape=np.array([SHAPES.index(tracer.shape) for tracer in tracers], dtype=np.uint8),
        color=np.array([CODES[tracer.color] for tracer in tracers], dtype=np.uint8),
    )
