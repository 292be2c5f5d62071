"""Gridlock: proved where nobody can ever move again, and only there."""

import itertools

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.scenarios import crossing, street_of
from rules.traffic import Road, Traffic, TrafficRules, prove_gridlock

EAST, WEST = 1, 3


def corridor(*columns_and_goals, length=6, **rules):
    """A lane of one row with a goal at each end (0 west, 1 east), and walkers in these columns."""
    road = Road.on_world(make_world("square", length, 1), goals=[[0], [length - 1]])
    traffic = Traffic(road, TrafficRules(**rules))
    for column, goal in columns_and_goals:
        traffic.add_at([column], goal)
    return traffic


def block_of_four(**rules):
    """Four walkers on 2 x 2 patches, each of whom wants the patch of the next one clockwise."""
    world = make_world("square", 2, 2)
    moves = np.full((4, 4), -1, dtype=np.int32)
    for patch, direction, target in ((0, 0, 2), (2, 1, 3), (3, 2, 1), (1, 3, 0)):
        moves[patch, direction] = target
    road = Road(world, moves, np.ones(4), [[0], [1], [2], [3]])
    traffic = Traffic(road, TrafficRules(**rules))
    traffic.add_at([0, 2, 3, 1], [2, 3, 1, 0])
    return traffic


def test_two_who_face_each_other_in_a_lane_are_in_gridlock_and_those_behind_are_stuck():
    traffic = corridor((2, 1), (3, 0), (1, 1))
    found = traffic.look_for_gridlock()
    assert traffic.gridlock == "proved"
    assert sorted(traffic.state.patch[found.members].tolist()) == [2, 3]
    assert sorted(traffic.state.patch[found.stuck].tolist()) == [1, 2, 3]
    assert traffic.run(20).sum() == 0


@pytest.mark.parametrize("rules", [{"targets": "follow"}, {"update": "shuffled"}, {"update": "random sequential"}])
def test_facing_ones_stay_in_gridlock_by_other_rules_of_the_tick(rules):
    traffic = corridor((2, 1), (3, 0), **rules)
    assert traffic.look_for_gridlock() is not None
    assert traffic.run(20).sum() == 0


def test_facing_ones_who_may_swap_or_step_back_are_in_none():
    for blocked in ("swap", "sidestep"):
        traffic = corridor((2, 1), (3, 0), blocked=blocked)
        assert traffic.look_for_gridlock() is None
        assert traffic.run(20).sum() > 0


def test_a_ring_of_four_is_stuck_if_patches_must_be_free_before_and_turns_if_it_may_follow():
    strict = block_of_four()
    assert len(strict.look_for_gridlock().members) == 4
    assert strict.tick() == 0
    follow = block_of_four(targets="follow")
    assert follow.look_for_gridlock() is None
    assert follow.tick() == 4


def test_a_queue_before_a_free_patch_is_no_gridlock():
    assert corridor((1, 1), (2, 1), (3, 1)).look_for_gridlock() is None


def test_gridlock_is_suspected_when_nobody_has_moved_for_long():
    traffic = corridor((2, 1), (3, 0), quiet=5)
    traffic.run(4)
    assert traffic.gridlock == ""
    traffic.tick()
    assert traffic.gridlock == "suspected"


def test_gridlock_is_dissolved_by_taking_one_off_the_road_and_saying_so():
    traffic = corridor((2, 1), (3, 0), (1, 1))
    traffic.run(3)
    assert traffic.dissolve_gridlock(traffic.look_for_gridlock()) == 1
    assert traffic.state.removed == {"gridlock": 1}
    (gone,) = traffic.state.log
    assert (gone.tick, gone.reason) == (3, "gridlock")
    assert gone.patch in (2, 3)
    assert traffic.state.conserved()
    assert traffic.tick() > 0


@pytest.mark.parametrize(("grid", "neighbors"), [("square", 4), ("square", 8), ("hex", 6)])
@pytest.mark.parametrize(
    ("targets", "blocked"), list(itertools.product(["strict", "follow"], ["wait", "sidestep", "swap"]))
)
def test_whoever_is_proved_stuck_never_moves_again(grid, neighbors, targets, blocked):
    world, rng = make_world(grid, 8, 8, neighbors=neighbors), np.random.default_rng(2)
    found = 0
    for _ in range(6):
        free = rng.random(world.size) > 0.25
        ends = [[patch] for patch in rng.permutation(np.flatnonzero(free))[:4]]
        traffic = Traffic(Road.on_world(world, free, ends), TrafficRules(targets=targets, blocked=blocked), seed=1)
        traffic.add_walkers(40, rng)
        for _ in range(8):
            traffic.run(4)
            gridlock = traffic.look_for_gridlock()
            if gridlock is None:
                continue
            found += 1
            before = traffic.state.patch[gridlock.stuck].copy()
            traffic.run(10)
            assert np.array_equal(traffic.state.patch[gridlock.stuck], before)
    assert found or (targets, blocked) != ("strict", "wait")


def test_at_rest_in_a_full_strict_world_is_always_proved_where_everybody_waits():
    world, rng = make_world("square", 8, 8), np.random.default_rng(2)
    for seed in range(10):
        traffic = Traffic(Road.on_world(world, goals=[[0], [7], [56], [63]]), seed=seed)
        traffic.add_walkers(40, rng)
        traffic.run(150)
        proved = traffic.look_for_gridlock()
        assert traffic.moved or proved is not None


def test_gridlock_at_signals_is_proved_and_holds():
    scenario = crossing(24, 24, green=5, all_red=0, streets=3)
    traffic = scenario.traffic(1)
    rng = np.random.default_rng(1)
    chosen = rng.permutation(scenario.origins)[:102]
    traffic.add_at(chosen, street_of(scenario, chosen))
    traffic.run(300)
    found = traffic.look_for_gridlock()
    assert found is not None
    before = traffic.state.patch[found.stuck].copy()
    traffic.run(100)
    assert np.array_equal(traffic.state.patch[found.stuck], before)


@pytest.mark.parametrize("rules", [{"congestion": 8.0}, {"blocked": "reroute"}])
def test_nothing_is_proved_too_early_while_ways_are_still_bent_round_crowds_that_no_longer_count(rules):
    world = make_world("square", 16, 16)
    moved_on = proofs = 0
    for seed in range(10):
        rng = np.random.default_rng(seed)
        free = rng.random(world.size) > 0.1
        goals = [[patch] for patch in rng.permutation(np.flatnonzero(free))[:20]]
        traffic = Traffic(Road.on_world(world, free, goals), TrafficRules(**rules), seed)
        traffic.add_walkers(110, rng)
        traffic.run(14)
        traffic.rules = TrafficRules()
        for _ in range(8):
            traffic.run(3)
            found = traffic.look_for_gridlock()
            if found is not None:
                proofs += 1
                before = traffic.state.patch[found.stuck].copy()
                traffic.run(25)
                moved_on += not np.array_equal(traffic.state.patch[found.stuck], before)
    assert proofs > 0
    assert moved_on == 0


def test_gridlock_that_is_only_suspected_is_dissolved_too_by_taking_anybody_off():
    traffic = corridor((2, 1), (3, 0), (1, 1), slowdown=1.0, quiet=4)
    traffic.rules = TrafficRules(slowdown=1.0, blocked="swap", quiet=4)  # of which nothing can be proved
    traffic.run(4)
    assert traffic.look_for_gridlock() is None
    assert traffic.gridlock == "suspected"
    assert traffic.dissolve_gridlock(None) == 1
    assert traffic.state.removed == {"gridlock, suspected": 1}
    assert (traffic.gridlock, traffic.quiet) == ("", 0)


def test_nobody_swaps_at_several_patches_a_tick():
    with pytest.raises(ValueError, match="swap"):
        TrafficRules(v_max=2, blocked="swap")


@pytest.mark.parametrize(
    "rules",
    [
        {"v_max": 1.5},
        {"v_max": True},
        {"quiet": float("nan")},
        {"patience": "3"},
        {"slowdown": "a"},
        {"congestion": "b"},
    ],
)
def test_rules_of_the_wrong_kind_are_refused_by_name(rules):
    with pytest.raises(ValueError, match=next(iter(rules))):
        TrafficRules(**rules)


def test_who_has_waited_long_enough_is_proved_stuck_just_as_well():
    world, rng = make_world("square", 12, 12), np.random.default_rng(5)
    found = 0
    for seed in range(8):
        goals = [[patch] for patch in rng.permutation(world.size)[:6]]
        traffic = Traffic(Road.on_world(world, goals=goals), TrafficRules(), seed)
        traffic.add_walkers(80, rng)
        traffic.run(40)
        early, late = prove_gridlock(traffic), prove_gridlock(traffic, 6)
        if late is None:
            continue
        found += 1
        assert early is not None
        assert set(late.stuck.tolist()) <= set(early.stuck.tolist())
        assert (traffic.state.waiting[late.stuck] >= 6).all()
    assert found >= 4
