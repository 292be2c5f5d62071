"""How traffic is set up: parameters that depend on each other, checked; world, map and road of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import numpy as np

from models.routes_setup import parse_map, read, written
from models.routes_terrain import carved_maze, maze_size, random_obstacles
from patchwalk.parameters import ParameterError
from patchwalk.world import World, make_world
from rules.map_codes import ARROW, ICE, SOLID
from rules.maps import Map, MapError
from rules.scenarios import Scenario, bml, crossing, door, fork, open_road, rings
from rules.traffic import Road, TrafficRules

LONGEST_SIDE: Final = 2048
MOST_PATCHES: Final = 1_048_576
TERRAINS: Final = ("open", "random", "maze", "drawn")

# Sizes with which 200 walkers have enough room and are not lost in it.
SIZES: Final = {
    "field": (61, 61),
    "ring": (400, 1),
    "crossing": (90, 90),
    "fork": (36, 10),
    "bml": (64, 64),
    "door": (41, 41),
    "open road": (200, 1),
}
LEAST: Final = {"ring": {"width": 3}, "bml": {"width": 3, "height": 3}, "door": {"width": 3}}  # sizes
ON_A_MAP: Final = ("field", "fork", "door")  # what can be drawn on
ANY_GRID: Final = ("field", "door")  # the others are streets, and streets are squares
STREETS_APART: Final = 8  # patches between parallel streets, if nobody says how many there are
BELIEVED: Final = 1e-6  # chances below this are none
LONGEST_QUIET: Final = 10**9  # ticks
LANES: Final = 4  # rows of the halls of a fork
FEW_LANES: Final = 2

# What each scenario has a use for, of the parameters that not all have a use for.
TERRAIN: Final = frozenset({"terrain", "obstacles", "curviness", "drawing", "wrap", "demand", "destinations"})
CREW: Final = frozenset({"walkers", "density"})
WAYS: Final = frozenset({"blocked", "patience", "congestion", "memory", "smooth_ways", "color", "friction"})
GRID: Final = frozenset({"grid", "neighbors"})
USES: Final = {
    "field": TERRAIN | CREW | WAYS | GRID | {"rate"},
    "ring": CREW,
    "crossing": CREW | {"streets", "green", "all_red", "color", "friction"},
    "fork": WAYS | {"rate"},
    "bml": CREW | {"color"},
    "door": CREW | WAYS | GRID | {"opening"},
    "open road": frozenset({"alpha", "beta"}),
}
SOMETIMES: Final = frozenset().union(*USES.values())


def idle_parameters(values: Mapping[str, Any]) -> frozenset[str]:
    """Names of parameters that have no effect with these values."""
    used = set(USES[values["scenario"]])
    if values["scenario"] == "field":
        used -= {"zones": CREW, "exits": frozenset({"rate"})}.get(values["demand"], frozenset({"rate"}))
        used -= set() if values["demand"] == "destinations" else {"destinations"}
        if values["terrain"] != "random":
            used.discard("obstacles")
        if values["terrain"] != "maze":
            used.discard("curviness")
    if values["grid"] == "hex":
        used.discard("neighbors")
    if values["blocked"] != "reroute":
        used.discard("patience")
        if not values["congestion"]:
            used.discard("memory")
    idle = set(SOMETIMES - used)
    if values["update"] != "parallel":
        idle |= {"targets", "friction", "v_max"}
    elif values["targets"] != "strict":
        idle.add("v_max")
    return frozenset(idle)


parse_terrain = partial(parse_map, terrains=TERRAINS)


def resolved(values: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters with all that follows from others filled in.

    Raises:
        ParameterError: they do not go together.
    """
    found = dict(values)
    if found["terrain"] not in TERRAINS:
        found |= {"terrain": "drawn", "drawing": found["terrain"]}
    drawn = found["scenario"] == "field" and found["terrain"] == "drawn"
    found["drawing"] = found["drawing"] if drawn else None
    found["zones"] = found["zones"] if found["scenario"] == "field" else None
    if found["scenario"] not in ANY_GRID:
        found |= {"grid": "square", "neighbors": 4}
    if found["drawing"] is not None:
        _take_world(found)
    for name, size in zip(("width", "height"), SIZES[found["scenario"]], strict=True):
        if found["grid"] == "hex" and found["wrap"]:
            size -= size % 2  # columns of hexes are joined only if they are even
        found[name] = found[name] or size
    _check_size(found)
    rules_of(found)
    return found


def _take_world(values: dict[str, Any]) -> None:
    """Take size and kind of the world from the map that is given."""
    try:
        drawn = read(values["drawing"])
    except MapError as error:
        raise ParameterError("drawing", str(error)) from error
    icy = np.flatnonzero(drawn.kind == ICE)
    if len(icy):
        raise ParameterError(
            "terrain",
            f"terrain: there is ice at {drawn.at(int(icy[0]))}; who slides cannot stop for others: make it floor",
        )
    world = drawn.world
    for name in ("width", "height"):
        if values[name] not in (None, getattr(world, name)):
            said = f"the map has {world.width} x {world.height} patches, but {name} is {values[name]}"
            raise ParameterError(name, f"{name}: {said}")
    values |= {"width": world.width, "height": world.height, "grid": world.grid, "wrap": False}
    if world.grid == "square":
        values["neighbors"] = world.directions


def _check_size(values: dict[str, Any]) -> None:
    """Refuse a world in which there is no room for the scenario."""
    width, height, scenario = values["width"], values["height"], values["scenario"]
    if width * height > MOST_PATCHES:
        raise ParameterError(
            "width x height", f"width x height: {width} x {height} patches are too many: at most {MOST_PATCHES:,}"
        )
    if scenario == "field" and values["terrain"] == "maze":
        try:
            maze_size(world_of(values))
        except ValueError as error:
            raise ParameterError("terrain", str(error)) from error
    try:
        for name, least in LEAST.get(scenario, {}).items():
            if values[name] < least:
                raise ParameterError(name, f"{name}: {scenario} needs {least} patches or more, not {values[name]}")
        if scenario == "fork":
            fork_sizes(width, height)
        elif scenario == "crossing":
            _check_streets(values)
        elif scenario == "door" and values["opening"] > height:
            raise ParameterError("opening", f"opening: a door in a wall of {height} patches is no wider than that")
        else:
            world_of(values)
    except ValueError as error:
        if isinstance(error, ParameterError):
            raise
        raise ParameterError("width x height", f"width x height: {error}") from error


def _check_streets(values: dict[str, Any]) -> None:
    most = min(values["width"], values["height"]) // 3
    if most < 1:
        raise ParameterError("width x height", "width x height: a crossing needs 3 x 3 patches or more")
    if values["streets"] is None:
        values["streets"] = max(1, min(values["width"], values["height"]) // STREETS_APART)
    if values["streets"] > most:
        raise ParameterError(
            "streets", f"streets: {values['streets']} each way need 3 patches each; there is room for {most}"
        )


def fork_sizes(width: int, height: int) -> tuple[int, int, int]:
    """Length, detour and lanes of a fork that fills a world.

    Raises:
        ValueError: the world is too small.
    """
    lanes = LANES if width >= 2 * (LANES + 2) + 3 and height > LANES else FEW_LANES
    length, detour = width - 2 * (lanes + 2), height - lanes
    if length < 3 or detour < 1:
        least = 2 * (FEW_LANES + 2) + 3
        raise ValueError(f"a fork needs {least} x {FEW_LANES + 1} patches or more, not {width} x {height}")
    return length, detour, lanes


def rules_of(values: Mapping[str, Any]) -> TrafficRules:
    """The rules of a tick that the parameters say.

    Raises:
        ParameterError: they do not go together.
    """
    names = ("update", "targets", "v_max", "slowdown", "friction", "blocked", "patience", "congestion", "memory")
    try:
        said = {name: values[name] for name in names}
        if (
            said["v_max"] > 1
            and values["scenario"] in ANY_GRID
            and (values["grid"], values["neighbors"]) == ("square", 8)
        ):
            raise ValueError(f"v_max {said['v_max']} needs streets without diagonals: take v_max 1, or 4 neighbours")
        if "blocked" not in USES[values["scenario"]]:  # streets lead nowhere else
            said |= {"blocked": "wait", "congestion": 0.0}
        made = TrafficRules(**said, alternate=values["scenario"] == "bml")
    except ValueError as error:
        name = "v_max" if "v_max" in str(error) else str(error).split()[0]
        raise ParameterError(name, f"{name}: {error}") from error
    return made.with_(quiet=_patience_of_all(values))


def _patience_of_all(values: Mapping[str, Any]) -> int:
    """After how many quiet ticks nobody will believe in chance, or in red lights, any more."""
    quiet = int(values["quiet"])
    if values["scenario"] == "crossing":
        quiet = max(quiet, 2 * (values["green"] + values["all_red"]))
    # The chance that the only one who can move does.
    goes = 1.0 - values["slowdown"]
    if values["scenario"] == "open road":
        goes = min(goes, values["beta"]) if values["beta"] else goes
    elif values["update"] == "parallel":
        goes *= 1.0 - values["friction"] if values["friction"] < 1 else 1.0
    # Drawn one by one it may also have no turn at all.
    stays = np.exp(-goes) if values["update"] == "random sequential" else 1.0 - goes
    if 0 < stays < 1:
        quiet = max(quiet, int(min(np.ceil(np.log(BELIEVED) / np.log(stays)), LONGEST_QUIET)))
    return quiet


def world_of(values: Mapping[str, Any]) -> World:
    """The world that the parameters say."""
    neighbors = values["neighbors"] if values["grid"] == "square" else None
    wrap = bool(values["wrap"]) and values["scenario"] == "field"
    return make_world(values["grid"], values["width"], values["height"], neighbors=neighbors, wrap=wrap)


def scenario_of(values: Mapping[str, Any]) -> Scenario:
    """The ready-made road of a scenario that is no field."""
    width, height = values["width"], values["height"]
    match values["scenario"]:
        case "ring":
            return rings(height, width)
        case "bml":
            return bml(width, height)
        case "crossing":
            return crossing(width, height, values["green"], values["all_red"], values["streets"])
        case "open road":
            return open_road(width, values["alpha"], values["beta"], height)
        case "fork":
            length, detour, lanes = fork_sizes(width, height)
            return fork(length, detour, lanes, values["rate"])
        case _:
            return door(world_of(values), values["opening"])


def map_of(values: Mapping[str, Any], rng: np.random.Generator) -> Map:
    """The map of a field with which a model begins; a torus is one that loops as a whole."""
    world = world_of(values)
    if values["drawing"] is not None:
        return read(values["drawing"]).copy()
    if values["terrain"] == "maze":
        return Map.from_solid(world, carved_maze(world, values["curviness"], 1, rng))
    if values["terrain"] == "random":
        return Map.from_solid(world, random_obstacles(world, values["obstacles"], rng))
    return Map(world)


def is_plain(drawn: Map, world: World) -> bool:
    """Whether a map has nothing but floor and solid patches, on a world that wraps or not."""
    loops = [floor for floor in drawn.floors if floor.loop]
    whole = [(floor.columns, floor.rows) for floor in loops] == [(world.width, world.height)]
    simple = whole if world.wrap == "both" else not loops
    arrows = bool((drawn.kind >= ARROW).any())
    return simple and not arrows and not drawn.edges.any() and not drawn.warps and not drawn.no_entry.any()


def road_on(drawn: Map, world: World) -> Road:
    """The road over a map, without goals.

    Raises:
        MapError: there is ice on it.
    """
    solid = drawn.kind == SOLID
    if is_plain(drawn, world):
        return Road.on_world(world, ~solid)
    try:
        return Road.on_map(drawn)
    except ValueError as error:
        raise MapError(str(error)) from error


def drawn_values(drawn: Map) -> dict[str, Any]:
    """Parameter values with which a field begins with a map."""
    world = drawn.world
    found = {"scenario": "field", "terrain": "drawn", "drawing": written(drawn)}
    size = {"width": world.width, "height": world.height, "grid": world.grid, "wrap": False}
    return found | size | ({"neighbors": world.directions} if world.grid == "square" else {})
