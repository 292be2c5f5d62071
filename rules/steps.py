"""Single steps on a map: where each patch's step in each direction leads, and whether it is possible.

Tables have a row for each direction and a column for each patch, and one last column, which stands for "off the map":
`NOWHERE` as an index finds it, so that steps can be chained without asking whether they are possible.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from patchwalk.world import World
from rules.map_codes import DOOR, EDGE_KINDS, IN, LOCKED, OPEN, OUT, SOLID, Floor
from rules.map_layers import MapLayers

Diagonals = Literal["both sides", "one side", "always", "none"]
DIAGONALS: tuple[Diagonals, ...] = ("both sides", "one side", "always", "none")
Ints = NDArray[np.int32]
Flags = NDArray[np.bool_]

NOWHERE = -1


@lru_cache(maxsize=2)
def lattice(world: World) -> Ints:
    """The next patch in each direction, map or no map: int32 (directions, size + 1), read-only."""
    table = np.full((world.directions, world.size + 1), NOWHERE, dtype=np.int32)
    x = np.arange(world.width, dtype=np.int32)[np.newaxis, :]
    y = np.arange(world.height, dtype=np.int32)[:, np.newaxis]
    for direction in range(world.directions):
        to_x, to_y = world.shift(x, y, direction)
        inside = (to_x >= 0) & (to_x < world.width) & (to_y >= 0) & (to_y < world.height)
        table[direction, :-1] = np.where(inside, to_y * world.width + to_x, NOWHERE).ravel()
    table.flags.writeable = False
    return table


def steps(map: MapLayers, diagonals: Diagonals, doors_open: bool) -> list[Ints]:
    """Where each possible step leads: for each direction int32 (size + 1,), else `NOWHERE`.

    These are the steps that neither edges nor what lies beyond prevent; what the patch is on which one stands counts
    only in that none leads away from a solid one. Diagonals are made of such steps.
    """
    world = map.world
    ahead, seams = _looped(map)
    open_edge = _open_edges(map, ahead, seams, doors_open)
    solid = map.kind == SOLID
    free = np.append(~(solid | map.no_entry), False)
    here = np.append(~solid, False)
    found: list[Ints] = [ahead[direction] for direction in range(world.directions)]
    for side in world.sides:
        possible = free[ahead[side]] & here
        if open_edge is not None:
            possible &= open_edge[side]
        found[side] = np.where(possible, ahead[side], np.int32(NOWHERE))
    for direction in set(range(world.directions)) - set(world.sides):
        before, after = direction - 1, (direction + 1) % world.directions
        if diagonals == "always":
            possible = free[ahead[direction]] & here
            if open_edge is not None and seams is not None:
                for side in (before, after):
                    possible &= open_edge[side] | ~(seams[side] & seams[direction])
            found[direction] = np.where(possible, ahead[direction], np.int32(NOWHERE))
        elif diagonals == "none":
            found[direction] = np.full_like(ahead[direction], NOWHERE)
        else:
            one, other = found[before], found[after]
            found[direction] = _round_corners(other[one], one[other], diagonals)
    return found


def _round_corners(one: Ints, other: Ints, diagonals: Diagonals) -> Ints:
    """Where diagonals end whose two ways round the corner end in these patches."""
    agree = one == other
    if diagonals == "both sides":
        return np.where(agree, one, np.int32(NOWHERE))
    # `NOWHERE` is less than any patch, so where one way is shut the other's end is the greater one.
    single = agree | (one == NOWHERE) | (other == NOWHERE)
    return np.where(single, np.maximum(one, other), np.int32(NOWHERE))


def _open_edges(map: MapLayers, ahead: Ints, seams: Flags | None, doors_open: bool) -> Flags | None:
    """Which steps the edges let pass, (directions, size + 1); None where there are no edges at all."""
    if not map.edges.any():
        return None
    leaving, entering = np.zeros((2, EDGE_KINDS), dtype=bool)
    for passes, one_way in ((leaving, OUT), (entering, IN)):
        passes[[OPEN, DOOR, one_way]] = True
        passes[LOCKED] = doors_open
    seen = map.edges_seen()
    found = np.zeros(ahead.shape, dtype=bool)
    for side in map.world.sides:
        found[side, :-1] = leaving[seen[:, side]]
        if seams is not None:
            # Between neighbours the two patches see one edge; at a seam there are two.
            over = np.flatnonzero(seams[side])
            found[side, over] &= entering[seen[ahead[side, over], map.world.opposite(side)]]
    return found


def _looped(map: MapLayers) -> tuple[Ints, Flags | None]:
    """The lattice with the seams of loop floors sewn, and where these are; None where nothing loops."""
    plain = lattice(map.world)
    loops = [floor for floor in map.floors if floor.loop]
    if not loops:
        return plain, None
    ahead, seams = plain.copy(), np.zeros(plain.shape, dtype=bool)
    for floor in loops:
        x, y = _border(floor)
        for direction in range(map.world.directions):
            to_x, to_y = map.world.shift(x, y, direction)
            out = (to_x < floor.x0) | (to_x > floor.x1) | (to_y < floor.y0) | (to_y > floor.y1)
            columns = floor.x0 + (to_x[out] - floor.x0) % floor.columns
            rows = floor.y0 + (to_y[out] - floor.y0) % floor.rows
            patches = y[out] * map.world.width + x[out]
            ahead[direction, patches] = rows * map.world.width + columns
            seams[direction, patches] = True
    return ahead, seams


def _border(floor: Floor) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Columns and rows of the patches along a floor's border; those at corners come twice."""
    columns, rows = np.arange(floor.x0, floor.x1 + 1), np.arange(floor.y0, floor.y1 + 1)
    x = [columns, columns, np.full(len(rows), floor.x0), np.full(len(rows), floor.x1)]
    y = [np.full(len(columns), floor.y0), np.full(len(columns), floor.y1), rows, rows]
    return np.concatenate(x), np.concatenate(y)
