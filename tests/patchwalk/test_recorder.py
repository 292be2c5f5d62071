"""Curves over runs of any length."""

import math

import pytest

from patchwalk.declarations import Pen, Plot
from patchwalk.recorder import MOST_POINTS, MOST_ROWS, MOST_SAMPLES, Recorder, curves
from tests.helpers.toys import ToyModel


def recorded(model, ticks):
    recorder = Recorder(model)
    for _ in range(ticks):
        model.advance(1)
        recorder.sample(model)
    return recorder


@pytest.mark.parametrize("ticks", [0, 1, 399, 400, 801, 5000])
def test_a_curve_begins_at_the_start_ends_at_the_end_and_is_short(ticks):
    model = ToyModel(end=0, rng=1)
    recorder = recorded(model, ticks)
    points = curves(model, recorder)["total"]["pens"][0][1]
    assert points[0] == [0, 0]
    assert points[-1][0] > ticks - 2 * recorder.stride - ticks / MOST_POINTS
    assert all(x == y for x, y in points)
    assert [x for x, _ in points] == sorted({x for x, _ in points})
    assert len(points) <= MOST_POINTS
    assert len(recorder.ticks) == len(recorder.samples) <= MOST_SAMPLES + 1


def test_a_strip_keeps_the_newest_ticks_every_one_of_them():
    model = ToyModel(end=0, rng=1)
    recorder = recorded(model, 2000)
    rows = curves(model, recorder)["row"]["rows"]
    assert len(rows) == MOST_ROWS
    assert rows[-1] == bytes((model.layer[0] > 0).astype("u1"))


def test_going_back_in_time_shortens_what_was_recorded():
    model = ToyModel(end=0, rng=1)
    model.advance(5)
    state = model.state()
    recorder = recorded(model, 50)
    model.restore(state)
    recorder.sample(model)
    assert recorder.ticks == [5]
    assert len(recorder.rows["row"]) == 1
    model.advance(1)
    recorder.sample(model)
    assert recorder.ticks == [5, 6]


class Plotted(ToyModel):
    plots = (
        Plot(
            "own", "Own", pens=(Pen("a", lambda m: 0), Pen("b", lambda m: 0)),
            history=lambda m: [[1, None, 3], [1, math.nan, 2]],
        ),
        Plot(
            "cloud", "Cloud", pens=(Pen("x", lambda m: m.ticks * 2), Pen("y", lambda m: m.total)), kind="scatter",
            curve=lambda m: ([0, 1], [5, 6]), curve_label="theory",
        ),
    )  # fmt: skip


def test_histories_of_the_model_scatters_and_reference_curves():
    model = Plotted(rng=1)
    shown = curves(model, recorded(model, 2))
    assert shown["own"] == {"pens": [("a", [[0, 1], [2, 3]]), ("b", [[0, 1], [2, 2]])], "curve": None, "rows": None}
    assert shown["cloud"]["now"] == [4, 2]
    assert shown["cloud"]["pens"] == [("y", [[0, 0], [2, 1], [4, 2]])]
    assert shown["cloud"]["curve"] == [[0.0, 5.0], [1.0, 6.0]]


class RateModel(ToyModel):
    """Its rate is of the last tick, and there was none before the first."""

    plots = (
        Plot(
            "rate", "Rate", pens=(Pen("x", lambda m: m.parameters["weight"]), Pen("y", lambda m: m.rate)),
            kind="scatter", curve=lambda m: None, curve_label="exact",
        ),
        Plot(
            "sweep", "Sweep", pens=(Pen("x", lambda m: 1), Pen("y", lambda m: 1)), kind="scatter",
            history=lambda m: [[1, 2], [3, 4]],
        ),
    )  # fmt: skip

    @property
    def rate(self):
        return self.total if self.ticks else None


def test_there_is_no_point_where_a_pen_says_none_and_no_dot_where_a_plot_does_not_follow_the_run():
    model = RateModel(rng=1)
    recorder = recorded(model, 0)
    shown = curves(model, recorder)
    assert shown["rate"] == {"pens": [("y", [])], "curve": None, "rows": None, "now": None}
    assert "now" not in shown["sweep"]
    model.advance(1)
    recorder.sample(model)
    shown = curves(model, recorder)
    assert (shown["rate"]["pens"][0][1], shown["rate"]["now"]) == ([[1, 1]], [1, 1])
    model.change("weight", 4)  # at rest
    shown = curves(model, recorder)
    assert (shown["rate"]["pens"][0][1], shown["rate"]["now"]) == ([[1, 1]], [4, 1])
