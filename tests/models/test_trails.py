"""Trails: the reference numbers of the three exercises, hexes, many turtles, undo, the page's tools."""

import gc
import json
import weakref

import numpy as np
import pytest

from models.trails import TrailsModel
from patchwalk.declarations import Pointer
from patchwalk.history import same
from patchwalk.parameters import ParameterError

LEVELS = ("straight", "edges", "own trail")


def finished(**parameters):
    model = TrailsModel(**parameters)
    model.finish()
    return model


# --- the reference ---------------------------------------------------------------------------------------------------


def test_straight_from_the_bottom_to_the_top():
    model = finished(level="straight", start=(5, 0), heading=0, rng=1)
    assert (model.moves, model.ticks, model.trail_patches) == (10, 10, 11)
    assert model.trail.sum() == 11
    assert model.trail[:, 5].all()
    assert not model.running


@pytest.mark.parametrize("heading", [0, 90, 180, 270])
def test_edges_ends_circling_the_border(heading):
    model = TrailsModel(level="edges", start=(5, 5), heading=heading, rng=1)
    model.advance(45)
    assert model.trail_patches == 45
    model.advance(400)
    assert (model.trail_patches, model.moves, model.running) == (45, 445, True)
    x, y = model.tracers[0].xy
    assert x in (0, 10) or y in (0, 10)
    assert model.trail[[0, -1]].all()
    assert model.trail[:, [0, -1]].all()
    assert "No new patch since tick 44" in model.message


def test_own_trail_from_the_south_east_corner_fills_the_world():
    model = finished(level="own trail", start=(10, 0), heading=0, rng=1)
    assert (model.moves, model.ticks, model.trail_patches) == (120, 120, 121)
    assert sorted(model.first_visit.ravel()) == list(range(121))
    assert model.tracers[0].xy == (5, 5)
    assert model.message == "Every patch has a trail"


@pytest.mark.parametrize(("width", "height"), [(2, 2), (2, 9), (9, 2), (6, 5), (8, 8), (31, 4)])
@pytest.mark.parametrize("corner", [(0, 0), (1, 0), (0, 1), (1, 1)])
@pytest.mark.parametrize("heading", [0, 90, 180, 270])
def test_own_trail_fills_any_world_from_any_corner(width, height, corner, heading):
    start = corner[0] * (width - 1), corner[1] * (height - 1)
    model = finished(width=width, height=height, level="own trail", start=start, heading=heading, rng=1)
    assert model.trail_patches == width * height == model.moves + 1


def test_the_figures_of_the_info_page():
    # One heading stands for four, since the world looks the same from all sides.
    filled = [finished(level="own trail", start=start, heading=0, rng=1).trail_patches for start in range(121)]
    assert 4 * filled.count(121) == 36
    assert min(filled) == 22
    assert filled[60] == 81


# --- hexes -----------------------------------------------------------------------------------------------------------


def test_straight_on_hexes():
    model = finished(grid="hex", level="straight", start=(5, 0), heading=0, rng=1)
    assert (model.moves, model.trail_patches) == (10, 11)
    slanted = finished(grid="hex", level="straight", start=(0, 0), heading=60, rng=1)
    assert slanted.moves == 10
    assert slanted.tracers[0].xy == (10, 5)


def test_edges_on_hexes_ends_in_a_loop_through_the_world():
    model = TrailsModel(grid="hex", level="edges", start=(5, 5), heading=0, rng=1)
    model.advance(1000)
    assert model.running
    assert (model.trail_patches, model.first_visit.max()) == (43, 43)


@pytest.mark.parametrize(("start", "heading", "patches"), [((9, 10), 120, 3), ((10, 7), 300, 88), ((10, 0), 0, 80)])
def test_own_trail_on_hexes(start, heading, patches):
    model = finished(grid="hex", level="own trail", start=start, heading=heading, rng=1)
    assert (model.trail_patches, model.moves) == (patches, patches - 1)
    assert all(
        model.is_on_trail(neighbor, 0) for neighbor in model.world.neighbors_of(model.tracers[0].patch)
    )  # shut in on all sides


# --- many turtles ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("level", LEVELS)
def test_running_means_that_a_tick_changes_something(grid, level):
    model = TrailsModel(9, 7, grid, level, 6, rng=3)
    for _ in range(80):
        before = model.state()
        running = model.running
        assert running == (model.walking > 0)
        model.running = True  # a tick, whatever it says
        model.advance(1)
        after = {name: value for name, value in model.state().items() if name != "ticks"}
        before.pop("ticks")
        assert same(before, after) is not running


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_the_layers_agree_with_the_turtles(grid):
    model = TrailsModel(15, 12, grid, "own trail", 20, rng=8)
    assert len({tracer.patch for tracer in model.tracers}) == 20
    assert model.trail_patches == 20
    assert set(model.first_visit[model.trail]) == {0}
    model.finish()
    steps = [int((model.footprints >> tracer.number & 1).sum()) for tracer in model.tracers]
    assert steps == [tracer.moves + 1 for tracer in model.tracers]
    assert model.trail_patches == np.count_nonzero(model.trail) == np.count_nonzero(model.footprints)
    assert model.moves == sum(steps) - 20
    number, visited = model.first_tracer[model.trail], model.footprints[model.trail]
    assert np.all(visited >> number.astype(np.uint32) & 1)
    assert np.all(model.first_tracer[~model.trail] == -1)
    assert 0 < model.first_visit.max() <= model.ticks


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_ways_join_patches_of_a_trail_from_both_sides(grid):
    model = finished(width=12, height=9, grid=grid, level="own trail", rng=8)
    world, ways, joints = model.world, model.ways.ravel(), 0
    for patch in range(world.size):
        for direction in range(world.directions):
            if ways[patch] >> direction & 1:
                other = world.neighbor(patch, direction)
                assert ways[other] >> world.opposite(direction) & 1
                assert abs(int(model.first_visit.flat[patch]) - int(model.first_visit.flat[other])) == 1
                joints += 1
    assert joints == 2 * model.moves


def test_a_turtle_walks_the_same_whatever_the_others_do():
    alone = TrailsModel(level="own trail", start=(2, 3), heading=90, rng=1)
    among = TrailsModel(level="own trail", turtles=20, start=(2, 3), heading=90, rng=1)
    for _ in range(121):
        assert alone.tracers[0].patch == among.tracers[0].patch
        alone.step()
        among.step()


def test_more_turtles_than_patches_are_clamped_and_the_status_says_so():
    model = TrailsModel(2, 3, turtles=20, rng=1)
    assert sorted(tracer.patch for tracer in model.tracers) == list(range(6))
    assert model.message == "6 turtles instead of 20: there are only 6 patches"
    assert model.parameters["turtles"] == 20


def test_a_given_start_takes_the_place_of_the_turtle_drawn_there():
    for start in range(6):
        model = TrailsModel(2, 3, turtles=6, start=start, rng=1)
        assert sorted(tracer.patch for tracer in model.tracers) == list(range(6))
        assert model.tracers[0].patch == start


# --- seeds and arguments ---------------------------------------------------------------------------------------------


def test_without_arguments():
    model = TrailsModel()
    assert model.world.shape == (11, 11)
    assert len(model.tracers) == 1
    assert model.level == "straight"


def test_start_and_heading_change_nothing_else():
    drawn = TrailsModel(turtles=5, rng=4)
    given = TrailsModel(turtles=5, start=(0, 0), heading=180, rng=4)
    assert [t.patch for t in drawn.tracers][1:] == [t.patch for t in given.tracers][1:]
    assert [t.heading for t in drawn.tracers][1:] == [t.heading for t in given.tracers][1:]
    assert (given.tracers[0].patch, given.tracers[0].heading) == (0, 180)


def test_seeds():
    first, again, other = (TrailsModel(41, 41, level="own trail", turtles=5, rng=seed) for seed in (6, 6, 7))
    for model in (first, again, other):
        model.finish()
    assert same(first.state(), again.state())
    assert not same(first.state(), other.state())


@pytest.mark.parametrize("start", [71, "71", "5,6", "(5, 6)", (5, 6), [5, 6], np.array([5, 6]), np.int16(71)])
def test_a_place_in_any_form_is_kept_as_a_pair(start):
    model = TrailsModel(start=start, rng=1)
    assert model.tracers[0].xy == (5, 6)
    assert model.parameters["start"] == (5, 6)
    json.dumps(model.parameters)


@pytest.mark.parametrize(
    ("arguments", "name", "message"),
    [
        ({"start": 121}, "start", "start: there is no patch 121: this world has 0 to 120"),
        ({"start": "12,3"}, "start", "start: patch (12, 3) is outside the world: x is 0 to 10, y is 0 to 10"),
        ({"start": "here"}, "start", "start: 'here' is no place; write a patch's number (57), or its column and row"),
        ({"heading": 60}, "heading", "heading: 60 is none of this world's headings, 0, 90, 180, 270 degrees"),
        ({"heading": "90", "grid": "hex"}, "heading", "0, 60, 120, 180, 240, 300 degrees"),
        ({"heading": "north"}, "heading", "heading: 'north' is no heading; write degrees clockwise from up (90)"),
        ({"turtles": 21}, "turtles", "turtles: 21 is not a whole number from 1 to 20"),
        ({"turtles": 0}, "turtles", "turtles: 0 is not a whole number from 1 to 20"),
        ({"width": 1}, "width", "width: 1 is not a whole number from 2 to 201 patches"),
        ({"height": 202}, "height", "height: 202 is not a whole number from 2 to 201 patches"),
        ({"level": "spiral"}, "level", "level: 'spiral' is not one of straight, edges, own trail"),
    ],
)
def test_bad_arguments_are_refused_by_name(arguments, name, message):
    with pytest.raises(ParameterError) as caught:
        TrailsModel(**arguments)
    assert caught.value.name == name
    assert message in str(caught.value)


@pytest.mark.parametrize("size", [(2, 2), (2, 201), (201, 2), (201, 201)])
@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("turtles", [1, 20])
def test_both_ends_of_all_parameters(size, grid, level, turtles):
    model = TrailsModel(*size, grid, level, turtles, rng=2)
    model.advance(5)
    assert model.view(frozenset({"order"})).codes.shape == size[::-1]


# --- time ------------------------------------------------------------------------------------------------------------


def test_the_second_exercise_cannot_be_finished():
    model = TrailsModel(level="edges", rng=1)
    assert not model.can_finish
    with pytest.raises(RuntimeError, match="never ends by itself"):
        model.finish()
    assert model.ticks == 0


def test_finishing_is_stepping():
    stepped, advanced, done = (TrailsModel(level="own trail", turtles=3, rng=9) for _ in range(3))
    while stepped.running:
        stepped.step()
    advanced.advance(10**6)
    done.advance(7)
    shares = list(done.finishing())
    assert same(stepped.state(), advanced.state())
    assert same(stepped.state(), done.state())
    assert all(0 <= share <= 1 for share in shares)


def test_a_new_exercise_lets_stopped_turtles_go_on():
    model = finished(level="straight", start=(5, 0), heading=0, rng=1)
    model.change("level", "edges")
    assert model.running
    assert not model.can_finish
    model.advance(3)
    assert model.tracers[0].xy == (2, 10)
    model.change("level", "own trail")
    model.finish()
    assert not model.tracers[0].has_way()
    model.change("level", "straight")
    assert model.running is not model.tracers[0].blocked_ahead()


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("level", LEVELS)
def test_restoring_goes_back_and_on_again(grid, level):
    model = TrailsModel(13, 10, grid, level, 4, rng=5)
    model.change("level", level)
    states = []
    for _ in range(30):
        states.append(model.state())
        model.advance(1)
    end = model.state()
    other = TrailsModel(13, 10, grid, "straight", 4, rng=77)
    for place in (model, other):
        for number in (20, 29, 3, 0, 11):
            place.restore(states[number])
            assert same(place.state(), states[number])
            assert place.trail_patches == np.count_nonzero(place.trail)
            for _ in range(30 - number):
                place.advance(1)
            assert same(place.state(), end)


def test_a_state_does_not_change_with_its_model():
    model = TrailsModel(level="own trail", rng=5)
    state, again = model.state(), model.state()
    model.finish()
    assert same(state, again)
    model.restore(state)
    model.finish()
    assert same(state, again)


def test_it_is_freed():
    model = TrailsModel(level="own trail", turtles=5, rng=1)
    model.finish()
    gone = weakref.ref(model)
    del model
    gc.collect()
    assert gone() is None


# --- the page --------------------------------------------------------------------------------------------------------


def click(model, place):
    patch = model.world.patch(*place) if isinstance(place, tuple) else place
    model.point("press", "place", Pointer(patch))


def test_the_tool_puts_and_turns_the_first_turtle():
    model = TrailsModel(turtles=3, start=(2, 2), heading=0, rng=1)
    click(model, (7, 8))
    assert (model.tracers[0].xy, model.tracers[0].heading) == ((7, 8), 0)
    assert model.trail_patches == 3
    assert not model.trail[2, 2]
    click(model, (7, 8))
    assert model.tracers[0].heading == 270
    assert model.message == "The turtle starts at (7, 8), heading 270°"
    second = model.tracers[1].patch
    click(model, second)
    assert model.tracers[0].patch == second
    assert model.tracers[1].xy == (7, 8)
    before = model.state()
    click(model, -1)
    assert same(before, model.state())


def test_the_tool_can_set_a_turtle_going():
    model = finished(level="straight", start=(5, 10), heading=0, rng=1)
    assert (model.ticks, model.running) == (0, False)
    click(model, (5, 0))
    assert model.running


def test_after_the_first_tick_the_tool_only_says_why_not():
    model = TrailsModel(level="edges", rng=1)
    model.advance(1)
    before = model.state()
    click(model, (0, 0))
    assert same(before, model.state())
    assert "before the first tick" in model.message
    model.advance(1)
    assert model.message == "The turtle walks"


def test_what_is_said_of_a_patch():
    model = finished(level="straight", start=(5, 0), heading=0, rng=1)
    patch = model.world.patch(5, 10)
    assert dict(model.inspect(patch)) == {
        "Patch": "(5, 10)",
        "Number": "115",
        "Kind": "trail",
        "First visited": "tick 10, by turtle 1",
        "On the trail of": "turtle 1",
        "Turtle": "1, heading 0°, 10 moves, no way on",
    }
    assert dict(model.inspect(0)) == {"Patch": "(0, 0)", "Number": "0", "Kind": "ground"}
    assert (model.describe(patch), model.describe(0)) == ("trail", "ground")
    assert model.message == "The turtle stands at the edge"


def test_the_view():
    model = TrailsModel(9, 6, level="own trail", turtles=7, rng=2)
    model.advance(4)
    codes = model.palette.codes()
    view = model.view()
    assert view.codes.dtype == np.uint8
    assert np.array_equal(view.codes > 0, model.trail)
    fifth = model.first_tracer == 4
    assert np.all(view.codes[fifth] == codes["trail-1"])
    assert view.shade is None
    assert view.links is None
    assert model.view(frozenset({"way"})).links.shape == (54,)
    assert view.turtles.color.tolist() == [codes[f"turtle-{k}"] for k in (1, 2, 3, 4, 1, 2, 3)]
    assert view.turtles.id.tolist() == [tracer.unique_id for tracer in model.tracers]
    shade = model.view(frozenset({"order"})).shade
    assert shade.dtype == np.uint8
    assert np.array_equal(shade == 255, ~model.trail)
    assert set(shade[model.first_visit == 0]) == {0}
    assert set(shade[model.first_visit == 4]) <= {254}


def test_monitors_and_the_plot_read_the_model():
    model = finished(level="own trail", start=(10, 0), heading=0, rng=1)
    read = {monitor.name: monitor.read(model) for monitor in model.monitors}
    assert read == {"ticks": 120, "moves": 120, "trail": 121, "walking": 0}
    assert model.plots[0].pens[0].read(model) == 121


def test_the_plot_is_what_was_at_each_tick():
    model = TrailsModel(level="edges", turtles=2, rng=3)
    counts = [model.trail_patches]
    for _ in range(100):
        model.step()
        counts.append(model.trail_patches)
    (growth,) = model.plots[0].history(model)
    assert list(growth) == counts
    assert growth[100] == growth[len(growth) - 1] == model.trail_patches
    model.advance(2000)  # a run without end
    (growth,) = model.plots[0].history(model)
    assert len(growth) == 2101
    assert growth[2100] == model.trail_patches


@pytest.mark.parametrize("number", range(len(TrailsModel.presets)))
def test_presets_are_good_parameters(number):
    model = TrailsModel(**TrailsModel.presets[number].values, rng=1)
    model.advance(10)
    assert not model.notice
