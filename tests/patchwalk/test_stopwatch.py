"""How long something has lasted."""

import math

from patchwalk.stopwatch import Stopwatch


def test_it_counts_only_while_time_counts():
    watch = Stopwatch()
    assert not watch.look(False, 10.0)
    assert (watch.seconds, watch.text, watch.wait) == (None, "", math.inf)
    assert watch.look(True, 20.0)
    assert (watch.text, watch.wait) == ("0:00", 1.0)
    assert not watch.look(True, 20.75)
    assert watch.wait == 0.25
    assert watch.look(True, 187.5)
    assert watch.text == "2:47"
    assert watch.look(False, 190.0)
    assert (watch.text, watch.wait) == ("2:50", math.inf)
    assert not watch.look(False, 500.0)
    assert watch.text == "2:50", "it stands"


def test_it_begins_anew():
    watch = Stopwatch()
    watch.look(True, 1.0)
    watch.look(False, 61.0)
    assert watch.text == "1:00"
    assert watch.look(True, 100.0)
    assert watch.text == "0:00"
