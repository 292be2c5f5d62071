"""Where strokes of the pointer lead."""

from itertools import pairwise

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.strokes import edges_between, lane_to

WORLDS = [make_world("square", 9, 7, neighbors=8), make_world("square", 9, 7), make_world("hex", 9, 7)]


@pytest.mark.parametrize("world", WORLDS, ids=repr)
def test_a_stroke_from_centre_to_centre_crosses_the_edge_between(world):
    for patch in range(world.size):
        for side in world.sides:
            beyond = world.neighbor(patch, side)
            if beyond >= 0:
                edges = edges_between(world, world.center(patch), world.center(beyond))
                assert set(edges) <= {(patch, side), (beyond, world.opposite(side))}
                assert edges


@pytest.mark.parametrize("world", WORLDS, ids=repr)
def test_a_wavering_stroke_along_edges_takes_them_in_order_and_no_others(world):
    x, y = world.center(world.patch(2, 3))
    outline = world.outline
    # Round the patch, a tenth outside and inside in turns.
    corners = [outline[k % len(outline)] for k in range(len(outline) + 1)]
    points = [(x + px * part, y + py * part) for (px, py), part in zip(corners, [0.93, 1.05] * 4, strict=False)]
    found = []
    for begin, end in pairwise(points):
        for patch, side in edges_between(world, begin, end):
            mine = (patch, side) if patch == world.patch(2, 3) else (world.neighbor(patch, side), world.opposite(side))
            found += [mine] if mine not in found else []
    assert found == [(world.patch(2, 3), world.sides[-k]) for k in range(len(outline))]


def test_outside_the_world_there_are_no_edges():
    assert edges_between(WORLDS[0], (-5.0, -5.0), (-3.0, -4.0)) == []


@pytest.mark.parametrize("world", WORLDS, ids=repr)
def test_a_lane_leads_straight_to_the_patch_before_the_point(world):
    rng = np.random.default_rng(2)
    for start in rng.integers(world.size, size=20).tolist():
        for direction in range(world.directions):
            lane, end = [start], world.neighbor(start, direction)
            while end >= 0:
                assert lane_to(world, start, world.center(end)) == (direction, lane)
                lane, end = [*lane, end], world.neighbor(end, direction)


def test_a_lane_ends_where_the_world_does():
    assert lane_to(WORLDS[1], WORLDS[1].patch(6, 2), (40.0, 2.3)) == (1, [WORLDS[1].patch(x, 2) for x in (6, 7, 8)])
