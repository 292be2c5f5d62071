"""Adventure mode of routes: a player walks by keys, by the rules of the map and no others."""

import numpy as np
import pytest

from models.routes import RoutesModel
from models.routes_adventure import HEX_STEPS, KEY_MODES, STEPS
from models.routes_page import CODES
from patchwalk.history import same
from patchwalk.view import Edge, Glyph
from patchwalk.world import make_world
from rules.barriers import beyond, locked_edges, why_barred
from rules.maps import ARROW, DARK, DOOR, ICE, IN, LOCKED, OUT, SOLID, WALL, Map
from rules.moves import build_moves
from tests.helpers.hand import Hand
from tests.helpers.stage import Stage, assert_replays

RIGHT = "arrowright"


def adventure(draw=None, *, grid="square", width=9, height=7, neighbors=4, start=(1, 3), goal=(8, 6), **values):
    """A model in adventure mode on a map that `draw(map, at)` has drawn."""
    drawn = Map(make_world(grid, width, height, neighbors=neighbors if grid == "square" else None))
    drawn.set_start(drawn.world.patch(*start))
    if goal is not None:
        drawn.set_goal(drawn.world.patch(*goal))
    if draw is not None:
        draw(drawn, lambda x, y: drawn.world.patch(x, y))
    model = RoutesModel(terrain=drawn, rng=1, **values)
    model.push("adventure")
    return model


def press(model, *keys):
    """Press keys, and let the player be carried as far as it goes after each. Returns where it is then."""
    for key in keys:
        model.mode_key(model.key_mode, key)
        model.running = model.active()
        model.advance(200)
    return model.player.xy


# --- keys ---


def test_keys_go_in_all_directions_of_squares_and_hexes():
    square, hexes = KEY_MODES
    assert {STEPS[key][1] for key in STEPS} == {
        (x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)
    }  # fmt: skip
    assert {HEX_STEPS[key][1] for key in "qweasd"} == set(range(6))
    assert square.runs
    assert hexes.runs


def test_arrow_keys_walk_and_the_map_ends():
    model = adventure()
    assert model.key_mode == "adventure"
    assert press(model, "arrowup", RIGHT, "arrowdown", "arrowleft") == (1, 3)
    assert press(model, "arrowleft", "arrowleft") == (0, 3)
    assert model.notice == "The map ends here"
    assert model.player.steps == 5


def test_diagonals_need_eight_neighbours_and_a_rule_that_allows_them():
    assert press(adventure(neighbors=8), "e", "c", "z", "q") == (1, 3)
    assert press(adventure(neighbors=8), "e") == (2, 4)
    assert press(adventure(neighbors=4), "e") == (1, 3)
    model = adventure(neighbors=8, diagonals="none")
    assert press(model, "e") == (1, 3)
    assert model.notice == "No diagonal step leads there"


def test_on_hexes_q_w_e_a_s_d_walk():
    for key, (_, direction) in HEX_STEPS.items():
        model = adventure(grid="hex", start=(4, 3))
        press(model, key)
        assert model.player.patch == model.world.neighbor(model.world.patch(4, 3), direction)
    assert adventure(grid="hex").key_mode == "adventure-hex"


def test_a_click_is_a_step_towards_it():
    model = adventure()
    Hand(model).click("solid", (7, 3))
    assert model.player.xy == (2, 3)
    assert not model.map.kind.any()


def test_escape_and_the_button_leave_and_without_s_nothing_begins():
    model = adventure()
    model.mode_key("adventure", "escape")
    assert model.player is None
    assert model.key_mode is None
    model.mode_key("adventure", RIGHT)
    model.map.set_start(None)
    model.push("adventure")
    assert model.player is None
    assert model.notice.startswith("An adventure begins at S")
    assert len(model.agents) == len(model.explorers)


# --- what the map does ---


def test_walls_one_way_edges_and_flags_bar_the_way():
    def draw(drawn, at):
        drawn.set_edge(at(1, 3), 0, WALL)
        drawn.set_edge(at(1, 3), 1, IN)
        drawn.set_no_entry(at(0, 3))
        drawn.set_kind(at(1, 2), SOLID)

    model, said = adventure(draw), []
    for key in ("arrowup", RIGHT, "arrowleft", "arrowdown"):
        press(model, key)
        said.append(model.notice)
    assert model.player.xy == (1, 3)
    assert said == [
        "A wall bars the way",
        "That edge is one-way, and not this way",
        "A no-entry flag bars the way",
        "Solid rock bars the way",
    ]


def test_a_forced_warp_takes_the_player_on_and_an_optional_one_waits_for_enter():
    def draw(drawn, at):
        drawn.set_warp(at(2, 3), at(6, 1))
        drawn.set_warp(at(7, 1), at(0, 0), forced=False, stairs=True)
        drawn.set_floor("Cellar", at(0, 0), at(1, 1), loop=False)

    model = adventure(draw)
    assert press(model, RIGHT) == (6, 1)
    assert press(model, RIGHT) == (7, 1)
    assert "Enter takes" in model.message
    assert press(model, "enter") == (0, 0)
    assert "come to Cellar" in model.message
    press(model, " ")
    assert model.notice == "No warp begins here"


def test_a_loop_floor_leads_to_its_other_side():
    def draw(drawn, at):
        drawn.set_floor("A", at(1, 2), at(4, 4), loop=True)

    model = adventure(draw)
    assert press(model, "arrowleft") == (4, 3)
    assert press(model, RIGHT) == (1, 3)
    assert press(model, "arrowup", "arrowup") == (1, 2)
    assert model.message.startswith("A")


def test_on_a_loop_floor_two_patches_wide_both_keys_lead_to_the_other_patch():
    def draw(drawn, at):
        drawn.set_floor("A", at(1, 3), at(2, 3), loop=True)

    assert press(adventure(draw), "arrowleft") == (2, 3)
    assert press(adventure(draw), RIGHT) == (2, 3)


def test_ice_is_slid_over_patch_by_patch_until_something_stops():
    def draw(drawn, at):
        for x in range(2, 7):
            drawn.set_kind(at(x, 3), ICE)
        drawn.set_kind(at(6, 3), SOLID)

    model = adventure(draw)
    model.mode_key("adventure", RIGHT)
    model.running = model.active()
    seen = []
    while model.running:
        seen.append(model.player.xy)
        model.mode_key("adventure", "arrowup")  # one who slides has no choice
        model.advance(1)
    assert seen == [(2, 3), (3, 3), (4, 3)]
    assert model.player.xy == (5, 3)
    assert press(model, "arrowup") == (5, 4)


def test_one_way_floors_carry_and_a_closed_ring_carries_one_lap():
    def draw(drawn, at):
        for (x, y), direction in {(2, 3): 1, (3, 3): 0, (3, 4): 3, (2, 4): 2}.items():
            drawn.set_kind(at(x, y), ARROW + direction)

    model = adventure(draw)
    assert press(model, RIGHT) == (2, 3)
    assert model.player.steps == 5
    assert "Once round" in model.message
    assert not model.running
    press(model, RIGHT)
    assert model.player.steps == 9
    still = adventure(draw, carry=False)
    assert press(still, RIGHT) == (2, 3)
    assert still.player.steps == 1
    press(still, "arrowleft")
    assert still.notice == "A one-way floor is left only by its arrow"


def test_a_key_opens_a_locked_door_and_all_is_as_drawn_when_the_adventure_ends():
    def draw(drawn, at):
        drawn.set_key(at(2, 3))
        for y in range(7):
            drawn.set_edge(at(3, y), 1, LOCKED)

    model = adventure(draw)
    before = model.map.copy()
    press(model, "arrowup", RIGHT, RIGHT, RIGHT)
    assert model.player.xy == (3, 4)
    assert model.notice == "The door is locked, and you have no key"
    press(model, "arrowdown", "arrowleft")
    assert model.player.keys == 1
    assert "pick up a key" in model.message
    assert not model.map.keys.any()
    assert press(model, RIGHT, RIGHT) == (4, 3)
    assert model.player.keys == 0
    assert model.map.edge(model.world.patch(3, 3), 1) == DOOR
    press(model, "arrowleft", "arrowup", RIGHT)
    assert model.player.xy == (3, 4)
    model.mode_key("adventure", "escape")
    assert model.map == before


def test_open_doors_need_no_key():
    def draw(drawn, at):
        drawn.set_edge(at(1, 3), 1, LOCKED)

    assert press(adventure(draw, doors_open=True), RIGHT) == (2, 3)
    assert press(adventure(draw), RIGHT) == (1, 3)


def test_reaching_g_is_said():
    model = adventure(goal=(3, 3))
    press(model, RIGHT, RIGHT)
    assert "G is reached after 2 steps" in model.message


# --- what is seen ---

OVERLAYS = frozenset({"wave", "way", "warps", "floors", "graph"})


def dark_hall(drawn, at):
    for x in range(3, 9):
        for y in range(7):
            drawn.set_kind(at(x, y), DARK)
    drawn.set_key(at(6, 3))
    drawn.set_edge(at(6, 3), 0, WALL)


def test_the_dark_hides_all_beyond_one_patch():
    model = adventure(dark_hall)
    world = model.world
    outside = model.view(OVERLAYS)
    assert outside.codes[3, 2] == CODES["floor"]
    assert (outside.codes[:, 3:] == CODES["unseen"]).all()
    press(model, RIGHT, RIGHT, RIGHT)
    inside = model.view(OVERLAYS)
    seen = {world.xy(patch) for patch in np.flatnonzero(inside.codes != CODES["unseen"]).tolist()}
    assert seen == {(4, 3), (3, 3), (5, 3), (4, 4), (4, 2)}
    assert inside.glyphs[3, 6] == Glyph.NONE
    assert inside.edges[world.patch(6, 3), 0] == Edge.OPEN
    assert model.describe(world.patch(6, 3)) == "too dark to see"
    assert model.inspect(world.patch(6, 3))[-1] == ("Kind", "too dark to see")
    press(model, RIGHT)
    nearer = model.view(OVERLAYS)
    assert nearer.glyphs[3, 6] == Glyph.KEY
    assert nearer.edges[world.patch(6, 3), 0] == Edge.WALL


def test_visited_patches_are_marked_and_wave_way_and_explorers_do_not_tell_the_way():
    model = adventure(explorers=5)
    press(model, RIGHT, RIGHT)
    view = model.view(OVERLAYS)
    assert {model.world.xy(p) for p in np.flatnonzero(view.codes == CODES["visited"]).tolist()} == {
        (1, 3), (2, 3), (3, 3)
    }  # fmt: skip
    assert view.shade is None
    assert view.links is None
    assert not view.lines
    assert view.turtles.id.tolist() == [model.player.unique_id]
    assert view.turtles.heading[0] == 90


def test_where_am_i_draws_the_way_from_here_until_it_is_asked_again():
    model = adventure()
    model.push("show_way")
    assert model.notice == "You are at (1, 3); G is 10 away"
    first = model.view(OVERLAYS)
    assert first.lines[-1].points[0].tolist() == [1, 3]
    assert [mark.patch for mark in first.marks] == [model.player.patch]
    press(model, RIGHT)
    second = model.view(OVERLAYS)
    assert second.lines[-1].points[0].tolist() == [2, 3]
    assert second.lines_version != first.lines_version
    model.push("show_way")
    assert not model.view(OVERLAYS).lines
    model.mode_key("adventure", "escape")
    model.push("show_way")
    assert model.notice.startswith("Begin an adventure first")


# --- replay, undo ---


def test_every_step_can_be_undone_and_the_whole_adventure_replayed():
    def draw(drawn, at):
        drawn.set_key(at(2, 3))
        drawn.set_edge(at(3, 3), 1, LOCKED)
        for x in range(5, 8):
            drawn.set_kind(at(x, 3), ICE)

    stage = Stage(RoutesModel, {"terrain": adventure(draw).map})
    stage.do("button", "adventure")
    states = []
    for key in [RIGHT, RIGHT, "arrowup", "arrowdown", RIGHT, RIGHT]:
        states.append(stage.model.state())
        stage.do("mode_key", key).wait(1)
    assert stage.model.player.xy == (8, 3)
    assert_replays(stage)
    for state in reversed(states):
        stage.do("undo")
        assert same(stage.model.state(), state)
    stage.do("mode_key", "arrowdown").do("mode_key", "arrowleft").do("mode_key", "arrowleft")
    undone = stage.model.state()
    stage.do("mode_key", "arrowleft")
    assert "map ends" in stage.screen.last["message"]
    assert same(stage.model.state(), undone)


def test_a_slide_goes_by_itself_after_a_key():
    def draw(drawn, at):
        for x in range(2, 8):
            drawn.set_kind(at(x, 3), ICE)

    stage = Stage(RoutesModel, {"terrain": adventure(draw).map})
    stage.do("button", "adventure").do("mode_key", RIGHT)
    assert stage.page.state == "running"
    stage.wait(1)
    assert stage.model.player.xy == (8, 3)
    assert stage.page.state == "stopped"
    assert stage.page.key_mode


def test_search_again_and_another_map_under_the_player():
    model = adventure()
    press(model, RIGHT)
    model.map.set_kind(model.world.patch(4, 4), ICE)
    model.running = model.active()
    assert model.player.xy == (2, 3)
    model.push("search_again")
    assert model.player is None


# --- the words agree with the moves ---


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_what_bars_a_step_is_said_exactly_where_there_is_none(grid):
    rng = np.random.default_rng(3)
    drawn = Map(make_world(grid, 10, 8))
    for patch in range(drawn.world.size):
        drawn.set_kind(patch, int(rng.choice([0, 0, 0, 0, SOLID, ARROW + rng.integers(drawn.world.directions)])))
        drawn.set_no_entry(patch, bool(rng.random() < 0.1))
        for side in drawn.world.sides:
            drawn.set_edge(patch, side, int(rng.choice([0, 0, 0, 0, WALL, DOOR, LOCKED, OUT])))
    drawn.set_floor("A", drawn.world.patch(2, 2), drawn.world.patch(5, 5), loop=True)
    for doors_open in (False, True):
        moves = build_moves(drawn, doors_open=doors_open)
        for patch in np.flatnonzero(drawn.kind != SOLID).tolist():
            row = slice(*moves.indptr[patch : patch + 2].tolist())
            steps = dict(zip(moves.direction[row].tolist(), moves.patch[moves.indices[row]].tolist(), strict=True))
            for side in drawn.world.sides:
                barred = why_barred(drawn, patch, side, doors_open=doors_open)
                assert bool(barred) == (side not in steps), (patch, side, barred)
                if not barred:
                    assert beyond(drawn, patch, side) == steps[side]
                if barred == "The door is locked":
                    assert locked_edges(drawn, patch, side)


def test_leaving_by_escape_starts_nothing():
    values = {"width": 12, "height": 12, "terrain": "empty", "start": (1, 1), "goal": (10, 7)}
    stage = Stage(RoutesModel, values, seed=1)
    stage.do("button", "adventure").do("mode_key", RIGHT).do("mode_key", "escape")
    assert stage.model.player is None
    assert not stage.session.run.going
    assert stage.model.ticks == 0
