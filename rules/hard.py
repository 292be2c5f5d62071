"""Components with too many states, as scattered numbers make them: certainty by a SAT solver (`rules.sat`).

All such components of a board are taken together, so that the number of mines can be taken into account where it binds.
What the solver has not decided within its budget, or all of it where it is not installed, stays open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from rules.component import Component
from rules.sat import Solver, available, runs_of

MOST_NODES = 1_000  # of the linear program for one layout


class HardPart:
    """All components of a board that have too many states.

    Attributes:
        needs: for each number, how many mines its patches hold.
        groups: sets of patches with the same numbers around them, with these.
        size: number of patches.
        consistent: whether the numbers can be met, as far as known.
        conflict: a number that cannot be met together with the others, or None.
        exact: whether everything asked so far was decided.
    """

    def __init__(self, components: Sequence[Component]) -> None:
        """Take the components; they share no number."""
        self.needs = {number: need for component in components for number, need in component.needs.items()}
        self.groups = [group for component in components for group in component.groups]
        self.size = sum(component.size for component in components)
        self._solver = Solver(self.needs, self.groups) if available() else None
        self.conflict = self._solver.contradiction() if self._solver else None
        self.consistent = self.conflict is None

    @property
    def exact(self) -> bool:
        """See the attributes."""
        return self._solver is not None and self._solver.budget > 0

    def facts(self, allowed: int) -> list[tuple[Sequence[int], bool]]:
        """The groups of patches that are certain, each with whether they are mines.

        Args:
            allowed: bit set of the numbers of mines that this part may have.
        """
        if self._solver is None or not self.consistent:
            return []
        # The solver starts from a layout that fits, so that the others it finds are not far from it.
        layout = self.draw(allowed, np.random.default_rng(0))
        if layout is not None:
            self._solver.begin_with(layout)
        return list(self._solver.facts(allowed))

    def totals(self, allowed: int) -> Iterator[tuple[int, int]]:
        """Bit sets of the numbers of mines this part has at least and at most, of those allowed, ever closer together.

        The first come free of charge with `facts`. In the end both are the same, if the solver has the time.
        """
        seen, open_ = (self._solver.totals & allowed, allowed) if self._solver else (0, allowed)
        yield seen, open_
        for total in range(allowed.bit_length()):
            bit = 1 << total
            if self._solver and allowed & ~seen & bit:
                answer = self._solver.has_total(total)
                if answer is None:
                    return
                seen, open_ = (seen | bit, open_) if answer else (seen, open_ & ~bit)
                yield seen, open_

    def draw(self, allowed: int, rng: np.random.Generator) -> list[int] | None:
        """Some layout of this part, by a linear program; it is random, but not each is drawn with the same probability.

        Args:
            allowed: bit set of the numbers of mines that it may have.
            rng: where the luck comes from.

        Returns:
            The mined patches, or None if no layout was found.
        """
        rows = {number: row for row, number in enumerate(self.needs)}
        places = [(rows[number], column) for column, (numbers, _) in enumerate(self.groups) for number in numbers]
        entries: Any = (np.ones(len(places)), np.array(places).T)
        table = csr_array(entries, shape=(len(rows), len(self.groups)))
        needs = np.array(list(self.needs.values()))
        sizes = np.array([len(patches) for _, patches in self.groups])
        runs = list(runs_of(allowed))
        wishes = rng.random(len(sizes)) - rng.random()
        for run in rng.permutation(len(runs)):
            found: Any = milp(
                wishes,
                integrality=np.ones(len(sizes)),
                bounds=Bounds(0, sizes),
                constraints=[
                    LinearConstraint(table, needs, needs),
                    LinearConstraint(np.ones((1, len(sizes))), *runs[run]),
                ],
                options={"node_limit": MOST_NODES},
            )
            if found.x is not None:
                return self._place(np.rint(found.x).astype(int), rng)
        return None

    def _place(self, mines: NDArray[Any], rng: np.random.Generator) -> list[int]:
        """Lay so many mines into each group."""
        drawn: list[int] = []
        for (_, patches), number in zip(self.groups, mines.tolist(), strict=True):
            drawn.extend(rng.permutation(np.asarray(patches))[:number].tolist())
        return drawn
