"""Many sessions share the processor: a lock that is given out in the order in which it was asked for.

Python's own lock may be taken again at once by the thread that just let it go, so that others starve.
"""

from __future__ import annotations

import threading
from collections import deque
from types import TracebackType


class FairLock:
    """First come, first served; not reentrant."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()
        self._taken = False

    def __enter__(self) -> FairLock:
        """Wait for the turn."""
        with self._guard:
            if not self._taken:
                self._taken = True
                return self
            turn = threading.Lock()
            turn.acquire()
            self._waiting.append(turn)
        turn.acquire()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Hand it to the one who waits longest."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False


PROCESSOR = FairLock()
