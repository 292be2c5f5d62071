"""What every model has: arguments checked, seeds, ticks, changes, and subclasses that change only a part."""

from typing import Annotated

import pytest

from patchwalk.model import WorldModel
from patchwalk.parameters import ParameterError, Slider
from patchwalk.world import make_world
from tests.helpers.stage import Stage, assert_replays
from tests.helpers.toys import ToyModel


class Bounded(ToyModel):
    """Has no `__init__` of its own."""

    @classmethod
    def resolve(cls, values):
        if values["width"] > 100:
            raise ParameterError("width", "width: too wide for this one")
        return {**values, "depth": values["depth"] or 5}


class Larger(ToyModel):
    """Has an `__init__` of its own, with other parameters."""

    def __init__(self, size: Annotated[int, Slider(2, 50)] = 4, rng: int | None = None):
        super().__init__(size, size, rng=rng)

    @classmethod
    def resolve(cls, values):
        return {**values, "size": values["size"] + values["size"] % 2}


def test_arguments_are_checked_before_the_model_is_built():
    model = ToyModel("7", height=3.0, weight="2", rng="5")
    assert (model.world.width, model.world.height, model.parameters["weight"], model.seed) == (7, 3, 2, 5)
    with pytest.raises(ParameterError, match="width: 1 is not a whole number from 2 to 2000 patches"):
        ToyModel(1)
    with pytest.raises(ParameterError, match="rng: -1"):
        ToyModel(rng=-1)
    with pytest.raises(TypeError, match="depths"):
        ToyModel(depths=3)


def test_a_seed_is_drawn_when_none_is_given_and_gives_the_same_run_again():
    model = ToyModel()
    other = ToyModel(rng=model.seed)
    assert 0 <= model.seed < 10**9
    assert ToyModel().seed != model.seed
    for both in (model, other):
        both.advance(10)
    assert (model.layer == other.layer).all()


def test_a_subclass_may_change_only_what_goes_together():
    assert Bounded().parameters["depth"] == 5
    with pytest.raises(ParameterError, match="too wide"):
        Bounded(width=101)
    assert ToyModel(width=101).parameters["depth"] is None


def test_a_subclass_with_parameters_of_its_own_is_resolved_once():
    model = Larger(size=5, rng=3)
    assert model.world.width == 6
    assert model.parameters["size"] == 6
    assert model.parameters["width"] == 6, "what it hands down"
    assert model.seed == 3
    assert model.running
    assert Larger.parameter_list.names == ("size",)


def test_a_subclass_with_parameters_of_its_own_runs_in_a_session():
    stage = Stage(Larger, {"size": 3})
    assert stage.page.values == {"size": 4}
    stage.do("step").do("setup")
    adopted = Stage(Larger, model=Larger())
    adopted.do("step")
    assert_replays(adopted)


def test_ticks_are_counted_once_whichever_way_they_pass():
    model = ToyModel(end=10)
    model.step()
    assert model.advance(3) == 3
    assert model.ticks == 4
    assert model.advance(100) == 6
    assert (model.ticks, model.running) == (10, False)
    model.step()
    assert model.ticks == 10
    assert model.advance(1) == 0


def test_only_live_parameters_change():
    model = ToyModel()
    model.change("weight", "4")
    assert model.parameters["weight"] == 4
    for name, value, words in (
        ("weight", 10, "0 to 9"),
        ("width", 5, "at setup only"),
        ("speed", 1, "no such parameter"),
    ):
        with pytest.raises(ParameterError, match=words):
            model.change(name, value)
    assert model.parameters["weight"] == 4


def test_finish_is_refused_where_there_is_no_end():
    class Endless(ToyModel):
        finishing = WorldModel.finishing

    with pytest.raises(RuntimeError, match="never ends"):
        Endless(end=0).finish()
    model = Endless(end=50)
    model.finish()
    assert model.ticks == 50


def test_finish_in_general_yields_often_with_its_progress(monkeypatch):
    class Slow(ToyModel):
        finishing = WorldModel.finishing

    clock = iter(range(10**6))
    monkeypatch.setattr("time.perf_counter", lambda: next(clock) * 0.004)
    seen = list(Slow(end=30).finishing())
    assert len(seen) >= 10
    assert seen == sorted(seen)
    assert seen[-1] == 1


def test_buttons_are_pushed_by_name():
    model = ToyModel()
    assert model.push("bump") is None
    assert next(model.push("grind")) == 0
    for name in ("tick", "none", "__init__"):
        with pytest.raises(ValueError, match="has no button"):
            model.push(name)


def test_a_question_belongs_to_the_state():
    model = ToyModel()
    before = model.state()
    model.push("ask")
    asked = model.state()
    model.restore(before)
    assert model.question is None
    model.restore(asked)
    assert model.question.title == "Sure?"


def test_what_a_model_must_say_is_named_when_it_is_missing():
    class Empty(WorldModel):
        def __init__(self, rng: int | None = None):
            super().__init__(rng=rng)
            self.world = make_world("square", 2, 2)

        def active(self):
            return True

    model = Empty()
    with pytest.raises(NotImplementedError, match=r"Empty has no tick\(\)"):
        model.step()
    with pytest.raises(NotImplementedError, match=r"Empty has no view\(\)"):
        model.view()
    assert model.inspect(3) == [("Patch", "(1, 1)")]
    assert (model.describe(0), model.message, model.can_finish, model.progress, model.key_mode) == (
        "",
        "",
        False,
        None,
        None,
    )
    assert Empty.info() == ""
