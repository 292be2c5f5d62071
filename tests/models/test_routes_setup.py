"""How routes are set up: terrains, given maps, files, sizes, and what is refused."""

import json

import numpy as np
import pytest

from models.routes import RoutesModel
from models.routes_fit import fitted
from patchwalk.history import same
from patchwalk.play import Play, read_session
from patchwalk.world import make_world
from rules.mapfile import map_bytes, read_map
from rules.maps import ARROW, DARK, DOOR, ICE, LOCKED, OUT, SOLID, WALL, Map
from tests.helpers.random_maps import fill
from tests.helpers.stage import Stage

GRIDS = [("square", 8), ("square", 4), ("hex", 8)]


def drawn_map(grid="square", neighbors=8, width=12, height=9, seed=1):
    """A map with something of each sort."""
    drawn = Map(make_world(grid, width, height, neighbors=neighbors if grid == "square" else None))
    fill(drawn, np.random.default_rng(seed), share=0.2)
    drawn.set_floor("round", 0, drawn.world.patch(3, 2))
    return drawn


# --- terrains ---


@pytest.mark.parametrize(("grid", "neighbors"), GRIDS)
@pytest.mark.parametrize("terrain", ["empty", "random", "maze", "example"])
def test_every_terrain_has_a_start_a_goal_and_a_way(terrain, grid, neighbors):
    for seed in range(5):
        model = RoutesModel(21, 21, grid, neighbors, terrain=terrain, rng=seed)
        assert model.map.start != model.map.goal
        assert model.route is not None
        assert model.notice == ""


def test_random_obstacles_share_the_patches_and_leave_given_flags_free():
    for share in (0.0, 0.25, 0.9):
        model = RoutesModel(20, 10, terrain="random", obstacles=share, start=(0, 0), goal=(1, 0), rng=1)
        assert np.count_nonzero(model.map.kind == SOLID) == round(share * 200)
        assert model.map.kind[[0, 1]].tolist() == [0, 0]


def test_where_no_two_patches_are_joined_it_says_so():
    model = RoutesModel(4, 1, terrain="random", obstacles=0.9, rng=1)
    assert np.count_nonzero(model.map.kind != SOLID) == 1
    assert (model.map.goal, model.running) == (None, False)
    assert "Only one patch can be reached" in model.message
    assert RoutesModel(1, 1).message.startswith("Only one patch")


@pytest.mark.parametrize(("width", "height"), [(21, 21), (20, 14), (3, 3)])
def test_a_maze_joins_all_its_floor_by_one_way_each(width, height):
    model = RoutesModel(width, height, neighbors=4, terrain="maze", turtles=3, rng=2)
    floor = model.map.kind == 0
    links = model.moves.indptr[np.append(floor, False)]
    assert np.isfinite(model.search.distances[floor]).all()
    rooms = (width - 1) // 2 * ((height - 1) // 2)
    assert floor.sum() == 2 * rooms - 1
    assert len(links) == floor.sum()


def test_the_example_has_its_own_size_unless_another_one_is_wanted():
    sizes = [RoutesModel(*size, terrain="example").world.shape for size in ((), (34, 24), (60, 30), (11, 9))]
    assert sizes == [(24, 34), (24, 34), (30, 60), (9, 11)]
    model = RoutesModel(60, 30, terrain="example")
    assert model.route is not None
    assert [floor.name for floor in model.map.floors] == ["House", "Attic", "Cellar", "Carousel"]


@pytest.mark.parametrize(("grid", "neighbors"), GRIDS)
def test_the_example_shows_every_feature(grid, neighbors):
    drawn = RoutesModel(grid=grid, neighbors=neighbors, terrain="example").map
    kinds = set(drawn.kind.tolist())
    assert {0, SOLID, ICE, DARK} <= kinds
    assert any(kind >= ARROW for kind in kinds)
    assert {WALL, DOOR, LOCKED, OUT} <= set(drawn.edges_seen().reshape(-1).tolist())
    assert {(warp.forced, warp.stairs) for warp in drawn.warps.values()} == {
        (True, False),
        (False, False),
        (False, True),
    }
    assert {floor.loop for floor in drawn.floors} == {True, False}
    assert all(layer.any() for layer in (drawn.no_entry, drawn.keys, drawn.color))
    assert drawn.problems() == []
    model = RoutesModel(grid=grid, neighbors=neighbors, terrain="example")
    assert model.route.jumps.sum() >= 2, "a warp and a seam"
    assert (model.map.kind[model.route.patches] == ICE).any()


# --- given maps ---


@pytest.mark.parametrize(("grid", "neighbors"), GRIDS)
def test_a_map_can_be_the_terrain(grid, neighbors):
    drawn = drawn_map(grid, neighbors)
    before = drawn.copy()
    model = RoutesModel(terrain=drawn)
    assert model.map == drawn
    assert (model.world.width, model.world.height, model.parameters["terrain"]) == (12, 9, "drawn")
    model.map.remove_flags()
    assert drawn == before, "the model has a copy"
    again = RoutesModel(**{name: model.parameters[name] for name in model.parameter_list.names})
    assert again.map == drawn
    free = np.flatnonzero(drawn.kind != SOLID)[:2].tolist()
    assert RoutesModel(terrain=drawn, start=free[0], goal=free[1]).map.start == free[0]


def test_a_given_map_survives_session_files_and_the_log():
    drawn = drawn_map(seed=3)
    stage = Stage(RoutesModel, {"terrain": drawn}, seed=1)
    stage.do("step").do("step")
    _, data = stage.session.export(".json")
    model_name, log, ticks = read_session(data.decode())
    assert (model_name, json.loads(data)["log"]) == ("routes", log)
    play = Play(RoutesModel)
    play.replay(log, ticks)
    assert same(play.model.state(), stage.state())


@pytest.mark.parametrize("suffix", [".tmj", ".map"])
def test_files_are_opened_and_a_broken_one_changes_nothing(suffix):
    drawn = Map.from_solid(make_world("square", 9, 5, neighbors=8), np.arange(45).reshape(5, 9) % 7 == 0)
    stage = Stage(RoutesModel, {"width": 20, "height": 20}, seed=1)
    before = stage.model
    stage.do("read_file", f"broken{suffix}", b"what is this?").settle()
    assert stage.model is before
    assert f"broken{suffix}" in stage.screen.last["message"]
    stage.do("read_file", f"good{suffix}", map_bytes(drawn, f"good{suffix}")).settle()
    assert stage.page.refusal is None
    assert np.array_equal(stage.model.map.kind, drawn.kind)
    assert stage.page.values["width"] == 9
    stage.do("setup")
    assert np.array_equal(stage.model.map.kind, drawn.kind)


def test_what_a_map_file_cannot_hold_is_said_instead_of_left_out():
    stage = Stage(RoutesModel, {"terrain": "example"}, seed=1)
    with pytest.raises(ValueError, match=r"cannot hold .*tmj"):
        stage.session.export(".map")
    assert stage.session.export(".tmj")[1]
    plain = Stage(RoutesModel, {"terrain": "random"}, seed=1)
    again = read_map("plain.map", plain.session.export(".map")[1])
    assert np.array_equal(again.kind, plain.model.map.kind), "S and G are no part of such a file"
    assert (again.start, plain.model.map.start is None) == (None, False)
    with pytest.raises(ValueError, match="hexes"):
        Stage(RoutesModel, {"grid": "hex"}, seed=1).session.export(".map")


# --- setting up again ---


def test_with_the_terrain_drawn_setup_keeps_the_map_and_fits_it_to_a_new_size():
    stage = Stage(RoutesModel, {"width": 8, "height": 6, "terrain": "empty"}, seed=1)
    stage.model.map.set_goal(47)
    stage.model.map.set_kind(3, SOLID)
    stage.model.map.set_start(0)
    stage.do("change", "terrain", "drawn").do("setup")
    assert stage.model.map.kind[3] == SOLID
    stage.model.map.set_kind(4, ICE)
    stage.do("change", "width", 6).do("setup")
    kind = stage.model.map.kind.reshape(6, 6)
    assert kind[0].tolist() == [0, 0, 0, SOLID, ICE, 0]
    assert stage.model.map.start == 0
    stage.do("change", "terrain", "empty").do("setup")
    assert not stage.model.map.kind.any()


def test_before_the_first_tick_a_drawn_map_is_not_thrown_away_by_a_slider():
    stage = Stage(RoutesModel, {"width": 8, "height": 6, "terrain": "empty"}, seed=1)
    stage.do("change", "height", 7)
    assert stage.model.world.height == 7, "nothing is drawn, so it acts at once"
    stage.model.map.set_color(3, 1)
    stage.do("change", "height", 9)
    assert stage.model.world.height == 7
    assert "height" in stage.page.waiting


@pytest.mark.parametrize(("grid", "neighbors"), GRIDS)
def test_a_map_on_a_larger_world_and_back_is_the_same(grid, neighbors):
    drawn = drawn_map(grid, neighbors, seed=5)
    drawn.remove_floor("round")
    large = make_world(grid, 17, 13, neighbors=drawn.world.directions)
    assert fitted(fitted(drawn, large), drawn.world) == drawn


def test_a_map_keeps_what_makes_sense_on_another_grid():
    drawn = drawn_map("square", 4, seed=6)
    on_eight = fitted(drawn, make_world("square", 12, 9, neighbors=8))
    assert fitted(on_eight, drawn.world) == drawn
    on_hexes = fitted(drawn, make_world("hex", 11, 9))
    assert not on_hexes.edges.any()
    assert (on_hexes.kind < ARROW).all()
    solid = fitted(Map.from_solid(make_world("square", 3, 1), [[1, 1, 0]]), make_world("square", 2, 1))
    assert solid.kind.tolist() == [0, 0], "a map needs floor"


def test_a_loop_that_does_not_fit_is_a_plain_floor():
    drawn = Map(make_world("hex", 8, 4))
    drawn.set_floor("round", 0, 7, loop=True)
    assert [floor.loop for floor in fitted(drawn, make_world("hex", 7, 4)).floors] == [False]


# --- bad input ---


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"terrain": "swamp"}, ["terrain", "swamp", "empty", "maze", "no map"]),
        ({"terrain": 7}, ["terrain", "7"]),
        ({"terrain": '{"a": 1}'}, ["terrain"]),
        ({"drawing": "[]", "terrain": "drawn"}, ["drawing"]),
        ({"start": (41, 0)}, ["start", "(41, 0)", "0 to 40"]),
        ({"goal": "there"}, ["goal", "there"]),
        ({"obstacles": 1.0, "terrain": "random"}, ["obstacles", "0.9"]),
        ({"terrain": "maze", "width": 2}, ["terrain", "3 x 3", "2 x 41"]),
        ({"width": 2048, "height": 2048}, ["width", "at most 1,100,000"]),
        ({"explorers": 0}, ["explorers", "1 to 200"]),
    ],
)
def test_bad_values_are_refused_with_what_would_be_right(values, words):
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 (the words are checked below)
        RoutesModel(**values)
    for word in words:
        assert word in str(refusal.value)


def test_flags_on_solid_patches_and_sizes_that_differ_are_refused():
    drawn = Map(make_world("square", 5, 4, neighbors=8))
    drawn.set_kind(7, SOLID)
    with pytest.raises(ValueError, match=r"start: S cannot stand at \(2, 1\), which is solid"):
        RoutesModel(terrain=drawn, start=7)
    with pytest.raises(ValueError, match=r"goal: G cannot stand"):
        RoutesModel(terrain=drawn, goal=(2, 1))
    with pytest.raises(ValueError, match="the map has 5 x 4 patches, but width x height is 6 x 41"):
        RoutesModel(6, terrain=drawn)
