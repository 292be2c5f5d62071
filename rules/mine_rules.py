"""Minesweeper in which luck never decides, unless one asks it to.

N patches, M mines. L is the set of all layouts with exactly M mines that agree with every number shown. A hidden patch
is certain safe (a mine in no layout of L), a certain mine (in all), or open. The rules:

F0  Certainty comes from the numbers, the neighbourhood and M alone; flags are no evidence.
F1  Opening a certain-safe patch reveals it. F2 Opening a certain mine loses.
F3  Opening an open patch while there is no certain-safe patch is a forced guess: the player survives. If a mine is
    there, the layout is replaced by a uniform draw from the layouts of L that are safe there.
F4  Opening an open patch while there is a certain-safe one is an avoidable guess: the layout decides, or (`guesses`
    "punish") it is redrawn with a mine there; with `warn` the player is asked first.
F5  Certain mines are no move. A certain-safe patch that carries a flag is one.
F6  Won when all N - M safe patches are open.
F7  A chord is one move on a set: all certain safe, it opens; a certain mine among them, it loses; otherwise it is
    avoidable or forced as above, and forced it survives if some layout is safe on all of them.
F8  After each redraw there are M mines, all numbers shown are unchanged, no revealed patch is mined.

The older rules, all off by default: see `MineRules`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

NO_MARK, FLAG, QUESTION = range(3)  # what a hidden patch carries

Phase = Literal["playing", "asking", "won", "lost"]
# What a move did. "nothing": it was no move (outside play, on a flag, on a shown patch, no chord).
Result = Literal["nothing", "opened", "asked", "won", "lost"]
Verdict = Literal["safe", "mine", "forced", "avoidable", "contradiction"]


@dataclass(frozen=True, slots=True)
class MineRules:
    """The rules of a game.

    Attributes:
        fair: F1 to F4; without, the layout decides everything but the first move.
        guesses: what an avoidable guess leads to: the layout decides, or it is redrawn with a mine there.
        warn: ask before an avoidable guess.
        first_opens_area: the first move opens a zero, as far as the mines leave room; no mine is moved where that
            would clear nothing more.
        flags_are_truth: flags count as known mines, from the first number on that is shown. If they contradict the
            numbers, the layout decides.
        flags_win: won when exactly the mines are flagged, and only then.
        certain_mine_is_move: an unflagged certain mine is a sure move, so that opening an open patch is avoidable.
    """

    fair: bool = True
    guesses: Literal["classic", "punish"] = "classic"
    warn: bool = False
    first_opens_area: bool = False
    flags_are_truth: bool = False
    flags_win: bool = False
    certain_mine_is_move: bool = False


def check_board(size: int, shape: tuple[int, int], mines: int, layout: NDArray[np.bool_] | None) -> None:
    """Refuse what cannot be played; see `rules.minefield.Minefield`.

    Raises:
        ValueError: there are too few or too many mines, or the layout does not fit.
    """
    if shape[0] * shape[1] != size:
        raise ValueError(f"{shape[1]} x {shape[0]} patches do not fit a neighbour table of {size}")
    if layout is not None:
        if layout.shape != shape:
            raise ValueError(f"the layout's shape is {layout.shape}, the board's is {shape} (height, width)")
        if np.count_nonzero(layout) != mines:
            raise ValueError(f"the layout has {np.count_nonzero(layout)} mines, not {mines}")
    if mines < 1:
        raise ValueError(f"mines is {mines}: a game needs at least 1, without any there is nothing to find")
    if mines >= size:
        raise ValueError(f"mines is {mines}, of {size} patches: at least one patch must be free to be opened")
