"""What a person does to the model of a session: tools, buttons, questions, undo, files; and what errors do to it."""

import json

import pytest

from patchwalk.history import same
from tests.helpers.stage import Stage, assert_replays, reopened
from tests.helpers.toys import ToyModel

# --- the pointer -----------------------------------------------------------------------------------------------------


def test_a_tool_acts_whether_go_is_on_or_off_and_one_that_runs_starts_go():
    stage = Stage(ToyModel, {"end": 30})
    stage.do("choose_tool", "dab").press(4).press(4, "release")
    assert stage.model.layer.flat[4] == 50
    assert stage.page.state == "stopped"
    stage.do("choose_tool", "hose").press(5)
    assert stage.page.state == "running"
    stage.press(5, "release").wait(3)
    assert stage.page.state == "finished", "it stops by itself"
    assert_replays(stage)


def test_a_held_tool_acts_at_the_start_of_every_tick_until_it_is_released():
    stage = Stage(ToyModel, {"end": 0})
    stage.do("choose_tool", "hose").press(29)
    stage.do("stop")
    held = stage.model.layer.flat[29]
    stage.do("step").do("step")
    assert stage.model.layer.flat[29] == held + 10
    stage.press(28, "drag")
    assert stage.page.state == "running", "to drag it on is to pour on"
    stage.do("stop")
    held = stage.model.layer.flat[28]
    stage.do("step")
    assert stage.model.layer.flat[28] == held + 5
    stage.press(28, "release").do("step")
    assert stage.model.layer.flat[28] == held + 5
    assert_replays(stage)


def test_a_hold_that_ends_the_run_is_replayed_too():
    stage = Stage(ToyModel, {"end": 0})
    stage.do("choose_tool", "hose").press(7, shift=True).wait(2)
    assert not stage.model.running
    assert stage.session.run.play.log[-1]["do"] == "hold"
    assert_replays(stage)


def test_a_painting_tool_passes_over_no_patch():
    stage = Stage(ToyModel)
    stage.do("choose_tool", "brush").press(0, path=[0]).press(3, "drag", path=[1, 2, 3])
    assert stage.model.layer[0].tolist() == [1, 1, 1, 1, 0, 0]


def test_a_press_outside_or_nonsense_does_nothing_and_breaks_nothing():
    stage = Stage(ToyModel)
    stage.do("choose_tool", "brush")
    before = stage.state()
    stage.press(-1).press(10**9).press(3, "release")
    stage.press(0, path=[10**9, -7])
    assert stage.model.layer.sum() == 1, "of a path, what the world has"
    stage.press(0, "release")
    stage.model.restore(before)
    for event in ({}, {"patch": "x"}, {"patch": 1, "x": float("nan")}, {"patch": 1, "edge": 5}, {"patch": None}, 7):
        stage.session._ask("pointer", "press", event)
        stage.turn()
    stage.session._ask("pointer", "explode", {"patch": 1})
    stage.turn()
    assert stage.page.error is None
    assert stage.model.layer.sum() == 0


def test_taking_another_tool_or_starting_something_long_lets_the_pointer_go():
    stage = Stage(ToyModel)
    stage.do("choose_tool", "dab").press(1).do("choose_tool", "brush")
    assert stage.session.run.play.held is None
    assert stage.model.total == 3, "released once"
    stage.press(1).do("button", "grind").settle()
    assert stage.session.run.play.held is None
    stage.press(1, "release")
    assert_replays(stage)


def test_an_unknown_tool_button_overlay_or_answer_is_refused_or_passed_over():
    stage = Stage(ToyModel)
    for command in ("choose_tool", "button"):
        stage.do(command, "no such thing")
        assert "no such thing" in stage.page.refusal[1]
    stage.do("toggle_overlay", "none").do("answer", "yes").do("mode_key", "q")
    assert stage.page.error is None
    assert stage.model.total == 0


# --- buttons, questions, keys ----------------------------------------------------------------------------------------


def test_buttons_do_what_they_declare():
    stage = Stage(ToyModel, {"end": 30})
    stage.do("button", "bump")
    assert stage.page.state == "running"
    stage.do("button", "heavier")
    assert stage.page.state == "running", "a press does not stop Go"
    assert stage.page.values["weight"] == 2, "the widget follows the model"
    stage.do("button", "grind")
    assert stage.screen.last["progress"] is not None or stage.session.run.task is None
    stage.settle()
    assert stage.page.state == "running", "it goes on because the button says that it runs"
    stage.do("stop").do("button", "renew")
    assert stage.page.world_version == 2
    assert (stage.page.state, stage.page.key_mode) == ("running", "Typing")


def test_a_button_that_sets_up_draws_a_new_seed_and_works_after_an_error():
    stage = Stage(ToyModel, {"trouble": "press"})
    seed = stage.model.seed
    stage.do("choose_tool", "dab").press(1)
    assert stage.page.state == "error"
    stage.do("change", "trouble", "none").do("button", "remake").settle()
    assert stage.page.state == "stopped"
    assert stage.model.seed != seed
    assert stage.model.layer.min() == ToyModel.long_steps
    assert_replays(stage)


@pytest.mark.parametrize("how", ["stop", "undo", "step", "button", "setup"])
def test_a_long_button_that_is_stopped_is_taken_back(how):
    stage = Stage(ToyModel, {"end": 0}, step=0.003)
    stage.do("step").do("button", "bump").do("stop")
    before = stage.state()
    stage.do("button", "grind")
    assert stage.session.run.task is not None
    assert stage.model.layer.min() > 0
    stage.do(how, *(["bump"] if how == "button" else []))
    assert stage.model.layer.min() <= 3
    if how in ("stop", "undo"):
        assert same(stage.state(), before)
    stage.do("stop")
    assert_replays(stage)


def test_a_live_change_during_something_long_waits_for_its_end():
    stage = Stage(ToyModel, {"end": 3000}, step=0.002)
    stage.do("finish").do("change", "weight", 5)
    assert stage.page.values["weight"] == 5
    assert stage.model.parameters["weight"] == 1
    stage.settle()
    stage.turn()
    assert stage.model.parameters["weight"] == 5
    assert stage.model.total == 3000
    assert_replays(stage)


def test_a_question_locks_until_it_is_answered():
    stage = Stage(ToyModel)
    stage.do("step").do("go").do("button", "ask")
    stage.wait(0.2)
    assert stage.page.state == "asking"
    assert stage.page.question.choices[0].name == "no"
    ticks = stage.model.ticks
    for command in ("step", "go", "finish"):
        stage.do(command)
        assert "question" in stage.screen.last["message"]
    assert stage.model.ticks == ticks
    stage.do("answer", "perhaps")
    assert stage.page.state == "asking"
    stage.do("answer", "yes")
    assert stage.page.question is None
    assert stage.model.total == ticks + 1000
    stage.do("undo")
    assert stage.page.state == "asking"
    stage.do("undo")
    assert stage.page.question is None
    stage.do("redo").do("redo")
    assert stage.model.total == ticks + 1000
    assert_replays(stage)


def test_a_key_mode_takes_keys_while_it_is_on():
    stage = Stage(ToyModel)
    stage.do("button", "renew").do("stop")
    total = stage.model.total
    stage.do("mode_key", "q")
    assert stage.model.total == total + 7
    stage.do("mode_key", "x").do("mode_key", "q")
    assert stage.model.total == total + 14
    assert stage.page.key_mode is None
    assert_replays(stage)


# --- undo ------------------------------------------------------------------------------------------------------------


def test_undo_goes_back_to_the_start_and_redo_forth_again():
    stage = Stage(ToyModel, {"end": 0})
    states = []
    deeds = [
        ("button", "bump"),
        ("change", "weight", 4),
        ("choose_tool", "dab"),
        ("button", "heavier"),
        ("button", "grind"),
    ]
    for deed in deeds:
        states.append(stage.state())
        stage.do(*deed).settle()
        stage.do("stop").do("step")
    states.pop(2)  # a tool is no action
    while stage.page.can_undo:
        stage.do("undo")
        assert same(stage.state(), states[-len(stage.session.run.play.history.undone)])
    assert stage.model.ticks == 0
    assert stage.page.values["weight"] == 1
    stage.do("undo")
    assert "nothing to undo" in stage.screen.last["message"]
    for _ in range(3):
        stage.do("redo")
    assert same(stage.state(), states[3])
    assert_replays(stage)


def test_after_an_undo_time_goes_another_way_and_nothing_can_be_redone():
    stage = Stage(ToyModel)
    stage.do("step").do("button", "bump").do("stop").do("undo")
    assert stage.page.can_redo
    stage.do("step")
    assert not stage.page.can_redo
    stage.do("redo")
    assert "nothing to do again" in stage.screen.last["message"]
    assert_replays(stage)


def test_dragging_a_slider_is_undone_at_once():
    stage = Stage(ToyModel)
    stage.do("step")
    for value in range(2, 8):
        stage.do("change", "weight", value)
    stage.do("undo")
    assert stage.page.values["weight"] == 1
    assert not stage.page.can_undo
    stage.do("redo")
    assert stage.page.values["weight"] == 7
    assert_replays(stage)


def test_what_was_done_while_undo_is_off_cannot_be_undone_and_ends_what_could_be_redone():
    stage = Stage(ToyModel)
    stage.do("button", "renew").do("stop")
    assert not stage.page.can_undo
    stage.do("mode_key", "q").do("undo")
    assert "Undo is off" in stage.screen.last["message"]
    total = stage.model.total
    stage.do("mode_key", "x").do("button", "bump").do("stop").do("undo")
    assert stage.model.total == total + 7, "on again"
    assert stage.page.can_redo
    stage.model.typing = True
    stage.do("mode_key", "x")
    assert not stage.page.can_redo


def test_undo_takes_back_a_finish():
    stage = Stage(ToyModel, {"end": 400})
    stage.do("step")
    before = stage.state()
    stage.do("finish").settle()
    stage.do("undo")
    assert same(stage.state(), before)
    assert stage.page.state == "stopped"
    assert_replays(stage)


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
