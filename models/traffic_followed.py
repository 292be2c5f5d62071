"""The walker that is followed: which one, since when on its way, and when it left the road."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from patchwalk.model import WorldModel
from rules.traffic import Traffic


class Followed(WorldModel):
    """A model of traffic of which one walker may be followed.

    Attributes:
        followed: the id of the walker that is followed, or -1.
        followed_since: the tick in which it had its goal when it was chosen; a later one means that it has arrived.
        followed_left: the tick after which it was no longer on the road, or -1.
    """

    traffic: Traffic
    followed: int = -1
    followed_since: int = 0
    followed_left: int = -1

    @property
    def followed_slot(self) -> int | None:
        """The slot of the walker that is followed, while it is on the road."""
        state = self.traffic.state
        found = np.flatnonzero(state.id[: state.top] == self.followed) if self.followed >= 0 else ()
        return int(found[0]) if len(found) else None

    def follow(self, patch: int) -> None:
        """Follow the walker on a patch, or next to it; nobody if there is none."""
        if not 0 <= patch < self.world.size:
            return
        state = self.traffic.state
        near = [patch, *(int(beyond) for beyond in self.world.neighbors[patch] if beyond >= 0)]
        slots = [int(state.owner[place]) for place in near if state.owner[place] >= 0]
        self.followed, self.followed_left = -1, -1
        if not slots:
            self.notice = "Nobody is there to follow"
            return
        self.followed, self.followed_since = int(state.id[slots[0]]), int(state.born[slots[0]])

    def look_after_followed(self) -> None:
        """Note when it has left the road."""
        if self.followed >= 0 and self.followed_left < 0 and self.followed_slot is None:
            self.followed_left = self.traffic.ticks

    def state(self) -> dict[str, Any]:
        """Who is followed."""
        return super().state() | {"followed": [self.followed, self.followed_since, self.followed_left]}

    def restore_followed(self, state: Mapping[str, Any]) -> None:
        """Follow the same one as then."""
        self.followed, self.followed_since, self.followed_left = state["followed"]
