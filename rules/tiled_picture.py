"""The picture of the tiles with which maps are written for Tiled: one tile for each kind of patch and each colour.

A map works without it, but Tiled then shows crosses instead of floors and walls.
"""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

from patchwalk.world import World
from rules.map_codes import ARROW, COLORS, DARK, ICE, SOLID
from rules.tiled import COLOR_TILES, TILE_COLUMNS, TILES, Pixels, kind_names, tile_size

FLOOR_COLOR, RIM, INK, ICE_INK = 0xFAFBF8, 0xC6CFCA, 0x5E6A65, 0x3F7BA3
GROUND = {SOLID: 0x3A4744, ICE: 0xCFE6F4, DARK: 0xA9B1AD}
COLOR_INKS = (0xC62828, 0xEF6C00, 0xF9C80E, 0x43A047, 0x00ACC1, 0x1E5FB8, 0x8E24AA, 0x8D6E63)

FINE = 4  # points a pixel and axis, whose mean is the pixel
RIM_WIDTH = 0.03  # patches

Coordinates = NDArray[np.float64]
Marks = NDArray[np.bool_]


def tiles_picture(world: World) -> bytes:
    """The picture of a world's tiles as a PNG, of the name `rules.tiled.picture_name` says."""
    width, height, _ = tile_size(world)
    rows = TILES // TILE_COLUMNS
    picture = np.zeros((rows * height, TILE_COLUMNS * width, 4), dtype=np.uint8)
    tiles = {code: _kind_tile(world, code) for code in kind_names(world).values()}
    tiles |= {COLOR_TILES + place: _tile(world, COLOR_INKS[place]) for place in range(COLORS)}
    for number, tile in tiles.items():
        row, column = divmod(number, TILE_COLUMNS)
        picture[row * height : (row + 1) * height, column * width : (column + 1) * width] = tile
    return _png(picture)


def _kind_tile(world: World, code: int) -> NDArray[np.uint8]:
    x, y = _points(world)
    if code >= ARROW:
        return _tile(world, FLOOR_COLOR, INK, _arrow(x, y, world.heading_of(code - ARROW)))
    if code == ICE:
        return _tile(world, GROUND[ICE], ICE_INK, (np.abs((x + y) % 0.3 - 0.15) < 0.025) & (np.hypot(x, y) < 0.3))
    return _tile(world, GROUND.get(code, FLOOR_COLOR))


def _arrow(x: Coordinates, y: Coordinates, heading: float) -> Marks:
    """The points of an arrow through the centre."""
    angle = np.radians(heading)
    along, across = x * np.sin(angle) + y * np.cos(angle), np.abs(x * np.cos(angle) - y * np.sin(angle))
    shaft = (np.abs(along + 0.1) < 0.2) & (across < 0.05)
    head = (along > 0.05) & (across < 0.7 * (0.35 - along))
    return np.asarray(head | shaft)


def _tile(world: World, ground: int, ink: int = 0, marks: Marks | bool = False) -> NDArray[np.uint8]:
    """A tile of one colour with a rim, and marks on it: (height, width, 4), red, green, blue, opacity."""
    x, y = _points(world)
    angles = np.radians([world.headings[side] for side in world.sides])
    # How far the points lie towards the nearest side; all sides are half a unit from the centre.
    out = np.max([x * np.sin(angle) + y * np.cos(angle) for angle in angles], axis=0)
    colors = np.where(np.asarray(marks), ink, np.where(out > 0.5 - RIM_WIDTH, RIM, ground))
    channels = [colors >> 16, colors >> 8 & 255, colors & 255, np.full(x.shape, 255)]
    fine = np.stack(channels, axis=-1) * (out <= 0.5)[..., np.newaxis]
    width, height, _ = tile_size(world)
    sums = fine.reshape(height, FINE, width, FINE, 4).sum(axis=(1, 3)).astype(float)
    opacity = sums[..., 3:] / 255  # in points
    tile = sums / np.maximum(opacity, 1)
    tile[..., 3:] = 255 * opacity / FINE**2
    return np.asarray(tile.round(), dtype=np.uint8)


def _points(world: World) -> tuple[Coordinates, Coordinates]:
    """The points that make up a tile, as patch units around its centre."""
    width, height, side = tile_size(world)
    pixels = Pixels.of(world, width, height, side)
    across, down = ((np.arange(length * FINE) + 0.5) / FINE - length / 2 for length in (width, height))
    x, y = np.meshgrid(across / pixels.right, -down / pixels.up)
    return x, y


def _png(picture: NDArray[np.uint8]) -> bytes:
    """An image of red, green, blue and opacity as a PNG file."""
    height, width, _ = picture.shape

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    lines = np.concatenate([np.zeros((height, 1), np.uint8), picture.reshape(height, -1)], axis=1)  # no line filter
    data = zlib.compress(lines.tobytes(), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
