"""The line of a way: where it is cut, how it is rounded, and how one walks along it at even speed.

A way is a list of patches. Its line is drawn through their centres, straight or as a **clamped cubic B-spline** that
has the centres as control points. Such a curve starts and ends in the first and last centre, rounds the corners between
and keeps inside the hull of any four centres in a row. (A curve *through* all centres swings out and enters patches
that are not on the way.) On hexes, and on squares where a diagonal needs both its sides free, it stays at least 0.07
patches clear of every patch that is neither on the way nor one of the two free ones beside a diagonal;
`tests/rules/test_ways.py` tries every bend there can be.

Where a diagonal may pass a solid corner ("one side", "always") the line must not be rounded there. It is then cut into
curves that meet in the corners: each ends in the direction of the diagonal, so that the whole is still smooth.

The line is cut wherever the way jumps. At a warp a piece ends in the one centre and the next begins in the other. Over
the seam of a loop floor it runs on to the border and comes in at the opposite one.

Lengths are in patch units (see `patchwalk.world`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.interpolate import BSpline

from patchwalk.world import World
from rules.map_codes import Floor

Points = NDArray[np.float64]

SAMPLES = 12  # points of a drawn curve for each patch; the curve is then at most 0.002 patches off
SIDE_STEP = 1.2  # a step longer than this is a diagonal: side steps are 1 long, diagonals 1.41
WARP_TIME = 1.0  # a warp costs as much as a step, so it takes as long


class Way(Protocol):
    """What is needed of a `rules.routes.Route`."""

    @property
    def patches(self) -> NDArray[np.int32]:
        """The patches in order, (k,)."""

    @property
    def jumps(self) -> NDArray[np.bool_]:
        """For each step whether it is a warp or leads over a seam, (k - 1,)."""


class Piece(NamedTuple):
    """A part of a way without jumps.

    Attributes:
        points: what the line passes: centres, and at a seam the place on the border, (k, 2).
        steps: for each point the place in the way of the patch it belongs to, ascending, (k,).
        after_warp: whether a warp led here.
    """

    points: Points
    steps: NDArray[np.intp]
    after_warp: bool = False


def pieces(way: Way, world: World, floors: Iterable[Floor] = ()) -> list[Points]:
    """The straight line of a way, cut where it jumps.

    Args:
        way: a route.
        world: on which it was found.
        floors: the map's floors; the loops among them tell seams from warps. Without them every jump is a warp.

    Returns:
        A list of arrays (k, 2), each the centres of patches in a row; a piece may be a single point.
    """
    return [piece.points for piece in _cut(way, world, floors)]


def spline(points: Points, straight_corners: bool = False, samples: int = SAMPLES) -> Points:
    """A clamped cubic B-spline with the given control points.

    Two or three points make a curve of degree one or two.

    Args:
        points: a piece of a way, (k, 2).
        straight_corners: go straight past the corners of diagonals, which may be solid.
        samples: points of the curve for each control point.

    Returns:
        Points of the curve, the first and last point of the piece among them, (m, 2).
    """
    piece = Piece(np.asarray(points, dtype=np.float64), np.arange(len(points)))
    parts = _apart_at_corners(piece) if straight_corners else [piece]
    curves = [_sampled(part.points, samples)[1] for part in parts]
    return np.concatenate([curves[0], *(curve[1:] for curve in curves[1:])])


class Walkway:
    """A way as walkers use it: from a distance walked to a place, at even speed.

    Attributes:
        length: of the whole walk. A warp counts 1, during which the walker stands still: half of it before, half after.
        curves: the drawn line, a list of arrays (k, 2), cut where the way jumps.
    """

    length: float
    curves: list[Points]

    def __init__(
        self,
        way: Way,
        world: World,
        floors: Iterable[Floor] = (),
        *,
        curved: bool = True,
        straight_corners: bool = False,
    ) -> None:
        """Lay the line and measure it.

        Args:
            way: a route.
            world: on which it was found.
            floors: the map's floors, as for `pieces`.
            curved: as a spline, or straight from centre to centre.
            straight_corners: see `spline`; for the diagonal rules "one side" and "always".
        """
        self._patches = np.asarray(way.patches)
        self._starts = np.zeros(len(self._patches))
        self.curves = []
        self._curve_starts: list[float] = []  # how far one has walked where each begins
        tables: list[tuple[Points, NDArray[np.float64]]] = []
        walked = 0.0
        for piece in _cut(way, world, floors):
            points, marks = _line(piece, curved, straight_corners)
            arc = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
            if piece.after_warp:
                # Still at the source until the middle of the warp, then at its end.
                before = tables[-1][0][-1:]
                tables += [
                    (before, np.array([walked + WARP_TIME / 2])),
                    (points[:1], np.array([walked + WARP_TIME / 2])),
                ]
                self._starts[piece.steps[0]] = walked + WARP_TIME / 2
                walked += WARP_TIME
            else:
                self._starts[piece.steps[0]] = walked
            steps = np.arange(piece.steps[0] + 1, piece.steps[-1] + 1)
            self._starts[steps] = walked + np.interp(marks, np.arange(len(arc)), arc)
            self.curves.append(points)
            self._curve_starts.append(walked)
            tables.append((points, walked + arc))
            walked += float(arc[-1])
        self.length = walked
        self._points = np.concatenate([points for points, _ in tables])
        self._arc = np.concatenate([arc for _, arc in tables])
        self._headings = _headings(self._points, self._arc)

    def curves_until(self, step: int) -> list[Points]:
        """The drawn line as far as one has walked who is about to leave a patch.

        Args:
            step: the place in the way of this patch, 0 for the first one.

        Returns:
            Some of `curves`, the last of them cut off.
        """
        end = float(self._starts[step + 1]) if step + 1 < len(self._starts) else self.length
        found: list[Points] = []
        for curve, begin in zip(self.curves, self._curve_starts, strict=True):
            if begin > end or (begin == end and found):
                break
            arc = begin + np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(curve, axis=0).T))])
            inside = int(np.searchsorted(arc, end, side="right"))
            tip = [np.interp(end, arc, curve[:, axis]) for axis in (0, 1)]
            found.append(curve if inside == len(curve) else np.vstack([curve[:inside], tip]))
        return found

    def position(self, distance: ArrayLike) -> tuple[Any, Any, Any]:
        """Where a walker is.

        Args:
            distance: walked so far, a number or an array of them; kept between 0 and `length`.

        Returns:
            x, y and heading (degrees, 0 up, clockwise), each of the shape of `distance`.
        """
        walked = np.clip(np.asarray(distance, dtype=np.float64), 0.0, self.length)
        last = max(len(self._arc) - 2, 0)
        at = np.minimum(np.searchsorted(self._arc, walked, side="right") - 1, last)
        after = np.minimum(at + 1, len(self._arc) - 1)
        gap = self._arc[after] - self._arc[at]
        share = np.divide(walked - self._arc[at], gap, out=np.ones_like(walked), where=gap > 0)
        place = self._points[at] + share[..., np.newaxis] * (self._points[after] - self._points[at])
        return place[..., 0], place[..., 1], self._headings[at]

    def step_at(self, distance: ArrayLike) -> NDArray[np.intp]:
        """The place in the way, 0 for its first patch, of the patch in which a walker is."""
        walked = np.clip(np.asarray(distance, dtype=np.float64), 0.0, self.length)
        return np.asarray(np.searchsorted(self._starts, walked, side="right") - 1)

    def patch_at(self, distance: ArrayLike) -> NDArray[np.int32]:
        """The patch of the way in which a walker is."""
        return np.asarray(self._patches[self.step_at(distance)])


# --- where a way is cut ---


def _cut(way: Way, world: World, floors: Iterable[Floor]) -> Iterator[Piece]:
    patches = np.asarray(way.patches)
    centers = np.column_stack(world.center(patches)).astype(np.float64)
    loops = [floor for floor in floors if floor.loop]
    after_warp, head = False, np.empty((0, 2))
    begin = 0
    for jump in [*np.flatnonzero(way.jumps).tolist(), len(patches) - 1]:
        end = jump + 1
        points, steps = centers[begin:end], np.arange(begin, end)
        seam = _seam(int(patches[jump]), int(patches[end]), world, loops) if end < len(patches) else None
        tail = np.empty((0, 2)) if seam is None else centers[jump] + seam
        yield Piece(
            np.concatenate([head, points, tail]),
            np.concatenate([np.full(len(head), begin), steps, np.full(len(tail), jump)]),
            after_warp,
        )
        head = tail if seam is None else centers[end] - seam
        after_warp, begin = seam is None, end


def _seam(patch: int, target: int, world: World, loops: Sequence[Floor]) -> Points | None:
    """Half the step, (1, 2), that leads from a patch over the seam of a loop to the target; None if none does."""
    (x, y), (target_x, target_y) = world.xy(patch), world.xy(target)
    for loop in loops:
        if not loop.has(x, y):
            continue
        for direction in range(world.directions):
            next_x, next_y = world.shift(x, y, direction)
            inside = loop.x0 + (next_x - loop.x0) % loop.columns, loop.y0 + (next_y - loop.y0) % loop.rows
            if not loop.has(next_x, next_y) and inside == (target_x, target_y):
                step = np.subtract(world.cell_center(next_x, next_y), world.cell_center(x, y))
                return np.asarray(step / 2, dtype=np.float64)[np.newaxis]
    return None


# --- how it is rounded ---


def _line(piece: Piece, curved: bool, straight_corners: bool) -> tuple[Points, NDArray[np.float64]]:
    """The line of a piece and, for each step after its first, between which of its points it enters that patch."""
    if not curved:
        return piece.points, _entries(piece, np.arange(len(piece.points), dtype=np.float64), piece.points)
    lines: list[Points] = []
    marks: list[NDArray[np.float64]] = []
    done = 0
    for part in _apart_at_corners(piece) if straight_corners else [piece]:
        places, points = _sampled(part.points, SAMPLES)
        if lines:
            points, places = points[1:], places[1:]  # the curves meet in a corner, where the next step begins
            marks.append(np.array([done - 1.0]))
        marks.append(_entries(part, places, points) + done)
        lines.append(points)
        done += len(points)
    return np.concatenate(lines), np.concatenate(marks)


def _apart_at_corners(piece: Piece) -> list[Piece]:
    """Cut a piece in the middle of each of its diagonals, where it passes the corner."""
    points = piece.points
    diagonals = np.flatnonzero(np.hypot(*np.diff(points, axis=0).T) > SIDE_STEP)
    corners = (points[diagonals] + points[diagonals + 1]) / 2
    bounds = [0, *(diagonals + 1).tolist(), len(points)]
    parts = []
    for number, (begin, end) in enumerate(pairwise(bounds)):
        head, tail = corners[number - 1 : number] if number else corners[:0], corners[number : number + 1]
        steps = piece.steps[begin:end]
        parts.append(
            Piece(
                np.concatenate([head, points[begin:end], tail]),
                np.concatenate([steps[: len(head)], steps, steps[len(steps) - len(tail) :]]),
            )
        )
    return parts


def _sampled(points: Points, samples: int) -> tuple[NDArray[np.float64], Points]:
    """Points of the B-spline and for each the place between the control points whose share is largest there."""
    count = len(points)
    degree = min(3, count - 1)
    if degree < 1:
        return np.zeros(count), points
    spans = count - degree
    knots = np.concatenate([np.zeros(degree), np.arange(spans + 1.0), np.full(degree, float(spans))])
    # A curve of few spans has many control points for each of them.
    at = np.linspace(0.0, spans, spans * samples * (degree if spans < degree else 1) + 1)
    # Control point i acts around the mean of its inner knots (its Greville abscissa).
    reach = np.array([knots[1 + shift : 1 + shift + count] for shift in range(degree)]).mean(axis=0)
    return np.interp(at, reach, np.arange(count)), np.asarray(BSpline(knots, points, degree)(at))


def _entries(piece: Piece, places: NDArray[np.float64], line: Points) -> NDArray[np.float64]:
    """Where a line passes from one patch of a piece to the next: halfway between their centres.

    Args:
        piece: with control points and their steps.
        places: for each point of the line, where between the control points it belongs.
        line: (m, 2).

    Returns:
        For each step after the first, a place between the points of the line, ascending.
    """
    pair = np.minimum(places.astype(np.intp), max(len(piece.points) - 2, 0))

    def beyond(points: Points, pair: NDArray[np.intp]) -> NDArray[np.float64]:
        """How far points lie beyond the middle between the control points of a pair."""
        before, after = piece.points[pair], piece.points[pair + 1]
        return np.asarray(((points - (before + after) / 2) * (after - before)).sum(axis=1))

    turns = np.flatnonzero(np.diff(piece.steps))
    if not len(turns):
        return np.empty(0)
    reached = np.maximum.accumulate(piece.steps[pair + (beyond(line, pair) > 0)])
    first = np.minimum(np.searchsorted(reached, piece.steps[turns + 1]), len(line) - 1)
    # Between two points of the line the crossing lies in proportion. A way that turns straight back may just touch.
    short, over = -beyond(line[first - 1], turns), beyond(line[first], turns)
    share = np.divide(over, short + over, out=np.zeros(len(turns)), where=(over > 0) & (short >= 0))
    return np.asarray(first - share)


def _headings(points: Points, arc: NDArray[np.float64]) -> NDArray[np.float64]:
    """The heading after each point; where the walker stands or jumps it keeps the last one, at the start the first."""
    steps = np.diff(points, axis=0)
    moves = np.append((np.diff(arc) > 0) & (np.hypot(*steps.T) > 0), False)
    if not moves.any():
        return np.zeros(len(points))
    angles = np.append(np.degrees(np.arctan2(steps[:, 0], steps[:, 1])) % 360.0, 0.0)
    latest = np.maximum.accumulate(np.where(moves, np.arange(len(points)), -1))
    return np.asarray(angles[np.where(latest < 0, np.argmax(moves), latest)])
