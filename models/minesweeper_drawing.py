"""Pictures and text of a minefield without a page, for the environment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from models.minesweeper_page import PALETTE
from rules.mine_rules import FLAG, QUESTION

if TYPE_CHECKING:
    from models.minesweeper import MinesweeperModel
    from patchwalk.world import World

PIXELS = 16  # a patch
GAP = 0.46  # patches end so far from their centre, of 0.5

# Figures and signs, three wide and five high: a bit a pixel, the top row in the highest bits.
FIGURES = {
    "1": 0b010_110_010_010_111,
    "2": 0b110_001_010_100_111,
    "3": 0b110_001_010_001_110,
    "4": 0b101_101_111_001_001,
    "5": 0b111_100_110_001_110,
    "6": 0b011_100_111_101_111,
    "7": 0b111_001_010_010_010,
    "8": 0b111_101_111_101_111,
    "F": 0b111_110_100_100_100,
    "?": 0b110_001_010_000_010,
    "*": 0b101_010_111_010_101,
}
INKS = {
    "1": "1D58B8",
    "2": "1B6B38",
    "3": "B4231A",
    "4": "4A2C9E",
    "5": "7F3A10",
    "6": "0B6674",
    "7": "17201E",
    "8": "5A635F",
    "F": "A8231B",
    "?": "47534F",
    "*": "17201E",
}
BEYOND, LINES = "FFFFFF", "C9D2CE"


def sign_of(model: MinesweeperModel, patch: int) -> str:
    """One letter for what one sees on a patch: a figure, a space for none, `#`, `F`, `?`, and `*` for a shown mine."""
    number, mark = int(model.shown.flat[patch]), int(model.field.marks.flat[patch])
    if number >= 0:
        return str(number) if number else " "
    if model.state == "lost" and model.layout.flat[patch]:
        return "*"
    return {FLAG: "F", QUESTION: "?"}.get(mark, "#")


def as_text(model: MinesweeperModel) -> str:
    """The board as lines of text, top row first. Odd columns of hexes stand a line lower, since they lie lower."""
    world = model.world
    signs = np.array([sign_of(model, patch) for patch in range(world.size)]).reshape(world.shape)[::-1]
    if world.grid == "square":
        return "\n".join(" ".join(row) for row in signs.tolist()) + "\n"
    lines = np.full((2 * world.height + 1, world.width), " ")
    lines[0:-1:2, 0::2] = signs[:, 0::2]
    lines[1::2, 1::2] = signs[:, 1::2]
    return "\n".join(" ".join(row).rstrip() for row in lines.tolist()) + "\n"


class Drawing:
    """Draws boards of one world, pixel by pixel."""

    def __init__(self, world: World) -> None:
        """Find out once to which patch each pixel belongs."""
        self.world = world
        left, bottom, right, top = world.extent
        columns, rows = (round((end - start) * PIXELS) for start, end in ((left, right), (bottom, top)))
        x = left + (np.arange(columns) + 0.5) / PIXELS
        y = top - (np.arange(rows) + 0.5) / PIXELS
        xs, ys = np.meshgrid(x, y)
        self.patches = world.patches_at(xs, ys)
        inside = self.patches >= 0
        center_x, center_y = world.center(np.maximum(self.patches, 0))
        angles = np.radians([world.headings[side] for side in world.sides])
        reach = [(xs - center_x) * np.sin(angle) + (ys - center_y) * np.cos(angle) for angle in angles]
        self.lines = inside & (np.max(reach, axis=0) > GAP)
        every = np.arange(world.size)
        at_x, at_y = world.center(every)
        self.columns = np.rint((at_x - left) * PIXELS).astype(int)
        self.rows = np.rint((top - at_y) * PIXELS).astype(int)

    def image(self, model: MinesweeperModel) -> NDArray[np.uint8]:
        """The board as it is seen: uint8 (pixels, pixels, 3)."""
        colors = {swatch.name: _rgb(swatch.light[1:]) for swatch in PALETTE.swatches}
        closed = model.shown.reshape(-1) < 0
        ground = np.where(closed[:, np.newaxis], colors["hidden"], colors["open"])
        if model.field.hit >= 0:
            ground[model.field.hit] = colors["hint-mine"]
        picture = ground[np.maximum(self.patches, 0)].astype(np.uint8)
        picture[self.lines] = _rgb(LINES)
        picture[self.patches < 0] = _rgb(BEYOND)
        for patch in range(self.world.size):
            sign = sign_of(model, patch)
            if sign in FIGURES:
                self._write(picture, patch, sign)
        return picture

    def _write(self, picture: NDArray[np.uint8], patch: int, sign: str) -> None:
        """Draw a figure, two pixels for each of its own, in the middle of a patch."""
        bits = np.array([FIGURES[sign] >> k & 1 for k in reversed(range(15))], dtype=bool).reshape(5, 3)
        large = np.kron(bits, np.ones((2, 2), dtype=bool))
        row, column = self.rows[patch] - 5, self.columns[patch] - 3
        picture[row : row + 10, column : column + 6][large] = _rgb(INKS[sign])


def _rgb(color: str) -> NDArray[np.uint8]:
    return np.frombuffer(bytes.fromhex(color), dtype=np.uint8)
