"""Every model in a session: all that a page can ask for, in every state, in any order."""

import random

import pytest

from patchwalk.history import same
from tests.helpers.stage import Stage, assert_replays

STATES = ("fresh", "mid-run", "running", "finished", "error", "after undo")


def brought_to(subject, state):
    """A stage on which the model is in one of `STATES`."""
    stage = Stage(subject.model_class, dict(subject.values), seed=3)
    if state in ("mid-run", "error", "after undo"):
        stage.do("step").do("step").do("step")
    if state == "running":
        stage.do("go").wait(0.1)
    if state == "finished":
        stage.do("finish").settle()
        stage.do("set_speed", 100).do("go").wait(0.2)
        stage.do("stop")
    if state == "after undo":
        buttons = stage.session.model_class.buttons
        stage.do("button", buttons[0].name).settle() if buttons else stage.do("finish").settle()
        stage.do("stop").do("undo")
    if state == "error":
        stage.session.model.tick = stage.session.model.view = broken
        stage.session.model.running = True
        stage.do("step")
    return stage


def broken(*_):
    raise ZeroDivisionError("a broken model")


def commands(model):
    """Everything a page can ask for, each with its arguments."""
    patches = (0, model.world.size // 2, model.world.size - 1, -1)
    yield from ((name,) for name in ("setup", "step", "go", "stop", "toggle", "finish", "undo", "redo", "new_seed"))
    yield from (("button", button.name) for button in model.buttons)
    yield from (("toggle_overlay", overlay.name) for overlay in model.overlays)
    yield from (("preset", preset.name) for preset in model.presets)
    yield from (("choose_tool", tool.name) for tool in model.tools)
    yield from (("mode_key", key) for mode in model.key_modes for key in mode.keys)
    for parameter in model.parameter_list:
        if parameter.live and parameter.kind in ("integer", "real"):
            yield from (("change", parameter.name, value) for value in (parameter.minimum, parameter.maximum))
        elif parameter.live:
            yield from (("change", parameter.name, value) for value in parameter.options or (True, False))
    for kind in ("press", "drag", "release", "hover"):
        yield from (("pointer", kind, pointer(patch)) for patch in patches)
    yield from (("set_speed", speed) for speed in (0, 50, 100))
    yield from (("lock_seed", True), ("set_seed", "5"), ("refresh",), ("read_file", "odd.bin", b"\0"))
    if model.question is not None:
        yield from (("answer", choice.name) for choice in model.question.choices)


def pointer(patch):
    edge = None if patch < 0 else (patch, 0)
    return {"patch": patch, "x": 0.0, "y": 0.0, "edge": edge, "start": patch, "path": [] if patch < 0 else [patch]}


@pytest.mark.parametrize("state", STATES)
def test_everything_can_be_asked_for_in_every_state(subject, state):
    stage = brought_to(subject, state)
    held = [tool.name for tool in stage.model.tools]
    for k, command in enumerate(list(commands(stage.model))):
        if command[0] in ("setup", "preset"):
            continue  # they would end the state
        if state != "error" and k % 7 == 0:
            stage.do("choose_tool", held[k % len(held)])
        stage.do(*command)
        if command[0] != "finish":
            stage.do("stop")
        stage.settle()
        answered(stage)
        fresh = any(button.setup for button in stage.model.buttons if command == ("button", button.name))
        assert (stage.page.state == "error") == (state == "error" and not fresh), (command, stage.page.error)
        if state == "error" and fresh:
            stage = brought_to(subject, state)
    stage.do("setup")
    assert stage.page.error is None


def answered(stage):
    """No question is left open."""
    for _ in range(5):
        if stage.model.question is not None and stage.page.error is None:
            stage.do("answer", stage.model.question.choices[-1].name)


def test_step_go_and_finish_go_the_same_way(subject):
    by_step = Stage(subject.model_class, dict(subject.values), seed=3)
    by_go = Stage(subject.model_class, dict(subject.values), seed=3)
    by_go.do("set_speed", 100).do("go").wait(0.05)
    by_go.do("stop")
    while by_step.model.ticks < by_go.model.ticks:
        by_step.do("step")
    assert same(by_step.state(), by_go.state())
    plain = subject.build(3, **subject.model_class.page_values)
    plain.advance(by_go.model.ticks)
    assert same(plain.state(), by_go.state())


@pytest.mark.parametrize("seed", range(2))
def test_any_order_of_commands_breaks_nothing_and_can_be_replayed(subject, seed):
    rng = random.Random(seed)
    stage = Stage(subject.model_class, dict(subject.values), seed=seed)
    values = dict(subject.values)
    for _ in range(150):
        choices = [command for command in commands(stage.model) if command[0] != "preset"]
        likely = [command for command in choices if command[0] in ("pointer", "step", "choose_tool", "undo", "answer")]
        stage.do(*rng.choice(rng.choice((choices, likely))))
        if rng.random() < 0.3:
            stage.wait(rng.choice((0.02, 0.1)))
        assert stage.page.error is None, stage.session.run.error_trace
        assert stage.session.run.task or stage.model.running == stage.model.active()
    stage.settle()
    stage.do("stop")
    assert_replays(stage)
    assert all(stage.page.values[name] == value for name, value in values.items())


def test_undo_leads_back_to_the_first_deed_and_redo_to_the_last(subject):
    stage = Stage(subject.model_class, dict(subject.values), seed=5)
    stage.do("step")
    begun = stage.state()
    for button in stage.model.buttons:
        if not button.setup:
            stage.do("button", button.name).settle()
            stage.do("stop")
    if not stage.page.can_undo:
        stage.do("finish").settle()
    ended = stage.state()
    deeds = 0
    while stage.page.can_undo:
        stage.do("undo")
        deeds += 1
    if not stage.model.undoable:
        return  # a game that does not let one look and go back
    assert same(stage.state(), begun)
    for _ in range(deeds):
        stage.do("redo")
    if stage.model.ticks == ended["ticks"] and not stage.page.can_redo:
        assert same(stage.state(), ended)
    assert_replays(stage)
