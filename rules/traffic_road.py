"""What walkers move on: where each move leads, and for each goal which moves are on a shortest way.

A move has the number of its direction in the world; one more number stands for warps. So a patch's ways to a goal are
the bits of one number, and all walkers' next steps are looked up at once. There is a field for each goal, and not a way
for each walker. Goals are at most `MOST_GOALS`, since a field takes up to six bytes a patch.

On squares with eight neighbours a diagonal is possible where both ways round the corner are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra

from patchwalk.world import World
from rules.map_codes import ICE, SOLID
from rules.maps import Map
from rules.moves import DIAGONAL, WARP, build_moves
from rules.routes import TIE
from rules.steps import NOWHERE, Diagonals

Ints = NDArray[np.int32]
Flags = NDArray[np.bool_]
Distances = NDArray[np.float64]

MOST_GOALS: Final = 64


class Road:
    """A road, its goals, and the ways there.

    Tables have a last row for "off the road", so that a patch of -1 may be looked up.

    Attributes:
        world: where it is.
        free: bool (size,), the patches that walkers may stand on.
        patches: how many these are.
        moves: int64 (size + 1, columns + 1), where each patch's move in each direction leads, -1 for none. The column
            after the directions holds warps. The last column is always -1: it is the move of one who has none.
        stay: the number of this last column.
        weights: float64 (columns,), how long a move of each column is.
        goals: the patches of each goal; none for a goal that is only a direction to go in.
        ways: uint16 (rows, size + 1), for each goal the bits of the moves that are on a shortest way. If there is a
            second field for each goal, for those who were rerouted, it is in row `len(goals)` + goal.
        distance: float32 (rows, size + 1), how far each goal is; infinite where no way leads, nan if the goal is only a
            direction.
    """

    def __init__(self, world: World, moves: NDArray[Any], free: ArrayLike, goals: Sequence[ArrayLike] = ()) -> None:
        """Find the ways to all goals.

        Args:
            world: where the road is.
            moves: int32 (size, directions), or one more for warps; -1 where there is no move.
            free: bool, (height, width) or flat.
            goals: the patches of each goal.

        Raises:
            ValueError: the goals are too many, or one of them lies off the road.
        """
        self.world = world
        self.free: Flags = np.asarray(free, dtype=bool).reshape(-1)
        self.patches = int(np.count_nonzero(self.free))
        self.stay: int = moves.shape[1]
        self.moves: NDArray[np.int64] = np.full((world.size + 1, self.stay + 1), NOWHERE, dtype=np.int64)
        self.moves[:-1, :-1] = moves
        diagonal = [direction not in world.sides for direction in range(world.directions)]
        self.weights = np.array([DIAGONAL if cut else 1.0 for cut in diagonal] + [1.0])[: self.stay]
        self.goals: list[Ints] = []
        self.ways = np.zeros((0, world.size + 1), dtype=np.uint16)
        self.distance = np.zeros((0, world.size + 1), dtype=np.float32)
        self.set_goals(goals)

    # --- made from ---------------------------------------------------------------------------------------------------

    @classmethod
    def on_world(cls, world: World, free: ArrayLike | None = None, goals: Sequence[ArrayLike] = ()) -> Road:
        """A road over all neighbours of a world, which may wrap.

        Args:
            world: where it is.
            free: bool, (height, width) or flat: where one may stand; everywhere if None.
            goals: the patches of each goal.
        """
        open_ = np.ones(world.size, dtype=bool) if free is None else np.asarray(free, dtype=bool).reshape(-1)
        if open_.size != world.size:
            raise ValueError(f"free has {open_.size} patches, but this world has {world.size}")
        moves = np.where(np.append(open_, False)[world.neighbors] & open_[:, np.newaxis], world.neighbors, NOWHERE)
        for direction in set(range(world.directions)) - set(world.sides):
            round_it = moves[:, [direction - 1, (direction + 1) % world.directions]]
            moves[(round_it < 0).any(axis=1), direction] = NOWHERE
        return cls(world, moves.astype(np.int32), open_, goals)

    @classmethod
    def on_map(
        cls, map: Map, goals: Sequence[ArrayLike] = (), diagonals: Diagonals = "both sides", doors_open: bool = False
    ) -> Road:
        """A road over a map; all its rules hold, as `rules.moves` has them, but for ice.

        Args:
            map: walls, arrows, doors, warps, loops and no-entry flags count.
            goals: the patches of each goal.
            diagonals: see `rules.moves`.
            doors_open: whether locked doors let pass.

        Raises:
            ValueError: there is ice on it. One who slides does not stop and has no choice, but on a road one has to
                stop before others.
        """
        ice = np.flatnonzero(map.kind == ICE)
        if len(ice):
            raise ValueError(
                f"there is ice at {map.at(int(ice[0]))}: one who slides cannot stop for others, so a road has no ice; "
                "make it floor"
            )
        found = build_moves(map, diagonals, doors_open)
        world = map.world
        warps = bool((found.direction == WARP).any())
        moves = np.full((world.size, world.directions + warps), NOWHERE, dtype=np.int32)
        moves[found.sources, np.where(found.direction == WARP, world.directions, found.direction)] = found.indices
        return cls(world, moves, (map.kind != SOLID) & ~map.no_entry, goals)

    @classmethod
    def in_directions(cls, world: World, free: ArrayLike, directions: Iterable[int]) -> Road:
        """A road of lanes: goal k is to go on in the k-th of these directions, without ever arriving.

        Args:
            world: where it is; it may wrap.
            free: bool, (height, width) or flat.
            directions: of the world.
        """
        road = cls.on_world(world, free)
        road.goals = [np.zeros(0, dtype=np.int32) for _ in directions]
        road.ways = np.zeros((len(road.goals), world.size + 1), dtype=np.uint16)
        road.distance = np.full(road.ways.shape, np.nan, dtype=np.float32)
        for goal, direction in enumerate(directions):
            road.ways[goal] = (road.moves[:, direction] >= 0).astype(np.uint16) << direction
        return road

    # --- fields ------------------------------------------------------------------------------------------------------

    def set_goals(self, goals: Sequence[ArrayLike]) -> None:
        """Take other goals.

        Args:
            goals: the patches of each.

        Raises:
            ValueError: they are too many, or one of them lies off the road.
        """
        checked = [np.asarray(goal, dtype=np.int32).reshape(-1) for goal in goals]
        if len(checked) > MOST_GOALS:
            raise ValueError(f"{len(checked)} goals are too many: a road has at most {MOST_GOALS}")
        for number, goal in enumerate(checked):
            if not len(goal):
                raise ValueError(f"goal {number} has no patch")
            bad = goal[(goal < 0) | (goal >= self.world.size) | ~self.free[np.clip(goal, 0, self.world.size - 1)]]
            if len(bad):
                raise ValueError(f"goal {number}: patch {int(bad[0])} is no free patch of the road")
        self.goals = checked
        self._counted: dict[int, NDArray[np.float32]] = {}
        self.__dict__.pop("_single", None)
        rows = len(checked)
        self.ways = np.zeros((rows, self.world.size + 1), dtype=np.uint16)
        self.distance = np.full((rows, self.world.size + 1), np.inf, dtype=np.float32)
        for row in range(rows):
            self.renew(row)

    def have_second(self) -> None:
        """Let there be a second field for each goal, equal to the first for now."""
        if len(self.ways) == len(self.goals):
            self.ways = np.concatenate([self.ways, self.ways])
            self.distance = np.concatenate([self.distance, self.distance])

    def copy(self) -> Road:
        """The same road with fields of its own."""
        made = copy(self)
        made.ways, made.distance = self.ways.copy(), self.distance.copy()
        return made

    def renew(self, row: int, costs: NDArray[Any] | None = None) -> None:
        """Find the ways of one row anew.

        Args:
            row: of `ways`: a goal, or `len(goals)` + goal.
            costs: (size,), how much longer than 1 it is to enter each patch; 1 everywhere if None.
        """
        goal = self.goals[row % len(self.goals)]
        if not len(goal):
            return  # it is only a direction
        far = self.distances_to(goal, costs)
        self.distance[row, :-1] = far
        self.ways[row, :-1] = self._bits(far, costs)

    def distances_to(self, goal: NDArray[Any], costs: NDArray[Any] | None = None) -> Distances:
        """How far it is from each patch to the nearest of some: float64 (size,), infinite where no way leads."""
        reverse = self._reverse
        if costs is not None:
            # Row p of the reverse holds the moves that lead to patch p.
            data = reverse.data * np.repeat(costs, np.diff(reverse.indptr))
            reverse = csr_matrix((data, reverse.indices, reverse.indptr), shape=reverse.shape)
        if len(goal) == 1:
            found: Distances = dijkstra(reverse, indices=int(goal[0]))
        else:
            found = dijkstra(reverse, indices=goal, min_only=True)
        return found

    @cached_property
    def _reverse(self) -> Any:
        """All moves turned round, as a matrix of lengths in compressed sparse rows."""
        sources, columns = np.nonzero(self.moves[:-1, :-1] >= 0)
        targets = self.moves[sources, columns]
        order = np.argsort(targets, kind="stable")
        indptr = np.zeros(self.world.size + 1, dtype=np.int32)
        np.cumsum(np.bincount(targets, minlength=self.world.size), out=indptr[1:])
        shape = (self.world.size, self.world.size)
        return csr_matrix((self.weights[columns[order]], sources[order].astype(np.int32), indptr), shape=shape)

    def _bits(self, far: Distances, costs: NDArray[Any] | None) -> NDArray[np.uint16]:
        most = np.where(np.isfinite(far), far + TIE, -1.0)
        beyond = np.append(far, np.inf)
        entering = None if costs is None else np.append(costs, 1.0)
        bits = np.zeros(self.world.size, dtype=np.uint16)
        for column, weight in enumerate(self.weights.tolist()):
            targets = self.moves[:-1, column]
            through = beyond[targets] + (weight if entering is None else weight * entering[targets])
            bits |= (through <= most).astype(np.uint16) << column
        return bits

    # --- questions ---------------------------------------------------------------------------------------------------

    @cached_property
    def corner(self) -> Ints:
        """The corner over which each diagonal leads, flat as `moves`; -1 for moves that are none.

        It is 2 * (the patch left below the corner) + 0 or 1, for the two diagonals that cross there.
        """
        found = np.full(self.moves.shape, -1, dtype=np.int32)
        world = self.world
        x, y = np.arange(world.size) % world.width, np.arange(world.size) // world.width
        for direction in set(range(world.directions)) - set(world.sides):
            left = x if direction in (1, 3) else x - 1
            below = y if direction in (1, 7) else y - 1
            corner = (below % world.height) * world.width + left % world.width
            there = self.moves[:-1, direction] >= 0
            found[:-1, direction] = np.where(there, 2 * corner + (direction in (3, 7)), -1)
        return found.reshape(-1)

    @property
    def has_diagonals(self) -> bool:
        """Whether some moves may cross each other."""
        return len(self.world.sides) < self.world.directions

    def at_goals(self, goals: NDArray[Any], patches: NDArray[Any]) -> Flags:
        """Which of some walkers are where they want to go: bool, of the shape of both."""
        if not len(self._single):
            return np.zeros(patches.shape, dtype=bool)
        if self._single.min() >= 0:
            there: Flags = self._single.take(goals) == patches
        else:
            there = self.distance[goals, patches] == 0
        return there

    @cached_property
    def _single(self) -> Ints:
        """The patch of each goal, -1 for one that has several, or none; empty if all are only directions."""
        if not any(len(goal) for goal in self.goals):
            return np.zeros(0, dtype=np.int32)
        return np.array([goal[0] if len(goal) == 1 else -1 for goal in self.goals], dtype=np.int32)

    def reachable(self, patches: NDArray[Any]) -> Flags:
        """Which goals can be reached from patches, without being there already: bool (patches, goals)."""
        far = self.distance[: len(self.goals), patches].T
        with np.errstate(invalid="ignore"):
            found: Flags = np.isnan(far) | ((far > 0) & np.isfinite(far))
        return found

    def moves_to(self, goals: NDArray[Any], patches: NDArray[Any]) -> NDArray[np.float32]:
        """How many moves patches are from goals by shortest ways: float32, infinite where no way leads.

        Where there are diagonals this is less than the distance, and the same for all ways of one length, since no
        number of diagonals is as long as a number of straight steps.
        """
        if not self.has_diagonals:
            near: NDArray[np.float32] = self.distance[goals, patches]
            return near
        found = np.empty(np.shape(patches), dtype=np.float32)
        for goal in np.unique(goals).tolist():
            if goal not in self._counted:
                self._counted[goal] = self._moves_along(goal)
            here = goals == goal
            found[here] = self._counted[goal][patches[here]]
        return found

    def _moves_along(self, row: int) -> NDArray[np.float32]:
        """The same from all patches to one goal: as many as there are on the first of the shortest ways."""
        ways = self.ways[row].astype(np.int64)
        column = np.where(ways > 0, np.frexp((ways & -ways).astype(np.float64))[1] - 1, self.stay)
        target = self.moves[np.arange(len(ways)), column]
        count = (target >= 0).astype(np.float32)
        count[np.isposinf(self.distance[row])] = np.inf
        count[-1] = np.inf
        for _ in range(len(ways).bit_length()):  # one looks ahead 1, 2, 4, … moves
            on = np.flatnonzero(target >= 0)
            count[on] += count[target[on]]
            target[on] = target[target[on]]
        return count

    def column_to(self, patch: int, target: int) -> int:
        """The number of the move from one patch to another.

        Raises:
            ValueError: there is none.
        """
        for column, beyond in enumerate(self.moves[patch, :-1].tolist()):
            if beyond == target >= 0:
                return column
        raise ValueError(f"no move leads from patch {patch} to patch {target}")
