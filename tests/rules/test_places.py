"""Places and headings: what is read, what is refused, and what the refusals say."""

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.places import parse_heading, parse_place, to_direction, to_patch

SQUARE = make_world("square", 11, 8)
HEX = make_world("hex", 11, 8)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("57", 57),
        (" 57 ", 57),
        ("5,7", (5, 7)),
        ("5 7", (5, 7)),
        ("5, 7", (5, 7)),
        ("5;7", (5, 7)),
        ("(5, 7)", (5, 7)),
        ("[5,7]", (5, 7)),
        ("-1", -1),
        ("+5,-7", (5, -7)),
    ],
)
def test_places_are_read(text, place):
    assert parse_place(text) == place


@pytest.mark.parametrize("text", ["", "north", "5,", ",7", "5,7,9", "5.5", "1e3", "5-7", "9" * 5000])
def test_what_is_no_place_is_refused_with_an_example(text):
    with pytest.raises(
        ValueError, match=r"is no place; write a patch's number \(57\), or its column and row"
    ) as caught:
        parse_place(text)
    assert len(str(caught.value)) < 150


@pytest.mark.parametrize(
    ("text", "heading"), [("90", 90.0), ("90°", 90.0), (" 60.0 ", 60.0), ("-90", -90.0), ("0", 0.0)]
)
def test_headings_are_read(text, heading):
    assert parse_heading(text) == heading


@pytest.mark.parametrize("text", ["", "north", "nan", "inf", "1e999", "90,0"])
def test_what_is_no_heading_is_refused_with_an_example(text):
    with pytest.raises(ValueError, match=r"is no heading; write degrees clockwise from up \(90\)"):
        parse_heading(text)


@pytest.mark.parametrize(
    "place", [82, np.int32(82), np.uint8(82), (5, 7), [5, 7], np.array([5, 7]), (np.int64(5), np.int8(7))]
)
@pytest.mark.parametrize("world", [SQUARE, HEX])
def test_a_place_is_a_number_or_a_pair(world, place):
    patch = to_patch(world, place)
    assert patch == 7 * 11 + 5
    assert type(patch) is int


@pytest.mark.parametrize(
    ("place", "message"),
    [
        (88, "start: there is no patch 88: this world has 0 to 87"),
        (-1, "start: there is no patch -1: this world has 0 to 87"),
        ((11, 0), "start: patch (11, 0) is outside the world: x is 0 to 10, y is 0 to 7"),
        ((0, -1), "start: patch (0, -1) is outside the world: x is 0 to 10, y is 0 to 7"),
        ((1, 2, 3), "start: (1, 2, 3) is no place; it is a patch from 0 to 87, or a pair (x, y)"),
        ((), "start: () is no place; it is a patch from 0 to 87, or a pair (x, y)"),
        (5.0, "start: 5.0 is no place; it is a patch from 0 to 87, or a pair (x, y)"),
        (True, "start: True is no place; it is a patch from 0 to 87, or a pair (x, y)"),
        ("57", "start: '57' is no place; it is a patch from 0 to 87, or a pair (x, y)"),
        ((1, "2"), "start: (1, '2') is no place; it is a patch from 0 to 87, or a pair (x, y)"),
    ],
)
def test_places_outside_and_other_things_are_refused(place, message):
    with pytest.raises(ValueError, match=r"^start") as caught:
        to_patch(SQUARE, place)
    assert str(caught.value) == message


def test_the_message_begins_with_what_the_place_is_for():
    with pytest.raises(ValueError, match=r"^goal: there is no patch 99"):
        to_patch(SQUARE, 99, "goal")
    with pytest.raises(ValueError, match=r"^wind: 45"):
        to_direction(SQUARE, 45, "wind")


def test_wrapped_axes_take_any_column():
    assert to_patch(make_world("square", 11, 8, wrap="x"), (-1, 2)) == 2 * 11 + 10


@pytest.mark.parametrize("kind", [int, float, np.int16, np.float32, np.float64])
@pytest.mark.parametrize("world", [SQUARE, HEX, make_world("square", 11, 8, neighbors=8)])
def test_each_heading_of_a_world_is_a_direction(world, kind):
    found = [to_direction(world, kind(heading)) for heading in world.headings]
    assert found == list(range(world.directions))
    assert all(type(direction) is int for direction in found)


@pytest.mark.parametrize("heading", [45, 360, -90, 89.999, float("nan"), "90", True, None, (90,)])
def test_other_headings_are_refused_and_the_right_ones_named(heading):
    with pytest.raises(ValueError, match=r"^heading: .* is none of this world's headings, 0, 90, 180, 270 degrees$"):
        to_direction(SQUARE, heading)


def test_hexes_name_six_headings():
    with pytest.raises(ValueError, match="0, 60, 120, 180, 240, 300 degrees"):
        to_direction(HEX, 90)
