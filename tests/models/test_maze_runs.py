"""One seed is one run: by steps, by Go, by Finish, plain or compiled, recorded, undone, in another model."""

import importlib.util
import random
import sys
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.maze import MazeModel
from patchwalk.declarations import Pointer
from rules.kernels import choose_kernels
from tests.twins.small_mazes import COUNTED, cells, mazes
from tests.twins.states import state_of

NO_NUMBA = pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="numba (extra fast) is not installed")
GRIDS = pytest.mark.parametrize("grid", ["square", "hex"])


@pytest.fixture(params=["plain", pytest.param("fast", marks=NO_NUMBA)])
def kernels(request):
    """In plain Python and compiled."""
    choose_kernels(request.param)
    yield request.param
    choose_kernels(None)


def maze(grid="square", **values):
    size = {"width": 21, "height": 20 if grid == "hex" else 21}
    return MazeModel(**{**size, "grid": grid, "rng": 12, **values})


def stepped(model):
    while model.running:
        model.step()
    return model


def everything(model):
    """State, curve, drops and picture."""
    drops = [(drop.patch, drop.liquid) for drop in model.drops]
    stacks = [list(carver.stack) for carver in model.carvers]
    picture = model.view(frozenset({"trails"})).codes
    return state_of(model), list(model.depths), drops, stacks, picture.tobytes(), model.running


@GRIDS
@pytest.mark.parametrize("values", [{}, {"turtles": 5, "outer_wall": False}, {"method": "recursion"}])
def test_stepping_going_and_finishing_from_any_tick_give_the_same(grid, values, kernels):
    by_steps = everything(stepped(maze(grid, **values)))
    going = maze(grid, **values)
    while going.running:
        going.advance(7)
    assert everything(going) == by_steps
    for ticks in (0, 1, 2, 50, 97, 10_000):
        model = maze(grid, **values)
        model.advance(ticks)
        model.finish()
        assert everything(model) == by_steps


@GRIDS
def test_the_same_with_liquids(grid, kernels):
    def run(finish_at):
        model = maze(grid, turtles=2, springs=2)
        for tick in range(finish_at):
            if tick % 9 == 0:
                model.pour(tick * 31 % model.world.size, ("water", "blood")[tick % 2])
            model.step()
        if finish_at < 100:
            model.finish()
        return everything(stepped(model))

    for finish_at in (1, 10, 47):
        stopped = maze(grid, turtles=2, springs=2)
        for tick in range(finish_at):
            if tick % 9 == 0:
                stopped.pour(tick * 31 % stopped.world.size, ("water", "blood")[tick % 2])
            stopped.step()
        assert everything(stepped(stopped)) == run(finish_at)


def test_a_finish_that_is_stopped_leaves_a_model_that_goes_on(kernels):
    """Liquid on a maze large enough that Finish works in several pieces; each stop is at a tick of its own."""
    values = {"width": 201, "height": 201, "turtles": 3, "curviness": 80}
    whole = maze(**values)
    whole.pour(whole.carvers[0].patch, "blood")
    whole.finish()
    pieces = maze(**values)
    pieces.pour(pieces.carvers[0].patch, "blood")
    stops = 0
    while pieces.running:
        finishing = pieces.finishing()
        next(finishing, None)
        finishing.close()
        assert [drop.patch for drop in pieces.drops] == pieces.flood.front.tolist()
        assert len(pieces.agents) == len(pieces.drops) + len(pieces.living)
        assert all(len(carver.stack) == carver.depth for carver in pieces.carvers)
        pieces.advance(30)
        stops += 1
    assert stops
    assert everything(pieces) == everything(whole)


@COUNTED
@given(values=mazes(), ticks=st.lists(st.integers(0, 60), min_size=2, max_size=5), finish=st.booleans())
def test_going_back_and_forth_to_any_tick_goes_on_as_before(values, ticks, finish):
    poured = 20
    model, other = MazeModel(**values), MazeModel(**values)
    kept = {}
    for tick in range(61):
        if tick in ticks:
            kept[tick] = (model.state(), everything(model))
        if tick == poured:
            model.pour(model.carvers[0].patch, "water")
        model.step()
    end = state_of(stepped(model))
    for tick in ticks:
        state, then = kept[tick]
        for place in (model, other):
            place.restore(state)
            assert state_of(place) == then[0]
            assert everything(place)[2:] == then[2:]
            assert len(place.agents) == len(place.living) + len(place.drops)
            if tick > poured:
                if finish:
                    place.finish()
                assert state_of(stepped(place)) == end


def test_a_state_is_a_copy_that_later_ticks_leave_alone():
    model = maze(turtles=3, springs=2)
    for _ in range(60):
        model.step()
    kept = model.state()
    before = state_of(model)
    stepped(model)
    model.push("dry")
    model.restore(kept)
    assert state_of(model) == before
    model.finish()
    model.restore(kept)
    assert state_of(model) == before


def test_the_curve_is_as_long_as_the_run_after_an_undo():
    model = maze()
    model.advance(100)
    curve, kept = list(model.depths), model.state()
    model.advance(100)
    model.restore(kept)
    assert list(model.depths) == curve
    assert list(model.plots[0].history(model)[0]) == curve


@GRIDS
def test_a_recursive_maze_is_the_stack_maze_at_every_tick(grid):
    for values in ({}, {"curviness": 100, "start": (5, 3)}, {"curviness": 0, "turn_order": "fixed"}):
        by_stack, by_recursion = maze(grid, **values), maze(grid, method="recursion", **values)
        while by_stack.running:
            assert np.array_equal(by_stack.corridor, by_recursion.corridor)
            assert by_stack.carvers[0].stack == by_recursion.carvers[0].stack
            assert by_stack.carvers[0].heading == by_recursion.carvers[0].heading
            by_stack.step()
            by_recursion.step()
        assert everything(by_stack)[1:] == everything(by_recursion)[1:]


@pytest.mark.parametrize("curviness", [50, 100])
def test_recursion_as_deep_as_the_maze_goes_leaves_the_process_as_it_was(curviness):
    before = sys.getrecursionlimit(), threading.stack_size(), threading.active_count()
    model = MazeModel(301, 301, method="recursion", curviness=curviness, rng=7)
    assert (sys.getrecursionlimit(), threading.stack_size(), threading.active_count()) == before
    by_stack = MazeModel(301, 301, curviness=curviness, rng=7)
    model.finish()
    by_stack.finish()
    assert model.corridor.tobytes() == by_stack.corridor.tobytes()
    assert model.deepest == by_stack.deepest > 5000


def test_recursion_has_one_turtle_and_says_so():
    model = maze(method="recursion", turtles=7)
    assert len(model.carvers) == 1
    assert model.message == "1 turtle instead of 7: recursion has one call stack"


def test_global_randomness_is_left_alone():
    random.seed(3)
    np.random.seed(3)  # noqa: NPY002
    before = random.getstate(), str(np.random.get_state())  # noqa: NPY002
    for method in ("stack", "recursion"):
        model = maze(springs=3, method=method, rng=None)
        model.advance(50)
        model.push("pour_at_random")
        model.finish()
    assert (random.getstate(), str(np.random.get_state())) == before  # noqa: NPY002


def test_global_randomness_does_not_matter():
    found = set()
    for seed in (1, 2):
        random.seed(seed)
        np.random.seed(seed)  # noqa: NPY002
        model = maze(turtles=3, springs=2)
        model.finish()
        found.add(str(state_of(model)))
    assert len(found) == 1


def test_a_drawn_seed_is_kept_and_makes_the_same_maze():
    model = maze(rng=None)
    again = maze(rng=model.seed)
    model.finish()
    again.finish()
    assert state_of(model) == state_of(again)


@settings(COUNTED, max_examples=20)
@given(values=mazes(), where=st.floats(0, 1, exclude_max=True))
def test_putting_the_turtle_here_is_starting_there(values, where):
    """The nearest room, facing up, and the others stay where they are or swap with it."""
    model = MazeModel(**values)
    patch = int(where * model.world.size)
    places = {carver.patch for carver in model.carvers}
    model.point("press", "place", Pointer(patch=patch))
    first = model.carvers[0]
    rooms = model.rooms.patches
    assert first.patch in rooms
    assert model.world.distance(first.patch, patch) == min(model.world.distance(rooms, patch))
    assert len({carver.patch for carver in model.carvers}) == len(model.carvers)
    assert len(places - {carver.patch for carver in model.carvers}) <= 1
    assert len(model.agents) == len(model.carvers)
    model.step()
    model.finish()
    assert model.moves == 2 * model.rooms.count - 1
    before = state_of(model)
    model.point("press", "place", Pointer(patch=patch))
    assert state_of(model) == before
    assert "only before the first tick" in model.notice


def test_make_maze_finishes_from_any_tick():
    model = maze(turtles=2)
    model.advance(13)
    for _ in model.push("make_maze"):
        pass
    assert not model.running
    assert model.corridor.tobytes() == stepped(maze(turtles=2)).corridor.tobytes()
    assert len(cells(model.corridor)) == 2 * 100 - 1
