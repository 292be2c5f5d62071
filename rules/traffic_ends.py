"""The ends of open roads: who enters and leaves, in ticks in which all move at once, and one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.traffic_keys import DEMAND, EXIT, all_happen, keys
from rules.traffic_sequential import tick_open_road

if TYPE_CHECKING:
    from rules.traffic import Traffic

Numbers = NDArray[np.int64]


class Crossing(NamedTuple):
    """Who crosses the ends in a tick.

    Attributes:
        outs: the slots of those who leave.
        ins: the patches on which somebody enters.
    """

    outs: Numbers
    ins: Numbers


def who_crosses(traffic: Traffic) -> Crossing | None:
    """Who leaves and enters in this tick, as the road stands before it; None where it has no ends."""
    ends, state = traffic.ends, traffic.state
    if ends is None:
        return None
    exits, entries = ends.exits[state.owner[ends.exits] >= 0], ends.entries[state.owner[ends.entries] < 0]
    outs = exits[all_happen(keys(traffic.seed, traffic.tick_number, exits, EXIT), ends.beta)]
    ins = entries[all_happen(keys(traffic.seed, traffic.tick_number, entries, DEMAND), ends.alpha)]
    return Crossing(state.owner[outs].astype(np.int64), ins)


def cross_ends(traffic: Traffic, crossing: Crossing | None) -> None:
    """Let them, after the others have moved."""
    if crossing is None:
        return
    _leave(traffic, crossing.outs)
    _enter(traffic, traffic.add_at(crossing.ins, 0))
    traffic.moved += len(crossing.outs) + len(crossing.ins)


def run_open_road(traffic: Traffic) -> None:
    """A random sequential tick: steps in, ahead and out, one drawn after the other."""
    ends, road = traffic.ends, traffic.road
    assert ends is not None
    ahead = np.full(road.world.size, -1, dtype=np.int64)
    for direction in range(road.stay):
        on = np.flatnonzero(road.ways[0, :-1] >> direction & 1)
        ahead[on] = road.moves[on, direction]
    ahead[ends.exits] = -1
    traffic.moved, entered, outs = tick_open_road(traffic, np.flatnonzero(road.free), ahead, ends.entries)
    _enter(traffic, entered)
    traffic.movers = int(np.count_nonzero(traffic.state.speed[: traffic.state.top]))
    _leave(traffic, outs)


def _enter(traffic: Traffic, slots: Numbers) -> None:
    """Book those who have just entered, with as many moves before them as lead out of the road again."""
    assert traffic.ends is not None
    traffic.state.born[slots] = traffic.tick_number
    traffic.state.distance[slots] = traffic.road.patches / max(len(traffic.ends.entries), 1)
    traffic.turns += len(slots)


def _leave(traffic: Traffic, slots: Numbers) -> None:
    traffic.count_trips(slots)
    traffic.state.arrive(slots)
