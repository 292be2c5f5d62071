"""A drawn map on another world: larger, smaller, or of another kind. What still makes sense is taken over."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from patchwalk.world import World
from rules.maps import ARROW, FLOOR, SOLID, Map, MapError


def fitted(drawn: Map, world: World) -> Map:
    """The map on another world, lower left corners together.

    Args:
        drawn: the map; it stays as it is.
        world: where to put it. Beyond the old map it is all floor. On another grid arrows and edges are left out, and
            so are floors that cannot loop there.
    """
    made = Map(world)
    old = drawn.world
    columns, rows = min(world.width, old.width), min(world.height, old.height)

    def taken(layer: NDArray[np.generic]) -> NDArray[np.generic]:
        found = np.zeros(world.shape, dtype=layer.dtype)
        found[:rows, :columns] = layer.reshape(old.shape)[:rows, :columns]
        return found

    def moved(patch: int) -> int:
        x, y = old.xy(patch)
        return y * world.width + x if x < columns and y < rows else -1

    kind = _turned(drawn.kind, old, world)
    if (taken(kind) == SOLID).all():
        kind = np.zeros_like(kind)
    made.fill(taken(kind), taken(drawn.color), taken(drawn.no_entry), taken(drawn.keys))
    if world.grid == old.grid:
        _take_edges(drawn, made, moved)
    for source, warp in drawn.warps.items():
        if moved(source) >= 0 and moved(warp.target) >= 0:
            made.set_warp(moved(source), moved(warp.target), warp.forced, warp.stairs)
    for floor in drawn.floors:
        low = moved(floor.y0 * old.width + floor.x0)
        high = min(floor.y1, rows - 1) * world.width + min(floor.x1, columns - 1)
        if low >= 0:
            try:
                made.set_floor(floor.name, low, high, floor.loop)
            except MapError:  # it cannot loop there
                made.set_floor(floor.name, low, high, loop=False)
    for flag, put in ((drawn.start, made.set_start), (drawn.goal, made.set_goal)):
        if flag is not None and moved(flag) >= 0 and made.kind[moved(flag)] != SOLID:
            put(moved(flag))
    return made


def _turned(kind: NDArray[np.uint8], old: World, world: World) -> NDArray[np.uint8]:
    """The kinds with arrows as the new world numbers them; those that it does not have become floor."""
    arrows = kind >= ARROW
    direction = (kind.astype(np.int16) - ARROW) * world.directions
    fits = (old.grid == world.grid) & (direction % old.directions == 0)
    return np.where(arrows, np.where(fits, ARROW + direction // old.directions, FLOOR), kind).astype(np.uint8)


def _take_edges(drawn: Map, made: Map, moved: Callable[[int], int]) -> None:
    old, world = drawn.world, made.world
    for patch, direction in np.argwhere(drawn.edges).tolist():
        place = moved(patch)
        if place >= 0:
            made.set_edge(place, direction * world.directions // old.directions, int(drawn.edges[patch, direction]))
