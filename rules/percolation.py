"""Percolation: how the free patches of a world hang together, and from which density on they reach across it.

Clusters are sets of free patches joined by steps between neighbours: all the world's steps, on squares with eight
neighbours also those between two blocked corners, which walkers may be forbidden. They are told apart by
`scipy.ndimage.label` on squares and as components of a graph on hexes; steps over the seams of a wrapped world join
them afterwards.

Spanning is asked for along an axis. Where the axis has two ends, a cluster spans it that touches both. Where it is
wrapped, a cluster spans it that winds round it: one can walk in the cluster and come back to the same patch after one
or more turns. Both are one question here: the two ends are joined by a patch beyond the world, from which one enters
the first column in the same turn and the last one in the turn before; a cluster that touches both ends then winds.

Which patches close the first such loop when they are opened in random order is found by the method of
M. E. J. Newman and R. M. Ziff (Phys. Rev. Lett. 85, 4104, 2000). Most patches are opened at once, up to a density that
is likely too low; only the rest goes one by one.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import ndimage
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components

from patchwalk.world import World, make_world
from rules.kernels import warmer
from rules.percolation_kernel import open_in_order

Axis = Literal["x", "y"]
Ints = NDArray[np.int32]
Flags = NDArray[np.bool_]

# Densities at which clusters begin to span endless worlds, by grid and neighbours. Squares: R. M. Ziff, Phys. Rev.
# Lett. 69, 2670, 1992 (with eight neighbours one minus that of four: blocked patches cross where free ones do not).
# Hexes: exact, M. F. Sykes and J. W. Essam, J. Math. Phys. 5, 1117, 1964 (their triangular lattice).
THRESHOLDS = {("square", 4): 0.592746, ("square", 8): 0.407254, ("hex", 6): 0.5}

# The density at the first spanning scatters around the threshold by about length ** -3/4; so many times this below it
# hardly any world spans.
MARGIN = 2.0

# Patches that are opened between two yields: about 10 ms of plain Python.
PATCHES_AT_ONCE = 1200


def clusters(free: ArrayLike, world: World) -> tuple[Ints, NDArray[np.int64]]:
    """Tell the clusters of free patches apart.

    Args:
        free: which patches are free, (height, width) or (patches,).
        world: on which they lie.

    Returns:
        labels: int32 (height, width), the number of each patch's cluster from 1 on; 0 where it is not free.
        sizes: (clusters + 1,), how many patches each has; 0 for number 0.
    """
    labels, count = _pieces(_checked(free, world), world)
    first, second = _seams(world)
    if len(first) and count:
        a, b = labels.ravel()[first], labels.ravel()[second]
        both = (a > 0) & (b > 0)
        a, b = a[both] - 1, b[both] - 1
        joined = coo_array((np.ones(len(a), dtype=np.int8), (a, b)), shape=(count, count))
        count, component = connected_components(joined, directed=False)
        labels = np.append(0, component + 1).astype(np.int32)[labels]
    sizes = np.bincount(labels.ravel(), minlength=count + 1)
    sizes[0] = 0
    return labels, sizes


def largest(free: ArrayLike, world: World) -> Flags:
    """The patches of the largest cluster (of equal ones, that with the lowest number), (height, width)."""
    labels, sizes = clusters(free, world)
    found: Flags = (labels == np.argmax(sizes)) & (labels > 0)
    return found


def connects(free: ArrayLike, world: World, starts: ArrayLike, goals: ArrayLike) -> bool:
    """Whether a cluster holds one of the patches `starts` and one of the patches `goals`."""
    labels = clusters(free, world)[0].ravel()
    common = np.intersect1d(labels[np.asarray(starts)], labels[np.asarray(goals)])
    return bool(common.any())


def spans(free: ArrayLike, world: World, axis: Axis = "x") -> bool:
    """Whether a cluster of free patches spans the world.

    Args:
        free: which patches are free, (height, width) or (patches,).
        world: on which they lie.
        axis: "x" for left to right, "y" for bottom to top; on a wrapped axis: round the world along it.

    Raises:
        ValueError: there is no such axis, or `free` does not fit the world.
    """
    opening = _Opening(_checked(free, world), world, axis)
    return opening.open(opening.rim) >= 0


def first_crossing(world: World, rng: np.random.Generator, axis: Axis = "x") -> float:
    """Open patches one after the other in random order until a cluster spans the world.

    Args:
        world: all of its patches are blocked at first.
        rng: draws the order.
        axis: see `spans`.

    Returns:
        The share of patches that were open then. The share of runs in which it is at most d is the probability that
        worlds of density d span.
    """
    crossing = _crossing(world, rng, axis)
    while True:
        try:
            next(crossing)
        except StopIteration as end:
            return float(end.value)


@dataclass(frozen=True)
class Sweep:
    """What a percolation sweep has found so far.

    Attributes:
        densities: (points,), ascending, shares of free patches.
        spanning: (points,), the share of random worlds with this density that span; nan before the first run.
        mean: the mean density at the first spanning; nan before the first run.
        runs: how many worlds were filled.
        wanted: how many will be.
    """

    densities: NDArray[np.float64]
    spanning: NDArray[np.float64]
    mean: float
    runs: int
    wanted: int

    @property
    def progress(self) -> float:
        """From 0 to 1."""
        return self.runs / self.wanted

    @property
    def half(self) -> float:
        """The density at which half of the worlds span, interpolated between the points; after the first run."""
        above = int(np.argmax(self.spanning >= 0.5))
        if above == 0:
            return float(self.densities[0])
        near = slice(above - 1, above + 1)
        return float(np.interp(0.5, self.spanning[near], self.densities[near]))


def sweep(
    world: World, rng: np.random.Generator, axis: Axis = "x", *, runs: int = 100, densities: ArrayLike | None = None
) -> Iterator[Sweep]:
    """Find the probability that random worlds of this kind and size span, for all densities at once.

    Each run opens patches in random order up to the first spanning. Yields what is known every few milliseconds, at
    last the whole. Up to 256 x 256 patches some 20 ms pass in between at most; on larger worlds the longest part,
    telling clusters apart at once, grows with the patches.

    Args:
        world: its kind and size count, not what stands on it.
        rng: draws the orders.
        axis: see `spans`.
        runs: how many, 1 or more.
        densities: at which the probability is wanted, ascending; by default 0, 0.01, … 1.

    Raises:
        ValueError: no runs are wanted.
    """
    if runs < 1:
        raise ValueError(f"runs is 1 or more, not {runs}")
    points = np.linspace(0, 1, 101) if densities is None else np.asarray(densities, dtype=np.float64)
    crossings: list[float] = []
    found = Sweep(points, np.full(len(points), np.nan), float("nan"), 0, runs)
    while len(crossings) < runs:
        yield found
        crossing = _crossing(world, rng, axis)
        while True:
            try:
                next(crossing)
            except StopIteration as end:
                crossings.append(end.value)
                break
            yield found
        # Shares are multiples of one patch: half a patch keeps rounding out of the comparison.
        spanning = np.searchsorted(np.sort(crossings), points + 0.5 / world.size) / len(crossings)
        found = Sweep(points, spanning, float(np.mean(crossings)), len(crossings), runs)
    yield found


def threshold(world: World) -> float:
    """The density from which on endless worlds of this kind are spanned."""
    return THRESHOLDS[world.grid, world.directions]


class _Opening:
    """A world whose patches are opened, some at once and then one by one.

    Attributes:
        rim: the open patches at ends and seams; until they are opened again, what lies beyond is not joined.
    """

    def __init__(self, free: Flags, world: World, axis: Axis) -> None:
        self._neighbors, self._turns, rim = _loop(world, axis)
        self._columns = world.directions + 2
        labels, count = _pieces(free, world)
        numbers, patches = labels.ravel(), np.arange(world.size + 1, dtype=np.int32)
        # Any patch of a piece may be its root; inside a piece, which knows no seams, nothing turns.
        roots = np.zeros(count + 1, dtype=np.int32)
        roots[numbers] = patches[:-1]
        self._parent = np.where(np.append(numbers, 0) > 0, roots[np.append(numbers, 0)], patches)
        self._offset = np.zeros(world.size + 1, dtype=np.int32)
        self._is_open = np.append(free.ravel(), True).view(np.uint8)
        self.rim = rim[free.ravel()[rim]]

    def open(self, order: Ints, start: int = 0, end: int | None = None) -> int:
        """Open patches; the place in the order of the one that first made a cluster span, or -1."""
        return open_in_order(
            order, start, len(order) if end is None else end, self._is_open, self._neighbors, self._turns,
            self._columns, self._parent, self._offset,
        )  # fmt: skip


def _crossing(world: World, rng: np.random.Generator, axis: Axis) -> Generator[None, None, float]:
    """`first_crossing` with yields every few milliseconds."""
    for _ in _prepared(world, axis):
        yield
    order = rng.permutation(world.size).astype(np.int32)
    yield
    enough = round(world.size * threshold(world))
    at_once = round(enough - world.size * MARGIN * min(world.shape) ** -0.75)
    while True:
        at_once = max(at_once, 0)
        free = np.zeros(world.size, dtype=np.bool_)
        free[order[:at_once]] = True
        opening = _Opening(free.reshape(world.shape), world, axis)
        yield
        if opening.open(opening.rim) < 0:
            break
        at_once = 2 * at_once - enough  # it spans already: twice as far below the threshold
    for start in range(at_once, world.size, PATCHES_AT_ONCE):
        place = opening.open(order, start, min(start + PATCHES_AT_ONCE, world.size))
        if place >= 0:
            return (place + 1) / world.size
        yield
    raise AssertionError("an open world spans")


def _checked(free: ArrayLike, world: World) -> Flags:
    flags = np.asarray(free, dtype=np.bool_)
    if flags.shape not in (world.shape, (world.size,)):
        raise ValueError(f"free has the shape {world.shape} of a layer or ({world.size},), not {flags.shape}")
    return flags.reshape(world.shape)


def _pieces(free: Flags, world: World) -> tuple[Ints, int]:
    """Clusters without the steps over seams: their numbers from 1 on, 0 where not free, (height, width); how many."""
    if world.grid == "square":
        structure = np.ones((3, 3)) if world.directions == 8 else None
        labels, count = ndimage.label(free, structure)
        return labels, int(count)
    flags = free.ravel()
    first, second = _inner_steps(world)
    both = flags[first] & flags[second]
    starts = np.zeros(world.size + 1, dtype=np.int32)
    np.cumsum(np.bincount(first[both], minlength=world.size), out=starts[1:])
    targets = second[both]
    steps = csr_array((np.ones(len(targets), dtype=np.int8), targets, starts), shape=(world.size, world.size))
    count, component = connected_components(steps, directed=False)
    # Blocked patches are components of their own and get no number.
    named = np.zeros(count, dtype=np.bool_)
    named[component[flags]] = True
    numbers = np.where(named, np.cumsum(named), 0).astype(np.int32)
    return numbers[component].reshape(world.shape), int(named.sum())


def _turns(world: World, axis: Axis) -> NDArray[np.int8]:
    """The turns along an axis of each patch's steps, (patches, directions): 1 over the upper seam, -1 back."""
    x, y = np.arange(world.width), np.arange(world.height)[:, np.newaxis]
    turns = np.empty((*world.shape, world.directions), dtype=np.int8)
    for direction in range(world.directions):
        column, row = world.shift(x, y, direction)
        place, length = (column, world.width) if axis == "x" else (row, world.height)
        turns[:, :, direction] = (place >= length).astype(np.int8) - (place < 0)
    return turns.reshape(world.size, world.directions)


def _half_steps(world: World, over_seams: bool) -> tuple[Ints, Ints]:
    """The two patches of each step over a seam, or of each other one, both ways counting as one; the first ascends."""
    half = slice(world.directions // 2)
    over = (_turns(world, "x")[:, half] != 0) | (_turns(world, "y")[:, half] != 0)
    first, direction = np.nonzero((world.neighbors[:, half] >= 0) & (over == over_seams))
    return first.astype(np.int32), world.neighbors[first, direction]


def _prepared(world: World, axis: Axis) -> Iterator[object]:
    """Make the tables of a world that are kept, one after the other."""
    yield world.neighbors
    if world.grid == "hex":
        yield _inner_steps(world)
    yield _seams(world)
    yield _loop(world, axis)


@lru_cache(maxsize=2)
def _inner_steps(world: World) -> tuple[Ints, Ints]:
    return _half_steps(world, over_seams=False)


@lru_cache(maxsize=2)
def _seams(world: World) -> tuple[Ints, Ints]:
    if world.wrap == "none":
        return np.empty(0, dtype=np.int32), np.empty(0, dtype=np.int32)
    return _half_steps(world, over_seams=True)


@lru_cache(maxsize=2)
def _loop(world: World, axis: Axis) -> tuple[Ints, NDArray[np.int8], Ints]:
    """Neighbours and turns as `open_in_order` takes them, with the patch beyond the world, and the patches of the rim.

    The patch beyond is the last number; the last two columns lead to it from the two ends of the axis.
    """
    if axis not in ("x", "y"):
        raise ValueError(f"axis is 'x' or 'y', not {axis!r}")
    neighbors = np.full((world.size, world.directions + 2), -1, dtype=np.int32)
    turns = np.zeros(neighbors.shape, dtype=np.int8)
    neighbors[:, :-2] = world.neighbors
    turns[:, :-2] = _turns(world, axis)
    place = np.arange(world.size) % world.width if axis == "x" else np.arange(world.size) // world.width
    if not (world.wrap_x if axis == "x" else world.wrap_y):
        neighbors[place == 0, -2] = world.size
        last = place == (world.width if axis == "x" else world.height) - 1
        neighbors[last, -1] = world.size
        turns[last, -1] = 1
    ends = np.flatnonzero(neighbors[:, -2:].max(axis=1) >= 0)
    rim = np.union1d(ends, np.concatenate(_seams(world))).astype(np.int32)
    return neighbors.ravel(), turns.ravel(), rim


@warmer
def _warm() -> None:
    spans(np.ones((1, 1), dtype=np.bool_), make_world("square", 1, 1))
