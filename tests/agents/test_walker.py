"""Walkers are views on the arrays; a breed that proposes otherwise is asked one by one, by the same rule."""

import numpy as np
import pytest

from agents.walker import Walker
from models.traffic import TrafficModel
from patchwalk.history import same

FIELD = {"width": 30, "height": 30, "terrain": "random", "obstacles": 0.1, "walkers": 500}


class Asked(Walker):
    """The usual rule, but asked one by one."""

    def propose(self):
        return super().propose()


class AskedModel(TrafficModel):
    walker_breed = Asked


def run_of(model, ticks):
    """What the arrays were after each tick."""
    states = []
    for _ in range(ticks):
        model.step()
        states.append(kept(model))
    return states


PROOF = ("gridlock", "members", "stuck")


def kept(model):
    """All that the run depends on; of a breed with a rule of its own no gridlock is ever proved."""
    return {name: value for name, value in model.traffic.kept().items() if name not in PROOF}


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("blocked", ["wait", "sidestep", "swap"])
def test_both_engines_agree_bit_for_bit(grid, blocked):
    values = {**FIELD, "walkers": 150, "width": 16, "height": 16, "grid": grid, "blocked": blocked, "slowdown": 0.1}
    fast, asked = TrafficModel(**values, rng=3), AskedModel(**values, rng=3)
    for walkers in (150, 90, 160):
        for model in (fast, asked):
            model.change("walkers", walkers)
        for a, b in zip(run_of(fast, 12), run_of(asked, 12), strict=True):
            assert same(a, b)


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_both_engines_agree_over_200_ticks_with_500_walkers(grid):
    values = {**FIELD, "grid": grid, "blocked": "sidestep", "friction": 0.2, "slowdown": 0.1}
    fast, asked = TrafficModel(**values, rng=4), AskedModel(**values, rng=4)
    for number in range(200):
        if number in (50, 120):
            for model in (fast, asked):
                model.change("walkers", 400 if number == 50 else 520)
        fast.step()
        asked.step()
        if number % 10 == 9:
            assert same(kept(fast), kept(asked))


def test_a_breed_that_stays_stays():
    class Lazy(Walker):
        def propose(self):
            return -1

    class LazyModel(TrafficModel):
        walker_breed = Lazy

    model = LazyModel(**FIELD, rng=1)
    model.advance(5)
    assert (model.moved, model.flux, model.standing) == (0, 0.0, model.traffic.state.count)


def test_a_breed_of_its_own_needs_the_parallel_update():
    with pytest.raises(ValueError, match="update"):
        AskedModel(update="shuffled")
    model = AskedModel(walkers=5)
    with pytest.raises(ValueError, match="update"):
        model.change("update", "random sequential")
    assert model.parameters["update"] == "parallel"


def test_a_proposal_that_no_move_leads_to_is_an_error():
    class Jumper(Walker):
        def propose(self):
            return (self.patch + 7) % self.model.world.size

    class JumpModel(TrafficModel):
        walker_breed = Jumper

    with pytest.raises(ValueError, match="no move leads"):
        JumpModel(width=20, height=20, walkers=10, rng=1).step()


def test_a_walker_shows_what_the_arrays_say():
    model = TrafficModel(**FIELD, rng=2)
    model.advance(3)
    state = model.traffic.state
    assert len(model.agents) == state.count == 500
    for slot in state.slots[:20].tolist():
        one = model.walker(slot)
        assert one.patch == state.patch[slot]
        assert one.number == state.id[slot]
        assert one.goal == state.goal[slot]
        assert one.speed == state.speed[slot]
        assert one.waiting == state.waiting[slot]
        assert one.heading in model.world.headings
        assert one.to_go == pytest.approx(model.traffic.road.distance[one.goal, one.patch])
        assert one is model.walker(slot)


def test_a_walker_that_dies_is_counted_as_removed():
    model = TrafficModel(**FIELD, rng=2)
    one = model.walker(int(model.traffic.state.slots[0]))
    one.die()
    assert not one.alive
    assert model.traffic.state.removed == {"died": 1}
    assert len(model.agents) == 499
    assert model.traffic.state.conserved()
    one.die()
    assert model.traffic.state.removed == {"died": 1}


def test_a_walker_is_put_on_free_patches_only():
    model = TrafficModel(width=20, height=20, walkers=10, rng=2)
    owner = model.traffic.state.owner
    one, other = (model.walker(int(slot)) for slot in model.traffic.state.slots[:2])
    free = int(np.flatnonzero(owner < 0)[0])
    one.move_to(free)
    assert one.patch == free
    assert model.traffic.state.conserved()
    with pytest.raises(ValueError, match="taken"):
        one.move_to(other.patch)


def test_a_walker_hatches_another_with_the_same_goal():
    model = TrafficModel(width=20, height=20, walkers=10, rng=2)
    one = model.walker(int(model.traffic.state.slots[0]))
    free = int(np.flatnonzero(model.traffic.state.owner < 0)[0])
    (young,) = one.hatch(patch=free)
    assert (young.patch, young.goal) == (free, one.goal)
    assert model.traffic.state.count == len(model.agents) == 11
    with pytest.raises(ValueError, match="free"):
        Walker(model, 99)


def test_above_fifty_thousand_only_those_asked_for_are_turtles():
    model = TrafficModel(width=260, height=260, walkers=50_001, destinations=1, rng=1)
    assert model.traffic.state.count == 50_001
    assert len(model.agents) == 0
    slot = int(model.traffic.state.slots[5])
    assert model.walker(slot) in model.agents
    assert len(model.agents) == 1
    model.advance(1)
    assert model.walker(slot).patch == model.traffic.state.patch[slot]
    model.change("walkers", 40)
    assert len(model.agents) == 40
