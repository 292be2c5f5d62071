"""Which numbers are to blame: small sets of numbers that rule something out.

The search begins with the numbers near a patch and goes outwards; then numbers that are not needed are dropped, the far
ones first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from rules.frontier import Frontier

# Sets of numbers tried for one answer; when they are used up, the answer is right, but may name more than is needed.
MOST_TRIES = 300


class Numbers:
    """The numbers of a position that say something, the nearest to a patch first.

    Attributes:
        patch: the patch.
        all: the numbers (shown patches).
    """

    def __init__(self, shown: NDArray[np.int8], neighbors: NDArray[np.int32], patch: int) -> None:
        """Sort them.

        Args:
            shown: (patches,), below 0 where hidden.
            neighbors: (patches, directions), -1 where there is none.
            patch: from where distances are measured.
        """
        self.patch, self._shown, self._neighbors = patch, shown, neighbors
        self._distance = distances(neighbors, patch)
        hidden = np.append(shown < 0, False)
        speaking = np.flatnonzero((shown >= 0) & (hidden[neighbors].any(axis=1) | (shown > 0)))
        self._sorted = speaking[np.argsort(self._distance[speaking], kind="stable")]
        self.all: list[int] = self._sorted.tolist()

    def frontier(self, numbers: Sequence[int], facts: Iterable[tuple[int, bool]] = ()) -> Frontier:
        """What these numbers alone say, with patches taken as known."""
        frontier = Frontier(self._neighbors)
        frontier.leave(np.flatnonzero(self._shown >= 0))
        chosen = np.asarray(numbers, dtype=np.int64)
        frontier.enter(chosen, self._shown[chosen])
        frontier.settle(facts)
        return frontier

    def meetable(self, numbers: Sequence[int], facts: Iterable[tuple[int, bool]] = ()) -> bool:
        """Whether these numbers can be met with some number of mines; True if that has too many states to be known."""
        frontier = self.frontier(numbers, facts)
        solvable = [component for component in frontier.components.values() if component.solvable()]
        return frontier.conflict is None and all(component.solution().consistent for component in solvable)

    def near(self, enough: Callable[[list[int]], bool]) -> list[int]:
        """The numbers in a small ball around the patch that are enough; all of them are."""
        reach = 1
        while reach < len(self._neighbors):
            near: list[int] = self._sorted[self._distance[self._sorted] <= reach].tolist()
            if len(near) == len(self.all) or enough(near):
                return near
            reach += max(1, reach // 2)
        return self.all

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

    if not unmeetable(numbers.all):  # found by other means, among too many states
        return patch
    needed = numbers.needed(numbers.near(unmeetable), unmeetable)
    return needed[0] if needed else None


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
