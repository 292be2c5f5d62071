"""A component of the frontier: numbers that hang together by hidden patches, and what is known about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.counting import Tally
from rules.solution import Solution, TooManyStates
from rules.stages import Group


class Component:
    """Numbers that hang together, and the groups of patches around them. It does not change.

    Attributes:
        needs: for each number (patch) in ascending order, how many mines its patches hold.
        groups: the sets of unknown patches that have just the same numbers around them, with these.
        size: number of patches.
    """

    def __init__(self, needs: dict[int, int], groups: Sequence[Group]) -> None:
        """See the attributes."""
        self.needs, self.groups = needs, groups
        self.size = sum(len(patches) for _, patches in groups)
        self._solution: Solution | None = None
        self._tally: Tally | None = None
        self._too_many = False

    def solvable(self) -> bool:
        """Whether it has few enough states; works them out."""
        if self._solution is None and not self._too_many:
            try:
                self._solution = Solution(self.needs, self.groups)
            except TooManyStates:
                self._too_many = True
        return not self._too_many

    def solution(self) -> Solution:
        """All ways to meet the numbers; worked out when first asked for.

        Raises:
            TooManyStates: it is not solvable.
        """
        if not self.solvable() or self._solution is None:
            raise TooManyStates
        return self._solution

    def tally(self) -> Tally:
        """How many ways there are; counted when first asked for."""
        if self._tally is None:
            self._tally = Tally(self.solution())
        return self._tally

    def facts(self) -> Iterator[tuple[int, bool]]:
        """The patches that these numbers alone decide, each with whether it is mined, as far as worked out."""
        if self._solution is not None and self._solution.conflict is None:
            for stage, ways in zip(self._solution.stages, self._solution.ways(), strict=True):
                if ways == 1 or ways == 1 << len(stage.patches):
                    for patch in stage.patches:
                        yield patch, ways > 1
