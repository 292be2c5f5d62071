"""Why a patch is certain: a few numbers that force it, and whether the number of mines is needed besides.

A patch is forced by some numbers if they cannot be met with the patch the other way round.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rules.deduction import Analysis, analyse
from rules.subsets import Numbers


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a patch is certain.

    Attributes:
        patch: the patch.
        mined: whether it is a certain mine; else it is certain safe.
        numbers: shown patches whose numbers force it, the nearest first. None of them can be left out (unless the
            position is so large that the search was cut short).
        uses_total: whether the number of mines on the board is needed too.
    """

    patch: int
    mined: bool
    numbers: list[int]
    uses_total: bool


def why(shown: ArrayLike, mines: int, neighbors: NDArray[np.int32], patch: int) -> Reason | None:
    """Find out why a patch is certain.

    Args:
        shown: int8 layer or flat (patches,), below 0 where hidden.
        mines: number of mines on the board.
        neighbors: (patches, directions), -1 where there is none.
        patch: a hidden patch.

    Returns:
        The reason, or None if the patch is open (or shown, or no layout fits).
    """
    flat = np.asarray(shown).reshape(-1)
    analysis = analyse(flat, mines, neighbors)
    mined = bool(analysis.mine[patch])
    if not (mined or analysis.safe[patch]):
        return None
    numbers = Numbers(flat, neighbors, patch)
    otherwise = [(patch, not mined)]

    def enough_alone(chosen: list[int]) -> bool:
        return not numbers.meetable(chosen, otherwise)

    def enough_with_total(chosen: list[int]) -> bool:
        return not Analysis(numbers.frontier(chosen, otherwise), mines, flat).consistent

    near = numbers.near(enough_alone)
    if near is not None:
        return Reason(patch, mined, numbers.needed(near, enough_alone), uses_total=False)
    return Reason(patch, mined, numbers.needed(numbers.all, enough_with_total), uses_total=True)
