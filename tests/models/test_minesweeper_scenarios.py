"""What people have reported of other programs, each a test here."""

from pathlib import Path

import numpy as np
import pytest

from models.minesweeper import MinesweeperModel
from tests.helpers.mines import CORNER, game, open_all

CASES = Path(__file__).parents[1] / "cases" / "mines"


def test_the_first_click_is_never_a_mine_in_1000_seeds():
    for seed in range(1000):
        model = MinesweeperModel(4, 4, mines=9, fair=seed % 2 == 0, rng=seed)
        assert model.reveal(seed % 16) != "lost"
        assert model.layout.sum() == 9


@pytest.mark.parametrize("values", [{"grid": "square"}, {"neighbors": 4}, {"grid": "hex"}])
@pytest.mark.parametrize(("width", "height"), [(3, 3), (1, 7), (7, 1), (2, 2), (2, 1)])
def test_small_boards_can_be_played(width, height, values):
    for mines in range(1, width * height):
        model = open_all(MinesweeperModel(width, height, mines=mines, rng=mines, **values))
        assert (model.state, model.layout.sum()) == ("won", mines)


@pytest.mark.parametrize("values", [{}, {"wrap": True}, {"grid": "hex", "width": 8, "wrap": True}])
def test_any_board_can_be_won(values):
    for percent in (10, 25, 60):
        model = open_all(MinesweeperModel(**{"width": 7, "height": 7, "percent": percent, "rng": percent, **values}))
        assert model.state == "won"
        assert model.field.avoidable_guesses == 0
        assert (model.field.marks == 1).sum() == model.mines, "the mines are flagged at the end"


@pytest.mark.parametrize("first_opens_area", [False, True])
def test_with_nearly_only_mines_the_game_ends_at_once(first_opens_area):
    for percent in (90, 95, 99):
        model = MinesweeperModel(10, 10, percent=percent, first_opens_area=first_opens_area, rng=percent)
        while not model.ended:
            (free, *_) = np.flatnonzero((model.shown < 0) & ~model.analysis().mine)
            model.reveal(int(free))
        assert model.state == "won"
        assert model.ticks <= 100 - percent
    assert MinesweeperModel(10, 10, percent=99, rng=1).reveal(50) == "won"


def test_the_first_move_can_open_an_area():
    for seed in range(30):
        model = MinesweeperModel(first_opens_area=True, rng=seed)
        model.reveal(40)
        assert model.shown[4, 4] == 0


def test_flagging_every_patch_does_not_win_and_the_counter_goes_below_zero():
    model = game()
    for patch in range(81):
        model.flag(patch)
    assert model.state == "playing"
    assert model.field.mines_left == 10 - 81
    assert "-71" in str(model.monitors[0].read(model))
    assert model.monitors[0].alert(model)


def test_a_flag_stops_a_cascade_and_keeps_its_patch():
    model = MinesweeperModel(9, 1, layout="........*")
    model.flag(4)
    model.reveal(0)
    assert model.shown[0].tolist() == [0, 0, 0, 0, -1, -1, -1, -1, -1]
    assert model.reveal(4) == "nothing"
    assert "flag" in model.message.lower()
    model.flag(4)
    model.flag(4)
    assert model.reveal(4) == "won"


def test_a_ring_of_flags_does_not_make_the_sweepers_stick():
    model = MinesweeperModel(7, 7, mines=1, layout="*......" + "/......." * 6, sweepers=1)
    ring = [8, 9, 10, 11, 12, 15, 19, 22, 26, 29, 33, 36, 37, 38, 39, 40]
    for patch in ring:
        model.flag(patch)
    model.finish()
    assert model.state == "won"


def test_a_chord_with_a_wrong_flag_loses():
    model = MinesweeperModel(3, 1, layout="..*", fair=False)
    model.reveal(1)
    model.flag(0)
    assert model.chord(1) == "lost"
    assert model.field.hit == 2
    assert model.field.wrong_flags.tolist() == [[True, False, False]]
    assert "(2, 0)" in model.message


def test_a_locked_choice_is_avoidable_while_a_patch_is_safe_elsewhere():
    model = game(CORNER, guesses="punish")
    assert model.reveal(0) == "lost"
    assert model.field.missed in (3, 7)
    assert "was certainly safe" in model.message
    patient = game(CORNER, guesses="punish")
    assert patient.reveal(3) == "opened", "both, since it is a zero"
    assert patient.reveal(0) == "won", "now it is forced, and survived"
    assert (patient.field.forced_guesses, patient.field.avoidable_guesses) == (1, 0)


def test_where_only_mines_are_hidden_it_is_won():
    model = MinesweeperModel(3, 2, layout="*../*..")
    assert model.reveal(2) == "won"
    assert (model.shown < 0).tolist() == [[True, False, False]] * 2


def test_two_fronts_that_only_the_total_couples():
    text = (CASES / "07_pocket_safe_by_count.json").read_text(encoding="utf-8")
    model = game(text, guesses="punish")
    analysis = model.analysis()
    assert analysis.safe.any()
    safe = int(np.flatnonzero(analysis.safe)[0])
    reason = model.why(safe)
    assert reason.uses_total
    assert "because of the mine total" in model.message
    assert model.reveal(safe) in ("opened", "won")


def test_no_row_or_column_of_the_first_layout_is_empty():
    layouts = np.array([MinesweeperModel(8, 8, mines=8, rng=seed).layout for seed in range(800)])
    share = layouts.mean(axis=0)
    assert abs(share.mean() - 1 / 8) < 1e-9
    # Eight patches of 800 boards each: five standard deviations.
    for sums in (layouts.sum(axis=(0, 1)), layouts.sum(axis=(0, 2))):
        assert (abs(sums - 800) < 5 * np.sqrt(800 * 7 / 8)).all()
