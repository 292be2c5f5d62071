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

    @property
    def waiting(self) -> int:
        """How many wait for it."""
        return len(self._waiting)

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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Hand it to the one who waits longest."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False


class FairRLock(FairLock):
    """First come, first served; the thread that has it may take it again."""

    def __init__(self) -> None:
        super().__init__()
        self._owner = 0
        self._depth = 0

    def __enter__(self) -> FairRLock:
        """Wait for the turn, unless it is this thread's already."""
        me = threading.get_ident()
        if self._owner != me:
            super().__enter__()
            self._owner = me
        self._depth += 1
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Hand it on when the outermost block is left."""
        self._depth -= 1
        if not self._depth:
            self._owner = 0
            super().__exit__(kind, error, trace)


PROCESSOR = FairLock()
