"""Every model in Mesa, as any model: batch runs, data collection, agents; and nothing is left behind."""

import gc
import inspect
import weakref

import mesa

from tests.helpers.toys import ToyModel


def test_it_builds_without_arguments_and_steps_as_mesa_models_do(model_class):
    model = model_class()
    assert isinstance(model, mesa.Model)
    if model.running:
        model.step()
        assert (model.steps, model.ticks) == (1, 1)


def batch(model_class, values, **options):
    """Runs in a batch; each version of Mesa has its own way to give seeds."""
    if "rng" in inspect.signature(mesa.batch_run).parameters:
        options["rng"] = [1, 2, 2]
    else:
        values = {**values, "rng": [1, 2, 2]}
    return mesa.batch_run(model_class, values, max_steps=5, display_progress=False, **options)


def test_batch_runs_give_the_monitors_at_the_end(subject):
    rows = batch(subject.model_class, subject.values)
    assert len(rows) == 3
    counts_from_one = hasattr(mesa.DataCollector(), "_collection_steps")
    for row in rows:
        model = subject.build(row["rng"])
        model.advance(int(row["Step"]) + (0 if counts_from_one else 1))
        assert {monitor.name: monitor.read(model) for monitor in model.monitors}.items() <= row.items()


class Collecting(ToyModel):
    """Collects at every step, as models for Mesa do."""

    def __init__(self, rng: int | None = None) -> None:
        super().__init__(rng=rng)
        self.datacollector = mesa.DataCollector(model_reporters={"total": "total"})

    def step(self):
        super().step()
        self.datacollector.collect(self)


def test_a_model_may_have_a_collector_of_its_own():
    rows = batch(Collecting, {}, data_collection_period=1)
    assert sorted({row["total"] for row in rows})[:5] == [1, 2, 3, 4, 5]


def test_data_can_be_collected(subject):
    model = subject.build()
    readers = {monitor.name: monitor.read for monitor in model.monitors}
    collector = mesa.DataCollector(model_reporters={"on": "running", **readers}, agent_reporters={"patch": "patch"})
    collector.collect(model)
    model.step()
    collector.collect(model)
    table = collector.get_model_vars_dataframe()
    assert list(table.columns) == ["on", *readers]
    assert len(table) == 2


def test_a_hundred_setups_leave_no_model_behind(subject):
    first = weakref.ref(subject.build(0))
    models = weakref.WeakSet()
    for seed in range(100):
        model = subject.build(seed)
        model.advance(1)
        models.add(model)
    del model
    gc.collect()
    assert first() is None
    assert len(models) == 0
