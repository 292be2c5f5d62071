"""The tracer's rule: what blocks it, how it turns, and that its methods are the rule."""

import numpy as np
import pytest

from agents.tracer import Tracer
from models.trails import TrailsModel


def tracer_at(start, heading, level="own trail", **more):
    """The only turtle of a new model."""
    return TrailsModel(start=start, heading=heading, level=level, rng=1, **more).tracers[0]


def test_it_stands_on_the_first_patch_of_its_trail():
    tracer = tracer_at((3, 4), 90)
    assert (tracer.xy, tracer.heading, tracer.moves) == ((3, 4), 90, 0)
    assert tracer.has_been(tracer.patch)
    assert not tracer.has_been(tracer.patch_ahead())


@pytest.mark.parametrize("level", ["straight", "edges", "own trail"])
def test_the_edge_blocks_in_each_exercise(level):
    assert tracer_at((3, 10), 0, level).blocked_ahead()
    assert not tracer_at((3, 9), 0, level).blocked_ahead()


@pytest.mark.parametrize(("level", "blocks"), [("straight", False), ("edges", False), ("own trail", True)])
def test_its_own_trail_blocks_in_the_third_exercise_only(level, blocks):
    tracer = tracer_at((3, 4), 0, level)
    tracer.move()
    tracer.right(2)
    assert tracer.blocked_ahead() is blocks


def test_the_first_exercise_does_not_turn():
    tracer = tracer_at((3, 10), 0, "straight")
    assert not tracer.has_way()
    tracer.move()
    assert (tracer.xy, tracer.heading, tracer.moves) == ((3, 10), 0, 0)


@pytest.mark.parametrize("level", ["edges", "own trail"])
def test_it_turns_left_and_steps_in_one_move(level):
    tracer = tracer_at((3, 10), 0, level)
    tracer.move()
    assert (tracer.xy, tracer.heading, tracer.moves) == ((2, 10), 270, 1)


def test_it_turns_on_until_a_side_is_free():
    tracer = tracer_at((0, 10), 0, "edges")  # up and left are outside
    tracer.move()
    assert (tracer.xy, tracer.heading) == ((0, 9), 180)


def test_on_hexes_it_turns_by_60_degrees():
    tracer = tracer_at((3, 10), 0, "edges", grid="hex")
    tracer.move()
    assert (tracer.xy, tracer.heading) == ((2, 10), 300)
    tracer.move()  # north-west of an even column in the top row is outside
    assert (tracer.xy, tracer.heading) == ((1, 10), 240)


def test_looking_for_a_way_changes_nothing():
    tracer = tracer_at((0, 10), 0, "edges")
    before = tracer.model.rng.bit_generator.state
    assert tracer.has_way()
    assert (tracer.xy, tracer.heading) == ((0, 10), 0)
    assert tracer.model.rng.bit_generator.state == before


def test_shut_in_it_stays_where_it_is():
    tracer = tracer_at((9, 10), 120, grid="hex")  # the shortest trail of all on 11 x 11 hexes
    way = []
    for _ in range(4):
        tracer.move()
        way.append((tracer.xy, tracer.heading))
    assert way == [((10, 9), 120), ((10, 10), 0), ((10, 10), 0), ((10, 10), 0)]
    assert not tracer.has_way()
    assert tracer.moves == 2


def test_each_minds_only_its_own_trail():
    model = TrailsModel(level="own trail", turtles=2, start=(5, 0), heading=0, rng=1)
    first, other = model.tracers
    other.move_to(model.world.patch(5, 5))
    other.heading = 180.0
    other.leave_trail()
    for _ in range(10):
        first.move()
        other.move()
    assert first.xy == (5, 10)  # through the other turtle and over its trail
    assert (first.moves, first.heading) == (10, 0)


class RightTracer(Tracer):
    """Turns the other way."""

    def turn(self):
        self.right()


class ShyTracer(Tracer):
    """Any trail blocks it."""

    def has_been(self, patch):
        return self.model.first_visit.flat[patch] >= 0


class Strider(Tracer):
    """Leaves no trail."""

    def leave_trail(self):
        pass


class Wanderer(Tracer):
    """Turns left or right, as it happens."""

    def turn(self):
        self.right(self.model.rng.choice([-1, 1]))


def model_of(breed, **parameters):
    """A model whose turtles are of another breed."""

    class Other(TrailsModel):
        tracer_breed = breed

    return Other(**{"rng": 5, **parameters})


def test_a_breed_that_turns_right_makes_the_mirrored_trail():
    left = TrailsModel(level="own trail", start=(10, 0), heading=0, rng=5)
    right = model_of(RightTracer, level="own trail", start=(0, 0), heading=0)
    left.finish()
    right.finish()
    assert np.array_equal(left.first_visit, right.first_visit[:, ::-1])


def test_a_breed_that_minds_all_trails_stays_on_its_own_ground():
    model = model_of(ShyTracer, level="own trail", turtles=8)
    model.finish()
    bits = model.footprints
    assert np.all(bits & (bits - 1) == 0)  # at most one turtle a patch
    assert model.moves == model.trail_patches - 8
    assert (
        TrailsModel(level="own trail", turtles=8, rng=5).tracers[0].patch
        == model_of(ShyTracer, level="own trail", turtles=8).tracers[0].patch
    )


def test_a_breed_without_a_trail_walks_like_the_second_exercise():
    strider = model_of(Strider, level="own trail", start=(5, 5), heading=0)
    edges = TrailsModel(level="edges", start=(5, 5), heading=0, rng=5)
    for _ in range(60):
        strider.step()
        edges.step()
        assert strider.tracers[0].patch == edges.tracers[0].patch
    assert strider.trail_patches == 1


def test_a_breed_that_turns_at_random_is_the_same_for_one_seed():
    runs = [model_of(Wanderer, level="own trail", start=(5, 5), heading=0, rng=seed) for seed in (1, 1, 2, 3, 4, 5, 6)]
    for model in runs:
        model.finish()
        assert not model.tracers[0].has_way()
    trails = [model.first_visit.tobytes() for model in runs]
    assert trails[0] == trails[1]
    assert len(set(trails)) > 1
