"""Errors of a model in a session, and the files that a session reads and writes."""

import json

import pytest

from patchwalk.history import same
from tests.helpers.stage import Stage, assert_replays, reopened
from tests.helpers.toys import ToyModel

# --- errors ----------------------------------------------------------------------------------------------------------


def break_it(stage):
    """Make the toy raise where it was told to."""
    stage.do("choose_tool", "dab").press(3)
    stage.press(3, "hover").do("button", "bump").wait(0.3)
    stage.do("choose_tool", "look").press(2).wait(0.3)


TROUBLES = ["tick", "press", "view", "shape", "monitor", "message", "inspect", "describe", "button"]


@pytest.mark.parametrize("trouble", TROUBLES)
def test_an_error_is_shown_and_locks_until_setup(trouble):
    stage = Stage(ToyModel, {"trouble": trouble})
    stage.session.on_inspect(lambda rows: None)
    break_it(stage)
    assert stage.page.state == "error"
    assert ("must be" if trouble == "shape" else f"Broken: in {trouble}") in stage.page.error or trouble == "shape"
    assert "tick" in stage.page.error_where
    assert stage.screen.last["state"] == "error"
    ticks = stage.model.ticks
    for command in ("step", "go", "finish", "toggle", "undo", "redo", "stop"):
        stage.do(command).wait(0.1)
    for deed in (
        ("button", "bump"),
        ("answer", "yes"),
        ("mode_key", "q"),
        ("read_file", "a.txt", b"1 2"),
        ("set_speed", 3),
    ):
        stage.do(*deed)
    stage.press(1).press(1, "drag").press(1, "release").press(2, "hover")
    assert stage.page.state == "error"
    assert stage.model.ticks == ticks
    assert "Setup" in stage.screen.last["message"]
    stage.do("change", "trouble", "none").do("change", "weight", 4)
    assert stage.page.state == "error", "it waits for Setup"
    stage.do("setup")
    assert (stage.page.state, stage.page.error) == ("stopped", None)
    assert stage.model.parameters["weight"] == 4
    stage.do("step")
    assert stage.model.total == 4


def test_an_error_in_finish_is_the_models_even_if_it_is_a_value_error():
    stage = Stage(ToyModel)

    def tick():
        raise ValueError("of the model")

    stage.model.tick = tick
    stage.do("finish").settle()
    assert stage.page.error == "ValueError: of the model"


def test_a_setup_that_breaks_says_so_and_another_one_helps():
    stage = Stage(ToyModel)
    stage.do("change", "trouble", "setup")
    assert stage.page.state == "error"
    assert stage.page.error_where.startswith("change")
    stage.do("change", "trouble", "none").do("setup")
    assert stage.page.state == "stopped"


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_session_file_brings_everything_back():
    stage = Stage(ToyModel, {"width": 9, "weight": 2}, seed=11)
    stage.do("step").do("button", "bump").wait(0.3)
    stage.do("choose_tool", "hose").press(4).wait(0.2)
    stage.press(4, "release").do("stop").do("change", "weight", 8).do("step").do("undo").do("step")
    name, data = stage.session.export(".json")
    assert name == f"toys-11-{stage.model.ticks}.json"
    assert json.loads(data)["model"] == "toys"
    other = reopened(stage)
    assert same(other.state(), stage.state())
    assert other.page.values == stage.page.values
    assert other.page.seed == 11
    assert other.page.can_undo == stage.page.can_undo
    assert other.page.world_version == 2
    other.do("setup")
    assert other.model.world.width == 9


def test_what_was_left_open_at_setup_stays_open_in_a_session_file():
    other = reopened(Stage(ToyModel, {"width": 9}))
    assert other.session.run.settings.wanted["depth"] is None


GOOD = {"format": "patchwalk session 1", "model": "toys", "ticks": 3, "log": [{"do": "setup", "values": {}, "seed": 1}]}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"[" * 100_000,
        b"7",
        json.dumps({**GOOD, "format": "other"}).encode(),
        json.dumps({**GOOD, "model": "maze"}).encode(),
        json.dumps({**GOOD, "ticks": "many"}).encode(),
        json.dumps({**GOOD, "log": []}).encode(),
        json.dumps({**GOOD, "log": 5}).encode(),
        json.dumps({**GOOD, "log": [*GOOD["log"], *GOOD["log"]]}).encode(),
        json.dumps({**GOOD, "log": [{"do": "setup", "values": {"width": 0}}]}).encode(),
        json.dumps({**GOOD, "log": [{"do": "setup", "values": {"width": 1500, "height": 1500}}]}).encode(),
        json.dumps({**GOOD, "log": [{"do": "setup", "values": [1], "seed": 1}]}).encode(),
        json.dumps({**GOOD, "log": [{"do": "setup", "values": {"trouble": "setup"}}]}).encode(),
        json.dumps({**GOOD, "log": [{"do": "setup", "seed": "x"}]}).encode(),
        json.dumps({**GOOD, "log": [*GOOD["log"], {"do": "explode", "tick": 1}]}).encode(),
        json.dumps({**GOOD, "log": [*GOOD["log"], {"do": "press", "tick": 1}]}).encode(),
        json.dumps({**GOOD, "log": [*GOOD["log"], {"do": "undo", "tick": 1}]}).encode(),
        json.dumps({**GOOD, "log": [*GOOD["log"], {"do": "button", "name": "none", "tick": "x"}]}).encode(),
        json.dumps({**GOOD, "log": [*GOOD["log"], {"do": "file", "name": "a.txt", "data": "abc", "tick": 1}]}).encode(),
    ],
)
def test_a_damaged_session_file_is_refused_and_the_run_goes_on(data):
    stage = Stage(ToyModel)
    stage.do("step")
    model, before = stage.model, stage.state()
    stage.do("read_file", "a.json", data).settle()
    assert stage.model is model
    assert same(stage.state(), before)
    assert stage.page.error is None
    assert "session" in stage.screen.last["message"]
    stage.do("step")
    assert model.ticks == 2


def test_a_good_session_file_is_taken_over_also_after_an_error():
    stage = Stage(ToyModel, {"trouble": "press"})
    stage.do("choose_tool", "dab").press(1)
    stage.do("read_file", "a.json", b"nonsense")
    assert stage.page.state == "error"
    stage.do("read_file", "A.JSON", json.dumps(GOOD).encode()).settle()
    assert (stage.page.state, stage.model.ticks, stage.model.seed) == ("stopped", 3, 1)


def test_a_model_reads_and_writes_its_own_files():
    stage = Stage(ToyModel)
    stage.do("read_file", "Numbers.TXT", b"5 6 7")
    assert stage.model.layer.flat[:3].tolist() == [5, 6, 7]
    assert stage.session.export(".txt")[1].startswith(b"5 6 7 0")
    before = stage.state()
    stage.do("read_file", "numbers.txt", b"5 six")
    assert "numbers.txt: invalid literal" in stage.screen.last["message"]
    stage.do("read_file", "picture.png", b"")
    assert "reads no such file; it reads .txt" in stage.screen.last["message"]
    assert same(stage.state(), before)
    assert stage.page.error is None
    assert_replays(stage)
    with pytest.raises(ValueError, match="writes no"):
        stage.session.export(".png")


def test_a_table_of_the_plots_has_a_row_a_pen_and_tick():
    stage = Stage(ToyModel)
    stage.do("step").do("step").do("undo")
    name, data = stage.session.export(".csv")
    assert name.endswith("-2.csv")
    assert data.decode().splitlines() == [
        "plot,pen,tick,value",
        "total,all,0,0",
        "total,all,1,1",
        "total,all,2,2",
        "monitor,total,2,2",
    ]


def test_plots_follow_the_run_forwards_and_back():
    stage = Stage(ToyModel)
    stage.do("step").do("button", "bump").do("stop")
    ticks = stage.model.ticks
    stage.do("step").do("step").do("undo")
    plots = stage.session.plots()
    assert plots["total"]["pens"] == [("all", [[0, 0], [1, 1]])]
    assert len(plots["row"]["rows"]) == 2
    assert ticks == stage.model.ticks or stage.model.ticks == 1
