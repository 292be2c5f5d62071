"""How long something has lasted, for the page's clock. Time is no part of a run, so it is no state of a model."""

from __future__ import annotations

import math


class Stopwatch:
    """Counts while it is told that time counts, and begins anew when that begins anew.

    Attributes:
        seconds: counted so far; None before time has ever counted.
    """

    def __init__(self) -> None:
        self.seconds: float | None = None
        self._since: float | None = None

    def look(self, timing: bool, now: float) -> bool:
        """Look at the clock.

        Args:
            timing: whether time counts now.
            now: the clock, in seconds.

        Returns:
            Whether another text is to be shown.
        """
        before = self.text
        if self._since is not None:
            self.seconds = now - self._since
        elif timing:
            self.seconds = 0.0
        self._since = (now if self._since is None else self._since) if timing else None
        return self.text != before

    @property
    def text(self) -> str:
        """Minutes and seconds: `"2:47"`; empty before time has ever counted."""
        if self.seconds is None:
            return ""
        minutes, seconds = divmod(int(self.seconds), 60)
        return f"{minutes}:{seconds:02d}"

    @property
    def wait(self) -> float:
        """Seconds until another text is to be shown."""
        if self._since is None or self.seconds is None:
            return math.inf
        return 1.0 - self.seconds % 1.0
