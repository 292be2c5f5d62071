"""Drops: one on each patch of the front, which hatches into dry neighbours and dies."""

import numpy as np
import pytest

from agents.drop import Drop
from models.maze import MazeModel
from rules.flooding import BLOOD, WATER
from tests.twins.states import state_of

GRIDS = pytest.mark.parametrize("grid", ["square", "hex"])


def finished(model_class=MazeModel, grid="square", **values):
    model = model_class(15, 14 if grid == "hex" else 15, grid, rng=4, **values)
    model.finish()
    return model


@GRIDS
def test_there_is_a_drop_on_each_patch_of_the_front_and_nowhere_else(grid):
    model = finished(grid=grid)
    model.pour(model.carvers[0].patch, "blood")
    while model.running:
        fresh = np.flatnonzero(model.arrival.reshape(-1) == model.ticks)
        assert sorted(drop.patch for drop in model.drops) == fresh.tolist()
        assert set(model.agents) == set(model.drops)
        assert all(drop.liquid == BLOOD for drop in model.drops)
        old = list(model.drops)
        model.step()
        assert not any(drop.alive for drop in old)
        assert all(drop.alive for drop in model.drops)


def test_a_drop_hatches_into_its_dry_open_neighbours():
    model = MazeModel(9, 3, rng=1)
    model.finish()
    model.pour((4, 1), "water")
    (drop,) = model.drops
    assert (drop.xy, drop.liquid, drop.shape) == ((4, 1), WATER, "drop")
    model.step()
    assert sorted(drop.xy for drop in model.drops) == [(3, 1), (5, 1)]
    assert not drop.alive
    model.step()
    assert sorted(drop.xy for drop in model.drops) == [(2, 1), (6, 1)]


def test_no_drop_goes_past_a_corner():
    """What gets wet has a neighbour that was wet before, to the north, east, south or west."""
    model = MazeModel(15, 15, rng=4)
    model.finish()
    model.pour(model.carvers[0].patch)
    while model.running:
        before = model.arrival >= 0
        model.step()
        for y, x in np.argwhere(model.arrival == model.ticks):
            assert before[y, x - 1] or before[y, x + 1] or before[y - 1, x] or before[y + 1, x]


class Frost(Drop):
    """Water that goes north and south only."""

    def spread(self):
        for patch in self.model.flood.dry_neighbors(self.patch):
            if self.model.world.xy(patch)[0] == self.xy[0]:
                self.soak(patch)
        self.die()


class FrozenMaze(MazeModel):
    drop_breed = Frost


def test_an_overridden_spread_changes_the_flood_and_finish_obeys_it():
    column = 3
    models = [finished(FrozenMaze) for _ in range(2)]
    for model in models:
        model.pour((column, 3), "water")
        model.step()
        assert {type(drop) for drop in model.drops} == {Frost}
    stepping, finishing = models
    while stepping.running:
        stepping.step()
    wet = np.argwhere(stepping.arrival >= 0)
    assert set(wet[:, 1].tolist()) == {column}
    assert len(wet) > 1
    finishing.finish()
    assert state_of(stepping) == state_of(finishing)


def test_a_quicker_drop_is_obeyed_by_finish():
    class Thin(Drop):
        """Wets two patches deep."""

        def soak(self, patch):
            super().soak(patch)
            for further in self.model.flood.dry_neighbors(patch):
                super().soak(further)

    class ThinMaze(MazeModel):
        drop_breed = Thin

    model, plain = finished(ThinMaze), finished()
    for each in (model, plain):
        each.pour(each.carvers[0].patch, "blood")
        each.finish()
        assert each.flood.wet_count == np.count_nonzero(each.corridor)
    assert model.arrival.max() - model.arrival[model.arrival >= 0].min() < plain.arrival.max() - plain.moves


def test_drops_of_two_liquids_keep_their_own():
    model = MazeModel(13, 3, rng=1)
    model.finish()
    model.pour((1, 1), "water")
    model.pour((11, 1), "blood")
    model.step()
    assert {(drop.xy, drop.liquid) for drop in model.drops} == {((2, 1), WATER), ((10, 1), BLOOD)}


@GRIDS
def test_drops_come_back_with_the_state(grid):
    model = finished(grid=grid)
    model.pour(model.carvers[0].patch, "blood")
    model.advance(6)
    kept = model.state()
    where = [drop.patch for drop in model.drops]
    model.finish()
    model.restore(kept)
    assert [drop.patch for drop in model.drops] == where
    assert set(model.agents) == set(model.drops)
    model.push("dry")
    assert len(model.agents) == 0
    model.restore(kept)
    assert [drop.patch for drop in model.drops] == where
