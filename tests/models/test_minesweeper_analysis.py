"""Why a patch is certain; the analysis board; positions as text and files."""

import json
from pathlib import Path

import numpy as np
import pytest

from models.minesweeper import MinesweeperModel
from models.minesweeper_page import position_file
from models.minesweeper_text import read_layout, read_position, write_layout, write_position
from tests.helpers.mines import said, stage
from tests.helpers.stage import assert_replays

CASES = sorted((Path(__file__).parents[1] / "cases" / "mines").glob("*.json"))


# --- why -------------------------------------------------------------------------------------------------------------


def test_why_names_and_rings_the_numbers():
    page = stage("mines 2\n#1##1#", board="analysis", neighbors=4)
    page.do("choose_tool", "why").press(0)
    assert said(page) == "(0, 0) is not certain: some layouts have a mine there, some have none"
    page.press(1)
    assert "(1, 0) is open; ask about a hidden patch" in said(page)
    page = stage("mines 2\n#10#1#", board="analysis", neighbors=4)
    page.do("choose_tool", "why").press(3)
    assert said(page) == "(3, 0) is safe because of the 0 at (2, 0)"
    assert [mark[:2] for mark in page.screen.marks] == [[3, ""], [2, "reason"]]
    page.press(5)
    assert said(page) == "(5, 0) is a mine because of the 1 at (4, 0) and the 0 at (2, 0)"
    page.do("choose_tool", "flag").press(5)
    assert page.screen.marks == []


# --- the analysis board ----------------------------------------------------------------------------------------------


def test_numbers_are_set_by_tool_and_can_be_undone():
    page = stage(board="analysis", width=3, height=3, mines=2)
    page.do("choose_tool", "number")
    page.press(4).press(4, "release")
    assert page.model.shown[1, 1] == 2, "0 and 1 are left out: all other patches are its neighbours"
    assert "No 0, 1 at (1, 1): the numbers can be met, but not with 2 mines" in said(page)
    page.do("undo")
    assert (page.model.shown < 0).all()
    page.do("redo")
    assert page.model.shown[1, 1] == 2
    page.press(4, button=2)
    assert page.model.shown[1, 1] == -1
    page.press(4).do("choose_tool", "cover").press(4)
    assert page.model.shown[1, 1] == -1
    page.do("choose_tool", "flag").press(0)
    assert page.model.field.mines_left == 1
    assert_replays(page)


def test_a_contradiction_is_refused_by_naming_the_number():
    model = MinesweeperModel(board="analysis", width=3, height=1, mines=1)
    assert model.set_number(0, 1)
    assert not model.set_number(2, 0)
    assert "the 1 at (0, 0) cannot be met" in model.message or "the 0 at (2, 0) cannot be met" in model.message
    assert model.shown.tolist() == [[1, -1, -1]]
    assert not model.set_number(2, 7)
    assert not MinesweeperModel().set_number(0, 0)


def test_the_number_of_mines_can_be_changed_there():
    page = stage(board="analysis", width=3, height=1, mines=1)
    page.do("choose_tool", "number").press(1)
    assert page.model.shown[0, 1] == 1
    page.do("button", "more_mines")
    assert page.model.mines == 1
    assert "not with 2 mines" in said(page)
    page.do("choose_tool", "cover").press(1).do("button", "more_mines")
    assert page.model.mines == 2
    page.do("undo")
    assert page.model.mines == 1
    game = stage()
    game.do("button", "more_mines")
    assert "analysis board" in said(game)


def test_a_refused_button_is_nothing_to_undo():
    page = stage(board="analysis", width=3, height=1, mines=1)
    page.do("choose_tool", "number").press(1).do("undo")
    assert page.page.can_redo
    for _ in range(2):
        page.do("button", "more_mines")
    assert not page.page.can_redo
    page.do("undo").do("undo")
    assert not page.page.can_undo
    page.do("choose_tool", "number").press(1)
    page.do("button", "more_mines")
    assert "not with 2 mines" in said(page)
    page.do("undo")
    assert (page.model.shown < 0).all()
    assert not page.page.can_undo
    page.do("button", "fewer_mines").do("button", "fewer_mines")
    assert "There cannot be -1 mines" in said(page)
    page.do("undo")
    assert page.model.mines == 1
    assert page.page.can_redo


def test_the_same_board_is_for_games_and_takes_no_position_away():
    page = stage(board="analysis", width=3, height=1, mines=1)
    page.do("choose_tool", "number").press(1).do("button", "again")
    assert page.model.shown.flat[1] >= 0
    assert "That is for games" in said(page)


def test_no_time_passes_on_the_analysis_board():
    page = stage(board="analysis")
    assert not page.page.can_go
    assert {"chord", "again", "mines"} <= page.page.unused
    assert stage().page.can_go, "without sweepers, Step says why it does nothing"


def test_the_analysis_board_says_what_can_be_known():
    page = stage("mines 1\n#10#\n#10#", board="analysis")
    assert said(page) == "2 layouts with 1 mine; certain: 2 safe, 0 mines"
    assert not page.model.running
    page.do("choose_tool", "chord").press(0).press(0, "release")
    assert page.page.state == "stopped"


def test_a_bad_position_is_refused_on_the_page_and_the_board_stays():
    page = stage()
    layout = page.model.layout.copy()
    for text, words in (("mines 1\n4#\n##", "the 4 at (0, 1) cannot be met"), ("1#\n##", "no room for 10 mines")):
        page.do("change", "position", text)
        name, message = page.page.refusal
        assert name == "position"
        assert words in message
    np.testing.assert_array_equal(page.model.layout, layout)


def test_a_typed_position_is_set_up():
    page = stage(board="analysis")
    page.do("change", "position", "mines 2\n####\n1221".replace("1221", "1##1"))
    assert page.model.shown.tolist() == [[1, -1, -1, 1], [-1, -1, -1, -1]]
    assert page.model.mines == 2
    page.do("change", "board", "game")
    assert page.model.layout.sum() == 2
    assert_replays(page)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_cases_are_read_from_files_and_written_again(path):
    data = json.loads(path.read_text(encoding="utf-8"))
    page = stage()
    page.do("read_file", path.name, path.read_bytes())
    if not data["expect"]["layouts"]:
        assert "cannot be met" in said(page) or "not with" in said(page)
        assert not page.model.analysing
        return
    assert page.model.analysing
    assert page.model.analysis().layouts == data["expect"]["layouts"]
    assert int(page.model.analysis().safe.sum()) == len(data["expect"]["safe"])
    assert int(page.model.analysis().mine.sum()) == len(data["expect"]["mine"])
    _, text = page.session.export(".txt")
    written = json.loads(text)
    assert all(written[name] == data[name] for name in ("grid", "torus", "rows", "mines"))
    page.do("read_file", "again.txt", text)
    assert page.model.analysis().layouts == data["expect"]["layouts"]
    assert_replays(page)


def test_a_position_of_four_neighbors_comes_back_with_four():
    model = MinesweeperModel(9, 9, mines=10, neighbors=4, wrap=True, rng=1)
    model.reveal(0)
    page = stage(board="analysis", width=3, height=3, mines=2)
    page.do("read_file", "four.json", position_file(model))
    assert page.model.parameters["neighbors"] == 4
    assert page.model.parameters["wrap"]
    np.testing.assert_array_equal(page.model.shown, model.shown)


def test_a_file_that_is_no_position_changes_nothing():
    page = stage()
    page.do("read_file", "notes.txt", b"hello")
    assert "notes.txt: 'h' in row 1, place 1" in said(page)
    assert not page.model.analysing


def test_texts_come_back_as_they_were():
    rng = np.random.default_rng(0)
    for grid in ("square", "hex"):
        shown = rng.integers(-1, 7, size=(5, 4)).astype(np.int8)
        flags = (shown < 0) & (rng.random((5, 4)) < 0.5)
        read = read_position(write_position(shown, flags, grid, True, 7), grid)
        np.testing.assert_array_equal(read.shown, shown)
        np.testing.assert_array_equal(read.flags, flags)
        assert (read.grid, read.torus, read.mines) == (grid, True, 7)
    layout = rng.random((5, 4)) < 0.3
    np.testing.assert_array_equal(read_layout(write_layout(layout)), layout)
    assert write_layout(layout).split("/")[0] == "".join(".*"[int(mine)] for mine in layout[4])


def test_the_position_of_a_large_board_can_be_read_back():
    model = MinesweeperModel(160, 160, 4000, rng=1)
    model.reveal(model.world.patch(80, 80))
    (export,) = [kind for kind in model.exports if kind.label == "position"]
    name = f"large{export.suffix}"
    (reading,) = [kind for kind in model.imports if kind.suffix == export.suffix]
    again = MinesweeperModel(**reading.values(name, export.write(model)))
    assert (again.shown == model.shown).all()
