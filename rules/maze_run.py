"""Carving and flooding together, over arrays: the kernels side by side, tick for tick what turtles and drops do."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from rules.carving import Carving
from rules.flooding import Flood

# Moves, and wetted patches, between two yields: about 10 ms of plain Python.
MOVES_AT_ONCE = 8_000
PATCHES_AT_ONCE = 12_000


class MazeRun:
    """The carvers of a maze as arrays, and its flood.

    Attributes:
        at: int32 (carvers,), where each stands.
        depth: int32 (carvers,), how many rooms lie behind it.
        alive: bool (carvers,).
        ticks: how many have passed.
        depths: the deepest stack after each tick run here, in pieces.
    """

    def __init__(
        self,
        carving: Carving,
        flood: Flood,
        at: NDArray[np.int32],
        depth: NDArray[np.int32],
        alive: NDArray[np.bool_],
        ticks: int,
    ) -> None:
        """Take over from turtles; see the attributes."""
        self.carving, self.flood = carving, flood
        self.at, self.depth, self.alive = at, depth, alive
        self.ticks = ticks
        self.depths: list[NDArray[np.int32]] = []

    @property
    def active(self) -> bool:
        """Whether a tick would change something."""
        return bool(self.alive.any()) or self.flood.can_spread()

    def run(self, ticks: int, curviness: int, fixed: bool) -> Iterator[None]:
        """Run up to so many ticks, or until nothing moves; yields about every 10 ms, always between two ticks.

        Args:
            ticks: how many at most.
            curviness: 0 to 100 percent.
            fixed: the turn order.
        """
        end = self.ticks + ticks
        while self.ticks < end and self.active:
            living = int(self.alive.sum())
            if living:
                yield from self._carve(min(end - self.ticks, max(1, MOVES_AT_ONCE // living)), curviness, fixed)
            else:
                done = self.flood.advance(end - self.ticks, self.ticks, patches=PATCHES_AT_ONCE)
                self.depths.append(np.zeros(done, dtype=np.int32))
                self.ticks += done
                yield

    def _carve(self, ticks: int, curviness: int, fixed: bool) -> Iterator[None]:
        """Carve for some ticks and let the flood follow."""
        wet = self.flood.wet_count > 0
        if wet:  # the flood must not lag behind for longer than one piece of work
            ticks = min(ticks, 512)
        done = self.carving.advance(self.at, self.depth, self.alive, ticks, curviness, fixed, log=wet)
        self.depths.append(done.depths)
        if wet:
            opened, until, passed = done.opened, done.opened_until, 0
            while passed < done.ticks:
                seen = int(until[passed - 1]) if passed else 0
                passed += self.flood.advance(
                    done.ticks - passed, self.ticks + passed, opened[seen:], until[passed:] - seen, PATCHES_AT_ONCE
                )
        self.ticks += done.ticks
        yield
