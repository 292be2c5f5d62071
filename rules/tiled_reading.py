"""Reading maps from Tiled JSON, by the convention in `rules.tiled`. Strict: what is not understood is refused."""

from __future__ import annotations

from reprlib import repr as short
from typing import Any

import numpy as np
from numpy.typing import NDArray

from patchwalk.world import World, make_world, rows_from_top
from rules.map_codes import COLORS
from rules.maps import Map, MapError
from rules.tiled import OBJECT_LAYERS, TILE_LAYERS, Pixels, kind_names
from rules.tiled_fields import (
    Fields,
    as_object,
    choice_in,
    either,
    list_in,
    number_in,
    parse_json,
    properties_in,
    whole_in,
)
from rules.tiled_objects import READERS

LAYER_TYPES = dict.fromkeys(TILE_LAYERS, "tilelayer") | dict.fromkeys(OBJECT_LAYERS, "objectgroup")

# Tiled keeps flips and turns of a tile in the highest bits of its number.
TURNED_BITS = 0xF000_0000
MOST_TILE = 0x0FFF_FFFF

Codes = NDArray[np.int64]


def read_tiled(data: bytes, limit: int) -> Map:
    """Read a `.tmj` file.

    Args:
        data: what is in it.
        limit: the most patches.

    Raises:
        MapError: it is no such file; the message says where, what is wrong and what would be right.
    """
    document = parse_json(data)
    world, pixels = _world(document, limit)
    layers = _layers(document)
    kinds, colors = _tilesets(document, world)
    drawn = Map(world)
    kind = _tiles(layers["kind"], "kind", world, kinds, f"kinds are {either(kind_names(world))}")
    color = None
    if "colour" in layers:
        said = f"colours are 1 to {COLORS}, or no tile"
        color = _tiles(layers["colour"], "colour", world, colors | {0: 0}, said)
    drawn.fill(kind=kind, color=color)
    for name in OBJECT_LAYERS:
        if name in layers:
            READERS[name](drawn, list_in(layers[name], "objects", f"layer {name!r}"), pixels)
    return drawn


def _world(document: Fields, limit: int) -> tuple[World, Pixels]:
    where = "the map"
    choice_in(document, "type", where, ["map"])
    orientation = choice_in(document, "orientation", where, ["orthogonal", "hexagonal"])
    if document.get("infinite", False) is not False:
        raise MapError("the map is infinite: in Tiled take away Map > Map Properties > Infinite")
    width, height = (whole_in(document, name, where, 1) for name in ("width", "height"))
    if width * height > limit:
        raise MapError(f"the map has {width} x {height} patches, which are too many: at most {limit:,}")
    tile_width, tile_height = (whole_in(document, name, where, 1, 10_000) for name in ("tilewidth", "tileheight"))
    properties = properties_in(document, where, {"neighbors": int})
    if orientation == "orthogonal":
        neighbors = choice_in(properties, "neighbors", where, [4, 8], 8)
        world = make_world("square", width, height, neighbors=neighbors)
        return world, Pixels.of(world, tile_width, tile_height, 0)
    choice_in(properties, "neighbors", where, [6], 6)
    if document.get("staggeraxis") != "x":
        raise MapError(
            f"the map: staggeraxis is {short(document.get('staggeraxis'))}, but hexes here stand in shifted columns: "
            "take 'x' (Tiled: Map Properties > Stagger Axis)"
        )
    if document.get("staggerindex") != "odd":
        raise MapError(
            f"the map: staggerindex is {short(document.get('staggerindex'))}, but columns 1, 3, 5, … are the lower "
            "ones here: take 'odd' (Tiled: Map Properties > Stagger Index)"
        )
    side = whole_in(document, "hexsidelength", where, 0, tile_width)
    world = make_world("hex", width, height)
    return world, Pixels.of(world, tile_width, tile_height, side)


def _layers(document: Fields) -> dict[str, Fields]:
    found: dict[str, Fields] = {}
    for number, value in enumerate(list_in(document, "layers", "the map"), 1):
        layer = as_object(value, f"layer {number}")
        name = layer.get("name")
        where = f"layer {short(name)}"
        if not isinstance(name, str) or name not in LAYER_TYPES:
            raise MapError(f"{where} is unknown: layers are {either(LAYER_TYPES)}; rename or delete it")
        if name in found:
            raise MapError(f"there are two layers {name!r}: leave one of them")
        choice_in(layer, "type", where, [LAYER_TYPES[name]])
        if any(number_in(layer, offset, where, 0) for offset in ("offsetx", "offsety", "x", "y")):
            raise MapError(f"{where} is moved aside: set its offset to 0, 0")
        found[name] = layer
    if "kind" not in found:
        raise MapError("there is no layer 'kind': a map needs this tile layer, with a kind for every patch")
    return found


def _tilesets(document: Fields, world: World) -> tuple[dict[int, int], dict[int, int]]:
    """What each tile means: codes of kinds, and colours, by the number that a layer holds."""
    names = kind_names(world)
    kinds: dict[int, int] = {}
    colors: dict[int, int] = {}
    for number, value in enumerate(list_in(document, "tilesets", "the map"), 1):
        tileset = as_object(value, f"tileset {number}")
        where = f"tileset {short(tileset.get('name', number))}"
        if "source" in tileset:
            raise MapError(f"{where} is another file: embed it (Tiled: Tilesets > Embed Tileset)")
        first = whole_in(tileset, "firstgid", where, 1, MOST_TILE)
        for entry in list_in(tileset, "tiles", where, needed=False):
            tile = as_object(entry, f"{where}: a tile")
            place = whole_in(tile, "id", where, 0, MOST_TILE)
            said = f"{where}, tile {place}"
            means = properties_in(tile, said, {"kind": str, "colour": int})
            if first + place in kinds or first + place in colors:
                raise MapError(
                    f"{said}: its number, {first + place}, means another tile already: let tilesets lie apart"
                )
            if "kind" in means:
                choice_in(means, "kind", said, names)
                kinds[first + place] = names[means["kind"]]
            if "colour" in means:
                colors[first + place] = whole_in(means, "colour", said, 1, COLORS)
    return kinds, colors


def _tiles(layer: Fields, name: str, world: World, codes: dict[int, int], right: str) -> Codes:
    """The codes that a tile layer holds, (height, width), row 0 being y = 0."""
    where = f"layer {name!r}"
    _check_plain(layer, where)
    for length, found in (("width", world.width), ("height", world.height)):
        if whole_in(layer, length, where, 1) != found:
            raise MapError(f"{where}: its {length} is {layer[length]}, but that of the map is {found}")
    data = list_in(layer, "data", where)
    if len(data) != world.size:
        raise MapError(f"{where} has {len(data)} tiles: {world.size} are needed, {world.width} x {world.height}")
    tiles = _numbers(data, where, world)
    numbers, places = np.unique(tiles, return_index=True)
    for number, place in sorted(zip(numbers.tolist(), places.tolist(), strict=True), key=lambda pair: pair[1]):
        if number not in codes:
            raise MapError(f"{where}{_at(place, world)}: {_unknown(number, name)}; {right}")
    table = np.array([codes[number] for number in numbers.tolist()], dtype=np.int64)
    return rows_from_top(table[np.searchsorted(numbers, tiles)].reshape(world.shape))


def _check_plain(layer: Fields, where: str) -> None:
    """Layers have to hold their tiles as a list of numbers."""
    advice = "in Tiled take Map Properties > Tile Layer Format: CSV"
    if "chunks" in layer:
        raise MapError(f"{where} is infinite, in chunks: take away Map Properties > Infinite in Tiled")
    if layer.get("compression", "") != "":
        raise MapError(f"{where} is compressed ({short(layer['compression'])}): {advice}")
    if layer.get("encoding", "csv") != "csv":
        raise MapError(f"{where} is encoded ({short(layer['encoding'])}): {advice}")


def _numbers(data: list[Any], where: str, world: World) -> Codes:
    """The numbers of tiles in a layer, as an array."""
    largest = TURNED_BITS + MOST_TILE
    if set(map(type, data)) != {int} or min(data) < 0 or max(data) > largest:
        place = next(at for at, number in enumerate(data) if type(number) is not int or not 0 <= number <= largest)
        raise MapError(f"{where}{_at(place, world)}: {short(data[place])} is no number of a tile")
    return np.array(data, dtype=np.int64)


def _unknown(number: int, name: str) -> str:
    if number & TURNED_BITS:
        return "the tile is flipped or turned, which means nothing here: put it straight"
    if not number:
        return "there is no tile"
    return f"tile {number} has no property {name!r}"


def _at(place: int, world: World) -> str:
    """A place in a list of tiles as Tiled shows it, and as the patch it is."""
    row, column = divmod(place, world.width)
    return f" at column {column}, row {row} from the top, patch ({column}, {world.height - 1 - row})"
