"""The maze as any Mesa model: batch runs, data collectors, agents. Warnings, deprecations too, are errors here."""

import functools
import inspect
import multiprocessing

import mesa
import pytest
from mesa.datacollection import DataCollector

from models.maze import MazeModel

REPORTERS = {"corridor": lambda model: model.statistics().mean_corridor, "rooms": "rooms_carved", "moves": "moves"}


class CollectedMaze(MazeModel):
    """A maze that a Mesa user collects data of."""

    @functools.cached_property
    def datacollector(self):
        return DataCollector(model_reporters=REPORTERS)

    def step(self):
        super().step()
        self.datacollector.collect(self)


@pytest.fixture
def batch_run():
    """Mesa's, with seeds; Mesa 3.3 takes them as a parameter. It sets how processes start, for all that follows."""
    before = multiprocessing.get_start_method(allow_none=True)

    def run(parameters, seeds):
        if "rng" in inspect.signature(mesa.batch_run).parameters:
            options = {"rng": seeds}
        else:
            options, parameters = {}, {**parameters, "rng": seeds}
        return mesa.batch_run(CollectedMaze, parameters, max_steps=1000, display_progress=False, **options)

    yield run
    multiprocessing.set_start_method(before, force=True)


def test_batch_run_over_curviness(batch_run):
    rows = batch_run({"width": 21, "height": 21, "curviness": [0, 50, 100]}, [1, 2])
    assert sorted(row["curviness"] for row in rows) == [0, 0, 50, 50, 100, 100]
    for row in rows:
        assert (row["rooms"], row["moves"]) == (100, 199)
        alone = MazeModel(21, 21, curviness=row["curviness"], rng=row["rng"])
        alone.finish()
        assert row["corridor"] == alone.statistics().mean_corridor
    by_curviness = {c: [row["corridor"] for row in rows if row["curviness"] == c] for c in (0, 50, 100)}
    assert max(by_curviness[0]) < min(by_curviness[50])
    assert max(by_curviness[50]) < min(by_curviness[100])


def test_a_data_collector_sees_models_and_turtles():
    model = MazeModel(11, 11, turtles=2, rng=3)
    collector = DataCollector(model_reporters=REPORTERS, agent_reporters={"patch": "patch", "heading": "heading"})
    while model.running:
        model.step()
        collector.collect(model)
    frame = collector.get_model_vars_dataframe()
    assert len(frame) == model.ticks
    assert list(frame["moves"])[-1] == 49
    assert (frame["rooms"].diff().dropna() >= 0).all()
    turtles = collector.get_agent_vars_dataframe()
    assert set(turtles["heading"]) <= {0, 90, 180, 270}
    assert len(turtles.loc[1]) == 2


def test_run_model_goes_to_the_end():
    model = MazeModel(11, 11, rng=3)
    model.run_model()
    assert model.moves == model.ticks == 49
    model.step()
    assert model.ticks == 49


def test_agents_are_the_turtles_and_then_the_drops():
    model = MazeModel(11, 11, turtles=3, rng=3)
    assert len(model.agents) == 3
    assert list(model.agents) == model.carvers
    assert [agent.unique_id for agent in model.agents] == [1, 2, 3]
    model.pour(model.carvers[0].patch)
    assert set(model.agents) == {*model.carvers, *model.drops}
    assert len(model.agents_by_type[model.drop_breed]) == 1
    model.finish()
    assert set(model.agents) == set(model.drops)


@pytest.mark.parametrize("seed", [0, 2**40])
def test_the_seed_is_the_models_own_and_mesas(seed):
    model = MazeModel(11, 11, rng=seed)
    assert model.seed == seed
    again = MazeModel(11, 11, rng=seed)
    assert model.rng.integers(10**9) == again.rng.integers(10**9)
    assert model.random.random() == again.random.random()
