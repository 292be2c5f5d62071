"""Keys that are worked out: the same one by one and all at once, and as random as drawn ones."""

import numpy as np
import pytest

from rules import traffic_keys as keys_

NUMBERS = np.arange(20_000)


@pytest.mark.parametrize(("seed", "tick", "purpose"), [(0, 0, 0), (7, 1, 2), (2**63 + 5, 10**9, 33), (-1, 3, 1)])
def test_scalar_and_vectorised_keys_are_the_same_bits(seed, tick, purpose):
    numbers = np.array([0, 1, 2, 57, 2**31, 2**62 + 1])
    one_by_one = [keys_.key(seed, tick, int(number), purpose) for number in numbers]
    assert keys_.keys(seed, tick, numbers, purpose).tolist() == one_by_one


def test_choices_and_chances_are_the_same_one_by_one():
    found = keys_.keys(1, 2, NUMBERS[:500], 3)
    bounds = NUMBERS[:500] % 9
    expected = [keys_.below(int(key), int(bound)) for key, bound in zip(found, bounds, strict=True)]
    assert keys_.all_below(found, bounds).tolist() == expected
    for chance in (0.0, 1e-9, 0.25, 0.5, 1.0):
        assert keys_.all_happen(found, chance).tolist() == [keys_.happens(int(key), chance) for key in found]


def test_zero_never_happens_and_one_always_does():
    assert keys_.happens(2**64 - 1, 1.0)
    assert not keys_.happens(0, 0.0)


def test_mixing_is_one_to_one_so_no_two_walkers_share_a_key():
    assert len(np.unique(keys_.keys(3, 4, NUMBERS))) == len(NUMBERS)


@pytest.mark.parametrize("purpose", [keys_.CHOICE, keys_.CONFLICT])
def test_keys_are_uniform_over_walkers_and_over_ticks(purpose):
    over_walkers = keys_.keys(11, 5, NUMBERS, purpose)
    over_ticks = np.array([keys_.key(11, tick, 5, purpose) for tick in range(len(NUMBERS))], dtype=np.uint64)
    for found in (over_walkers, over_ticks):
        shares = np.bincount((found >> np.uint64(58)).astype(int), minlength=64)
        expected = len(NUMBERS) / 64
        # Chi squared with 63 degrees of freedom is above 113 once in ten thousand times.
        assert ((shares - expected) ** 2 / expected).sum() < 113
        bits = (found[:, np.newaxis] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
        assert np.abs(bits.mean(axis=0) - 0.5).max() < 4.5 * 0.5 / np.sqrt(len(NUMBERS))


def test_keys_of_neighbouring_ticks_walkers_purposes_and_seeds_are_independent():
    def unit(seed, tick, numbers, purpose):
        return (keys_.keys(seed, tick, numbers, purpose) >> np.uint64(11)) / 2.0**53

    first = unit(1, 1, NUMBERS, 0)
    others = [
        unit(1, 2, NUMBERS, 0),
        unit(2, 1, NUMBERS, 0),
        unit(1, 1, NUMBERS, 1),
        unit(1, 1, NUMBERS + 1, 0),
        unit(1, 2, NUMBERS - 1, 0),
    ]
    for other in others:
        assert abs(np.corrcoef(first, other)[0, 1]) < 4.5 / np.sqrt(len(NUMBERS))
