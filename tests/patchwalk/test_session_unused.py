"""What a model leaves out of its page: the page is told, the record goes on."""

import pytest

from patchwalk.check_declared import check_unused
from patchwalk.check_subject import ModelError, Subject
from patchwalk.declarations import Monitor, Pen, Plot
from patchwalk.unused import left_out
from tests.helpers.stage import Stage
from tests.helpers.toys import ToyModel


class SpareModel(ToyModel):
    """From the third tick on it leaves some of its monitors and plots out."""

    monitors = (Monitor("total", "Total", lambda m: m.total), Monitor("late", "Late", lambda m: m.read_late()))
    plots = (
        Plot("total", "Total", pens=(Pen("all", lambda m: m.total),)),
        Plot("late", "Late", pens=(Pen("all", lambda m: m.ticks),)),
    )
    read = 0

    def read_late(self):
        type(self).read += 1
        return self.ticks

    def unused(self, overlays):
        return frozenset({"monitor:late", "plot:late", "color:high"} if self.ticks >= 3 else ())

    def grind(self):
        for step in range(5000):
            self.ticks = 3 if step > 50 else 0
            yield 0.5


def test_names_are_taken_apart_by_kind():
    unused = {"flux", "monitor:flux", "plot:speed", "color:way", "ramp"}
    assert left_out(unused, "monitor") == {"flux"}
    assert left_out(unused, "plot") == {"speed"}
    assert left_out(unused, "color") == {"way"}


def test_a_monitor_that_is_left_out_is_neither_read_nor_sent_and_yet_saved():
    stage = Stage(SpareModel)
    assert set(stage.screen.last["monitors"]) == {"total", "late"}
    stage.do("step").do("step").do("step")
    before = SpareModel.read
    stage.do("refresh")
    assert set(stage.screen.last["monitors"]) == {"total"}
    assert SpareModel.read == before
    assert b"monitor,late,3,3" in stage.session.export(".csv")[1]
    assert stage.model.datacollector.model_vars["late"][-1] == 3
    stage.do("setup")
    assert set(stage.screen.last["monitors"]) == {"total", "late"}


def test_a_plot_that_is_left_out_is_not_worked_out_but_recorded():
    stage = Stage(SpareModel)
    stage.do("step").do("step").do("button", "heavier").do("step").do("step")
    out = left_out(stage.page.unused, "plot")
    assert set(stage.session.plots(out)) == {"total"}
    stage.do("undo")
    assert left_out(stage.page.unused, "plot") == frozenset()
    assert stage.session.plots()["late"]["pens"][0][1] == [[0, 0], [1, 1], [2, 2]]


def test_the_page_follows_while_time_passes():
    stage = Stage(SpareModel)
    stage.do("set_speed", 60).do("go")
    assert stage.page.unused == frozenset()
    stage.wait(5)
    assert stage.page.state == "running"
    assert "plot:late" in stage.page.unused


def test_the_page_follows_while_something_long_works():
    stage = Stage(SpareModel)
    stage.do("button", "grind")
    assert stage.page.unused == frozenset()
    stage.wait(0.5)
    assert stage.session.run.task is not None
    assert "plot:late" in stage.page.unused


@pytest.mark.parametrize("name", ["late", "monitor:later", "plot:row", "color:middle", "ramp", "legend:high"])
def test_a_check_refuses_names_of_nothing(name):
    wrong = type("WrongModel", (SpareModel,), {"unused": lambda self, overlays: frozenset({name})})
    with pytest.raises(ModelError, match=f"`unused` names '{name}'"):
        check_unused(Subject(wrong))


def test_a_check_looks_at_every_option_and_preset():
    def only(self, overlays):
        return frozenset({"nobody"} if self.parameters["weight"] == 7 else ())

    wrong = type("WrongModel", (SpareModel,), {"unused": only})
    with pytest.raises(ModelError, match="with the preset 'Big'"):
        check_unused(Subject(wrong))
