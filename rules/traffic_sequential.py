"""Ticks in which walkers move one after the other, as plain kernels; also the open road with its two ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rules.kernels import Vector, kernel, warmer
from rules.traffic_keys import CHOICE, DEMAND, EXIT, ORDER, SIDESTEP, SLOWDOWN, all_below, all_happen, keys
from rules.traffic_parallel import rows_of

if TYPE_CHECKING:
    from rules.traffic import Traffic

Numbers = NDArray[np.int64]

WAIT, ASIDE, SWAP = 0, 1, 2


@kernel
def one_of(bits: int, luck: int, columns: int) -> int:
    """The column of one of the set bits, all equally likely.

    Args:
        bits: of which the first `columns` count.
        luck: a number below 2**32.
        columns: how many there are.

    Returns:
        The column, or -1 if no bit is set.
    """
    many = 0
    for column in range(columns):
        many += bits >> column & 1
    left = luck * many >> 32
    for column in range(columns):
        if bits >> column & 1:
            if left == 0:
                return column
            left -= 1
    return -1


@kernel
def ways_aside(
    bits: int, first: int, beside: int, back: int, coin: int, far_away: float,
    owner: Vector, distance: Vector, moves: Vector, stay: int,
) -> int:  # fmt: skip
    """Where one can step aside: along another shortest way, else to the free patches nearest to the goal.

    Args:
        bits: the shortest ways, a bit a column.
        first: where its field begins in `distance`.
        beside: where its moves begin in `moves`.
        back: the bit that leads back, or 0. It is taken only where nothing else is free, and if `coin` is even.
        coin: any number.
        far_away: the distance where no way leads.
        owner: by patch, the slot of who is there or -1.
        distance: the road's, flat.
        moves: the road's, flat.
        stay: its columns but the last.

    Returns:
        A bit for each such column; 0 if it has to wait.
    """
    free = 0
    for column in range(stay):
        beyond = moves[beside + column]
        if beyond >= 0 and owner[beyond] < 0:
            free |= 1 << column
    if free & bits:
        return free & bits
    if free & ~back:
        free &= ~back
    elif coin & 1:
        return 0
    options = 0
    nearest = far_away
    for column in range(stay):
        if free >> column & 1:
            far = distance[first + moves[beside + column]]
            if far < nearest:
                nearest = far
                options = 1 << column
            elif far == nearest and far < far_away:
                options |= 1 << column
    return options


@kernel
def column_to(bits: int, beside: int, target: int, moves: Vector, stay: int) -> int:
    """The column of one of the shortest ways that leads to a patch; -1 if none does.

    Args:
        bits: the shortest ways, a bit a column.
        beside: where the moves begin in `moves`.
        target: the patch.
        moves: the road's, flat.
        stay: its columns but the last.
    """
    for column in range(stay):
        if bits >> column & 1 and moves[beside + column] == target:
            return column
    return -1


@kernel
def walk_in_turn(
    picks: Vector, luck: Vector, slow: Vector, side: Vector, red: Vector, turn: int, most: int, blocked: int,
    far_away: float, goal: Vector, row: Vector, patch: Vector, owner: Vector, direction: Vector, speed: Vector,
    ways: Vector, distance: Vector, moves: Vector, stay: int, directions: int, row_length: int,
) -> int:  # fmt: skip
    """Let walkers move one after the other.

    Args:
        picks: int64, the slots whose turn it is, in this order.
        luck: int64, for each pick a number below 2**32 that chooses among equal ways.
        slow: uint8, for each pick whether it is slow and stays.
        side: int64, for each pick a number below 2**32 for stepping aside.
        red: uint8, by patch, whether it is not left now.
        turn: the goal whose walkers may move; -1 for all.
        most: how often one may move; who was swapped has moved.
        blocked: WAIT, ASIDE or SWAP.
        far_away: the distance where no way leads.
        goal: by slot.
        row: by slot, its row of fields.
        patch: by slot; written.
        owner: by patch, the slot of who is there or -1; written.
        direction: by slot; written.
        speed: by slot, how often it moved; written.
        ways: the road's, flat.
        distance: the road's, flat.
        moves: the road's, flat.
        stay: its columns but the last.
        directions: the world's.
        row_length: of `ways` and `distance`.

    Returns:
        How many moves there were.
    """
    moved = 0
    for i in range(len(picks)):
        slot = picks[i]
        here = patch[slot]
        if slow[i] or red[here] or speed[slot] >= most or (turn >= 0 and goal[slot] != turn):
            continue
        first, beside = row[slot] * row_length, here * (stay + 1)
        bits = ways[first + here]
        chosen = one_of(bits, luck[i], stay)
        if chosen < 0:
            continue
        target = moves[beside + chosen]
        other = owner[target]
        if other < 0:
            owner[here] = -1
        elif blocked == ASIDE:
            back = 0
            if direction[slot] < directions:
                back = 1 << (direction[slot] + directions // 2) % directions
            options = ways_aside(bits, first, beside, back, side[i], far_away, owner, distance, moves, stay)
            if options == 0:
                continue
            chosen = one_of(options, side[i], stay)
            target = moves[beside + chosen]
            owner[here] = -1
        elif blocked == SWAP:
            if red[target] or speed[other] >= most or (turn >= 0 and goal[other] != turn):
                continue
            back = column_to(ways[row[other] * row_length + target], target * (stay + 1), here, moves, stay)
            if back < 0:
                continue
            owner[here] = other
            patch[other] = here
            direction[other] = back
            speed[other] += 1
            moved += 1
        else:
            continue
        owner[target] = slot
        patch[slot] = target
        direction[slot] = chosen
        speed[slot] += 1
        moved += 1
    return moved


@kernel
def walk_open_road(
    picks: Vector, slow: Vector, leaves: Vector, enters: Vector, patches: Vector, ahead: Vector, entries: Vector,
    spare: Vector, patch: Vector, owner: Vector, speed: Vector, left: Vector,
) -> int:  # fmt: skip
    """Random sequential steps on open roads: one of the patches moves its walker on, or one enters.

    Args:
        picks: int64, the places chosen: those below len(patches) are places on the road, then come the entries.
        slow: uint8, for each pick whether a walker on the road stays.
        leaves: uint8, for each pick whether one at the end leaves.
        enters: uint8, for each pick whether one enters.
        patches: int64, all patches of the roads.
        ahead: int64, by patch, where it goes on; -1 at the end.
        entries: int64, the first patches.
        spare: int64, slots for those who enter, in this order.
        patch: by slot; written.
        owner: by patch; written.
        speed: by slot; written.
        left: int64, the slots of those who leave; written, with -1 behind the last.

    Returns:
        How many entered.
    """
    entered = 0
    gone = 0
    for i in range(len(picks)):
        place = picks[i]
        if place >= len(patches):
            first = entries[place - len(patches)]
            if enters[i] and owner[first] < 0:
                slot = spare[entered]
                entered += 1
                owner[first] = slot
                patch[slot] = first
                speed[slot] = 1
            continue
        here = patches[place]
        slot = owner[here]
        if slot < 0:
            continue
        target = ahead[here]
        if target < 0:
            if leaves[i]:
                owner[here] = -1
                left[gone] = slot
                gone += 1
                speed[slot] += 1
        elif not slow[i] and owner[target] < 0:
            owner[here] = -1
            owner[target] = slot
            patch[slot] = target
            speed[slot] += 1
    left[gone] = -1
    return entered


def tick_in_turn(traffic: Traffic) -> Numbers:
    """One tick of the rule "random sequential" or "shuffled"; the slots of those who moved."""
    rules, state, road = traffic.rules, traffic.state, traffic.road
    slots, seed, number = state.slots, traffic.seed, traffic.tick_number
    turns = np.arange(len(slots))
    if rules.update == "shuffled":
        picks = slots[np.argsort(keys(seed, number, state.id[slots], ORDER))]
    else:
        picks = slots[all_below(keys(seed, number, turns, ORDER), np.array(len(slots)))]
    luck, side = (
        (keys(seed, number, turns, purpose) >> np.uint64(32)).astype(np.int64) for purpose in (CHOICE, SIDESTEP)
    )
    slow = all_happen(keys(seed, number, turns, SLOWDOWN), rules.slowdown if rules.v_max else 1.0)
    red = np.zeros(road.world.size + 1, dtype=bool) if traffic.signals is None else traffic.signals.red(number)
    state.speed[: state.top] = 0
    state.waiting[: state.top] += 1
    walk_in_turn(
        picks, luck, slow, side, red, traffic.turn if rules.alternate else -1,
        1 if rules.update == "shuffled" else np.iinfo(state.speed.dtype).max,
        {"sidestep": ASIDE, "swap": SWAP}.get(rules.blocked, WAIT), float(np.inf),
        state.goal, rows_of(traffic), state.patch, state.owner, state.direction, state.speed,
        road.ways.reshape(-1), road.distance.reshape(-1), road.moves.reshape(-1),
        road.stay, road.world.directions, road.ways.shape[1],
    )  # fmt: skip
    movers = np.flatnonzero(state.speed[: state.top])
    state.waiting[movers] = 0
    return movers


def tick_open_road(
    traffic: Traffic, patches: Numbers, ahead: Numbers, entries: Numbers
) -> tuple[int, Numbers, Numbers]:
    """One random sequential tick on open roads: as many picks as there are patches and entries.

    Args:
        traffic: the walkers; its `ends` give the chances.
        patches: int64, all patches of the roads.
        ahead: int64 (size,), where each goes on, -1 at the end.
        entries: int64, the first patches.

    Returns:
        How many steps were made, those in and out among them; the slots of those who entered; and of those who stand at
        the end and leave.
    """
    state, rules, seed, number = traffic.state, traffic.rules, traffic.seed, traffic.tick_number
    assert traffic.ends is not None
    many = len(patches) + len(entries)
    turns = np.arange(many)
    picks = all_below(keys(seed, number, turns, ORDER), np.array(many))
    chances = ((SLOWDOWN, rules.slowdown), (EXIT, traffic.ends.beta), (DEMAND, traffic.ends.alpha))
    slow, leaves, enters = (all_happen(keys(seed, number, turns, purpose), chance) for purpose, chance in chances)
    spare = state.next_slots(int(np.count_nonzero(picks >= len(patches))))
    left = np.full(many + 1, -1, dtype=np.int64)
    state.speed[: len(state.patch)] = 0
    state.waiting[: state.top] += 1
    entered = walk_open_road(
        picks, slow, leaves, enters, patches, ahead, entries, spare, state.patch, state.owner, state.speed, left
    )
    new = state.settle(entered, number)
    state.waiting[: state.top][state.speed[: state.top] > 0] = 0
    steps = int(state.speed[: state.top].sum())
    return steps, new, left[: int(np.argmax(left < 0))]


@warmer
def _warm() -> None:
    """Compile both kernels by a small run of each."""
    from rules.scenarios import open_road, ring

    for scenario in (ring(8), open_road(8)):
        traffic = scenario.traffic(update="random sequential")
        traffic.tick()
