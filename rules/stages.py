"""The order in which the groups of a component are taken, and the steps from state to state.

Patches with the same numbers around them form a group; only how many of its patches are mined matters. The groups are
taken one after the other. A state says what each open number (one with some of its groups taken and some not) still
needs. The number of states stays small, because a frontier is a line; this is known as the frontier method, or as
transfer matrices.

A state is one integer, with five bits for each open number: four for its need and a guard bit above them, which is
always set and gets lost when a subtraction goes below zero. So all numbers of a group are checked at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

# One step: from a state, with so many mines in the group, to a state.
Step = tuple[int, int, int]
# A group: the numbers around its patches, and the patches.
Group = tuple[tuple[int, ...], Sequence[int]]

BITS = 5  # of a state for each open number: needs are at most 8
GUARD = 16


@dataclass(frozen=True, slots=True)
class Stage:
    """One group in its turn, and the arithmetic of states that belongs to it.

    Attributes:
        patches: the group's patches.
        numbers: the numbers around them.
        opening: what is added to a state first: the needs of the numbers that come in.
        ones: a one for each number of the group.
        guards: their guard bits.
        rooms: for each of them how much it may still need afterwards, with the guard bit.
        closing: what is taken away in the end: the guard bits of the numbers that are done.
    """

    patches: Sequence[int]
    numbers: tuple[int, ...]
    opening: int
    ones: int
    guards: int
    rooms: int
    closing: int


def stages_of(needs: Mapping[int, int], groups: Sequence[Group]) -> list[Stage]:
    """Put the groups of a component in order.

    Args:
        needs: for each number, how many mines its patches hold, 0 to 8.
        groups: the groups; each number has at least one.
    """
    room = dict.fromkeys(needs, 0)
    for numbers, patches in groups:
        for number in numbers:
            room[number] += len(patches)
    place: dict[int, int] = {}  # open number -> where its bits begin
    free: list[int] = []
    stages = []
    for numbers, patches in in_order(groups):
        opening = ones = rooms = closing = 0
        for number in numbers:
            if number not in place:
                place[number] = free.pop() if free else BITS * len(place)
                opening += needs[number] + GUARD << place[number]
            room[number] -= len(patches)
            ones += 1 << place[number]
            rooms += room[number] + GUARD << place[number]
        for number in numbers:
            if room[number] == 0:
                closing += GUARD << place[number]
                free.append(place.pop(number))
        stages.append(Stage(patches, numbers, opening, ones, ones * GUARD, rooms, closing))
    return stages


def in_order(groups: Sequence[Group]) -> list[Group]:
    """Sweep the component from one end, so that few numbers are open at a time."""
    beside: dict[int, list[int]] = {}  # number -> numbers that share a patch with it
    for numbers, _ in groups:
        for number in numbers:
            beside.setdefault(number, []).extend(numbers)
    start = by_nearness(next(iter(beside)), beside)[-1]
    rank = {number: index for index, number in enumerate(by_nearness(start, beside))}
    return sorted(groups, key=lambda group: sorted([rank[number] for number in group[0]]))


def by_nearness(start: int, beside: Mapping[int, Sequence[int]]) -> list[int]:
    """All numbers, those nearest to the first one first."""
    found, order = {start}, [start]
    for number in order:
        for other in beside[number]:
            if other not in found:
                found.add(other)
                order.append(other)
    return order


def advance(stage: Stage, counts: Mapping[int, int]) -> tuple[list[Step], dict[int, int]]:
    """Take one group.

    Args:
        stage: the group.
        counts: the states before it, each with a bit set of the numbers of mines laid so far.

    Returns:
        All steps, and the same for the states after it.
    """
    opening, guards, rooms, closing = stage.opening, stage.guards, stage.rooms, stage.closing
    lows = guards - stage.ones
    choices = [(mines, mines * stage.ones) for mines in range(len(stage.patches) + 1)]
    steps: list[Step] = []
    after: dict[int, int] = {}
    for state, laid in counts.items():
        opened = state + opening
        for mines, taken in choices:
            left = opened - taken
            if left & guards != guards:
                break  # some number got more mines than it needs
            if rooms - (left & lows) & guards != guards:
                continue  # some number needs more mines than it has patches left
            left -= closing
            steps.append((state, mines, left))
            after[left] = after.get(left, 0) | laid << mines
    return steps, after
