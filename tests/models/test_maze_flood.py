"""Water and blood in the maze: when each patch gets wet, where the drops are, what the pointer pours."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.maze import MazeModel
from patchwalk.declarations import Pointer
from patchwalk.play import Play
from tests.twins.maze_twin import MazeTwin, distances
from tests.twins.small_mazes import COUNTED, arrivals, assert_carved_like, assert_wet_like, cells, mazes
from tests.twins.states import plain, state_of

LIQUIDS = ("water", "blood")
GRIDS = pytest.mark.parametrize("grid", ["square", "hex"])


@st.composite
def presses(draw, last_tick=70):
    """Tick -> presses then, each a share of the way through all patches, and a liquid."""
    one = st.tuples(st.floats(0, 1, exclude_max=True), st.sampled_from(LIQUIDS))
    return draw(st.dictionaries(st.integers(0, last_tick), st.lists(one, min_size=1, max_size=4), max_size=12))


def finished(grid, seed=5, **values):
    width, height = (21, 20) if grid == "hex" else (21, 21)
    model = MazeModel(width, height, grid, rng=seed, **values)
    model.finish()
    return model


def at_start(model):
    return next(carver.patch for carver in model.carvers)


@COUNTED
@given(values=mazes(), wanted=presses())
def test_patches_get_wet_as_the_rule_says_while_turtles_carve_and_after(values, wanted):
    model = MazeModel(**values)
    twin = MazeTwin.of(model)
    last = max(wanted, default=0)
    while twin.running or model.ticks <= last:
        for share, liquid in wanted.pop(model.ticks, ()):
            patch = int(share * model.world.size)
            could = model.world.xy(patch) in twin.carved.keys() - twin.arrival.keys()
            assert model.pour(patch, liquid) == could
            twin.pour(tuple(model.world.xy(patch)), liquid)
            assert model.running == twin.running
        assert_wet_like(model, twin)
        if not twin.running:
            assert not wanted or min(wanted) > model.ticks
            break
        model.step()
        twin.tick()
        assert_carved_like(model, twin)
    assert_wet_like(model, twin)


@settings(COUNTED, max_examples=40)
@given(values=mazes(), wanted=presses(last_tick=25), pause=st.integers(0, 25))
def test_finish_wets_what_stepping_wets(values, wanted, pause):
    stepping, finishing = MazeModel(**values), MazeModel(**values)
    for tick in range(pause + 1):
        for share, liquid in wanted.get(tick, ()):
            for model in (stepping, finishing):
                model.pour(int(share * model.world.size), liquid)
        if tick < pause:
            stepping.advance(1)
            finishing.step()
    while stepping.running:
        stepping.step()
    finishing.finish()
    assert state_of(stepping) == state_of(finishing)
    assert [drop.patch for drop in stepping.drops] == [drop.patch for drop in finishing.drops]
    assert stepping.running is finishing.running is False


@GRIDS
@pytest.mark.parametrize("finish", [False, True])
def test_on_a_finished_maze_arrival_is_press_plus_distance(grid, finish):
    draw = np.random.default_rng(3)
    for seed in range(4):
        model = finished(grid, seed)
        open_patches = cells(model.corridor)
        pressed = {}
        for _ in range(5):
            patch = int(draw.choice(np.flatnonzero(model.corridor)))
            if model.pour(patch, LIQUIDS[seed % 2]):
                pressed[tuple(model.world.xy(patch))] = model.ticks
            model.advance(int(draw.integers(0, 15)))
        if finish:
            model.finish()
        while model.running:
            model.step()
        assert arrivals(model) == distances(grid, open_patches, pressed)
        assert model.flood.wet_count == len(open_patches)


def test_first_to_arrive_keeps_the_patch():
    model = MazeModel(13, 3, rng=1)
    model.finish()
    model.pour((2, 1), "water")
    model.advance(2)
    model.pour((9, 1), "blood")
    model.finish()
    words = [model.describe(model.world.patch(x, 1)) for x in range(13)]
    assert words == ["wall"] + 6 * ["water"] + 5 * ["blood"] + ["wall"]
    assert not model.pour((9, 1), "water")
    assert model.describe(model.world.patch(9, 1)) == "blood"


@GRIDS
def test_presses_on_walls_outside_and_on_wet_patches_do_nothing(grid):
    model = finished(grid)
    model.pour(at_start(model), "water")
    model.advance(3)
    before = state_of(model)
    wall = int(np.flatnonzero(~model.corridor)[7])
    for place in (wall, -1, -7, model.world.size, 10**9, at_start(model), (-1, 3), (3, 99), (0, 0)):
        assert not model.pour(place, "blood")
        patch = place if isinstance(place, int) else -1
        model.point("press", "blood", Pointer(patch=patch))
        model.point("drag", "blood", Pointer(patch=patch))
        model.point("hold", "blood", Pointer(patch=patch))
        model.point("release", "blood", Pointer(patch=patch))
    assert state_of(model) == before


def test_other_liquids_are_refused_by_name():
    with pytest.raises(ValueError, match=r"liquid: 'milk' is not one of water, blood"):
        MazeModel(5, 5, rng=1).pour(6, "milk")


def test_looking_pours_nothing():
    model = finished("square")
    model.point("press", "look", Pointer(patch=at_start(model)))
    assert not model.running
    assert model.flood.wet_count == 0


@GRIDS
def test_a_held_pointer_pours_each_tick_at_the_patch_under_it_and_the_liquid_flows_on_after(grid):
    for seed in range(3):
        play = Play(MazeModel)
        height = 12 if grid == "hex" else 13
        play.apply({"do": "setup", "values": {"width": 13, "height": height, "grid": grid, "turtles": 2}, "seed": seed})
        model, draw = play.model, np.random.default_rng(seed)
        twin = MazeTwin.of(model)
        held = None
        for _ in range(120):
            patch = int(draw.integers(-1, model.world.size))
            cell = tuple(model.world.xy(patch)) if patch >= 0 else None
            match draw.integers(8):
                case 0:
                    held = (LIQUIDS[draw.integers(2)], cell)
                    play.apply({"do": "press", "tool": held[0], "pointer": {"patch": patch}})
                    twin.pour(cell, held[0])
                case 1 if held:
                    held = (held[0], cell)
                    play.apply({"do": "drag", "pointer": {"patch": patch}})
                    twin.pour(cell, held[0])
                case 2 if held:
                    held = None
                    play.apply({"do": "release", "pointer": {"patch": patch}})
            assert_wet_like(model, twin)
            if held:
                twin.pour(held[1], held[0])
            if twin.running:
                twin.tick()
            play.tick()
            assert_carved_like(model, twin)
            assert_wet_like(model, twin)
        assert twin.arrival, "something was wet"
        again = Play(MazeModel)
        again.replay(play.log, model.ticks)
        assert state_of(again.model) == state_of(model)


def what_people_see(model):
    """The maze, the liquids, and the turtles, which may have moved, or died."""
    turtles = [(carver.patch, carver.heading, carver.alive) for carver in model.carvers]
    return plain([model.corridor, model.arrival, model.flood.liquid, turtles, model.moves])


@GRIDS
def test_running_is_true_exactly_while_a_tick_would_change_something(grid):
    """Tick a model that stands at the same place, asked or not, and see."""
    size = (9, 8) if grid == "hex" else (9, 9)
    model = MazeModel(*size, grid, turtles=2, rng=6)
    other = MazeModel(*size, grid, turtles=2, rng=6)
    draw = np.random.default_rng(1)
    stopped = 0
    for _ in range(160):
        chance = draw.random()
        if chance < 0.06:
            model.pour(int(draw.integers(model.world.size)), LIQUIDS[draw.integers(2)])
        elif chance < 0.09:
            list(model.push("dry") or ())
        elif chance < 0.12:
            model.change("springs", int(draw.integers(3)))
        model.running = model.active()
        other.restore(model.state())
        other.tick()
        assert model.running == (what_people_see(other) != what_people_see(model)), model.ticks
        stopped += not model.running
        model.step()
    assert 10 < stopped < 150


@GRIDS
def test_dry_clears_and_one_can_pour_again(grid):
    model = finished(grid)
    first = model.ticks
    model.pour(at_start(model), "water")
    model.advance(9)
    assert model.push("dry") is None
    assert not model.running
    assert (model.arrival == -1).all()
    assert not model.flood.liquid.any()
    assert model.flood.wet_count == 0
    assert not model.drops
    assert not model.agents
    assert model.ticks == first + 9
    model.pour(at_start(model), "blood")
    model.finish()
    assert arrivals(model) == distances(grid, cells(model.corridor), {model.carvers[0].xy: first + 9})


@settings(COUNTED, max_examples=25)
@given(values=mazes(), springs=st.integers(1, 20), later=st.integers(0, 40))
def test_springs_pour_on_dry_corridors_one_more_a_tick(values, springs, later):
    model = MazeModel(**values)
    twin = MazeTwin.of(model)
    model.advance(later)
    for _ in range(model.ticks):
        twin.tick()
    model.change("springs", springs)
    while model.running:
        known = len(model.spring_patches)
        model.step()
        poured = model.spring_patches[known:]
        assert len(poured) == (1 if known < springs and twin.carved.keys() - twin.arrival.keys() else 0)
        for patch in poured:
            assert not twin.arrival.get(model.world.xy(patch))
            twin.pour(tuple(model.world.xy(patch)), LIQUIDS[known % 2])
        twin.tick()
        assert_carved_like_running(model, twin)
        assert_wet_like(model, twin)
    assert model.flood.wet_count == len(twin.carved)
    assert len(set(model.spring_patches)) == len(model.spring_patches) <= springs


def assert_carved_like_running(model, twin):
    """A spring that waits keeps the model running: the twin knows nothing of springs."""
    assert model.running or not twin.running
    assert cells(model.corridor) == twin.carved.keys()


@pytest.mark.parametrize("ticks", [0, 1, 7, 60, 400])
@pytest.mark.parametrize("springs", [1, 2, 20])
def test_finish_with_springs_gives_what_stepping_gives(springs, ticks):
    for size, turtles in (((15, 15), 1), ((15, 15), 2), ((3, 3), 1)):
        stepping, finishing = [MazeModel(*size, rng=1, turtles=turtles) for _ in range(2)]
        for model in (stepping, finishing):
            model.advance(ticks)
            model.change("springs", springs)
        while stepping.running:
            stepping.step()
        finishing.finish()
        assert state_of(stepping) == state_of(finishing)
        assert list(stepping.depths) == list(finishing.depths)


def test_fewer_springs_dry_up_at_once_and_dry_lets_the_others_begin_again():
    model = finished("square")
    model.change("springs", 4)
    model.advance(6)
    kept = model.spring_patches[:2]
    model.change("springs", 2)
    assert model.spring_patches == kept
    model.push("dry")
    assert model.running
    now = model.ticks
    model.step()
    assert [int(model.arrival.flat[patch]) for patch in kept] == [now, now]
    assert [model.describe(patch) for patch in kept] == ["water", "blood"]
    model.change("springs", 0)
    model.push("dry")
    assert not model.running


@GRIDS
def test_pour_at_random_takes_a_dry_corridor_until_there_is_none(grid):
    model = MazeModel(5, 6 if grid == "hex" else 5, grid, rng=2)
    model.finish()
    dry = int(np.count_nonzero(model.corridor))
    words = []
    for wet in range(1, dry + 1):
        before = model.flood.liquid.copy()
        model.push("pour_at_random")
        assert model.flood.wet_count == wet
        patch = int(np.flatnonzero(before != model.flood.liquid)[0])
        assert model.corridor.flat[patch]
        words.append(model.describe(patch))
    assert words[:4] == ["water", "blood", "water", "blood"]
    model.push("pour_at_random")
    assert model.notice == "There is no dry corridor to pour on"
    assert model.flood.wet_count == dry


def test_the_last_four_rings_are_paler():
    model = finished("square")
    codes = model.palette.codes()
    model.pour(at_start(model), "blood")
    for _ in range(12):
        model.step()
        picture = model.view().codes
        for y, x in np.argwhere(model.arrival >= 0):
            pale = model.arrival[y, x] > model.ticks - 4
            assert picture[y, x] == codes["blood-front" if pale else "blood"]
        assert set(np.unique(picture[model.arrival < 0])) == {codes["wall"], codes["corridor"]}


def test_monitors_of_the_flood():
    monitors = {monitor.name: monitor.read for monitor in MazeModel.monitors}
    model = MazeModel(13, 3, rng=1)
    model.finish()
    assert (monitors["wet"](model), monitors["front"](model)) == (0, 0)
    model.pour((6, 1))
    assert monitors["front"](model) == 1
    model.step()
    assert monitors["front"](model) == 2
    assert monitors["wet"](model) == pytest.approx(100 * 3 / 11)
    model.finish()
    assert (monitors["wet"](model), monitors["front"](model)) == (100, 0)
