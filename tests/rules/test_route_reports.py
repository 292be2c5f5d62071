"""What people reported of other programs that find ways, each as a test: none of it happens here."""

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.maps import OUT, WALL, Map
from rules.routes import build_moves, distances_from, distances_to, next_steps, patch_distances, route, waves
from rules.ways import pieces

WORLDS = {
    "square by 4": ("square", 4),
    "square by 8": ("square", 8),
    "hex": ("hex", 6),
}


@pytest.fixture(params=WORLDS)
def make(request):
    """Makes worlds of one kind: make(width, height)."""
    grid, neighbors = WORLDS[request.param]
    return lambda width, height, **options: make_world(grid, width, height, neighbors=neighbors, **options)


def test_from_a_patch_to_itself_nobody_moves(make):
    world = make(5, 4)
    moves = build_moves(Map(world))
    here = world.patch(2, 1)
    for touch in (True, False):
        way = route(moves, here, here, touch=touch)
        assert way.patches.tolist() == [here]
        assert (way.length, way.straight, way.diagonal, len(way.jumps)) == (0, 0, 0, 0)
        assert next_steps(moves, distances_to(moves, [here], touch=touch))[here] == -1
    assert np.flatnonzero(waves(moves, here, here) >= 0).tolist() == [here]


def test_without_a_way_the_wave_fills_what_can_be_reached_and_the_search_ends(make):
    world = make(7, 5)
    solid = np.zeros(world.shape, dtype=bool)
    solid[:, 3] = True
    moves = build_moves(Map.from_solid(world, solid))
    start, goal = world.patch(0, 2), world.patch(6, 2)
    assert route(moves, start, goal) is None
    left = np.flatnonzero(np.arange(world.size) % world.width < 3).tolist()
    assert np.flatnonzero(waves(moves, start, goal) >= 0).tolist() == left
    assert (next_steps(moves, distances_to(moves, [goal]))[left] == -1).all()


def test_warps_that_lead_to_each_other_are_a_trap_that_the_search_gets_out_of():
    world = make_world("square", 7, 1)
    drawn = Map(world)
    drawn.set_warp(2, 4)
    drawn.set_warp(4, 2)
    moves = build_moves(drawn)
    assert route(moves, 0, 6) is None
    assert np.flatnonzero(waves(moves, 0, 6) >= 0).tolist() == [0, 1, 2, 4]


@pytest.mark.parametrize("rule", ["both sides", "one side", "always"])
def test_an_empty_map_with_diagonals_is_crossed_straight(rule):
    world = make_world("square", 10, 10, neighbors=8)
    moves = build_moves(Map(world), diagonals=rule)
    corner = route(moves, world.patch(0, 0), world.patch(9, 9))
    assert corner.patches.tolist() == [world.patch(k, k) for k in range(10)]
    assert (corner.straight, corner.diagonal) == (0, 9)
    along = route(moves, world.patch(0, 4), world.patch(9, 4))
    assert along.patches.tolist() == [world.patch(k, 4) for k in range(10)]
    assert (along.straight, along.diagonal) == (9, 0)


@pytest.mark.parametrize("rule", ["both sides", "one side", "always"])
def test_of_equal_ways_the_one_nearest_the_straight_line_is_taken_again_and_again(rule):
    world = make_world("square", 10, 10, neighbors=8)
    ways = [route(build_moves(Map(world), diagonals=rule), 0, world.patch(9, 4)).patches.tolist() for _ in range(3)]
    assert ways[0] == ways[1] == ways[2]
    for patch in ways[0]:
        x, y = world.xy(patch)
        assert abs(y - x * 4 / 9) <= 0.5 + 1e-9


def test_a_straight_line_of_straight_steps_has_no_detour(make):
    world = make(9, 9)
    up = route(build_moves(Map(world)), world.patch(4, 0), world.patch(4, 8))
    assert up.patches.tolist() == [world.patch(4, y) for y in range(9)]


def test_one_way_walls_are_not_passed_backwards_by_the_reverse_search(make):
    drawn = Map(make(1, 2))
    drawn.set_edge(0, 0, OUT)
    moves = build_moves(drawn)
    assert patch_distances(moves, distances_from(moves, 0)).tolist() == [0, 1]
    assert patch_distances(moves, distances_from(moves, 1)).tolist() == [np.inf, 0]
    assert distances_to(moves, [1])[:2].tolist() == [1, 0]
    assert distances_to(moves, [0])[:2].tolist() == [0, np.inf]
    assert route(moves, 1, 0) is None


def test_each_edge_is_one_edge_whoever_names_it(make):
    world = make(4, 4)
    for patch in range(world.size):
        for side in world.sides:
            beyond = world.neighbor(patch, side)
            if beyond >= 0:
                drawn = Map(world)
                drawn.set_edge(patch, side, WALL)
                drawn.set_edge(beyond, world.opposite(side), OUT)
                moves = build_moves(drawn, diagonals="none")
                assert patch_distances(moves, distances_from(moves, beyond))[patch] == 1
                assert patch_distances(moves, distances_from(moves, patch))[beyond] > 1


def test_a_way_over_a_seam_is_drawn_in_two_pieces(make):
    world = make(8, 6, wrap="both")
    drawn = Map(world)
    start, goal = world.patch(1, 3), world.patch(6, 3)
    way = route(build_moves(drawn), start, goal)
    assert way.length == 3
    assert way.jumps.tolist().count(True) == 1
    width = drawn.world.extent[2] - drawn.world.extent[0]
    for floors in ([], drawn.floors):
        drawn_pieces = pieces(way, drawn.world, floors)
        assert len(drawn_pieces) == 2
        for piece in drawn_pieces:
            assert np.ptp(np.asarray(piece)[:, 0]) < width / 2  # no line across the whole map


def test_who_moves_left_from_column_0_is_not_in_the_row_above(make):
    world = make(5, 4)
    moves = build_moves(Map(world))
    for y in range(4):
        for x, other in ((0, 4), (4, 0)):
            lengths = patch_distances(moves, distances_from(moves, world.patch(x, y)))
            for row in range(4):
                assert lengths[world.patch(other, row)] >= 4


def test_an_explorer_never_swings_between_two_equal_ways(make):
    """Round an obstacle in the middle both ways are equal: from every patch on, each step is nearer the goal."""
    world = make(9, 9)
    solid = np.zeros(world.shape, dtype=bool)
    solid[2:7, 2:7] = True
    moves = build_moves(Map.from_solid(world, solid))
    left = distances_to(moves, [world.patch(4, 8)])
    steps = next_steps(moves, left)
    for patch in np.flatnonzero(np.isfinite(left)).tolist():
        walked = [patch]
        while steps[walked[-1]] >= 0:
            walked.append(int(steps[walked[-1]]))
            assert left[walked[-1]] < left[walked[-2]]
        assert walked[-1] == world.patch(4, 8)
        assert len(set(walked)) == len(walked)
