"""All moves of a map, in compressed sparse rows, as one vectorised builder makes them.

The rules, with what they leave open said more closely:

1. A step to a side neighbour costs 1. It is possible if the edge lets it pass and the patch beyond is on the map, not
   solid and without a no-entry flag. One who stands on a flag may leave. Nobody stands on a solid patch.
2. A diagonal costs the square root of 2. It goes round the corner in two ways of two such steps each. "both sides":
   both are possible and end in the same patch; "one side": at least one is, and if both are they end in the same
   patch; "always": only its end has to be free; "none": there are no diagonals. What lies on the corner patch matters
   only as far as it stops a step: nobody stands there. No diagonal leaves or enters ice, and none leaves a one-way
   floor, except along its arrow where that is a diagonal.
3. A one-way floor is left only by its arrow (and by a warp that begins there), and entered from any side.
4. A warp costs 1 and leads to standing on its end. If forced it is the only move of its source; if optional, one more.
   If its end is solid or flagged there is no warp.
5. A loop floor's sides lead to the opposite ones, if neither of the two border edges is shut that way; from outside one
   can walk in. A diagonal out of it by a corner enters at the opposite corner; "always" or not, it leaves by no side
   that is shut.
6. A locked door is a wall unless doors are open.
7. Ice that is entered by a step in a direction is slid over: while the next step that way is possible, it is the only
   move, 1 a patch, and an optional warp is no choice. One for whom it is not possible stands, and may choose. So does
   one whom a warp leads onto ice, and one who comes to a forced warp, which allows no step.

So there is a state for standing on each patch, and one for sliding over each ice patch in each direction across a side.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from patchwalk.world import World
from rules.map_codes import ARROW, ICE, SOLID
from rules.map_layers import MOVES
from rules.maps import Map
from rules.steps import DIAGONALS, NOWHERE, Diagonals, Flags, Ints, lattice, steps

DIAGONAL = sqrt(2)
WARP = -1  # in `Moves.direction`

# On a floor that loops and is as narrow as this, steps in two directions may lead to the same patch.
NARROW = 2


@dataclass(frozen=True, eq=False)
class Moves:
    """The directed moves between the states of a map. Made by `build_moves`.

    State p < world.size is standing on patch p. After these come, for each ice patch in ascending order, the states of
    sliding over it, one for each of the world's `sides`. Move k of state s, with indptr[s] <= k < indptr[s + 1], leads
    to state indices[k]. No two moves of a state lead to the same state.

    Attributes:
        world: the world of the map, which does not wrap.
        states: how many there are.
        patch: int32 (states,), where each state is.
        indptr: int32 (states + 1,).
        indices: int32 (moves,).
        weights: float64 (moves,), what each costs: 1, or the square root of 2.
        direction: int8 (moves,), of the world; -1 for a warp.
    """

    world: World
    states: int
    patch: Ints = field(repr=False)
    indptr: Ints = field(repr=False)
    indices: Ints = field(repr=False)
    weights: NDArray[np.float64] = field(repr=False)
    direction: NDArray[np.int8] = field(repr=False)

    @cached_property
    def sources(self) -> Ints:
        """The state from which each move leads: int32 (moves,)."""
        return np.repeat(np.arange(self.states, dtype=np.int32), np.diff(self.indptr))

    @cached_property
    def jump(self) -> Flags:
        """Which moves do not lead to the next patch: warps, and steps over the seam of a loop. bool (moves,)."""
        return self.jumps(np.arange(len(self.indices)), self.sources)

    def jumps(self, moves: NDArray[np.integer[Any]], sources: NDArray[np.integer[Any]]) -> Flags:
        """The same for some moves and the states from which they lead."""
        direction = self.direction[moves]
        plain = lattice(self.world)[direction, self.patch[sources]]
        found: Flags = (direction == WARP) | (plain != self.patch[self.indices[moves]])
        return found

    @cached_property
    def diagonal(self) -> Flags:
        """Which directions are diagonals: bool (directions + 1,), the last one being that of warps."""
        found = np.ones(self.world.directions + 1, dtype=bool)
        found[[*self.world.sides, WARP]] = False
        return found

    @cached_property
    def matrix(self) -> Any:
        """The moves as a scipy matrix of costs, (states, states), in compressed sparse rows."""
        return csr_matrix((self.weights, self.indices, self.indptr), shape=(self.states, self.states))

    @cached_property
    def reverse(self) -> Any:
        """The transposed `matrix`: row s holds what leads to state s."""
        return self.matrix.T.tocsr()

    @cached_property
    def cheap(self) -> Moves:
        """The same moves where a diagonal costs 1."""
        return replace(self, weights=np.ones_like(self.weights))

    def number(self, source: int, target: int) -> int:
        """The number of the move from one state to another.

        Raises:
            ValueError: there is none.
        """
        first = int(self.indptr[source])
        place: int = self.indices[first : self.indptr[source + 1]].tolist().index(target)
        return first + place


class _Rows(NamedTuple):
    """Some of the states' moves: how many each state has, and where and in which direction they lead."""

    counts: NDArray[np.int8]
    indices: Ints
    direction: NDArray[np.int8]


def build_moves(map: Map, diagonals: Diagonals = "both sides", doors_open: bool = False) -> Moves:
    """All moves of a map. They are made once for each version of it.

    Args:
        map: where one moves.
        diagonals: on squares with eight neighbours which of them may be walked; see the rules above.
        doors_open: whether locked doors let pass.

    Raises:
        ValueError: there is no such rule of diagonals.
    """
    if diagonals not in DIAGONALS:
        raise ValueError(f"diagonals is one of {', '.join(repr(rule) for rule in DIAGONALS)}, not {diagonals!r}")
    key = (MOVES, diagonals, bool(doors_open))
    if key not in map.cache:
        map.cache[key] = _build(map, steps(map, diagonals, doors_open))
    made: Moves = map.cache[key]
    return made


def _build(map: Map, found: list[Ints]) -> Moves:
    world = map.world
    ice = np.flatnonzero(map.kind == ICE).astype(np.int32)
    everywhere = np.arange(world.size, dtype=np.int32)
    directions = np.arange(world.directions, dtype=np.int8)
    columns = _onto_ice(map, found, ice)
    sliding = np.stack([columns[side][ice] for side in world.sides], axis=1).reshape(-1, 1)
    sides = np.tile(directions[list(world.sides)], len(ice))
    _keep_to_arrows(map, columns)
    standing = np.stack([column[:-1] for column in columns], axis=1)
    parts = [_rows(*_best(map, standing, directions)), _rows(sliding, sides)]
    patch = np.concatenate([everywhere, np.repeat(ice, len(world.sides))])
    counts, indices, direction = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    indptr = np.zeros(len(patch) + 1, dtype=np.int32)
    np.cumsum(counts, out=indptr[1:])
    costs = np.array([1.0 if side in world.sides else DIAGONAL for side in range(world.directions)] + [1.0])
    return Moves(world, len(patch), patch, indptr, indices, costs[direction], direction)


def _onto_ice(map: Map, found: list[Ints], ice: Ints) -> list[Ints]:
    """The states in which steps end, by direction, (size + 1,): those onto ice that go on end in sliding."""
    world, columns = map.world, list(found)
    if not len(ice):
        return columns
    first = np.full(world.size + 1, NOWHERE, dtype=np.int32)  # of the sliding states of each ice patch
    first[ice] = world.size + len(world.sides) * np.arange(len(ice), dtype=np.int32)
    stops = np.zeros(world.size + 1, dtype=bool)
    stops[[source for source in _working_warps(map) if map.warps[source].forced]] = True
    for direction, step in enumerate(found):
        if direction in world.sides:
            slides = (first[step] != NOWHERE) & (step[step] != NOWHERE) & ~stops[step]
            columns[direction] = np.where(slides, first[step] + world.sides.index(direction), step)
        else:
            columns[direction] = np.where((first != NOWHERE) | (first[step] != NOWHERE), np.int32(NOWHERE), step)
    return columns


def _keep_to_arrows(map: Map, columns: list[Ints]) -> None:
    """Take from one-way floors all steps but those along their arrows."""
    arrows = np.flatnonzero(map.kind >= ARROW)
    if not len(arrows):
        return
    pointing = map.kind[arrows] - ARROW
    for direction, column in enumerate(columns):
        kept = column.copy()
        kept[arrows[pointing != direction]] = NOWHERE
        columns[direction] = kept


def _working_warps(map: Map) -> list[int]:
    """The sources of warps that can be taken."""
    return [source for source in map.warps if map.warp_works(source) and map.kind[source] != SOLID]


def _best(map: Map, table: Ints, direction: NDArray[np.int8]) -> tuple[Ints, NDArray[np.int8]]:
    """Add the warps to the moves of those who stand; of moves to the same state keep only the best.

    Args:
        map: where the moves are.
        table: (size, directions), where the moves of each patch lead, `NOWHERE` for none. It may be changed.
        direction: (directions,), their directions.

    Returns:
        Both, with one more column if there are warps.
    """
    doubtful = _narrow_loops(map)
    sources = _working_warps(map)
    if sources:
        table = np.column_stack([table, np.full(len(table), NOWHERE, dtype=np.int32)])
        direction = np.append(direction, np.int8(WARP))
        table[[source for source in sources if map.warps[source].forced]] = NOWHERE
        table[sources, -1] = [map.warps[source].target for source in sources]
        doubtful[sources] = True
    if doubtful.any():
        patches = np.flatnonzero(doubtful)
        table[patches] = _without_doubles(map.world, table[patches], patches, direction)
    return table, direction


def _rows(table: Ints, direction: NDArray[np.int8]) -> _Rows:
    """Compress a table of moves; the directions are those of its columns, or all of them where it has one column."""
    there = table != NOWHERE
    counts = np.zeros(len(table), dtype=np.int8)
    for column in range(table.shape[1]):  # quicker than a sum over such short rows
        counts += there[:, column]
    # Taking by number is several times as quick as by a mask.
    found = np.flatnonzero(there)
    columns = found % table.shape[1] if table.shape[1] > 1 else found
    return _Rows(counts, table.reshape(-1).take(found), direction.take(columns))


def _narrow_loops(map: Map) -> Flags:
    """The patches on and around narrow floors that loop, bool (size,)."""
    found = np.zeros(map.world.shape, dtype=bool)
    for floor in map.floors:
        if floor.loop and min(floor.columns, floor.rows) <= NARROW:
            found[max(floor.y0 - 1, 0) : floor.y1 + 2, max(floor.x0 - 1, 0) : floor.x1 + 2] = True
    return found.reshape(-1)


def _without_doubles(world: World, table: Ints, patches: NDArray[np.int64], direction: NDArray[np.int8]) -> Ints:
    """Of moves from one patch to the same state keep the cheapest, of equally cheap ones that over no seam."""
    plain = lattice(world)[direction, patches[:, np.newaxis]]
    diagonal = ~np.isin(direction, [*world.sides, WARP])
    rank = 4 * diagonal + 2 * (direction == WARP) + (plain != table)
    kept = table.copy()
    for one in range(table.shape[1]):
        for other in range(one):
            double = (table[:, one] == table[:, other]) & (table[:, one] != NOWHERE)
            better = rank[:, one] < rank[:, other]
            kept[double & better, other] = NOWHERE
            kept[double & ~better, one] = NOWHERE
    return kept
