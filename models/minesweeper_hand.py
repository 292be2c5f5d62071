"""What the pointer does on a minefield, and on the analysis board."""

from __future__ import annotations

from models.minesweeper_moves import MineMoves
from models.minesweeper_words import conflict_text, counted
from patchwalk.declarations import Pointer
from rules.deduction import Analysis

NOT_IN_GAMES = "That is for the analysis board; choose it under Board"


class MineHand(MineMoves):
    """A minefield that is played with the pointer.

    Attributes:
        pressed: whether a press waits for its release, which opens.
    """

    pressed: bool

    # --- the game --------------------------------------------------------------------------------------------------

    def press(self, tool: str, pointer: Pointer) -> None:
        """Flag, or ask why; what opens waits for the release."""
        patch, self.pressed = pointer.patch, False
        self.notice = ""
        if patch < 0:
            return
        second = pointer.button == 2 or (pointer.button == 0 and pointer.shift)
        if self.analysing:
            self._edit(tool, patch, second)
        elif second or (tool == "flag" and pointer.button == 0):
            self.flag(patch)
        elif pointer.button == 1:
            self._chord_or_say(patch)
        elif tool == "why":
            self.why(patch)
        elif tool in ("number", "cover"):
            self.notice = NOT_IN_GAMES
        else:
            self.pressed = True

    def release(self, tool: str, pointer: Pointer) -> None:
        """Open a hidden patch, or chord on a number."""
        pressed, self.pressed = self.pressed, False
        patch = pointer.patch
        if not pressed or patch < 0:
            return
        number = int(self.shown.flat[patch])
        if tool == "chord":
            self._chord_or_say(patch)
        elif number > 0:
            self.chord(patch)
        elif number < 0:
            self.reveal(patch)

    def _chord_or_say(self, patch: int) -> None:
        if self.chord(patch) == "nothing" and not self.notice:
            self.notice = "A chord needs a number with as many flags around it, and something left to open"

    # --- the analysis board ----------------------------------------------------------------------------------------

    def set_number(self, patch: int, number: int) -> bool:
        """Show a number on the analysis board, or hide a patch (-1).

        Returns:
            Whether that was done; if not, nothing has changed, and the status line says which number could not be met.
        """
        if not self.analysing:
            self.notice = NOT_IN_GAMES
            return False
        if not 0 <= patch < self.world.size or not -1 <= number <= self.field.degree[patch]:
            self.notice = f"No {number} can stand there: a patch has at most {self.world.directions} neighbours"
            return False
        refused = self.field.put(patch, number)
        if refused is not None:
            self.notice = f"No {number} at {self.place(patch)}: {self._conflict(refused, patch, number)}"
            return False
        self._edited()
        return True

    def _edit(self, tool: str, patch: int, second: bool) -> None:
        if tool == "why":
            self.why(patch)
        elif tool == "cover":
            self.set_number(patch, -1)
        elif tool == "flag" or (tool == "open" and second):
            self.field.flag(patch)
            self._edited()
        elif tool in ("open", "number"):
            self._next_number(patch, -1 if second else 1)

    def _next_number(self, patch: int, step: int) -> None:
        """The next number that can be met, after the largest hidden again; says which were left out, and why."""
        count = int(self.field.degree[patch]) + 2  # hidden, and 0 to all neighbours
        before, left_out, why_not = int(self.shown.flat[patch]), [], ""
        for k in range(1, count):
            number = (before + 1 + step * k) % count - 1
            refused = self.field.put(patch, number)
            if refused is None:
                self._edited()
                break
            left_out.append(str(number))
            why_not = self._conflict(refused, patch, number)
        if left_out:
            self.notice = f"No {', '.join(left_out)} at {self.place(patch)}: {why_not}"

    def _conflict(self, found: Analysis, patch: int, number: int) -> str:
        """Why a number on a patch would leave no layout."""
        tried = self.shown.copy()
        tried.flat[patch] = number
        return conflict_text(tried, found.conflict, self.world.width, self.mines)

    def _edited(self) -> None:
        """The position is another one: that counts as a tick, so that a slider never takes it away."""
        self.asked = self.pointed = -1
        self.opened_at[self.shown < 0] = -1
        self._note_opened()
        self.ticks += 1
        self.counted_layouts = {}

    counted_layouts: dict[int, float | None]

    def more_mines(self) -> None:
        """One mine more on the analysis board."""
        self._change_mines(1)

    def fewer_mines(self) -> None:
        """One mine less on the analysis board."""
        self._change_mines(-1)

    def _change_mines(self, more: int) -> None:
        mines = self.mines + more
        if not self.analysing:
            self.notice = NOT_IN_GAMES
        elif not 0 <= mines <= self.world.size:
            self.notice = f"There cannot be {counted(mines, 'mine')} on {self.world.size} patches"
        elif self.field.set_mines(mines) is not None:
            self.notice = f"Not {counted(mines, 'mine')}: {conflict_text(self.shown, None, 1, mines)}"
        else:
            self._edited()
