"""One parallel tick walker by walker: the rule to be read, and changed by a breed that proposes otherwise.

`rules.traffic_parallel` does the same for all at once, bit for bit. Here each walker is asked where it wants to go
(`propose_one`, or what a breed has instead), conflicts are settled patch by patch, and then all move.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from rules.traffic_keys import (
    CHOICE,
    CONFLICT,
    FRICTION,
    PURPOSES,
    SIDESTEP,
    SLOWDOWN,
    below,
    happens,
    key,
)  # fmt: skip
from rules.traffic_parallel import move

if TYPE_CHECKING:
    from rules.traffic import Traffic

Propose = Callable[[int], int]


def row_of(traffic: Traffic, slot: int) -> int:
    """The row of the road's fields by which a walker goes."""
    goal = int(traffic.state.goal[slot])
    second = traffic.by_second_field and bool(traffic.state.rerouted[slot])
    return goal + len(traffic.road.goals) if second else goal


def next_column(traffic: Traffic, slot: int, patch: int, step: int = 0) -> int:
    """The move that a walker on a patch chooses: one on a shortest way, of several any; `road.stay` for none."""
    road, state, number = traffic.road, traffic.state, traffic.tick_number
    if traffic.signals is not None and traffic.signals.red(number)[patch]:
        return road.stay
    if traffic.rules.alternate and state.goal[slot] != traffic.turn:
        return road.stay
    bits = int(road.ways[row_of(traffic, slot), patch])
    columns = [column for column in range(road.stay) if bits >> column & 1]
    if not columns:
        return road.stay
    chosen = below(key(traffic.seed, number, int(state.id[slot]), CHOICE + PURPOSES * step), len(columns))
    return columns[chosen]


def propose_one(traffic: Traffic, slot: int) -> int:
    """The patch to which a walker wants to go; -1 to stay."""
    road, state = traffic.road, traffic.state
    patch = int(state.patch[slot])
    target = int(road.moves[patch, next_column(traffic, slot, patch)])
    if target >= 0 and state.owner[target] >= 0 and traffic.rules.blocked == "sidestep":
        return aside_one(traffic, slot, target)
    return target


def aside_one(traffic: Traffic, slot: int, target: int) -> int:
    """Where a walker goes whose patch is taken: another shortest way, else the free patch nearest the goal.

    It goes back only if nothing else is free, and then at even odds.
    """
    road, state = traffic.road, traffic.state
    patch, row, came = int(state.patch[slot]), row_of(traffic, slot), int(state.direction[slot])
    luck = key(traffic.seed, traffic.tick_number, int(state.id[slot]), SIDESTEP)
    beyond = road.moves[patch, :-1].tolist()
    free = [column for column, end in enumerate(beyond) if end >= 0 and state.owner[end] < 0]
    ways = [column for column in free if int(road.ways[row, patch]) >> column & 1]
    if not ways:
        directions = road.world.directions
        back = (came + directions // 2) % directions if came < directions else -1
        allowed = [column for column in free if column != back]
        if not allowed and luck & 1 == 0:
            allowed = free
        far = {column: float(road.distance[row, beyond[column]]) for column in allowed}
        nearest = min((distance for distance in far.values() if isfinite(distance)), default=None)
        ways = [column for column in allowed if far[column] == nearest]
    return int(beyond[ways[below(luck, len(ways))]]) if ways else target


def tick_by_walkers(traffic: Traffic, propose: Propose | None = None) -> list[int]:
    """One tick; the slots of those who moved.

    Args:
        traffic: the walkers.
        propose: where a walker wants to go, by its slot; `propose_one` if None.

    Raises:
        ValueError: one proposed a patch to which no move leads from where it is.
    """
    ask = propose or (lambda slot: propose_one(traffic, slot))
    slots = traffic.state.slots.tolist()
    if traffic.rules.v_max > 1:
        return _fast(traffic, slots, ask)
    wanted = {slot: target for slot in slots if (target := ask(slot)) >= 0}
    columns = {slot: traffic.road.column_to(int(traffic.state.patch[slot]), to) for slot, to in wanted.items()}
    if traffic.rules.v_max < 1:
        wanted = {}
    wanted = {slot: target for slot, target in wanted.items() if not _slows_down(traffic, slot)}
    swaps = _swaps(traffic, wanted)
    if traffic.rules.targets == "strict":
        owner = traffic.state.owner
        wanted = {slot: target for slot, target in wanted.items() if owner[target] < 0}
    else:
        entered = {wanted[slot] for slot in swaps}
        wanted = {slot: to for slot, to in wanted.items() if slot not in swaps and to not in entered} | swaps
    movers = _one_each(traffic, {slot: target for slot, target in wanted.items() if slot not in swaps}) | swaps
    movers = _uncrossed(traffic, movers, columns)
    if traffic.rules.targets == "follow":
        movers = _following(traffic, movers, swaps)
    _move(traffic, movers, columns)
    return list(movers)


def _slows_down(traffic: Traffic, slot: int) -> bool:
    number = key(traffic.seed, traffic.tick_number, int(traffic.state.id[slot]), SLOWDOWN)
    return happens(number, traffic.rules.slowdown)


def _rank(traffic: Traffic, slot: int) -> int:
    """The key by which conflicts are decided; the lowest wins."""
    return key(traffic.seed, traffic.tick_number, int(traffic.state.id[slot]), CONFLICT)


def _rubs(traffic: Traffic, patch: int) -> bool:
    """Whether by friction nobody gets a patch that several want."""
    return happens(key(traffic.seed, traffic.tick_number, patch, FRICTION), traffic.rules.friction)


def _swaps(traffic: Traffic, wanted: dict[int, int]) -> dict[int, int]:
    """Those who change places with one another."""
    if traffic.rules.blocked != "swap":
        return {}
    found = {}
    for slot, target in wanted.items():
        other = int(traffic.state.owner[target])
        if other >= 0 and wanted.get(other) == traffic.state.patch[slot]:
            found[slot] = target
    return found


def _one_each(traffic: Traffic, wanted: dict[int, int]) -> dict[int, int]:
    """For each patch the one who gets it."""
    rivals: dict[int, list[int]] = {}
    for slot, target in wanted.items():
        rivals.setdefault(target, []).append(slot)
    found = {}
    for target, slots in rivals.items():
        if len(slots) == 1 or not _rubs(traffic, target):
            found[min(slots, key=lambda slot: _rank(traffic, slot))] = target
    return found


def _uncrossed(traffic: Traffic, movers: dict[int, int], columns: dict[int, int]) -> dict[int, int]:
    """Of walkers whose diagonals cross those with the lowest keys."""
    road = traffic.road
    if not road.has_diagonals:
        return movers
    cuts = {}
    for slot in movers:
        corner = int(road.corner[int(traffic.state.patch[slot]) * road.moves.shape[1] + columns[slot]])
        if corner >= 0:
            cuts[slot] = divmod(corner, 2)
    first: dict[int, int] = {}  # who decides on each corner
    for slot, (corner, _) in cuts.items():
        if corner not in first or _rank(traffic, slot) < _rank(traffic, first[corner]):
            first[corner] = slot
    return {slot: to for slot, to in movers.items() if slot not in cuts or cuts[slot] == cuts[first[cuts[slot][0]]]}


def _following(traffic: Traffic, movers: dict[int, int], swaps: dict[int, int]) -> dict[int, int]:
    """Of those who won their patches, the ones who move: in queues whose first one moves, and in closed rings."""
    owner, fate = traffic.state.owner, dict.fromkeys(swaps, True)
    for slot in movers:
        queue = []
        while slot in movers and slot not in fate and slot not in queue:
            queue.append(slot)
            ahead = int(owner[movers[slot]])
            if ahead < 0:
                break
            slot = ahead
        if not queue:
            continue
        if owner[movers[queue[-1]]] < 0:
            goes = True
        elif slot in queue:  # a ring; two alone would have to pass through each other
            goes = len(queue) > 2
        else:
            goes = fate.get(slot, False)
        fate |= dict.fromkeys(queue, goes)
    return {slot: target for slot, target in movers.items() if fate[slot]}


def _fast(traffic: Traffic, slots: list[int], ask: Propose) -> list[int]:
    """A tick with v_max above 1; see `rules.traffic_fast.tick_fast`."""
    paths, columns = {}, {}
    for slot in slots:
        path, taken = _path(traffic, slot, ask)
        if path and _slows_down(traffic, slot):
            path.pop()
        paths[slot], columns[slot] = path, taken
    rivals: dict[int, list[int]] = {}
    for slot, path in paths.items():
        for patch in path:
            rivals.setdefault(patch, []).append(slot)
    movers, steps = {}, {}
    for slot, path in paths.items():
        length = 0
        for patch in path:
            lowest = min(rivals[patch], key=lambda one: _rank(traffic, one))
            if lowest != slot or (len(rivals[patch]) > 1 and _rubs(traffic, patch)):
                break
            length += 1
        if length:
            movers[slot], steps[slot] = path[length - 1], length
            columns[slot] = columns[slot][length - 1 :]
    _move(traffic, movers, {slot: columns[slot][0] for slot in movers})
    for slot, length in steps.items():
        traffic.state.speed[slot] = length
    return list(movers)


def _path(traffic: Traffic, slot: int, ask: Propose) -> tuple[list[int], list[int]]:
    """The patches over which a walker may go in this tick, and the moves; no further than the next who stands there."""
    road, state = traffic.road, traffic.state
    patch = int(state.patch[slot])
    path: list[int] = []
    columns: list[int] = []
    for step in range(min(int(state.speed[slot]) + 1, traffic.rules.v_max)):
        target = int(road.moves[patch, next_column(traffic, slot, patch, step)]) if step else ask(slot)
        if target < 0 or state.owner[target] >= 0:
            break
        columns.append(road.column_to(patch, target))
        path.append(target)
        patch = target
    return path, columns


def _move(traffic: Traffic, movers: dict[int, int], columns: dict[int, int]) -> None:
    slots = np.array(list(movers), dtype=np.int64)
    targets = np.array(list(movers.values()), dtype=np.int64)
    move(traffic, slots, targets, np.array([columns[slot] for slot in movers], dtype=np.int64))
