"""What is counted: turns, waiting, trips, delays, and how a demand is spread."""

import math

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.scenarios import bml, fork, open_road
from rules.traffic import Road, Traffic, TrafficRules


def alone(grid="square", neighbors=4, start=0, goal=None, size=9, **rules):
    """One walker in an empty world."""
    world = make_world(grid, size, size, neighbors=neighbors)
    traffic = Traffic(Road.on_world(world, goals=[[world.size - 1 if goal is None else goal]]), TrafficRules(**rules))
    traffic.at_goal = "leave"
    traffic.add_at([start], 0)
    return traffic


@pytest.mark.parametrize(("grid", "neighbors", "moves"), [("square", 4, 16), ("square", 8, 8), ("hex", 6, 12)])
def test_one_who_is_alone_has_no_delay_whatever_the_directions(grid, neighbors, moves):
    traffic = alone(grid, neighbors)
    assert traffic.state.distance[0] == moves
    traffic.run(moves)
    assert (traffic.arrivals, traffic.travel_time, traffic.delay) == (1, moves, 0.0)


def test_moves_are_counted_round_obstacles_where_there_are_diagonals():
    world = make_world("square", 12, 12, neighbors=8)
    rng = np.random.default_rng(3)
    for _ in range(5):
        free = rng.random(world.shape) > 0.3
        free[0, 0] = True
        road = Road.on_world(world, free, [[0]])
        patches = np.flatnonzero(free)
        found = road.moves_to(np.zeros(len(patches), dtype=int), patches)
        for patch, moves in zip(patches.tolist(), found.tolist(), strict=True):
            if math.isinf(moves):
                assert np.isinf(road.distance[0, patch])
                continue
            here, steps, length = patch, 0, 0.0
            while road.ways[0, here]:
                column = int(road.ways[0, here]).bit_length() - 1  # any way: the last one
                here, steps, length = int(road.moves[here, column]), steps + 1, length + road.weights[column]
            assert (here, steps) == (0, moves)
            assert length == pytest.approx(float(road.distance[0, patch]), abs=1e-3)


def test_trips_that_are_done_keep_the_slow_down_of_their_time():
    traffic = alone()
    traffic.run(16)
    traffic.rules = TrafficRules(slowdown=0.5)
    assert traffic.delay == 0.0


@pytest.mark.parametrize("update", ["parallel", "random sequential"])
def test_the_way_over_an_open_road_is_as_long_as_the_road(update):
    traffic = open_road(50, 0.02, 1.0).traffic(3, update=update)
    traffic.run(4000)
    assert traffic.trips_done > 50
    assert (traffic.trip_distances == 50).all()
    expected = 50 if update == "parallel" else 52
    assert traffic.travel_time == pytest.approx(expected, abs=3)
    assert abs(traffic.delay) < 5


def test_slots_that_nobody_has_do_not_wait():
    traffic = alone(size=20)
    traffic.add_at([30, 31, 32], 0)
    traffic.state.remove(np.array([1, 2]), "taken off")
    traffic.tick()
    assert traffic.state.count == 2
    assert traffic.waiting == 0


def test_speed_is_that_of_those_who_were_there_in_the_tick():
    traffic = alone(size=20)
    traffic.add_at([30, 50, 70], 0)
    traffic.tick()
    traffic.state.remove(traffic.state.slots[:3], "taken off")
    assert (traffic.mean_speed, traffic.moved_share) == (1.0, 1.0)


def test_where_goals_take_turns_the_speed_is_that_of_those_who_had_theirs():
    traffic = bml(16, 16).traffic()
    traffic.add_at([0, 40, 80], [0, 1, 1])
    assert [(traffic.tick(), traffic.turns, traffic.mean_speed) for _ in range(2)] == [(1, 1, 1.0), (2, 2, 1.0)]
    assert traffic.waiting == 0  # nobody stood when it was their turn
    traffic.add_at(np.flatnonzero(traffic.state.owner < 0), 0)
    traffic.run(2)
    assert traffic.waiting == 256


def test_whoever_stands_where_a_goal_is_put_arrives():
    world = make_world("square", 8, 1)
    traffic = Traffic(Road.on_world(world, goals=[[7]]), TrafficRules())
    traffic.at_goal = "leave"
    traffic.add_at([3, 5], 0)
    traffic.change_road(Road.on_world(world, goals=[[3]]))
    traffic.tick()
    assert traffic.arrivals == 1
    assert traffic.state.patch[traffic.state.slots].tolist() == [4]


def test_who_arrives_where_there_is_no_other_goal_leaves_the_road():
    traffic = alone()
    traffic.at_goal = "again"
    traffic.run(20)
    assert (traffic.state.arrived, traffic.state.count, traffic.state.removed) == (1, 0, {})


@pytest.mark.parametrize("rate", [0.0, 0.3, 0.8, 1.0, 2.35])
def test_a_demand_is_spread_evenly_and_begins_by_the_seed(rate):
    begins = set()
    for seed in range(6):
        scenario = fork(demand=rate)
        traffic = scenario.traffic(seed)
        wanted = []
        for _ in range(200):
            added = traffic.create(rate, scenario.origins)
            wanted.append(sum(added))
            traffic.tick()
        assert np.abs(np.cumsum(wanted) - rate * np.arange(1, 201)).max() < 1
        begins.add(tuple(wanted[:20]))
    assert len(begins) > 1 or float(rate).is_integer()


def test_walkers_of_a_demand_that_have_no_way_are_counted():
    world = make_world("square", 5, 1)
    free = np.array([1, 1, 0, 1, 1], dtype=bool)
    traffic = Traffic(Road.on_world(world, free, [[4]]))
    assert traffic.create(1.0, [0, 1]) == (0, 0, 1)
    assert traffic.create(1.0, [0, 3]) == (1, 0, 0)
    assert traffic.create(2.0, [0, 3]) == (0, 1, 1)
    with pytest.raises(ValueError, match="0 to 4"):
        traffic.create(1.0, [5])
