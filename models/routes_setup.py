"""How a model of routes is set up: parameters that depend on each other, checked, and the map made of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from models.routes_example import HEIGHT, WIDTH, example_map
from models.routes_fit import fitted
from models.routes_terrain import carved_maze, maze_size, random_obstacles, set_flags
from patchwalk.parameters import ParameterError
from patchwalk.world import World, make_world
from rules.mapfile import MOST_PATCHES, read_map
from rules.maps import Map, MapError
from rules.places import to_patch
from rules.tiled import tiled_bytes

LONGEST_SIDE = 2048
DEFAULT_SIZE = (41, 41)
TERRAINS = ("empty", "random", "maze", "example", "drawn")


def resolved(values: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters with all that follows from others filled in: a given map says how large the world is.

    Raises:
        ParameterError: they do not go together.
    """
    found = dict(values)
    if found["terrain"] not in TERRAINS:
        found |= {"terrain": "drawn", "drawing": found["terrain"]}
    found["drawing"] = found["drawing"] if found["terrain"] == "drawn" else None
    if found["terrain"] == "example" and (found["width"], found["height"]) == DEFAULT_SIZE:
        found |= {"width": WIDTH, "height": HEIGHT}
    if found["drawing"] is not None:
        _take_world(found)
    if found["width"] * found["height"] > MOST_PATCHES:
        raise ParameterError(
            "width",
            f"width x height: {found['width']} x {found['height']} patches are too many: at most {MOST_PATCHES:,}",
        )
    if found["terrain"] == "maze":
        try:
            maze_size(world_of(found))
        except ValueError as error:
            raise ParameterError("terrain", str(error)) from error
    world = world_of(found)
    for name in ("start", "goal"):
        if found[name] is not None:
            try:
                found[name] = world.xy(to_patch(world, found[name], name))
            except ValueError as error:
                raise ParameterError(name, str(error)) from error
    return found


def _take_world(values: dict[str, Any]) -> None:
    """Take size and kind of the world from the map that is given."""
    try:
        world = read(values["drawing"]).world
    except MapError as error:
        raise ParameterError("drawing", str(error)) from error
    sizes = (values["width"], values["height"])
    if sizes not in (DEFAULT_SIZE, (world.width, world.height)):
        wanted = f"width x height is {sizes[0]} x {sizes[1]}"
        raise ParameterError("width", f"width: the map has {world.width} x {world.height} patches, but {wanted}")
    values |= {"width": world.width, "height": world.height, "grid": world.grid}
    if world.grid == "square":
        values["neighbors"] = world.directions


def parse_map(value: Any, terrains: tuple[str, ...] = TERRAINS) -> str:
    """A map as a value of the parameters `terrain` and `drawing`: a text that session files keep.

    Args:
        value: a `Map`, or such a text.
        terrains: what else a terrain may be, for the message.

    Raises:
        ValueError: it is neither.
    """
    if isinstance(value, Map):
        return written(value)
    if not isinstance(value, str) or not value.lstrip().startswith("{"):
        said = repr(value) if len(repr(value)) <= 40 else f"{repr(value)[:37]}..."
        raise ValueError(f"{said} is not one of {', '.join(terrains)}, and no map")
    read(value)
    return value


def written(drawn: Map) -> str:
    """A map as a text that session files keep."""
    return tiled_bytes(drawn).decode("utf-8")


@lru_cache(maxsize=4)
def read(text: str) -> Map:
    """The map of such a text. It is shared: copy it before it is edited.

    Raises:
        MapError: it is none.
    """
    return read_map("drawing.tmj", text.encode("utf-8"))


def world_of(values: Mapping[str, Any]) -> World:
    """The world that the parameters say."""
    neighbors = values["neighbors"] if values["grid"] == "square" else None
    return make_world(values["grid"], values["width"], values["height"], neighbors=neighbors)


def map_of(values: Mapping[str, Any], rng: np.random.Generator) -> Map:
    """The map with which a model begins.

    Args:
        values: resolved ones.
        rng: for what is random.
    """
    world = world_of(values)
    if values["drawing"] is not None:
        return read(values["drawing"]).copy()
    if values["terrain"] == "example":
        return fitted(example_map(values["grid"], values["neighbors"]), world)
    if values["terrain"] == "maze":
        return Map.from_solid(world, carved_maze(world, values["curviness"], values["turtles"], rng))
    if values["terrain"] == "random":
        free = tuple(to_patch(world, values[name]) for name in ("start", "goal") if values[name] is not None)
        return Map.from_solid(world, random_obstacles(world, values["obstacles"], rng, free))
    return Map(world)


def drawn_values(drawn: Map) -> dict[str, Any]:
    """Parameter values with which a model begins with a map, and with the S and G that it has or lacks."""
    world = drawn.world
    found = {"terrain": "drawn", "drawing": written(drawn), "start": None, "goal": None}
    size = {"width": world.width, "height": world.height, "grid": world.grid}
    return found | size | ({"neighbors": world.directions} if world.grid == "square" else {})


def set_places(drawn: Map, values: Mapping[str, Any], rng: np.random.Generator) -> str:
    """Put S and G on the map: where they are wanted, else where a given map has them, else at random.

    Returns:
        Empty, or what could not be done.

    Raises:
        ParameterError: the patch is solid.
    """
    for name, put in (("start", drawn.set_start), ("goal", drawn.set_goal)):
        if values[name] is not None:
            try:
                put(to_patch(drawn.world, values[name]))
            except MapError as error:
                raise ParameterError(name, f"{name}: {error}") from error
    if values["drawing"] is not None:
        return "; ".join(drawn.problems())
    return set_flags(drawn, values["diagonals"], rng)
