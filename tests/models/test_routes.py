"""Routes as scripts use it: the search by the tick, and what people have reported of such programs."""

from math import inf, sqrt

import numpy as np
import pytest

from models.routes import RoutesModel
from patchwalk.history import same
from patchwalk.world import make_world
from rules.maps import ARROW, ICE, IN, SOLID, WALL, Map
from rules.routes import build_moves, distances_from


def strip(text, neighbors=4):
    """A map of one row, from its signs: `.` floor, `#` solid, `~` ice, `>` and `<` one-way, S and G."""
    drawn = Map(make_world("square", len(text), 1, neighbors=neighbors))
    kinds = {"#": SOLID, "~": ICE, ">": ARROW + neighbors // 4, "<": ARROW + 3 * neighbors // 4}
    for patch, sign in enumerate(text):
        drawn.set_kind(patch, kinds.get(sign, 0))
    for sign, put in (("S", drawn.set_start), ("G", drawn.set_goal)):
        put(text.index(sign) if sign in text else None)
    return drawn


def shown(model):
    """The patches that the wave has reached, as far as it is shown."""
    rings = model.search.rings
    return set(np.flatnonzero((rings >= 0) & (rings <= model.ring)).tolist())


# --- the search by the tick ---


def test_the_wave_shows_a_ring_a_tick_and_ends_with_all_that_is_no_farther_than_the_goal():
    model = RoutesModel(21, 15, terrain="random", rng=4)
    far = distances_from(model.moves, model.map.start)[: model.world.size]
    for ring in range(model.search.last_ring + 1):
        assert (model.ring, model.drawn, model.ticks) == (ring, 0, ring)
        assert shown(model) == set(np.flatnonzero((far <= ring) & (far <= model.length + 1e-9)).tolist())
        assert model.searched == len(shown(model))
        model.step()
    assert shown(model) == set(np.flatnonzero(far <= model.length + 1e-9).tolist())


def test_then_the_way_is_drawn_a_patch_a_tick_and_the_explorers_walk_it():
    model = RoutesModel(terrain=strip("S...G"))
    assert (model.length, model.route.patches.tolist()) == (4.0, [0, 1, 2, 3, 4])
    model.advance(4)
    assert (model.ring, model.drawn) == (4, 0)
    model.advance(4)
    assert (model.ring, model.drawn, model.explorers[0].patch) == (4, 4, 0)
    places = [0]
    while model.running:
        model.step()
        places.append(model.explorers[0].patch)
    assert sorted(set(places)) == [0, 1, 2, 3, 4]
    assert places == sorted(places)
    assert (model.ticks, model.arrived) == (4 + 4 + 8, 1)
    assert model.message == "Way found: 4 steps, length 4"


def test_the_length_is_said_as_straight_and_diagonal_steps_and_as_a_number():
    model = RoutesModel(9, 9, start=(0, 0), goal=(5, 2))
    model.finish()
    assert model.message == "Way found: 3 + 2 diagonal steps, length 5.83"
    model.map.set_goal(1)
    assert "1 step, length 1" in model.message


def test_finish_is_the_same_as_stepping_and_progress_rises_to_one():
    stepped, finished = (RoutesModel(terrain="example", explorers=3, rng=1) for _ in range(2))
    progress = []
    while stepped.running:
        stepped.step()
        progress.append(stepped.progress)
    finished.finish()
    assert same(stepped.state(), finished.state())
    assert progress == sorted(progress)
    assert progress[-1] == 1.0


def test_diagonals_may_cost_one_and_then_there_are_fewer_steps():
    drawn = Map(make_world("square", 9, 4, neighbors=8))
    drawn.set_start(0)
    drawn.set_goal(8)
    straight = RoutesModel(terrain=drawn)
    cheap = RoutesModel(terrain=drawn, diagonal_cost="1")
    assert (straight.length, straight.route.diagonal) == (8.0, 0)
    assert cheap.length == 8.0
    drawn.set_kind(4, SOLID)
    assert RoutesModel(terrain=drawn).length == pytest.approx(6 + 2 * sqrt(2))
    assert RoutesModel(terrain=drawn, diagonal_cost="1").length == 8.0


# --- live changes ---


def test_the_route_follows_the_map_whoever_edits_it():
    model = RoutesModel(7, 5, start=(0, 2), goal=(6, 2))
    assert model.length == 6.0
    model.map.set_kind(model.world.patch(3, 2), SOLID)
    assert model.length == pytest.approx(4 + 2 * sqrt(2))
    for y in range(5):
        model.map.set_kind(model.world.patch(3, y), SOLID)
    assert (model.route, model.length) == (None, inf)
    model.map.set_kind(model.world.patch(3, 0), 0)
    assert model.route is not None
    model.map.set_goal(None)
    assert (model.route, model.length) == (None, inf)


def test_what_was_shown_to_its_end_stays_so_when_the_map_changes():
    model = RoutesModel(9, 9, start=(0, 0), goal=(3, 0))
    model.advance(6)
    assert model.way_done
    model.map.set_goal(8)
    assert model.active()
    assert (model.ring, model.drawn) == (8, 8), "the finished wave and way are drawn anew"
    for y in range(9):
        model.map.set_kind(model.world.patch(5, y), SOLID)
    model.active()
    assert model.route is None
    assert model.wave_done
    model.map.set_kind(5, 0)
    model.active()
    assert model.way_done


def test_a_wave_under_way_goes_on_when_the_map_changes():
    model = RoutesModel(9, 9, start=(0, 0), goal=(8, 8))
    model.advance(5)
    model.map.set_kind(40, SOLID)
    assert model.active()
    assert (model.ring, model.drawn) == (5, 0)
    model.map.set_goal(1)
    model.active()
    assert model.ring == 1


def test_the_wave_begins_when_the_second_flag_is_set():
    drawn = Map(make_world("square", 6, 6, neighbors=8))
    model = RoutesModel(terrain=drawn)
    assert not model.running
    assert model.message == "Set S and G: Shift-click puts S, Alt-click puts G"
    model.map.set_start(0)
    assert not model.active()
    model.map.set_goal(35)
    assert model.active()
    assert model.ring == 0


def test_live_rules_change_the_way_at_once():
    model = RoutesModel(terrain="example")
    long = model.length
    model.change("doors_open", True)
    assert model.length < long / 2
    model.change("doors_open", False)
    assert model.length == long
    model.change("diagonals", "none")
    assert model.route.diagonal == 0
    assert model.length > long


def test_the_goal_rule_decides_whether_sliding_over_the_goal_counts():
    drawn = strip("S~~~..")
    drawn.set_goal(2)
    model = RoutesModel(terrain=drawn)
    assert model.length == 2.0
    model.change("goal_rule", "stop")
    assert model.route is None


def test_state_and_restore_bring_back_map_and_search():
    model = RoutesModel(11, 11, terrain="random", explorers=5, rng=2)
    kept = []
    for ticks in (0, 5, 9, 40):
        model.advance(ticks)
        kept.append(model.state())
        model.map.set_kind(int(np.flatnonzero(model.map.kind == SOLID)[0]), ICE)
        model.map.set_edge(60, 0, WALL)
        model.running = model.active()
    for state in reversed(kept):
        model.restore(state)
        assert same(model.state(), state)
    model.finish()
    assert model.arrived == 5


def test_searching_again_shows_it_all_once_more():
    model = RoutesModel(terrain="example", rng=1)
    model.finish()
    ticks = model.ticks
    model.push("search_again")
    assert (model.ring, model.drawn, model.running) == (0, 0, True)
    model.finish()
    assert model.ticks == 2 * ticks


# --- from public reports ---


def test_start_is_goal():
    model = RoutesModel(5, 5, start=(2, 2), goal=(2, 2))
    assert (model.length, model.route.patches.tolist(), model.running) == (0.0, [12], False)
    assert [explorer.patch for explorer in model.explorers] == [12]
    assert "nobody has to move" in model.message


def test_no_way_fills_what_can_be_reached_says_so_and_ends():
    drawn = Map.from_solid(make_world("square", 7, 3, neighbors=8), [[0, 0, 0, 1, 0, 0, 0]] * 3)
    model = RoutesModel(terrain=drawn, start=(0, 0), goal=(6, 0))
    assert model.running
    assert "fills" in model.message
    model.finish()
    assert shown(model) == {x + 7 * y for x in range(3) for y in range(3)}
    assert model.message == "No way leads from S to G: 9 patches can be reached"
    assert model.explorers[0].patch == 0


def test_an_empty_map_with_diagonals_is_crossed_straight():
    model = RoutesModel(10, 10, start=(0, 0), goal=(9, 9))
    assert model.route.patches.tolist() == [11 * k for k in range(10)]
    assert model.length == pytest.approx(9 * sqrt(2))


def test_a_one_way_edge_is_not_passed_backwards():
    drawn = strip("S...G")
    drawn.set_edge(2, 1, IN)
    model = RoutesModel(terrain=drawn)
    assert model.route is None
    assert np.isinf(model.search.to_goal[:3]).all()


def test_left_of_column_0_is_nothing():
    model = RoutesModel(6, 4, neighbors=4, start=(0, 2), goal=(5, 1))
    assert model.length == 6.0
    assert build_moves(model.map).jump.sum() == 0


def test_every_seed_has_its_own_map_and_the_same_one_again():
    kinds = [RoutesModel(15, 15, terrain="random", rng=seed).map for seed in (1, 2, 1)]
    assert kinds[0] == kinds[2] != kinds[1]


def test_on_hexes_the_page_leaves_out_what_is_about_squares():
    values = RoutesModel(3, 3).parameters
    assert RoutesModel.idle(values) == frozenset()
    assert RoutesModel.idle(values | {"grid": "hex"}) == {"neighbors", "diagonals", "diagonal_cost"}
