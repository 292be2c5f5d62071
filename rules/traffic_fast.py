"""A parallel tick in which walkers move several patches, after Nagel and Schreckenberg (1992), for all at once.

K. Nagel, M. Schreckenberg: A cellular automaton model for freeway traffic, Journal de Physique I 2 (1992) 2221.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rules.traffic_keys import CONFLICT, FRICTION, SLOWDOWN, Keys, all_happen, keys
from rules.traffic_parallel import Numbers, move, next_columns, propose, targets_of

if TYPE_CHECKING:
    from rules.traffic import Traffic


def tick_fast(traffic: Traffic) -> Numbers:
    """A tick with v_max above 1, after Nagel and Schreckenberg; the slots of those who moved.

    Each looks along its way as far as its speed would take it and nobody is. Where the ways of several meet on a patch,
    the one with the lowest key may use it, and the others stop before it.
    """
    rules, state, road = traffic.rules, traffic.state, traffic.road
    top = state.top
    speed = np.minimum(state.speed[:top].astype(np.int64) + 1, rules.v_max)
    here = state.patch[:top].astype(np.int64)
    path, columns = np.full((rules.v_max, top), -1), np.zeros((rules.v_max, top), dtype=np.int64)
    room = np.zeros(top, dtype=np.int64)
    for step in range(rules.v_max):
        if step == 0:
            targets, column, _ = propose(traffic)
        else:
            column = next_columns(traffic, here, step)
            targets = targets_of(road, here, column)
        goes = (room == step) & (speed > step) & (state.owner_or_off.take(targets) < 0)
        room += goes
        path[step], columns[step] = np.where(goes, targets, -1), column
        here = np.where(goes, targets, -1)
    speed = np.minimum(speed, room)
    if rules.slowdown:
        slow = all_happen(keys(traffic.seed, traffic.tick_number, state.id[:top], SLOWDOWN), rules.slowdown)
        speed -= slow & (speed > 0)
    speed = np.minimum(speed, _unclaimed(traffic, path, speed))
    movers = np.flatnonzero(speed)
    last = speed[movers] - 1
    move(traffic, movers, path[last, movers], columns[last, movers])
    state.speed[:top] = speed
    return movers


def _unclaimed(traffic: Traffic, path: Numbers, speed: Numbers) -> Numbers:
    """How far each may go until a patch that one with a lower key wants, (top,)."""
    state = traffic.state
    steps, slots = np.nonzero(np.arange(len(path))[:, np.newaxis] < speed)
    patches = path[steps, slots]
    found: Keys = keys(traffic.seed, traffic.tick_number, state.id[slots], CONFLICT)
    best = np.full(traffic.road.world.size, np.iinfo(np.uint64).max, dtype=np.uint64)
    np.minimum.at(best, patches, found)
    lost = found != best[patches]
    if traffic.rules.friction and lost.any():
        shared = np.zeros(len(best), dtype=bool)
        shared[patches[lost]] = True
        lost |= shared[patches] & all_happen(
            keys(traffic.seed, traffic.tick_number, patches, FRICTION), traffic.rules.friction
        )
    allowed = np.full(state.top, len(path))
    np.minimum.at(allowed, slots[lost], steps[lost])
    return allowed
