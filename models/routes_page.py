"""What the page offers for routes: colours, overlays, buttons, monitors, the plot, presets, files."""

from __future__ import annotations

from math import isfinite
from typing import Any

from models.routes_setup import drawn_values
from patchwalk.declarations import Button, Export, Import, Monitor, Overlay, Pen, Plot, Preset
from patchwalk.view import Palette, Ramp, Swatch
from rules.mapfile import map_bytes, read_map

# What can be painted on a floor, as far apart in hue as eight pale colours can be.
COLORS = (
    ("#F6C9C4", "#6B3530"),
    ("#F7DDB5", "#6A4A22"),
    ("#F1EDB0", "#5C5820"),
    ("#CFE8BF", "#375A2C"),
    ("#BFE6E0", "#235A54"),
    ("#C5DAF5", "#2C4B74"),
    ("#D8CEF2", "#4A3D72"),
    ("#F2CCE4", "#693758"),
)

PALETTE = Palette(
    (
        Swatch("floor", "floor", "#FAFBF8", "#36413E"),
        Swatch("solid", "solid", "#3A4744", "#060908"),
        Swatch("ice", "ice", "#CFE6F4", "#2B5C80", "hatched"),
        Swatch("dark-floor", "dark", "#C6CCC9", "#202726", "dotted"),
        *(Swatch(f"color-{number}", "", light, dark) for number, (light, dark) in enumerate(COLORS, 1)),
        Swatch("way", "way", "#C2410C", "#FFA766"),
        Swatch("warp", "warp", "#8A2A86", "#F7B3E8"),
        Swatch("loop", "loop floor", "#1F6AAE", "#A3D2FF"),
        Swatch("named", "", "#5E6A65", "#94A19C"),
        Swatch("door", "door", "#EBC65F", "#EBC65F"),
        Swatch("no-entry", "no entry", "#A8231B", "#FF9A90", sign="⊖"),
        Swatch("explorer", "explorer", "#17201E", "#E9EEEB"),
        Swatch("player", "", "#1459C7", "#8DBBFF"),
        Swatch("visited", "", "#F3DDA6", "#6B5A2E"),
        Swatch("unseen", "", "#0E1211", "#0E1211"),
    )
)
CODES = PALETTE.codes()

RAMP = Ramp(
    "wave, near to far",
    ("#E9F1CF", "#D3EACB", "#BCE1C8", "#A4D5C3", "#86C3B9"),
    ("#435247", "#3D6150", "#38715D", "#33826B", "#2E9379"),
)

BUTTONS = (
    Button("search_again", "Search again", "a", icon="wave", runs=True, help="Show wave, way and explorers once more"),
)

OVERLAYS = (
    Overlay("wave", "Wave", "v", on=True, help="Tint the patches in the order in which the search reaches them"),
    Overlay("way", "Way", "y", on=True, help="Draw the shortest way from S to G"),
    Overlay("warps", "Warps", "p", on=True, help="Draw a line from each warp to its end"),
    Overlay("graph", "Graph", "h", help="Draw the moves between the patches that were searched"),
    Overlay("floors", "Floors", "b", on=True, help="Frame the named floors; those that loop are dotted"),
)


def finite(length: float) -> float | None:
    """A length, or None where no way leads."""
    return length if isfinite(length) else None


MONITORS = (
    Monitor("length", "Length", lambda m: finite(m.length), digits=2, unit="patches"),
    Monitor("straight", "Straight", lambda m: None if m.route is None else m.route.straight, unit="steps"),
    Monitor("diagonal", "Diagonal", lambda m: None if m.route is None else m.route.diagonal, unit="steps"),
    Monitor("searched", "Patches searched", lambda m: m.searched, unit=lambda m: f"of {sum(m.search.ring_sizes)}"),
    Monitor("ring", "Ring", lambda m: m.ring, unit=lambda m: f"of {m.search.last_ring}"),
    Monitor("arrived", "Arrived", lambda m: m.arrived, unit=lambda m: f"of {len(m.explorers)}"),
)


PLOTS = (
    Plot(
        "wave",
        "Wave",
        unit="patches a ring",
        pens=(Pen("new patches", lambda m: m.search.ring_sizes[m.ring]),),
        x="ring",
        history=lambda m: [m.search.ring_sizes[: m.ring + 1]],
    ),
)


def _sized(name: str, terrain: str, width: int, height: int, grid: str = "square", **values: Any) -> Preset:
    world = {"terrain": terrain, "width": width, "height": height, "grid": grid, "neighbors": 8}
    return Preset(name, {**world, "explorers": 4, "start": None, "goal": None, **values})


PRESETS = (
    _sized("Every feature", "example", 34, 24),
    _sized("Every feature, hexes", "example", 34, 24, grid="hex"),
    _sized("Random obstacles", "random", 41, 41, obstacles=0.25),
    _sized("Random obstacles, hexes", "random", 41, 41, grid="hex", obstacles=0.3),
    _sized("Four neighbours", "random", 41, 41, neighbors=4, obstacles=0.25),
    _sized("Large, many explorers", "random", 101, 101, obstacles=0.3, explorers=60),
    _sized("Through a maze", "maze", 41, 41, neighbors=4, turtles=4),
    _sized("Through a hex maze", "maze", 41, 40, grid="hex", turtles=4),
    _sized("Empty", "empty", 41, 41),
)


def map_values(name: str, data: bytes) -> dict[str, Any]:
    """A file with a map as parameter values."""
    return drawn_values(read_map(name, data))


def plain_map(model: Any) -> bytes:
    """The map as Moving AI has them: S and G are no part of it, they belong to a scenario."""
    kept = model.map.copy()
    kept.set_start(None)
    kept.set_goal(None)
    return map_bytes(kept, "map.map")


IMPORTS = (
    Import(".tmj", "map", values=map_values),
    Import(".json", "map", values=map_values),
    Import(".map", "map", values=map_values),
)
EXPORTS = (
    Export(".tmj", "map", lambda m: map_bytes(m.map, "map.tmj")),
    Export(".map", "map", plain_map),
)
