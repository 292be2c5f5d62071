"""Worlds of regular hexagons, flat-topped, in shifted columns: columns 1, 3, 5, … lie half a patch lower.

The formulas, with s = sqrt(3) / 2 (the distance between columns) and odd(x) = x mod 2, 0 or 1 also below zero::

    centre of (x, y)        (s x, y - odd(x) / 2)
    neighbours, x even      N (0, 1)  NE (1, 1)  SE (1, 0)   S (0, -1)  SW (-1, 0)   NW (-1, 1)
    neighbours, x odd       N (0, 1)  NE (1, 0)  SE (1, -1)  S (0, -1)  SW (-1, -1)  NW (-1, 0)
    cell at a point         for the columns x = floor(px / s) and x + 1: the row y = floor(py + odd(x) / 2 + 1/2);
                            of these two cells the one with the nearer centre, the left one if they are as near
    steps apart             max(a, (a + h) / 2) with a = |dx| and h = |d(2 y - odd(x))|, twice the difference in height
                            (wrapped: a = min(a, width - a), h = min(h, 2 height - h))
    outline                 corners at 60, 120, … 360 degrees (counter-clockwise from the right), 1 / sqrt(3) out

Each step sideways also goes half a patch up or down, hence the (a + h) / 2. The two columns at a point suffice: no
point is further than 1 / sqrt(3) from the nearest centre, and a third column is at least s away.
"""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from patchwalk.axes import Whole, Wrap, span
from patchwalk.world import World

COLUMN = sqrt(3) / 2  # distance between the centres of two columns

# For each direction: columns to the right, and twice the height, since a step sideways climbs by half a patch.
STEPS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))


class HexWorld(World):
    """A world of hexagons with six neighbours each. Directions: N, NE, SE, S, SW, NW."""

    grid = "hex"
    sides = (0, 1, 2, 3, 4, 5)

    def __init__(self, width: int, height: int, wrap: Wrap = "none") -> None:
        """See `patchwalk.world.make_world`."""
        super().__init__(width, height, 6, wrap)
        if self.wrap_x and self.width % 2:
            good = " or ".join(str(near) for near in (self.width - 1, self.width + 1) if near >= 3)
            raise ValueError(
                f"width is even on a hex world that wraps in x, not {self.width}: every other column is shifted, and "
                f"the last would not fit the first; take {good}"
            )

    def shift(self, x: Whole, y: Whole, direction: int, steps: int = 1) -> tuple[Whole, Whole]:
        """See `World.shift`."""
        right, climb = STEPS[direction]
        column = x + right * steps
        # Twice the height of the centre is 2 y - odd(x); solved for the new y.
        return column, y + (climb * steps - x % 2 + column % 2) // 2

    def cell_center(self, x: Any, y: Any) -> tuple[Any, Any]:
        """See `World.cell_center`."""
        return x * COLUMN, y - 0.5 * (x % 2)

    def cell_at(self, xs: NDArray[np.float64], ys: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
        """See `World.cell_at`."""
        left = np.floor(xs / COLUMN)
        columns = np.stack([left, left + 1])
        rows = np.floor(ys + 0.5 * (columns % 2) + 0.5)
        center_x, center_y = self.cell_center(columns, rows)
        apart = (xs - center_x) ** 2 + (ys - center_y) ** 2
        right_is_nearer = apart[1] < apart[0]
        return np.where(right_is_nearer, columns[1], columns[0]), np.where(right_is_nearer, rows[1], rows[0])

    def distance(self, a: Whole, b: Whole) -> Whole:
        """See `World.distance`."""
        (ax, ay), (bx, by) = self.xy(a), self.xy(b)
        across = span(ax - bx, self.width, self.wrap_x)
        climb = span(2 * (ay - by) - ax % 2 + bx % 2, 2 * self.height, self.wrap_y)
        # max(across, (across + climb) / 2), for numbers and arrays alike; the two are both odd or both even.
        steps: Whole = across + (climb - across + abs(climb - across)) // 4
        return steps

    @cached_property
    def outline(self) -> NDArray[np.float64]:
        """See `World.outline`: a regular hexagon of height 1."""
        half = 1 / (2 * sqrt(3))
        corners = np.array([(half, 0.5), (-half, 0.5), (-2 * half, 0), (-half, -0.5), (half, -0.5), (2 * half, 0)])
        corners.setflags(write=False)
        return corners
