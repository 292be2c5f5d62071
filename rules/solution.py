"""All ways to meet the numbers of a component of the frontier: its states and the steps between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.stages import Group, Step, advance, stages_of

# States of one component beyond which it is given up. In play there are a few hundred.
MOST_STATES = 50_000


class TooManyStates(Exception):
    """A component has more states than are worked out."""


class Solution:
    """All ways to meet the numbers of a component, as states and the steps between them.

    Attributes:
        stages: the groups in the order in which they are taken.
        counts: for each stage the states before it, each with a bit set of the numbers of mines laid so far; and in the
            end the one state of all numbers met.
        steps: for each stage, the steps that lead on to the end.
        totals: bit set of the numbers of mines that the component can have; 0 if its numbers contradict each other.
        conflict: then a number that cannot be met together with the others, else None.
    """

    def __init__(self, needs: Mapping[int, int], groups: Sequence[Group]) -> None:
        """Work it out.

        Args:
            needs: for each number, how many mines its patches hold.
            groups: sets of patches with the same numbers around them, with these.

        Raises:
            TooManyStates: it would take too long.
        """
        self.stages = stages_of(needs, groups)
        self.counts: list[dict[int, int]] = [{0: 1}]
        self.steps: list[list[Step]] = []
        self.conflict: int | None = None
        spent = 0
        for stage in self.stages:
            steps, after = advance(stage, self.counts[-1])
            self.steps.append(steps)
            self.counts.append(after)
            spent += len(after)
            if spent > MOST_STATES:
                raise TooManyStates
            if not steps:
                self.conflict = stage.numbers[0]
                break
        self.totals = self.counts[-1].get(0, 0)
        self._ways = self._prune() if self.totals else []

    @property
    def consistent(self) -> bool:
        """Whether the numbers can be met."""
        return self.conflict is None

    def ways(self, allowed: int = -1) -> list[int]:
        """For each stage a bit set of the numbers of mines that its group can have.

        Args:
            allowed: bit set of the numbers of mines that the whole component may have; -1 is any number.
        """
        if self.totals & ~allowed == 0:
            return self._ways
        wanted = {0: allowed}  # state -> bit set of the numbers laid so far from which an allowed total can be reached
        found = []
        for steps, counts in zip(reversed(self.steps), reversed(self.counts[:-1]), strict=True):
            before: dict[int, int] = {}
            ways = 0
            for state, mines, after in steps:
                good = wanted.get(after, 0) >> mines & counts[state]
                if good:
                    ways |= 1 << mines
                    before[state] = before.get(state, 0) | good
            found.append(ways)
            wanted = before
        return found[::-1]

    def _prune(self) -> list[int]:
        """Forget the steps that lead nowhere; what `ways` gives when every total is allowed."""
        useful = {0}
        found = []
        for index in reversed(range(len(self.steps))):
            steps = [step for step in self.steps[index] if step[2] in useful]
            self.steps[index] = steps
            useful = {step[0] for step in steps}
            found.append(sum(1 << mines for mines in {step[1] for step in steps}))
        return found[::-1]
