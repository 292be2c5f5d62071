"""Which way a carver takes: the one choice of the maze.

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
