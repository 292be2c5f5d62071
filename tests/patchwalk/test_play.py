"""A run and its log: whatever was done, doing it again gives the same state."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patchwalk.declarations import Pointer
from patchwalk.history import same
from patchwalk.parameters import ParameterError
from patchwalk.play import Play, plain, read_session, to_pointer
from tests.helpers.toys import Broken, ToyModel


def played(*actions, ticks=0, **values):
    play = Play(ToyModel)
    play.apply({"do": "setup", "values": values, "seed": 3})
    for action in actions:
        play.apply(action) if isinstance(action, dict) else play.tick(action)
    play.tick(ticks)
    return play


def again(play):
    """The same run out of its file."""
    _, log, ticks = read_session(play.to_json("toys"))
    other = Play(ToyModel)
    other.replay(log, ticks)
    return other


POINTERS = st.fixed_dictionaries(
    {"patch": st.integers(-1, 29)}, optional={"shift": st.booleans(), "path": st.lists(st.integers(0, 29), max_size=3)}
)
TOOLS = st.sampled_from(["dab", "hose", "brush"])
ACTIONS = st.one_of(
    st.integers(1, 7),
    st.builds(lambda tool, pointer: {"do": "press", "tool": tool, "pointer": pointer}, TOOLS, POINTERS),
    st.builds(lambda kind, pointer: {"do": kind, "pointer": pointer}, st.sampled_from(["drag", "release"]), POINTERS),
    st.builds(lambda value: {"do": "change", "name": "weight", "value": value}, st.integers(0, 9)),
    st.sampled_from(["bump", "ask", "grind", "heavier"]).map(lambda name: {"do": "button", "name": name}),
    st.sampled_from(["yes", "no"]).map(lambda choice: {"do": "answer", "choice": choice}),
    st.sampled_from(
        [{"do": "finish"}, {"do": "undo"}, {"do": "redo"}, {"do": "modekey", "mode": "typing", "key": "q"}]
    ),
    st.just({"do": "file", "name": "a.txt", "data": "NSA2IDc="}),
    st.just("cancel"),
)


@settings(max_examples=40)
@given(st.lists(ACTIONS, max_size=15))
def test_whatever_was_done_the_log_gives_the_same_state(actions):
    play = played(end=60)
    for action in actions:
        if isinstance(action, int):
            play.tick(action)
        elif action == "cancel":
            rest = play.performing({"do": "button", "name": "grind"})
            next(rest)
            next(rest)
            rest.close()
        elif not (action["do"] in ("undo", "redo") and not getattr(play.history, f"can_{action['do']}")):
            play.apply(action)
        assert play.model.running == play.model.active()
    other = again(play)
    assert same(other.model.state(), play.model.state())
    assert other.held == play.held
    assert other.log == [json.loads(json.dumps(action)) for action in play.log]
    while play.history.can_undo:
        play.apply({"do": "undo"})
    assert play.model.ticks == 0 or not any(
        action["do"] in ("press", "button") and not action["tick"] for action in play.log
    )


def test_a_setup_begins_a_new_log():
    play = played({"do": "button", "name": "bump"}, 5)
    play.apply({"do": "setup", "values": {"width": 4}, "seed": None})
    assert [action["do"] for action in play.log] == ["setup"]
    assert play.log[0]["seed"] == play.model.seed
    assert not play.history.can_undo
    assert play.worlds == 2


def test_a_refused_action_changes_and_logs_nothing():
    play = played(4)
    before = play.model.state()
    for action, error in (
        ({"do": "explode"}, ValueError),
        ({"do": "button", "name": "none"}, ValueError),
        ({"do": "change", "name": "weight", "value": 99}, ParameterError),
        ({"do": "change", "name": "width", "value": 4}, ParameterError),
        ({"do": "change", "name": "none", "value": 4}, ParameterError),
        ({"do": "file", "name": "a.txt", "data": "eA=="}, ValueError),
        ({"do": "file", "name": "a.png", "data": ""}, ValueError),
        ({"do": "press", "tool": "dab", "pointer": {"patch": "x"}}, ValueError),
        ({"do": "undo"}, ValueError),
        ({"do": "redo"}, ValueError),
        ({"do": "setup", "values": {"width": 0}}, ParameterError),
    ):
        with pytest.raises(error):
            play.apply(action)
    assert same(play.model.state(), before)
    assert len(play.log) == 1
    assert not play.history.can_undo


def test_before_the_first_setup_nothing_can_be_done():
    with pytest.raises(ValueError, match="nothing is set up"):
        Play(ToyModel).apply({"do": "finish"})


def test_a_long_button_that_is_cancelled_is_as_if_it_had_not_been():
    play = played(3, {"do": "button", "name": "grind"})
    twice = len(play.log)
    before = play.model.state()
    rest = play.performing({"do": "button", "name": "grind"})
    next(rest)
    assert not same(play.model.state(), before)
    rest.close()
    assert same(play.model.state(), before)
    assert len(play.log) == twice, "the same button that was pressed before is still there"
    assert not play.history.can_redo


def test_a_long_button_that_changed_nothing_takes_no_undo_step():
    play = played(3, {"do": "button", "name": "grind"})
    before = play.model.state()
    play.model.long_steps = 0
    for _ in play.performing({"do": "button", "name": "grind"}):
        pass
    assert same(play.model.state(), before)
    play.apply({"do": "undo"})
    assert not same(play.model.state(), before), "the first one is what is undone"
    assert not play.history.can_undo


def test_a_finish_that_is_stopped_keeps_how_far_it_came():
    play = played(10, end=5000)
    rest = play.performing({"do": "finish"})
    next(rest)
    next(rest)
    rest.close()
    assert 10 < play.model.ticks < 5000
    assert play.log[-1]["until"] == play.model.ticks
    assert play.model.running
    assert same(again(play).model.state(), play.model.state())
    play.apply({"do": "undo"})
    assert play.model.ticks == 10


def test_a_held_pointer_does_not_act_while_a_stopped_finish_is_replayed():
    play = played({"do": "press", "tool": "hose", "pointer": {"patch": 3}}, {"do": "finish", "until": 50}, end=5000)
    assert (play.model.ticks, play.model.layer.flat[3] < 15) == (50, True)


def test_an_adopted_model_can_be_set_up_again_from_its_log():
    play = Play(ToyModel, ToyModel(weight=3, place=2, rng=np.int64(9)))
    play.tick(12)
    assert same(again(play).model.state(), play.model.state())


def test_what_the_model_raises_comes_through():
    play = played(trouble="button")
    with pytest.raises(Broken):
        play.apply({"do": "button", "name": "bump"})
    assert len(play.log) == 1


def test_values_for_a_log_are_json():
    values = {"a": (1, (2, 3)), "b": np.int64(4), "c": np.zeros(2, bool), "d": None, "e": "x"}
    assert json.loads(json.dumps(plain(values))) == {"a": [1, [2, 3]], "b": 4, "c": [False, False], "d": None, "e": "x"}


def test_pointers_are_read_from_json_and_kept_inside_the_world():
    data = {
        "kind": "press",
        "patch": 3,
        "x": 1,
        "edge": [3, 1],
        "button": 2,
        "shift": 1,
        "start": 99,
        "path": [1, 99, 3],
    }
    assert to_pointer(data, 10) == Pointer(3, 1.0, 0.0, (3, 1), 2, True, False, False, -1, (1, 3))
    assert to_pointer({"patch": 10, "edge": [10, 0]}, 10) == Pointer(-1)
    assert to_pointer({"patch": -3}, 10).patch == -1
    for bad in ({"patch": "a"}, {"edge": 4}, {"x": float("inf")}, {"path": 3}, {"edge": [1]}, None):
        with pytest.raises(ValueError, match="no pointer event"):
            to_pointer(bad, 10)
