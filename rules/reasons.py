"""Why a patch is certain: a few numbers that force it, and whether the number of mines is needed besides.

A patch is forced by some numbers if they cannot be met with the patch the other way round. The search begins with the
numbers near the patch and goes outwards; then numbers that are not needed are dropped, the far ones first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.deduction import Analysis
from rules.frontier import Frontier

# Sets of numbers tried for one answer; when they are used up, the answer is right, but may name more than is needed.
MOST_TRIES = 300


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a patch is certain.

    Attributes:
        patch: the patch.
        mined: whether it is a certain mine; else it is certain safe.
        numbers: shown patches whose numbers force it, the nearest first. None of them can be left out (unless the
            position is so large that the search was cut short).
        uses_total: whether the number of mines on the board is needed too.
    """

    patch: int
    mined: bool
    numbers: list[int]
    uses_total: bool


def why(shown: NDArray[np.int8], mines: int, neighbors: NDArray[np.int32], patch: int) -> Reason | None:
    """Find out why a patch is certain.

    Args:
        shown: int8 layer or flat (patches,), below 0 where hidden.
        mines: number of mines on the board.
        neighbors: (patches, directions), -1 where there is none.
        patch: a hidden patch.

    Returns:
        The reason, or None if the patch is open (or shown, or no layout fits).
    """
    search = _Search(np.asarray(shown).reshape(-1), mines, neighbors, patch)
    if search.shown[patch] >= 0 or not search.fits([], None) or not search.possible():
        return None
    for mined in (False, True):
        reason = search.reason(mined)
        if reason is not None:
            return reason
    return None


class _Search:
    """The position, and the numbers that still say something, by distance from the patch."""

    def __init__(self, shown: NDArray[np.int8], mines: int, neighbors: NDArray[np.int32], patch: int) -> None:
        self.shown, self.mines, self.neighbors, self.patch = shown, mines, neighbors, patch
        self.distance = distances(neighbors, patch)
        hidden = np.append(shown < 0, False)
        speaking = np.flatnonzero((shown >= 0) & hidden[neighbors].any(axis=1))
        self.numbers = speaking[np.argsort(self.distance[speaking], kind="stable")]
        self.tries = 0

    def possible(self) -> bool:
        """Whether any layout fits at all."""
        return self.fits(self.numbers, None, total=True)

    def fits(self, numbers: Sequence[int] | NDArray[np.int64], mined: bool | None, total: bool = False) -> bool:
        """Whether these numbers can be met, with the patch as said, and with the number of mines if it counts."""
        frontier = Frontier(self.neighbors)
        frontier.leave(np.flatnonzero(self.shown >= 0))
        chosen = np.asarray(numbers, dtype=np.int64)
        frontier.enter(chosen, self.shown[chosen])
        frontier.settle([] if mined is None else [(self.patch, mined)])
        if total or frontier.conflict is not None:
            return Analysis(frontier, self.mines, self.shown.shape).consistent
        components = [component for component in frontier.components.values() if component.solvable()]
        return all(component.solution().conflict is None for component in components)

    def reason(self, mined: bool) -> Reason | None:
        """The reason why the patch is mined, or safe; None if it need not be."""
        for total in (False, True):

            def forces(numbers: Sequence[int], total: bool = total) -> bool:
                self.tries += 1
                return not self.fits(numbers, not mined, total)

            numbers = self.numbers.tolist()
            if forces(numbers):
                near = self.ball(forces) if not total else numbers
                return Reason(self.patch, mined, self.drop(near, forces), total)
        return None

    def ball(self, forces: Callable[[list[int]], bool]) -> list[int]:
        """The numbers in a small ball around the patch that force it."""
        reach = 1
        numbers: list[int] = self.numbers.tolist()
        while reach < len(self.neighbors):
            near: list[int] = self.numbers[self.distance[self.numbers] <= reach].tolist()
            if len(near) == len(numbers) or forces(near):
                return near
            reach += max(1, reach // 2)
        return numbers

    def drop(self, numbers: list[int], forces: Callable[[list[int]], bool]) -> list[int]:
        """Leave out numbers that are not needed: the far ones first, many at once as long as that goes."""
        self.tries = 0
        at_once = max(1, len(numbers) // 2)
        while True:
            end = len(numbers)
            while end > 0 and self.tries < MOST_TRIES:
                start = max(0, end - at_once)
                fewer = numbers[:start] + numbers[end:]
                if forces(fewer):
                    numbers = fewer
                end = start
            if at_once == 1 or self.tries >= MOST_TRIES:
                return numbers
            at_once //= 2


def distances(neighbors: NDArray[np.int32], patch: int) -> NDArray[np.int32]:
    """Steps from a patch to every other, (patches,); the number of patches where there is no way."""
    size = len(neighbors)
    found = np.full(size + 1, size, dtype=np.int32)
    found[patch], found[-1] = 0, -1
    ring, steps = np.array([patch]), 0
    while ring.size:
        steps += 1
        near = neighbors[ring].reshape(-1)
        ring = np.unique(near[found[near] == size])
        found[ring] = steps
    return found[:-1]
