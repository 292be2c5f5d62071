"""The formulas of `rules.theory` against all states of small roads, written down one by one."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from rules.theory import (
    capacity,
    deterministic_moves,
    finite_parallel_ring_flux,
    known_flux,
    open_road_flux,
    parallel_ring_flux,
    queue_discharge,
    random_sequential_ring_flux,
    travel_time,
)
from tests.helpers.chains import open_chain, parallel_chain, sequential_chain, stationary

RINGS = [(length, walkers) for length in range(2, 9) for walkers in range(1, length)]


@pytest.mark.parametrize("slowdown", [0.1, 0.25, 0.8])
def test_parallel_rings_keep_the_flux_of_their_markov_chain(slowdown):
    for length, walkers in RINGS:
        chances, flux = parallel_chain(length, walkers, slowdown)
        exact = stationary(chances) @ flux
        assert finite_parallel_ring_flux(length, walkers, slowdown) == pytest.approx(exact, abs=1e-9)


def test_a_ring_worked_out_by_hand():
    assert finite_parallel_ring_flux(6, 3, 0.25) == pytest.approx(float(Fraction(99, 344)), abs=1e-15)


@pytest.mark.parametrize("slowdown", [0.0, 0.3])
def test_random_sequential_rings_keep_the_flux_of_their_markov_chain(slowdown):
    for length, walkers in RINGS:
        chances, flux = sequential_chain(length, walkers, slowdown)
        exact = stationary(chances) @ flux
        assert random_sequential_ring_flux(length, walkers, slowdown) == pytest.approx(exact, abs=1e-9)


def test_long_rings_come_near_the_endless_one():
    for slowdown in (0.0, 0.1, 0.5, 0.9):
        for walkers in (100, 500, 900):
            endless = parallel_ring_flux(walkers / 1000, slowdown)
            assert finite_parallel_ring_flux(1000, walkers, slowdown) == pytest.approx(endless, abs=0.001)
            assert finite_parallel_ring_flux(10**6, 1000 * walkers, slowdown) == pytest.approx(endless, abs=2e-6)
    assert random_sequential_ring_flux(10**6, 300_000, 0.2) == pytest.approx(0.8 * 0.3 * 0.7, abs=1e-6)


def test_weights_too_large_for_numbers_are_summed_all_the_same():
    weights = [(k, Fraction(1, 4) ** (1000 - k) * binomial(1000, k) * binomial(999, k - 1)) for k in range(1, 1001)]
    mean = sum(k * weight for k, weight in weights) / sum(weight for _, weight in weights)
    assert finite_parallel_ring_flux(2000, 1000, 0.25) == pytest.approx(float(Fraction(3, 4) / 2000 * mean), rel=1e-10)


def binomial(n, k):
    found = 1
    for i in range(k):
        found = found * (n - i) // (i + 1)
    return found


def test_rings_on_which_nothing_can_move_have_no_flux():
    for length, walkers in [(1, 0), (1, 1), (5, 0), (5, 5)]:
        assert finite_parallel_ring_flux(length, walkers, 0.5) == 0
        assert random_sequential_ring_flux(length, walkers, 0.5) == 0
        assert deterministic_moves(length, walkers, 3) == 0
    assert finite_parallel_ring_flux(6, 3, 1.0) == random_sequential_ring_flux(6, 3, 1.0) == 0
    assert parallel_ring_flux([0, 1], 0.3).tolist() == [0, 0]


# --- without slowing down ------------------------------------------------------------------------------------------


def drive(length, place, speed, v_max):
    """A tick of rings side by side, (rings, walkers) each, in the order of the road; the moves of each ring."""
    gap = (np.roll(place, -1, axis=1) - place - 1) % length
    speed[:] = np.minimum(np.minimum(speed + 1, v_max), gap)
    place[:] = (place + speed) % length
    return speed.sum(axis=1)


@pytest.mark.parametrize("v_max", [1, 2, 3])
def test_without_slowing_down_all_starts_end_in_the_known_moves(v_max):
    for length in range(2, 8):
        for walkers in range(1, length):
            starts = list(combinations(range(length), walkers))
            speeds = list(product(range(v_max + 1), repeat=walkers))
            if len(starts) * len(speeds) > 20_000:
                speeds = speeds[:: len(speeds) // 200]
            place = np.repeat(np.array(starts), len(speeds), axis=0)
            speed = np.tile(np.array(speeds), (len(starts), 1))
            for _ in range(length):
                drive(length, place, speed, v_max)
            for _ in range(length):
                assert (drive(length, place, speed, v_max) == deterministic_moves(length, walkers, v_max)).all()


def test_without_slowing_down_the_parallel_ring_is_the_same():
    for length, walkers in RINGS:
        assert finite_parallel_ring_flux(length, walkers, 0.0) == deterministic_moves(length, walkers, 1) / length
        near = finite_parallel_ring_flux(length, walkers, 1e-9)
        assert near == pytest.approx(deterministic_moves(length, walkers, 1) / length, abs=1e-7)


# --- the open road -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "exit", "slowdown"),
    [(1, 1, 0), (0.3, 0.8, 0), (0.8, 0.3, 0), (0.4, 0.4, 0), (0.9, 0.2, 0.5), (0.5, 0.5, 0.25), (1, 0.01, 0.9)],
)
def test_open_roads_keep_the_flux_of_their_markov_chain(entry, exit, slowdown):
    for length in range(1, 7):
        chances, flux = open_chain(length, entry, exit, slowdown)
        exact = stationary(chances) @ flux
        assert open_road_flux(length, entry, exit, slowdown) == pytest.approx(exact, abs=1e-9)


def test_open_roads_with_free_ends_have_the_known_flux():
    for length in (1, 2, 10, 1000, 100_000):
        assert open_road_flux(length, 1, 1) == pytest.approx((length + 2) / (2 * (2 * length + 1)), rel=1e-8)


def test_long_open_roads_are_in_one_of_three_phases():
    assert open_road_flux(2000, 0.2, 0.7) == pytest.approx(0.2 * 0.8, abs=1e-9)
    assert open_road_flux(2000, 0.9, 0.3) == pytest.approx(0.3 * 0.7, abs=1e-9)
    assert open_road_flux(2000, 0.7, 0.8) == pytest.approx(0.25, abs=0.001)
    assert open_road_flux(2000, 0.2, 0.7, 0.5) == pytest.approx(0.2 * (1 - 0.2 / 0.5), abs=1e-9)


def test_shut_open_roads_have_no_flux():
    assert [open_road_flux(5, *shut) for shut in [(0, 1), (1, 0), (0, 0), (1, 1, 1)]] == [0, 0, 0, 0]
    assert open_road_flux(1, 0, 0) == 0


# --- one walker, a queue, the capacity -----------------------------------------------------------------------------


def test_a_walker_alone_takes_the_mean_of_its_waiting_times():
    p = 0.3
    ticks = np.arange(1, 400)
    for distance in (1, 2, 7):
        # It arrives in tick t when its last step succeeds and d - 1 of the ticks before did.
        chances = [
            binomial(t - 1, distance - 1) * (1 - p) ** distance * p ** (t - distance) if t >= distance else 0
            for t in ticks.tolist()
        ]
        assert travel_time(distance, p) == pytest.approx(ticks @ chances)
    assert travel_time([0, 10], 0.5).tolist() == [0, 20]


def test_a_queue_leaves_every_other_tick():
    for green in range(12):
        queue, passed = [True] * 20, 0  # the first one stands before the signal
        for _ in range(green):
            before = list(queue)
            if before[0]:
                passed, queue[0] = passed + 1, False
            for place in range(1, 20):
                if before[place] and not before[place - 1]:
                    queue[place], queue[place - 1] = False, True
        assert queue_discharge(green) == passed


def test_capacity_is_the_top_of_the_curve():
    density = np.linspace(0, 1, 1001)
    for slowdown in (0, 0.01, 0.25, 0.9, 1):
        assert capacity(slowdown) == pytest.approx((1 - slowdown**0.5) / 2)
        assert capacity(slowdown) == pytest.approx(parallel_ring_flux(density, slowdown).max())


def test_curves_are_known_where_they_are():
    rho = np.array([0.1, 0.4, 0.8])
    assert known_flux(rho, slowdown=0.3) == pytest.approx(parallel_ring_flux(rho, 0.3))
    assert known_flux(rho, v_max=5) == pytest.approx([0.5, 0.6, 0.2])
    assert known_flux(rho) == pytest.approx([0.1, 0.4, 0.2])
    assert known_flux(rho, update="random sequential", slowdown=0.5) == pytest.approx([0.045, 0.12, 0.08])
    assert known_flux(rho, update="shuffled") is None
    assert known_flux(rho, v_max=2, slowdown=0.1) is None
    assert known_flux(rho, update="random sequential", v_max=2) is None


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: parallel_ring_flux(1.2, 0.1), "density is 0 to 1, not 1.2"),
        (lambda: parallel_ring_flux(float("nan"), 0.1), "density is 0 to 1, not nan"),
        (lambda: finite_parallel_ring_flux(6, 3, -0.1), "slowdown is 0 to 1, not -0.1"),
        (lambda: finite_parallel_ring_flux(6, 7, 0.1), "walkers is 0 to 6, the patches there are, not 7"),
        (lambda: random_sequential_ring_flux(0, 0, 0.1), "length is a whole number, 1 or more, not 0"),
        (lambda: deterministic_moves(6, 3, 0), "v_max is a whole number, 1 or more, not 0"),
        (lambda: deterministic_moves(6, 2.5, 1), "walkers is a whole number, 0 or more, not 2.5"),
        (lambda: open_road_flux(5, 1.5, 1), "entry is 0 to 1, not 1.5"),
        (lambda: travel_time(3, 1), "slowdown is below 1 for walkers that arrive, not 1"),
        (lambda: queue_discharge(-1), "green is a whole number, 0 or more, not -1"),
        (lambda: known_flux(0.5, update="serial"), "update is one of"),
    ],
)
def test_what_is_out_of_range_is_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()
