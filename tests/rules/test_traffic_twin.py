"""The parallel tick for all at once and the one walker by walker, bit for bit."""

import itertools

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.maps import ARROW, DOOR, IN, LOCKED, OUT, WALL, Map
from rules.traffic import Road, Traffic, TrafficRules
from rules.traffic_state import ARRAYS

GRIDS = [("square", 4), ("square", 8), ("hex", 6)]


def field(grid, neighbors, size, seed=4, goals=6, **rules):
    world = make_world(grid, size, size, neighbors=neighbors, wrap="both")
    rng = np.random.default_rng(seed)
    free = rng.random(world.size) > 0.1
    ends = [[patch] for patch in rng.permutation(np.flatnonzero(free))[:goals]]
    return Traffic(Road.on_world(world, free, ends), TrafficRules(**rules), seed=9)


def check_twins(first, second, walkers, ticks, check_every=1):
    """Run both, with walkers coming and going, and compare all there is."""
    pair = [(first, np.random.default_rng(3)), (second, np.random.default_rng(3))]
    moved = 0
    for traffic, rng in pair:
        traffic.add_walkers(walkers, rng)
    for tick in range(ticks):
        for traffic, rng in pair:
            if tick % 7 == 3:
                traffic.state.remove_random(12, rng, tick=traffic.ticks)
            if tick % 7 == 5:
                traffic.add_walkers(12, rng)
            traffic.tick(by_walkers=traffic is second)
        moved += first.moved
        if tick % check_every == 0:
            assert first.state.conserved()
            assert np.array_equal(first.state.owner, second.state.owner), tick
            for name in ARRAYS:
                assert np.array_equal(getattr(first.state, name), getattr(second.state, name)), (tick, name)
            assert (first.moved, first.arrivals, first.trip_ticks) == (second.moved, second.arrivals, second.trip_ticks)
    return moved


@pytest.mark.parametrize(("grid", "neighbors"), [("square", 4), ("hex", 6)])
def test_engines_agree_over_200_ticks_with_500_walkers(grid, neighbors):
    pair = [field(grid, neighbors, 48, blocked="sidestep", slowdown=0.1, friction=0.2) for _ in range(2)]
    moved = check_twins(*pair, walkers=500, ticks=200, check_every=5)
    assert moved > 200 * 500 * 0.2  # a jam would prove little


@pytest.mark.parametrize(("grid", "neighbors"), GRIDS)
@pytest.mark.parametrize(
    ("targets", "blocked"), list(itertools.product(["strict", "follow"], ["wait", "sidestep", "swap", "reroute"]))
)
def test_engines_agree_by_every_rule(grid, neighbors, targets, blocked):
    rules = {"targets": targets, "blocked": blocked, "slowdown": 0.1, "friction": 0.3}
    pair = [field(grid, neighbors, 12, goals=3, **rules) for _ in range(2)]
    assert check_twins(*pair, walkers=60, ticks=25) > 0


@pytest.mark.parametrize(("grid", "neighbors"), [("square", 4), ("hex", 6)])
@pytest.mark.parametrize("blocked", ["wait", "sidestep"])
def test_engines_agree_at_several_patches_a_tick(grid, neighbors, blocked):
    rules = {"v_max": 3, "blocked": blocked, "slowdown": 0.2, "friction": 0.2, "congestion": 0.5}
    pair = [field(grid, neighbors, 14, goals=3, **rules) for _ in range(2)]
    assert check_twins(*pair, walkers=50, ticks=25) > 0


@pytest.mark.parametrize("neighbors", [4, 8])
def test_engines_agree_on_a_map_with_everything_but_ice(neighbors):
    world = make_world("square", 12, 12, neighbors=neighbors)
    rng = np.random.default_rng(5)
    drawn = Map.from_solid(world, rng.random(world.shape) < 0.1)
    free = np.flatnonzero(drawn.kind == 0).tolist()
    for patch in rng.permutation(free)[:25].tolist():
        drawn.set_edge(patch, int(rng.choice(world.sides)), int(rng.choice([WALL, DOOR, LOCKED, OUT, IN])))
    for patch in rng.permutation(free)[:6].tolist():
        drawn.set_kind(patch, ARROW + int(rng.integers(neighbors)))
    for source, target in rng.permutation(free)[:12].reshape(6, 2).tolist():
        drawn.set_warp(source, target, forced=bool(rng.integers(2)))
    ends = [[patch] for patch in rng.permutation(free)[:3].tolist()]
    pair = [Traffic(Road.on_map(drawn, ends), TrafficRules(blocked="sidestep"), seed=2) for _ in range(2)]
    assert check_twins(*pair, walkers=40, ticks=30) > 0


def test_a_breed_that_proposes_otherwise_is_heard_and_one_that_leaps_is_refused():
    traffic = field("square", 4, 10)
    traffic.add_walkers(5, np.random.default_rng(1))
    before = traffic.state.patch.copy()
    traffic.tick(ask=lambda slot: -1)
    assert np.array_equal(traffic.state.patch, before)
    world = traffic.road.world
    north = [world.neighbor(int(patch), 0) for patch in before[:5]]
    traffic.tick(ask=lambda slot: north[slot] if traffic.road.free[north[slot]] else -1)
    assert traffic.movers > 0
    with pytest.raises(ValueError, match="no move leads"):
        traffic.tick(ask=lambda slot: (int(traffic.state.patch[slot]) + 50) % 100)


def test_same_seed_same_run_and_a_run_put_back_goes_on_alike():
    first, second = (field("hex", 6, 20, blocked="reroute", congestion=1.0) for _ in range(2))
    for traffic in (first, second):
        traffic.add_walkers(120, np.random.default_rng(8))
    first.run(15)
    kept = first.kept()
    went_on = first.run(15)
    assert second.run(30)[15:].tolist() == went_on.tolist()
    again = field("hex", 6, 20, blocked="reroute", congestion=1.0)
    again.restore(kept)
    assert again.run(15).tolist() == went_on.tolist()
    assert np.array_equal(again.state.owner, first.state.owner)
