"""What python-sat (the extra `sat`) can tell of a position that has too many states.

The work is bounded by the solver's own count of propagations, not by a clock, so that one position always gets one
answer; it takes about two seconds at most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from rules.stages import Group

MOST_PROPAGATIONS = 4_000_000


def available() -> bool:
    """Whether python-sat is installed."""
    return find_spec("pysat") is not None


class Solver:
    """Numbers and groups as clauses.

    Variables 1, 2, … are the patches, group by group; then comes one for each number, which says that it counts.

    Attributes:
        budget: propagations left; 0 when something could not be decided.
        totals: bit set of the numbers of mines in the layouts seen so far.
    """

    def __init__(self, needs: Mapping[int, int], groups: Sequence[Group]) -> None:
        """Write down the clauses."""
        from pysat.solvers import Solver as Sat

        self._sat = Sat(name="glucose4")
        self.budget, self.totals = MOST_PROPAGATIONS, 0
        self._groups = groups
        self._layout = np.zeros(0, dtype=bool)  # the last one found, by variable
        self._variable: dict[int, int] = {}
        around: dict[int, list[int]] = {number: [] for number in needs}
        for numbers, patches in groups:
            for patch in patches:
                self._variable[patch] = len(self._variable) + 1
                for number in numbers:
                    around[number].append(self._variable[patch])
        self._patches = len(self._variable)
        self._counts = {number: self._patches + 1 + index for index, number in enumerate(needs)}
        for number, variables in around.items():
            for clause in exactly(needs[number], variables):
                self._sat.add_clause([*clause, -self._counts[number]])
        self._top = self._patches + len(needs)
        self._totals: tuple[list[int], list[int]] | None = None

    def contradiction(self) -> int | None:
        """A number that cannot be met together with the others, if that is so; else all numbers count from now on."""
        if self._solve(self._counts.values()) is False:
            core = set(self._sat.get_core() or ())
            return next(number for number, variable in self._counts.items() if variable in core)
        for variable in self._counts.values():
            self._sat.add_clause([variable])
        return None

    def begin_with(self, layout: Iterable[int]) -> None:
        """Look for layouts near this one (mined patches) first."""
        mined = set(layout)
        self._sat.set_phases(
            [variable if patch in mined else -variable for patch, variable in self._variable.items()],
        )

    def facts(self, allowed: int) -> Iterator[tuple[Sequence[int], bool]]:
        """The groups of patches that are certain, each with whether they are mines.

        Args:
            allowed: bit set of the numbers of mines that all patches together may have.
        """
        # Which sorts of patches each group can have, safe (row 0) and mined (row 1): with any total, with one allowed.
        seen, fitting = (np.zeros((2, len(self._groups)), dtype=bool) for _ in range(2))
        certain: set[int] = set()
        # Without the total first: that is easy, and what is certain then is so in any case.
        for runs, known in (([None], seen), (list(runs_of(allowed)), fitting)):
            for index, (_, patches) in enumerate(self._groups):
                for mined in (0, 1):
                    if known[mined, index] or index in certain:
                        continue
                    answer = self._solve_within(self._variable[patches[0]] * (1 if mined else -1), runs)
                    if answer:
                        seen |= self._sorts()
                        if allowed >> int(np.count_nonzero(self._layout)) & 1:
                            fitting |= self._sorts()
                    elif answer is False:
                        certain.add(index)
                        yield patches, not mined

    def _sorts(self) -> NDArray[np.bool_]:
        """Which sorts each group has in the last layout; its patches are alike, so it can have either sort anywhere."""
        sizes = [len(patches) for _, patches in self._groups]
        starts = np.cumsum([0, *sizes[:-1]])
        return np.stack([np.logical_or.reduceat(sort, starts) for sort in (~self._layout, self._layout)])

    def has_total(self, total: int) -> bool | None:
        """Whether some layout has so many mines; None if that takes too long."""
        return self._solve([], (total, total))

    def _solve_within(self, literal: int, runs: Sequence[tuple[int, int] | None]) -> bool | None:
        """Whether a layout with this literal has a number of mines in one of these runs; None is any number."""
        for run in runs:
            answer = self._solve([literal], run)
            if answer is not False:
                return answer
        return False

    def _solve(self, literals: Iterable[int], total: tuple[int, int] | None = None) -> bool | None:
        """Whether there is a layout, with so many mines at least and at most; None if that takes too long."""
        if total is not None and self._totals is None:
            self._count_mines()
        if self.budget <= 0:
            return None
        literals = [*literals, *(self._between(*total) if total else ())]
        before = self._sat.accum_stats()["propagations"]
        self._sat.prop_budget(self.budget)
        answer: bool | None = self._sat.solve_limited(assumptions=literals)
        # Reading a layout takes time too, in proportion to its size.
        spent = self._sat.accum_stats()["propagations"] - before + self._patches // 4
        self.budget = max(0, self.budget - spent) if answer is not None else 0
        if answer:
            self._layout = np.array(self._sat.get_model()[: self._patches]) > 0
            self.totals |= 1 << int(np.count_nonzero(self._layout))
        return answer

    def _between(self, fewest: int, most: int) -> list[int]:
        """Literals that say that the number of mines is in this range."""
        assert self._totals is not None
        mines, free = self._totals
        literals = [-mines[most]] if most < self._patches else []
        return literals + ([-free[self._patches - fewest]] if fewest > 0 else [])

    def _count_mines(self) -> None:
        """Write down clauses that count mines, if that is not too much work: there are many for many patches."""
        self.budget = max(0, self.budget - 2 * self._patches**2)
        if self.budget:
            self._totals = self._counters(1), self._counters(-1)

    def _counters(self, sign: int) -> list[int]:
        """Add variables, the k-th of which is true if more than k of all patches are mined (or, with -1, safe)."""
        from pysat.card import ITotalizer

        literals = [sign * variable for variable in range(1, self._patches + 1)]
        totals = ITotalizer(lits=literals, ubound=self._patches - 1, top_id=self._top)
        for clause in totals.cnf.clauses:
            self._sat.add_clause(clause)
        self._top, outputs = totals.top_id, list(totals.rhs)
        totals.delete()
        return outputs


def exactly(number: int, variables: Sequence[int]) -> Iterator[list[int]]:
    """Clauses that say that exactly so many of the variables are true."""
    for chosen in combinations(variables, number + 1):
        yield [-variable for variable in chosen]
    for chosen in combinations(variables, len(variables) - number + 1):
        yield list(chosen)


def runs_of(bits: int) -> Iterator[tuple[int, int]]:
    """The runs of bits that are set, each as its first and last."""
    first = 0
    while bits >> first:
        rest = bits >> first
        first += (rest & -rest).bit_length() - 1
        ones = ~(bits >> first)
        last = first + (ones & -ones).bit_length() - 2
        yield first, last
        first = last + 1
