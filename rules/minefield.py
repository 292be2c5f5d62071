"""A game of minesweeper: the board, its moves and its counters. The rules stand in `rules.mine_rules`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.deduction import Analyser, Analysis, analyse
from rules.mine_rules import FLAG, NO_MARK, MineRules, Phase, Result, Verdict, check_board
from rules.opening import cascade, count_mines, first_area
from rules.redraw import draw_layout, pick
from rules.subsets import rings


class Minefield:
    """A game: the board and what has happened on it.

    Attributes:
        neighbors: (patches, directions), -1 where there is none.
        mines: M.
        rules: the rules of this game.
        rng: where the luck of redraws comes from.
        layout: bool layer, True where a mine is.
        numbers: int8 layer, how many mines are around each patch.
        shown: int8 layer, the number of each revealed patch, -1 where it is hidden.
        marks: uint8 layer, `NO_MARK`, `FLAG` or `QUESTION`.
        phase: "playing", "asking" (before an avoidable guess), "won" or "lost".
        pending: the patches of the move that is asked about.
        hit: the mine that lost the game, else -1.
        missed: when lost, the nearest patch that was certain safe, else -1.
        flag_is_wrong: whether at the last move, with `flags_are_truth`, the flags contradicted the numbers.
        revealed: number of patches revealed.
        forced_guesses, avoidable_guesses, mines_moved, hints: forced guesses survived, avoidable guesses made, mines
            that a redraw put elsewhere, and guesses taken back after the question.
    """

    _LAYERS = ("layout", "numbers", "shown", "marks")
    _VALUES = (
        *("phase", "pending", "hit", "missed", "flag_is_wrong", "revealed"),
        *("forced_guesses", "avoidable_guesses", "mines_moved", "hints"),
    )

    def __init__(
        self,
        neighbors: NDArray[np.int32],
        shape: tuple[int, int],
        mines: int,
        rng: np.random.Generator,
        rules: MineRules | None = None,
        layout: NDArray[np.bool_] | None = None,
    ) -> None:
        """Lay the mines.

        Args:
            neighbors: (patches, directions), -1 where there is none.
            shape: (height, width).
            mines: M, 1 to patches - 1; with a layout, as many as it has.
            rng: for the layout and redraws.
            rules: the fair rules if not given.
            layout: bool layer, a given minefield.

        Raises:
            ValueError: there are too few or too many mines, or the layout does not fit.
        """
        size = len(neighbors)
        check_board(size, shape, mines, layout)
        self.neighbors, self.mines, self.rng = neighbors, mines, rng
        self.rules = rules or MineRules()
        self.given = layout is not None
        if layout is None:
            layout = np.zeros(shape, dtype=bool)
            layout.reshape(-1)[rng.choice(size, mines, replace=False)] = True
        self.layout: NDArray[np.bool_] = np.array(layout, dtype=bool, order="C")
        self.numbers = count_mines(self.layout, neighbors)
        self.shown = np.full(shape, -1, dtype=np.int8)
        self.marks = np.zeros(shape, dtype=np.uint8)
        self.phase: Phase = "playing"
        self.pending: tuple[int, ...] = ()
        self.hit = self.missed = -1
        self.flag_is_wrong = False
        self.revealed = self.forced_guesses = self.avoidable_guesses = self.mines_moved = self.hints = 0
        self._analysis: Analysis | None = None
        self._forget()

    # --- what one sees ---

    @property
    def flags(self) -> int:
        """How many patches are flagged."""
        return int(np.count_nonzero(self.marks == FLAG))

    @property
    def mines_left(self) -> int:
        """Mines less flags; below zero when there are too many flags."""
        return self.mines - self.flags

    @property
    def wrong_flags(self) -> NDArray[np.bool_]:
        """Layer of the flags that stand on no mine; to be shown only after the end."""
        wrong: NDArray[np.bool_] = (self.marks == FLAG) & ~self.layout
        return wrong

    def analysis(self) -> Analysis:
        """What can be known now. With `flags_are_truth` the flags count as known mines."""
        if self._analysis is None:
            truth = self._truth()
            self._analysis = self._analyser.analyse(self.shown, mined=truth)
            if not truth:
                self._known |= self._analysis.safe.reshape(-1)
        return self._analysis

    def nearest_safe(self, patch: int) -> int:
        """The certain-safe patch nearest to this one, or -1."""
        safe = self.analysis().safe.reshape(-1)
        if not safe.any():
            return -1
        return next(int(ring[safe[ring]][0]) for ring in rings(self.neighbors, patch) if safe[ring].any())

    def chance(self, patches: Sequence[int]) -> float | None:
        """The share of layouts with a mine on at least one of these patches; None if they cannot be counted."""
        analysis = self.analysis()
        if not (analysis.consistent and analysis.counted):
            return None
        if len(patches) == 1:
            return float(analysis.probability.flat[patches[0]])
        free, all_layouts = self._analyse_with(safe=patches).layouts, analysis.layouts
        return None if free is None or not all_layouts else 1 - free / all_layouts

    # --- moves ---

    def open(self, patch: int, *, ask: bool = True) -> Result:
        """Open a hidden patch. A flagged one stays closed.

        Args:
            patch: the patch.
            ask: whether the player may be asked, if the rules say so.
        """
        if self.phase != "playing" or self._shown[patch] >= 0 or self._marks[patch] == FLAG:
            return "nothing"
        return self._move((patch,), ask)

    def chord(self, patch: int, *, ask: bool = True) -> Result:
        """Open all unflagged patches around a number that has just so many flags around it.

        Args:
            patch: the patch with the number.
            ask: whether the player may be asked, if the rules say so.
        """
        if self.phase != "playing":
            return "nothing"
        near = self.neighbors[patch]
        near = near[near >= 0]
        flagged = self._marks[near] == FLAG
        targets = near[~flagged & (self._shown[near] < 0)]
        if not targets.size or self._shown[patch] != np.count_nonzero(flagged):
            return "nothing"
        return self._move(tuple(targets.tolist()), ask)

    def answer(self, go_on: bool) -> Result:
        """Answer the question before an avoidable guess; taking back changes nothing, but counts as a hint."""
        if self.phase != "asking":
            return "nothing"
        pending, self.pending, self.phase = self.pending, (), "playing"
        if go_on:
            return self._guess(pending)
        self.hints += 1
        return "nothing"

    def flag(self, patch: int) -> Result:
        """Put the next mark on a hidden patch: flag, question mark, none."""
        return self.mark(patch, (int(self._marks[patch]) + 1) % 3)

    def mark(self, patch: int, mark: int) -> Result:
        """Put a mark on a hidden patch: `NO_MARK`, `FLAG` or `QUESTION`."""
        if self.phase != "playing" or self._shown[patch] >= 0:
            return "nothing"
        self._marks[patch] = mark
        if self.rules.flags_are_truth:
            self._analysis = None
        if self.rules.flags_win and self._flags_are_right():
            return self._win()
        return "nothing"

    def state(self) -> dict[str, Any]:
        """All that the game depends on, but for the rules and the generator; copies."""
        layers = {name: getattr(self, name).copy() for name in self._LAYERS}
        return layers | {name: getattr(self, name) for name in self._VALUES}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go back to a state of this game."""
        for name in self._LAYERS:
            getattr(self, name)[...] = state[name]
        for name in self._VALUES:
            setattr(self, name, state[name])
        self.pending = tuple(self.pending)
        self._forget()

    # --- the rules ---

    def _move(self, patches: tuple[int, ...], ask: bool) -> Result:
        """Open patches as one move."""
        verdict = self._judge(patches)
        if verdict == "avoidable" and self.rules.fair and self.rules.warn and ask:
            self.pending, self.phase = patches, "asking"
            return "asked"
        self.flag_is_wrong = verdict == "contradiction"
        if not self.rules.fair:
            return self._classic_move(patches, verdict)
        if verdict == "avoidable":
            return self._guess(patches)
        if verdict == "mine":
            certain = self.analysis().mine.reshape(-1)
            mine = next(patch for patch in patches if certain[patch])
            if not self._layout[mine]:  # the flags say so, and they are the truth here
                self._redraw(mined=(mine,))
            return self._lose(mine)
        if verdict == "forced":
            if self._clear(self._wanted(patches)) or self._clear(patches):
                self.forced_guesses += 1
        elif verdict == "safe":
            self._clear(patches)  # a mine can be there only where the flags are the truth
        return self._let_layout_decide(patches)

    def _judge(self, patches: Sequence[int]) -> Verdict:
        """What opening these patches is."""
        if not self.rules.flags_are_truth and self._known[list(patches)].all():
            return "safe"
        analysis = self.analysis()
        if not analysis.consistent:
            return "contradiction"
        safe, mine = analysis.safe.reshape(-1), analysis.mine.reshape(-1)
        if all(safe[patch] for patch in patches):
            return "safe"
        if any(mine[patch] for patch in patches):
            return "mine"
        sure = safe.any()
        if self.rules.certain_mine_is_move:
            sure = sure or (mine & (self._marks != FLAG)).any()
        # Where not everything could be decided, the doubt is the player's.
        return "avoidable" if sure and analysis.exact else "forced"

    def _classic_move(self, patches: tuple[int, ...], verdict: Verdict) -> Result:
        """Without the fair rules: only the first move of a drawn layout is safe."""
        if self.revealed == 0 and not self.given:
            self._clear(self._wanted(patches))
        result = self._let_layout_decide(patches)
        if verdict == "avoidable":
            self.avoidable_guesses += 1
        elif verdict == "forced" and result != "lost":
            self.forced_guesses += 1
        return result

    def _guess(self, patches: tuple[int, ...]) -> Result:
        """An avoidable guess, after the question if there was one."""
        self.flag_is_wrong = False
        self.avoidable_guesses += 1
        if self.rules.guesses == "punish" and not self._layout[list(patches)].any():
            self._punish(patches)
        return self._let_layout_decide(patches)

    def _let_layout_decide(self, patches: Sequence[int]) -> Result:
        for patch in patches:
            if self._layout[patch]:
                return self._lose(patch)
        return self._reveal(patches)

    def _reveal(self, patches: Sequence[int]) -> Result:
        """Show patches, and what cascades from them."""
        closed = (self._shown >= 0) | (self._marks == FLAG)
        opened = cascade(patches, self.numbers.reshape(-1), self.neighbors, closed)
        self._shown[opened] = self.numbers.reshape(-1)[opened]
        self._marks[opened] = NO_MARK
        self.revealed += len(opened)
        self._analysis = None
        all_shown = self.revealed == self._shown.size - self.mines
        return self._win() if (self._flags_are_right() if self.rules.flags_win else all_shown) else "opened"

    def _flags_are_right(self) -> bool:
        return bool(np.array_equal(self.marks == FLAG, self.layout))

    def _win(self) -> Result:
        """Flag the mines and show all numbers."""
        self.marks[...] = np.where(self.layout, FLAG, NO_MARK)
        self.shown[...] = np.where(self.layout, -1, self.numbers)
        self.revealed = self._shown.size - self.mines
        self.phase = "won"
        self._analysis = None
        return "won"

    def _lose(self, patch: int) -> Result:
        self.hit, self.missed = patch, self.nearest_safe(patch)
        self.phase = "lost"
        return "lost"

    # --- redraws ---

    def _wanted(self, patches: tuple[int, ...]) -> tuple[int, ...]:
        """What should be free of mines when these patches are opened: on the first move, all around, if asked for."""
        if self.revealed or not self.rules.first_opens_area:
            return patches
        return first_area(patches[0], self._layout, self.neighbors, self.rng)

    def _clear(self, patches: tuple[int, ...]) -> bool:
        """See to it that none of these patches is mined; False if that cannot be."""
        return not self._layout[list(patches)].any() or self._redraw(safe=patches)

    def _punish(self, patches: tuple[int, ...]) -> None:
        """Redraw so that at least one of these patches is mined, all such layouts alike.

        They are sorted by the first patch that is mined.
        """
        cases = [{"safe": patches[:index], "mined": patches[index : index + 1]} for index in range(len(patches))]
        if len(cases) > 1:
            ways = [self._analyse_with(**case).layouts or 0 for case in cases]
            cases = [cases[pick(ways, self.rng)]] if any(ways) else []
        for case in cases:
            self._redraw(**case)

    def _redraw(self, safe: Iterable[int] = (), mined: Iterable[int] = ()) -> bool:
        """Replace the layout by a draw from those that fit and are safe, or mined, there; False if there is none."""
        try:
            layout = draw_layout(self._analyse_with(safe, mined), self.rng)
        except ValueError:  # none fits, or none was found
            return False
        self.mines_moved += int(np.count_nonzero(layout & ~self.layout))
        self.layout[...] = layout
        self.numbers[...] = count_mines(layout, self.neighbors)
        return True

    def _analyse_with(self, safe: Iterable[int] = (), mined: Iterable[int] = ()) -> Analysis:
        """Analyse afresh, so that a draw does not depend on what was asked before."""
        return analyse(self.shown, self.mines, self.neighbors, safe=safe, mined=[*mined, *self._truth()])

    def _truth(self) -> list[int]:
        """The patches taken as known mines. Before a number is shown there are none, so that the first move is safe."""
        if not (self.rules.flags_are_truth and self.rules.fair and self.revealed):
            return []
        patches: list[int] = np.flatnonzero(self._marks == FLAG).tolist()
        return patches

    def _forget(self) -> None:
        """Forget what was worked out; the flat views are made anew."""
        self._layout, self._shown = self.layout.reshape(-1), self.shown.reshape(-1)
        self._marks = self.marks.reshape(-1)
        self._analysis = None
        self._analyser = Analyser(self.neighbors, self.mines)
        self._known = np.zeros(self._shown.size, dtype=bool)  # certain safe: what is certain stays so in this game
