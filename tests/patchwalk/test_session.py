"""A session without a page: what is asked for, what waits, what is refused. No thread: tests take its turns."""

from typing import ClassVar

import pytest

from patchwalk.parameters import ParameterError
from patchwalk.session import Session
from tests.helpers.stage import Stage
from tests.helpers.toys import ToyModel


def test_a_session_comes_up_with_a_model_set_up_and_its_picture_sent():
    stage = Stage(ToyModel)
    assert stage.page.state == "stopped"
    assert (stage.model.ticks, stage.model.world.width) == (0, 6)
    assert stage.screen.shown == [1]
    assert stage.screen.last["monitors"] == {"total": ["0", "points", False]}
    assert stage.page.overlays == {"dots"}
    assert stage.page.tool == "look"


def test_step_is_one_tick_and_stops_go():
    stage = Stage(ToyModel)
    stage.do("step")
    assert stage.model.ticks == 1
    stage.do("go").wait(0.5)
    assert stage.page.state == "running"
    ticks = stage.model.ticks
    stage.do("step")
    assert stage.page.state == "stopped"
    assert ticks < stage.model.ticks <= ticks + 1
    stage.wait(0.5)
    assert stage.model.ticks <= ticks + 1


def test_go_runs_until_nothing_moves_and_stops_by_itself():
    stage = Stage(ToyModel, {"end": 20})
    stage.do("go").wait(2)
    assert stage.model.ticks == 20
    assert stage.page.state == "finished"
    assert stage.screen.last["ticks"] == 20, "the last picture is of the end"
    stage.do("go")
    assert stage.page.state == "finished"
    assert "Nothing moves" in stage.screen.last["message"]


def test_toggle_is_go_or_stop_and_keys_do_the_same():
    stage = Stage(ToyModel)
    assert stage.do("toggle").page.state == "running"
    assert stage.do("toggle").page.state == "stopped"
    assert stage.do("key", "go").page.state == "running"
    assert stage.do("key", "go").page.state == "stopped"
    for name in ("setup", "step", "finish", "undo", "redo", "new_seed", "slower", "faster", "middle", "every_tick"):
        assert stage.session.key(name)
    assert stage.session.key("tool:dab")
    assert stage.session.key("overlay:inverse")
    assert stage.session.key("button:bump")
    assert not stage.session.key("theme")
    assert not stage.session.key("nothing:at all")
    stage.turn()
    assert stage.page.tool == "dab"
    assert stage.page.overlays == {"dots", "inverse"}


def test_finish_goes_to_the_end_and_is_refused_where_there_is_none():
    stage = Stage(ToyModel, {"end": 500})
    stage.do("finish").settle()
    assert stage.model.ticks == 500
    assert stage.page.state == "finished"
    endless = Stage(ToyModel, {"end": 0})
    assert not endless.page.can_finish
    endless.do("finish")
    assert endless.model.ticks == 0
    assert "never ends" in endless.screen.last["message"]


@pytest.mark.parametrize(
    ("speed", "seconds", "least", "most"),
    [(0, 6, 2, 2), (25, 2, 4, 7), (50, 1, 28, 31), (75, 0.5, 400, 500), (100, 0.2, 150, 1000)],
)
def test_speed_decides_how_many_ticks_pass(speed, seconds, least, most):
    stage = Stage(ToyModel, {"end": 0}, step=0.0002)
    stage.do("set_speed", speed).do("go").wait(seconds)
    assert least <= stage.model.ticks <= most
    assert stage.page.speed == speed


def test_a_live_parameter_acts_at_once_and_another_waits_for_setup():
    stage = Stage(ToyModel)
    stage.do("step").do("change", "weight", 5).do("step")
    assert stage.model.total == 6
    stage.do("change", "width", "9")
    assert stage.page.waiting == {"width"}
    assert (stage.page.values["width"], stage.model.world.width) == (9, 6)
    stage.do("setup")
    assert not stage.page.waiting
    assert stage.model.world.width == 9
    assert stage.model.parameters["weight"] == 5, "a live value is kept at Setup"


def test_at_tick_0_a_changed_parameter_sets_up_at_once_with_the_same_seed():
    stage = Stage(ToyModel)
    seed = stage.model.seed
    stage.do("change", "width", 9)
    assert (stage.model.world.width, stage.model.seed) == (9, seed)
    assert not stage.page.waiting
    assert stage.page.world_version == 2


def test_only_the_newest_value_of_a_slider_that_is_dragged_counts_and_order_is_kept():
    stage = Stage(ToyModel)
    for value in (2, 3, 4):
        stage.session.change("weight", value)
        stage.session.pointer("hover", {"patch": 3})
    stage.session.step()
    stage.session.change("weight", 9)
    stage.turn()
    assert stage.model.total == 4, "the step was asked for before the last change"
    assert [action["value"] for action in stage.session.run.play.log if action["do"] == "change"] == [4, 9]


def test_choosing_a_parameter_puts_back_those_that_follow_it():
    stage = Stage(ToyModel, {"depth": 4})
    assert stage.page.values["depth"] == 4
    stage.do("change", "width", 9)
    assert stage.page.values["depth"] is None
    stage.do("change", "depth", 3).do("change", "width", 9)
    assert stage.page.values["depth"] == 3, "the same width is no choice"


def test_setup_draws_a_new_seed_unless_it_is_locked():
    stage = Stage(ToyModel)
    seeds = {stage.do("setup").model.seed for _ in range(5)}
    assert len(seeds) == 5
    stage.do("lock_seed", True)
    seed = stage.model.seed
    assert stage.do("setup").model.seed == seed
    assert stage.page.seed_locked
    stage.do("lock_seed", False)
    assert stage.do("setup").model.seed != seed


def test_a_typed_seed_is_kept_and_a_drawn_one_counts_once():
    stage = Stage(ToyModel)
    stage.do("set_seed", "42")
    assert (stage.model.seed, stage.page.seed_locked) == (42, True)
    stage.do("step").do("setup")
    assert stage.model.seed == 42
    stage.do("set_seed", "nonsense")
    assert stage.page.refusal[0] == "rng"
    assert stage.model.seed == 42
    stage.do("lock_seed", False).do("step").do("new_seed")
    drawn = stage.page.seed
    assert drawn != 42
    assert stage.page.waiting == {"rng"}
    assert stage.do("setup").model.seed == drawn
    stage.do("set_seed", "7").do("set_seed", "")
    assert not stage.page.seed_locked
    assert stage.do("setup").model.seed != 7


def test_a_preset_changes_everything_it_names():
    stage = Stage(ToyModel)
    stage.do("preset", "Big")
    assert (stage.model.world.width, stage.model.parameters["weight"]) == (9, 7)
    stage.do("change", "weight", 1).do("step").do("preset", "Big")
    assert stage.model.parameters["weight"] == 7
    stage.do("preset", "No such")
    assert "no preset" in stage.page.refusal[1]


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("width", 1, "width: 1 is not a whole number from 2 to 2000 patches"),
        ("width", "wide", "width: 'wide' is not a whole number from 2 to 2000 patches"),
        ("weight", 10, "weight: 10 is not a whole number from 0 to 9"),
        ("trouble", "much", "trouble: 'much' is not one of none, "),
        ("size", 3, "size: there is no such parameter"),
        ("place", "-1", "place: -1 is not a patch"),
    ],
)
def test_a_refused_value_is_reported_and_the_model_stays(name, value, words):
    stage = Stage(ToyModel)
    stage.do("step")
    model = stage.model
    stage.do("change", name, value)
    stage.do("setup") if name == "place" else None
    assert stage.model is model
    assert words in stage.page.refusal[1]
    assert ToyModel.parameter_list.spoken(words) in stage.screen.last["message"]
    assert stage.page.error is None
    stage.do("step")
    assert stage.page.refusal is None
    assert model.ticks == 2


def test_worlds_above_the_servers_limit_are_refused():
    stage = Stage(ToyModel, patch_limit=100)
    stage.do("change", "width", 21)
    assert "21 x 5 is 105 patches" in stage.page.refusal[1]
    assert "at most 100" in stage.page.refusal[1]
    assert stage.model.world.width == 6
    opened = Stage(ToyModel, {"width": 50, "height": 50, "weight": 3}, patch_limit=100)
    assert "at most 100" in opened.page.refusal[1]
    assert opened.model.world.size <= 100
    assert opened.model.parameters["weight"] == 3
    with pytest.raises(ParameterError, match="at most 10"):
        Session(ToyModel, patch_limit=10)


def test_a_link_with_bad_values_opens_with_the_good_ones():
    stage = Stage(ToyModel, {"width": "0", "weight": "3", "nonsense": "1", "place": "999"}, seed="x")
    assert stage.page.state == "stopped"
    assert stage.model.parameters["weight"] == 3
    assert (stage.model.world.width, stage.model.parameters["place"]) == (6, None)
    for words in ("width: '0'", "nonsense: there is no such", "place: 999", "rng: 'x'"):
        assert words in stage.page.refusal[1]


class HopelessModel(ToyModel):
    page_values: ClassVar = {"trouble": "setup"}


def test_a_model_that_cannot_be_set_up_at_all_shows_its_error():
    stage = Stage(HopelessModel)
    assert stage.page.state == "error"
    assert "Broken: at setup" in stage.page.error
    for command in ("step", "go", "finish", "undo", "redo", "new_seed", "toggle"):
        stage.do(command)
    stage.press(3)
    stage.do("button", "bump").do("answer", "yes").do("mode_key", "q").do("read_file", "a.txt", b"1")
    assert stage.page.state == "error"
    stage.do("change", "trouble", "none").do("setup")
    assert stage.page.state == "stopped"
    assert stage.page.error is None


def test_values_with_which_a_model_cannot_be_set_up_are_put_back_and_it_is_said():
    stage = Stage(ToyModel, {"trouble": "setup", "weight": 3}, seed=7)
    assert (stage.page.state, stage.page.error, stage.model.seed) == ("stopped", None, 7)
    assert stage.model.parameters["trouble"] == "none"
    assert "cannot be set up" in stage.page.refusal[1]
    assert "Broken: at setup" in stage.page.refusal[1]
    assert stage.session.missed == (stage.page.refusal[1],)


def test_a_ready_model_is_adopted_as_it_stands():
    model = ToyModel(width=8, weight=3, rng=5)
    model.advance(4)
    stage = Stage(ToyModel, model=model)
    assert stage.model is model
    assert (stage.page.values["width"], stage.page.seed, stage.page.waiting) == (8, 5, frozenset())
    stage.do("step")
    assert model.ticks == 5
    stage.do("setup")
    assert stage.model is not model
    assert stage.model.world.width == 8


def test_subscribers_hear_of_changes_only_and_a_failing_one_stops_nothing(caplog):
    stage = Stage(ToyModel)
    heard = []
    stage.session.subscribe(lambda page: 1 / 0)
    end = stage.session.subscribe(heard.append)
    stage.turn()
    stage.turn()
    assert heard == []
    stage.do("set_speed", 80)
    assert [page.speed for page in heard] == [80]
    assert "a listener failed" in caplog.text
    end()
    stage.do("set_speed", 20)
    assert len(heard) == 1
    versions = [page.version for page in heard]
    assert versions == sorted(set(versions))


def test_what_was_looked_at_is_told_again_when_it_changes():
    stage = Stage(ToyModel)
    rows = []
    stage.session.on_inspect(rows.append)
    stage.press(2)
    assert rows[-1] == [("Patch", "(2, 0)"), ("Value", "0")]
    assert [mark[:2] for mark in stage.screen.marks] == [[2, ""]]
    stage.do("step").do("step").do("step")
    assert rows[-1] != rows[-2]
    assert stage.session.inspect(2) == rows[-1]
    stage.do("change", "height", 2).do("change", "width", 2).press(3)
    stage.press(-1)
    assert rows[-1] == []
    assert stage.screen.marks == []


def test_the_status_says_what_is_under_the_pointer():
    stage = Stage(ToyModel)
    stage.press(7, "hover")
    assert stage.screen.last["where"] == "(1, 1) a patch"
    stage.press(-1, "hover")
    assert stage.screen.last["where"] == ""


def test_a_link_to_too_large_a_world_is_refused_in_one_sentence():
    from models.maze import MazeModel
    from patchwalk.session import Session

    session = Session(MazeModel, {"width": 301, "height": 301, "turtles": 3}, patch_limit=20_000)
    name, message = session.page.refusal
    assert name == "width"
    assert message == "width x height: 301 x 301 is 90,601 patches; this server allows at most 20,000"
    assert (session.model.world.shape, len(session.model.carvers)) == ((101, 101), 3)
