"""Where a stroke of the pointer leads: edges that are passed along, and the lane from a patch towards a point."""

from __future__ import annotations

from math import atan2, ceil, cos, degrees, hypot, radians, sin

import numpy as np

from patchwalk.world import World

Point = tuple[float, float]

STEP = 0.05  # patches between the points at which a stroke is looked at
NEAR = 0.3  # patches from an edge: farther away, in the middle of the patch, none is meant
MIDDLE = 0.2  # of an edge's length to both sides of its middle: nearer the corners it is not clear which edge is meant


def edges_between(world: World, begin: Point, end: Point) -> list[tuple[int, int]]:
    """The edges along which a straight stroke passes.

    One that follows a row of edges also comes near those that meet them at the corners. So an edge counts only where
    the stroke passes near its middle.

    Args:
        world: the patches.
        begin: in patch units; it is looked at, too.
        end: likewise.

    Returns:
        (patch, direction) of each, in the order in which they are passed.
    """
    number = max(2, ceil(hypot(end[0] - begin[0], end[1] - begin[1]) / STEP) + 1)
    xs, ys = np.linspace(begin[0], end[0], number), np.linspace(begin[1], end[1], number)
    patches = world.patches_at(xs, ys)
    inside = patches >= 0
    xs, ys, patches = xs[inside], ys[inside], patches[inside]
    if not len(patches):
        return []
    center_x, center_y = world.center(patches)
    dx, dy = (xs - center_x)[:, np.newaxis], (ys - center_y)[:, np.newaxis]
    angles = np.radians([world.headings[side] for side in world.sides])
    towards = dx * np.sin(angles) + dy * np.cos(angles)
    nearest = np.argmax(towards, axis=1)
    rows = np.arange(len(nearest))
    along = (dx * np.cos(angles) - dy * np.sin(angles))[rows, nearest]
    one, other = world.outline[:2]
    # Edges are half a patch from the centre.
    meant = (np.abs(along) <= MIDDLE * hypot(*(other - one))) & (towards[rows, nearest] >= 0.5 - NEAR)
    sides = np.array(world.sides)[nearest]
    return list(dict.fromkeys(zip(patches[meant].tolist(), sides[meant].tolist(), strict=True)))


def lane_to(world: World, start: int, point: Point) -> tuple[int, list[int]]:
    """The straight lane from a patch towards a point.

    Args:
        world: the patches.
        start: the first patch of the lane.
        point: in patch units, inside or outside the world.

    Returns:
        The direction that leads most nearly there, and the patches of the lane: from the first one on in this
        direction, up to the one before the point; the first one at least.
    """
    x, y = world.center(start)
    dx, dy = point[0] - x, point[1] - y
    direction = world.direction_of(degrees(atan2(dx, dy)) % 360.0)
    angle = radians(world.heading_of(direction))
    # Sides are a patch long; a diagonal of squares is longer.
    step = 1.0 if direction in world.sides else hypot(1.0, 1.0)
    steps = max(1, round((dx * sin(angle) + dy * cos(angle)) / step))
    lane = [start]
    while len(lane) < steps and (ahead := world.neighbor(lane[-1], direction)) >= 0:
        lane.append(ahead)
    return direction, lane
