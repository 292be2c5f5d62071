"""Minefields and positions as text, for links, files and the page.

A layout: rows from the top, `*` a mine, `.` none. A position: rows from the top, a digit for a number shown, `#`
hidden, `F` hidden with a flag, and perhaps a line `mines 10` before them; or a JSON object with such `rows`, `grid`
("square" or "hex"), `torus`, `mines` and perhaps `neighbors` (of a square, 8 or 4). Rows may be separated by `/`
instead of line ends.

On hexes a row of text is one of our columns, read from the top: so such text can be read as rows of which every second
one is shoved right by half a patch ("odd-r"), as most programs have them.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

LONGEST_SIDE = 1001
HIDDEN, FLAGGED = "#", "F"


@dataclass(frozen=True)
class Position:
    """A position as it was written.

    Attributes:
        shown: int8 (height, width), row 0 at the bottom; -1 where hidden.
        flags: bool (height, width).
        grid: "square" or "hex".
        torus: whether both axes wrap; None if it does not say.
        mines: on the board; None if it does not say.
        neighbors: of a square, 8 or 4.
    """

    shown: NDArray[np.int8]
    flags: NDArray[np.bool_]
    grid: str
    torus: bool | None = None
    mines: int | None = None
    neighbors: int = 8


def read_layout(value: Any) -> NDArray[np.bool_]:
    """A minefield from text or from an array.

    Args:
        value: text, or bool (height, width) with row 0 at the bottom.

    Raises:
        ValueError: it is none; the message begins with "layout:".
    """
    if isinstance(value, str):
        signs = _signs(re.split(r"[/\s]+", value.strip()), "*.", "layout", "* for a mine and . for none")
        return np.array(signs[::-1] == "*")
    try:
        layout = np.asarray(value)
    except ValueError as error:
        raise ValueError("layout: its rows are of different lengths") from error
    if layout.ndim != 2 or not layout.size or layout.dtype.kind not in "biu" or not np.isin(layout, (0, 1)).all():
        raise ValueError("layout: a minefield has two axes (height, width) and is True where a mine is")
    _check_sides(*layout.shape, "layout")
    return layout.astype(bool)


def write_layout(layout: NDArray[np.bool_]) -> str:
    """A minefield as text in one line."""
    return "/".join("".join("*" if mine else "." for mine in row) for row in layout[::-1].tolist())


def read_position(text: str, grid: str) -> Position:
    """A position from text.

    Args:
        text: rows, or a JSON object.
        grid: "square" or "hex", for rows; an object says it itself.

    Raises:
        ValueError: it is none; the message says what is wrong, and begins with "position:".
    """
    if text.lstrip().startswith("{"):
        return _from_object(text)
    lines = [line for line in re.split(r"[/\n]", text.replace(" ", "").replace("\r", "")) if line]
    mines = None
    if lines and (found := re.fullmatch(r"mines[:=]?(\d{1,7})", lines[0], re.IGNORECASE)):
        mines = int(found[1])
        del lines[0]
    return _from_rows(lines, grid, None, mines)


def _from_object(text: str) -> Position:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"position: this is no JSON: {error}") from error
    rows, grid, torus, mines = (data.get(name) for name in ("rows", "grid", "torus", "mines"))
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise ValueError("position: `rows` is to be a list of texts")
    if grid not in ("square", "hex"):
        raise ValueError("position: `grid` is to be square or hex")
    if grid == "hex" and data.get("layout", "odd-r") != "odd-r":
        raise ValueError("position: `layout` of hexes is to be odd-r (odd rows are shoved right)")
    if torus not in (None, True, False):
        raise ValueError("position: `torus` is to be true or false")
    if mines is not None and (isinstance(mines, bool) or not isinstance(mines, int) or not 0 <= mines < 10**7):
        raise ValueError("position: `mines` is to be a whole number")
    neighbors = data.get("neighbors", 8)
    if neighbors not in (8, 4):
        raise ValueError("position: `neighbors` is to be 8 or 4")
    return _from_rows(rows, grid, torus, mines, neighbors)


def _from_rows(rows: list[str], grid: str, torus: bool | None, mines: int | None, neighbors: int = 8) -> Position:
    signs = _signs(rows, "012345678#F", "position", "a digit, # for hidden and F for a flag")
    signs = signs.T[::-1] if grid == "hex" else signs[::-1]
    hidden = (signs == HIDDEN) | (signs == FLAGGED)
    shown = np.where(hidden, "-1", signs).astype(np.int8)
    return Position(shown, signs == FLAGGED, grid, torus, mines, neighbors)


def write_position(
    shown: NDArray[np.int8],
    flags: NDArray[np.bool_],
    grid: str,
    torus: bool,
    mines: int,
    name: str = "",
    neighbors: int = 8,
) -> str:
    """A position as a JSON object, with a row a line; it names the neighbours of a square only if they are 4."""
    signs = np.where(shown >= 0, np.maximum(shown, 0).astype("U1"), np.where(flags, FLAGGED, HIDDEN))
    signs = signs[::-1].T if grid == "hex" else signs[::-1]
    rows = ",\n".join(f'  "{"".join(row)}"' for row in signs.tolist())
    layout = ', "layout": "odd-r"' if grid == "hex" else ', "neighbors": 4' if neighbors == 4 else ""
    head = f'"name": {json.dumps(name)}, "grid": "{grid}"{layout}, "torus": {json.dumps(torus)}, "mines": {mines}'
    return f'{{{head}, "rows": [\n{rows}\n]}}\n'


def _signs(rows: list[str], allowed: str, name: str, wanted: str) -> NDArray[np.str_]:
    """Rows of text as an array of single signs, checked."""
    if not rows or not rows[0]:
        raise ValueError(f"{name}: there are no rows; write {wanted}, top row first")
    _check_sides(len(rows), max(map(len, rows)), name)
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise ValueError(f"{name}: row {number} has {len(row)} patches, the first row has {len(rows[0])}")
        for place, sign in enumerate(row, 1):
            if sign not in allowed:
                raise ValueError(f"{name}: {sign!r} in row {number}, place {place}; write {wanted}")
    return np.array([list(row) for row in rows])


def _check_sides(height: int, width: int, name: str) -> None:
    if max(height, width) > LONGEST_SIDE:
        raise ValueError(f"{name}: {width} x {height} patches are too many; a side has at most {LONGEST_SIDE}")
