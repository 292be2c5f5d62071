import re

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.rooms import good_sizes, rooms_of

WORLDS = [
    (grid, width, height, outer_wall)
    for grid in ("square", "hex")
    for width in (3, 5, 7, 13)
    for height in (3, 4, 5, 6, 11, 12)
    for outer_wall in (True, False)
    if (height % 2 or grid == "hex") and not (grid == "hex" and outer_wall and height == 3 and width > 5)
]


@pytest.fixture(params=WORLDS, ids=str)
def rooms(request):
    grid, width, height, outer_wall = request.param
    return rooms_of(make_world(grid, width, height), outer_wall)


def test_steps_lead_to_links_and_rooms(rooms):
    table, room_set = rooms.world.neighbors, set(rooms.patches.tolist())
    for room in room_set:
        for direction in range(rooms.world.directions):
            link = int(table[room, direction])
            beyond = int(table[link, direction]) if link >= 0 else -1
            if link >= 0:
                assert link == room + rooms.link_step[direction]
                assert link not in room_set
            if beyond in room_set:
                assert beyond == room + rooms.room_step[direction]
            else:
                # Rooms are missing only where the border is.
                on_border = beyond < 0 or not all(
                    0 < place < size - 1
                    for place, size in zip(rooms.world.xy(beyond), (rooms.world.width, rooms.world.height), strict=True)
                )
                assert on_border


def test_a_step_off_the_world_never_names_a_room(rooms):
    table, room_set = rooms.world.neighbors, set(rooms.patches.tolist())
    for room in room_set:
        for direction, step in enumerate(rooms.room_step):
            link = int(table[room, direction])
            if link < 0 or table[link, direction] < 0:
                assert room + step not in room_set


def test_rooms_hang_together(rooms):
    seen, ahead = {int(rooms.patches[0])}, [int(rooms.patches[0])]
    table, room_set = rooms.world.neighbors, set(rooms.patches.tolist())
    while ahead:
        room = ahead.pop()
        for direction in range(rooms.world.directions):
            link = int(table[room, direction])
            beyond = int(table[link, direction]) if link >= 0 else -1
            if beyond in room_set - seen:
                seen.add(beyond)
                ahead.append(beyond)
    assert seen == room_set


def test_the_outer_wall_is_closed_and_without_it_the_edge_is_used(rooms):
    grid = rooms.is_room.reshape(rooms.world.shape)
    border = np.concatenate([grid[0], grid[-1], grid[:, 0], grid[:, -1]])
    assert border.any() != rooms.outer_wall
    assert rooms.count == len(rooms.patches) == grid.sum()
    assert not rooms.is_room.flags.writeable


@pytest.mark.parametrize(
    ("grid", "width", "height", "outer_wall", "count"),
    [
        ("square", 101, 101, True, 2500),
        ("square", 101, 101, False, 2601),
        ("square", 3, 3, True, 1),
        ("square", 19, 3, True, 9),
        ("hex", 3, 3, True, 1),
        ("hex", 101, 100, True, 50 * 49),
        ("hex", 101, 100, False, 51 * 50),
    ],
)
def test_numbers_of_rooms(grid, width, height, outer_wall, count):
    assert rooms_of(make_world(grid, width, height), outer_wall).count == count


def test_an_even_height_gives_all_hex_columns_as_many_rooms():
    def by_column(height):
        rooms = rooms_of(make_world("hex", 13, height))
        return set(rooms.is_room.reshape(rooms.world.shape).sum(axis=0)[1::2].tolist())

    assert by_column(12) == {5}
    assert by_column(13) == {5, 6}


@pytest.mark.parametrize(
    ("grid", "width", "height", "message"),
    [
        ("square", 100, 101, "width 100: the border closes only at odd sizes; nearest are 99 and 101"),
        ("square", 101, 2, "height 2: the border closes only at odd sizes; nearest is 3 (mazes: odd height 3 to 1001"),
        ("square", 1, 101, "width 1: the border closes only at odd sizes; nearest is 3"),
        (
            "hex",
            100,
            100,
            "width 100: the border closes only at odd sizes; nearest are 99 and 101 (hex mazes: odd",
        ),
        ("hex", 101, 2, "height 2: a hex maze has at least 3 rows, inside an outer wall 4; nearest is 4 (hex"),
        ("hex", 101, 3, "a hex maze of width 101 hangs together only from height 4"),
    ],
)
def test_sizes_that_do_not_close_are_refused(grid, width, height, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        rooms_of(make_world(grid, width, height))


def test_worlds_without_edges_or_with_diagonals_are_refused():
    with pytest.raises(ValueError, match="wrap 'both': a maze needs a world with edges"):
        rooms_of(make_world("square", 5, 5, wrap="both"))
    with pytest.raises(ValueError, match=r"neighbors 8: .* with neighbors 4"):
        rooms_of(make_world("square", 5, 5, neighbors=8))


@pytest.mark.parametrize(
    ("grid", "axis", "size", "nearest"),
    [
        ("square", "width", 100, (99, 101)),
        ("square", "height", 101, (101,)),
        ("square", "width", -5, (3,)),
        ("square", "width", 5000, (1001,)),
        ("hex", "width", 4, (3, 5)),
        ("hex", "height", 100, (100,)),
        ("hex", "height", 0, (4,)),
        ("hex", "height", 1002, (1001,)),
    ],
)
def test_good_sizes(grid, axis, size, nearest):
    assert good_sizes(grid, axis, size) == nearest
