"""Places and headings as people write them: in links, on the command line, in scripts.

A place is a patch's number, `57`, or its column and row, `5,7`. A heading is an angle in degrees.
"""

from __future__ import annotations

import re
from math import isfinite
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from patchwalk.world import World

# One whole number, or two with a comma, a semicolon or a space between, in brackets or not. Eighteen digits are more
# than any world has patches, and few enough never to be slow.
_PLACE = re.compile(r"[(\[]?\s*([+-]?\d{1,18})(?:\s*[,;\s]\s*([+-]?\d{1,18}))?\s*[)\]]?")


def parse_place(text: str) -> int | tuple[int, int]:
    """Read a place.

    Args:
        text: `"57"`, a patch's number, or `"5,7"`, `"5 7"`, `"(5, 7)"`, its column and row.

    Raises:
        ValueError: it is neither.
    """
    found = _PLACE.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{_short(text)} is no place; write a patch's number (57), or its column and row (5,7)")
    first, second = found.groups()
    return int(first) if second is None else (int(first), int(second))


def parse_heading(text: str) -> float:
    """Read a heading.

    Args:
        text: degrees clockwise from up, `"90"` or `"90°"`.

    Raises:
        ValueError: it is no finite number.
    """
    try:
        heading = float(text.strip().removesuffix("°"))
    except ValueError:
        heading = float("nan")
    if not isfinite(heading):
        raise ValueError(f"{_short(text)} is no heading; write degrees clockwise from up (90)")
    return heading


def to_patch(world: World, place: Any, name: str = "start") -> int:
    """The patch that a place means.

    Args:
        world: where it lies.
        place: a patch's number, or a pair (x, y) of column and row; numpy's whole numbers too.
        name: what the place is for; messages begin with it.

    Raises:
        ValueError: it is no place, or outside the world; the message says what would be right.
    """
    pair = isinstance(place, tuple | list) or (isinstance(place, np.ndarray) and place.ndim == 1)
    try:
        numbers = [_whole(number) for number in (place if pair else (place,))]
        if pair and len(numbers) != 2:
            raise TypeError
    except TypeError:
        wanted = f"a patch from 0 to {world.size - 1}, or a pair (x, y)"
        raise ValueError(f"{name}: {_short(place)} is no place; it is {wanted}") from None
    try:
        return world.patch(*numbers) if pair else world.check_patch(numbers[0])
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def to_direction(world: World, heading: Any, name: str = "heading") -> int:
    """The direction that has exactly this heading.

    Args:
        world: whose turtles turn by 90 degrees on squares (45 with eight neighbours), by 60 on hexes.
        heading: in degrees; numpy's numbers too.
        name: what the heading is for; messages begin with it.

    Raises:
        ValueError: it is none of the world's headings; the message names them.
    """
    number = isinstance(heading, int | float | np.integer | np.floating) and not isinstance(heading, bool)
    if not number or heading not in world.headings:
        wanted = ", ".join(f"{known:g}" for known in world.headings)
        raise ValueError(f"{name}: {_short(heading)} is none of this world's headings, {wanted} degrees")
    return world.headings.index(heading)


def _whole(number: Any) -> int:
    if isinstance(number, bool | np.bool_):
        raise TypeError
    return index(number)


def _short(value: Any) -> str:
    """A value for a message, however long it is."""
    text = str(value) if isinstance(value, int | float | np.number) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
