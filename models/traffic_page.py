"""What the page offers for traffic: tools, overlays, buttons, monitors, plots, presets, files; and what of it when."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from models.routes_tools import TOOLS as MAP_TOOLS
from models.traffic_palette import out_of_legend
from models.traffic_setup import drawn_values
from models.traffic_words import people, reasons_said
from patchwalk.declarations import LOOK, Button, Export, Import, Monitor, Overlay, Pen, Plot, Preset, Tool
from rules.mapfile import map_bytes, read_map
from rules.percolation import threshold
from rules.theory import open_road_flux, ring_curve

if TYPE_CHECKING:
    from models.traffic import TrafficModel

TAKEN = ("floor", "solid", "wall", "door", "one-way-edge", "one-way", "warp", "loop", "no-entry", "erase")
WALLS = tuple(tool for tool in MAP_TOOLS if tool.name in TAKEN)
ZONES = (
    Tool("origin", "Origins", "o", icon="start", gesture="paint", help="Origins: where walkers of a demand come from"),
    Tool("target", "Destinations", "d", icon="goal", gesture="paint", help="Destinations: paint where they go"),
)
FOLLOW = Tool("follow", "Follow", "w", icon="eye", help="Follow: press on a walker; on empty road to let it go")
TOOLS = (LOOK, FOLLOW, *WALLS, *ZONES)
DRAWING_TOOLS = frozenset(tool.name for tool in WALLS)
ZONE_TOOLS = frozenset(tool.name for tool in ZONES)

BUTTONS = (
    Button("percolation_sweep", "Percolation sweep", "p", kind="long", icon="wave",
           help="Open patches at random, many times: at which density does a cluster span the world?"),
    Button("clear_zones", "Clear zones", "c", icon="unflag", help="Take away all origins and destinations"),
)  # fmt: skip

OVERLAYS = (
    Overlay("heat", "Heat", "h", help="Tint patches by how often somebody stood there"),
    Overlay("clusters", "Cluster", "k", help="Tint the largest cluster of free patches"),
    Overlay("goals", "Goals", "i", on=True, help="Show origins and destinations"),
    Overlay("way", "Way", "y", on=True, help="Draw the way of the walker that is followed"),
)

ONE_WAY = ("ring", "open road")  # what a picture of one row over time shows

GRIDLOCK = {"": "none", "suspected": "suspected", "proved": "proved"}


def finite(number: float) -> float | None:
    """A number, or None where there is none yet."""
    return number if isfinite(number) else None


def percent(share: float) -> float:
    """A share from 0 to 1, in percent."""
    return 100.0 * share


def arrives(model: TrafficModel) -> bool:
    """Whether one can arrive: there are destinations or open ends, and not only directions."""
    return model.traffic.ends is not None or any(len(goal) for goal in model.traffic.road.goals)


def speeds(model: TrafficModel) -> tuple[float | None, float | None, float | None]:
    """Mean, least and greatest speed of late, in patches a tick."""
    v_max = max(model.traffic.rules.v_max, 1)
    mean, least, greatest = (None if pace is None else pace * v_max for pace in model.paces)
    return mean, least, greatest


def begun(model: TrafficModel, number: float) -> float | None:
    """A number about the last tick, once there was one."""
    return number if model.traffic.ticks else None


MONITORS = (
    Monitor("present", "Walkers", lambda m: m.traffic.state.count),
    Monitor("occupied_percent", "Density", lambda m: percent(m.traffic.density), digits=1, unit="%"),
    Monitor("flux", "Flux", lambda m: m.flux, digits=3),
    Monitor("mean_speed", "Mean speed", lambda m: m.mean_speed, digits=2, unit="patches/tick"),
    Monitor("moved_percent", "Moved", lambda m: percent(m.moved_share), digits=0, unit="%"),
    Monitor("waiting", "Standing", lambda m: m.standing),
    Monitor("arrival_rate", "Arrivals", lambda m: m.arrival_rate, digits=1, unit="a tick"),
    Monitor("arrivals", "Arrivals", lambda m: m.arrivals, unit="this tick"),
    Monitor("travel_time", "Travel time", lambda m: finite(m.traffic.travel_time), digits=1, unit="ticks"),
    Monitor("delay", "Delay", lambda m: finite(m.traffic.delay), digits=1, unit="ticks"),
    Monitor("cluster_percent", "Free cluster", lambda m: percent(m.percolation.share),
            unit=lambda m: m.percolation.said),
    Monitor("gridlock", "Gridlock", lambda m: GRIDLOCK[m.gridlock], alert=lambda m: bool(m.gridlock),
            unit=lambda m: people(m, len(m.traffic.members)) if len(m.traffic.members) else ""),
    Monitor("removed", "Removed", lambda m: sum(m.traffic.state.removed.values()), unit=reasons_said),
)  # fmt: skip


def flux_curve(model: TrafficModel) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """The exact flux against density, where it is known: on the ring; and the one flux of an open road."""
    rules, scenario = model.traffic.rules, model.parameters["scenario"]
    if scenario == "ring" and rules.targets == "strict" and rules.v_max >= 1:
        return ring_curve(model.world.width, update=rules.update, v_max=rules.v_max, slowdown=rules.slowdown)
    ends = model.traffic.ends
    if scenario == "open road" and rules.update == "random sequential" and ends is not None:
        flux = open_road_flux(model.world.width, ends.alpha, ends.beta, rules.slowdown)
        return np.array([0.0, 1.0]), np.array([flux, flux])
    return None


def threshold_line(model: TrafficModel) -> tuple[list[float], list[float]]:
    """An upright line at the density from which on endless worlds of this kind are spanned."""
    return [threshold(model.world)] * 2, [0.0, 1.0]


def sweep_points(model: TrafficModel) -> list[Any]:
    """Densities, and the share of random worlds that are spanned there, as far as the sweep has come."""
    found = model.swept
    return [[], []] if found is None or not found.runs else [found.densities.tolist(), found.spanning.tolist()]


PLOTS = (
    Plot(
        "percolation", "Percolation sweep", unit="worlds spanned", kind="scatter", x="density of free patches",
        pens=(Pen("density", lambda m: None), Pen("spanned", lambda m: None)), x_range=(0, 1), y_range=(0, 1),
        history=sweep_points, curve=threshold_line, curve_label="threshold",
    ),
    Plot("strip", "Space and time", unit="middle row, a row a tick", kind="strip", strip=lambda m: m.strip_row()),
    Plot(
        "diagram", "Fundamental diagram", unit="flux", kind="scatter", x="density", tall=True, x_range=(0, 1),
        pens=(Pen("density", lambda m: m.traffic.density), Pen("flux", lambda m: begun(m, m.flux))),
        curve=flux_curve, curve_label="exact",
    ),
    Plot(
        "speed", "Speed", unit="patches/tick",
        pens=(
            Pen("mean", lambda m: speeds(m)[0]), Pen("least", lambda m: speeds(m)[1]),
            Pen("greatest", lambda m: speeds(m)[2]),
        ),
    ),
    Plot(
        "flux", "Flux and arrivals", unit="a tick",
        pens=(
            Pen("flux x 100", lambda m: begun(m, 100 * m.flux)),
            Pen("arrivals", lambda m: begun(m, m.arrivals) if arrives(m) else None),
        ),
    ),
    Plot("stopped", "Standing", pens=(Pen("standing", lambda m: m.standing),)),
)  # fmt: skip


def left_out(model: TrafficModel, overlays: frozenset[str]) -> frozenset[str]:
    """Tools, monitors, plots and colours that are of no use as things are, as `unused` names them."""
    found = out_of_legend(model, overlays) | {"monitor:arrivals"}  # it flickers; the page has the mean
    if not model.can_draw:
        found |= DRAWING_TOOLS | {"clusters", "percolation_sweep", "monitor:cluster_percent"}
    if model.world.wrap != "none":
        found.add("loop")
    if not model.has_zones:
        found |= ZONE_TOOLS | {"clear_zones"}
    if model.world.grid != "hex":
        found.add("pointy")
    if not arrives(model):
        found |= {"monitor:arrival_rate", "monitor:travel_time", "monitor:delay"}
    if not (model.flows or model.origins.any() or any(len(goal) for goal in model.traffic.road.goals)):
        found.add("goals")
    if model.parameters["scenario"] not in ONE_WAY:
        found.add("plot:strip")
    if model.swept is None:
        found.add("plot:percolation")
    return frozenset(found)


def _set(name: str, scenario: str, **values: Any) -> Preset:
    plain = {
        "scenario": scenario, "width": None, "height": None, "grid": "square", "neighbors": 4, "wrap": False,
        "terrain": "open", "density": None, "walkers": 200, "v_max": 1, "slowdown": 0.0, "update": "parallel",
        "targets": "strict", "blocked": "sidestep", "friction": 0.0, "congestion": 0.0, "demand": "destinations",
        "streets": None, "color": "speed",
    }  # fmt: skip
    return Preset(name, {**plain, **values})


PRESETS = (
    _set("Obstacles, joined rims", "field", wrap=True, terrain="random", obstacles=0.2, walkers=400),
    _set("Hexes", "field", grid="hex", width=60, height=60, terrain="random", obstacles=0.2, walkers=300),
    _set("In a maze", "field", terrain="maze", blocked="swap", walkers=60),
    _set("Nobody gives way", "field", blocked="wait", walkers=200),
    _set("Ring road", "ring", width=150, slowdown=0.3, density=0.3),
    _set("Ring road, fast cars", "ring", width=150, v_max=5, slowdown=0.3, density=0.15),
    _set("Twenty ring roads", "ring", width=200, height=20, slowdown=0.5, density=0.5, walkers=200),
    _set("Open road", "open road", update="random sequential", alpha=1.0, beta=1.0),
    _set("Crossing with signals", "crossing", width=45, height=45, streets=1, walkers=40, blocked="wait"),
    _set("Streets with signals", "crossing", streets=11, walkers=640, slowdown=0.1, blocked="wait"),
    _set("Two corridors, all by the short one", "fork", blocked="wait", rate=0.8),
    _set("Two corridors, by both", "fork", blocked="sidestep", congestion=8.0, rate=0.8),
    _set("Two crowds of cars, flowing", "bml", density=0.2, blocked="wait", color="destination"),
    _set("Two crowds of cars, jammed", "bml", density=0.5, blocked="wait", color="destination"),
    _set("Everybody out", "door", walkers=600, slowdown=0.1),
    _set("Ten thousand", "field", width=256, height=256, wrap=True, terrain="random", obstacles=0.1, walkers=10_000),
)  # fmt: skip


def map_values(name: str, data: bytes) -> dict[str, Any]:
    """A file with a map as parameter values."""
    return drawn_values(read_map(name, data))


IMPORTS = tuple(Import(suffix, "map", values=map_values) for suffix in (".tmj", ".json", ".map"))
EXPORTS = tuple(
    Export(suffix, "map", lambda m, name=f"map{suffix}": map_bytes(m.drawn_map(), name)) for suffix in (".tmj", ".map")
)
