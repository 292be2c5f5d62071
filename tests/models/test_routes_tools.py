"""The editor of routes: each tool, S and G, what is refused, undo."""

import numpy as np
import pytest

from models.routes import RoutesModel
from models.routes_tools import COLOR_NAMES
from patchwalk.declarations import STAGE_KEYS
from rules.maps import ARROW, DARK, DOOR, FLOOR, ICE, IN, LOCKED, OPEN, OUT, SOLID, WALL, Floor, Map, Warp
from tests.helpers.hand import Hand
from tests.helpers.stage import Stage

SIDES = {"square": (0, 2, 4, 6), "hex": (0, 1, 2, 3, 4, 5)}


def empty(grid="square", **values):
    """An empty map with S and G in two corners, and a hand on it."""
    given = {"width": 12, "height": 10, "start": (0, 0), "goal": (11, 9), "rng": 1}
    model = RoutesModel(grid=grid, terrain="empty", **(given | values))
    return model, Hand(model)


def at(model, x, y):
    return model.world.patch(x, y)


def places(model, flags):
    """Where a layer is set, as (column, row)."""
    return {model.world.xy(patch) for patch in np.flatnonzero(flags).tolist()}


# --- the palette ---


def test_every_tool_has_a_key_and_an_icon_of_its_own_and_says_how_it_is_used():
    tools = RoutesModel.tools
    for names in ([tool.key for tool in tools], [tool.icon or tool.name for tool in tools]):
        assert len(set(names)) == len(tools)
    assert all(tool.help for tool in tools)
    assert all(tool.key not in STAGE_KEYS for tool in tools[1:])
    assert len(COLOR_NAMES) == 8


# --- paint ---


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize(("tool", "kind"), [("solid", SOLID), ("ice", ICE), ("dark", DARK)])
def test_a_stroke_paints_and_one_that_begins_on_the_same_kind_clears(grid, tool, kind):
    model, hand = empty(grid)
    hand.stroke(tool, (3, 3), (4, 3), (5, 3))
    assert places(model, model.map.kind == kind) == {(3, 3), (4, 3), (5, 3)}
    hand.stroke(tool, (4, 3), (5, 3), (6, 3))
    assert places(model, model.map.kind == kind) == {(3, 3)}
    hand.stroke("floor", (2, 3), (3, 3))
    assert not model.map.kind.any()


def test_the_right_button_takes_away_what_a_tool_puts():
    model, hand = empty()
    hand.stroke("solid", (3, 3), (4, 3))
    hand.stroke("solid", (5, 3), (4, 3), button=2)
    assert places(model, model.map.kind == SOLID) == {(3, 3)}
    hand.click("solid", (6, 6), button=1)
    assert places(model, model.map.kind == SOLID) == {(3, 3)}


def test_keys_flags_and_colours_are_painted_and_taken_away():
    model, hand = empty()
    for tool, layer in (("no-entry", "no_entry"), ("key", "keys"), ("color", "color")):
        hand.stroke(tool, (2, 2), (3, 2))
        assert places(model, getattr(model.map, layer)) == {(2, 2), (3, 2)}
        hand.click(tool, (2, 2))
        assert places(model, getattr(model.map, layer)) == {(3, 2)}
    model.change("color", "pink")
    hand.click("color", (3, 2))
    assert model.map.color[at(model, 3, 2)] == 8


def test_the_eraser_takes_all_from_a_patch():
    model, hand = empty()
    hand.click("ice", (3, 3))
    hand.click("key", (3, 3))
    hand.edge("wall", (3, 3), 0)
    hand.stroke("warp", (3, 3), (6, 6))
    hand.click("start", (3, 3))
    hand.click("erase", (3, 3))
    expected = Map(model.world)
    expected.set_goal(at(model, 11, 9))
    assert model.map == expected


# --- S and G ---


@pytest.mark.parametrize("tool", ["look", "solid", "wall", "warp", "loop", "start", "goal"])
def test_shift_is_for_s_and_alt_for_g_whatever_the_tool(tool):
    model, hand = empty()
    if tool != "look":
        hand.click(tool, (4, 4), shift=True)
        hand.click(tool, (7, 7), alt=True)
        assert (model.map.start, model.map.goal) == (at(model, 4, 4), at(model, 7, 7))
        hand.click(tool, (4, 4), shift=True)
        hand.click(tool, (7, 7), alt=True)
        assert (model.map.start, model.map.goal) == (None, None)
    assert not model.map.kind.any()


def test_s_and_g_exist_once_and_follow_a_stroke_with_their_way():
    model, hand = empty()
    hand.click("start", (2, 2))
    assert model.map.start == at(model, 2, 2)
    lengths = []
    model.point("press", "start", hand.pointer((2, 2), (2, 2), [(2, 2)]))
    assert model.map.start == at(model, 2, 2)
    for x in (3, 4, 5):
        model.point("drag", "start", hand.pointer((x, 2), (2, 2), [(x, 2)]))
        lengths.append(model.length)
    model.point("release", "start", hand.pointer((5, 2), (2, 2)))
    assert model.map.start == at(model, 5, 2)
    assert lengths == sorted(lengths, reverse=True)
    hand.click("goal", (5, 2))
    assert model.length == 0
    hand.click("goal", (5, 2), button=2)
    assert model.map.goal is None


def test_s_stops_before_what_is_solid_and_says_why():
    model, hand = empty()
    hand.click("solid", (3, 0))
    said = hand.stroke("start", (1, 0), (2, 0), (3, 0))
    assert model.map.start == at(model, 2, 0)
    assert said == "S cannot stand at (3, 0), which is solid: take a patch that is not"


def test_all_flags_go_at_once():
    model, hand = empty()
    hand.click("no-entry", (3, 3))
    model.push("remove_flags")
    assert (model.map.start, model.map.goal) == (None, None)
    assert not model.map.no_entry.any()
    model.push("remove_flags")
    assert model.notice == "There are no flags on this map"


# --- edges ---


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize(("tool", "kind"), [("wall", WALL), ("door", DOOR), ("locked", LOCKED), ("one-way-edge", OUT)])
def test_a_click_near_an_edge_sets_it_and_again_clears_it(grid, tool, kind):
    model, hand = empty(grid)
    for side in SIDES[grid]:
        hand.edge(tool, (4, 4), side)
        assert model.map.edge(at(model, 4, 4), side) == kind
        hand.edge(tool, (4, 4), side)
        assert not model.map.edges.any()
    hand.edge(tool, (0, 5), SIDES[grid][-1])
    assert model.map.edge(at(model, 0, 5), SIDES[grid][-1]) == kind


def test_a_one_way_edge_turns_when_it_is_clicked_from_the_other_side():
    model, hand = empty()
    hand.edge("one-way-edge", (4, 4), 2)
    assert model.map.edge(at(model, 5, 4), 6) == IN
    hand.edge("one-way-edge", (5, 4), 6)
    assert model.map.edge(at(model, 4, 4), 2) == IN


def test_a_stroke_along_a_row_of_edges_sets_them_all_and_none_that_meets_them():
    model, hand = empty()
    hand.along("wall", (at(model, 2, 3), 0), (2.0, 3.42), (4.3, 3.55), (8.0, 3.45))
    walls = {(model.world.xy(patch), side) for patch, side in zip(*np.nonzero(model.map.edges), strict=True)}
    assert walls == {((x, 3), 0) for x in range(2, 9)}
    hand.along("wall", (at(model, 5, 4), 4), (5.0, 3.6), (7.0, 3.6))
    assert {x for x in range(12) if model.map.edge(at(model, x, 3), 0)} == {2, 3, 4, 8}


def test_one_way_edges_of_a_stroke_all_lead_the_same_way():
    model, hand = empty()
    hand.along("one-way-edge", (at(model, 2, 3), 0), (2.0, 3.45), (5.0, 3.6), (8.0, 3.4))
    assert {model.map.edge(at(model, x, 3), 0) for x in range(2, 9)} == {OUT}


# --- one-way floors ---


def test_a_stroke_lays_one_way_floors_up_to_where_it_ends():
    model, hand = empty()
    hand.stroke("one-way", (2, 5), (5, 5))
    assert {x: int(model.map.kind[at(model, x, 5)]) for x in (2, 3, 4, 5)} == {2: 10, 3: 10, 4: 10, 5: FLOOR}
    hand.stroke("one-way", (6, 6), (5, 5))
    assert model.map.kind[at(model, 6, 6)] == ARROW + 5
    hand.stroke("one-way", (0, 7), None)
    assert model.map.kind[at(model, 0, 7)] >= ARROW


@pytest.mark.parametrize(("grid", "directions"), [("square", 8), ("hex", 6)])
def test_a_click_turns_a_one_way_floor_through_all_directions(grid, directions):
    model, hand = empty(grid)
    found = []
    for _ in range(directions + 1):
        hand.click("one-way", (4, 4))
        found.append(int(model.map.kind[at(model, 4, 4)]))
    assert found == [*range(ARROW, ARROW + directions), FLOOR]


# --- warps ---


def test_a_warp_leads_from_the_press_to_the_release_and_a_click_changes_its_kind():
    model, hand = empty()
    assert "forced warp leads from (2, 2) to (8, 8)" in hand.stroke("warp", (2, 2), (8, 8))
    source, target = at(model, 2, 2), at(model, 8, 8)
    found = []
    for _ in range(4):
        hand.click("warp", (2, 2))
        found.append(model.map.warps[source])
    kinds = [(False, False), (True, True), (False, True), (True, False)]
    assert found == [Warp(target, forced, stairs) for forced, stairs in kinds]
    hand.click("warp", (2, 2), button=2)
    assert not model.map.warps


def test_two_clicks_make_a_warp_too_so_that_the_keyboard_can():
    model, hand = empty()
    assert hand.click("warp", (2, 2)).startswith("A warp from (2, 2) to itself leads nowhere")
    hand.click("warp", (5, 5))
    assert model.map.warps == {at(model, 2, 2): Warp(at(model, 5, 5))}
    hand.click("warp", (7, 7))
    hand.click("solid", (9, 9))
    hand.click("warp", (8, 8))
    assert len(model.map.warps) == 1


def test_what_makes_a_warp_useless_is_said():
    hand = empty()[1]
    hand.click("solid", (8, 8))
    said = hand.stroke("warp", (2, 2), (8, 8))
    assert said == "The warp from (2, 2) to (8, 8) does nothing: its end is solid"
    hand.click("floor", (8, 8))
    assert "a no-entry flag is at its end" in hand.click("no-entry", (8, 8))
    assert hand.stroke("warp", (2, 2), None).startswith("That is off the map")


# --- floors ---


def test_floors_get_letters_or_the_name_that_is_wanted():
    model, hand = empty()
    hand.stroke("loop", (1, 1), (3, 2))
    hand.stroke("loop", (6, 4), (5, 3))
    model.change("floor_name", " Hall ")
    hand.stroke("loop", (8, 8), (9, 9))
    assert model.map.floors == [
        Floor("A", 1, 1, 3, 2, True), Floor("B", 5, 3, 6, 4, True), Floor("Hall", 8, 8, 9, 9, True)
    ]  # fmt: skip
    hand.stroke("loop", (8, 1), (9, 2))
    assert [floor.name for floor in model.map.floors] == ["A", "B", "Hall", "Hall 2"], "none is lost to another"


def test_a_click_renames_a_floor_ends_its_loop_or_removes_it():
    model, hand = empty()
    hand.stroke("loop", (1, 1), (3, 2))
    model.change("floor_name", "Hall")
    hand.click("loop", (2, 1))
    assert model.map.floors == [Floor("Hall", 1, 1, 3, 2, True)]
    hand.click("loop", (2, 1))
    assert model.map.floors == [Floor("Hall", 1, 1, 3, 2, False)]
    hand.click("loop", (2, 1))
    assert not model.map.floors
    hand.stroke("loop", (1, 1), (3, 2))
    hand.click("loop", (2, 1), button=2)
    assert not model.map.floors


def test_a_name_is_not_given_twice():
    model, hand = empty()
    hand.stroke("loop", (1, 1), (3, 2))
    hand.stroke("loop", (5, 1), (7, 2))
    model.change("floor_name", "A")
    before = model.map.copy()
    assert hand.click("loop", (6, 1)).startswith("Another floor is called 'A' already")
    assert model.map == before


# --- what is refused ---

REFUSALS = [
    ("square", "solid", [(0, 0)], "(0, 0) cannot be solid, since S stands there"),
    ("square", "solid", [(11, 9)], "(11, 9) cannot be solid, since G stands there"),
    ("square", "warp", [(2, 2)], "A warp from (2, 2) to itself"),
    ("square", "loop", [(2, 2)], "is one patch"),
    ("square", "loop", [(3, 4), (8, 8)], "overlaps 'A'"),
    ("hex", "loop", [(6, 1), (8, 8)], "even width"),
]


@pytest.mark.parametrize(("grid", "tool", "stroke", "said"), REFUSALS)
def test_what_is_refused_is_said_changes_nothing_and_is_no_step_to_undo(grid, tool, stroke, said):
    drawn, hand = empty(grid)
    hand.stroke("loop", (4, 4), (5, 5))
    stage = Stage(RoutesModel, {"terrain": drawn.map})
    stage.do("choose_tool", tool)
    model = stage.model
    before, hand = model.map.copy(), Hand(model)
    press = hand.pointer(stroke[0], stroke[0], [stroke[0]])
    for kind, pointer in (("press", press), ("release", hand.pointer(stroke[-1], stroke[0]))):
        stage.do("pointer", kind, {name: getattr(pointer, name) for name in pointer.__slots__})
    assert said in stage.screen.last["message"]
    assert model.map == before
    assert not stage.page.can_undo


def test_the_last_floor_stays():
    model, hand = empty(width=3, height=1, goal=(2, 0))
    model.push("remove_flags")
    assert "is the last patch that is not solid" in hand.stroke("solid", (0, 0), (1, 0), (2, 0))
    assert model.map.kind.tolist() == [SOLID, SOLID, FLOOR]


# --- live, and back ---


def test_the_way_follows_each_patch_of_a_stroke():
    model, hand = empty(neighbors=4)
    lengths = [model.length]
    model.point("press", "solid", hand.pointer((5, 0), (5, 0), [(5, 0)]))
    for y in range(1, 10):
        model.point("drag", "solid", hand.pointer((5, y), (5, 0), [(5, y)]))
        lengths.append(model.length)
    assert lengths[0] == 20
    assert lengths[-1] == np.inf
    assert model.view(frozenset({"way", "wave"})).lines == ()


def test_undo_leads_back_to_the_empty_map_and_redo_to_the_drawn_one():
    stage = Stage(RoutesModel, {"terrain": "empty", "width": 12, "height": 10, "start": (0, 0), "goal": (11, 9)})
    model, hand = stage.model, Hand(stage.model)
    maps = [model.map.copy()]
    strokes = [
        ("solid", (3, 3), (4, 3)), ("ice", (6, 6), (7, 6)), ("warp", (2, 2), (9, 2)), ("loop", (5, 1), (7, 3)),
        ("one-way", (1, 8), (4, 8)), ("start", (2, 7)), ("goal", (9, 7)), ("key", (5, 5)), ("erase", (3, 3)),
    ]  # fmt: skip
    for tool, *places_ in strokes:
        stage.do("choose_tool", tool)
        start = places_[0]
        events = [("press", hand.pointer(start, start, [start]))]
        events += [("drag", hand.pointer(place, start, [place])) for place in places_[1:]]
        for kind, pointer in [*events, ("release", hand.pointer(places_[-1], start))]:
            stage.do("pointer", kind, {name: getattr(pointer, name) for name in pointer.__slots__})
        maps.append(model.map.copy())
    for expected in reversed(maps[:-1]):
        stage.do("undo")
        assert model.map == expected
    assert not stage.page.can_undo
    assert model.map.edges.max() == OPEN
    for expected in maps[1:]:
        stage.do("redo")
        assert model.map == expected
