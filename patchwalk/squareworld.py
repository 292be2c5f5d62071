"""Worlds of squares, with four or eight neighbours.

The formulas, with floor as in "the next whole number below"::

    centre of (x, y)        (x, y)
    cell at a point         (floor(px + 1/2), floor(py + 1/2))
    neighbours, four        N (0, 1)  E (1, 0)  S (0, -1)  W (-1, 0)
    neighbours, eight       N (0, 1)  NE (1, 1)  E (1, 0)  SE (1, -1)  S (0, -1)  SW (-1, -1)  W (-1, 0)  NW (-1, 1)
    steps apart             four: |dx| + |dy|; eight: max(|dx|, |dy|); |d| on a wrapped axis is min(|d|, length - |d|)
    outline                 (1/2, 1/2)  (-1/2, 1/2)  (-1/2, -1/2)  (1/2, -1/2)
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from patchwalk.axes import Whole, Wrap, span
from patchwalk.world import World

STEPS = {
    4: ((0, 1), (1, 0), (0, -1), (-1, 0)),
    8: ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)),
}


class SquareWorld(World):
    """A world of squares. Directions: N, E, S, W, or N, NE, E, SE, S, SW, W, NW."""

    grid = "square"

    def __init__(self, width: int, height: int, neighbors: int = 4, wrap: Wrap = "none") -> None:
        """See `patchwalk.world.make_world`."""
        if neighbors not in STEPS:
            raise ValueError(f"neighbors is 4 or 8 on a square world, not {neighbors!r}")
        super().__init__(width, height, neighbors, wrap)
        self.sides = tuple(range(0, neighbors, neighbors // 4))
        self._steps = STEPS[neighbors]

    def shift(self, x: Whole, y: Whole, direction: int, steps: int = 1) -> tuple[Whole, Whole]:
        """See `World.shift`."""
        dx, dy = self._steps[direction]
        return x + dx * steps, y + dy * steps

    def cell_center(self, x: Any, y: Any) -> tuple[Any, Any]:
        """See `World.cell_center`."""
        return x * 1.0, y * 1.0

    def cell_at(self, xs: NDArray[np.float64], ys: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
        """See `World.cell_at`; on an edge the right and the upper cell have the point."""
        return np.floor(xs + 0.5), np.floor(ys + 0.5)

    def distance(self, a: Whole, b: Whole) -> Whole:
        """See `World.distance`."""
        (ax, ay), (bx, by) = self.xy(a), self.xy(b)
        across, up = span(ax - bx, self.width, self.wrap_x), span(ay - by, self.height, self.wrap_y)
        # The larger one of the two is written so that it takes numbers and arrays alike.
        steps: Whole = across + up if self.directions == 4 else (across + up + abs(across - up)) // 2
        return steps

    @cached_property
    def outline(self) -> NDArray[np.float64]:
        """See `World.outline`: a square of side 1."""
        corners = np.array([(0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5)])
        corners.setflags(write=False)
        return corners
