"""Random numbers that are worked out, not drawn: one of 64 bits for each (seed, tick, walker, purpose).

They do not depend on the order in which walkers are asked, nor on how many there are. So an engine that asks one walker
after the other and one that asks all at once find the same numbers, also after walkers came and went, and a run that is
put back to a tick goes on as it did before.

The mixer is the finisher of splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014), with
its constants. It turns whole numbers of 64 bits one to one into others, and GAMMA is odd; so in one tick, for one
purpose, no two walkers have the same key, and the lowest key is always that of one walker.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

Keys = NDArray[np.uint64]

GAMMA: Final = 0x9E3779B97F4A7C15
FIRST: Final = 0xBF58476D1CE4E5B9
SECOND: Final = 0x94D049BB133111EB
BITS: Final = (1 << 64) - 1

# What a number is for. Purposes of later steps in the same tick are these plus `PURPOSES` a step.
CHOICE, SLOWDOWN, CONFLICT, FRICTION, SIDESTEP, GOAL, ORDER, DEMAND, EXIT = range(9)
PURPOSES: Final = 16

# Chances are compared as whole numbers of so many bits, so that 0 means never, and 1 always.
CHANCE_BITS: Final = 53


def mix(number: int) -> int:
    """Mix a whole number from 0 to 2**64 - 1 (others are taken modulo 2**64) into another one, one to one."""
    number &= BITS
    number = ((number ^ (number >> 30)) * FIRST) & BITS
    number = ((number ^ (number >> 27)) * SECOND) & BITS
    return number ^ (number >> 31)


def mix_all(numbers: Keys) -> Keys:
    """The same for an array, in place."""
    shifted = numbers >> np.uint64(30)
    numbers ^= shifted
    numbers *= np.uint64(FIRST)
    np.right_shift(numbers, np.uint64(27), out=shifted)
    numbers ^= shifted
    numbers *= np.uint64(SECOND)
    np.right_shift(numbers, np.uint64(31), out=shifted)
    numbers ^= shifted
    return numbers


def stream(seed: int, tick: int, purpose: int) -> int:
    """The number from which the keys of one tick and purpose begin."""
    return mix(mix(mix(seed + GAMMA) + tick * GAMMA) + purpose * GAMMA)


def key(seed: int, tick: int, number: int, purpose: int = CHOICE) -> int:
    """The key of one walker, 0 to 2**64 - 1.

    Args:
        seed: of the run.
        tick: of the run.
        number: the walker's id, or a patch, or whatever is counted.
        purpose: what it is for.
    """
    return mix(stream(seed, tick, purpose) + number * GAMMA)


def keys(seed: int, tick: int, numbers: NDArray[Any], purpose: int = CHOICE) -> Keys:
    """The keys of many: uint64, of the shape of `numbers`."""
    found = numbers.astype(np.uint64)
    found *= np.uint64(GAMMA)
    found += np.uint64(stream(seed, tick, purpose))
    return mix_all(found)


def below(key: int, bound: int) -> int:
    """A whole number from 0 to bound - 1 (0 if the bound is 0); bound is less than 2**32."""
    return ((key >> 32) * bound) >> 32


def all_below(found: Keys, bounds: ArrayLike) -> NDArray[np.int64]:
    """The same for many keys; `bounds` broadcasts with them."""
    scaled = found >> np.uint64(32)
    scaled *= np.asarray(bounds, dtype=np.uint64)
    scaled >>= np.uint64(32)
    return scaled.view(np.int64)


def happens(key: int, chance: float) -> bool:
    """Whether what has this chance (0 to 1) happens to one with this key."""
    return (key >> (64 - CHANCE_BITS)) < _threshold(chance)


def all_happen(found: Keys, chance: float) -> NDArray[np.bool_]:
    """The same for many keys."""
    scaled = found >> np.uint64(64 - CHANCE_BITS)
    happened: NDArray[np.bool_] = scaled < np.uint64(_threshold(chance))
    return happened


def _threshold(chance: float) -> int:
    return round(chance * (1 << CHANCE_BITS))
