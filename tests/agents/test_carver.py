"""The carver is the one who does it: its methods are the rule, and overriding one changes the maze."""

import numpy as np
import pytest

from agents.carver import Carver
from models.maze import MazeModel
from tests.twins.maze_twin import directions_of, next_cell
from tests.twins.small_mazes import cells
from tests.twins.states import state_of

GRIDS = pytest.mark.parametrize("grid", ["square", "hex"])


def maze(model_class=MazeModel, grid="square", **values):
    size = {"width": 15, "height": 14 if grid == "hex" else 15}
    return model_class(**{**size, "grid": grid, "rng": 12, **values})


def stepped(model):
    while model.running:
        model.step()
    return model


class Recording(Carver):
    """Says which of its methods were called in its move."""

    def move(self):
        self.calls = []
        super().move()


def recorded(name):
    rule = getattr(Carver, name)

    def method(self, *args):
        self.calls.append(name)
        return rule(self, *args)

    return method


for name in ("probe", "choose", "step", "push", "pop", "backtrack", "join", "die"):
    setattr(Recording, name, recorded(name))


class RecordedMaze(MazeModel):
    carver_breed = Recording


@GRIDS
def test_each_move_is_one_of_four(grid):
    model = maze(RecordedMaze, grid, turtles=4)
    kinds = {
        ("probe", "choose", "step", "push"): "step",
        ("probe", "choose", "join"): "merge",
        ("probe", "backtrack", "pop"): "backtrack",
        ("probe", "die"): "die",
    }
    counts = dict.fromkeys(kinds.values(), 0)
    while model.running:
        acting = model.living
        model.step()
        for carver in acting:
            counts[kinds[tuple(carver.calls)]] += 1
    rooms = model.rooms.count
    assert counts == {"step": rooms - 4, "merge": 3, "backtrack": rooms - 4, "die": 4}


def test_watching_changes_nothing():
    watched, plain = maze(RecordedMaze, turtles=3), maze(turtles=3)
    stepped(watched)
    plain.finish()
    assert state_of(watched) == state_of(plain)


@GRIDS
def test_probe_names_the_directions_with_two_uncarved_patches(grid):
    model = maze(grid=grid, turtles=2)
    rooms = cells(model.rooms.is_room.reshape(model.corridor.shape))
    while model.running:
        walls = cells(~model.corridor)
        for carver in model.living:
            fresh = []
            for direction in directions_of(grid):
                link = next_cell(grid, carver.xy, direction)
                if {link, next_cell(grid, link, direction)} <= walls and next_cell(grid, link, direction) in rooms:
                    fresh.append(direction)
            assert list(carver.probe()) == fresh
        model.step()


def test_a_step_goes_two_patches_and_pushes_and_going_back_pops():
    model = maze(start=(7, 7), heading=0)
    carver = model.carvers[0]
    assert carver.stack == []
    carver.step(1)
    assert carver.xy == (9, 7)
    assert carver.heading == 90
    assert model.corridor[7, 7:10].all()
    assert carver.stack == [model.world.patch(7, 7)]
    carver.step(2)
    assert (carver.xy, carver.heading, carver.depth) == ((9, 5), 180, 2)
    carver.backtrack()
    assert (carver.xy, carver.heading, carver.depth) == ((9, 7), 90, 1)
    carver.backtrack()
    assert (carver.xy, carver.heading, carver.stack) == ((7, 7), 0, [])


class Spiral(Carver):
    """Always the last way it finds."""

    def choose(self, ways):
        return ways[-1]


class SpiralMaze(MazeModel):
    carver_breed = Spiral


@GRIDS
def test_an_overridden_choose_changes_the_maze_and_finish_obeys_it(grid):
    by_steps = stepped(maze(SpiralMaze, grid))
    finished = maze(SpiralMaze, grid)
    finished.advance(9)
    finished.finish()
    assert state_of(by_steps) == state_of(finished)
    assert np.count_nonzero(finished.corridor) == 2 * finished.rooms.count - 1
    assert finished.corridor.tobytes() != stepped(maze(grid=grid)).corridor.tobytes()
    # What it chooses needs no luck: two seeds, one start, one maze.
    other = maze(SpiralMaze, grid, start=finished.carvers[0].xy, rng=99)
    other.finish()
    assert other.corridor.tobytes() == finished.corridor.tobytes()


class Lazy(Carver):
    """Never joins other trees."""

    def probe_trees(self):
        return ()


def test_any_overridden_method_is_obeyed_by_finish():
    class LazyMaze(MazeModel):
        carver_breed = Lazy

    model = maze(LazyMaze, turtles=4)
    model.finish()
    assert np.count_nonzero(model.corridor) == 2 * model.rooms.count - 4
    assert model.carving.trees == 4


def test_a_method_that_is_no_rule_lets_finish_stay_quick():
    class Polite(Carver):
        shape = "circle"

        def greet(self):
            return "good day"

    class PoliteMaze(MazeModel):
        carver_breed = Polite
        carved_by_turtles = 0

    model, plain = maze(PoliteMaze), maze()
    model.finish()
    plain.finish()
    assert state_of(model) == state_of(plain)
    assert {type(carver) for carver in model.carvers} == {Polite}


def test_finish_obeys_a_model_with_a_tick_of_its_own():
    class Counting(MazeModel):
        seen = 0

        def tick(self):
            super().tick()
            self.seen += 1

    model = maze(Counting)
    model.finish()
    assert model.seen == model.ticks == 97


@GRIDS
def test_a_stack_that_was_read_from_the_maze_is_the_one_that_was_pushed(grid):
    """A model that was restored, or finished half, knows only depths: the stack comes back when it is asked for."""
    model = maze(grid=grid, turtles=3, curviness=80)
    other = maze(grid=grid, turtles=3, curviness=80)
    while model.running:
        other.restore(model.state())
        asked = other.carvers[0].stack
        assert asked == model.carvers[0].stack
        for _ in range(3):  # move on, the others without having been asked
            model.step()
            other.step()
        for carver, twin in zip(model.carvers, other.carvers, strict=True):
            assert (carver.stack, carver.patch, carver.heading) == (twin.stack, twin.patch, twin.heading)


def test_heading_belongs_to_the_room():
    """Straight on after going back means: as that room was entered."""
    model = maze(curviness=100, turtles=2)
    entered = {carver.patch: carver.heading for carver in model.carvers}
    while model.running:
        model.step()
        for carver in model.living:
            assert entered.setdefault(carver.patch, carver.heading) == carver.heading
    assert len(entered) == model.rooms.count


def test_a_shut_in_turtle_joins_and_goes_on_to_its_end():
    """Three rooms in a row, a turtle on each: nothing to step on, two walls to open, and each dies on its room."""
    model = MazeModel(7, 3, turtles=3, rng=1)
    assert model.corridor.sum() == 3
    model.step()
    assert model.carving.trees < 3
    model.finish()
    assert model.corridor[1].tolist() == [False, True, True, True, True, True, False]
    assert model.moves == 5


def test_dead_carvers_leave_the_model():
    model = maze(turtles=5)
    while model.running:
        assert set(model.agents) == set(model.living)
        model.step()
    assert len(model.agents) == 0
    assert len(model.carvers) == 5
    assert all(carver.stack == [] for carver in model.carvers)
