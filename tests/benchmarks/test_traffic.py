"""The crowd that the traffic benchmarks measure; nothing here is timed."""

import pytest

from benchmarks import traffic


def test_the_crowd_is_what_the_rows_say_and_moves(monkeypatch):
    monkeypatch.setitem(traffic.SIZES, 300, 40)
    model = traffic.crowd(300)
    assert model.traffic.state.count == 300
    assert model.traffic.road.patches == 1440
    assert model.world.wrap == "both"
    assert traffic.moved(model).startswith("moved share 0.")


def test_a_jam_is_no_figure(monkeypatch):
    monkeypatch.setitem(traffic.SIZES, 300, 40)
    model = traffic.crowd(300)
    model.traffic.movers = 30
    with pytest.raises(RuntimeError, match=r"only 0\.10"):
        traffic.moved(model)
