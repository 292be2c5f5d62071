"""The game as scripts play it: names, setups, rules, replay."""

import json

import numpy as np
import pytest

from models.minesweeper import MinesweeperModel
from models.minesweeper_page import position_file
from patchwalk.history import same
from patchwalk.parameters import ParameterError
from patchwalk.play import Play, read_session
from rules.opening import three_bv
from tests.helpers.mines import CORNER, game, open_all

# --- names -----------------------------------------------------------------------------------------------------------


def test_it_has_the_names_that_scripts_rely_on():
    model = MinesweeperModel(
        width=9, height=9, mines=10, grid="square", neighbors=8, wrap=False, fair=True, guesses="classic", warn=False,
        first_opens_area=False, flags_are_truth=False, flags_win=False, certain_mine_is_move=False, layout=None,
        sweepers=0, policy="careful", walk=False, rng=3,
    )  # fmt: skip
    assert model.state == "playing"
    assert (model.layout.dtype, model.layout.shape, model.layout.sum()) == (bool, (9, 9), 10)
    assert (model.shown.dtype, model.shown.shape) == (np.int8, (9, 9))
    assert (model.shown == -1).all()
    analysis = model.analysis()
    assert analysis.layouts > 10**12
    assert analysis.exact
    assert (analysis.probability == 10 / 81).all()
    assert not analysis.safe.any()
    assert not analysis.mine.any()
    assert model.reveal(40) == "opened"
    assert model.flag(0) == "nothing"
    assert model.chord(40) in ("nothing", "opened")


def test_its_state_is_a_word_and_gives_all_when_it_is_called():
    model = game()
    assert f"{model.state}" == "playing"
    assert json.dumps({"state": model.state}) == '{"state": "playing"}'
    kept = model.state()
    model.reveal(0)
    model.restore(kept)
    assert same(model.state(), kept)
    assert (model.shown < 0).all()


def test_a_layout_can_be_given():
    layout = np.zeros((3, 4), dtype=bool)
    layout[0, 1] = layout[2, 3] = True
    for given in (layout, layout.tolist(), "...*/..../.*.."):
        model = MinesweeperModel(layout=given)
        np.testing.assert_array_equal(model.layout, layout)
        assert (model.world.width, model.world.height, model.mines) == (4, 3, 2)
    again = MinesweeperModel(**model.parameters)
    np.testing.assert_array_equal(again.layout, layout)
    assert MinesweeperModel(layout=layout, fair=False).reveal(1) == "lost", "a given minefield is played as it is"


def test_percent_and_chance_say_how_many_mines():
    assert MinesweeperModel(15, 15, percent=16).mines == 36
    assert MinesweeperModel(15, 15, percent=16).parameters["mines"] == 36
    assert MinesweeperModel(3, 3, percent=1).mines == 1
    assert MinesweeperModel(3, 3, percent=100).mines == 8
    counts = [MinesweeperModel(20, 20, percent=25, by_chance=True, rng=seed).mines for seed in range(60)]
    assert len(set(counts)) > 20
    assert abs(np.mean(counts) - 100) < 5
    few = [MinesweeperModel(20, 20, mines=2, by_chance=True, rng=seed).mines for seed in range(60)]
    assert min(few) == 1
    assert 1 < np.mean(few) < 4


def test_one_seed_is_one_board_however_many_sweepers_there_are():
    boards = [MinesweeperModel(sweepers=number, rng=8).layout for number in (0, 1, 8)]
    assert all((board == boards[0]).all() for board in boards)
    assert (MinesweeperModel(rng=9).layout != boards[0]).any()


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"mines": 0}, "needs at least 1"),
        ({"mines": 81}, "at least one patch must be free"),
        ({"width": 1, "height": 1, "mines": 1}, "no room for a mine"),
        ({"width": 1002}, "not a whole number from 1 to 1001 patches"),
        ({"width": 2, "wrap": True, "mines": 3}, "width is 3 or more"),
        ({"grid": "hex", "wrap": True}, "width is even on a hex world"),
        ({"layout": "..*/.."}, "row 2 has 2 patches"),
        ({"layout": "..x"}, "'x' in row 1, place 3"),
        ({"layout": np.zeros((2, 2), bool)}, "needs at least 1"),
        ({"layout": [1, 0]}, "two axes"),
        ({"layout": [[1], [0, 1]]}, "layout: its rows are of different lengths"),
        ({"layout": "..*", "width": 4}, "it has 3 x 1 patches, but width x height is 4 x 9"),
        ({"layout": "..*", "mines": 2}, "it has 1 mines, but mines is 2"),
        ({"position": "12/3"}, "row 2 has 1 patches"),
        ({"position": "1#/#9"}, "'9' in row 2, place 2"),
        ({"position": "{}"}, "`rows` is to be a list"),
        ({"position": "4#/##", "mines": 2}, "the 4 at (0, 1) cannot be met"),
        ({"position": "1#/##"}, "no room for 10 mines on 4 patches; write their number"),
        ({"position": "1#/##", "mines": 2}, "not with 2 mines"),
        ({"position": "1#1", "mines": 1}, "only mines are hidden"),
        ({"position": "1##", "layout": "..*"}, "take one of the two"),
        ({"board": "analysis", "mines": 82}, "more than the board has patches"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(values, words):
    with pytest.raises(ParameterError) as refusal:
        MinesweeperModel(**values)
    assert words in str(refusal.value)


# --- rules, as the model hands them on -------------------------------------------------------------------------------


def test_an_avoidable_guess_is_warned_of_and_taking_back_changes_nothing():
    model = game(CORNER, warn=True, guesses="punish")
    before = model.state()
    assert model.reveal(0) == "asked"
    assert model.state == "asking"
    assert model.question.patch == 0
    assert [choice.name for choice in model.question.choices] == ["back", "show", "go"]
    model.answer("back")
    after = model.state()
    assert after["field"].pop("hints") == before["field"].pop("hints") + 1
    assert same(before, after)
    assert model.reveal(0) == "asked"
    model.answer("go")
    assert model.state == "lost", "with both switches it warns and then punishes"


def test_a_certain_move_can_be_shown_instead():
    model = game(CORNER, warn=True)
    model.reveal(0)
    model.answer("show")
    assert model.pointed in (3, 7)
    assert model.state == "playing"
    assert "certainly safe" in model.message
    assert model.pointed in [mark.patch for mark in model.view().marks]
    model.reveal(model.pointed)
    assert model.pointed == -1


def test_scripts_need_not_be_asked():
    model = game(CORNER, warn=True)
    assert model.reveal(0, ask=False) in ("lost", "opened")
    assert model.field.avoidable_guesses == 1


def test_with_the_older_rule_a_mine_without_flag_is_a_move():
    position = "mines 2\n1####"  # the first hidden patch is a mine, of the others one
    assert game(position, warn=True).reveal(3) in ("opened", "won")
    older = game(position, warn=True, certain_mine_is_move=True)
    assert older.reveal(3) == "asked"
    assert "certain mine has no flag" in older.question.text
    older.answer("show")
    assert older.pointed == 1
    assert "a mine: flag it" in older.message
    older.flag(1)
    assert older.reveal(3) in ("opened", "won"), "now nothing is left but to guess"


def test_flags_that_are_truth_and_win():
    model = MinesweeperModel(3, 1, layout="..*", flags_are_truth=True, flags_win=True)
    assert model.reveal(0) == "opened"
    assert model.field.revealed == 2
    assert model.state == "playing", "only flags win"
    assert model.flag(2) == "won"


def test_a_flag_that_contradicts_the_numbers_is_reported_without_saying_which():
    said = set()
    for seed in range(8):
        model = game("mines 2\n1####", flags_are_truth=True, rng=seed)
        model.flag(2)
        model.flag(3)
        mined = bool(model.layout[0, 4])
        assert model.reveal(4) == ("lost" if mined else "opened"), "the layout decides"
        said.add("lost" if mined else model.message)
    assert said == {"lost", "A flag is wrong"}


def test_nothing_happens_outside_the_board_or_after_the_end():
    model = MinesweeperModel(3, 1, layout="..*", fair=False)
    for patch in (-1, 3, 10**9):
        assert model.reveal(patch) == model.flag(patch) == model.chord(patch) == "nothing"
        assert "There is no patch" in model.message
    model.reveal(2)
    before = model.state()
    for act in (model.reveal, model.flag, model.chord):
        assert act(0) == "nothing"
        assert "over" in model.message
    assert same(before, model.state())


def test_an_open_patch_takes_no_flag_and_says_so():
    model = game("mines 1\n1##")
    assert model.flag(0) == "nothing"
    assert "(0, 0) is open" in model.message
    assert not model.field.marks.any()


def test_the_same_board_can_be_played_again():
    model = MinesweeperModel(percent=30, sweepers=1, policy="bold", rng=11)
    first = model.state()
    model.finish()
    end = model.state()
    assert model.field.mines_moved
    model.again()
    assert same(model.state(), first)
    model.finish()
    assert same(model.state(), end)


def test_a_game_can_begin_from_a_position():
    begun = MinesweeperModel(8, 8, mines=12, rng=2)
    begun.reveal(27)
    begun.flag(0)
    text = position_file(begun).decode()
    layouts = set()
    for seed in range(20):
        model = game(text, rng=seed)
        np.testing.assert_array_equal(model.shown, begun.shown)
        assert (model.field.marks.flat[0], model.field.revealed) == (1, begun.field.revealed)
        assert model.layout.sum() == 12
        layouts.add(model.layout.tobytes())
        model.flag(0)
        model.flag(0)
        assert open_all(model).state == "won"
    assert len(layouts) == 20


# --- replay ----------------------------------------------------------------------------------------------------------


def pointer(patch, **more):
    return {"patch": patch, **more}


def test_seed_and_actions_give_the_same_game_with_its_redraws():
    values = {"percent": 35, "width": 8, "height": 8, "sweepers": 2, "policy": "bold"}
    play = Play(MinesweeperModel)
    play.apply({"do": "setup", "values": values, "seed": 12})
    rng = np.random.default_rng(0)
    for number in range(60):
        patch = int(rng.integers(64))
        play.apply({"do": "press", "tool": "open", "pointer": pointer(patch, button=2 * (number % 3 == 0))})
        play.apply({"do": "release", "pointer": pointer(patch, button=2 * (number % 3 == 0))})
        if number % 4 == 0:
            play.tick()
        if number == 30:
            play.apply({"do": "change", "name": "sweepers", "value": 3})
    play.apply({"do": "finish"})
    assert play.model.ended
    assert play.model.field.mines_moved > 0
    assert not play.history.can_undo
    _, log, ticks = read_session(play.to_json("minesweeper"))
    other = Play(MinesweeperModel)
    other.replay(log, ticks)
    assert same(other.model.state(), play.model.state())


def test_monitors_say_what_the_game_says():
    model = open_all(MinesweeperModel(percent=30, rng=4))
    shown = {monitor.name: monitor.read(model) for monitor in model.monitors}
    assert shown == {
        "mines_left": 0,
        "open": 81 - 24,
        "forced": model.field.forced_guesses,
        "avoidable": 0,
        "moved": model.field.mines_moved,
        "layouts": "1",
        "three_bv": three_bv(model.layout, model.world.neighbors),
        "clock": None,
    }
    assert MinesweeperModel().monitors[6].read(MinesweeperModel()) is None, "in a game it would tell too much"
