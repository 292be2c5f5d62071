"""Roads: which moves there are, and which are on shortest ways."""

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.maps import ICE, WALL, Map
from rules.routes import build_moves, choices, distances_to
from rules.traffic import Road, Traffic, TrafficRules

GRIDS = [("square", 4), ("square", 8), ("hex", 6)]


def random_solid(world, seed=3):
    return np.random.default_rng(seed).random(world.shape) < 0.2


@pytest.mark.parametrize(("grid", "neighbors"), GRIDS)
@pytest.mark.parametrize("wrap", ["none", "both"])
def test_a_road_made_at_once_is_that_of_the_map_with_the_same_patches(grid, neighbors, wrap):
    world = make_world(grid, 10, 12, neighbors=neighbors, wrap=wrap)
    solid = random_solid(world)
    ends = [[patch] for patch in np.flatnonzero(~solid)[:3]]
    direct, mapped = Road.on_world(world, ~solid, ends), Road.on_map(Map.from_solid(world, solid), ends)
    assert np.array_equal(direct.moves, mapped.moves)
    assert np.array_equal(direct.ways, mapped.ways)
    assert np.array_equal(direct.distance, mapped.distance)


@pytest.mark.parametrize(("grid", "neighbors"), GRIDS)
def test_ways_are_the_choices_of_routes(grid, neighbors):
    world = make_world(grid, 11, 9, neighbors=neighbors)
    drawn = Map.from_solid(world, random_solid(world))
    goal = int(np.flatnonzero(drawn.kind == 0)[40])
    road, moves = Road.on_map(drawn, [[goal]]), build_moves(drawn)
    far = distances_to(moves, goal)
    assert np.array_equal(road.distance[0, :-1], far.astype(np.float32))
    shortest = choices(moves, far)
    expected = {(int(s), int(t)) for s, t in zip(moves.sources[shortest], moves.indices[shortest], strict=True)}
    bits = road.ways[0, :-1]
    found = {(int(p), int(road.moves[p, c])) for c in range(road.stay) for p in np.flatnonzero(bits >> c & 1)}
    assert found == expected


def test_ice_is_refused_by_its_place():
    drawn = Map(make_world("square", 5, 5))
    drawn.set_kind(7, ICE)
    with pytest.raises(ValueError, match=r"ice at \(2, 1\)"):
        Road.on_map(drawn)


def test_goals_off_the_road_or_too_many_are_refused():
    world = make_world("square", 9, 9)
    free = np.ones(81, dtype=bool)
    free[4] = False
    for goals, said in (([[4]], "no free patch"), ([[81]], "no free patch"), ([[]], "no patch"), ([[0]] * 65, "64")):
        with pytest.raises(ValueError, match=said):
            Road.on_world(world, free, goals)


def test_equal_next_steps_are_taken_equally_often():
    road = Road.on_world(make_world("square", 3, 3), goals=[[8]])
    traffic = Traffic(road)
    east = 0
    for _ in range(1000):
        slot = traffic.add_at([0], 0)
        traffic.tick()
        east += int(traffic.state.patch[slot[0]]) == 1
        traffic.state.remove(slot, "test")
    assert abs(east - 500) < 70


def test_those_who_can_reach_no_goal_are_not_created_and_it_is_said_why():
    drawn = Map(make_world("square", 6, 1))
    drawn.set_edge(2, 1, WALL)
    traffic = Traffic(Road.on_map(drawn, [[5]]))
    added = traffic.add_walkers(10, np.random.default_rng(1))
    # Two on 3 and 4; the three behind the wall have no way, nor has one who would stand at the goal; four are too many.
    assert added == (2, 4, 4)
    assert sorted(traffic.state.patch[traffic.state.slots].tolist()) == [3, 4]
    with pytest.raises(ValueError, match="no way leads from patch 0"):
        traffic.add_at([0], 0)


def test_more_walkers_than_patches_are_clamped():
    road = Road.on_world(make_world("square", 10, 10, wrap=True), goals=[[0], [50]])
    traffic = Traffic(road, TrafficRules(blocked="sidestep"))
    assert traffic.add_walkers(1000, np.random.default_rng(1)).created == 100
    assert traffic.run(3).sum() == 0
    assert traffic.state.conserved()


def test_crowded_patches_are_gone_round():
    world = make_world("square", 5, 3)
    road = Road.on_world(world, goals=[[9]])  # in the middle of the right side
    costs = np.ones(15)
    costs[[6, 7, 8]] = 9.0
    road.renew(0, costs)
    assert road.distance[0, 5] == 6  # above or below instead of 4 straight on
    assert road.ways[0, 5] == 0b0101  # north and south


def test_nobody_crosses_a_diagonal_that_another_one_takes():
    road = Road.on_world(make_world("square", 2, 2, neighbors=8), goals=[[3], [2]])
    first = []
    for seed in range(60):
        for by_walkers in (False, True):
            traffic = Traffic(road, seed=seed)
            traffic.add_at([0, 1], [0, 1])
            traffic.tick(by_walkers=by_walkers)
            assert traffic.movers == 1
        first.append(int(traffic.state.speed[0]))
    assert 15 < sum(first) < 45
