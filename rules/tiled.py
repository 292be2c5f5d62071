"""Maps as Tiled JSON (`.tmj`): the convention, and writing by it. `docs/mapfile.md` tells it to people.

Tile layers `kind` and `colour` hold a tile a patch, top row first. What a tile means stands in its properties, so that
tiles may be moved about in a tileset. Object layers hold the rest, in pixels, at the places where it is to be seen:

======== ================================================ ===========================================================
layer    object                                           class and properties
======== ================================================ ===========================================================
`warps`  a line of two points, from source to target      `forced` (true), `stairs` (false)
`edges`  a line of two points, the corners of the edge    class wall, door, locked door or one-way; `leads` (a
                                                          direction: where a one-way edge lets one go)
`floors` a rectangle around centres, columns not shifted  the name is the floor's; `loop` (false)
`flags`  a point                                          class S, G, no-entry or key
======== ================================================ ===========================================================

Hexes are as ours: flat-topped, columns 1, 3, 5, … half a patch lower, which Tiled calls stagger axis x, index odd.
Counting rows from the top leaves columns alone, so this holds for every height.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from patchwalk.world import World, rows_to_top
from rules.map_codes import ARROW, COLORS, DARK, DOOR, FLOOR, ICE, IN, LOCKED, OUT, SOLID, WALL
from rules.maps import Map

Points = NDArray[np.float64]
Thing = dict[str, Any]

KINDS = {"floor": FLOOR, "solid": SOLID, "ice": ICE, "dark": DARK}
ONE_WAY = "one-way"  # "one-way NE" is the floor with this arrow
EDGES = {"wall": WALL, "door": DOOR, "locked door": LOCKED}
TILE_LAYERS = ("kind", "colour")
OBJECT_LAYERS = ("edges", "floors", "warps", "flags")

# By the number of a world's directions, clockwise from up.
DIRECTION_NAMES = {
    4: ("N", "E", "S", "W"),
    6: ("N", "NE", "SE", "S", "SW", "NW"),
    8: ("N", "NE", "E", "SE", "S", "SW", "W", "NW"),
}

# Tiles of kinds have their code as number, those of colours follow; layers hold the number + FIRST, 0 for nothing.
FIRST = 1
COLOR_TILES = 2 * ARROW
TILES = COLOR_TILES + COLORS
TILE_COLUMNS = 8

# Pixels: width and height of a tile, and the length of a hexagon's side.
SQUARE_TILE = (32, 32, 0)
HEX_TILE = (32, 28, 16)


class Pixels(NamedTuple):
    """From patch units to pixels, which count downwards, and back; for numbers and arrays alike.

    Attributes:
        left: where x = 0 is, the centre of the first column.
        low: where y = 0 is, the centre of the lowest row (of unshifted columns).
        right: pixels for a unit to the right.
        up: pixels for a unit upwards.
        column: pixels from one column to the next.
    """

    left: float
    low: float
    right: float
    up: float
    column: float

    @classmethod
    def of(cls, world: World, tile_width: float, tile_height: float, side: float) -> Pixels:
        """The pixels of a world, as Tiled lays out tiles of this size, hexagonal ones with a side of this length."""
        column = (tile_width + side) / 2 if world.grid == "hex" else tile_width
        across = column / (sqrt(3) / 2) if world.grid == "hex" else column
        return cls(tile_width / 2, (world.height - 0.5) * tile_height, across, tile_height, column)

    def of_point(self, x: Any, y: Any) -> tuple[Any, Any]:
        """Pixels of a point in patch units."""
        return self.left + x * self.right, self.low - y * self.up

    def to_point(self, pixel_x: Any, pixel_y: Any) -> tuple[Any, Any]:
        """The point in patch units at a place in pixels."""
        return (pixel_x - self.left) / self.right, (self.low - pixel_y) / self.up


def kind_names(world: World) -> dict[str, int]:
    """The kinds of patches of a world by name, with their codes."""
    arrows = {f"{ONE_WAY} {name}": ARROW + place for place, name in enumerate(DIRECTION_NAMES[world.directions])}
    return KINDS | arrows


def tile_size(world: World) -> tuple[int, int, int]:
    """The size of the tiles that we write: width, height, length of a side (0 on squares), in pixels."""
    return HEX_TILE if world.grid == "hex" else SQUARE_TILE


def picture_name(world: World) -> str:
    """The file in which Tiled looks for the picture of our tiles, beside the map."""
    return f"patchwalk-{world.grid}-{world.directions}.png"


def tiled_bytes(drawn: Map) -> bytes:
    """A map as the text of a `.tmj` file."""
    return json.dumps(_document(drawn), separators=(",", ":")).encode("ascii")


def _document(drawn: Map) -> dict[str, Any]:
    world = drawn.world
    width, height, side = tile_size(world)
    hexes = {"hexsidelength": side, "staggeraxis": "x", "staggerindex": "odd"} if world.grid == "hex" else {}
    layers = [_tile_layer(drawn, name) for name in TILE_LAYERS]
    pixels = Pixels.of(world, width, height, side)
    writers = {"edges": _edges, "floors": _floors, "warps": _warps, "flags": _flags}
    objects = 0
    for name in OBJECT_LAYERS:
        written = list(writers[name](drawn, pixels))
        layers.append(_object_layer(name, written, objects + 1))
        objects += len(written)
    for number, layer in enumerate(layers, 1):
        layer["id"] = number
    return {
        "type": "map",
        "version": "1.10",
        "tiledversion": "1.10.2",
        "orientation": "hexagonal" if world.grid == "hex" else "orthogonal",
        "renderorder": "right-down",
        "width": world.width,
        "height": world.height,
        "tilewidth": width,
        "tileheight": height,
        **hexes,
        "infinite": False,
        "compressionlevel": -1,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": objects + 1,
        "properties": [] if world.grid == "hex" else [_property("neighbors", world.directions)],
        "tilesets": [_tileset(world)],
        "layers": layers,
    }


# --- tiles ---


def _tileset(world: World) -> dict[str, Any]:
    width, height, _ = tile_size(world)
    tiles = [
        {"id": code, "type": "kind", "properties": [_property("kind", name)]}
        for name, code in kind_names(world).items()
    ]
    tiles += [
        {"id": COLOR_TILES + color - 1, "type": "colour", "properties": [_property("colour", color)]}
        for color in range(1, COLORS + 1)
    ]
    return {
        "firstgid": FIRST,
        "name": "patchwalk",
        "tilewidth": width,
        "tileheight": height,
        "tilecount": TILES,
        "columns": TILE_COLUMNS,
        "spacing": 0,
        "margin": 0,
        "image": picture_name(world),
        "imagewidth": TILE_COLUMNS * width,
        "imageheight": TILES // TILE_COLUMNS * height,
        "tiles": tiles,
    }


def _tile_layer(drawn: Map, name: str) -> dict[str, Any]:
    world = drawn.world
    if name == "kind":
        tiles = drawn.kind.astype(np.int64) + FIRST
    else:
        tiles = np.where(drawn.color > 0, drawn.color.astype(np.int64) - 1 + COLOR_TILES + FIRST, 0)
    return {
        "type": "tilelayer",
        "name": name,
        "visible": True,
        "opacity": 1 if name == "kind" else 0.5,
        "x": 0,
        "y": 0,
        "width": world.width,
        "height": world.height,
        "data": rows_to_top(tiles.reshape(world.shape)).ravel().tolist(),
    }


# --- objects ---


def _edges(drawn: Map, pixels: Pixels) -> Iterator[Thing]:
    world, names = drawn.world, DIRECTION_NAMES[drawn.world.directions]
    by_code = {code: name for name, code in EDGES.items()}
    patches, directions = np.nonzero(drawn.edges)
    centers = np.column_stack(world.center(patches))
    # Corners k and k + 1 end the edge of side -k.
    corner = -np.searchsorted(world.sides, directions) % len(world.sides)
    starts, ends = (centers + world.outline[place % len(world.sides)] for place in (corner, corner + 1))
    codes = drawn.edges[patches, directions].tolist()
    for line, direction, kind in zip(_lines(pixels, starts, ends), directions.tolist(), codes, strict=True):
        if kind in (OUT, IN):
            leads = direction if kind == OUT else world.opposite(direction)
            yield line | {"type": ONE_WAY, "properties": [_property("leads", names[leads])]}
        else:
            yield line | {"type": by_code[kind]}


def _floors(drawn: Map, pixels: Pixels) -> Iterator[Thing]:
    for floor in drawn.floors:
        left = pixels.left + (floor.x0 - 0.5) * pixels.column
        top = pixels.low - (floor.y1 + 0.5) * pixels.up
        width, height = floor.columns * pixels.column, floor.rows * pixels.up
        yield {
            "name": floor.name,
            "type": "floor",
            "x": left,
            "y": top,
            "width": width,
            "height": height,
            "properties": [_property("loop", floor.loop)],
        }


def _warps(drawn: Map, pixels: Pixels) -> Iterator[Thing]:
    warps = sorted(drawn.warps.items())
    patches = np.array([(source, warp.target) for source, warp in warps], dtype=np.int64).reshape(-1, 2)
    starts, ends = (np.column_stack(drawn.world.center(end)) for end in patches.T)
    for line, (_, warp) in zip(_lines(pixels, starts, ends), warps, strict=True):
        properties = [_property("forced", warp.forced), _property("stairs", warp.stairs)]
        yield line | {"type": "warp", "properties": properties}


def _flags(drawn: Map, pixels: Pixels) -> Iterator[Thing]:
    places = {
        "S": [] if drawn.start is None else [drawn.start],
        "G": [] if drawn.goal is None else [drawn.goal],
        "no-entry": np.flatnonzero(drawn.no_entry),
        "key": np.flatnonzero(drawn.keys),
    }
    for flag, patches in places.items():
        centers = drawn.world.center(np.asarray(patches, dtype=np.int64))
        for x, y in _rounded(np.column_stack(pixels.of_point(*centers))):
            yield {"type": flag, "point": True, "x": x, "y": y}


def _object_layer(name: str, objects: list[Thing], first: int) -> dict[str, Any]:
    plain = {"name": "", "width": 0, "height": 0, "rotation": 0, "visible": True}
    return {
        "type": "objectgroup",
        "name": name,
        "visible": True,
        "opacity": 1,
        "x": 0,
        "y": 0,
        "draworder": "index",
        "objects": [{"id": number} | plain | thing for number, thing in enumerate(objects, first)],
    }


def _lines(pixels: Pixels, starts: Points, ends: Points) -> Iterator[Thing]:
    """Lines between points in patch units, (lines, 2) each."""
    first, last = (np.column_stack(pixels.of_point(*points.T)) for points in (starts, ends))
    for (x, y), (across, down) in zip(_rounded(first), _rounded(last - first), strict=True):
        yield {"x": x, "y": y, "polyline": [{"x": 0, "y": 0}, {"x": across, "y": down}]}


def _rounded(pixels: Points) -> list[list[float]]:
    """Numbers without the noise of their last digits, and without minus zero."""
    rounded: list[list[float]] = (np.round(pixels, 4) + 0.0).tolist()
    return rounded


def _property(name: str, value: bool | int | str) -> dict[str, Any]:
    return {"name": name, "type": {bool: "bool", int: "int", str: "string"}[type(value)], "value": value}
