"""Minesweeper as people play it, in a real Chromium.

Beside each page runs a twin: the same model with the same seed, which gets the same moves. The page is right when its
board holds what the twin's view holds.
"""

import json

import numpy as np
import pytest

from models.minesweeper import MinesweeperModel
from models.minesweeper_view import minesweeper_view
from patchwalk.view import Glyph
from rules.opening import count_mines

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra test)")
expect = playwright.expect

LAYER = "Array.from(patchwalk.boards[0].picture.layers.{} || [])"


class Game:
    """A page and its twin."""

    def __init__(self, visit, *, size=(1280, 800), scheme="light", overlays=(), twin=(), **values):
        values = {"width": 9, "height": 9, "mines": 10, "rng": 7, "sweepers": 1, **values}
        query = "&".join(f"{name}={value}" for name, value in values.items())
        self.visit = visit(f"model=minesweeper&{query}", size=size, scheme=scheme)
        self.page = self.visit.page
        self.twin = MinesweeperModel(**{**values, **dict(twin)})
        self.overlays = frozenset(overlays)
        self.agrees()

    def where(self, patch):
        at = self.page.evaluate(f"patchwalk.boards[0].where({patch})")
        return at["x"], at["y"]

    def click(self, patch, **how):
        self.page.mouse.click(*self.where(patch), **how)

    def shows(self, layer):
        return np.array(self.page.evaluate(LAYER.format(layer)), dtype=np.uint8)

    def agrees(self):
        """Wait until the board shows what the twin would show."""
        view = minesweeper_view(self.twin, self.overlays)
        for layer in ("codes", "shade", "glyphs"):
            wanted = getattr(view, layer)
            wanted = [] if wanted is None else wanted.reshape(-1).tolist()
            self.visit.until(f"JSON.stringify({LAYER.format(layer)}) === {json.dumps(wanted, separators=(',', ':'))!r}")

    def open(self, patch):
        self.click(patch)
        self.twin.reveal(patch, ask=False)
        self.agrees()

    def sure(self):
        """The certain-safe patches."""
        return np.flatnonzero(self.twin.analysis().safe).tolist()

    def unsure(self):
        """A patch beside a number that may or may not hide a mine."""
        known = self.twin.analysis()
        open_patch = (self.twin.shown < 0) & ~known.safe & ~known.mine
        numbers = np.append(self.twin.shown.reshape(-1) > 0, False)
        beside = numbers[self.twin.world.neighbors].any(axis=1).reshape(open_patch.shape)
        return int(np.flatnonzero(open_patch & beside)[0])

    def choice(self, name):
        return self.page.get_by_role("alertdialog").get_by_role("button", name=name)

    def begin(self):
        """Open until one can both reason and guess; then a patch that one had better not open."""
        self.open(40)
        while not self.sure():
            self.open(self.unsure())
        return self.unsure()


def play(game):
    """Play to the end by mouse: what is certain, else the least likely."""
    while game.twin.state == "playing":
        sure = game.sure()
        if sure:
            game.open(sure[0])
        else:
            shares = np.where(game.twin.shown < 0, game.twin.analysis().probability, 2)
            game.open(int(shares.argmin()))


@pytest.mark.parametrize(("grid", "seed"), [("square", 7), ("hex", 5)])
def test_a_whole_game_by_mouse(visit, grid, seed):
    game = Game(visit, grid=grid, rng=seed)
    play(game)
    assert game.twin.state == "won"
    game.visit.until_status("Won")
    assert (game.shows("glyphs") == Glyph.FLAG).sum() == 10
    assert game.visit.monitor("open").startswith("71")
    assert game.visit.monitor("mines_left").startswith("0")
    for name in ("Step", "Go"):
        expect(game.visit.button(name)).to_be_disabled()


def test_the_right_button_goes_round_the_marks_and_a_click_leaves_a_flag(visit):
    game = Game(visit)
    for _mark in ("flag", "question mark", "none", "flag again"):
        game.click(12, button="right")
        game.twin.flag(12)
        game.agrees()
    game.click(12)
    game.visit.until_status("A flag stands on")
    game.agrees()
    assert game.visit.ticks == 0
    game.page.keyboard.down("Shift")
    game.click(13)
    game.page.keyboard.up("Shift")
    game.twin.flag(13)
    game.agrees()
    assert game.visit.monitor("mines_left").startswith("8")


def test_a_long_press_of_a_finger_flags_and_a_tap_opens(visit):
    game = Game(visit)
    finger = game.page.context.new_cdp_session(game.page)

    def touch(kind, patch=None):
        x, y = game.where(patch) if patch is not None else (0, 0)
        points = [{"x": x, "y": y}] if patch is not None else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 12)
    game.twin.flag(12)
    game.agrees()  # while the finger still lies there
    touch("touchEnd")
    touch("touchStart", 40)
    touch("touchEnd")
    game.twin.reveal(40)
    game.agrees()


def test_a_press_shows_and_its_release_opens_elsewhere_too(visit):
    game = Game(visit)
    game.page.mouse.move(*game.where(0))
    game.page.mouse.down()
    game.visit.until("patchwalk.boards[0].hand.pressed === 0")
    game.page.mouse.move(*game.where(40), steps=4)
    game.agrees()
    game.page.mouse.up()
    game.twin.reveal(40)
    game.agrees()


def test_a_click_on_a_number_chords(visit):
    game = Game(visit)
    game.begin()
    known = game.twin.analysis()
    for number in np.flatnonzero(game.twin.shown > 0).tolist():
        near = [patch for patch in game.twin.world.neighbors[number].tolist() if patch >= 0]
        mines = [patch for patch in near if known.mine.flat[patch]]
        if len(mines) == game.twin.shown.flat[number] and any(known.safe.flat[patch] for patch in near):
            break
    for mine in mines:
        game.click(mine, button="right")
        game.twin.flag(mine)
    before = game.twin.field.revealed
    game.click(number)
    game.twin.chord(number)
    game.agrees()
    assert game.twin.field.revealed > before
    assert game.twin.state == "playing"


def test_the_warning_taken_back_changes_nothing(visit):
    # The twin is never asked: had the question touched the random stream, the mine would be put elsewhere.
    game = Game(visit, warn=True, guesses="punish", twin={"warn": False})
    guess = game.begin()
    ticks = game.visit.ticks
    game.click(guess)
    expect(game.choice("Take back")).to_be_focused()
    game.choice("Take back").click()
    expect(game.page.get_by_role("alertdialog")).to_have_count(0)
    game.agrees()
    assert game.visit.ticks == ticks
    game.page.get_by_text("1 taken back", exact=True).wait_for()
    game.click(guess)
    game.page.get_by_role("alertdialog").wait_for()
    game.page.keyboard.press("Escape")
    game.page.get_by_text("2 taken back", exact=True).wait_for()
    game.agrees()
    game.click(guess)
    game.choice("Open anyway").click()
    game.twin.reveal(guess)
    game.agrees()
    assert game.twin.state == "lost"
    game.visit.until_status("Lost")


def test_the_warning_can_show_a_safe_move(visit):
    game = Game(visit, warn=True, twin={"warn": False})
    guess = game.begin()
    game.click(guess)
    game.choice("Show a safe move").click()
    game.visit.until_status("is certainly safe")
    shown = game.page.evaluate("patchwalk.boards[0].picture.marks.map((mark) => mark.patch ?? mark[0])")
    assert set(shown) <= set(game.sure())
    assert len(shown) == 1


def test_punished_and_the_layout_that_is_shown_fits_the_numbers(visit):
    game = Game(visit, guesses="punish")
    guess = game.begin()
    numbers = game.twin.shown.copy()
    game.open(guess)
    game.visit.until_status("Lost")
    glyphs = game.shows("glyphs")
    assert glyphs[guess] == Glyph.MINE_HIT
    layout = np.isin(glyphs, (Glyph.MINE, Glyph.MINE_HIT, Glyph.FLAG)).reshape(numbers.shape)
    assert layout.sum() == 10
    assert not layout[numbers >= 0].any()
    assert (count_mines(layout, game.twin.world.neighbors)[numbers >= 0] == numbers[numbers >= 0]).all()
    game.visit.press("Same board")
    game.twin.again()
    game.agrees()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_clicks_hit_the_right_hex_in_columns_of_both_parities(visit, size):
    game = Game(visit, grid="hex", size=size)
    away = game.page.evaluate("Math.abs(patchwalk.boards[0].where(0).y - patchwalk.boards[0].where(9).y)") * 0.35
    for patch in (0, 1, 8, 13, 22, 40, 41, 67, 72, 79, 80):
        x, y = game.where(patch)
        game.page.mouse.click(x, y + (away if patch % 2 else -away), button="right")
        game.twin.flag(patch)
    game.agrees()


def test_hexes_with_their_points_up_are_hit_and_reached_by_arrows(visit):
    game = Game(visit, grid="hex", width=8, height=9)
    away = (game.where(1)[1] - game.where(0)[1]) * 0.6
    game.visit.press("Pointy tops")
    game.visit.until("patchwalk.boards[0].picture.geometry.turned")
    for patch in (0, 7, 8, 20, 35, 64, 71):
        x, y = game.where(patch)
        game.page.mouse.click(x, y + away, button="right")  # near the lower point
        game.twin.flag(patch)
    game.agrees()
    (left, top), (beside, _), (_, above) = game.where(21), game.where(13), game.where(22)
    assert beside > left, "what lay below lies to the right"
    assert above < top, "columns are rows now"
    game.click(21, button="middle")
    game.page.keyboard.press("ArrowRight")  # the cursor appears where the pointer is
    game.page.keyboard.press("ArrowRight")
    game.page.keyboard.press("ArrowUp")
    game.page.keyboard.press("Enter")
    game.twin.reveal(14)
    game.agrees()
    game.visit.press("Pointy tops")
    game.visit.until("!patchwalk.boards[0].picture.geometry.turned")
    game.agrees()
    game.click(64, button="right")
    game.twin.flag(64)
    game.agrees()


def test_squares_cannot_be_turned(visit):
    assert Game(visit).visit.button("Pointy tops").count() == 0


def test_enter_begins_a_new_game_only_when_the_game_is_over(visit):
    game = visit("model=minesweeper&layout=*../...&fair=false&sweepers=0")
    corner = game.page.evaluate("patchwalk.boards[0].where(2)")
    game.page.mouse.move(corner["x"], corner["y"])
    game.page.get_by_test_id("board").locator("canvas").last.focus()
    game.page.keyboard.press("Enter")
    game.until_ticks(1)
    mine = game.page.evaluate("patchwalk.boards[0].where(3)")
    game.page.mouse.click(mine["x"], mine["y"])
    game.until_status("Lost")
    game.until("patchwalk.boards[0].options.enter === 'setup'")
    game.page.keyboard.down("Enter")
    game.until("document.querySelector('[data-testid=ticks]').innerText.trim() === '0'")
    for _ in range(5):
        game.page.keyboard.down("Enter")  # held on
    game.page.keyboard.up("Enter")
    game.pause(300)
    assert game.ticks == 0
    assert "Lost" not in game.status
    game.page.keyboard.press("Enter")
    game.until_ticks(1)


def test_the_legend_and_the_warning_tell_chances_only_with_probabilities(visit):
    game = Game(visit, warn=True, guesses="punish", twin={"warn": False})
    guess = game.begin()
    legend = game.page.locator(".legend")
    expect(legend).to_contain_text("○certainly safe")
    expect(legend).to_contain_text("◆certainly a mine")
    expect(legend).not_to_contain_text("away from numbers")
    game.click(guess)
    card = game.page.get_by_role("alertdialog")
    expect(card).to_contain_text("You need not guess here")
    expect(card).not_to_contain_text("%")
    game.page.keyboard.press("p")
    shares = game.twin.analysis().probability
    expect(card).to_contain_text(f"{100 * shares.flat[guess]:.1f} % of the layouts have a mine there.")
    away = game.twin.analysis().untouched_patches()[0]
    expect(legend).to_contain_text(f"away from numbers {100 * shares.flat[away]:.1f} %")
    game.page.keyboard.press("p")
    expect(card).not_to_contain_text("%")
    expect(legend).not_to_contain_text("away from numbers")


def test_hints_and_probabilities(visit):
    game = Game(visit)
    game.begin()
    game.page.keyboard.press("h")
    game.overlays = frozenset({"hints"})
    game.agrees()
    assert (game.shows("glyphs") == Glyph.SAFE).any()
    game.page.keyboard.press("p")
    game.overlays = frozenset({"hints", "probabilities"})
    game.agrees()
    assert ((game.shows("glyphs") > Glyph.PERCENT) & (game.shows("glyphs") < Glyph.PERCENT + 100)).any()
    game.open(game.sure()[0])
    game.page.keyboard.press("x")
    game.overlays |= {"mines"}
    game.agrees()


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_sweepers_play_by_go_to_the_end(visit, grid):
    game = Game(visit, grid=grid, sweepers=3)
    game.visit.press("Go")
    game.visit.until_status("Won")
    while game.twin.running:
        game.twin.step()
    game.agrees()
    assert game.visit.ticks == game.twin.ticks


def test_without_sweepers_the_page_says_why_step_does_nothing(visit):
    game = Game(visit, sweepers=0)
    game.visit.until_status("Step does nothing without sweepers")
    game.visit.press("Step")
    game.open(40)
    game.visit.until_status("Step does nothing without sweepers")
    assert game.visit.ticks == 1  # the move is one, the Step is none


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ("width=1&height=1", "mine"),
        ("width=3&height=3&mines=9", "mine"),
        ("percent=150", "percent"),
        ("width=5000", "width"),
        ("board=analysis&position=8%23/%23%23", "position"),
        ("board=analysis&position=nonsense", "position"),
        ("layout=***/*", "layout"),
    ],
)
def test_what_cannot_be_played_is_explained_and_the_page_comes_up(visit, query, word):
    game = visit(f"model=minesweeper&{query}")
    assert word in game.page.get_by_role("alert").first.inner_text().lower()
    assert game.ticks == 0
    if "analysis" in query:  # that stays as it was asked for, and has no ticks
        board = game.page.get_by_role("radiogroup", name="Board", exact=True)
        assert board.get_by_role("radio", name="analysis").get_attribute("aria-checked") == "true"
    else:
        game.press("Step")
        game.until_ticks(1)


def test_the_analysis_board_refuses_a_number_that_cannot_be_met(visit):
    game = visit("model=minesweeper&board=analysis&position=mines%201/%23%23%23/%231%23/%23%23%23")
    game.until_status("8 layouts")
    corner = game.page.evaluate("patchwalk.boards[0].where(0)")
    game.page.mouse.click(corner["x"], corner["y"])
    game.until_status("5 layouts")  # a 0 in the corner leaves the mine the five patches away from it
    before = game.page.evaluate(LAYER.format("glyphs"))
    game.press("+1 mine")
    game.until_status("Not 2 mines")
    assert game.page.evaluate(LAYER.format("glyphs")) == before
    for name in ("Step", "Go", "Finish"):
        expect(game.button(name)).to_be_disabled()
    game.page.keyboard.press("Control+z")  # the button that was refused left nothing to undo
    game.until("document.querySelector('[data-testid=monitor-layouts]').innerText.trim() === '8'")
