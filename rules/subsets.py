"""Which numbers are to blame: small sets of numbers that rule something out.

The search begins with the numbers near a patch and goes outwards; then numbers that are not needed are dropped, the far
ones first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rules.frontier import Frontier

# Sets of numbers tried for one answer; when they are used up, the answer is right, but may name more than is needed.
MOST_TRIES = 300


class Numbers:
    """The numbers of a position that say something, the nearest to a patch first.

    Most answers are found close by, so nobody looks farther than needed: boards may be large.
    """

    def __init__(self, shown: NDArray[np.int8], neighbors: NDArray[np.int32], patch: int) -> None:
        """Sort them.

        Args:
            shown: (patches,), below 0 where hidden.
            neighbors: (patches, directions), -1 where there is none.
            patch: from where distances are measured.
        """
        self._shown, self._neighbors = shown, neighbors
        self._open = np.flatnonzero(shown >= 0)
        self._hidden = np.append(shown < 0, False)
        self._rings = rings(neighbors, patch)
        self._seen: list[int] = []  # those in the rings so far

    @cached_property
    def all(self) -> list[int]:
        """All of them (shown patches)."""
        while self._look_farther():
            pass
        return self._seen

    def _look_farther(self) -> bool:
        """Take in the numbers of one more ring; False where there is none."""
        ring = next(self._rings, None)
        if ring is None:
            return False
        found = ring[self._shown[ring] >= 0]
        speaking = (self._shown[found] > 0) | self._hidden[self._neighbors[found]].any(axis=1)
        self._seen.extend(found[speaking].tolist())
        return True

    def frontier(self, numbers: Sequence[int], facts: Iterable[tuple[int, bool]] = ()) -> Frontier:
        """What these numbers alone say, with patches taken as known."""
        frontier = Frontier(self._neighbors)
        frontier.leave(self._open)
        chosen = np.asarray(numbers, dtype=np.int64)
        frontier.enter(chosen, self._shown[chosen])
        frontier.settle(facts)
        return frontier

    def meetable(self, numbers: Sequence[int], facts: Iterable[tuple[int, bool]] = ()) -> bool:
        """Whether these numbers can be met with some number of mines; True if that has too many states to be known."""
        frontier = self.frontier(numbers, facts)
        solvable = [component for component in frontier.components.values() if component.solvable()]
        return frontier.conflict is None and all(component.solution().consistent for component in solvable)

    def near(self, enough: Callable[[list[int]], bool]) -> list[int] | None:
        """The numbers in a small ball around the patch that are enough; None if not even all of them are."""
        looked, reach, tried = 0, 1, -1
        while True:
            more = True
            while more and looked <= reach:
                more, looked = self._look_farther(), looked + 1
            if len(self._seen) > tried:
                tried = len(self._seen)
                if enough(list(self._seen)):
                    return list(self._seen)
            if not more:
                return None
            reach += max(1, reach // 2)

    def needed(self, numbers: list[int], enough: Callable[[list[int]], bool]) -> list[int]:
        """Leave out numbers as long as the others are enough: the far ones first, many at once while that goes."""
        tries = 0
        at_once = max(1, len(numbers) // 2)
        while True:
            end = len(numbers)
            while end > 0 and tries < MOST_TRIES:
                start = max(0, end - at_once)
                fewer = numbers[:start] + numbers[end:]
                tries += 1
                if enough(fewer):
                    numbers = fewer
                end = start
            if at_once == 1 or tries >= MOST_TRIES:
                return numbers
            at_once //= 2


def number_to_blame(
    shown: NDArray[np.int8], neighbors: NDArray[np.int32], patch: int, facts: Sequence[tuple[int, bool]] = ()
) -> int | None:
    """A number without which others could be met, but not with it.

    Args:
        shown: (patches,), below 0 where hidden; its numbers cannot all be met.
        neighbors: (patches, directions), -1 where there is none.
        patch: where the trouble was noticed.
        facts: patches taken as known, each with whether it is mined.

    Returns:
        The number (patch), the nearest to the trouble; None if what is taken as known contradicts itself.
    """
    numbers = Numbers(shown, neighbors, patch)

    def unmeetable(chosen: list[int]) -> bool:
        return not numbers.meetable(chosen, facts)

    near = numbers.near(unmeetable)
    if near is None:  # found by other means, among too many states
        return patch
    needed = numbers.needed(near, unmeetable)
    return needed[0] if needed else None


def rings(neighbors: NDArray[np.int32], patch: int) -> Iterator[NDArray[np.int64]]:
    """The patches at 0, 1, 2, … steps from a patch, ascending each; last of all, those to which there is no way."""
    new = np.ones(len(neighbors) + 1, dtype=bool)
    new[[patch, -1]] = False
    ring = np.array([patch], dtype=np.int64)
    while ring.size:
        yield ring
        near = neighbors[ring].reshape(-1)
        ring = np.unique(near[new[near]]).astype(np.int64)
        new[ring] = False
    apart = np.flatnonzero(new)
    if apart.size:
        yield apart
