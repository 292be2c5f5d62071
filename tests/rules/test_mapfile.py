"""Maps from and to files by the ending of their names, and the Moving AI format."""

import random
import re

import numpy as np
import pytest
from hypothesis import given, settings

from patchwalk.world import make_world
from rules.mapfile import MOST_PATCHES, lost_in, map_bytes, read_map, read_scen, write_map
from rules.maps import ARROW, DARK, ICE, OUT, SOLID, Map, MapError
from tests.helpers.random_maps import maps

SMALL = b"type octile\nheight 3\nwidth 4\nmap\n.@..\n.T.G\nS@OW\n"


def solid_rows(drawn):
    """Rows of a map, top row first."""
    rows = (drawn.kind == SOLID).reshape(drawn.world.shape)[::-1]
    return ["".join("@" if solid else "." for solid in row) for row in rows]


# --- endings ---


@pytest.mark.parametrize("name", ["map.tmj", "map.json", "map.map", "MAP.TMJ"])
def test_the_ending_tells_the_format(tmp_path, name):
    drawn = Map.from_solid(make_world("square", 4, 3, neighbors=8), np.eye(3, 4) > 0)
    write_map(drawn, tmp_path / name)
    assert read_map(tmp_path / name) == drawn
    assert read_map(str(tmp_path / name)) == drawn
    assert read_map(name, (tmp_path / name).read_bytes()) == drawn
    assert map_bytes(drawn, name) == (tmp_path / name).read_bytes()


@pytest.mark.parametrize("name", ["map.tmx", "map", "map.scen", ".map", "", "map.tmj.gz"])
def test_other_endings_are_refused(name, tmp_path):
    drawn = Map(make_world("square", 3, 3))
    said = r"has an ending that is not known: maps are \.tmj \(Tiled, saved as JSON; \.json too\) or \.map"
    for refused in (
        lambda: read_map(name, b""),
        lambda: write_map(drawn, tmp_path / name if name else ""),
        lambda: map_bytes(drawn, name),
        lambda: lost_in(drawn, name),
    ):
        with pytest.raises(MapError, match=said):
            refused()
    assert not list(tmp_path.iterdir())


def test_a_missing_file_is_not_called_broken(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_map(tmp_path / "none.map")


def test_messages_begin_with_the_name_of_the_file(tmp_path):
    (tmp_path / "broken.map").write_bytes(b"type octile\n")
    with pytest.raises(MapError, match=r"^broken\.map: line 2 of a \.map file is 'height' and its value, not the end"):
        read_map(tmp_path / "broken.map")


def test_a_refused_map_leaves_the_file_that_was_there(tmp_path):
    (tmp_path / "map.map").write_bytes(SMALL)
    with pytest.raises(MapError, match=r"a \.map file holds squares, and this map has hexes: take the ending \.tmj"):
        write_map(Map(make_world("hex", 4, 4)), tmp_path / "map.map", lossy=True)
    assert (tmp_path / "map.map").read_bytes() == SMALL


# --- Moving AI maps ---


def test_letters_of_moving_ai_maps():
    drawn = read_map("x.map", SMALL)
    assert drawn.world == make_world("square", 4, 3, neighbors=8)
    assert solid_rows(drawn) == [".@..", ".@..", ".@@@"]
    assert drawn.kind[0] == 0  # the top row comes first, so patch 0 is the S at the start of the last one
    assert drawn.version == 0


@pytest.mark.parametrize(
    "text",
    [
        SMALL.replace(b"\n", b"\r\n"),
        SMALL.rstrip(b"\n"),
        SMALL + b"\n\n",
        b"\xef\xbb\xbf" + SMALL,
        SMALL.replace(b"height 3", b"height   3 "),
    ],
)
def test_line_ends_and_blanks_do_not_matter(text):
    assert read_map("x.map", text) == read_map("x.map", SMALL)


def test_type_tile_has_four_neighbours():
    assert read_map("x.map", SMALL.replace(b"octile", b"tile")).world.directions == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "line 1 of a .map file is 'type' and its value, not ''"),
        (SMALL.replace(b"type octile\n", b""), "line 1 of a .map file is 'type' and its value, not 'height 3'"),
        (SMALL.replace(b"octile", b"hexes"), "line 1: type 'hexes' is unknown: octile or tile"),
        (SMALL.replace(b"height 3", b"height -3"), "line 2: this is a whole number, 1 or more, not '-3'"),
        (SMALL.replace(b"height 3", b"height 0"), "line 2: this is a whole number, 1 or more, not '0'"),
        (SMALL.replace(b"width 4", b"width four"), "line 3: this is a whole number, 1 or more, not 'four'"),
        (SMALL.replace(b"width 4", b"width 4 5"), "line 3 of a .map file is 'width' and its value, not 'width 4 5'"),
        (SMALL.replace(b"width 4", b"width " + b"9" * 5000), "line 3: this is a whole number, 1 or more, not '9999"),
        (SMALL.replace(b"width 4", "width ４".encode()), "line 3: this is a whole number"),
        (SMALL.replace(b"map\n", b""), "line 4 of a .map file is 'map', not '.@..'"),
        (SMALL.replace(b"height 3", b"height 4"), "the heading says height 4, but 3 rows follow: make them 4"),
        (SMALL.replace(b"height 3", b"height 2"), "the heading says height 2, but 3 rows follow: make them 2"),
        (SMALL.replace(b".T.G", b".T."), "line 6 has 3 characters: every row needs 4, as the heading says"),
        (
            SMALL.replace(b"S@OW", b"S@Ox"),
            "line 7, character 4: 'x' is unknown; . G S can be walked on, @ O T W cannot",
        ),
        (SMALL.replace(b"S@OW", "S@O😀".encode()), "line 7, character 4: '😀' is unknown"),
        (SMALL.replace(b"S@OW", b"S@O\xff"), "is no text: maps and scenarios are plain text"),
        (b"type octile\nheight 1\nwidth 1\nmap\n@\n", "a map needs a patch of floor"),
        (b"type octile\nheight 99999\nwidth 99999\nmap\n", "99999 x 99999 patches are too many: at most 1,100,000"),
    ],
)
def test_what_is_refused_in_moving_ai_maps(text, said):
    with pytest.raises(MapError, match=re.escape(said)):
        read_map("x.map", text)


def test_the_limit_may_be_set():
    assert read_map("x.map", SMALL, limit=12).world.size == 12
    with pytest.raises(MapError, match="4 x 3 patches are too many: at most 11"):
        read_map("x.map", SMALL, limit=11)
    assert MOST_PATCHES >= 1_048_576


@given(maps(grids=(("square", 4), ("square", 8))))
@settings(max_examples=60)
def test_a_map_is_equal_when_read_back_or_what_is_lost_is_said(drawn):
    lost = lost_in(drawn, "x.map")
    back = read_map("x.map", map_bytes(drawn, "x.map", lossy=True))
    assert (back == drawn) == (not lost)
    assert back.world == drawn.world
    assert solid_rows(back) == solid_rows(drawn)
    if lost:
        with pytest.raises(MapError, match=re.escape(f"a .map file cannot hold {', '.join(lost)}: take the ending")):
            map_bytes(drawn, "x.map")
    else:
        assert map_bytes(drawn, "x.map") == map_bytes(drawn, "x.map", lossy=True)
    assert lost_in(drawn, "x.tmj") == []


def test_what_a_moving_ai_map_cannot_hold():
    drawn = Map(make_world("square", 4, 3))
    assert lost_in(drawn, "x.map") == []
    for patch, kind in ((1, ICE), (2, DARK), (3, ARROW)):
        drawn.set_kind(patch, kind)
    drawn.set_color(4, 2)
    drawn.set_no_entry(5)
    drawn.set_key(6)
    drawn.set_edge(7, 2, OUT)
    drawn.set_warp(8, 0)
    drawn.set_floor("Cellar", 0, 5)
    drawn.set_start(0)
    drawn.set_goal(9)
    assert lost_in(drawn, "x.map") == [
        "ice ((1, 0))",
        "dark patches ((2, 0))",
        "one-way floors ((3, 0))",
        "colours ((0, 1))",
        "no-entry flags ((1, 1))",
        "keys ((2, 1))",
        "walls, doors and one-way edges ((3, 0))",
        "warps ((0, 2))",
        "floors ('Cellar')",
        "S ((0, 0))",
        "G ((1, 2))",
    ]


def test_nothing_but_a_message_comes_of_broken_bytes():
    rng = random.Random(3)
    for _ in range(500):
        data = bytearray(SMALL)
        for _ in range(rng.choice([1, 1, 2, 4])):
            data[rng.randrange(len(data))] = rng.choice(b"0123456789 .@TGSWO\n\r\t\0\xffe-")
        try:
            drawn = read_map("x.map", bytes(data))
        except MapError:
            continue
        assert read_map("x.map", map_bytes(drawn, "x.map")) == drawn


# --- scenarios ---

SCEN = b"version 1\n0\tsmall.map\t4\t3\t0\t0\t3\t1\t4.41421356\n2\tsmall.map\t4\t3\t0\t0\t0\t0\t0\n"


@pytest.mark.parametrize(
    "text", [SCEN, SCEN.replace(b"\n", b"\r\n"), SCEN.replace(b"version 1", b"version 1.0") + b"\n"]
)
def test_scenarios_are_read(text):
    one, other = read_scen(text)
    assert one == (0, "small.map", 4, 3, (0, 0), (3, 1), 4.41421356)
    assert (other.bucket, other.goal, other.length) == (2, (0, 0), 0)
    world = make_world("square", 4, 3)
    assert one.patches(world) == (world.patch(0, 2), world.patch(3, 1))  # y counts from the top in the file
    with pytest.raises(MapError, match=r"the task is for a map of 4 x 3 patches, this one has 3 x 4: take small\.map"):
        one.patches(make_world("square", 3, 4))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "line 1 of a .scen file is 'version 1', not ''"),
        (SCEN.replace(b"version 1", b"version 2"), "line 1 of a .scen file is 'version 1', not 'version 2'"),
        (SCEN.replace(b"\t0\t0\n", b"\t0\n"), "line 3 has 8 fields: 9 are needed, separated by tabs"),
        (SCEN.replace(b"\t3\t1\t", b"\t4\t1\t"), "line 2: the goal (4, 1) is off the map, which has 4 x 3 patches"),
        (SCEN.replace(b"\t3\t1\t", b"\t3\t-1\t"), "line 2, field 8: this is a whole number, 0 or more, not '-1'"),
        (SCEN.replace(b"4.41421356", b"long"), "line 2, field 9: a length is a number, 0 or more, not 'long'"),
        (SCEN.replace(b"4.41421356", b"nan"), "line 2, field 9: a length is a number, 0 or more, not 'nan'"),
        (SCEN.replace(b"4.41421356", b"1e999"), "line 2, field 9: a length is a number, 0 or more, not '1e999'"),
        (SCEN.replace(b"4.41421356", b"-1"), "line 2, field 9: a length is a number, 0 or more, not '-1'"),
        (b"version 1\n\xff", "byte 10 is no text"),
    ],
)
def test_what_is_refused_in_scenarios(text, said):
    with pytest.raises(MapError, match=re.escape(said)):
        read_scen(text)
