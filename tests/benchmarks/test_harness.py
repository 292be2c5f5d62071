"""The arithmetic of the benchmarks; nothing here is timed."""

from __future__ import annotations

import json

import pytest

from benchmarks import harness, page
from benchmarks.harness import Row, alternating, best_of, cells, figure, rate, spread, table


@pytest.mark.parametrize(
    ("value", "limit", "least", "holds"),
    [(9.9, 10, False, True), (10, 10, False, True), (11, 10, False, False), (2, 2, True, True), (1, 2, True, False)],
)
def test_a_row_holds_up_to_its_limit(value, limit, least, holds):
    assert Row("it", limit, least=least).measured(value).holds is holds


def test_a_row_that_could_not_be_measured_neither_holds_nor_fails():
    row = Row("it", 5, "x", least=True).missing("mazelib is not installed")
    assert row.holds is None
    assert cells(row) == ("it", "–", "at least 5 x", "not measured", "", "", "mazelib is not installed")


def test_a_time_stands_in_the_unit_of_its_row():
    timing = harness.Timing(0.0125, (0.0125, 0.02), 0.014)
    assert cells(Row("it", 10).timed(timing))[1:6] == ("12.5 ms", "at most 10 ms", "NO", "", "14 ms")
    assert Row("it", 1, "s").timed(timing).value == 0.0125


def test_only_a_busy_machine_is_blamed_where_the_processor_kept_the_limit():
    timing = harness.Timing(0.0125, (0.0125, 0.02), 0.014, 0.009)
    assert cells(Row("it", 10).timed(timing))[3:5] == ("busy", "9 ms")
    assert Row("it", 10).timed(timing).holds is False
    assert Row("it", 8).timed(timing).verdict == "NO"
    assert Row("it", 15).timed(timing).verdict == "yes"


def test_best_of_prepares_each_run_anew(monkeypatch):
    monkeypatch.setattr(harness, "perf_counter", iter(range(100)).__next__)
    monkeypatch.setattr(harness, "process_time", iter([0.0, 0.75, 1.0, 1.5, 2.0, 2.9]).__next__)
    made, used = [], []
    timing = best_of(used.append, lambda: made.append(None) or len(made), runs=3)
    assert used == [1, 2, 3]
    assert timing == (1, (1, 1, 1), 1, 0.5)


def test_alternating_takes_turns():
    order, ours, theirs = [], iter([2.0, 1.0, 4.0]), iter([9.0, 8.0, 7.0])
    actions = {"a": lambda: order.append("a") or next(ours), "b": lambda: order.append("b") or next(theirs)}
    found = alternating(actions, 3)
    assert (found["a"].best, found["b"].best, found["b"].runs) == (1.0, 7.0, (9.0, 8.0, 7.0))
    assert "".join(order) == "ababab"


@pytest.mark.parametrize(
    ("moments", "expected"),
    [([[0.0, 0.5, 1.0]], 2.0), ([[0.0, 1.0], [10.0, 10.5, 11.0]], 1.5), ([[1.0], []], 0.0), ([[2.0, 2.0]], 0.0)],
)
def test_a_rate_counts_events_only_within_their_stretches(moments, expected):
    assert rate(moments) == expected


def test_pictures_of_the_same_or_an_earlier_tick_do_not_count():
    ticks = {1000.0: 0, 1100.0: 3, 1150.0: 3, 1200.0: 7, 1300.0: 5}
    assert page.rising([(moment, tick, "running") for moment, tick in ticks.items()]) == [1.0, 1.1, 1.2]


def test_spread_names_the_least_the_ninth_of_ten_and_the_greatest():
    assert spread(range(1, 11)) == "median of 10: best 1, 9 in 10 within 10, all 10"
    assert spread([5.0]) == "median of 1: best 5, 9 in 10 within 5, all 5"


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (0.041, "0.041"), (6.049, "6.05"), (62.5, "62.5"), (1235, "1235")]
)
def test_figures_are_written_with_three_digits(value, text):
    assert figure(value) == text


def test_tables_for_terminals_and_in_markdown_say_the_same():
    rows = [Row("a|b", 10).measured(3), Row("long name of a thing", 5, "MB").missing("why")]
    plain, markdown = table(rows).splitlines(), table(rows, markdown=True).splitlines()
    assert len(plain) == len(markdown) == 4
    assert plain[2].startswith("a|b")
    assert markdown[1].startswith("| ---")
    assert markdown[2].startswith("| a/b | 3 ms | at most 10 ms | yes |")


def test_json_has_a_verdict_for_each_row():
    told = json.loads(harness.as_json([Row("it", 1).measured(2), Row("that", 1).missing("why")], {"python": "3"}))
    assert [(row["value"], row["holds"]) for row in told["rows"]] == [(2, False), (None, None)]


def test_surroundings_name_what_is_not_installed(monkeypatch):
    monkeypatch.setattr(harness, "PACKAGES", ("numpy", "no-such-package"))
    about = harness.surroundings()
    assert about["no-such-package"] is None
    assert "no-such-package not installed" in harness.footer(about)
