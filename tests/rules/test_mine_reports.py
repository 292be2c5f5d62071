"""What players of other minesweepers have reported: first moves, cascades, flags, chords, the end."""

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.mine_rules import FLAG, NO_MARK, QUESTION
from rules.minefield import Minefield
from tests.helpers.mine_games import assert_sound, finish, game, given_game


@pytest.mark.parametrize(
    ("grid", "width", "height", "mines"),
    [("square", 9, 9, 35), ("square", 16, 16, 40), ("hex", 15, 10, 30), ("square", 1, 20, 6), ("square", 2, 2, 2)],
)
def test_who_only_guesses_when_forced_always_wins(grid, width, height, mines):
    for seed in range(3):
        field = finish(game(width, height, mines, seed, grid=grid), np.random.default_rng(seed))
        assert field.phase == "won"
        assert field.avoidable_guesses == 0
        assert (field.marks == np.where(field.layout, FLAG, NO_MARK)).all()
        assert field.mines_left == 0


def test_the_first_opening_is_never_a_mine():
    for seed in range(1000):
        for fair in (True, False):
            field = game(5, 4, 12, seed, fair=fair)
            assert field.open(seed % 20) in ("opened", "won")
            assert field.layout.sum() == 12


def test_the_first_opening_may_open_an_area():
    for seed in range(100):
        for fair in (True, False):
            field = game(6, 6, 10, seed, fair=fair, first_opens_area=True)
            field.open(14)
            assert field.shown.reshape(-1)[14] == 0
            assert field.revealed >= 9


@pytest.mark.parametrize("mines", [27, 28, 31, 35])
def test_the_first_area_is_as_large_as_the_mines_allow(mines):
    field = game(6, 6, mines, first_opens_area=True)
    assert field.open(14) in ("opened", "won")
    assert field.shown.reshape(-1)[14] == max(0, 8 - (36 - mines - 1))
    assert_sound(field)


def test_the_first_layout_favours_no_row_or_column():
    total = sum(game(6, 5, 10, seed).layout.astype(int) for seed in range(300))
    for axis, expected_sum in ((0, 300 * 10 / 6), (1, 300 * 10 / 5)):
        assert np.abs(total.sum(axis=axis) - expected_sum).max() < 6 * np.sqrt(expected_sum)


@pytest.mark.parametrize(("width", "height", "mines"), [(3, 3, 0), (3, 3, 9), (1, 1, 1), (1, 1, 0), (2, 2, 5)])
def test_boards_without_a_game_are_refused(width, height, mines):
    with pytest.raises(ValueError, match=f"mines is {mines}"):
        game(width, height, mines)


def test_layouts_that_do_not_fit_are_refused():
    world = make_world("square", 3, 2, neighbors=8)
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match="the layout has 6 mines, not 2"):
        Minefield(world.neighbors, world.shape, 2, rng, layout=np.ones(world.shape, dtype=bool))
    with pytest.raises(ValueError, match=r"the layout's shape is \(3, 2\)"):
        Minefield(world.neighbors, world.shape, 6, rng, layout=np.ones((3, 2), dtype=bool))
    with pytest.raises(ValueError, match="2 x 2 patches do not fit a neighbour table of 6"):
        Minefield(world.neighbors, (2, 2), 2, rng)


@pytest.mark.parametrize("share", [0.9, 0.95, 0.99])
def test_hardly_any_room_ends_soon(share):
    mines = int(100 * share)
    field = finish(game(10, 10, mines))
    assert field.phase == "won"
    assert field.revealed == 100 - mines


def test_a_great_cascade_is_opened_at_once():
    field = game(100, 100, 1)
    assert field.open(5050) in ("opened", "won")
    assert field.revealed > 9000


def test_a_cascade_leaves_flags_alone_but_not_question_marks():
    field = given_game("*..... ...... ......")
    field.mark(7, FLAG)
    field.mark(9, QUESTION)
    field.open(5)
    assert field.shown.reshape(-1)[7] == -1
    assert field.marks.reshape(-1)[7] == FLAG
    assert field.marks.reshape(-1)[9] == NO_MARK
    assert field.phase == "playing"
    field.mark(7, NO_MARK)
    assert field.open(7) == "won"


def test_a_ring_of_flags_does_not_stick():
    field = given_game("*...... ....... ....... ....... ....... ....... .......")
    ring = [patch for patch in range(49) if max(abs(patch % 7 - 3), abs(patch // 7 - 3)) == 1]
    for patch in ring:
        field.mark(patch, FLAG)
    field.open(24)
    assert field.revealed == 1
    for patch in ring:
        field.mark(patch, NO_MARK)
    assert field.chord(24) == "won"


def test_flags_do_not_win():
    field = game(4, 4, 3)
    for patch in range(16):
        assert field.flag(patch) == "nothing"
    assert field.phase == "playing"
    assert field.mines_left == -13
    for patch in np.flatnonzero(~field.layout):
        field.mark(int(patch), NO_MARK)
    assert field.phase == "playing"


def test_a_chord_with_a_wrong_flag_on_a_certain_mine_loses():
    field = given_game("..*. .... ....")
    field.open(0)  # shows all but the mine and the patch behind it
    hidden = np.flatnonzero(field.shown.reshape(-1) < 0).tolist()
    assert hidden == [10, 11]
    assert field.analysis().mine.reshape(-1)[10]
    field.flag(11)
    assert field.chord(6) == "lost"
    assert field.hit == 10
    assert field.wrong_flags.reshape(-1)[11]


def test_a_locked_pair_is_avoidable_while_a_safe_patch_exists_elsewhere():
    # Of the two patches on the left one is a mine, and nothing will ever tell. Even so they can wait: the flagged patch
    # on the right is certain safe.
    field = given_game("*.... .....", warn=True)
    field.mark(9, FLAG)
    field.open(4)
    assert np.flatnonzero(field.analysis().safe).tolist() == [9]
    assert field.open(0) == "asked"
    assert field.answer(go_on=False) == "nothing"
    field.mark(9, NO_MARK)
    assert field.open(9) == "opened"
    assert field.analysis().forced
    assert field.open(5) == "won"
    assert (field.mines_moved, field.forced_guesses, field.avoidable_guesses, field.hints) == (1, 2, 0, 1)


def test_won_when_only_mines_are_hidden():
    field = given_game("*.* *.*")
    field.open(1)
    assert field.phase == "playing"
    assert field.open(4) == "won"
    assert (field.shown >= 0).sum() == 2
