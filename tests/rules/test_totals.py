"""Bit sets of totals, and packed polynomials, against writing everything out."""

from itertools import product

import numpy as np
import pytest

from rules.counting import pack, unpack, whole_bytes
from rules.sat import exactly, runs_of
from rules.totals import allowed, shifted_down, shifted_up


def numbers(bits):
    return {number for number in range(bits.bit_length()) if bits >> number & 1}


def bit_set(chosen):
    return sum(1 << int(number) for number in set(chosen))


@pytest.mark.parametrize("seed", range(40))
def test_totals_fit_if_the_others_can_make_up_the_rest(seed):
    rng = np.random.default_rng(seed)
    totals = [bit_set(rng.integers(0, 7, rng.integers(1, 4))) for _ in range(rng.integers(0, 4))]
    untouched, rest = int(rng.integers(0, 5)), int(rng.integers(-1, 18))
    ways = [way for way in product(*map(numbers, totals)) if 0 <= rest - sum(way) <= untouched]
    possible = allowed(totals, untouched, rest)
    if not ways:
        assert possible.untouched is None
        assert not any(possible.components)
        return
    assert [numbers(bits) for bits in possible.components] == [set(column) for column in zip(*ways, strict=True)]
    left = [rest - sum(way) for way in ways]
    assert possible.untouched == (min(left), max(left))


def test_nothing_can_be_made_up_for_a_component_without_totals():
    assert allowed([0b11, 0], 5, 1).untouched is None


def test_shifts_are_sums_and_differences():
    assert numbers(shifted_up(bit_set({0, 3}), bit_set({1, 2}))) == {1, 2, 4, 5}
    assert numbers(shifted_down(bit_set({4, 5}), bit_set({1, 5}))) == {0, 3, 4}
    assert shifted_up(0b101, 0) == 0


@pytest.mark.parametrize("coefficients", [[5], [0, 1], [3, 0, 255], [0, 0, 7, 2]])
def test_packed_coefficients_come_back(coefficients):
    width = whole_bytes(max(coefficients))
    assert width == 8
    assert unpack(pack(coefficients, width), width) == coefficients


def test_packed_polynomials_multiply():
    product_of_both = pack([1, 2], 16) * pack([3, 0, 4], 16)
    assert unpack(product_of_both, 16) == [3, 6, 4, 8]


def test_runs_of_bits():
    assert list(runs_of(0)) == []
    assert list(runs_of(0b1)) == [(0, 0)]
    assert list(runs_of(0b1011_1001)) == [(0, 0), (3, 5), (7, 7)]


@pytest.mark.parametrize(("number", "variables"), [(0, 3), (1, 3), (3, 3), (4, 8), (1, 1)])
def test_exactly_so_many(number, variables):
    clauses = list(exactly(number, range(1, variables + 1)))
    for values in product([False, True], repeat=variables):
        met = all(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)
        assert met == (sum(values) == number)
