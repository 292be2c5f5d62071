"""What a person does to the model of a session: tools, buttons, questions, keys, undo."""

import pytest

from patchwalk.history import same
from tests.helpers.stage import Stage, assert_replays
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
