"""Maps as Tiled JSON: written and read back the same, accepted by others, and anything else refused with words."""

import contextlib
import json
import random
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patchwalk.world import make_world
from rules.mapfile import map_bytes, read_map, write_map
from rules.maps import DARK, DOOR, ICE, IN, LOCKED, OUT, SOLID, WALL, Map, MapError
from rules.tiled import DIRECTION_NAMES, Pixels
from tests.helpers.random_maps import fill, maps

GRIDS = [("square", 4), ("square", 8), ("hex", 6)]


def full_map(grid="square", neighbors=8, width=8, height=6):
    """A map with something of everything."""
    drawn = Map(make_world(grid, width, height, neighbors=neighbors))
    fill(drawn, np.random.default_rng(5), share=0.5)
    drawn.set_floor("Cellar", 0, width * (height // 2) + 3)
    drawn.set_floor("Attic", width, drawn.world.size - 3, loop=False)
    return drawn


def document_of(drawn):
    return json.loads(map_bytes(drawn, "x.tmj"))


def read(document, limit=10_000):
    return read_map("x.tmj", json.dumps(document).encode(), limit=limit)


# --- round trips ---


@given(maps())
@settings(max_examples=100)
def test_a_map_written_and_read_back_is_equal(drawn):
    assert read_map("x.tmj", map_bytes(drawn, "x.tmj")) == drawn


@pytest.mark.parametrize(("grid", "neighbors"), GRIDS)
def test_pytiled_parser_accepts_what_is_written(tmp_path, grid, neighbors):
    parser = pytest.importorskip("pytiled_parser", reason="pytiled-parser is not installed (extra `test`)")
    drawn = full_map(grid, neighbors)
    write_map(drawn, tmp_path / "map.tmj")
    parsed = parser.parse_map(tmp_path / "map.tmj")
    assert parsed.map_size == (8, 6)
    assert not parsed.infinite
    assert [layer.name for layer in parsed.layers] == ["kind", "colour", "edges", "floors", "warps", "flags"]
    tiles = parsed.tilesets[1].tiles
    kinds = [[tiles[number - 1].properties["kind"] for number in row] for row in parsed.layers[0].data]
    assert kinds[-1][0] == names_of(drawn)[0]  # the top row comes first, so patch 0 is in the last one
    assert [kind for row in reversed(kinds) for kind in row] == names_of(drawn)
    assert len(parsed.layers[4].tiled_objects) == len(drawn.warps)
    if grid == "hex":
        assert (parsed.orientation, parsed.stagger_axis, parsed.stagger_index) == ("hexagonal", "x", "odd")


def names_of(drawn):
    names = {0: "floor", SOLID: "solid", ICE: "ice", DARK: "dark"}
    arrows = DIRECTION_NAMES[drawn.world.directions]
    return [names[kind] if kind in names else f"one-way {arrows[kind - 8]}" for kind in drawn.kind.tolist()]


@given(maps())
@settings(max_examples=20)
def test_pytiled_parser_accepts_any_map(tmp_path_factory, drawn):
    parser = pytest.importorskip("pytiled_parser", reason="pytiled-parser is not installed (extra `test`)")
    path = tmp_path_factory.mktemp("maps") / "map.tmj"
    write_map(drawn, path)
    assert parser.parse_map(path).map_size == (drawn.world.width, drawn.world.height)


def test_hexes_lie_where_tiled_lays_them():
    """Tiled: columns (width + side) / 2 apart, every odd one half a tile lower; y counts downwards from the top."""
    world = make_world("hex", 5, 4)
    pixels = Pixels.of(world, 32, 28, 16)
    for patch in range(world.size):
        x, y = world.xy(patch)
        column, row = x, world.height - 1 - y
        middle = (column * 24 + 16, row * 28 + 14 + (14 if column % 2 else 0))
        assert pixels.of_point(*world.center(patch)) == pytest.approx(middle)
        assert pixels.to_point(*middle) == pytest.approx(world.center(patch))


def test_a_drawn_line_need_not_be_exact():
    drawn = Map(make_world("hex", 6, 6))
    for side in range(6):
        drawn.set_edge(14, side, (WALL, DOOR, LOCKED, OUT, IN, OUT)[side])
    drawn.set_warp(3, 20)
    document = document_of(drawn)
    rng = np.random.default_rng(0)
    for layer in document["layers"][2:]:
        for thing in layer["objects"]:
            thing["x"] += rng.uniform(-3, 3)
            thing["y"] += rng.uniform(-3, 3)
            if "polyline" in thing and rng.random() < 0.5 and layer["name"] == "edges":  # drawn from the other end
                end = thing["polyline"][1]
                thing["x"], thing["y"] = thing["x"] + end["x"], thing["y"] + end["y"]
                thing["polyline"][1] = {"x": -end["x"], "y": -end["y"]}
    assert read(document) == drawn


def test_a_file_may_lack_what_it_need_not_have():
    """As someone draws it who knows only the kinds: other numbers for the tiles, and no other layer."""
    document = {
        "type": "map", "orientation": "orthogonal", "width": 3, "height": 2, "tilewidth": 16, "tileheight": 8,
        "tilesets": [
            {"firstgid": 1, "name": "other", "tiles": [{"id": 0}]},
            {"firstgid": 50, "tiles": [
                {"id": 7, "properties": [{"name": "kind", "type": "string", "value": "floor"}]},
                {"id": 2, "properties": [{"name": "kind", "type": "string", "value": "solid"}]},
            ]},
        ],
        "layers": [
            {"type": "tilelayer", "name": "kind", "width": 3, "height": 2, "data": [52, 57, 57, 57, 57, 57]},
            {"type": "objectgroup", "name": "warps", "objects": [
                {"x": 24, "y": 4, "polyline": [{"x": 0, "y": 0}, {"x": 16, "y": 8}]}
            ]},
            {"type": "objectgroup", "name": "flags", "objects": [{"x": 1, "y": 9, "point": True, "class": "S"}]},
        ],
    }  # fmt: skip
    drawn = read(document)
    assert drawn.world == make_world("square", 3, 2, neighbors=8)
    assert drawn.kind.tolist() == [0, 0, 0, SOLID, 0, 0]
    assert drawn.warps == {4: (2, True, False)}
    assert drawn.start == 0


@pytest.mark.parametrize(("grid", "neighbors"), GRIDS)
def test_a_picture_of_the_tiles_is_put_beside_a_map(tmp_path, grid, neighbors):
    image = pytest.importorskip("matplotlib.image", reason="matplotlib is not installed (extra `test`)")
    drawn = full_map(grid, neighbors)
    write_map(drawn, tmp_path / "map.tmj")
    tileset = document_of(drawn)["tilesets"][0]
    picture = image.imread(tmp_path / tileset["image"])
    assert picture.shape == (tileset["imageheight"], tileset["imagewidth"], 4)
    width, height = tileset["tilewidth"], tileset["tileheight"]
    tiles = {tile["id"]: divmod(tile["id"], tileset["columns"]) for tile in tileset["tiles"]}
    looks = {picture[y * height : (y + 1) * height, x * width : (x + 1) * width].tobytes() for y, x in tiles.values()}
    assert len(looks) == len(tiles)  # all look different
    # Hexagons leave the corners of a tile free.
    assert {float(picture[y * height, x * width, 3]) for y, x in tiles.values()} == {0.0 if grid == "hex" else 1.0}

    (tmp_path / tileset["image"]).write_bytes(b"my own")
    write_map(drawn, tmp_path / "map.tmj")
    assert (tmp_path / tileset["image"]).read_bytes() == b"my own"


def test_a_large_map_is_read_and_written():
    drawn = Map.from_solid(make_world("square", 300, 300), np.random.default_rng(0).random((300, 300)) < 0.3)
    assert read_map("x.json", map_bytes(drawn, "x.json")) == drawn


# --- what is refused ---

LAYERS = ["kind", "colour", "edges", "floors", "warps", "flags"]
TILES = ("tilesets", 0, "tiles")


def put(value, *path):
    """A change of a document: a value at a place. Names of layers stand for their numbers."""

    def change(document):
        place, keys = document, list(path)
        if keys[0] in LAYERS:
            keys[0] = LAYERS.index(keys[0])
            place = document["layers"]
        for key in keys[:-1]:
            place = place[key]
        place[keys[-1]] = value

    return change


def again(layer, number=0):
    """Give a layer one of its objects a second time."""

    def change(document):
        objects = document["layers"][LAYERS.index(layer)]["objects"]
        objects.append(objects[number])

    return change


def without(*path):
    def change(document):
        place = document
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]

    return change


REFUSED = {
    "infinite": (put(True, "infinite"), "the map is infinite: in Tiled take away"),
    "no map": (put("tileset", "type"), "the map: type is 'map', not 'tileset'"),
    "isometric": (put("isometric", "orientation"), "orientation is 'orthogonal' or 'hexagonal', not 'isometric'"),
    "too large": (put(10**7, "width"), "10000000 x 6 patches, which are too many: at most 10,000"),
    "no width": (put(0, "width"), "width is a whole number from 1 to 1000000000, not 0"),
    "true height": (put(True, "height"), "height is a whole number from 1 to 1000000000, not True"),
    "huge height": (put(10**300, "height"), "height is a whole number from 1 to 1000000000, not 1000"),
    "half a height": (put(6.0, "height"), "height is a whole number from 1 to 1000000000, not 6.0"),
    "no tile size": (without("tilewidth"), "tilewidth is a whole number from 1 to 10000, not missing"),
    "neighbors": (put(5, "properties", 0, "value"), "the map: neighbors is 4 or 8, not 5"),
    "neighbours": (
        put("neighbours", "properties", 0, "name"),
        "property 'neighbours' is unknown; known is 'neighbors'",
    ),
    "no layers": (put(None, "layers"), "the map: layers is a list, not None"),
    "odd layer": (put("color", "colour", "name"), "layer 'color' is unknown: layers are 'kind', 'colour', 'edges'"),
    "nameless layer": (put(7, "colour", "name"), "layer 7 is unknown"),
    "two layers": (put("kind", "colour", "name"), "there are two layers 'kind'"),
    "no kinds": (without("layers", 0), "there is no layer 'kind'"),
    "layer type": (put("tilelayer", "warps", "type"), "layer 'warps': type is 'objectgroup', not 'tilelayer'"),
    "moved layer": (put(3, "warps", "offsetx"), "layer 'warps' is moved aside: set its offset to 0, 0"),
    "chunks": (put([], "kind", "chunks"), "layer 'kind' is infinite, in chunks"),
    "compressed": (put("zlib", "kind", "compression"), "layer 'kind' is compressed ('zlib'): in Tiled take Map Prop"),
    "encoded": (put("base64", "colour", "encoding"), "layer 'colour' is encoded ('base64'): in Tiled take"),
    "layer size": (put(9, "kind", "width"), "layer 'kind': its width is 9, but that of the map is 8"),
    "too short": (put([1] * 47, "kind", "data"), "layer 'kind' has 47 tiles: 48 are needed, 8 x 6"),
    "data as text": (put("AAAA", "kind", "data"), "layer 'kind': data is a list, not 'AAAA'"),
    "half a tile": (
        put(1.5, "kind", "data", 9),
        "layer 'kind' at column 1, row 1 from the top, patch (1, 4): 1.5 is no",
    ),
    "huge tile": (put(10**40, "kind", "data", 0), "is no number of a tile"),
    "no tile": (
        put(0, "kind", "data", 3),
        "layer 'kind' at column 3, row 0 from the top, patch (3, 5): there is no tile",
    ),
    "unknown tile": (put(99, "kind", "data", 3), "tile 99 has no property 'kind'; kinds are 'floor', 'solid', 'ice'"),
    "colour as kind": (put(18, "kind", "data", 3), "tile 18 has no property 'kind'"),
    "kind as colour": (put(2, "colour", "data", 3), "tile 2 has no property 'colour'; colours are 1 to 8, or no tile"),
    "flipped": (put(0x8000_0001, "kind", "data", 3), "the tile is flipped or turned, which means nothing here"),
    "all solid": (put([2] * 48, "kind", "data"), "a map needs a patch of floor"),
    "unknown kind": (
        put("lava", *TILES, 2, "properties", 0, "value"),
        "tileset 'patchwalk', tile 2: kind is 'floor', 'solid', 'ice', 'dark', 'one-way N', 'one-way NE'",
    ),
    "colour 9": (put(9, *TILES, -1, "properties", 0, "value"), "tile 23: colour is a whole number from 1 to 8, not 9"),
    "kind 3": (put(3, *TILES, 2, "properties", 0, "value"), "tile 2: property 'kind' is text, not 3"),
    "tile twice": (put(0, *TILES, 1, "id"), "tile 0: its number, 1, means another tile already"),
    "tileset file": (put("a.tsx", "tilesets", 0, "source"), "tileset 'patchwalk' is another file: embed it"),
    "no tilesets": (put({}, "tilesets"), "the map: tilesets is a list, not {}"),
    "edge class": (
        put("hedge", "edges", "objects", 0, "type"),
        "type is 'wall', 'door', 'locked door' or 'one-way', not",
    ),
    "short edge": (put([{"x": 0, "y": 0}], "edges", "objects", 0, "polyline"), "is no line of two points: an edge is"),
    "edge nowhere": (put({"x": 90, "y": 90}, "edges", "objects", 0, "polyline", 1), "lies along no edge of a patch"),
    "edge off the map": (put(-500, "edges", "objects", 0, "x"), "lies along no edge of a patch: draw it from corner"),
    "edge as point": (without("layers", 2, "objects", 0, "polyline"), "is no line of two points"),
    "two edges": (again("edges"), "this edge of patch (0, 0) has another object: leave one of them"),
    "turned edge": (put(30, "edges", "objects", 0, "rotation"), "is turned: set its rotation to 0"),
    "template": (put("a.tj", "edges", "objects", 0, "template"), "is a template or a tile: draw it as a plain object"),
    "floor off the map": (put(9999, "floors", "objects", 0, "width"), "the floor 'Cellar' reaches off the map"),
    "small floor": (put(3, "floors", "objects", 0, "width"), "no patch has its centre in the floor 'Cellar'"),
    "floor width": (
        put("wide", "floors", "objects", 0, "width"),
        "width is a number, less than a billion in size, not 'wi",
    ),
    "round floor": (put(True, "floors", "objects", 0, "ellipse"), "is no rectangle: a floor is a rectangle"),
    "two floors": (again("floors"), "there are two floors 'Cellar': give one of them another name"),
    "nameless floor": (put(" ", "floors", "objects", 0, "name"), "a floor's name has 1 to 40 characters"),
    "floor of one patch": (
        lambda document: document["layers"][3]["objects"][0].update(width=32, height=32),
        "the floor 'Cellar' at (0, 3) is one patch: to loop it needs two",
    ),
    "loops overlap": (
        put(True, "floors", "objects", 1, "properties", 0, "value"),
        "the floor 'Attic', (0, 1) to (5, 5), overlaps 'Cellar', (0, 0) to (3, 3), which loops too: floors that loop",
    ),
    "loop of 1": (put(1, "floors", "objects", 0, "properties", 0, "value"), "property 'loop' is true or false, not 1"),
    "warp off the map": (
        put({"x": 320, "y": 0}, "warps", "objects", 0, "polyline", 1),
        "the warp ends off the map: let both ends lie on patches",
    ),
    "warp from outside": (put(-40, "warps", "objects", 0, "y"), "the warp begins off the map"),
    "warp onto itself": (put({"x": 0, "y": 0}, "warps", "objects", 0, "polyline", 1), "to itself leads nowhere"),
    "two warps": (again("warps"), "another warp begins: leave one of them"),
    "forced": (put("Forced", "warps", "objects", 0, "properties", 0, "name"), "property 'Forced' is unknown; known is"),
    "infinitely far": (
        put(float("inf"), "warps", "objects", 0, "x"),
        "x is a number, less than a billion in size, not inf",
    ),
    "no number": (put(float("nan"), "warps", "objects", 0, "x"), "x is a number, less than a billion in size, not nan"),
    "huge number": (put(10**400, "warps", "objects", 0, "y"), "y is a number, less than a billion in size, not 1000"),
    "unknown flag": (put("T", "flags", "objects", 0, "type"), "type is 'S', 'G', 'no-entry' or 'key', not 'T'"),
    "two starts": (put("S", "flags", "objects", 1, "type"), "there is another S at"),
    "flag twice": (again("flags", 5), "has the flag no-entry already: leave one of them"),
    "flag off the map": (put(1e6, "flags", "objects", 0, "x"), "the flag S is off the map: put it on a patch"),
    "flag as rectangle": (put(False, "flags", "objects", 0, "point"), "is no point: a flag ('S', 'G', 'no-entry' or"),
    "start on solid": (put([1] * 8 + [2] * 40, "kind", "data"), "which is solid: take a patch that is not"),
    "object": (put([7], "flags", "objects"), "layer 'flags', object 1 is no JSON object, but 7"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name):
    change, said = REFUSED[name]
    document = document_of(full_map())
    change(document)
    with pytest.raises(MapError, match=re.escape(said)) as refusal:
        read(document)
    assert str(refusal.value).startswith("x.tmj: ")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (put("y", "staggeraxis"), "staggeraxis is 'y', but hexes here stand in shifted columns: take 'x'"),
        (
            put("even", "staggerindex"),
            "staggerindex is 'even', but columns 1, 3, 5, … are the lower ones here: take 'odd'",
        ),
        (without("staggerindex"), "staggerindex is None"),
        (put(33, "hexsidelength"), "hexsidelength is a whole number from 0 to 32, not 33"),
        (put([{"name": "neighbors", "value": 4}], "properties"), "neighbors is 6, not 4"),
        (
            put("one-way E", *TILES, 5, "properties", 0, "value"),
            "kind is 'floor', 'solid', 'ice', 'dark', 'one-way N', 'one-way NE', 'one-way SE', 'one-way S', 'one-way S",
        ),
        (
            put(72, "floors", "objects", 0, "width"),
            "is 3 patches wide: on hexes one that loops has an even width, since every other column is shifted",
        ),
    ],
)
def test_what_is_refused_on_hexes(change, said):
    document = document_of(full_map("hex", 6))
    change(document)
    with pytest.raises(MapError, match=re.escape(said)):
        read(document)


def test_a_one_way_edge_leads_across_itself():
    drawn = Map(make_world("square", 3, 3))
    drawn.set_edge(4, 0, OUT)
    document = document_of(drawn)
    thing = document["layers"][2]["objects"][0]
    assert thing["properties"] == [{"name": "leads", "type": "string", "value": "N"}]
    thing["properties"][0]["value"] = "E"
    with pytest.raises(MapError, match="a one-way edge: leads is 'N' or 'S', not 'E'"):
        read(document)
    thing["properties"] = []
    with pytest.raises(MapError, match="leads is 'N' or 'S', not missing"):
        read(document)
    thing["type"] = "wall"
    thing["properties"] = [{"name": "leads", "type": "string", "value": "N"}]
    with pytest.raises(MapError, match="property 'leads' is unknown; known is none"):
        read(document)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "this is no JSON: Expecting value in line 1, character 1"),
        (b'{\n "type": map}', "this is no JSON: Expecting value in line 2, character 10"),
        (b"\xff\xfe{", "this is no JSON: byte 0 is no text"),
        (b"[]", "the file is no JSON object, but []"),
        (b"[" * 200_000, "the JSON is nested too deep"),
        (b"9" * 5000, "the JSON holds a number that is too long"),
        (b'{"type": "map", "type": "map"}', "the field 'type' stands twice in one object"),
    ],
)
def test_what_is_no_json(data, said):
    with pytest.raises(MapError, match=re.escape(said)):
        read_map("x.tmj", data)


def test_a_size_is_refused_before_anything_is_made():
    document = document_of(full_map()) | {"width": 10**9, "height": 10**9}
    with pytest.raises(MapError, match="too many"):
        read(document, limit=1_100_000)


ODD = [None, True, False, 0, -1, 3, 2**31, 2**32, 2**64, 10**400, 1.5, -0.0, 1e308, float("nan"), float("inf"), "", "x"]
ODD += ["kind", "N", "S", "wall", "\ud800", "zlib", [], {}, [[]], [None], [0] * 48, {"x": 1}, {"name": "kind"}]


def places_in(value, path=()):
    """All places in a document, but of long lists only the first few."""
    yield path
    if isinstance(value, dict | list):
        entries = value.items() if isinstance(value, dict) else list(enumerate(value))[:4]
        for key, inner in entries:
            yield from places_in(inner, (*path, key))


@pytest.mark.parametrize(("grid", "neighbors"), GRIDS)
def test_nothing_but_a_message_comes_of_a_broken_document(grid, neighbors):
    text = map_bytes(full_map(grid, neighbors, width=4, height=3), "x.tmj")
    places = list(places_in(json.loads(text)))[1:]
    rng = random.Random(1)
    for _ in range(200):
        document = json.loads(text)
        for path in rng.sample(places, k=rng.choice([1, 1, 2, 3])):
            with contextlib.suppress(KeyError, IndexError, TypeError):  # an earlier change took the place away
                put(rng.choice(ODD), *path)(document) if rng.random() < 0.8 else without(*path)(document)
        check_text(json.dumps(document).encode())


@pytest.mark.parametrize(("grid", "neighbors"), GRIDS)
def test_nothing_but_a_message_comes_of_broken_bytes(grid, neighbors):
    text = map_bytes(full_map(grid, neighbors, width=4, height=3), "x.tmj")
    rng = random.Random(2)
    for _ in range(100):
        data = bytearray(text)
        for _ in range(rng.choice([0, 1, 1, 3])):
            data[rng.randrange(len(data))] = rng.choice(b'0123456789-.eE"[]{},:ax\xff')
        check_text(bytes(data if rng.random() < 0.8 else data[: rng.randrange(len(data))]))


@given(
    st.recursive(
        st.sampled_from(ODD), lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner), max_leaves=8
    )
)
@settings(max_examples=50)
def test_nothing_but_a_message_comes_of_any_json(value):
    check_text(json.dumps(value).encode())


def check_text(data):
    """A text is refused with a message, or is a map that can be written and read back."""
    try:
        drawn = read_map("x.tmj", data, limit=10_000)
    except MapError:
        return
    assert read_map("x.tmj", map_bytes(drawn, "x.tmj")) == drawn
