"""Where walkers come from and go: goals drawn by key, and demand at origins."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rules.traffic_keys import DEMAND, GOAL, all_below, key, keys

if TYPE_CHECKING:
    from rules.traffic import Traffic
    from rules.traffic_road import Road

Numbers = NDArray[np.int64]


class Added(NamedTuple):
    """What came of a wish for walkers.

    Attributes:
        created: how many came.
        no_room: how many were too many for the free patches.
        unreachable: how many would have stood where no way leads to any goal.
    """

    created: int
    no_room: int
    unreachable: int


def draw_goals(traffic: Traffic, patches: NDArray[Any], ids: NDArray[Any], among: ArrayLike | None = None) -> Numbers:
    """A goal for each walker, at random by its key, of those that it can reach and where it is not yet.

    Args:
        traffic: the walkers.
        patches: where they are.
        ids: theirs.
        among: the goals among which they draw; all if None.

    Returns:
        int64, -1 for those who can reach none.
    """
    can = traffic.road.reachable(patches)
    if among is not None:
        allowed = np.zeros(can.shape[1], dtype=bool)
        allowed[np.asarray(among)] = True
        can &= allowed
    many = can.sum(axis=1)
    chosen = all_below(keys(traffic.seed, traffic.ticks, ids, GOAL), many)
    goals = (can.cumsum(axis=1) > chosen[:, np.newaxis]).argmax(axis=1)
    return np.where(many > 0, goals, -1)


def give_goals(traffic: Traffic, slots: Numbers, goals: Numbers, tick: int) -> None:
    """Let walkers set out for other goals from where they are.

    Args:
        traffic: the walkers.
        slots: theirs.
        goals: one each, which they can reach.
        tick: since which they are on this way.
    """
    state = traffic.state
    state.goal[slots], state.born[slots] = goals, tick
    state.distance[slots] = traffic.moves_to(goals, state.patch[slots].astype(np.int64))


def wanted_now(traffic: Traffic, rate: float) -> int:
    """How many walkers a demand wants in this tick; evenly spread, in n ticks they are rate x n and less than 1 off.

    Where in its turn the demand begins depends on the seed.

    Raises:
        ValueError: the rate is negative or no number.
    """
    if not 0 <= rate < float("inf"):
        raise ValueError(f"rate is 0 walkers a tick or more, not {rate!r}")
    begins = key(traffic.seed, 0, -1, DEMAND) / 2**64
    return floor(rate * (traffic.ticks + 1) + begins) - floor(rate * traffic.ticks + begins)


def add_demand(traffic: Traffic, rate: float, origins: Numbers, among: ArrayLike | None = None) -> Added:
    """Create walkers by a demand, at random origins that are free.

    Args:
        traffic: the walkers.
        rate: walkers a tick in the mean.
        origins: the patches where they begin.
        among: the goals among which each draws; all if None.

    Returns:
        How many came of it, and why no more.

    Raises:
        ValueError: the rate is negative or no number; an origin is off the world.
    """
    if len(origins) and not 0 <= origins.min() <= origins.max() < traffic.road.world.size:
        raise ValueError(f"origins are patches of the world, 0 to {traffic.road.world.size - 1}")
    wanted = wanted_now(traffic, rate)
    room = origins[traffic.road.free[origins] & (traffic.state.owner[origins] < 0)]
    room = room[np.argsort(keys(traffic.seed, traffic.ticks, room, DEMAND))]
    ids = np.arange(traffic.state.created, traffic.state.created + len(room))
    goals = draw_goals(traffic, room, ids, among)
    cut_off = int(np.count_nonzero(goals < 0))
    room, goals = room[goals >= 0][:wanted], goals[goals >= 0][:wanted]
    traffic.add_at(room, goals)
    unreachable = min(wanted - len(room), cut_off)
    return Added(len(room), wanted - len(room) - unreachable, unreachable)


def change_road(traffic: Traffic, road: Road) -> int:
    """Let walkers go on on a changed road of the same world.

    Those whose patch is blocked now are taken off: "built over". Those whose goal is gone take one of the others, by
    its number. Those who cannot reach their goal get another one, or are taken off if there is none that they can
    reach: "no way to any destination".

    Returns:
        How many had no way.

    Raises:
        ValueError: the world is another one.
    """
    state = traffic.state
    if road.world != traffic.road.world:
        raise ValueError("a road is changed for one on the same world")
    traffic.take_road(road)
    slots = state.slots
    state.remove(slots[~road.free[state.patch[slots]]], "built over", traffic.ticks)
    slots = state.slots
    patches = state.patch[slots].astype(np.int64)
    goals = np.full(len(slots), -1)
    if road.goals:
        state.goal[slots] %= len(road.goals)
        lost = np.isposinf(road.distance[state.goal[slots], patches])
        slots, patches = slots[lost], patches[lost]
        goals = draw_goals(traffic, patches, state.id[slots])
    on = goals >= 0
    give_goals(traffic, slots[on], goals[on], traffic.ticks)
    state.remove(slots[~on], "no way to any destination", traffic.ticks)
    return int(np.count_nonzero(~on))
