"""The words of a map: codes of patches and edges, warps, named floors, and the error that refuses an edit."""

from __future__ import annotations

from typing import NamedTuple

# Kinds of patches, uint8. A one-way floor whose arrow points in direction d of the world is ARROW + d.
FLOOR, SOLID, ICE, DARK, ARROW = 0, 1, 2, 3, 8

# Kinds of edges, uint8. OUT may be passed only leaving the patch that is asked about across that side, IN only
# entering it; so what is OUT for one of two neighbours is IN for the other. A plain DOOR is open.
OPEN, WALL, DOOR, LOCKED, OUT, IN = 0, 1, 2, 3, 4, 5
EDGE_KINDS = 6

# The same edge as the patch on its other side sees it.
TURNED = (OPEN, WALL, DOOR, LOCKED, IN, OUT)

COLORS = 8  # 1 to 8; 0 is none
LONGEST_NAME = 40


class MapError(ValueError):
    """An edit, or what a map is to be made of, is refused; the message says what is wrong, where, and what is right.

    Nothing has changed when it is raised.
    """


class Warp(NamedTuple):
    """What takes one who stands on its source to another patch, at a cost of 1.

    Attributes:
        target: the patch where it ends.
        forced: whether it is the only way on from its source; else it is one more.
        stairs: whether it is drawn as stairs.
    """

    target: int
    forced: bool = True
    stairs: bool = False


class Floor(NamedTuple):
    """A named rectangle of patches.

    Attributes:
        name: as people say it; no other floor of the map has it.
        x0: first column.
        y0: first row, the lowest.
        x1: last column.
        y1: last row, the highest.
        loop: whether its sides lead to its opposite sides.
    """

    name: str
    x0: int
    y0: int
    x1: int
    y1: int
    loop: bool = False

    @property
    def columns(self) -> int:
        """How many columns it has."""
        return self.x1 - self.x0 + 1

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return self.y1 - self.y0 + 1

    def has(self, x: int, y: int) -> bool:
        """Whether the patch in column x and row y is on it."""
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1

    def meets(self, other: Floor) -> bool:
        """Whether a patch is on both."""
        across = self.x0 <= other.x1 and other.x0 <= self.x1
        return across and self.y0 <= other.y1 and other.y0 <= self.y1
