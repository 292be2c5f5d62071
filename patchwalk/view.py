"""What a model shows, as data: no model draws.

``WorldModel.view(overlays)`` returns a `View`. The board compares it with the last frame it sent, sends what changed
and draws it. Arrays are read while the frame is made, under the model's lock, and never kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Above so many turtles a view should set codes instead of turtles: they would be drawn under four pixels anyway.
MOST_TURTLES = 20_000


@dataclass(frozen=True, slots=True)
class Swatch:
    """One named colour of a palette.

    Attributes:
        name: what the code says (`"wall"`).
        label: what the legend says (`"wall"`); empty keeps it out of the legend.
        light: colour on a light page, `#rrggbb`.
        dark: colour on a dark page.
        pattern: `""`, `"hatched"` or `"dotted"`: a form beside the colour, for those who see no hue.
        sign: what stands on such patches, for the legend.
    """

    name: str
    label: str
    light: str
    dark: str
    pattern: str = ""
    sign: str = ""


@dataclass(frozen=True)
class Palette:
    """The colours of a model's codes, in the order of the codes.

    Attributes:
        swatches: code k is `swatches[k]`; at most 256.
    """

    swatches: tuple[Swatch, ...]

    def __post_init__(self) -> None:
        """Refuse what the board could not show."""
        names = [swatch.name for swatch in self.swatches]
        if len(set(names)) != len(names) or not 1 <= len(names) <= 256:
            raise ValueError(f"a palette has 1 to 256 swatches with different names, not {names}")

    def code(self, name: str) -> int:
        """The code of the swatch called `name`.

        Raises:
            KeyError: there is none.
        """
        for code, swatch in enumerate(self.swatches):
            if swatch.name == name:
                return code
        raise KeyError(name)

    def codes(self) -> Mapping[str, int]:
        """All names with their codes."""
        return {swatch.name: code for code, swatch in enumerate(self.swatches)}


@dataclass(frozen=True, slots=True)
class Ramp:
    """Colours for `View.shade`: 0 stands for the first, 254 for the last, mixed between; 255 is "no shade here".

    Attributes:
        label: what the legend says about it (`"mine in 0 to 100 % of layouts"`).
        light: at least two colours.
        dark: the same number of colours.
    """

    label: str
    light: tuple[str, ...]
    dark: tuple[str, ...]


NO_SHADE = 255


class Glyph(IntEnum):
    """Signs that the board can draw on a patch, crisp at every zoom. `0` is none.

    `PERCENT + p` for p = 0 … 100 writes a percentage. `ARROW + d` is an arrow in the world's direction d.
    `DIGIT + n` for n = 1 … 8 writes a digit in its own colour.
    """

    NONE = 0
    DIGIT = 0
    FLAG = 9
    QUESTION = 10
    MINE = 11
    MINE_HIT = 12
    FLAG_WRONG = 13
    SAFE = 14
    CERTAIN_MINE = 15
    ARROW = 16
    START = 32
    GOAL = 33
    KEY = 34
    NO_ENTRY = 35
    ICE = 36
    DARK = 37
    WARP = 38
    WARP_END = 39
    STAIRS = 40
    CROSS = 41
    DOT = 42
    TARGET = 43
    PERCENT = 100


class Edge(IntEnum):
    """Kinds in `View.edges`. A one-way edge may be passed only leaving the patch on whose row it stands."""

    OPEN = 0
    WALL = 1
    DOOR = 2
    LOCKED = 3
    ONE_WAY = 4
    STOP = 5  # a red signal: a bar across the lane


SHAPES = ("turtle", "drop", "circle", "car", "square")


@dataclass(slots=True)
class Turtles:
    """The turtles to draw, one row each; all arrays have the same length n.

    Attributes:
        id: int32, the same turtle keeps its id from frame to frame (for smooth moves and for following).
        x: float32, centre in patch units.
        y: float32.
        heading: float32, degrees clockwise from up.
        shape: uint8, index into `SHAPES`.
        color: uint8, code of the model's palette.
        smooth: whether moves between frames are tweened.
    """

    id: NDArray[np.int32]
    x: NDArray[np.float32]
    y: NDArray[np.float32]
    heading: NDArray[np.float32]
    shape: NDArray[np.uint8]
    color: NDArray[np.uint8]
    smooth: bool = True

    @classmethod
    def of(cls, turtles: Iterable[Any], palette: Palette, *, smooth: bool = True) -> Turtles:
        """The turtles of a model as they stand: each in its own `shape` and `color`.

        Args:
            turtles: `patchwalk.turtle.Turtle`s of one model, in the order in which they are drawn.
            palette: has the names of their colours.
            smooth: whether moves between frames are tweened.

        Raises:
            KeyError: the palette has no such colour.
        """
        shown = list(turtles)
        codes = palette.codes()
        patches = np.array([turtle.patch for turtle in shown], dtype=np.int64)
        x, y = shown[0].model.world.center(patches) if shown else (patches, patches)
        return cls(
            id=np.array([turtle.unique_id for turtle in shown], dtype=np.int32),
            x=np.asarray(x, dtype=np.float32),
            y=np.asarray(y, dtype=np.float32),
            heading=np.array([turtle.heading for turtle in shown], dtype=np.float32),
            shape=np.array([SHAPES.index(turtle.shape) for turtle in shown], dtype=np.uint8),
            color=np.array([codes[turtle.color] for turtle in shown], dtype=np.uint8),
            smooth=smooth,
        )


@dataclass(frozen=True, slots=True)
class Line:
    """A line over the patches (a way, a warp, the border of a floor).

    Attributes:
        points: float32 (k, 2), patch units; NaN rows cut it into pieces.
        color: name of a swatch of the palette.
        width: in patch units.
        style: `"solid"`, `"dashed"` or `"dotted"`.
        arrow: whether the last piece ends in an arrow head.
        casing: whether a rim in the ground's colour keeps it readable.
        fill: name of a swatch to fill the closed line with, half seen through (an area), or empty.
        text: what is written into the upper left corner of what the line frames, where there is room; or empty.
    """

    points: NDArray[np.float32]
    color: str
    width: float = 0.25
    style: str = "solid"
    arrow: bool = False
    casing: bool = True
    fill: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A ring round one patch (the patch asked about, the walker that is followed).

    Attributes:
        patch: int.
        color: name of a swatch, or empty for the focus colour.
        turtle: id of the turtle with which the ring moves, while it is one of the view's; -1 for none.
        follow: whether a board that shows only a part of the world scrolls along with it.
    """

    patch: int
    color: str = ""
    turtle: int = -1
    follow: bool = False


@dataclass(slots=True)
class View:
    """One picture, as data.

    Attributes:
        codes: uint8 (height, width), palette codes; row 0 is y = 0.
        shade: uint8 (height, width) into the model's ramp, 255 for none; or None.
        glyphs: uint8 (height, width) of `Glyph`; or None.
        edges: uint8 (patches, directions) of `Edge`; or None.
        links: uint8 (patches,), a bit for each direction with an edge of the graph; or None.
        turtles: or None.
        lines: drawn in this order, above patches and below turtles.
        lines_version: lines are sent again only when it changes.
        marks: rings round patches.
    """

    codes: NDArray[np.uint8]
    shade: NDArray[np.uint8] | None = None
    glyphs: NDArray[np.uint8] | None = None
    edges: NDArray[np.uint8] | None = None
    links: NDArray[np.uint8] | None = None
    turtles: Turtles | None = None
    lines: Sequence[Line] = ()
    lines_version: int = 0
    marks: Sequence[Mark] = ()
    extra: dict[str, Any] = field(default_factory=dict)
