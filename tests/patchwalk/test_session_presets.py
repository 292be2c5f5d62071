"""Presets: one choice gives the whole experiment, at once or, over something precious, at the next Setup."""

from typing import Annotated

import pytest

from patchwalk.declarations import Preset
from patchwalk.parameters import ParameterError, Slider
from tests.helpers.stage import Stage, assert_replays, library
from tests.helpers.toys import ToyModel

ALL = [(name, preset) for name, model_class in library().items() for preset in model_class.presets]


class FussyModel(ToyModel):
    """It refuses one weight, and can be told that it is precious."""

    presets = (
        Preset("Big", {"width": 9, "weight": 7}),
        Preset("Open", {"width": 11, "depth": None}),
        Preset("Huge", {"width": 2000, "height": 2000}),
    )
    drawn = False

    def changed(self, name):
        if name == "weight" and self.parameters["weight"] == 5:
            raise ParameterError("weight", "weight: 5 is too odd")

    @property
    def precious(self):
        return self.drawn


@pytest.mark.parametrize(("name", "preset"), ALL, ids=[f"{name}-{preset.name}" for name, preset in ALL])
def test_all_values_of_a_preset_stand(name, preset):
    model_class = library()[name]
    stage = Stage(model_class, seed=7)
    stage.do("go")
    stage.wait(0.2)
    stage.do("preset", preset.name)
    assert stage.page.refusal is None
    assert stage.page.preset == preset.name
    assert stage.page.state != "running"
    assert (stage.model.ticks, stage.page.waiting) == (0, frozenset())
    alone = model_class(**preset.values, rng=7)
    for given in preset.values:
        assert stage.model.parameters[given] == alone.parameters[given], given
        assert stage.page.values[given] == alone.parameters[given], given
    stage.do("setup")
    assert stage.page.preset == preset.name


def test_fast_cars_are_fast():
    stage = Stage(library()["traffic"], seed=7).do("preset", "Ring road, fast cars")
    assert (stage.model.parameters["v_max"], stage.model.parameters["slowdown"]) == (5, 0.3)


def test_a_preset_stops_a_run_and_takes_nothing_to_the_old_world():
    stage = Stage(FussyModel, seed=7).do("go")
    stage.wait(1)
    old = stage.model
    stage.do("preset", "Big")
    assert old.parameters["weight"] == 1
    assert stage.model is not old
    assert (stage.page.state, stage.model.ticks, stage.model.world.width) == ("stopped", 0, 9)
    assert stage.model.seed == 7
    assert_replays(stage)


def test_over_something_precious_all_values_of_a_preset_wait():
    stage = Stage(FussyModel).do("step")
    stage.model.drawn = True
    old = stage.model
    stage.do("preset", "Big").do("step").do("button", "heavier")
    assert stage.model is old
    assert (old.parameters["weight"], old.world.width) == (2, 6)
    assert (stage.page.values["weight"], stage.page.values["width"], stage.page.preset) == (7, 9, "Big")
    assert stage.page.waiting == {"weight", "width"}
    stage.do("setup")
    assert (stage.model.parameters["weight"], stage.model.world.width) == (7, 9)
    assert (stage.page.waiting, stage.page.preset) == (frozenset(), "Big")


def test_a_slider_that_is_moved_while_a_preset_waits_acts_at_once():
    stage = Stage(FussyModel).do("step")
    stage.model.drawn = True
    stage.do("preset", "Big").do("change", "weight", 3)
    assert stage.model.parameters["weight"] == 3
    assert (stage.page.waiting, stage.page.preset) == ({"width"}, None)
    stage.do("change", "weight", 7)
    assert stage.page.preset == "Big"


def test_a_preset_that_leaves_something_open_is_in_force_whatever_it_becomes():
    stage = Stage(FussyModel).do("preset", "Open")
    assert stage.page.preset == "Open"
    stage.do("change", "height", 9)
    assert stage.page.preset == "Open"
    stage.do("change", "width", 12)
    assert stage.page.preset is None


def test_a_preset_that_is_refused_changes_nothing():
    stage = Stage(FussyModel).do("go")
    stage.wait(1)
    old = stage.model
    stage.do("preset", "Huge")
    assert "this server allows" in stage.page.refusal[1]
    assert stage.model is old
    assert stage.page.state == "running"
    assert (stage.page.values["width"], stage.page.preset) == (6, None)


def test_another_session_file_forgets_the_preset():
    other = Stage(FussyModel).do("step").session.export(".json")
    stage = Stage(FussyModel).do("preset", "Big").do("read_file", *other)
    stage.settle()
    assert (stage.page.values["width"], stage.page.preset) == (6, None)


Live = Annotated[int, Slider(0, 9, live=True)]


class LivelyModel(FussyModel):
    """Three live parameters; the middle one may refuse."""

    presets = ()

    def __init__(self, speed: Live = 1, weight: Live = 1, zeal: Live = 1, rng: int | None = None) -> None:
        super().__init__(weight=weight, rng=rng)


def waiting_changes(**values):
    """A stage in which live values were changed while something long worked, and then it was done."""
    stage = Stage(LivelyModel).do("button", "grind")
    for name, value in values.items():
        stage.session.change(name, value)
    assert stage.session.run.task is not None
    stage.turn()
    stage.settle()
    stage.turn()
    return stage


def test_all_live_values_that_waited_are_given_to_the_model():
    stage = waiting_changes(speed=4, weight=6, zeal=8)
    assert [stage.model.parameters[name] for name in ("speed", "weight", "zeal")] == [4, 6, 8]
    assert [stage.page.values[name] for name in ("speed", "weight", "zeal")] == [4, 6, 8]


def test_one_that_is_refused_does_not_lose_the_others():
    stage = waiting_changes(speed=4, weight=5, zeal=8)
    assert [stage.model.parameters[name] for name in ("speed", "weight", "zeal")] == [4, 1, 8]
    assert [stage.page.values[name] for name in ("speed", "weight", "zeal")] == [4, 1, 8]
    assert stage.page.refusal == ("weight", "weight: 5 is too odd")
