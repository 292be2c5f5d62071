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


def crowded_lanes(**rules):
    """Walkers who go round one who never moves, and the road that they share with nobody."""
    road = Road.on_world(make_world("square", 9, 3), goals=[[17]])
    traffic = Traffic(road, TrafficRules(memory=2, **rules))
    traffic.add_at([12, 10], 0)
    for _ in range(8):
        traffic.tick(ask=lambda slot: -1)
    return road, traffic


@pytest.mark.parametrize("rules", [{"congestion": 4.0}, {"blocked": "reroute"}])
def test_ways_lead_round_those_who_stand_and_straight_on_when_crowds_do_not_count(rules):
    road, traffic = crowded_lanes(**rules)
    row = 1 if "blocked" in rules else 0
    assert road.ways[0, 11] == 0b0010
    assert len(road.ways) == 1  # others may use this road, so the walkers have a copy
    assert traffic.road.ways[row, 11] == 0b0101
    traffic.rules = TrafficRules()
    traffic.run(3)
    assert np.array_equal(traffic.road.ways[row], road.ways[0])


def test_a_changed_road_takes_off_those_in_walls_and_gives_others_new_goals():
    world = make_world("square", 7, 3)
    traffic = Traffic(Road.on_world(world, goals=[[0], [6]]))
    traffic.add_at([8, 10, 12, 4], [1, 1, 1, 1])
    free = np.ones(world.shape, dtype=bool)
    free[:, 3] = False
    assert traffic.change_road(Road.on_world(world, free, [[0], [6]])) == 0
    assert traffic.state.removed == {"built over": 1}
    assert traffic.state.goal[traffic.state.owner[[8, 12, 4]]].tolist() == [0, 1, 1]
    assert traffic.state.conserved()
    traffic.run(3)
    assert traffic.change_road(Road.on_world(world, free, [[0]])) == 1  # one east of the wall, the other had arrived
    assert traffic.state.removed["no way to any destination"] == 1
    assert traffic.state.conserved()
    assert (traffic.state.goal[traffic.state.slots] == 0).all()
    with pytest.raises(ValueError, match="same world"):
        traffic.change_road(Road.on_world(make_world("square", 3, 7), goals=[[0]]))


def test_several_patches_a_tick_need_a_road_without_diagonals():
    road = Road.on_world(make_world("square", 5, 5, neighbors=8), goals=[[0], [24]])
    with pytest.raises(ValueError, match="diagonals"):
        Traffic(road, TrafficRules(v_max=2)).tick()
