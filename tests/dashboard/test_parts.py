"""What the page's parts say, without a browser."""

import html
import re

import pytest

from patchwalk.dashboard import controls, keysheet, parameter_widgets, results
from patchwalk.dashboard.cards import error_markup
from patchwalk.dashboard.icons import SHAPES, icon
from patchwalk.dashboard.parts import caption
from patchwalk.dashboard.readout import readout_config
from patchwalk.declarations import STAGE_KEYS, Choice, Question
from patchwalk.parameters import Parameter
from patchwalk.view import Palette, Ramp, Swatch


def choice(label, *options):
    return Parameter("p", label, "choice", options[0], options=options)


@pytest.mark.parametrize(
    ("value", "bounds", "stop"),
    [
        (102, (3, 1001, 2), 103),
        (101, (3, 1001, 2), 101),
        (0.33, (0, 1, 0.05), 0.35),
        (-5, (0, 20, 1), 0),
        (99, (0, 20, 1), 20),
        (7, (1, 10, 4), 9),
        (10, (1, 10, 4), 9),
    ],
)
def test_a_slider_stands_at_the_stop_that_vuetify_would_choose(value, bounds, stop):
    assert parameter_widgets.nearest_stop(value, *bounds) == pytest.approx(stop)


def test_choosers_stand_beside_their_name_only_if_they_fit():
    assert parameter_widgets.inline(choice("Grid", "square", "hex"))
    assert not parameter_widgets.inline(choice("Turn order", "random", "fixed"))
    assert not parameter_widgets.inline(choice("Guesses", "classic", "warn", "punish"))
    assert parameter_widgets.inline(choice("Policy", "careful", "bold", "random", "none"))
    assert not parameter_widgets.inline(choice("Policy", "as it comes to mind", "b", "c", "d"))


def test_options_stand_side_by_side_where_they_fit():
    assert parameter_widgets.as_segments(choice("Demand", "destinations", "zones", "exits"))
    assert not parameter_widgets.as_segments(choice("Tick", "parallel", "random sequential", "shuffled"))
    assert not parameter_widgets.as_segments(choice("Policy", "a", "b", "c", "d"))
    assert not parameter_widgets.inline(choice("Tick", "parallel", "random sequential", "shuffled"))


def test_marks_say_in_words_when_a_change_acts():
    live, later = (Parameter("p", "A & B", "integer", 1, live=live) for live in (True, False))
    assert parameter_widgets.label_markup(live, False) == '<b>A &amp; B</b><span class="mark live">live</span>'
    assert "at setup" in parameter_widgets.label_markup(later, False)
    assert "next Setup" in parameter_widgets.label_markup(later, True)


class TestEchoes:
    def test_what_was_sent_comes_back_and_is_no_news(self):
        echoes = controls.Echoes(lambda: 0.0)
        for value in (20, 21, 22):
            echoes.send(value)
        assert not echoes.is_news(21)  # the session lags behind the thumb
        assert not echoes.is_news(22)
        assert echoes.is_news(22)  # set by somebody else

    def test_what_somebody_else_sets_is_news_at_once(self):
        echoes = controls.Echoes(lambda: 0.0)
        echoes.send(20)
        assert echoes.is_news(50)
        assert echoes.is_news(20)

    def test_an_echo_that_never_came_is_forgotten(self):
        now = [0.0]
        echoes = controls.Echoes(lambda: now[0])
        echoes.send(20)
        now[0] = controls.ECHO_SECONDS + 0.1
        assert echoes.is_news(20)


class TestKeys:
    def test_one_list_binds_and_shows(self, lamps):
        bound = keysheet.bindings(lamps)
        sheet = keysheet.sheet_markup(lamps)
        for row in keysheet.key_rows(lamps):
            assert html.escape(row.label) in sheet
            for cap in row.hints:
                assert f"<kbd>{html.escape(cap)}</kbd>" in sheet
            assert all(bound[key] == action for key, action in row.bindings.items())
        assert bound["w"] == "tool:light"
        assert bound["a"] == "button:ask"
        assert bound["h"] == "overlay:heat"

    def test_the_stage_binds_no_key_that_models_may_take(self):
        bound = {key for row in keysheet.STAGE_ROWS for key in row.bindings}
        assert {key for key in bound if len(key) == 1} <= STAGE_KEYS

    def test_an_open_question_takes_the_keys_of_its_choices(self, lamps):
        question = Question("?", "", (Choice("back", "Back"), Choice("open", "Open", "w")))
        assert keysheet.bindings(lamps, question)["w"] == "answer:open"
        assert keysheet.bindings(lamps, question)["o"] == "tool:out"


def test_the_session_knows_every_key_that_the_page_does_not(lamps):
    from patchwalk.session import Session

    session = Session(lamps, seed=1)
    own = {"theme", "keys", "escape"}
    assert all(session.key(action) for action in keysheet.bindings(lamps).values() if action not in own)


def test_keys_are_hidden_from_accessible_names_and_texts_escaped():
    face = caption("A <b>", "W", symbol="drop", paint="#123456")
    assert '<kbd aria-hidden="true">W</kbd>' in face
    assert "<span>A &lt;b&gt;</span>" in face
    assert 'aria-hidden="true"' in icon("no such icon")


def test_icons_are_well_formed():
    from xml.etree import ElementTree

    for name in SHAPES:
        ElementTree.fromstring(icon(name))


def test_errors_are_shown_as_text():
    assert "&lt;script&gt;" in error_markup("step at tick 3", "ValueError: <script>")


def test_the_legend_is_written_by_the_palette(lamps):
    light, dark = (results.legend_markup(lamps.palette, lamps.ramp, dark=dark) for dark in (False, True))
    assert "lamp lit" in light
    assert "#F3DDA6" in light
    assert "#D9B86A" in dark
    assert light.count("<i ") == 3 + results.RAMP_SAMPLES
    assert results.mixed(("#000000", "#ffffff"), 0.5) == "#808080"
    assert results.mixed(("#000000", "#ffffff"), 1.0) == "#ffffff"


def test_the_legend_names_places_on_the_ramp_and_signs():
    palette = Palette((Swatch("safe", "safe <now>", "#7DB8E8", "#1B5A93", sign="○"),))
    ramp = Ramp("share", ("#000000", "#ffffff"), ("#000000", "#ff0000"))
    light, dark = (results.legend_markup(palette, ramp, dark=d, places=(("half & half", 0.5),)) for d in (False, True))
    assert '<b aria-hidden="true">○</b>safe &lt;now&gt;' in light
    assert '<i style="background:#808080"></i>half &amp; half' in light
    assert '<i style="background:#800000"></i>half &amp; half' in dark


def test_links_of_info_pages_open_beside_the_page(lamps):
    page = results.info_markup(lamps.info())
    assert re.search(r'<a target="_blank" rel="noopener noreferrer" href="https://example.org/lamps">', page)
    assert "<h2>Things to try</h2>" in page


def test_rows_are_escaped():
    assert results.rows_markup((("Patch", "<1>"),)) == "<dt>Patch</dt><dd>&lt;1&gt;</dd>"


def test_the_readout_knows_all_monitors_and_states(lamps):
    config = readout_config(lamps.monitors)
    assert [monitor["name"] for monitor in config["monitors"]] == ["ticks", "lit", "share", "none"]
    assert set(config["states"]) == {"empty", "stopped", "running", "finished", "error", "asking"}
