import gc
import weakref

import mesa
import numpy as np
import pytest

from patchwalk.turtle import Turtle
from patchwalk.world import make_world


class Meadow(mesa.Model):
    """A model with a world and nothing else."""

    def __init__(self, world, rng=1):
        super().__init__(rng=rng)
        self.world = world


class Digger(Turtle):
    color = "brown"

    def __init__(self, model, patch, heading, depth):
        super().__init__(model, patch, heading)
        self.depth = depth
        self.stack = [patch]


@pytest.fixture
def meadow():
    return Meadow(make_world("square", 11, 7))


def test_it_stands_on_a_patch_with_a_heading(meadow):
    turtle = Turtle(meadow, 12, 450)
    assert (turtle.patch, turtle.heading, turtle.xy) == (12, 90.0, (1, 1))
    assert turtle.alive
    assert (turtle.shape, turtle.color) == ("turtle", "turtle")
    assert list(meadow.agents) == [turtle]


def test_numbers_of_numpy_become_plain_ones(meadow):
    turtle = Turtle(meadow, np.int64(12), np.float32(90))
    turtle.move_to(np.int32(13))
    assert type(turtle.patch) is int
    assert type(turtle.heading) is float


@pytest.mark.parametrize("patch", [-1, 77])
def test_a_patch_outside_is_refused_and_nothing_is_half_done(meadow, patch):
    with pytest.raises(ValueError, match=f"no patch {patch}: this world has 0 to 76"):
        Turtle(meadow, patch)
    turtle = Turtle(meadow, 3)
    with pytest.raises(ValueError, match="no patch"):
        turtle.move_to(patch)
    with pytest.raises(ValueError, match="no patch"):
        turtle.hatch(2, patch=patch)
    assert turtle.patch == 3
    assert list(meadow.agents) == [turtle]


def test_forward_stops_at_the_edge(meadow):
    turtle = Turtle(meadow, meadow.world.patch(5, 0), 0)
    assert turtle.can_move(6)
    assert not turtle.can_move(7)
    assert turtle.patch_ahead(2) == meadow.world.patch(5, 2)
    assert turtle.patch_ahead(7) == -1
    assert turtle.forward() == 1
    assert turtle.forward(10) == 5
    assert turtle.xy == (5, 6)
    assert turtle.forward() == 0
    assert turtle.back(2) == 2
    assert turtle.xy == (5, 4)
    assert turtle.back(10) == 4
    assert turtle.xy == (5, 0)


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_forward_goes_round_a_wrapped_world(grid):
    model = Meadow(make_world(grid, 4, 5, wrap="both"))
    turtle = Turtle(model, 0, 0)
    assert turtle.forward(10**9 + 1) == 10**9 + 1
    assert turtle.xy == (0, 1)


@pytest.mark.parametrize(("grid", "neighbors", "turn"), [("square", 4, 90), ("square", 8, 45), ("hex", 6, 60)])
def test_one_turn_is_the_worlds_own(grid, neighbors, turn):
    turtle = Turtle(Meadow(make_world(grid, 5, 5, neighbors=neighbors)), 0)
    turtle.right()
    assert turtle.heading == turn
    turtle.left(2)
    assert turtle.heading == 360 - turn
    turtle.left(360 // turn)
    assert turtle.heading == 360 - turn


@pytest.mark.parametrize(("grid", "neighbors"), [("square", 4), ("square", 8), ("hex", 6)])
def test_a_round_walk_comes_home(grid, neighbors):
    world = make_world(grid, 9, 9, neighbors=neighbors)
    turtle = Turtle(Meadow(world), world.patch(4, 4))
    visited = set()
    for _ in range(world.directions):
        turtle.forward()
        turtle.right()
        visited.add(turtle.patch)
    assert turtle.xy == (4, 4)
    assert len(visited) == world.directions


def test_hatched_turtles_are_alike_but_own_their_lists(meadow):
    parent = Digger(meadow, 5, 90, depth=3)
    parent.shape = "drop"
    first, second = parent.hatch(2, depth=8, heading=-90)
    assert type(first) is Digger
    assert (first.patch, first.heading, first.depth, first.shape, first.color) == (5, 270.0, 8, "drop", "brown")
    assert parent.depth == 3
    first.stack.append(6)
    assert (parent.stack, second.stack) == ([5], [5])
    assert [turtle.unique_id for turtle in (parent, first, second)] == [1, 2, 3]
    assert len(meadow.agents) == 3
    assert parent.hatch(0) == []


@pytest.mark.parametrize("changes", [{"colour": "red"}, {"forward": 1}, {"model": None}, {"unique_id": 1}])
def test_hatch_refuses_what_is_no_attribute(meadow, changes):
    turtle = Turtle(meadow, 0)
    with pytest.raises(ValueError, match=next(iter(changes))):
        turtle.hatch(**changes)
    with pytest.raises(ValueError, match="0 or more"):
        turtle.hatch(-1)
    assert len(meadow.agents) == 1


@pytest.mark.parametrize("farewell", ["die", "remove"])
def test_the_dead_leave_the_model_once(meadow, farewell):
    turtle, other = Turtle(meadow, 0), Turtle(meadow, 1)
    getattr(turtle, farewell)()
    assert not turtle.alive
    assert list(meadow.agents) == [other]
    turtle.die()
    turtle.remove()
    assert list(meadow.agents) == [other]


def test_ids_count_from_one_in_each_model(meadow):
    other = Meadow(make_world("hex", 4, 4))
    ids = [Turtle(model, 0).unique_id for model in (meadow, other, meadow, other, meadow)]
    assert ids == [1, 1, 2, 2, 3]
    assert (meadow.agent_id_counter, other.agent_id_counter) == (4, 3)


def test_mesas_own_ways_work(meadow):
    turtles = Digger.create_agents(meadow, 3, [0, 1, 2], 0, depth=[4, 5, 6])
    assert [(turtle.patch, turtle.depth) for turtle in turtles] == [(0, 4), (1, 5), (2, 6)]
    assert list(meadow.agents_by_type[Digger]) == list(turtles)
    meadow.agents.do("forward", 2)
    assert list(meadow.agents.get("patch")) == [22, 23, 24]
    meadow.remove_all_agents()
    assert not any(turtle.alive for turtle in turtles)


def test_a_model_with_turtles_is_freed():
    model = Meadow(make_world("hex", 5, 5))
    Turtle(model, 0).hatch(20)
    Digger(model, 1, 0, depth=1).die()
    model.world.neighbor(0, 0)
    gone = weakref.ref(model)
    del model
    gc.collect()
    assert gone() is None
