import re

import numpy as np
import pytest

from patchwalk.history import History, same
from patchwalk.world import make_world
from rules.map_layers import MOVES
from rules.maps import (
    ARROW,
    DARK,
    DOOR,
    FLOOR,
    ICE,
    IN,
    LOCKED,
    OPEN,
    OUT,
    SOLID,
    WALL,
    Floor,
    Map,
    MapError,
    Warp,
)

WORLDS = [("square", 4), ("square", 8), ("hex", 6)]


@pytest.fixture(params=WORLDS, ids=lambda world: f"{world[0]} {world[1]}")
def map(request):
    grid, neighbors = request.param
    return Map(make_world(grid, 6, 5, neighbors=neighbors))


def full_map(map):
    """A map with something of everything on it."""
    world = map.world
    for patch, kind in enumerate((SOLID, ICE, DARK, ARROW, ARROW + world.directions - 1)):
        map.set_kind(patch, kind)
    map.set_color(7, 8)
    map.set_no_entry(8)
    map.set_key(9)
    for side, kind in zip(world.sides, (WALL, DOOR, LOCKED, OUT, IN, WALL), strict=False):
        map.set_edge(14, side, kind)
    map.set_warp(10, 20)
    map.set_warp(11, 21, forced=False, stairs=True)
    map.set_floor("hall", 0, 9, loop=False)
    map.set_floor("ring", 18, 27)
    map.set_start(13)
    map.set_goal(28)
    return map


def refused(map, said, edit, *arguments, **named):
    """An edit is refused with words, and nothing has changed."""
    before, version = map.state(), map.version
    with pytest.raises(MapError, match=re.escape(said)):
        edit(*arguments, **named)
    assert same(map.state(), before)
    assert map.version == version


# --- edits ---------------------------------------------------------------------------------------------------------


def test_a_new_map_is_floor_without_anything(map):
    assert (map.kind == FLOOR).all()
    assert not any(layer.any() for layer in (map.color, map.no_entry, map.keys, map.edges))
    assert (map.warps, map.floors, map.start, map.goal, map.version, map.problems()) == ({}, [], None, None, 0, [])


def test_an_edit_says_whether_it_changed_anything_and_raises_the_version(map):
    edits = [
        lambda: map.set_kind(3, ICE),
        lambda: map.set_color(3, 2),
        lambda: map.set_edge(3, map.world.sides[0], WALL),
        lambda: map.set_no_entry(3),
        lambda: map.set_key(3),
        lambda: map.set_warp(3, 4),
        lambda: map.set_floor("hall", 0, 7),
        lambda: map.set_start(3),
        lambda: map.set_goal(4),
        lambda: map.fill(color=np.ones(map.world.shape)),
    ]
    for count, edit in enumerate(edits, start=1):
        map.cache["seen"] = True
        assert edit() is True
        assert map.version == count
        assert not map.cache
        assert edit() is False
        assert map.version == count


def test_layers_are_written_only_by_edits(map):
    for layer in (map.kind, map.color, map.no_entry, map.keys, map.edges):
        with pytest.raises(ValueError, match="read-only"):
            layer[0] = 1
    map.set_kind(3, SOLID)
    assert map.kind[3] == SOLID


def test_flags_exist_once_and_may_share_a_patch(map):
    map.set_start(3)
    map.set_start(4)
    map.set_goal(4)
    assert (map.start, map.goal) == (4, 4)
    map.set_start(None)
    assert (map.start, map.goal) == (None, 4)


def test_the_eraser_leaves_plain_floor(map):
    full_map(map)
    map.set_warp(14, 3)
    map.set_warp(4, 14)
    for patch in range(map.world.size):
        map.erase(patch)
        assert map.erase(patch) is False
    map.remove_floor("hall")
    map.remove_floor("ring")
    assert map == Map(map.world)


def test_all_flags_can_be_removed_at_once(map):
    full_map(map)
    assert map.remove_flags()
    assert (map.start, map.goal, map.no_entry.any()) == (None, None, False)
    assert map.keys[9]
    assert not map.remove_flags()


def test_a_map_is_made_from_solid_patches():
    world = make_world("square", 3, 2)
    map = Map.from_solid(world, [[0, 1, 0], [1, 0, 0]])
    assert map.kind.tolist() == [FLOOR, SOLID, FLOOR, SOLID, FLOOR, FLOOR]
    assert map.version == 0


# --- edges ---------------------------------------------------------------------------------------------------------


def test_an_edge_is_kept_once_and_turned_for_the_other_side(map):
    world = map.world
    for patch in range(world.size):
        for side in world.sides:
            for kind, theirs in ((OUT, IN), (IN, OUT), (WALL, WALL), (LOCKED, LOCKED), (DOOR, DOOR)):
                map.set_edge(patch, side, kind)
                assert map.edge(patch, side) == kind
                beyond = world.neighbor(patch, side)
                if beyond >= 0:
                    assert map.edge(beyond, world.opposite(side)) == theirs
                assert np.count_nonzero(map.edges) == 1
            map.set_edge(patch, side, OPEN)


def test_an_inner_edge_belongs_to_the_patch_from_which_it_lies_in_the_first_half_of_directions(map):
    world = map.world
    for patch in range(world.size):
        for side in world.sides:
            map.set_edge(patch, side, WALL)
    for patch, side in np.argwhere(map.edges).tolist():
        assert 2 * side < world.directions or world.neighbor(patch, side) < 0


def test_edges_seen_are_the_edges_of_each_patch(map):
    luck = np.random.default_rng(3)
    for patch in range(map.world.size):
        for side in map.world.sides:
            map.set_edge(patch, side, int(luck.integers(6)))
    seen = map.edges_seen()
    for patch in range(map.world.size):
        for direction in range(map.world.directions):
            assert seen[patch, direction] == map.edge(patch, direction)


# --- warps and floors ----------------------------------------------------------------------------------------------


def test_warps_that_do_nothing_are_named(map):
    map.set_warp(0, 2)
    map.set_warp(1, 3)
    map.set_warp(4, 5)
    assert map.warps[0] == Warp(2, forced=True, stairs=False)
    assert map.warp_works(0)
    assert not map.warp_works(2)
    map.set_kind(2, SOLID)
    map.set_no_entry(3)
    map.set_kind(4, SOLID)
    assert not map.warp_works(0)
    assert not map.warp_works(1)
    assert map.problems() == [
        "the warp from (0, 0) to (2, 0) does nothing: its end is solid",
        "the warp from (1, 0) to (3, 0) does nothing: a no-entry flag is at its end",
        "the warp from (4, 0) to (5, 0) does nothing: it begins on a solid patch",
    ]


def test_a_floor_is_found_by_its_innermost_name(map):
    map.set_floor("house", 0, 29, loop=False)
    map.set_floor("room", 9, 0, loop=True)
    assert map.floors[1] == Floor("room", 0, 0, 3, 1, loop=True)
    assert map.floor_at(8).name == "room"
    assert map.floor_at(4).name == "house"
    map.set_floor("house", 0, 0, loop=False)
    assert [floor.name for floor in map.floors] == ["house", "room"]
    assert map.floor_at(0).name == "house"
    assert map.floor_at(29) is None
    assert map.remove_floor("house")
    assert not map.remove_floor("house")


@pytest.mark.parametrize("wrap", ["x", "y", "both"])
def test_a_wrapped_world_becomes_a_floor_that_loops(wrap):
    map = Map(make_world("square", 4, 3, wrap=wrap))
    assert map.world == make_world("square", 4, 3)
    assert map.floors == [Floor("world", 0, 0, 3, 2, loop=True)]
    shut = {"x": (0, 2), "y": (1, 3), "both": ()}[wrap]
    expected = {(patch, side) for patch in range(12) for side in shut if map.world.neighbor(patch, side) < 0}
    assert set(zip(*(axis.tolist() for axis in np.nonzero(map.edges)), strict=True)) == expected


# --- refusals ------------------------------------------------------------------------------------------------------


def test_what_cannot_be_on_a_patch_is_refused(map):
    full_map(map)
    arrows = ARROW + map.world.directions
    for kind in (-1, 4, 7, arrows, 300):
        refused(map, f"kind {kind} at (0, 1): kinds are 0 to 3, and 8 to {arrows - 1}", map.set_kind, 6, kind)
    refused(map, "color 9 at (0, 1): colors are 1 to 8", map.set_color, 6, 9)
    refused(map, "patch 30 is off the map, which has 6 x 5: 0 to 29", map.set_kind, 30, SOLID)
    refused(map, "patch -1 is off the map", map.set_no_entry, -1)
    refused(map, "(1, 2) cannot be solid, since S stands there: move S first", map.set_kind, 13, SOLID)
    refused(map, "(4, 4) cannot be solid, since G stands there: move G first", map.set_kind, 28, SOLID)
    refused(map, "S cannot stand at (0, 0), which is solid", map.set_start, 0)
    refused(map, "G cannot stand at (0, 0), which is solid", map.set_goal, 0)
    refused(map, "patch 99 is off the map", map.set_goal, 99)
    with pytest.raises(TypeError):
        map.set_kind(1.5, SOLID)


def test_what_cannot_be_on_an_edge_is_refused(map):
    world = map.world
    refused(map, "edge kind 6 at (0, 0): kinds of edges are 0 to 5", map.set_edge, 0, world.sides[1], 6)
    sides = ", ".join(str(side) for side in world.sides)
    for direction in {-1, world.directions, *range(world.directions)} - {*world.sides}:
        said = f"no edge of (0, 0) lies in direction {direction}: there are {sides}"
        refused(map, said, map.set_edge, 0, direction, WALL)


def test_what_no_warp_can_be_is_refused(map):
    refused(map, "a warp from (2, 0) to itself leads nowhere", map.set_warp, 2, 2)
    refused(map, "patch 30 is off the map", map.set_warp, 2, 30)


def test_what_no_floor_can_be_is_refused(map):
    map.set_floor("ring", 0, 9)
    map.set_floor("quiet", 0, 29, loop=False)
    refused(map, "the floor 'dot' at (0, 4) is one patch: to loop it needs two", map.set_floor, "dot", 24, 24)
    said = "the floor 'other', (2, 1) to (5, 4), overlaps 'ring', (0, 0) to (3, 1), which loops too"
    refused(map, said, map.set_floor, "other", 8, 29)
    refused(map, "a floor's name has 1 to 40 characters", map.set_floor, " ", 24, 29)
    refused(map, "a floor's name has 1 to 40 characters", map.set_floor, "x" * 41, 24, 29)
    refused(map, "off the map", map.set_floor, "far", 24, 30)
    assert map.set_floor("ring", 0, 15)
    assert map.set_floor("quiet", 28, 28, loop=False)


def test_on_hexes_a_loop_has_an_even_width():
    map = Map(make_world("hex", 6, 5))
    refused(map, "is 3 patches wide: on hexes one that loops has an even width", map.set_floor, "ring", 0, 8)
    refused(map, "take 2 or 4", map.set_floor, "ring", 0, 8)
    refused(map, "take 2", map.set_floor, "ring", 0, 6)
    assert map.set_floor("ring", 0, 8, loop=False)
    with pytest.raises(ValueError, match="even"):
        make_world("hex", 5, 5, wrap="x")


def test_some_floor_must_be_left(map):
    refused(map, "a map needs a patch of floor", map.fill, kind=np.full(map.world.size, SOLID))
    with pytest.raises(MapError, match="a map needs a patch of floor"):
        Map.from_solid(map.world, np.ones(map.world.shape))
    for patch in range(1, map.world.size):
        map.set_kind(patch, SOLID)
    refused(map, "(0, 0) is the last patch that is not solid", map.set_kind, 0, SOLID)
    assert map.set_kind(0, ICE)


def test_whole_layers_are_checked_too(map):
    map.set_start(3)
    kind = np.zeros(map.world.shape)
    kind[0, 3] = SOLID
    refused(map, "(3, 0) cannot be solid, since S stands there", map.fill, kind=kind)
    kind[0, 3] = 5
    refused(map, "kind 5.0 at (3, 0)", map.fill, kind=kind)
    refused(map, "color -1 at (0, 0): colors are 0 to 8", map.fill, color=np.full(30, -1))
    refused(map, "no_entry has the shape (5, 5), but this map needs (5, 6)", map.fill, no_entry=np.zeros((5, 5)))


# --- kept and put back ---------------------------------------------------------------------------------------------


def test_a_state_puts_everything_back(map):
    full_map(map)
    kept, other = map.state(), Map(map.world)
    assert other != map
    other.restore(kept)
    assert other == map
    assert same(other.state(), kept)
    other.set_kind(29, DARK)
    assert other != map
    assert same(map.state(), kept)


def test_a_restored_map_has_a_version_of_its_own(map):
    kept = map.state()
    map.set_kind(3, ICE)
    map.cache["seen"] = True
    map.restore(kept)
    assert map.version == 2
    assert not map.cache
    with pytest.raises(MapError, match="kind has the shape"):
        Map(make_world("square", 3, 3)).restore(kept)


def test_a_copy_is_equal_and_lives_alone(map):
    full_map(map)
    copy = map.copy()
    assert copy == map
    copy.set_warp(1, 2)
    assert copy != map
    assert 1 not in map.warps
    with pytest.raises(TypeError, match="unhashable"):
        hash(map)


def test_history_undoes_down_to_the_empty_map(map):
    history, states = History(), []
    empty = map.state()
    for edit in (
        lambda: map.set_kind(3, SOLID),
        lambda: map.set_warp(1, 2),
        lambda: map.set_edge(7, map.world.sides[1], OUT),
        lambda: map.set_floor("ring", 18, 27),
        lambda: map.set_start(9),
        lambda: map.erase(1),
    ):
        states.append(map.state())
        history.mark(map.state())
        edit()
    for state in reversed(states):
        map.restore(history.undo(map.state()))
        assert same(map.state(), state)
    assert same(map.state(), empty)
    assert map == Map(map.world)


def test_what_was_worked_out_from_the_moves_outlasts_flags_colours_and_keys_only():
    drawn = Map(make_world("square", 4, 4))
    drawn.cache |= {(MOVES, "a"): 1, ("view", "b"): 2}
    for edit in (lambda: drawn.set_start(3), lambda: drawn.set_color(2, 1), lambda: drawn.set_key(1)):
        version = drawn.version
        edit()
        assert (drawn.version, drawn.cache) == (version + 1, {(MOVES, "a"): 1})
    drawn.set_no_entry(5)
    assert drawn.cache == {}
