"""NetLogo's speed slider, as pure decisions: a clock goes in, "tick now" and "draw now" come out.

In the middle every tick is drawn, 30 a second. To the left a tick takes longer, up to four seconds. To the right ticks
come faster; above 60 a second, which is what screens show, frames are skipped. Far right it goes as fast as it can.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

MIDDLE = 50.0
FRAMES = 30.0  # ticks and frames a second in the middle
MOST_FRAMES = 60.0
SLOWEST = 4.0  # seconds a tick at the left end
FASTEST = 1_000.0  # how many times the middle's ticks a second just before the right end
SNAP = 4.0  # so near the middle the slider goes to the middle


@dataclass(frozen=True, slots=True)
class Pace:
    """What a position of the slider means.

    Attributes:
        ticks: a second; infinite at the right end.
        frames: at most so many a second.
        text: the same in words.
    """

    ticks: float
    frames: float
    text: str


def snapped(speed: float) -> float:
    """The slider's value, 0 to 100, drawn to the middle when it is near."""
    speed = min(100.0, max(0.0, float(speed)))
    return MIDDLE if abs(speed - MIDDLE) < SNAP else speed


def pace(speed: float) -> Pace:
    """What the slider's value, 0 to 100, means."""
    speed = min(100.0, max(0.0, speed))
    if speed >= 100:
        return Pace(math.inf, MOST_FRAMES, "as fast as it can")
    if speed <= MIDDLE:
        ticks = FRAMES / (FRAMES * SLOWEST) ** ((MIDDLE - speed) / MIDDLE)
    else:
        ticks = FRAMES * FASTEST ** ((speed - MIDDLE) / MIDDLE)
    return Pace(ticks, min(ticks, MOST_FRAMES), _words(ticks))


def _words(ticks: float) -> str:
    if ticks < 0.95:
        return f"a tick in {1 / ticks:.1f} s"
    if ticks < FRAMES - 0.5:
        return f"{ticks:.0f} ticks/s" if ticks >= 1.5 else "1 tick/s"
    if ticks <= MOST_FRAMES:
        return f"every tick, {ticks:.0f} frames/s"
    every = round(ticks / MOST_FRAMES)
    return f"every tick, {MOST_FRAMES:.0f} frames/s" if every <= 1 else f"every {ordinal(every)} tick"


def ordinal(number: int) -> str:
    """`2nd`, `3rd`, `11th` and so on."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


class Pacer:
    """Says how many ticks are due and whether a frame is.

    Missed ticks are made up for only within a quarter of a second: after a pause it does not race.
    """

    def __init__(self, speed: float = MIDDLE) -> None:
        self.set_speed(speed)
        self._next_tick = -math.inf
        self._next_frame = -math.inf

    def set_speed(self, speed: float) -> None:
        """Take another position of the slider, 0 to 100; a tick that is waited for comes at the new pace."""
        self.speed = snapped(speed)
        self.pace = pace(self.speed)
        self._next_tick = -math.inf

    def start(self, now: float) -> None:
        """Go was pressed: the first tick is due at once."""
        self._next_tick = self._next_frame = now

    def ticks_due(self, now: float) -> float:
        """How many ticks may be run now; infinite at the right end."""
        if math.isinf(self.pace.ticks):
            return math.inf
        if self._next_tick < now - 0.25:
            self._next_tick = now
        if now < self._next_tick:
            return 0
        return 1 + math.floor((now - self._next_tick) * self.pace.ticks)

    def ticked(self, number: int) -> None:
        """So many ticks were run."""
        if not math.isinf(self.pace.ticks):
            self._next_tick += number / self.pace.ticks

    def frame_due(self, now: float) -> bool:
        """Whether a frame may be shown now."""
        return now >= self._next_frame

    def framed(self, now: float) -> None:
        """A frame was shown; the next one keeps the rhythm as long as the page keeps up."""
        self._next_frame = max(self._next_frame + 1 / self.pace.frames, now + 0.5 / self.pace.frames)

    def wait(self, now: float) -> float:
        """Seconds until the next tick is due."""
        return 0.0 if math.isinf(self.pace.ticks) else max(0.0, self._next_tick - now)
