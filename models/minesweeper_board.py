"""The analysis board: a position that is set by hand, without any mines under it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from rules.deduction import Analysis, analyse
from rules.mine_rules import FLAG, NO_MARK


class AnalysisBoard:
    """A position, and what can be known of it. It has what a game (`rules.minefield.Minefield`) has, but no layout.

    Some layout always fits: what would leave none is refused.

    Attributes:
        neighbors: (patches, directions), -1 where there is none.
        mines: how many there are on the board.
        shown: int8 (height, width), -1 where hidden.
        marks: uint8 (height, width), `FLAG` or `NO_MARK`; flags are notes, never evidence.
        layout: bool (height, width), all False.
    """

    phase: ClassVar[str] = "playing"
    pending: ClassVar[tuple[int, ...]] = ()
    hit: ClassVar[int] = -1
    missed: ClassVar[int] = -1
    flag_is_wrong: ClassVar[bool] = False
    forced_guesses: ClassVar[int] = 0
    avoidable_guesses: ClassVar[int] = 0
    mines_moved: ClassVar[int] = 0
    hints: ClassVar[int] = 0

    def __init__(
        self, neighbors: NDArray[np.int32], mines: int, shown: NDArray[np.int8], flags: NDArray[np.bool_]
    ) -> None:
        """Take a position that some layout fits."""
        self.neighbors, self.mines = neighbors, mines
        self.shown = shown.copy()
        self.marks = np.where(flags, FLAG, NO_MARK).astype(np.uint8)
        self.layout = np.zeros(shown.shape, dtype=bool)
        self.degree = (neighbors >= 0).sum(axis=1)
        self._analysis: Analysis | None = None

    @property
    def revealed(self) -> int:
        """How many numbers are shown."""
        return int(np.count_nonzero(self.shown >= 0))

    @property
    def mines_left(self) -> int:
        """Mines less flags."""
        return self.mines - int(np.count_nonzero(self.marks == FLAG))

    def analysis(self) -> Analysis:
        """What can be known."""
        if self._analysis is None:
            self._analysis = analyse(self.shown, self.mines, self.neighbors)
        return self._analysis

    def put(self, patch: int, number: int) -> Analysis | None:
        """Show a number on a patch, or hide it (-1).

        Returns:
            None when that is done; else nothing has changed, and this says why no layout would fit.
        """
        before = int(self.shown.flat[patch])
        self.shown.flat[patch] = number
        found = analyse(self.shown, self.mines, self.neighbors)
        if not found.consistent:
            self.shown.flat[patch] = before
            return found
        if number >= 0:
            self.marks.flat[patch] = NO_MARK
        self._analysis = found
        return None

    def flag(self, patch: int) -> None:
        """Put a flag on a hidden patch, or take it off."""
        if self.shown.flat[patch] < 0:
            self.marks.flat[patch] = NO_MARK if self.marks.flat[patch] == FLAG else FLAG

    def set_mines(self, mines: int) -> Analysis | None:
        """Say how many mines there are; the result is that of `put`."""
        found = analyse(self.shown, mines, self.neighbors)
        if not found.consistent:
            return found
        self.mines, self._analysis = mines, found
        return None

    def state(self) -> dict[str, Any]:
        """All that it is; copies."""
        return {"shown": self.shown.copy(), "marks": self.marks.copy(), "mines": self.mines}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go back to a state."""
        self.shown[...], self.marks[...], self.mines = state["shown"], state["marks"], state["mines"]
        self._analysis = None
