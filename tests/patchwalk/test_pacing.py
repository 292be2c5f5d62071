"""The speed slider as a table, and the pacer with a clock of ours."""

import math
from itertools import pairwise

import pytest

from patchwalk.pacing import FRAMES, MIDDLE, MOST_FRAMES, Pacer, ordinal, pace, snapped

TABLE = [
    # speed, ticks a second, frames a second, in words
    (0, 0.25, 0.25, "a tick in 4.0 s"),
    (10, 0.65, 0.65, "a tick in 1.5 s"),
    (20, 1.7, 1.7, "2 ticks/s"),
    (30, 4.42, 4.42, "4 ticks/s"),
    (40, 11.5, 11.5, "12 ticks/s"),
    (50, 30, 30, "every tick, 30 frames/s"),
    (54, 52, 52, "every tick, 52 frames/s"),
    (60, 119, 60, "every 2nd tick"),
    (70, 475, 60, "every 8th tick"),
    (80, 1893, 60, "every 32nd tick"),
    (99, 26_100, 60, "every 435th tick"),
    (100, math.inf, 60, "as fast as it can"),
]


@pytest.mark.parametrize(("speed", "ticks", "frames", "text"), TABLE)
def test_what_the_slider_means(speed, ticks, frames, text):
    found = pace(speed)
    assert found.ticks == pytest.approx(ticks, rel=0.02)
    assert found.frames == pytest.approx(frames, rel=0.02)
    assert found.text == text


def test_more_speed_never_means_fewer_ticks_or_fewer_frames():
    paces = [pace(speed / 4) for speed in range(401)]
    assert all(a.ticks < b.ticks for a, b in pairwise(paces))
    assert all(a.frames <= b.frames for a, b in pairwise(paces))
    assert max(found.frames for found in paces) == MOST_FRAMES


@pytest.mark.parametrize(
    ("value", "found"), [(-5, 0), (0, 0), (47, 50), (53.9, 50), (46, 46), (54, 54), (100, 100), (1e9, 100)]
)
def test_near_the_middle_the_slider_goes_to_the_middle(value, found):
    assert snapped(value) == found


@pytest.mark.parametrize(
    ("number", "text"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (112, "112th"), (23, "23rd")]
)
def test_ordinals(number, text):
    assert ordinal(number) == text


def ticks_within(pacer, seconds, turn=0.004, late=0.0):
    """How many ticks come due when a runner looks every `turn` seconds, and how many frames."""
    now, ticks, frames = 10.0, 0, 0
    pacer.start(now)
    while now < 10.0 + seconds:
        due = pacer.ticks_due(now)
        pacer.ticked(due)
        ticks += due
        if due and pacer.frame_due(now):
            pacer.framed(now)
            frames += 1
        now += turn + late
    return ticks, frames


@pytest.mark.parametrize("speed", [5, 30, 50, 60, 70])
def test_ticks_come_at_their_pace_however_the_runner_looks(speed):
    for turn in (0.001, 0.004, 0.011):
        ticks, frames = ticks_within(Pacer(speed), 8, turn)
        assert ticks == pytest.approx(8 * pace(speed).ticks, rel=0.03, abs=1.01)
        assert frames <= 8 * pace(speed).frames + 2


def test_in_the_middle_every_tick_has_its_frame():
    ticks, frames = ticks_within(Pacer(MIDDLE), 5, 0.0005)
    assert ticks == pytest.approx(5 * FRAMES, abs=1)
    assert frames >= ticks - 2


def test_after_a_pause_it_does_not_race():
    pacer = Pacer(MIDDLE)
    pacer.start(0)
    pacer.ticked(pacer.ticks_due(0))
    assert pacer.ticks_due(100.0) == 1
    pacer.ticked(1)
    assert pacer.ticks_due(100.001) == 0
    assert pacer.ticks_due(100.2) in (5, 6), "a short one is made up for"


def test_the_first_tick_is_due_at_once_and_a_new_speed_acts_at_once():
    pacer = Pacer(0)
    pacer.start(5.0)
    assert pacer.ticks_due(5.0) == 1
    pacer.ticked(1)
    assert pacer.wait(5.0) == pytest.approx(4.0)
    pacer.set_speed(60)
    assert pacer.ticks_due(5.1) == 1
    assert pacer.wait(5.1) == 0


def test_far_right_as_many_ticks_are_due_as_one_likes():
    pacer = Pacer(100)
    pacer.start(0)
    assert pacer.ticks_due(0) == math.inf
    pacer.ticked(1000)
    assert pacer.ticks_due(0.001) == math.inf
    assert pacer.wait(0) == 0
