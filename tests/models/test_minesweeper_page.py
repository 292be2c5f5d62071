"""Minesweeper as a person has it: pointer, keys, overlays, plots, what the page says."""

import numpy as np
import pytest

from models.minesweeper import MinesweeperModel
from models.minesweeper_page import NUMBERS, PALETTE, layout_curve, open_curve
from models.minesweeper_words import number_of_layouts
from patchwalk.history import same
from patchwalk.view import NO_SHADE, Glyph
from tests.helpers.mines import CORNER, said, stage
from tests.helpers.stage import Stage, assert_replays

INKS = {
    "light": ["#1D58B8", "#1B6B38", "#B4231A", "#4A2C9E", "#7F3A10", "#0B6674", "#17201E", "#5A635F"],
    "dark": ["#86B8FF", "#7FD197", "#FF938A", "#BEA9FF", "#EFAA6B", "#62D1DF", "#E9EEEB", "#A6B1AC"],
}


# --- pointer and keys ------------------------------------------------------------------------------------------------


def test_the_page_begins_with_a_sweeper_and_the_tool_open():
    page = Stage(MinesweeperModel, {})
    assert page.page.values["sweepers"] == 1
    assert page.page.tool == "open"
    assert len(page.model.sweepers) == 1


def test_a_press_shows_and_the_release_opens():
    page = stage()
    page.press(40)
    assert (page.model.shown < 0).all()
    page.press(41, "drag").press(41, "release", start=40)
    assert page.model.shown.flat[41] >= 0
    assert page.model.ticks == 1
    page.press(70).press(-1, "release", start=70)
    assert page.model.ticks == 1, "let go outside"
    assert_replays(page)


@pytest.mark.parametrize("how", [{"button": 2}, {"shift": True}])
@pytest.mark.parametrize("tool", ["open", "chord", "why", "flag"])
def test_the_second_action_flags_with_any_tool(how, tool):
    page = stage()
    page.do("choose_tool", tool)
    marks = []
    for _ in range(3):
        page.press(40, **how).press(40, "release", **how)
        marks.append(int(page.model.field.marks.flat[40]))
    assert marks == [1, 2, 0]
    assert (page.model.shown < 0).all()


def test_a_click_on_a_flag_opens_nothing_and_says_so():
    page = stage()
    page.press(40, button=2).press(40, "release", button=2)
    page.press(40).press(40, "release")
    assert (page.model.shown < 0).all()
    assert "A flag stands on (4, 4)" in said(page)


@pytest.mark.parametrize("how", ["number", "middle", "tool"])
def test_a_chord_by_a_click_on_the_number_by_the_middle_button_and_by_its_tool(how):
    page = stage(layout="*..", fair=False)
    page.press(1).press(1, "release")
    page.press(0, button=2).press(0, "release", button=2)
    page.do("choose_tool", "chord" if how == "tool" else "open")
    button = 1 if how == "middle" else 0
    page.press(1, button=button).press(1, "release", button=button)
    assert page.model.state == "won"


@pytest.mark.parametrize(("tool", "button"), [("chord", 0), ("open", 1)])
def test_a_chord_that_cannot_be_says_why(tool, button):
    page = stage(layout="*..", fair=False)
    page.press(1).press(1, "release").do("choose_tool", tool)
    page.press(1, button=button).press(1, "release", button=button)
    assert "as many flags around it" in said(page)


def test_keys_act_under_the_pointer():
    page = stage()
    page.press(40, "hover").do("key", "tool:flag")
    assert page.model.field.marks.flat[40] == 1
    page.press(0, "hover").do("key", "tool:open")
    assert page.model.shown.flat[0] >= 0
    assert page.page.tool == "open"


def test_step_without_sweepers_says_why_nothing_happens():
    page = stage()
    page.do("step")
    assert "Step does nothing without sweepers" in said(page)
    assert page.page.state == "stopped"
    assert not page.page.can_finish


def test_sweepers_play_in_go_and_a_person_plays_along():
    page = stage(sweepers=2)
    page.press(40).press(40, "release")
    page.do("go").wait(0.3)
    page.press(0, button=2).press(0, "release", button=2)
    page.wait(10)
    assert page.page.state == "finished"
    assert page.model.state == "won"
    assert "Won: 71 safe patches open" in said(page)
    assert_replays(page)


def test_the_warning_is_a_question_that_stops_the_sweepers():
    page = stage(CORNER, warn=True, sweepers=1)
    before = page.state()
    page.press(0).press(0, "release")
    assert page.page.state == "asking"
    assert page.page.question.title == "You need not guess here"
    page.do("step").do("go")
    assert page.model.ticks == 0
    page.press(3).press(3, "release")
    assert page.model.state == "asking", "nothing else is done meanwhile"
    page.do("answer", "back")
    after = page.state()
    assert (after["field"].pop("hints"), before["field"].pop("hints")) == (1, 0)
    assert same(after, before)
    page.press(0).press(0, "release").do("answer", "show")
    assert page.model.pointed in (3, 7)
    assert page.model.pointed in [mark[0] for mark in page.screen.marks]
    page.press(0).press(0, "release").do("answer", "go")
    assert page.model.field.avoidable_guesses == 1
    assert_replays(page)


def test_the_chance_is_told_only_beside_probabilities():
    page = stage(CORNER, warn=True, guesses="punish")
    page.press(0).press(0, "release")
    question = page.page.question
    assert question.asides == (("probabilities", "50.0 % of the layouts have a mine there."),)
    assert not any(word in question.text for word in ("50", "%", "2 ", "two"))
    page.do("answer", "go")
    assert page.page.question is None


def test_the_legend_names_the_share_away_from_numbers():
    model = MinesweeperModel(position="mines 2\n1###\n####", rng=1)
    assert model.legend(frozenset({"hints"})) == ()
    assert model.legend(frozenset({"probabilities"})) == (("away from numbers 25.0 %", 0.25),)
    assert MinesweeperModel(position=CORNER).legend(frozenset({"probabilities"})) == (), "no patch is away from them"
    lost = MinesweeperModel(layout="*..", fair=False)
    lost.reveal(0)
    assert lost.legend(frozenset({"probabilities"})) == ()
    page = stage()
    told = []
    page.session.on_legend(told.append)
    page.do("toggle_overlay", "probabilities")
    assert told[-1] == (("away from numbers 12.3 %", 10 / 81),)
    page.press(40).press(40, "release")
    assert told[-1] == page.model.legend(page.page.overlays) != told[-2]
    page.do("toggle_overlay", "probabilities")
    assert told[-1] == ()


def test_hexes_offer_to_be_turned():
    assert "pointy" in MinesweeperModel.more_switches
    assert "pointy" in stage().page.unused
    assert "pointy" not in stage(grid="hex").page.unused


def test_there_is_no_undo_in_a_game():
    page = stage()
    page.press(40).press(40, "release").do("undo")
    assert page.model.ticks == 1
    assert said(page) == "Undo is off in this game"


def test_the_clock_runs_from_the_first_move_to_the_end():
    page = stage(layout="...*" + "/...." * 3)
    page.wait(5)
    assert page.screen.last["monitors"]["clock"][0] == "–"
    page.press(0).press(0, "release").wait(61)
    assert page.screen.last["monitors"]["clock"][0] == "1:01" or page.model.ended
    page.do("setup")
    assert page.screen.last["monitors"]["clock"][0] == "–"


def test_a_game_that_has_begun_is_not_taken_away_by_a_slider():
    page = stage()
    page.press(40).press(40, "release")
    shown = page.model.shown.copy()
    page.do("change", "width", 12)
    assert "width" in page.page.waiting
    np.testing.assert_array_equal(page.model.shown, shown)


def test_presets_set_the_board_and_put_back_what_others_have_set():
    page = stage()
    for preset in MinesweeperModel.presets:
        page.do("preset", preset.name).do("setup")
        assert page.page.refusal is None
        assert all(page.model.parameters[name] == value for name, value in preset.values.items())
    names = {preset.name: preset.values for preset in MinesweeperModel.presets}
    assert names["Expert 30 x 16, 99 mines"]["mines"] == 99
    page.do("preset", "Large 23 x 23, hard 20 %").do("setup")
    assert page.model.mines == 105
    page.do("change", "mines", 50)
    assert page.page.values["percent"] is None, "a number of mines goes before the percentage that stood"


# --- what is shown ---------------------------------------------------------------------------------------------------


def test_hints_tint_and_mark_what_is_certain():
    model = MinesweeperModel(position="mines 2\n#10#1\n#10##", rng=1)
    view = model.view(frozenset({"hints"}))
    analysis = model.analysis()
    codes = PALETTE.codes()
    assert (view.codes[analysis.safe] == codes["hint-safe"]).all()
    assert (view.glyphs[analysis.safe] == Glyph.SAFE).all()
    assert (view.glyphs[analysis.mine] == Glyph.CERTAIN_MINE).all()
    plain = model.view()
    assert set(plain.codes[model.shown < 0].tolist()) == {codes["hidden"]}
    assert set(plain.codes[model.shown >= 0].tolist()) == {codes["open"]}
    assert plain.glyphs[0, 1] == 1


def test_probabilities_shade_hidden_patches_and_are_written_beside_numbers():
    model = MinesweeperModel(position="mines 2\n1###\n####", rng=1)
    view = model.view(frozenset({"probabilities"}))
    share = model.analysis().probability
    hidden = model.shown < 0
    np.testing.assert_array_equal(view.shade[hidden], np.rint(share[hidden] * (NO_SHADE - 1)))
    assert view.shade[1, 0] == NO_SHADE
    assert view.glyphs[1, 1] == Glyph.PERCENT + 33
    assert view.glyphs[1, 3] == Glyph.NONE, "away from numbers all have the same"
    rows = dict(model.inspect(model.world.patch(3, 1)))
    assert rows["Mine in"] == "25.0 % of layouts"
    assert rows["Certain"] == "no"


def test_mines_are_shown_on_request_and_flags_judged_then():
    model = MinesweeperModel(layout="*..", fair=False)
    model.flag(0)
    model.flag(1)
    assert model.view().glyphs.tolist() == [[Glyph.FLAG, Glyph.FLAG, 0]]
    assert model.view(frozenset({"mines"})).glyphs.tolist() == [[Glyph.FLAG, Glyph.FLAG_WRONG, 0]]


def test_after_a_loss_all_is_shown():
    model = MinesweeperModel(position=CORNER, guesses="punish", rng=1)
    model.flag(7)
    assert model.reveal(0) == "lost"
    view = model.view()
    assert view.glyphs.flat[0] == Glyph.MINE_HIT
    assert view.glyphs.flat[7] == Glyph.FLAG_WRONG
    assert view.glyphs.flat[3] == Glyph.SAFE
    assert view.codes.flat[0] == PALETTE.code("hit")
    assert model.describe(0) == "mine"


def test_open_patches_are_tinted_by_their_number():
    model = MinesweeperModel(position="mines 2\n#2#1", board="analysis")
    view = model.view(frozenset({"tint"}))
    names = ("hidden", "tint-2", "hidden", "tint-1")
    assert view.codes[0].tolist() == [PALETTE.code(name) for name in names]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_numbers_can_be_read_on_every_ground(theme):
    swatches = {swatch.name: getattr(swatch, theme) for swatch in PALETTE.swatches}
    for number in range(1, NUMBERS):
        ink = INKS[theme][number - 1]
        assert contrast(ink, swatches["open"]) > 5.9
        assert contrast(ink, swatches[f"tint-{number}"]) > 4.2


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(color):
    parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def test_the_plots_follow_the_ticks():
    model = MinesweeperModel(sweepers=1, walk=True, rng=3)
    opened, layouts = [model.field.revealed], [model.analysis().log10_layouts]
    while model.running:
        model.step()
        opened.append(model.field.revealed)
        layouts.append(model.analysis().log10_layouts)
    assert open_curve(model) == opened
    for _ in range(2000):  # one look counts for a short time only
        curve = layout_curve(model)
        if curve[0] is not None and all(
            k in model.counted_layouts for k in np.unique(model.opened_at).tolist() if k > 0
        ):
            break
    assert curve[0] == layouts[0]
    assert curve[-1] == 0.0
    known = [(tick, value) for tick, value in enumerate(curve) if value is not None]
    assert len(known) > 5
    assert all(value == pytest.approx(layouts[tick]) for tick, value in known)


def test_a_number_of_layouts_is_written_in_full_or_by_its_power():
    assert number_of_layouts(MinesweeperModel(3, 3, mines=2).analysis()) == "36"
    assert number_of_layouts(MinesweeperModel(20, 1, mines=4).analysis()) == "4\u202f845"
    assert number_of_layouts(MinesweeperModel(30, 16, mines=99).analysis()) == "5.6 × 10¹⁰⁴"
