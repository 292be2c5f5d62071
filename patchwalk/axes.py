"""The axes of a world: their lengths, which of them close on themselves, and how far apart two places on one lie."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

Whole = TypeVar("Whole", int, NDArray[Any])  # one whole number or an array of them
WrapText = Literal["none", "x", "y", "both"]
Wrap = WrapText | bool

WRAPS: tuple[WrapText, ...] = ("none", "x", "y", "both")

# On two patches each would be the other's neighbour on both sides.
SHORTEST_WRAP = 3


def checked_length(name: str, value: Any) -> int:
    """A width or height as an int.

    Raises:
        ValueError: it is no whole number, or less than 1.
    """
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer) or value < 1:
        raise ValueError(f"{name} is a whole number of patches, 1 or more, not {value!r}")
    return int(value)


def checked_wrap(wrap: Any, width: int, height: int) -> WrapText:
    """A choice of wrapped axes as text; True is "both", False "none".

    Raises:
        ValueError: there is no such choice, or a wrapped axis is too short.
    """
    if isinstance(wrap, bool | np.bool_):
        wrap = "both" if wrap else "none"
    for text in WRAPS:
        if isinstance(wrap, str) and wrap == text:
            break
    else:
        raise ValueError(f"wrap is 'none', 'x', 'y' or 'both' (or True, False), not {wrap!r}")
    for axis, name, length in (("x", "width", width), ("y", "height", height)):
        if text in (axis, "both") and length < SHORTEST_WRAP:
            raise ValueError(f"{name} is {SHORTEST_WRAP} or more on a world that wraps in {axis}, not {length}")
    return text


def span(difference: Whole, length: int, wrapped: bool) -> Whole:
    """How far apart two places lie on an axis: |difference|, or the shorter way round where the axis wraps.

    Args:
        difference: from -length to length.
        length: of the axis.
        wrapped: whether it closes on itself.
    """
    gap = abs(difference)
    # The smaller one of gap and length - gap, written so that it takes numbers and arrays alike.
    return (length - abs(length - 2 * gap)) // 2 if wrapped else gap
