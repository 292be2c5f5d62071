"""Rules of a tick, signals, demand, and the scenarios' roads; theory is tested elsewhere."""

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.scenarios import (
    bml,
    crossing,
    door,
    field_,
    fork,
    open_road,
    place_on_rings,
    ring,
    rings,
    street_of,
)  # fmt: skip
from rules.traffic import Road, Signals, Traffic, TrafficRules


def lane(length, **rules):
    """A lane of one row, without end in sight: who gets to its east end stays there."""
    road = Road.in_directions(make_world("square", length, 1), np.ones(length), [1])
    return Traffic(road, TrafficRules(**rules))


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"slowdown": 1.5}, "slowdown"),
        ({"friction": -0.1}, "friction"),
        ({"slowdown": float("nan")}, "slowdown"),
        ({"congestion": float("inf")}, "congestion"),
        ({"update": "sometimes"}, "'parallel', 'random sequential', 'shuffled'"),
        ({"blocked": "cry"}, "'reroute'"),
        ({"v_max": 21}, "v_max"),
        ({"v_max": 2, "targets": "follow"}, "take v_max 1"),
        ({"patience": 0}, "patience"),
    ],
)
def test_rules_out_of_range_are_refused_by_name(rules, said):
    with pytest.raises(ValueError, match=said):
        TrafficRules(**rules)


def test_strict_queues_start_one_after_the_other_and_following_ones_at_once():
    for targets, moved in (("strict", [1, 2, 3, 3]), ("follow", [3, 3, 3, 3])):
        traffic = lane(20, targets=targets)
        traffic.add_at([0, 1, 2], 0)
        assert traffic.run(4).tolist() == moved


def test_a_full_ring_turns_only_if_patches_may_be_followed_into():
    for targets, moved in (("strict", 0), ("follow", 12)):
        traffic = ring(12).traffic(targets=targets)
        traffic.add_at(np.arange(12), 0)
        assert traffic.tick() == moved


def test_two_who_want_one_patch_get_it_equally_often_and_by_friction_never():
    road = Road.on_world(make_world("square", 3, 1), goals=[[1]])
    for update in ("parallel", "shuffled"):
        first = 0
        for seed in range(400):
            traffic = Traffic(road, TrafficRules(update=update), seed)
            slots = traffic.add_at([0, 2], 0)
            traffic.tick()
            assert traffic.movers == 1
            first += int(traffic.state.patch[slots[0]] != 0)
        assert 150 < first < 250
    traffic = Traffic(road, TrafficRules(friction=1.0))
    traffic.add_at([0, 2], 0)
    assert traffic.run(5).sum() == 0


@pytest.mark.parametrize("update", ["parallel", "random sequential", "shuffled"])
def test_swapping_ones_pass_each_other(update):
    road = Road.on_world(make_world("square", 6, 1), goals=[[0], [5]])
    traffic = Traffic(road, TrafficRules(blocked="swap", update=update), at_goal="leave")
    traffic.add_at([1, 4], [1, 0])
    traffic.run(30)
    assert traffic.state.arrived == 2


def test_nagel_schreckenberg_accelerates_keeps_its_distance_and_stops_behind_another():
    traffic = lane(30, v_max=5)
    traffic.add_at([0, 29], 0)
    places = []
    for _ in range(10):
        traffic.tick()
        places.append(int(traffic.state.patch[0]))
    assert places == [1, 3, 6, 10, 15, 20, 25, 28, 28, 28]


@pytest.mark.parametrize("update", ["random sequential", "shuffled"])
@pytest.mark.parametrize("blocked", ["wait", "sidestep", "swap", "reroute"])
@pytest.mark.parametrize(("grid", "neighbors"), [("square", 4), ("hex", 6)])
def test_sequential_rules_keep_the_books_and_the_same_run(grid, neighbors, blocked, update, speed):
    runs = []
    for _ in range(2):
        world, rng = make_world(grid, 12, 12, neighbors=neighbors, wrap="both"), np.random.default_rng(5)
        scenario = field_(world, rng, rng.random(world.size) > 0.1, destinations=3)
        traffic = scenario.traffic(seed=3, update=update, blocked=blocked, slowdown=0.1)
        traffic.add_walkers(40, rng)
        for _ in range(15):
            traffic.tick()
            assert traffic.state.conserved()
            assert traffic.road.free[traffic.state.patch[traffic.state.slots]].all()
        runs.append(traffic.state.owner.copy())
    assert np.array_equal(*runs)


def test_plain_and_compiled_kernels_give_the_same_run():
    pytest.importorskip("numba")
    from rules import kernels

    found = []
    for choice in ("plain", "fast"):
        kernels.choose_kernels(choice)
        world, rng = make_world("hex", 12, 12), np.random.default_rng(5)
        traffic = field_(world, rng).traffic(seed=3, update="random sequential", blocked="sidestep")
        traffic.add_walkers(60, rng)
        cars = open_road(20, 0.7, 0.4, count=3).traffic(seed=4, slowdown=0.2)
        found.append((traffic.run(20).tolist(), traffic.state.owner.tolist(), cars.run(40).tolist()))
    kernels.choose_kernels(None)
    assert found[0] == found[1]


# --- signals ---------------------------------------------------------------------------------------------------------


def test_a_queue_at_a_signal_passes_every_other_tick_of_green():
    for green in (1, 4, 5, 9):
        traffic = lane(60)
        traffic.signals = Signals(60, [[30], [0]], green=green, all_red=1)
        traffic.add_at(np.arange(1, 31), 0)
        for _ in range(green + 1):
            traffic.tick()
        assert (traffic.state.patch[traffic.state.slots] > 30).sum() == (green + 1) // 2


@pytest.mark.parametrize("v_max", [1, 4])
@pytest.mark.parametrize("by_walkers", [False, True])
def test_nobody_crosses_a_red_light_from_the_first_tick_on(v_max, by_walkers):
    scenario = crossing(21, 21, green=5, all_red=2)
    traffic = scenario.traffic(v_max=v_max)
    places = scenario.origins[::2]
    traffic.add_at(places, street_of(scenario, places))
    stops = [int(stop[0]) for stop in scenario.signals.stops]
    crossings = {0: 0, 1: 0}
    for _ in range(60):
        at = {stop: int(traffic.state.owner[stop]) for stop in stops}
        red = traffic.signals.red(traffic.tick_number)
        traffic.tick(by_walkers=by_walkers)
        for group, stop in enumerate(stops):
            if at[stop] >= 0 and red[stop]:
                assert traffic.state.owner[stop] == at[stop]
            elif at[stop] >= 0 and traffic.state.patch[at[stop]] != stop:
                crossings[group] += 1
        assert traffic.state.conserved()
    assert min(crossings.values()) > 3


def test_signals_give_each_group_its_green_with_all_red_between():
    signals = Signals(10, [[1], [2]], green=2, all_red=1)
    assert [signals.group(tick) for tick in range(1, 8)] == [0, 0, -1, 1, 1, -1, 0]
    with pytest.raises(ValueError, match="green"):
        Signals(10, [[1]], green=0)


# --- scenarios -------------------------------------------------------------------------------------------------------


def test_rings_side_by_side_keep_to_themselves():
    scenario = rings(5, 12)
    traffic = scenario.traffic(slowdown=0.3)
    place_on_rings(traffic, 4, np.random.default_rng(1))
    traffic.run(50)
    assert (traffic.state.owner.reshape(5, 12) >= 0).sum(axis=1).tolist() == [4] * 5
    assert traffic.flux == traffic.moved / 60


def test_streets_of_two_kinds_take_turns():
    traffic = bml(16).traffic()
    traffic.add_at([0, 100], [0, 1])
    traffic.tick()
    assert traffic.state.speed[:2].tolist() == [1, 0]
    assert traffic.mean_speed == 1.0
    traffic.tick()
    assert traffic.state.speed[:2].tolist() == [0, 1]
    assert [int(patch) for patch in traffic.state.patch[:2]] == [1, 116]


@pytest.mark.parametrize("update", ["parallel", "random sequential"])
def test_an_open_road_fills_and_empties_by_its_ends(update):
    for alpha, beta, least, most in ((1.0, 0.0, 10, 10), (0.0, 1.0, 0, 0), (0.5, 0.5, 1, 9)):
        traffic = open_road(10, alpha, beta).traffic(seed=2, update=update)
        for _ in range(200):
            traffic.tick()
            assert traffic.state.conserved()
        assert least <= traffic.state.count <= most
        assert (traffic.state.arrived > 10) == (alpha * beta > 0)


def test_a_fork_lets_through_more_if_one_goes_round_jams():
    through = {}
    for name, rules in (("wait", {}), ("congestion", {"congestion": 3.0})):
        scenario = fork()
        traffic = scenario.traffic(seed=1, **rules)
        for _ in range(900):
            traffic.create(scenario.demand, scenario.origins)
            traffic.tick()
            if traffic.ticks == 300:
                before = traffic.state.arrived
        assert traffic.state.conserved()
        through[name] = (traffic.state.arrived - before) / 600
    assert through["wait"] <= 0.505
    assert through["congestion"] > 0.7


@pytest.mark.parametrize(("grid", "neighbors"), [("square", 4), ("square", 8), ("hex", 6)])
def test_everybody_leaves_a_room_by_its_door(grid, neighbors):
    scenario = door(make_world(grid, 10, 9, neighbors=neighbors), opening=2)
    traffic = scenario.traffic(seed=1)
    assert traffic.add_walkers(40, np.random.default_rng(1), scenario.origins).created == 40
    ticks = 0
    while traffic.state.count and ticks < 300:
        traffic.tick()
        ticks += 1
    assert traffic.state.arrived == 40
    assert traffic.trips_done == 40
    assert traffic.delay >= 0


def test_one_walker_alone_takes_as_long_as_its_way_is():
    road = Road.on_world(make_world("hex", 12, 12), goals=[[0], [143]])
    traffic = Traffic(road)
    traffic.add_at([0], 1)
    far = float(road.distance[1, 0])
    while not traffic.trips_done:
        traffic.tick()
    assert traffic.travel_time == far
    assert traffic.delay == 0


def test_demand_comes_at_its_rate_as_far_as_there_is_room():
    road = Road.on_world(make_world("square", 50, 20), goals=[[999]])
    traffic = Traffic(road, at_goal="leave")
    for _ in range(400):
        traffic.create(1.5, np.arange(0, 500))
        traffic.ticks += 1
    assert traffic.state.created == 500  # no room for more, since nobody moves
    with pytest.raises(ValueError, match="rate"):
        traffic.create(-1, [0])
    other = Traffic(road)
    for _ in range(400):
        other.state.remove(other.state.slots, "test")
        other.create(1.5, np.arange(0, 500))
        other.ticks += 1
    assert abs(other.state.created - 600) < 45


def test_speed_falls_with_density():
    speeds = []
    for walkers in (20, 150, 400):
        world, rng = make_world("square", 24, 24, wrap=True), np.random.default_rng(2)
        traffic = field_(world, rng).traffic(blocked="sidestep")
        traffic.add_walkers(walkers, rng)
        speeds.append(traffic.run(60)[20:].mean() / walkers)
    assert speeds[0] > speeds[1] > speeds[2]


@pytest.mark.parametrize(
    "make", [lambda: fork(2), lambda: door(make_world("square", 5, 5, wrap=True)), lambda: crossing(5, 5, streets=3)]
)
def test_roads_that_cannot_be_built_are_refused(make):
    with pytest.raises(ValueError, match=r"patches|length"):
        make()
