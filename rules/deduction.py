"""What can be known of a minefield: which hidden patches are certain, and how likely a mine is on the others.

A layout fits when it has exactly the given number of mines, none on a shown patch, and every number shown counts the
mines around it. A hidden patch is certain safe if it is a mine in no layout that fits, a certain mine if it is one in
all, and open otherwise. Flags are no evidence.

The way: single numbers are worked off, the rest is split into components (`rules.frontier`), the layouts of each are
found state by state (`rules.component`), and all are joined with the patches that touch no number so that the total is
right (`rules.totals` for what is certain, `rules.counting` for how likely). All of it is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rules.counting import Joint
from rules.frontier import MINE, SAFE, SHOWN, UNTOUCHED, Frontier
from rules.hard import HardPart
from rules.subsets import number_to_blame
from rules.totals import Allowed, allowed

# Patches taken as known, each with whether it is mined.
Facts = Sequence[tuple[int, bool]]


class Analysis:
    """What is known in one position.

    Attributes:
        mines: number of mines on the board.
        safe: bool layer, hidden patches that are a mine in no layout that fits.
        mine: bool layer, hidden patches that are a mine in every layout that fits.
        consistent: whether any layout fits.
        exact: whether `safe` and `mine` are complete. What they hold is certain in any case.
        counted: whether `layouts` and `probability` can be told.
    """

    def __init__(
        self, frontier: Frontier, mines: int, shown: NDArray[Any], facts: Facts = (), fractions: bool = False
    ) -> None:
        """Take a picture of a settled frontier, in which these facts were taken as known."""
        self.mines, self.fractions = mines, fractions
        self._shape = shown.shape
        self._shown, self._neighbors, self._facts = shown.reshape(-1).copy(), frontier.neighbors, facts
        self._status = frontier.status[:-1].copy()
        components = tuple(frontier.components.values()) if frontier.conflict is None else ()
        self.components = tuple(component for component in components if component.solvable())
        hard = [component for component in components if not component.solvable()]
        self.hard = HardPart(hard) if hard else None
        self._trouble = frontier.conflict  # a patch at which a contradiction was noticed
        self.rest = mines - int(np.count_nonzero(self._status == MINE))
        self.untouched = int(np.count_nonzero(self._status == UNTOUCHED))
        self.consistent, self.exact, self.counted = self._trouble is None, True, not hard
        self._safe, self._mine = self._status == SAFE, self._status == MINE
        if self.consistent:
            self._decide()
        if not self.consistent:
            self._safe[:] = self._mine[:] = False
        self.safe, self.mine = self._safe.reshape(self._shape), self._mine.reshape(self._shape)
        self.safe.setflags(write=False)
        self.mine.setflags(write=False)

    def _decide(self) -> None:
        """Find the certain patches of components and of the untouched rest."""
        solutions = [component.solution() for component in self.components]
        conflicts = [solution.conflict for solution in (*solutions, self.hard) if solution and not solution.consistent]
        if conflicts:
            self.consistent, self._trouble = False, conflicts[0]
            return
        totals = [solution.totals for solution in solutions]
        possible = allowed(totals, self.untouched, self.rest) if self.hard is None else self._decide_hard(totals)
        ends = self._ends(possible)
        if ends is None:
            self.consistent = False
            return
        for solution, fitting in zip(solutions, possible.components, strict=False):
            for stage, ways in zip(solution.stages, solution.ways(fitting), strict=True):
                if ways == 1:
                    self._safe[stage.patches] = True
                elif ways == 1 << len(stage.patches):
                    self._mine[stage.patches] = True
        if ends[0]:
            self._safe[self._status == UNTOUCHED] = True
        elif ends[1]:
            self._mine[self._status == UNTOUCHED] = True

    def _decide_hard(self, totals: list[int]) -> Allowed:
        """Find the certain patches of the hard part; what the total allows, with this part as the last component."""
        hard = self.hard
        assert hard is not None
        everything = (1 << hard.size + 1) - 1
        possible = allowed([*totals, everything], self.untouched, self.rest)
        self.hard_allowed = possible.components[-1]
        for patches, mined in hard.facts(self.hard_allowed):
            (self._mine if mined else self._safe)[patches] = True
        for seen, still in hard.totals(self.hard_allowed):
            # Between what is seen and what is still possible lies the truth: enough if both come to the same.
            sure, possible = (allowed([*totals, bits], self.untouched, self.rest) for bits in (seen, still))
            if (sure.components[:-1], self._ends(sure)) == (possible.components[:-1], self._ends(possible)):
                self.exact = hard.exact
                return possible
        self.exact = False
        return possible

    def _ends(self, possible: Allowed) -> tuple[bool, bool] | None:
        """Whether all untouched patches are safe, and whether all are mines; None if nothing is allowed."""
        if possible.untouched is None:
            return None
        fewest, most = possible.untouched
        return most == 0, fewest == self.untouched

    @cached_property
    def conflict(self) -> int | None:
        """A number (patch) that cannot be met together with others, though these can without it.

        None if all numbers can be met, or only not with this number of mines or what was taken as known.
        """
        if self._trouble is None:
            return None
        return number_to_blame(self._shown, self._neighbors, self._trouble, self._facts)

    @property
    def won(self) -> bool:
        """Whether only mines are hidden."""
        return self.consistent and np.count_nonzero(self._status != SHOWN) == self.mines

    @property
    def forced(self) -> bool:
        """Whether there is a choice, but no patch that is certain safe: every opening is a guess."""
        return self.consistent and not self._safe.any() and not self.won

    @cached_property
    def layouts(self) -> int | None:
        """How many layouts fit; None if they cannot be counted."""
        if not self.consistent:
            return 0
        return self.joint.layouts() if self.counted else None

    @cached_property
    def log10_layouts(self) -> float | None:
        """The same as a logarithm, without the huge number; None if there is none."""
        if not (self.consistent and self.counted):
            return None
        return self.joint.log10_layouts()

    @cached_property
    def probability(self) -> NDArray[Any]:
        """Layer of the share of layouts with a mine there, float64; with `fractions`, objects that are a Fraction.

        It is nan on shown patches, if no layout fits, and where the layouts cannot be counted.
        """
        shares = np.full(self._status.size, np.nan, dtype=object if self.fractions else np.float64)
        for patches, mined, of in self._shares():
            shares[patches] = Fraction(mined, of) if self.fractions else mined / of
        shares.setflags(write=False)
        return shares.reshape(self._shape)

    @cached_property
    def joint(self) -> Joint:
        """The components and the untouched patches, counted together."""
        return self.joint_with(0)

    def joint_with(self, mines: int) -> Joint:
        """The same if so many mines are in the components that cannot be counted."""
        return Joint([component.tally() for component in self.components], self.untouched, self.rest - mines)

    def known_mines(self) -> NDArray[np.bool_]:
        """Layer of the mines that single numbers (and what was taken as known) tell; a new array."""
        mines: NDArray[np.bool_] = (self._status == MINE).reshape(self._shape)
        return mines

    def untouched_patches(self) -> NDArray[np.int64]:
        """The hidden patches that touch no number and about which nothing is known."""
        return np.flatnonzero(self._status == UNTOUCHED)

    def _shares(self) -> Iterator[tuple[Any, int, int]]:
        """Patches that are alike, in how many layouts one of them is mined, and of how many."""
        if not self.consistent:
            return
        yield self._safe, 0, 1
        yield self._mine, 1, 1
        if not self.counted:
            return
        joint = self.joint
        for tally, weights in zip(joint.tallies, joint.weights(), strict=True):
            for stage, mined in zip(tally.solution.stages, tally.mined, strict=True):
                weighted = sum(count * weight for count, weight in zip(mined, weights, strict=False))
                yield stage.patches, weighted, joint.scale * len(stage.patches)
        if self.untouched:
            yield self._status == UNTOUCHED, joint.untouched_mines(), joint.scale * self.untouched


class Analyser:
    """Analyses position after position of one game, and keeps what it has learnt as long as it stays true.

    What it says does not depend on what it was asked before.
    """

    def __init__(self, neighbors: NDArray[np.int32], mines: int) -> None:
        """Begin a game.

        Args:
            neighbors: (patches, directions), -1 where there is none; at most 8 directions.
            mines: number of mines on the board.
        """
        self.neighbors, self.mines = neighbors, mines
        self._facts: Facts = ()
        self._clear()

    def analyse(
        self,
        shown: ArrayLike,
        *,
        safe: Iterable[int] = (),
        mined: Iterable[int] = (),
        fractions: bool = False,
    ) -> Analysis:
        """Analyse a position; see the function `analyse`."""
        shown = np.asarray(shown)
        flat = shown.reshape(-1)
        if flat.size != len(self.neighbors):
            raise ValueError(f"shown has {flat.size} patches, the neighbour table has {len(self.neighbors)}")
        facts = [(patch, False) for patch in safe] + [(patch, True) for patch in mined]
        changed = np.flatnonzero(flat != self._shown)
        if facts or self._facts or self._frontier.conflict is not None or (self._shown[changed] >= 0).any():
            self._clear()  # what was learnt need not be true any more
        self._facts = facts
        analysis = self._update(shown, fractions)
        if analysis.hard is not None:  # how far it gets might depend on what was asked before
            self._clear()
            analysis = self._update(shown, fractions)
        return analysis

    def _update(self, shown: NDArray[Any], fractions: bool) -> Analysis:
        """Enter what has been shown since."""
        flat = shown.reshape(-1)
        new = np.flatnonzero((flat >= 0) & (self._shown < 0))
        self._shown[new] = flat[new]
        self._frontier.enter(new, flat[new])
        self._frontier.settle(self._facts)
        return Analysis(self._frontier, self.mines, shown, self._facts, fractions)

    def _clear(self) -> None:
        self._frontier = Frontier(self.neighbors)
        self._shown = np.full(len(self.neighbors), -1, dtype=np.int8)


def analyse(
    shown: ArrayLike,
    mines: int,
    neighbors: NDArray[np.int32],
    *,
    safe: Iterable[int] = (),
    mined: Iterable[int] = (),
    fractions: bool = False,
) -> Analysis:
    """Find out what can be known in a position.

    Args:
        shown: int8 layer (height, width), or flat (patches,): the number of a shown patch, -1 where it is hidden (any
            number below 0 is).
        mines: number of mines on the whole board.
        neighbors: (patches, directions), -1 where there is none; at most 8 directions.
        safe: hidden patches (numbers) to be taken as known to be safe.
        mined: hidden patches (numbers) to be taken as known to be mined.
        fractions: whether `probability` holds exact fractions instead of floats.

    Returns:
        What is known. Its layers have the shape of `shown`.

    Raises:
        ValueError: `shown` does not fit the neighbour table.
    """
    return Analyser(neighbors, mines).analyse(shown, safe=safe, mined=mined, fractions=fractions)
