"""What the number of mines on the whole board allows: bit sets of totals, bit t set where t mines are possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Allowed:
    """What the total leaves open.

    Attributes:
        components: for each component, bit set of the numbers of mines that it may have.
        untouched: the fewest and most mines in all patches that touch no number; None if no total is right.
    """

    components: list[int]
    untouched: tuple[int, int] | None


def allowed(totals: Sequence[int], untouched: int, rest: int) -> Allowed:
    """Restrict the totals of the components to those that fit the board.

    Args:
        totals: for each component, bit set of the numbers of mines that it can have.
        untouched: number of patches that touch no number.
        rest: mines that the components and the untouched patches share.
    """
    if rest < 0 or not all(totals):
        return Allowed([0] * len(totals), None)
    least = sum((bits & -bits).bit_length() - 1 for bits in totals)
    most = sum(bits.bit_length() - 1 for bits in totals)
    if most <= rest <= least + untouched:  # the usual case: everything fits
        return Allowed(list(totals), (rest - most, rest - least))
    # fits[c]: numbers of mines in the components before c from which the rest can be reached
    fits = [(1 << rest + 1) - 1 & -1 << max(0, rest - untouched)]
    for bits in reversed(totals):
        fits.append(shifted_down(fits[-1], bits))
    fits.reverse()
    before = 1
    components = []
    for bits, fit in zip(totals, fits[1:], strict=True):
        components.append(bits & shifted_down(fit, before))
        before = shifted_up(bits, before)
    laid = before & fits[-1]
    if not laid:
        return Allowed([0] * len(totals), None)
    return Allowed(components, (rest - laid.bit_length() + 1, rest - (laid & -laid).bit_length() + 1))


def shifted_up(bits: int, by: int) -> int:
    """All sums of a number of the first set and one of the second."""
    result = 0
    while by:
        low = by & -by
        result |= bits * low
        by ^= low
    return result


def shifted_down(bits: int, by: int) -> int:
    """All numbers that give one of the first set when one of the second is added."""
    result = 0
    while by:
        low = by & -by
        result |= bits >> low.bit_length() - 1
        by ^= low
    return result
