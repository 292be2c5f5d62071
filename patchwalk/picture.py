"""Frames on their way to a page: one at a time, each after the page has painted the last."""

from __future__ import annotations

from typing import Any, Protocol

from patchwalk.reports import Reports
from patchwalk.run import Run
from patchwalk.view import Mark, View
from patchwalk.world import World

PING_AFTER = 5.0  # an idle page is asked whether it is still there
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
        in_flight: number of the frame that the page has not painted yet, or None.
    """

    def __init__(self, run: Run, reports: Reports) -> None:
        self.run = run
        self.reports = reports
        self.screen: Screen | None = None
        self.in_flight: int | None = None
        self._last_heard = run.clock()

    def attach(self, screen: Screen) -> None:
        """Send frames to this screen from now on, a whole one first."""
        self.screen = screen
        self.refresh()

    def refresh(self) -> None:
        """Show the picture again, whatever was on its way."""
        self.heard()
        self.in_flight = None
        self.run.show_soon()

    def acknowledge(self, number: int, gap: bool) -> None:
        """The page has painted a frame; with `gap` it could not, and needs a whole one."""
        if self.in_flight is not None and number >= self.in_flight:
            self.in_flight = None
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
        if self.in_flight is None and silence > PING_AFTER:
            self.run.stale = self.run.forced = True
        return silence > GONE_AFTER and self.in_flight is not None

    def show(self) -> None:
        """Send a frame if one is wanted, due, and none is on its way; else what changed beside the board."""
        run, now = self.run, self.run.clock()
        if self.screen is None:
            return
        wanted = run.stale and self.in_flight is None and run.play.model is not None
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
        self.in_flight = screen.show(view, run.model.world, extra)
        run.pacer.framed(now)
