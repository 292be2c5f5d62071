"""The world: width x height patches, square or hexagonal, with or without wrapping.

A patch is one integer, ``patch = y * width + x``, with x to the right, **y up** and (0, 0) at the bottom left. A
heading is an angle in degrees, 0 up and clockwise, as in NetLogo. A direction is the number of one of the world's
headings. Patch data are layers: arrays of shape (height, width) whose row 0 is y = 0. There is no object per patch, so
that a world of a million patches is made in no time; the neighbour table is built when it is first asked for.

One unit of length is the distance between the centres of two patches, one straight above the other. Cells are the
patches of the endless lattice (any whole x and y); `World` cuts out its own and folds the wrapped axes.

The formulas of each kind stand in its file, `patchwalk.squareworld` and `patchwalk.hexworld`, so that a drawing in
another language can repeat them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property, partial
from math import floor
from operator import index
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from patchwalk.axes import Whole, Wrap, checked_length, checked_wrap

# The neighbour table holds patches as int32.
MOST_PATCHES = 2**31 - 1

# So many steps are walked in the table; for more it is quicker to jump.
SHORT_WALK = 8


class World(ABC):
    """A world of patches. A kind of world gives the first five methods; everything else follows from them.

    Worlds do not change. They are equal when they are made alike.

    Attributes:
        grid: "square" or "hex".
        width: number of columns.
        height: number of rows.
        shape: (height, width), the shape of a layer.
        size: number of patches.
        wrap_x: whether the right edge joins the left one.
        wrap_y: whether the top edge joins the bottom one.
        wrap: the same as text: "none", "x", "y" or "both".
        directions: how many directions there are.
        turn: one turn of a turtle in degrees, 360 / directions.
        headings: the heading of each direction, clockwise from 0 (up).
        sides: the directions across an edge of the patch, clockwise from up. All but the diagonals.
    """

    grid: Literal["square", "hex"]
    sides: tuple[int, ...]

    # --- what a kind of world has to give ---

    @abstractmethod
    def shift(self, x: Whole, y: Whole, direction: int, steps: int = 1) -> tuple[Whole, Whole]:
        """The cell that lies some steps from (x, y) in a direction, before bounds and wrapping.

        Args:
            x: column, or an array of them.
            y: row, or an array that broadcasts with x.
            direction: 0 to directions - 1.
            steps: how far; a negative number goes backwards.
        """

    @abstractmethod
    def cell_center(self, x: Any, y: Any) -> tuple[Any, Any]:
        """The centre (in patch units) of a cell or of arrays of cells, inside or outside the world."""

    @abstractmethod
    def cell_at(self, xs: NDArray[np.float64], ys: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
        """Columns and rows of the cells with the nearest centres, before bounds and wrapping.

        They are whole numbers, as float64. A point as near to two centres always goes to the same one of them.
        """

    @abstractmethod
    def distance(self, a: Whole, b: Whole) -> Whole:
        """Fewest steps between two patches, over the seams too, on a world where no patch is blocked.

        Args:
            a: a patch, or an array of them.
            b: a patch, or an array that broadcasts with a.
        """

    @property
    @abstractmethod
    def outline(self) -> NDArray[np.float64]:
        """The corners of a patch around its centre, (sides, 2), counter-clockwise; read-only.

        The top edge comes first: corners k and k + 1 end the edge across which direction `sides[-k]` lies.
        """

    # --- what follows ---

    def __init__(self, width: int, height: int, directions: int, wrap: Wrap) -> None:
        """Check and keep the sizes; called by the kinds."""
        self.width, self.height = checked_length("width", width), checked_length("height", height)
        self.shape = (self.height, self.width)
        self.size = self.width * self.height
        if self.size > MOST_PATCHES:
            raise ValueError(f"{self.width} x {self.height} patches are too many: a world has at most {MOST_PATCHES:,}")
        self.wrap = checked_wrap(wrap, self.width, self.height)
        self.wrap_x, self.wrap_y = self.wrap in ("x", "both"), self.wrap in ("y", "both")
        self.directions = directions
        self.turn = 360.0 / directions
        self.headings = tuple(direction * self.turn for direction in range(directions))
        self._directions = {heading: direction for direction, heading in enumerate(self.headings)}

    @cached_property
    def neighbors(self) -> NDArray[np.int32]:
        """The neighbour of each patch in each direction: (patches, directions), -1 where there is none. Read-only."""
        x = np.arange(self.width, dtype=np.int32)[np.newaxis, :]
        y = np.arange(self.height, dtype=np.int32)[:, np.newaxis]
        table = np.empty((*self.shape, self.directions), dtype=np.int32)
        for direction in range(self.directions):
            table[:, :, direction] = self._patches(*self.shift(x, y, direction))
        table.setflags(write=False)
        return table.reshape(self.size, self.directions)

    @cached_property
    def _flat_neighbors(self) -> memoryview:
        """The table as a memoryview, which plain Python reads three times as fast as an array."""
        return self.neighbors.reshape(-1).data

    @cached_property
    def extent(self) -> tuple[float, float, float, float]:
        """The drawn world in patch units: (min_x, min_y, max_x, max_y)."""
        columns, rows = np.arange(self.width), np.arange(self.height)
        xs, ys = zip(
            *(self.cell_center(columns, np.full(self.width, row)) for row in (0, self.height - 1)),
            *(self.cell_center(np.full(self.height, column), rows) for column in (0, self.width - 1)),
            strict=True,
        )
        centers = np.column_stack([np.concatenate(xs), np.concatenate(ys)])
        low, high = centers.min(axis=0) + self.outline.min(axis=0), centers.max(axis=0) + self.outline.max(axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def patch(self, x: int, y: int) -> int:
        """The patch in column x and row y; a wrapped axis takes any whole number.

        Raises:
            ValueError: (x, y) is outside.
        """
        patch = self._patch_or_none(index(x), index(y))
        if patch < 0:
            columns = "any whole number" if self.wrap_x else f"0 to {self.width - 1}"
            rows = "any whole number" if self.wrap_y else f"0 to {self.height - 1}"
            raise ValueError(f"patch ({x}, {y}) is outside the world: x is {columns}, y is {rows}")
        return patch

    def xy(self, patch: Whole) -> tuple[Whole, Whole]:
        """Column and row of a patch, or of an array of patches.

        Raises:
            ValueError: there is no such patch.
        """
        if isinstance(patch, np.ndarray):
            patch = patch.astype(np.int64, copy=False)
            if patch.size:
                self.check_patch(int(patch.min()))
                self.check_patch(int(patch.max()))
        else:
            self.check_patch(patch)
        return patch % self.width, patch // self.width

    def center(self, patch: Any) -> tuple[Any, Any]:
        """The centre of a patch, or of an array of patches, in patch units."""
        return self.cell_center(*self.xy(patch))

    def patches_at(self, xs: ArrayLike, ys: ArrayLike) -> NDArray[np.int64]:
        """The patches with the centres nearest to points; -1 for points outside (and for what is no finite number).

        Args:
            xs: in patch units, any shape; a wrapped axis takes any number.
            ys: broadcasts with xs.
        """
        px, py = np.broadcast_arrays(np.asarray(xs, dtype=np.float64), np.asarray(ys, dtype=np.float64))
        with np.errstate(invalid="ignore", over="ignore"):  # infinite points come out as nan, and so as outside
            return self._patches(*self.cell_at(px, py)).astype(np.int64)

    def patch_at(self, x: float, y: float) -> int:
        """The patch with the centre nearest to a point in patch units, or -1 outside."""
        return int(self.patches_at(x, y))

    def edge_at(self, x: float, y: float) -> tuple[int, int] | None:
        """The patch under a point and the direction across its nearest edge, or None outside.

        On squares with eight neighbours diagonal ones share no edge, so the direction is one of the four straight ones.
        """
        patch = self.patch_at(x, y)
        if patch < 0:
            return None
        cell_x, cell_y = self.cell_center(*self.cell_at(np.array([float(x)]), np.array([float(y)])))
        angles = np.radians([self.headings[side] for side in self.sides])
        # How far the point lies towards each edge; all edges are half a unit from the centre.
        towards = (x - cell_x[0]) * np.sin(angles) + (y - cell_y[0]) * np.cos(angles)
        return patch, self.sides[int(np.argmax(towards))]

    def direction_of(self, heading: float) -> int:
        """The direction whose heading is nearest (halfway: the clockwise one)."""
        return floor(heading / self.turn + 0.5) % self.directions

    def heading_of(self, direction: int) -> float:
        """The heading of a direction in degrees."""
        return self.headings[self._check_direction(direction)]

    def opposite(self, direction: int) -> int:
        """The direction straight back."""
        return (self._check_direction(direction) + self.directions // 2) % self.directions

    def neighbor(self, patch: int, direction: int) -> int:
        """The neighbour of a patch in a direction, or -1 where the world ends."""
        return self._flat_neighbors[self.check_patch(patch) * self.directions + self._check_direction(direction)]

    def neighbors_of(self, patch: int) -> list[int]:
        """The neighbours of a patch that exist, in the order of their directions."""
        start = self.check_patch(patch) * self.directions
        return [neighbor for neighbor in self._flat_neighbors[start : start + self.directions] if neighbor >= 0]

    def ahead(self, patch: int, heading: float, steps: int = 1) -> int:
        """The patch some steps on in the direction nearest to the heading, or -1 if the way leads off the world.

        Args:
            patch: where to start.
            heading: in degrees.
            steps: how far; 0 is the patch itself, a negative number goes backwards.
        """
        direction = self._directions.get(heading, -1)
        if direction < 0:
            direction = self.direction_of(heading)
        if not 0 <= patch < self.size:
            self.check_patch(patch)
        if not 0 <= steps <= SHORT_WALK:
            # A straight way never turns back, so it stays inside whenever its end does.
            return self._patch_or_none(*self.shift(*self.xy(patch), direction, steps))
        table, directions = self._flat_neighbors, self.directions
        for _ in range(steps):
            patch = table[patch * directions + direction]
            if patch < 0:
                return -1
        return patch

    def layer(self, dtype: DTypeLike = np.float64, fill: Any = 0) -> NDArray[Any]:
        """A new layer: an array of shape (height, width), filled with one value."""
        # Zeroed memory costs nothing until it is touched.
        return np.zeros(self.shape, dtype) if fill == 0 else np.full(self.shape, fill, dtype)

    def rows_from_top(self, rows: NDArray[Any]) -> NDArray[Any]:
        """See the function of this name below."""
        return rows_from_top(rows)

    def rows_to_top(self, layer: NDArray[Any]) -> NDArray[Any]:
        """See the function of this name below."""
        return rows_to_top(layer)

    def check_patch(self, patch: int) -> int:
        """Hand back a patch of this world.

        Raises:
            ValueError: there is no such patch.
        """
        if 0 <= patch < self.size:
            return patch
        raise ValueError(f"there is no patch {patch}: this world has 0 to {self.size - 1}")

    def _check_direction(self, direction: int) -> int:
        if 0 <= direction < self.directions:
            return direction
        raise ValueError(f"there is no direction {direction}: this world has 0 to {self.directions - 1}")

    def _patches(self, x: NDArray[Any], y: NDArray[Any]) -> NDArray[Any]:
        """The patches of cells, whole or float; -1 outside and for nan."""
        if self.wrap_x:
            x = x % self.width
        if self.wrap_y:
            y = y % self.height
        inside = (x >= 0) & (x < self.width) & (y >= 0) & (y < self.height)
        return np.where(inside, y * self.width + x, -1)

    def _patch_or_none(self, x: int, y: int) -> int:
        """The same as `_patches` for one cell, without numpy."""
        if self.wrap_x:
            x %= self.width
        if self.wrap_y:
            y %= self.height
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else -1

    def _key(self) -> tuple[Any, ...]:
        return type(self), self.width, self.height, self.directions, self.wrap

    def __eq__(self, other: object) -> bool:
        return isinstance(other, World) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return (
            f"make_world({self.grid!r}, {self.width}, {self.height}, neighbors={self.directions}, wrap={self.wrap!r})"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles are made anew: what is cached need not travel, and memoryviews could not."""
        remake = partial(make_world, neighbors=self.directions, wrap=self.wrap)
        return remake, (self.grid, self.width, self.height)


def make_world(
    grid: Literal["square", "hex"], width: int, height: int, *, neighbors: int | None = None, wrap: Wrap = "none"
) -> World:
    """Make a world.

    Args:
        grid: "square" or "hex".
        width: number of columns, 1 or more.
        height: number of rows, 1 or more.
        neighbors: 4 (default) or 8 on squares; 6 on hexes.
        wrap: the axes that close on themselves: "none", "x", "y" or "both"; True is "both", False "none".

    Raises:
        ValueError: an argument is out of its range, or an axis cannot wrap; the message says what would be right.
    """
    # The kinds are imported here, because their files build on this one.
    if grid == "square":
        from patchwalk.squareworld import SquareWorld

        return SquareWorld(width, height, neighbors=4 if neighbors is None else neighbors, wrap=wrap)
    if grid == "hex":
        from patchwalk.hexworld import HexWorld

        if neighbors not in (None, 6):
            raise ValueError(f"neighbors is 6 on a hex world, not {neighbors!r}")
        return HexWorld(width, height, wrap=wrap)
    raise ValueError(f"grid is 'square' or 'hex', not {grid!r}")


def rows_from_top(rows: NDArray[Any]) -> NDArray[Any]:
    """Turn rows as text and image files have them (top row first) into a layer (row 0 is y = 0). A view, no copy."""
    return rows[::-1]


def rows_to_top(layer: NDArray[Any]) -> NDArray[Any]:
    """Turn a layer (row 0 is y = 0) into rows as text and image files have them (top row first). A view, no copy."""
    return layer[::-1]
