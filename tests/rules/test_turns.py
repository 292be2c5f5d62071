from collections import Counter
from itertools import product

import numpy as np
import pytest

from rules.carving_kernel import STRAIGHT, turn_tables
from rules.turns import choose, clockwise_from, directions_in

ALMOST_ONE = float(np.nextafter(1.0, 0.0))


def test_right_comes_first_and_back_is_a_turn():
    assert clockwise_from(0, 4) == (1, 2, 3)
    assert clockwise_from(3, 4) == (0, 1, 2)
    assert clockwise_from(4, 6) == (5, 0, 1, 2, 3)
    assert choose([0, 2, 3], 0, 0, True, 4, 0.9) == 2
    assert choose([3, 0], 0, 0, True, 4, 0.0) == 3


def test_directions_in_a_mask():
    assert directions_in(0) == ()
    assert directions_in(0b101001) == (0, 3, 5)


@pytest.mark.parametrize("fixed", [True, False])
@pytest.mark.parametrize("luck", [0.0, 0.3, ALMOST_ONE])
def test_straight_only_when_it_is_the_only_way_at_curviness_0_and_always_at_100(luck, fixed):
    assert choose([1], 1, 0, fixed, 4, luck) == 1
    assert choose([1, 3], 1, 0, fixed, 4, luck) == 3
    assert choose([0, 1, 2, 3], 1, 100, fixed, 4, luck) == 1


def test_luck_below_curviness_goes_straight():
    assert choose([0, 1], 0, 30, False, 4, 0.2999) == 0
    assert choose([0, 1], 0, 30, False, 4, 0.3) == 1


@pytest.mark.parametrize("curviness", [0, 40])
def test_turns_are_uniform(curviness):
    rng = np.random.default_rng(3)
    counts = Counter(choose([0, 1, 2, 4], 1, curviness, False, 6, luck) for luck in rng.random(30_000).tolist())
    assert counts[1] == pytest.approx(30_000 * curviness / 100, abs=300)
    for turn in (0, 2, 4):
        assert counts[turn] == pytest.approx((30_000 - counts[1]) / 3, abs=300)


@pytest.mark.parametrize("directions", [4, 6])
def test_the_kernels_tables_say_the_same(directions):
    """The choice as the kernel makes it, for all possible directions, headings and the edges of luck."""
    kinds, turns = turn_tables(directions)
    lucks = [0.0, 1 / 6, 0.25, 1 / 3, 0.5, 0.75, ALMOST_ONE, 0.2 - 1e-17, 0.99, *np.random.default_rng(1).random(3)]
    lucks += [float(np.nextafter(luck, 0.0)) for luck in (1 / 3, 0.5, 2 / 3, 0.01, 0.99)]
    for mask, heading in product(range(1, 1 << directions), range(directions)):
        possible, key = directions_in(mask), mask << 3 | heading
        for curviness, luck in product((0, 1, 50, 99, 100), lucks):
            kind, share = int(kinds[key]), luck
            if kind == STRAIGHT or (kind > STRAIGHT and luck * 100 < curviness):
                random = fixed = heading
            else:
                if kind > STRAIGHT:
                    share = (luck * 100 - curviness) / (100 - curviness)
                    kind -= STRAIGHT
                random, fixed = turns[key * 8 + int(share * kind)], turns[key * 8]
            assert choose(possible, heading, curviness, False, directions, luck) == random
            assert choose(possible, heading, curviness, True, directions, luck) == fixed
