"""Runs of the traffic rules against what is known exactly; many roads lie side by side in one array."""

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.scenarios import bml, crossing, door, field_, fork, open_road, place_on_rings, rings, street_of
from rules.theory import (
    capacity,
    deterministic_moves,
    finite_parallel_ring_flux,
    open_road_flux,
    parallel_ring_flux,
    queue_discharge,
    random_sequential_ring_flux,
    travel_time,
)
from rules.traffic import Road, Traffic, TrafficRules
from tests.helpers.chains import parallel_chain, ring_states

# --- rings ---------------------------------------------------------------------------------------------------------


def filled_rings(length, walkers, **rules):
    """Rings with so many walkers each, at random."""
    traffic = rings(len(walkers), length).traffic(3, **rules)
    rng = np.random.default_rng(4)
    patches = [rng.permutation(length)[:number] + length * lane for lane, number in enumerate(walkers)]
    traffic.add_at(np.concatenate(patches), 0)
    return traffic


def moves_of_rings(traffic, ticks):
    """The moves of each ring in each tick, (ticks, rings)."""
    count, length = traffic.road.world.shape
    found = np.empty((ticks, count))
    for tick in range(ticks):
        moved = traffic.tick()
        state = traffic.state
        rows, speeds = state.patch[: state.top] // length, state.speed[: state.top]
        found[tick] = np.bincount(rows, weights=speeds, minlength=count)
        assert moved == found[tick].sum()
    return found


def flux_of_kinds(traffic, ticks, kinds):
    """The mean flux of rings of which every `kinds`-th is alike."""
    moves = moves_of_rings(traffic, ticks).mean(axis=0) / traffic.road.world.width
    return moves.reshape(-1, kinds).mean(axis=0)


def test_long_parallel_rings_have_the_flux_of_the_endless_one():
    walkers = [200, 500, 700]
    traffic = filled_rings(1000, walkers * 10, slowdown=0.25)
    traffic.run(500)
    flux = flux_of_kinds(traffic, 800, len(walkers))
    assert flux == pytest.approx(parallel_ring_flux(np.array(walkers) / 1000, 0.25), abs=0.001)
    assert flux == pytest.approx([finite_parallel_ring_flux(1000, number, 0.25) for number in walkers], abs=0.001)


@pytest.mark.parametrize(("length", "walkers", "slowdown"), [(6, 3, 0.25), (5, 2, 0.5), (7, 5, 0.1)])
def test_small_parallel_rings_have_the_flux_of_the_finite_one(length, walkers, slowdown):
    traffic = rings(1500, length).traffic(5, slowdown=slowdown)
    place_on_rings(traffic, walkers, np.random.default_rng(6))
    traffic.run(60)
    flux = traffic.run(250).mean() / traffic.road.patches
    assert flux == pytest.approx(finite_parallel_ring_flux(length, walkers, slowdown), abs=0.001)


def test_parallel_rings_step_from_state_to_state_as_their_markov_chain():
    length, walkers, slowdown, each = 6, 3, 0.25, 500
    states = ring_states(length, walkers)
    traffic = rings(len(states) * each, length).traffic(7, slowdown=slowdown)
    starts = np.array([sorted(state) for state in states]).repeat(each, axis=0)
    traffic.add_at((starts + length * np.arange(len(starts))[:, np.newaxis]).ravel(), 0)
    traffic.tick()
    after = (traffic.state.owner >= 0).reshape(-1, length)
    found = np.array([[(after[first : first + each] == is_in(state, length)).all(axis=1).mean() for state in states]
                      for first in range(0, len(after), each)])  # fmt: skip
    chances, _ = parallel_chain(length, walkers, slowdown)
    assert found.sum(axis=1).tolist() == pytest.approx([1] * len(states))
    assert (np.abs(found - chances) <= 4.5 * np.sqrt(chances * (1 - chances) / each)).all()


def is_in(state, length):
    return np.isin(np.arange(length), list(state))


@pytest.mark.parametrize("v_max", [1, 2, 3, 5])
def test_without_slowing_down_moves_are_exact_after_as_many_ticks_as_patches(v_max):
    length = 30
    walkers = list(range(1, length + 1))
    traffic = filled_rings(length, walkers, v_max=v_max)
    top = traffic.state.top
    traffic.state.speed[:top] = np.random.default_rng(8).integers(v_max + 1, size=top)
    traffic.run(length)
    expected = [deterministic_moves(length, number, v_max) for number in walkers]
    assert (moves_of_rings(traffic, 12) == expected).all()


def test_random_sequential_rings_have_the_known_flux():
    walkers = [5, 20, 30, 50]
    traffic = filled_rings(60, walkers * 8, update="random sequential", slowdown=0.2)
    flux = flux_of_kinds(traffic, 1000, len(walkers))
    assert flux == pytest.approx([random_sequential_ring_flux(60, number, 0.2) for number in walkers], abs=0.002)


def test_the_rules_of_a_tick_differ_in_flux():
    parallel, sequential, shuffled = (
        filled_rings(100, [50] * 4, update=update).run(400)[100:].mean() / 400
        for update in ("parallel", "random sequential", "shuffled")
    )
    assert parallel == 0.5
    assert sequential == pytest.approx(random_sequential_ring_flux(100, 50, 0), abs=0.01)
    assert sequential + 0.1 < shuffled < parallel


# --- open roads ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("length", "alpha", "beta", "slowdown", "count"),
    [(20, 1, 1, 0, 30), (10, 0.3, 0.8, 0, 50), (10, 0.9, 0.4, 0.3, 50), (2, 0.5, 0.7, 0, 150), (1, 0.5, 0.5, 0, 200)],
)
def test_open_roads_have_the_known_flux(length, alpha, beta, slowdown, count):
    scenario = open_road(length, alpha, beta, count=count)
    traffic = scenario.traffic(9, slowdown=slowdown)
    traffic.run(200)
    moved = arrived = 0
    for _ in range(700):
        moved += traffic.tick()
        arrived += traffic.arrivals
    known = open_road_flux(length, alpha, beta, slowdown)
    assert moved / 700 / count / (length + 1) == pytest.approx(known, abs=0.003)  # of the L + 1 steps
    assert arrived / 700 / count == pytest.approx(known, abs=0.005)
    assert traffic.state.conserved()


# --- streets -------------------------------------------------------------------------------------------------------


def filled_streets(density, seed):
    scenario = bml(64)
    traffic = scenario.traffic(seed)
    traffic.add_walkers(round(density * scenario.world.size), np.random.default_rng(seed))
    return traffic


def test_sparse_streets_run_free():
    traffic = filled_streets(0.2, 1)
    traffic.run(2400)
    speeds = []
    for _ in range(100):
        traffic.tick()
        speeds.append(traffic.mean_speed)
    assert np.mean(speeds) >= 0.995


@pytest.mark.parametrize("seed", [2, 3])
def test_dense_streets_stop(seed):
    traffic = filled_streets(0.5, seed)
    for _ in range(40):
        if not traffic.run(50)[-2:].any():  # both kinds had their turn
            break
    assert traffic.moved == 0
    assert traffic.mean_speed == 0
    assert not traffic.run(20).any()


# --- alone, in a queue, at a fork ----------------------------------------------------------------------------------


@pytest.mark.parametrize("slowdown", [0.0, 0.3])
def test_walkers_alone_take_the_known_time(slowdown):
    distance, walkers = 40, 500
    world = make_world("square", distance + 1, 2 * walkers)
    free = world.layer(bool)
    free[::2] = True  # a corridor for each
    left = np.flatnonzero(free[:, 0]) * world.width
    road = Road.on_world(world, free, [left + distance])
    traffic = Traffic(road, TrafficRules(slowdown=slowdown), 10, at_goal="leave")
    traffic.add_at(left, 0)
    trips = []
    for _ in range(150):
        traffic.tick()
        trips += traffic.trips.tolist()
    assert len(trips) == traffic.state.arrived == walkers
    known = float(travel_time(distance, slowdown))
    deviation = (distance * slowdown) ** 0.5 / (1 - slowdown)
    assert np.mean(trips) == pytest.approx(known, abs=4 * deviation / walkers**0.5)
    assert np.std(trips) == pytest.approx(deviation, rel=0.15)
    assert traffic.travel_time == pytest.approx(np.mean(trips))
    assert traffic.delay == pytest.approx(np.mean(trips) - known)


@pytest.mark.parametrize("green", [1, 2, 5, 8])
def test_a_queue_at_a_signal_passes_as_known(green):
    scenario = crossing(100, 9, green)
    traffic = scenario.traffic(11)
    stop = int(scenario.signals.stops[0][0])
    traffic.add_at(np.arange(stop - 40, stop + 1), 0)
    passed = np.zeros(3, dtype=int)
    for cycle in range(3):
        for _ in range(scenario.signals.cycle):
            first, is_green = traffic.state.owner[stop], scenario.signals.group(traffic.tick_number) == 0
            traffic.tick()
            left = first >= 0 and traffic.state.patch[first] != stop
            assert is_green or not left
            passed[cycle] += left
    assert passed.tolist() == [queue_discharge(green)] * 3


def throughput(ticks=600, **rules):
    scenario = fork(demand=0.8)
    traffic = scenario.traffic(12, **rules)
    arrived = 0
    for tick in range(300 + ticks):
        traffic.create(scenario.demand, scenario.origins)
        traffic.tick()
        arrived += traffic.arrivals if tick >= 300 else 0
    assert traffic.state.conserved()
    return arrived / ticks


def test_a_fork_lets_no_more_through_than_one_corridor_if_nobody_goes_another_way():
    assert 0.49 <= throughput() <= 0.505
    assert capacity(0) == 0.5


@pytest.mark.parametrize(
    "rules", [{"blocked": "reroute", "patience": 1, "memory": 5}, {"congestion": 8.0, "memory": 5}]
)
def test_a_fork_lets_all_through_if_they_go_round_the_jam(rules):
    # The demand is spread evenly, so that this holds for all seeds.
    assert throughput(1000, **rules) >= 0.78


# --- whatever the rules --------------------------------------------------------------------------------------------


def scenarios():
    rng = np.random.default_rng(13)
    for grid, neighbors in (("square", 4), ("square", 8), ("hex", 6)):
        world = make_world(grid, 16, 16, neighbors=neighbors, wrap="both")
        yield f"field {neighbors}", field_(world, rng, rng.random(world.shape) > 0.1), 80
        walled = make_world(grid, 16, 16, neighbors=neighbors)
        yield f"door {neighbors}", door(walled, 2, rng.random(walled.shape) > 0.1), 100
    yield "bml", bml(20), 120
    yield "crossing", crossing(24, 24, green=3, streets=2), 60
    yield "fork", fork(), 20


SCENARIOS = {name: (scenario, walkers) for name, scenario, walkers in scenarios()}


def peopled(scenario, walkers, **rules):
    traffic = scenario.traffic(14, **rules)
    rng = np.random.default_rng(15)
    if scenario.name == "crossing":
        patches = rng.permutation(scenario.origins)[:walkers]
        traffic.add_at(patches, street_of(scenario, patches))
    else:
        traffic.add_walkers(walkers, rng)
    return traffic


@pytest.mark.parametrize("update", ["parallel", "random sequential", "shuffled"])
@pytest.mark.parametrize("blocked", ["wait", "sidestep", "swap", "reroute"])
@pytest.mark.parametrize("name", SCENARIOS)
def test_nobody_gets_lost_or_goes_where_one_cannot(name, blocked, update):
    scenario, walkers = SCENARIOS[name]
    targets = "follow" if update == "parallel" and blocked != "wait" else "strict"
    traffic = peopled(scenario, walkers, update=update, blocked=blocked, slowdown=0.1, targets=targets)
    state, road = traffic.state, traffic.road
    for tick in range(1, 21):
        if scenario.demand:
            traffic.create(scenario.demand, scenario.origins)
        where = dict(zip(state.id[state.slots].tolist(), state.patch[state.slots].tolist(), strict=True))
        traffic.tick()
        assert state.conserved()
        now = dict(zip(state.id[state.slots].tolist(), state.patch[state.slots].tolist(), strict=True))
        assert all(road.free[patch] for patch in now.values())
        moved = {walker: (patch, now[walker]) for walker, patch in where.items() if now.get(walker, patch) != patch}
        # One after the other some have several turns, or are swapped besides their own.
        if update in ("parallel", "shuffled"):
            assert all(target in road.moves[patch] for patch, target in moved.values())
        if update == "parallel":
            check_ways_do_not_cross(road.world, moved, blocked)
        if traffic.signals is not None and update == "parallel":
            red = traffic.signals.red(tick)
            assert not any(red[patch] for patch, _ in moved.values())


def check_ways_do_not_cross(world, moved, blocked):
    steps = set(moved.values())
    if blocked != "swap":
        assert not any((target, patch) in steps for patch, target in steps)
    if world.directions != 8:
        return
    middles = []
    for patch, target in steps:
        if (target, patch) in steps and patch > target:
            continue  # two who change places meet in one middle
        direction = world.neighbors[patch].tolist().index(target)
        x, y = world.shift(*world.xy(patch), direction)
        if direction % 2:
            middle = (patch % world.width + x) % (2 * world.width), (patch // world.width + y) % (2 * world.height)
            middles.append(middle)
    assert len(set(middles)) == len(middles)


def test_cars_of_several_speeds_do_not_pass_each_other():
    traffic = filled_rings(40, [10, 20, 30], v_max=4, slowdown=0.3)
    state = traffic.state
    place = state.patch[: state.top].astype(int)
    start = place
    for _ in range(60):
        before = state.patch[: state.top].copy()
        gaps = gaps_ahead(before)
        traffic.tick()
        steps = (state.patch[: state.top] - before) % 40
        assert (steps == state.speed[: state.top]).all()
        assert (steps <= np.minimum(gaps, 4)).all()
        assert state.conserved()
        place = place + steps
    assert (place > start).all()


def gaps_ahead(patches):
    """Free patches ahead of each on rings of 40."""
    taken = np.isin(np.arange(120), patches).reshape(3, 40)
    ahead = np.array([[taken[patch // 40, (patch + step) % 40] for step in range(1, 41)] for patch in patches])
    return ahead.argmax(axis=1)


def test_speed_falls_as_density_grows():
    world = make_world("square", 32, 32, wrap="both")
    scenario = field_(world, np.random.default_rng(16))
    speeds = []
    for density in (0.02, 0.1, 0.2, 0.35):
        traffic = scenario.traffic(17, blocked="sidestep")
        traffic.add_walkers(round(density * world.size), np.random.default_rng(18))
        traffic.run(50)
        speeds.append(traffic.run(100).mean() / traffic.state.count)
    assert speeds == sorted(speeds, reverse=True)
    assert speeds[0] > 0.9 > speeds[-1] + 0.05
