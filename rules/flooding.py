"""Liquids that spread through the corridors of a maze, one ring of patches a tick, while it is carved or afterwards.

The front is the patches that got wet in the last tick, and those poured on since. Tick t wets, in this order,

1. the waiting patches: opened by carving in tick t - 1 beside a patch that was wet then, they take the liquid of the
   neighbour that got wet first (of several as early, the one in the lowest direction);
2. the dry open neighbours of the front, patch by patch in the order in which these got wet, each in the order of
   directions.

The first to arrive keeps the patch. The flood acts at the start of a tick, before the carvers. So a patch that is
carved in tick c and has its first wet neighbour since tick a gets wet in tick max(a, c) + 1, and on a finished maze the
arrival is the smallest of press tick + distance over all presses. Keeping the front makes a flood as cheap as the
patches it wets; looking at the whole world in every tick would cost hundreds of times more.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from patchwalk.world import World, make_world
from rules.flooding_kernel import COUNT, COUNTERS, RINGS, TICKS, WAITING, spread_ticks
from rules.kernels import warmer
from rules.turns import directions_in

DRY, WATER, BLOOD = 0, 1, 2

# In `arrival` of dry patches.
NEVER = -1

# In `exits`, beside a bit for each direction: the patch lies in an odd column, whose neighbours differ on hexes.
ODD = 64

# Looking at so few patches one by one is quicker than at all of them as an array.
SHORT_FRONT = 8

_NONE = np.zeros(0, dtype=np.int32)
_NO_NEIGHBORS = np.zeros(0, dtype=np.int32)
_NO_NEIGHBORS.flags.writeable = False  # like a world's table; numba compiles anew for an array of another kind


class Flood:
    """Which patches are wet, since when, and where the liquid can go next.

    Attributes:
        corridor: bool, shape of the world, True is open. The carving's own array, which changes while turtles carve.
        arrival: int32, shape of the world: the tick in which a patch got wet, -1 where it is dry.
        liquid: uint8, shape of the world: 0 dry, 1 water, 2 blood.
    """

    __slots__ = (
        "_arrival", "_corridor", "_counter_array", "_counters", "_exits", "_exits_array", "_liquid", "_order",
        "_order_array", "_step_table", "_steps", "_waiting", "arrival", "corridor", "liquid", "world",
    )  # fmt: skip

    def __init__(self, world: World, corridor: NDArray[np.bool_]) -> None:
        """Begin dry.

        Args:
            world: the world.
            corridor: bool, shape of the world, C-contiguous; kept, not copied.
        """
        self.world = world
        self.corridor = corridor
        self.arrival = world.layer(np.int32, NEVER)
        self.liquid = world.layer(np.uint8, DRY)
        # Of each patch, walls too, the bit mask of the directions in which the neighbour is open, and ODD.
        self._exits_array = np.zeros(world.size, dtype=np.int8)
        # The wet patches in the order in which they got wet; each ring is a piece of it, the front the last one.
        self._order_array = np.empty(world.size, dtype=np.int32)
        self._waiting: list[tuple[int, int]] = []
        self._counter_array = np.zeros(COUNTERS, dtype=np.int64)
        # Single entries are read and written about three times as fast through these.
        self._counters = self._counter_array.data
        self._corridor = corridor.view(np.uint8).reshape(-1).data
        self._arrival, self._liquid = self.arrival.reshape(-1).data, self.liquid.reshape(-1).data
        self._exits, self._order = self._exits_array.data, self._order_array.data
        self._steps = _steps_by_exits(world)
        # The same for the kernel: eight entries a row, zeros after the last step.
        rows = [(*steps, *[0] * (8 - len(steps))) for steps in self._steps]
        self._step_table = np.array(rows, dtype=np.int32)
        self._step_table.flags.writeable = False

    @property
    def wet_count(self) -> int:
        """How many patches are wet."""
        return self._counters[COUNT]

    @property
    def wet(self) -> NDArray[np.int32]:
        """All wet patches in the order in which they got wet; a read-only view."""
        return self._ring(0, self.wet_count)

    @property
    def front(self) -> NDArray[np.int32]:
        """The patches that got wet in the last tick or were poured on since, in order; a read-only view."""
        return self._ring(self._counters[RINGS], self.wet_count)

    @property
    def recent(self) -> list[NDArray[np.int32]]:
        """The rings of the last four ticks, the front first; read-only views."""
        ends = [self.wet_count, *self._counters[RINGS : RINGS + 4]]
        return [self._ring(start, end) for end, start in pairwise(ends)]

    @property
    def waiting(self) -> list[int]:
        """Patches that the last tick opened beside a wet one, which get wet in the next tick."""
        return [patch for patch, _ in self._waiting if not self._liquid[patch]]

    def pour(self, patch: int, liquid: int, tick: int) -> bool:
        """Pour on a patch; it joins the front.

        Args:
            patch: any number; nothing happens on walls, outside the world and on wet patches.
            liquid: `WATER` or `BLOOD`.
            tick: the number of ticks done so far, which is the patch's arrival.

        Returns:
            Whether the patch got wet.

        Raises:
            ValueError: there is no such liquid.
        """
        if liquid not in (WATER, BLOOD):
            raise ValueError(f"liquid {liquid!r}: it is {WATER} (water) or {BLOOD} (blood)")
        if not (0 <= patch < self.world.size and self._corridor[patch] and not self._liquid[patch]):
            return False
        if self.wet_count == 0:
            self._look_for_exits()
        self.soak(patch, liquid, tick)
        return True

    def soak(self, patch: int, liquid: int, tick: int) -> None:
        """Make a dry open patch wet; it joins the front. What a drop does to each of `dry_neighbors`."""
        self._arrival[patch] = tick
        self._liquid[patch] = liquid
        self._order[self._counters[COUNT]] = patch
        self._counters[COUNT] += 1

    def dry_neighbors(self, patch: int) -> list[int]:
        """The neighbours of a patch that are open and dry, in the order of directions."""
        liquid = self._liquid
        return [patch + step for step in self._steps[self._exits[patch]] if not liquid[patch + step]]

    def begin_tick(self, tick: int) -> NDArray[np.int32]:
        """Begin a tick for drops that act one by one: the waiting patches get wet and are the first of the new front.

        Args:
            tick: the number of the tick that begins; its patches get this arrival.

        Returns:
            The front up to now, whose drops act next, in order.
        """
        acting = self.front
        rings = self._counter_array[RINGS:]
        rings[1:] = rings[:-1].copy()
        self._counters[RINGS] = self._counters[COUNT]
        for patch, liquid in self._waiting:
            if not self._liquid[patch]:
                self.soak(patch, liquid, tick)
        self._waiting = []
        return acting

    def open(self, patches: Iterable[int]) -> None:
        """Learn which patches were opened by carving in this tick, in order, after the flood acted in it.

        While everything is dry this may be left out.
        """
        if self.wet_count == 0:
            return
        half, directions = self.world.directions // 2, self.world.directions
        for patch in patches:
            first, liquid = NEVER, DRY
            for direction, neighbor in enumerate(self.world.neighbors[patch].tolist()):
                if neighbor < 0:
                    continue
                self._exits[neighbor] |= 1 << (direction + half) % directions
                since = self._arrival[neighbor]
                if since >= 0 and (first < 0 or since < first):
                    first, liquid = since, self._liquid[neighbor]
            if liquid:
                self._waiting.append((patch, liquid))

    def advance(
        self,
        ticks: int,
        tick: int,
        opened: NDArray[np.int32] = _NONE,
        opened_until: NDArray[np.int32] = _NONE,
        patches: int | None = None,
    ) -> int:
        """Spread for a number of ticks, or until nothing can move any more.

        Bit for bit what drops do one by one through `begin_tick`, `dry_neighbors`, `soak` and `open`. Carving does not
        depend on the flood: so both can be run in turns, carvers first, who report what they opened in which tick.

        Args:
            ticks: how many at most.
            tick: how many ticks were done before; the first one run has the number tick + 1.
            opened: int32, the patches opened by carving in these ticks (`rules.carving.Progress`).
            opened_until: int32, how many of these up to the end of each tick; ticks after the last open nothing.
            patches: end early, after the tick in which so many got wet; for pieces of work of even length (about a
                microsecond a patch in plain Python).

        Returns:
            The ticks run. Where patches are opened, all that are asked for, unless `patches` ended it early; a log must
            then be given again from there on.
        """
        if self.wet_count == 0:
            return min(ticks, len(opened_until))
        # Each opened patch waits at most once; the ones that wait already come first.
        waiting = np.zeros((2, len(self._waiting) + len(opened)), dtype=np.int32)
        for i, entry in enumerate(self._waiting):
            waiting[:, i] = entry
        self._counters[WAITING] = len(self._waiting)
        # The world's table is made when it is first asked for: not before it is needed.
        neighbors = self.world.neighbors.reshape(-1) if len(opened) else _NO_NEIGHBORS
        limit = self.world.size if patches is None else self.wet_count + patches
        spread_ticks(
            ticks, tick, limit, self._order_array, self._counter_array, self.arrival.reshape(-1),
            self.liquid.reshape(-1), self._exits_array, self._step_table.reshape(-1), neighbors,
            self.world.directions, waiting[0], waiting[1], opened, opened_until,
        )  # fmt: skip
        left = waiting[:, : self._counters[WAITING]]
        self._waiting = list(zip(left[0].tolist(), left[1].tolist(), strict=True))
        return self._counters[TICKS]

    def can_spread(self) -> bool:
        """Whether a tick would make a patch wet."""
        if self.wet_count == 0:
            return False
        if self.waiting:
            return True
        front = self.front
        if len(front) < SHORT_FRONT:
            return any(self.dry_neighbors(patch) for patch in front.tolist())
        steps = self._step_table[self._exits_array[front]]
        near = front[:, np.newaxis] + steps
        return bool(((self.liquid.reshape(-1)[near] == DRY) & (steps != 0)).any())

    def dry_all(self) -> None:
        """Make everything dry again."""
        self.arrival.fill(NEVER)
        self.liquid.fill(DRY)
        self._counter_array[:] = 0
        self._waiting = []

    def _look_for_exits(self) -> None:
        """See from the corridor which neighbours are open: even and odd columns apart, since hexes differ."""
        height, width = self.world.shape
        padded = np.pad(self.corridor, 1).view(np.int8)
        exits = self._exits_array.reshape(self.world.shape)
        exits[:, 0::2], exits[:, 1::2] = 0, ODD
        for direction in range(self.world.directions):
            for parity in (0, 1):
                x, y = self.world.shift(parity, 0, direction)
                exits[:, parity::2] |= padded[1 + y : 1 + y + height, 1 + x : 1 + x + width - parity : 2] << direction

    def _ring(self, start: int, end: int) -> NDArray[np.int32]:
        ring = self._order_array[start:end]
        ring.flags.writeable = False
        return ring

    def state(self) -> dict[str, Any]:
        """All that the flood depends on besides the corridor, copied; as small as the flood."""
        wet = self.wet.copy()
        return {
            "wet": wet,
            "arrival": self.arrival.ravel()[wet],
            "liquid": self.liquid.ravel()[wet],
            "rings": self._counters[RINGS : RINGS + 4].tolist(),
            "waiting": list(self._waiting),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Put back what `state` gave. The corridor must be as it was then."""
        self.dry_all()
        wet = np.asarray(state["wet"], dtype=np.int32)
        self._order_array[: len(wet)] = wet
        self.arrival.reshape(-1)[wet] = state["arrival"]
        self.liquid.reshape(-1)[wet] = state["liquid"]
        self._counters[COUNT] = len(wet)
        self._counter_array[RINGS : RINGS + 4] = state["rings"]
        self._waiting = [(int(patch), int(liquid)) for patch, liquid in state["waiting"]]
        self._look_for_exits()


def _steps_by_exits(world: World) -> list[tuple[int, ...]]:
    """For each value of `exits`, what to add to a patch to get its open neighbours, in the order of directions."""
    steps = []
    for column in (0, 1):
        shifts = [world.shift(column, 0, direction) for direction in range(world.directions)]
        by_direction = [(x - column) + y * world.width for x, y in shifts]
        # Masks that name directions which a square does not have never occur.
        steps += [
            tuple(by_direction[direction] for direction in directions_in(mask) if direction < world.directions)
            for mask in range(ODD)
        ]
    return steps


@warmer
def _flood_something() -> None:
    world = make_world("square", 3, 3)
    flood = Flood(world, np.ones(world.shape, dtype=np.bool_))
    flood.pour(4, WATER, 0)
    flood.advance(10, 0)
