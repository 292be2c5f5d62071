"""Which way a carver takes: the one choice of the maze, written out and as tables for the kernels.

The rule: with probability curviness / 100 go straight on if that is possible, otherwise take a turn if one is possible,
straight only when it is the only way. Straight means in the direction in which the room was entered; all other
directions are turns, back too. Turns count clockwise from straight: right, back, left on squares. A random turn order
takes each possible turn with the same probability, the fixed one takes the first.

Every choice uses up exactly one number, luck, 0 <= luck < 1, even where there is nothing to choose. So the k-th choice
of a run always uses the k-th number, and runs can be repeated, split and recorded.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

# Entries of one row of the table of turns: up to five turns, and the last one again (see `turn_tables`).
TURNS_IN_ROW = 8

# Added to the number of possible turns where straight on is possible too.
STRAIGHT = 8


def choose(
    directions: Sequence[int],
    heading_direction: int,
    curviness: int,
    fixed: bool,
    directions_in_world: int,
    luck: float,
) -> int:
    """Choose one of the possible directions.

    Args:
        directions: the possible ones, at least one, without repeats, in any order.
        heading_direction: the direction in which the room was entered.
        curviness: 0 (twisty) to 100 (straight) percent.
        fixed: take the first possible turn clockwise instead of a random one.
        directions_in_world: how many directions the world has, 4 or 6.
        luck: the number of this choice, 0 <= luck < 1.
    """
    if len(directions) == 1:
        return directions[0]
    turns = [
        direction for direction in clockwise_from(heading_direction, directions_in_world) if direction in directions
    ]
    if heading_direction in directions:
        percent = luck * 100
        if percent < curviness:
            return heading_direction
        # Among the numbers that chose a turn, luck is spread evenly again.
        luck = (percent - curviness) / (100 - curviness)
    return turns[0 if fixed else min(int(luck * len(turns)), len(turns) - 1)]


@cache
def clockwise_from(heading_direction: int, directions_in_world: int) -> tuple[int, ...]:
    """All other directions, clockwise from the one straight ahead."""
    return tuple((heading_direction + turn) % directions_in_world for turn in range(1, directions_in_world))


@cache
def directions_in(mask: int) -> tuple[int, ...]:
    """The directions in a bit mask (bit d stands for direction d), ascending."""
    return tuple(direction for direction in range(mask.bit_length()) if mask >> direction & 1)


@cache
def turn_tables(directions_in_world: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """What `choose` needs to know about each bit mask of possible directions and each heading, as look-ups.

    Returns:
        kinds: at ``mask << 3 | heading`` the number of possible turns, plus `STRAIGHT` if straight on is possible.
        turns: at ``(mask << 3 | heading) * 8 + i`` the i-th possible turn clockwise. Row entries after the last turn
            repeat it, so that rounding up by a hair needs no extra look.
    """
    kinds = np.zeros(8 << directions_in_world, dtype=np.uint8)
    turns = np.zeros(len(kinds) * TURNS_IN_ROW, dtype=np.uint8)
    for mask in range(1 << directions_in_world):
        for heading in range(directions_in_world):
            possible = [turn for turn in clockwise_from(heading, directions_in_world) if mask >> turn & 1]
            key = mask << 3 | heading
            kinds[key] = len(possible) + STRAIGHT * (mask >> heading & 1)
            row = possible + possible[-1:] * (TURNS_IN_ROW - len(possible))
            turns[key * TURNS_IN_ROW : key * TURNS_IN_ROW + len(row)] = row
    kinds.flags.writeable = turns.flags.writeable = False
    return kinds, turns
