"""The moves of minesweeper: what persons, scripts and sweepers do to the board, and what they can ask of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.sweeper import Sweeper
from models.minesweeper_words import guess_question, reason_text, status
from patchwalk.model import WorldModel
from rules.deduction import Analysis
from rules.mine_rules import FLAG, NO_MARK, Result
from rules.reasons import Reason, why


class MineMoves(WorldModel):
    """A model with a minefield (`field`), its moves and its questions.

    Attributes:
        field: the game (`rules.minefield.Minefield`), or the analysis board.
        analysing: whether it is the analysis board.
        sweepers: the turtles that play, in the order in which they move.
        opened_at: int32 (height, width), the tick after which a patch was open, -1 where it is closed.
        certain: bool (height, width), what the sweepers know to be safe.
        asked: the patch of which one wants to know why it is certain, or -1.
        pointed: the patch that was pointed out as a certain move, or -1.
    """

    field: Any
    analysing: bool
    sweepers: list[Sweeper]
    opened_at: NDArray[np.int32]
    certain: NDArray[np.bool_]
    asked: int
    pointed: int
    _reason: Reason | None

    @property
    def layout(self) -> NDArray[np.bool_]:
        """Where the mines are: bool (height, width)."""
        return self.field.layout

    @property
    def shown(self) -> NDArray[np.int8]:
        """The numbers that are shown: int8 (height, width), -1 where hidden."""
        return self.field.shown

    @property
    def mines(self) -> int:
        """How many mines there are."""
        return int(self.field.mines)

    def analysis(self) -> Analysis:
        """What can be known: `safe`, `mine`, `probability`, `layouts`, `exact`."""
        return self.field.analysis()

    # --- a person, or a script -------------------------------------------------------------------------------------

    def reveal(self, patch: int, *, ask: bool = True) -> Result:
        """Open a patch, as a person does.

        Args:
            patch: the patch; where there is nothing to open, the status line says why.
            ask: whether the game may ask first, if `warn` is on.

        Returns:
            "opened", "won", "lost", "asked", or "nothing".
        """
        if self._refused(patch):
            return "nothing"
        if self.field.marks.flat[patch] == FLAG:
            self.notice = f"A flag stands on {self.place(patch)}; take it off to open it"
            return "nothing"
        return self._moved(self.field.open(patch, ask=ask))

    def chord(self, patch: int, *, ask: bool = True) -> Result:
        """Open all unflagged patches around a number with as many flags around it; see `reveal`."""
        if self._refused(patch):
            return "nothing"
        return self._moved(self.field.chord(patch, ask=ask))

    def flag(self, patch: int) -> Result:
        """Put the next mark on a hidden patch: flag, question mark, none."""
        if self._refused(patch):
            return "nothing"
        if self.shown.flat[patch] >= 0:
            self.notice = f"{self.place(patch)} is open; flags stand on hidden patches"
            return "nothing"
        result = self.field.flag(patch)
        self.asked = self.pointed = -1
        self._note_opened()
        self.running = self.active()
        return result

    def answer(self, choice: str) -> None:
        """Answer the question before an avoidable guess: "back", "show" or "go"."""
        pending = self.field.pending
        self.question = None
        result = self._moved(self.field.answer(choice == "go"))
        if choice == "show" and result == "nothing" and pending:
            self.pointed = self.sure_move(pending[0])
            if self.pointed >= 0:
                mined = bool(self.analysis().mine.flat[self.pointed])
                self.notice = f"{self.place(self.pointed)} is certainly {'a mine: flag it' if mined else 'safe'}"

    def sure_move(self, patch: int) -> int:
        """The certain-safe patch nearest to this one; if there is none an unflagged certain mine, or -1."""
        safe: int = self.field.nearest_safe(patch)
        mines = np.flatnonzero(self.analysis().mine & (self.field.marks != FLAG))
        return safe if safe >= 0 or not mines.size else int(mines[0])

    def why(self, patch: int) -> Reason | None:
        """Say and show why a patch is certain; None if it is not."""
        self.asked, self._reason = -1, None
        if not 0 <= patch < self.world.size or self.ended:
            return None
        if self.shown.flat[patch] >= 0:
            self.notice = f"{self.place(patch)} is open; ask about a hidden patch"
            return None
        self.asked = patch
        self.notice = reason_text(self, patch, self.reason)
        return self.reason

    @property
    def reason(self) -> Reason | None:
        """Why the patch that was asked about is certain."""
        if self.asked < 0:
            return None
        if self._reason is None or self._reason.patch != self.asked:
            self._reason = why(self.shown, self.mines, self.world.neighbors, self.asked)
        return self._reason

    def _refused(self, patch: int) -> bool:
        """Whether a move cannot be made; then the status line says why."""
        self.notice = ""
        if not 0 <= patch < self.world.size:
            self.notice = f"There is no patch {patch}: this board has 0 to {self.world.size - 1}"
        elif self.analysing:
            self.notice = "On the analysis board there is nothing to open: no mines lie under it"
        elif self.ended:
            self.notice = f"{status(self)}. The game is over; Setup (or Enter) begins a new one"
        else:
            return False
        return True

    def _moved(self, result: Result) -> Result:
        """A person has moved: that counts as a tick, so that a slider never takes a game away that has begun."""
        if result == "asked":
            self.question = guess_question(self)
        elif result != "nothing":
            self.asked = self.pointed = -1
            self._note_opened()
            self.ticks += 1
        self.running = self.active()
        return result

    def _note_opened(self) -> None:
        """Patches that were opened get the tick that comes to its end now."""
        self.opened_at[(self.shown >= 0) & (self.opened_at < 0)] = self.ticks + 1

    # --- sweepers --------------------------------------------------------------------------------------------------

    def sweep(self, patch: int) -> Result:
        """A sweeper opens a patch; a flag on it is taken off. Sweepers are never asked."""
        if self.field.marks.flat[patch] == FLAG:
            self.field.mark(patch, NO_MARK)
        result: Result = self.field.open(patch, ask=False)
        return result

    def learn(self) -> NDArray[np.int64]:
        """Closed patches that the sweepers know to be safe. Only if they know of none, they think anew."""
        known = self.known_safe()
        if not known.size and not self.field.rules.flags_are_truth:
            self.certain |= self.analysis().safe
        return known if known.size else self.safe_patches()

    def known_safe(self) -> NDArray[np.int64]:
        """Closed patches that the sweepers have found out to be safe, and that still are."""
        return self.closed(self.certain)

    def knows_safe(self) -> bool:
        """Whether the sweepers know of a closed patch that is safe."""
        return bool((self.certain & (self.shown < 0)).any())

    def safe_patches(self) -> NDArray[np.int64]:
        """Closed patches that are certain safe."""
        return self.closed(self.analysis().safe)

    @property
    def opens_area_next(self) -> bool:
        """Whether the next move is the first one, and opens an area wherever it is made."""
        return bool(self.parameters["first_opens_area"] and not (self.shown >= 0).any())

    def open_patches(self) -> NDArray[np.int64]:
        """Closed patches that are no certain mines."""
        return self.closed(~self.analysis().mine)

    def closed(self, among: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Which of these patches are closed; flagged ones only if there are no others, and flags are no evidence."""
        closed = np.flatnonzero(among & (self.shown < 0))
        flagged = self.field.marks.reshape(-1)[closed] == FLAG
        if not flagged.any():
            return closed
        return closed[~flagged] if not flagged.all() or self.parameters["flags_are_truth"] else closed
