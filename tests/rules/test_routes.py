from math import inf, sqrt

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.maps import ARROW, ICE, IN, LOCKED, OUT, SOLID, WALL, Map
from rules.routes import (
    build_moves,
    choices,
    distances_from,
    distances_to,
    next_steps,
    patch_distances,
    route,
    waves,
)

NORTH, EAST, SOUTH, WEST = range(4)


def square(width, height, neighbors=4, **named):
    return Map(make_world("square", width, height, neighbors=neighbors, **named))


def targets(moves, state):
    """Where the moves of a state lead: state -> cost."""
    near = slice(moves.indptr[state], moves.indptr[state + 1])
    return dict(zip(moves.indices[near].tolist(), moves.weights[near].tolist(), strict=True))


def slide(moves, patch, side):
    """The state of sliding over an ice patch in one of the world's sides, by number."""
    sides = len(moves.world.sides)
    ice = moves.patch[moves.world.size :: sides].tolist()
    return moves.world.size + ice.index(patch) * sides + side


# --- moves ---------------------------------------------------------------------------------------------------------


def test_moves_are_made_once_for_each_version_and_rule():
    map = square(4, 4, 8)
    first = build_moves(map)
    assert build_moves(map) is first
    assert build_moves(map, "both sides", doors_open=False) is first
    assert build_moves(map, "one side") is not first
    assert build_moves(map, doors_open=True) is not first
    map.set_kind(5, SOLID)
    assert build_moves(map) is not first
    assert build_moves(map.copy()) is not build_moves(map)
    with pytest.raises(ValueError, match="'both sides', 'one side', 'always', 'none', not 'both_sides'"):
        build_moves(map, "both_sides")


@pytest.mark.parametrize(("grid", "neighbors"), [("square", 4), ("square", 8), ("hex", 6)])
def test_on_plain_floor_moves_are_the_neighbors(grid, neighbors):
    world = make_world(grid, 6, 5, neighbors=neighbors)
    moves = build_moves(Map(world), "always")
    assert moves.states == world.size
    assert not moves.jump.any()
    for patch in range(world.size):
        assert list(targets(moves, patch)) == world.neighbors_of(patch)
        for number in range(moves.indptr[patch], moves.indptr[patch + 1]):
            assert world.neighbor(patch, int(moves.direction[number])) == moves.indices[number]
            assert moves.weights[number] == (1 if moves.direction[number] in world.sides else sqrt(2))
            assert moves.number(patch, moves.indices[number]) == number
    np.testing.assert_array_equal(moves.matrix.T.toarray(), moves.reverse.toarray())


def test_nobody_leaves_or_enters_solid_patches_and_flags_only_bar_entering():
    map = square(3, 1)
    map.set_kind(0, SOLID)
    map.set_no_entry(1)
    moves = build_moves(map)
    assert [targets(moves, patch) for patch in range(3)] == [{}, {2: 1}, {}]


def test_moves_over_two_ways_to_the_same_patch_are_one():
    map = square(2, 2, 8)
    map.set_floor("ring", 0, 3)
    map.set_warp(0, 1, forced=False)
    moves = build_moves(map, "always")
    assert targets(moves, 0) == {2: 1, 3: sqrt(2), 1: 1}
    assert moves.direction[moves.number(0, 1)] == 2
    assert not moves.jump[moves.number(0, 2)]
    assert all(len(set(near)) == len(near) for near in np.split(moves.indices, moves.indptr[1:-1]))
    assert moves.matrix.toarray().max() == sqrt(2)  # nothing was added up


def test_a_warp_that_is_shorter_than_a_diagonal_takes_its_place():
    map = square(2, 2, 8)
    map.set_warp(0, 3, forced=False)
    moves = build_moves(map)
    assert targets(moves, 0) == {2: 1, 1: 1, 3: 1}
    assert moves.jump.sum() == 1


def test_one_way_floors_are_left_by_their_arrow_even_a_diagonal_one():
    map = square(3, 3, 8)
    map.set_kind(4, ARROW + 1)
    assert targets(build_moves(map), 4) == {8: sqrt(2)}
    assert targets(build_moves(map, "none"), 4) == {}
    map.set_kind(5, SOLID)
    assert targets(build_moves(map), 4) == {}
    assert targets(build_moves(map, "one side"), 4) == {8: sqrt(2)}
    map.set_kind(4, ARROW + 4)
    assert targets(build_moves(map), 4) == {1: 1}
    map.set_warp(4, 0, forced=False)
    assert targets(build_moves(map), 4) == {1: 1, 0: 1}


def test_edges_bar_as_their_kinds_say():
    map = square(2, 1)
    for kind, there, back, opened in [(WALL, 0, 0, 0), (LOCKED, 0, 0, 1), (OUT, 1, 0, 1), (IN, 0, 1, 0)]:
        map.set_edge(0, EAST, kind)
        moves = build_moves(map)
        assert (len(targets(moves, 0)), len(targets(moves, 1))) == (there, back)
        assert len(targets(build_moves(map, doors_open=True), 0)) == opened


def test_both_border_edges_of_a_loop_bar_and_outsiders_walk_in():
    map = square(4, 1)
    map.set_floor("ring", 1, 3)
    moves = build_moves(map)
    assert [targets(moves, patch) for patch in range(4)] == [
        {1: 1},
        {1: 1, 2: 1, 3: 1},
        {2: 1, 3: 1, 1: 1},
        {3: 1, 1: 1, 2: 1},
    ]
    assert moves.jump[moves.number(1, 3)]
    assert not moves.jump[moves.number(0, 1)]
    map.set_edge(3, EAST, IN)  # the rim: it lets in from the other side of the seam
    moves = build_moves(map)
    assert 1 not in targets(moves, 3)
    assert 3 in targets(moves, 1)
    map.set_edge(1, WEST, IN)
    moves = build_moves(map)
    assert 3 not in targets(moves, 1)
    assert 1 in targets(moves, 0)


@pytest.mark.parametrize(("wrap", "over"), [("x", {6, 3}), ("y", {2, 1}), ("both", {6, 3, 2, 1, 0})])
def test_shut_sides_of_a_loop_hold_against_every_diagonal(wrap, over):
    moves = build_moves(square(3, 3, 8, wrap=wrap), "always")
    assert set(targets(moves, 8)) == {4, 5, 7} | over


def test_ice_is_slid_over_until_the_next_step_is_impossible():
    map = square(5, 2)
    map.fill(kind=[0, ICE, ICE, ICE, SOLID, 0, 0, 0, 0, 0])
    moves = build_moves(map)
    assert moves.states == 10 + 3 * 4
    first, second = slide(moves, 1, EAST), slide(moves, 2, EAST)
    assert targets(moves, 0) == {first: 1, 5: 1}
    assert targets(moves, first) == {second: 1}
    assert targets(moves, second) == {3: 1}  # there the stone stops it: it stands
    assert targets(moves, 3) == {8: 1, slide(moves, 2, WEST): 1}
    assert targets(moves, 6) == {1: 1, 5: 1, 7: 1}  # going down, the map's end stops it at once
    far = distances_from(moves, 0)
    assert patch_distances(moves, far)[:4].tolist() == [0, 1, 2, 3]
    assert patch_distances(moves, far, touch=False)[[1, 2, 3]].tolist() == [3, 4, 3]


def test_no_diagonal_leaves_or_enters_ice():
    map = square(3, 3, 8)
    map.set_kind(4, ICE)
    moves = build_moves(map, "always")
    assert 4 not in targets(moves, 0)
    assert set(targets(moves, 4)) == {1, 3, 5, 7}


def test_one_who_slides_stops_at_a_forced_warp_and_passes_an_optional_one():
    map = square(4, 1)
    map.fill(kind=[0, ICE, ICE, 0])
    map.set_warp(1, 0)
    moves = build_moves(map)
    assert targets(moves, 0) == {1: 1}
    assert targets(moves, 1) == {0: 1}
    map.set_warp(1, 3, forced=False)
    moves = build_moves(map)
    assert targets(moves, 0) == {slide(moves, 1, EAST): 1}
    assert targets(moves, slide(moves, 1, EAST)) == {slide(moves, 2, EAST): 1}
    assert targets(moves, 1) == {slide(moves, 2, EAST): 1, 0: 1, 3: 1}


def test_a_warp_onto_ice_ends_standing_and_one_that_does_nothing_is_none():
    map = square(4, 1)
    map.fill(kind=[0, 0, ICE, ICE])
    map.set_warp(0, 2)
    assert targets(build_moves(map), 0) == {2: 1}
    map.set_no_entry(2)
    assert targets(build_moves(map), 0) == {1: 1}


# --- ways ----------------------------------------------------------------------------------------------------------


def test_start_is_goal():
    moves = build_moves(square(3, 3))
    way = route(moves, 4, 4)
    assert (way.patches.tolist(), way.jumps.tolist()) == ([4], [])
    assert (way.straight, way.diagonal, way.length) == (0, 0, 0)
    assert waves(moves, 4, 4).tolist() == [-1, -1, -1, -1, 0, -1, -1, -1, -1]
    assert next_steps(moves, distances_to(moves, 4))[4] == -1


def test_without_a_way_there_is_none_and_the_wave_fills_what_can_be_reached():
    map = square(4, 1)
    map.set_kind(2, SOLID)
    moves = build_moves(map)
    assert route(moves, 0, 3) is None
    assert waves(moves, 0, 3).tolist() == [0, 1, -1, -1]
    left = distances_to(moves, 3)
    assert left.tolist() == [inf, inf, inf, 0]
    assert next_steps(moves, left).tolist() == [-1, -1, -1, -1]
    assert not choices(moves, left).any()


@pytest.mark.parametrize(("start", "goal", "straight", "diagonal"), [(0, 99, 0, 9), (40, 49, 9, 0), (9, 90, 0, 9)])
def test_on_an_empty_map_the_way_is_the_straight_line(start, goal, straight, diagonal):
    moves = build_moves(square(10, 10, 8))
    way = route(moves, start, goal)
    assert (way.straight, way.diagonal) == (straight, diagonal)
    assert way.length == pytest.approx(straight + diagonal * sqrt(2))
    assert len(set(np.diff(way.patches).tolist())) == 1


@pytest.mark.parametrize(("grid", "neighbors"), [("square", 4), ("square", 8), ("hex", 6)])
def test_of_equal_ways_the_one_near_the_line_is_taken(grid, neighbors):
    world = make_world(grid, 21, 13, neighbors=neighbors)
    moves, start, goal = build_moves(Map(world)), world.patch(1, 1), world.patch(18, 10)
    way = route(moves, start, goal)
    x, y = world.center(way.patches.astype(np.int64))
    (from_x, from_y), (to_x, to_y) = world.center(start), world.center(goal)
    across = (to_x - from_x) * (y - from_y) - (to_y - from_y) * (x - from_x)
    assert np.abs(across).max() / np.hypot(to_x - from_x, to_y - from_y) < 1
    again = route(moves, start, goal, distances=distances_from(moves, start))
    assert again.patches.tolist() == way.patches.tolist()


def test_where_diagonals_are_cheap_ways_and_waves_are_those_of_a_king():
    world = make_world("square", 9, 9, neighbors=8)
    moves = build_moves(Map(world))
    center = world.patch(4, 4)
    rings = waves(moves, center, 0, cheap_diagonals=True)
    np.testing.assert_array_equal(rings, world.distance(np.arange(81), np.full(81, center)))
    way = route(moves.cheap, center, world.patch(0, 2))
    assert way.length == way.straight + way.diagonal == 4
    assert route(moves, center, world.patch(0, 2)).length == pytest.approx(2 + 2 * sqrt(2))


def test_a_ring_of_the_wave_is_the_distance_rounded_up():
    map = square(12, 12, 8)
    for x in range(11):
        map.set_kind(map.world.patch(x, 5), SOLID)
    moves = build_moves(map)
    far = distances_from(moves, 0)
    rings, last = waves(moves, 0, 83), far[83]
    for patch in range(map.world.size):
        if far[patch] <= last + 1e-9:
            assert rings[patch] - 1 < far[patch] <= rings[patch]
        else:
            assert rings[patch] == -1
    assert rings.max() == rings[83]


def test_a_way_over_a_warp_and_a_seam_says_where_it_jumps():
    map = square(8, 1)
    map.set_floor("ring", 0, 3)
    map.set_warp(3, 6)
    way = route(build_moves(map), 1, 7)
    assert way.patches.tolist() == [1, 0, 3, 6, 7]
    assert way.jumps.tolist() == [False, True, True, False]
    assert (way.straight, way.diagonal, way.length) == (4, 0, 4)


def test_the_goal_rule_says_whether_sliding_over_the_goal_counts():
    map = square(4, 1)
    map.fill(kind=[0, ICE, ICE, ICE])
    moves = build_moves(map)
    assert route(moves, 0, 2).patches.tolist() == [0, 1, 2]
    assert route(moves, 0, 2, touch=False) is None
    assert route(moves, 0, 3, touch=False).length == 3
    assert distances_to(moves, 2)[0] == 2
    assert distances_to(moves, 2, touch=False)[0] == inf
    assert waves(moves, 0, 2).tolist() == [0, 1, 2, -1]


def test_a_reverse_search_passes_no_one_way_edge_backwards():
    map = square(3, 1)
    map.set_edge(0, EAST, OUT)
    moves = build_moves(map)
    assert distances_to(moves, 0).tolist() == [0, inf, inf]
    assert distances_to(moves, 2).tolist() == [2, 1, 0]


# --- explorers -----------------------------------------------------------------------------------------------------


def test_next_steps_are_the_lowest_of_the_choices_and_come_nearer_each_time():
    luck = np.random.default_rng(5)
    world = make_world("square", 15, 15, neighbors=8)
    moves = build_moves(Map.from_solid(world, luck.random(world.shape) < 0.2))
    goals = np.flatnonzero(np.diff(moves.indptr))[[3, 60]].tolist()
    left = distances_to(moves, goals)
    steps, good = next_steps(moves, left), choices(moves, left)
    assert (left[goals] == 0).all()
    for state in range(moves.states):
        near = slice(moves.indptr[state], moves.indptr[state + 1])
        best = moves.indices[near][good[near]]
        assert steps[state] == (best.min() if best.size else -1)
        assert (best.size > 0) == (0 < left[state] < inf)
        for target, cost in zip(best.tolist(), moves.weights[near][good[near]].tolist(), strict=True):
            assert left[target] + cost == pytest.approx(left[state])


def test_to_several_goals_it_is_as_far_as_to_the_nearest():
    map = square(6, 6, 8)
    map.set_kind(8, ICE)
    moves = build_moves(map)
    both = distances_to(moves, [8, 35])
    np.testing.assert_array_equal(both, np.minimum(distances_to(moves, 8), distances_to(moves, 35)))
    assert (distances_to(moves, []) == inf).all()


def test_there_is_no_way_from_or_to_what_is_not_there():
    moves = build_moves(square(3, 3))
    with pytest.raises(ValueError, match="there is no state 9"):
        distances_from(moves, 9)
    with pytest.raises(ValueError, match="there is no patch -1"):
        distances_to(moves, -1)
    with pytest.raises(ValueError, match="there is no patch 9"):
        route(moves, 0, 9)
