"""Frames, pages that are gone, Stop, and the runner's thread."""

import threading
import time

import pytest

from patchwalk.picture import GONE_AFTER, MOST_IN_FLIGHT
from patchwalk.session import MOST_STEPS, Session
from tests.helpers.stage import Screen, Stage
from tests.helpers.toys import ToyModel


def test_few_frames_are_in_flight_and_ticks_go_on():
    stage = Stage(ToyModel, {"end": 0})
    stage.paints = False
    stage.do("go").wait(0.1)
    frames, ticks = len(stage.screen.shown), stage.model.ticks
    stage.wait(1)
    assert len(stage.screen.shown) == frames, "none is sent before the oldest one is painted"
    assert len(stage.session.picture.in_flight) == MOST_IN_FLIGHT
    assert stage.model.ticks > ticks + 20
    stage.do("acknowledge", stage.screen.shown[-MOST_IN_FLIGHT])
    assert len(stage.screen.shown) == frames + 1
    assert stage.screen.last["ticks"] == stage.model.ticks, "the one that comes then is the newest"


def test_an_old_acknowledgement_frees_nothing():
    stage = Stage(ToyModel, {"end": 0})
    stage.do("step")
    stage.paints = False
    for _ in range(MOST_IN_FLIGHT):
        stage.do("step")
    frames = len(stage.screen.shown)
    stage.do("acknowledge", stage.screen.shown[-MOST_IN_FLIGHT] - 1).do("step")
    assert len(stage.screen.shown) == frames


def test_in_the_middle_every_tick_is_shown_and_far_right_frames_are_skipped():
    stage = Stage(ToyModel, {"end": 0})
    stage.do("go").wait(1)
    assert abs(len(stage.screen.shown) - stage.model.ticks) <= 2
    fast = Stage(ToyModel, {"end": 0})
    fast.do("set_speed", 100).do("go").wait(0.5)
    assert len(fast.screen.shown) <= 35
    assert fast.model.ticks > 200


def test_stop_shows_the_last_tick_at_once():
    stage = Stage(ToyModel, {"end": 0})
    stage.do("set_speed", 100).do("go").wait(0.2)
    stage.session.stop()
    before = stage.model.ticks
    stage.turn()
    assert stage.model.ticks == before
    assert stage.screen.last["ticks"] == before
    assert stage.page.state == "stopped"


def test_stop_ends_a_finish_that_takes_long_and_what_it_did_stays():
    stage = Stage(ToyModel, {"end": 10**6}, step=0.005)
    stage.do("finish")
    assert stage.page.state == "running"
    stage.turn()
    assert 0 <= stage.screen.last["progress"] <= 1
    assert stage.screen.last["message"].startswith("Finish: ")
    stage.do("stop")
    assert 0 < stage.model.ticks < 10**6
    assert stage.page.state == "stopped"
    assert stage.screen.last["message"] == "Finish: stopped"


def test_steps_do_not_queue_up_and_stop_drops_them():
    stage = Stage(ToyModel)
    for _ in range(100):
        stage.session.step()
    stage.turn()
    assert stage.model.ticks == MOST_STEPS
    for _ in range(3):
        stage.session.step()
    stage.session.stop()
    stage.turn()
    assert stage.model.ticks == MOST_STEPS


def test_a_gap_and_a_page_that_returns_are_shown_the_picture_again():
    stage = Stage(ToyModel)
    frames = len(stage.screen.shown)
    stage.do("acknowledge", frames, True)
    assert len(stage.screen.shown) == frames + 1
    stage.do("refresh")
    assert len(stage.screen.shown) == frames + 2
    other = Screen()
    stage.session.attach(other)
    stage.turn()
    assert other.shown == [1]


def test_while_nothing_happens_nothing_is_sent():
    stage = Stage(ToyModel)
    stage.turn()
    frames, statuses = len(stage.screen.shown), len(stage.screen.statuses)
    for _ in range(5):
        assert stage.turn() > 0
    assert (len(stage.screen.shown), len(stage.screen.statuses)) == (frames, statuses)
    for patch in (1, 2, 3):
        stage.press(patch, "hover")
    assert len(stage.screen.shown) == frames, "a hover is told without a frame"
    assert stage.screen.last["where"] == "(3, 0) a patch"


@pytest.mark.parametrize("going", [True, False])
def test_a_page_that_is_silent_is_asked_and_then_given_up_within_30_seconds(going):
    stage = Stage(ToyModel, {"end": 0})
    if going:
        stage.do("go")
    stage.wait(12)
    assert not stage.session.picture.page_is_gone(), "it paints, so it is there"
    stage.paints = False
    silent = stage.clock.now
    while not stage.session.picture.page_is_gone():
        stage.clock.now += 0.25
        stage.turn()
        assert stage.clock.now - silent < 30
    assert stage.clock.now - silent > GONE_AFTER - 1
    stage.do("acknowledge", stage.screen.shown[-1])
    assert not stage.session.picture.page_is_gone()


def test_without_a_screen_nobody_can_be_gone():
    session = Session(ToyModel, clock=iter(range(10**6)).__next__)
    session.turn()
    assert not session.picture.page_is_gone()


class Threaded:
    """A session with its own thread, whose page paints when it is there."""

    def __init__(self):
        self.offset = 0.0
        self.there = True
        self.published = threading.Condition()
        self.session = Session(ToyModel, {"end": 0}, clock=self.clock)
        self.session.subscribe(self.note)
        self.screen = Screen()
        self.show, self.screen.show = self.screen.show, self.paint
        self.session.attach(self.screen)
        self.session.start()

    def clock(self):
        return time.monotonic() + self.offset

    def paint(self, view, world, extra):
        number = self.show(view, world, extra)
        if self.there:
            self.session.acknowledge(number)
        return number

    def note(self, page):
        with self.published:
            self.published.notify_all()

    def until(self, condition):
        for _ in range(3000):
            if condition():
                return
            with self.published:
                self.published.wait(0.01)
        raise AssertionError("it never came")


def test_the_runner_lives_in_a_thread_ends_when_the_page_is_gone_and_returns_with_it():
    threaded = Threaded()
    session = threaded.session
    try:
        thread = session._thread
        session.start()
        assert session._thread is thread, "a second start changes nothing"
        session.go()
        threaded.until(lambda: session.model.ticks >= 2)
        session.stop()
        threaded.until(lambda: session.page.state == "stopped")
        with session.lock:
            ticks = session.model.ticks
        session.step()
        threaded.until(lambda: session.model.ticks == ticks + 1)
        session.go()
        threaded.there = False
        threaded.until(lambda: len(threaded.screen.shown) and session.picture.in_flight)
        threaded.offset += 60
        threaded.until(lambda: not session.alive)
        assert not session.run.going
        ticks = session.model.ticks
        threaded.there = True
        session.step()
        threaded.until(lambda: session.model.ticks == ticks + 1)
        assert session.alive
    finally:
        session.close()
        threaded.until(lambda: not session.alive)
    session.step()
    assert not session.alive, "a closed session starts again only when it is started"


def test_another_thread_gets_the_lock_of_a_session_that_runs_as_fast_as_it_can():
    threaded = Threaded()
    session = threaded.session
    turns = 0
    turn = session.turn

    def counted():
        nonlocal turns
        turns += 1
        return turn()

    session.turn = counted
    try:
        session.set_speed(100)
        session.go()
        threaded.until(lambda: session.page.state == "running")
        for _ in range(20):
            before = turns
            session.plots()
            assert turns - before <= 3, "it waits for the turn that is on its way, and not for luck"
    finally:
        session.close()
        threaded.until(lambda: not session.alive)


class TellingModel(ToyModel):
    """It says what its monitor shows."""

    @property
    def message(self):
        return f"{self.total} in all"


def test_message_and_monitors_of_one_status_are_of_one_tick():
    stage = Stage(TellingModel, {"end": 0})
    stage.do("set_speed", 90).do("go")
    stage.wait(1)
    told = [(status["message"], status["monitors"]["total"][0] + " in all") for status in stage.screen.statuses]
    assert len({message for message, _ in told}) > 3
    assert all(message == total.replace("\u202f", "") for message, total in told)
    stage.do("stop")
    assert stage.screen.last["message"] == f"{stage.model.total} in all"
