"""Frames on their way to a page: at most `MOST_IN_FLIGHT`, the next only after the page has painted the oldest."""

from __future__ import annotations

from typing import Any, Protocol

from patchwalk.reports import Reports
from patchwalk.run import Run
from patchwalk.view import Mark, View
from patchwalk.world import World

PING_AFTER = 5.0  # an idle page is asked whether it is still there
MOST_IN_FLIGHT = 2  # so the next one is made while the page paints; with one, each would wait for the other
GONE_AFTER = 20.0  # without an answer for so long the runner ends; a returning page starts it again


class Screen(Protocol):
    """Where frames go: the board, or a recording in tests."""

    def show(self, view: View, world: World, extra: dict[str, Any]) -> int:
        """Send one frame; returns its number, which comes back to `Session.acknowledge` once it is painted."""

    def status(self, extra: dict[str, Any]) -> None:
        """Send what changed beside the board."""


class Picture:
    """What the page shows of a run.

    Attributes:
        screen: where frames go, or None.
        in_flight: numbers of the frames that the page has not painted yet, the oldest first.
    """

    def __init__(self, run: Run, reports: Reports) -> None:
        self.run = run
        self.reports = reports
        self.screen: Screen | None = None
        self.in_flight: list[int] = []
        self._last_heard = run.clock()

    def attach(self, screen: Screen) -> None:
        """Send frames to this screen from now on, a whole one first."""
        self.screen = screen
        self.refresh()

    def refresh(self) -> None:
        """Show the picture again, whatever was on its way."""
        self.heard()
        self.in_flight = []
        self.run.show_soon()

    def acknowledge(self, number: int, gap: bool) -> None:
        """The page has painted a frame; with `gap` it could not, and needs a whole one."""
        self.in_flight = [later for later in self.in_flight if later > number]
        if gap:
            self.run.show_soon()

    def heard(self) -> None:
        """The page gave a sign of life."""
        self._last_heard = self.run.clock()

    def page_is_gone(self) -> bool:
        """Whether the page has been silent for too long; a silent page is asked before, by a frame."""
        if self.screen is None:
            return False
        silence = self.run.clock() - self._last_heard
        if not self.in_flight and silence > PING_AFTER:
            self.run.stale = self.run.forced = True
        return silence > GONE_AFTER and bool(self.in_flight)

    def show(self) -> None:
        """Send a frame if one is wanted, due, and none is on its way; else what changed beside the board."""
        run, now = self.run, self.run.clock()
        if self.screen is None:
            return
        wanted = run.stale and len(self.in_flight) < MOST_IN_FLIGHT and run.play.model is not None
        if wanted and (run.forced or run.pacer.frame_due(now)):
            earlier = run.error
            with run.guarded("view"):
                self._send_frame(self.screen, now)
                return
            run.error = earlier or run.error  # the first error is the one to read
            run.stale = run.forced = False
            run.touched = True
        if run.touched:
            self.screen.status({"status": self.reports.readout(now, final=not run.going)})

    def _send_frame(self, screen: Screen, now: float) -> None:
        run = self.run
        extra = {"status": self.reports.readout(now, final=run.forced or not run.going)}
        view = run.model.view(run.overlays)
        if run.inspected >= 0:
            view.marks = (*view.marks, Mark(run.inspected))
        run.stale = run.forced = False
        self.in_flight.append(screen.show(view, run.model.world, extra))
        run.pacer.framed(now)
