"""What ECharts is told, and the picture of a strip."""

import base64
import json
import math
from io import BytesIO

import pytest

from patchwalk.dashboard import plots
from patchwalk.declarations import Pen, Plot
from patchwalk.view import Palette, Swatch


@pytest.fixture
def depth():
    return Plot("depth", "Stack depth", "rooms", (Pen("deepest turtle", len), Pen("mean", len)))


@pytest.mark.parametrize(
    ("value", "end"), [(0, 1), (-3, 1), (1, 1), (1.01, 2), (0.3, 0.4), (37, 40), (288, 400), (4999, 5000), (7.2e6, 8e6)]
)
def test_axes_end_at_round_numbers(value, end):
    assert plots.nice(value) == pytest.approx(end)


def test_axes_end_somewhere_for_every_number():
    assert plots.nice(math.inf) == plots.nice(math.nan) == 1
    for exponent in range(-12, 13):
        for value in (1.0, 1.999, 2.5, 3.3, 7.9, 9.99):
            assert value * 10**exponent <= plots.nice(value * 10**exponent) * (1 + 1e-6) <= value * 10 ** (exponent + 1)


def test_numbers_on_axes_are_short():
    shown = {0: "0", 0.25: "0.25", 1.5: "1.5", 40: "40", 12000: "12\u202f000", -3: "-3"}
    small = {0.04: "0.04", 0.0125: "0.013", 0.002: "0.002", -0.05: "-0.05", 4e-6: "4e-6", 1e-12: "1e-12"}
    assert {value: plots.short(value) for value in shown | small} == shown | small


def test_a_plot_of_lines(depth):
    data = {"pens": [("deepest turtle", [[0, 1], [1, 3], [2, None]]), ("mean", [[0, 1], [2, math.nan]])], "curve": None}
    option = plots.plot_options(depth, data, dark=False)
    assert json.loads(json.dumps(option, allow_nan=False)) == option
    assert [series["data"] for series in option["series"]] == [[[0, 1], [1, 3], [2, None]], [[0, 1], [2, None]]]
    assert [series["lineStyle"]["color"] for series in option["series"]] == list(plots.PENS[False][:2])
    assert (option["yAxis"]["max"], option["yAxis"]["interval"], option["xAxis"]["max"]) == (4, 2, 2)
    assert option["animation"] is False
    assert [word["style"]["text"] for word in option["graphic"]] == ["0", "tick", "2", "4", "2", "0"]


def test_a_plot_without_data_is_an_empty_frame(depth):
    option = plots.plot_options(depth, {"pens": [], "curve": None}, dark=True)
    assert option["series"] == []
    assert (option["yAxis"]["min"], option["yAxis"]["max"], option["xAxis"]["max"]) == (0, 1, 1)


def test_values_below_zero_have_room(depth):
    option = plots.plot_options(depth, {"pens": [("a", [[0, -3], [1, 2]])], "curve": None}, dark=False)
    assert (option["yAxis"]["min"], option["yAxis"]["max"]) == (-4, 2)


def test_a_scatter_has_a_curve_and_a_ring_where_it_stands_now():
    plot = Plot("flux", "Flux", pens=(Pen("density", len), Pen("flux", len)), kind="scatter", x="density", tall=True)
    data = {"pens": [("flux", [[0.1, 0.2], [0.3, 0.31]])], "curve": [[0, 0], [1, 0.36]], "now": [0.3, 0.31]}
    option = plots.plot_options(plot, data, dark=False)
    dots, curve, now = option["series"]
    assert dots["data"] == [[0.1, 0.2], [0.3, 0.31]]
    assert curve["data"] == [[0, 0], [1, 0.36]]
    assert now["data"] == [[0.3, 0.31]]
    assert now["itemStyle"]["color"] == plots.PENS[False][1]
    assert option["xAxis"]["max"] == 1


def scatter(**more):
    return Plot("flux", "Flux", pens=(Pen("density", len), Pen("flux", len)), kind="scatter", x="density", **more)


def ends(option):
    return [option[axis][end] for axis in ("xAxis", "yAxis") for end in ("min", "max")]


def test_points_of_a_scatter_without_a_curve_do_not_lie_on_its_rim():
    data = {"pens": [("flux", [[0.02, 0.004]])], "curve": None, "now": [0.02, 0.004]}
    assert ends(plots.plot_options(scatter(), data, dark=False)) == [0, 0.025, 0, 0.004]
    words = [word["style"]["text"] for word in plots.plot_options(scatter(), data, dark=False)["graphic"]]
    assert words == ["0", "density", "0.025", "0.004", "0.002", "0"]


def test_a_plot_that_declares_its_ends_has_them_with_and_without_data():
    fixed = scatter(x_range=(0, 1), y_range=(0, 0.5))
    for data in (plots.NO_DATA, {"pens": [("flux", [[0.02, 0.004]])], "curve": [[0.6, 0], [0.6, 1]]}):
        assert ends(plots.plot_options(fixed, data, dark=False)) == [0, 1, 0, 0.5]


def test_a_plot_that_does_not_follow_the_run_has_no_dot_for_now():
    data = {"pens": [("flux", [[0.1, 0.2], [0.3, 0.31]])], "curve": None}
    assert len(plots.plot_options(scatter(), data, dark=False)["series"]) == 1
    assert len(plots.plot_options(scatter(), {**data, "now": None}, dark=False)["series"]) == 1


def test_a_curve_is_in_the_caption_only_where_there_is_one():
    plot = scatter(curve=lambda model: None, curve_label="exact")
    assert "exact" in plots.plot_caption(plot, False)
    assert "exact" not in plots.plot_caption(plot, False, curve=False)


def test_captions_name_pens_unless_they_are_dots(depth):
    assert plots.plot_caption(depth, False).count("<em>") == 2
    assert "<span>rooms</span>" in plots.plot_caption(depth, False)


def test_a_strip_is_a_picture_of_its_rows():
    image = pytest.importorskip("PIL.Image")
    palette = Palette((Swatch("a", "", "#FFFFFF", "#000000"), Swatch("b", "", "#112233", "#445566")))
    source = plots.strip_image([bytes([0, 1, 0]), bytes([1, 1]), bytes([1, 0, 1])], palette, dark=False)
    picture = image.open(BytesIO(base64.b64decode(source.partition(",")[2]))).convert("RGB")
    assert picture.size == (3, 2)  # a row of another width (before a setup) is left out
    assert picture.getpixel((1, 0)) == (0x11, 0x22, 0x33)
    assert picture.getpixel((1, 1)) == (255, 255, 255)
