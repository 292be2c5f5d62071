"""The moves of all carvers as one sequential kernel; `rules.carving` says what a move is."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from rules.kernels import Vector, kernel
from rules.turns import clockwise_from

# In `tree` of patches that are no carved room.
NO_TREE = 255

# Places in the array of counters.
CHOICES, MOVES, TREES, LIVING, OPENED = range(5)

# Entries of one row of the table of turns: up to five turns, and the last one again (see `turn_tables`).
TURNS_IN_ROW = 8

# Added to the number of possible turns where straight on is possible too.
STRAIGHT = 8


@cache
def turn_tables(directions_in_world: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """What `choose` needs to know about each bit mask of possible directions and each heading, as look-ups.

    Returns:
        kinds: at ``mask << 3 | heading`` the number of possible turns, plus `STRAIGHT` if straight on is possible.
        turns: at ``(mask << 3 | heading) * 8 + i`` the i-th possible turn clockwise. Row entries after the last turn
            repeat it, so that rounding up by a hair needs no extra look.
    """
    kinds = np.zeros(8 << directions_in_world, dtype=np.uint8)
    turns = np.zeros(len(kinds) * TURNS_IN_ROW, dtype=np.uint8)
    for mask in range(1 << directions_in_world):
        for heading in range(directions_in_world):
            possible = [turn for turn in clockwise_from(heading, directions_in_world) if mask >> turn & 1]
            key = mask << 3 | heading
            kinds[key] = len(possible) + STRAIGHT * (mask >> heading & 1)
            row = possible + possible[-1:] * (TURNS_IN_ROW - len(possible))
            turns[key * TURNS_IN_ROW : key * TURNS_IN_ROW + len(row)] = row
    kinds.flags.writeable = turns.flags.writeable = False
    return kinds, turns


@kernel
def carve_ticks(
    ticks: int, at: Vector, depth: Vector, alive: Vector, living: Vector, margin: int,
    corridor: Vector, fresh: Vector, tree: Vector, entered: Vector, roots: Vector, counters: Vector,
    luck: Vector, link_step: Vector, room_step: Vector,
    kinds: Vector, turns: Vector, curviness: int, fixed: int, depths: Vector, log: int, opened: Vector, until: Vector,
) -> int:  # fmt: skip
    """Run up to so many ticks; in each, every living carver makes one move, in order.

    Args:
        ticks: how many at most; `depths` and `until` have room for them.
        at: int32, the patch of each carver.
        depth: int32, the height of each carver's stack.
        alive: uint8, set to 0 when a carver dies.
        living: int32, the numbers of the living carvers, ascending; shortened in place.
        margin: how many entries lie before patch 0 in corridor, fresh, tree and entered.
        corridor: uint8, 1 is open.
        fresh: int8, bit masks of the directions of fresh rooms, by room.
        tree: uint8, number of the carver, NO_TREE where none.
        entered: int8, direction in which a room was entered.
        roots: int32, the tree that a tree is part of.
        counters: int64; CHOICES, MOVES, TREES, LIVING and OPENED are read and written.
        luck: float64, one number a choice.
        link_step: int32, what to add to a room's number to get its link, by direction.
        room_step: int32, the same to get the next room.
        kinds: see `turn_tables`.
        turns: see `turn_tables`.
        curviness: 0 to 100.
        fixed: 1 for the fixed turn order.
        depths: int32, gets the deepest stack after each tick.
        log: 1 to write `opened` and `until`.
        opened: int32, gets the opened patches.
        until: int32, gets how many were opened up to each tick.

    Returns:
        The ticks run: fewer than asked for when the last carver died.
    """
    choices, moves, trees, count = counters[CHOICES], counters[MOVES], counters[TREES], counters[LIVING]
    written = counters[OPENED]
    directions = len(room_step)
    # The second half of the directions is the first one backwards. Written out, because loops are slow in plain Python.
    hexes = directions == 6
    half = directions // 2
    step_0, step_1, step_2 = room_step[0], room_step[1], room_step[2]
    back_0, back_1, back_2 = ~1, ~2, ~4
    not_0, not_1, not_2 = ~(1 << half), ~(2 << half), ~(4 << half)
    tick = 0
    while tick < ticks and count > 0:
        deepest = 0
        died = False
        moves += count
        for i in range(count):
            carver = living[i]
            room = at[carver] + margin
            heading = entered[room]
            mask = fresh[room]
            merging = False
            if mask == 0:
                if trees > 1:
                    own = roots[carver]
                    for direction in range(directions):
                        other = tree[room + room_step[direction]]
                        if other != NO_TREE and roots[other] != own:
                            mask |= 1 << direction
                            merging = True
                if mask == 0:
                    height = depth[carver]
                    if height == 0:
                        alive[carver] = 0
                        died = True
                        continue
                    height -= 1
                    at[carver] = room - room_step[heading] - margin
                    depth[carver] = height
                    if height > deepest:
                        deepest = height
                    continue

            # The choice, as `rules.turns.choose` writes it out.
            key = mask << 3 | heading
            kind = kinds[key]
            direction = heading
            if kind < STRAIGHT:
                if fixed:
                    direction = turns[key * TURNS_IN_ROW]
                else:
                    direction = turns[key * TURNS_IN_ROW + int(luck[choices] * kind)]
            elif kind > STRAIGHT:
                percent = luck[choices] * 100
                if percent >= curviness:
                    if fixed:
                        direction = turns[key * TURNS_IN_ROW]
                    else:
                        share = (percent - curviness) / (100 - curviness)
                        direction = turns[key * TURNS_IN_ROW + int(share * (kind - STRAIGHT))]
            choices += 1

            link = room + link_step[direction]
            corridor[link] = 1
            if log:
                opened[written] = link - margin
                written += 1
            height = depth[carver]
            if merging:
                own = roots[carver]
                other = roots[tree[room + room_step[direction]]]
                for k in range(len(roots)):
                    if roots[k] == other:
                        roots[k] = own
                trees -= 1
            else:
                room += room_step[direction]
                corridor[room] = 1
                tree[room] = carver
                entered[room] = direction
                fresh[room + step_0] &= not_0
                fresh[room + step_1] &= not_1
                fresh[room - step_0] &= back_0
                fresh[room - step_1] &= back_1
                if hexes:
                    fresh[room + step_2] &= not_2
                    fresh[room - step_2] &= back_2
                height += 1
                at[carver] = room - margin
                depth[carver] = height
                if log:
                    opened[written] = room - margin
                    written += 1
            if height > deepest:
                deepest = height

        if died:
            kept = 0
            for i in range(count):
                if alive[living[i]]:
                    living[kept] = living[i]
                    kept += 1
            count = kept
        depths[tick] = deepest
        if log:
            until[tick] = written
        tick += 1
    counters[CHOICES] = choices
    counters[MOVES] = moves
    counters[TREES] = trees
    counters[LIVING] = count
    counters[OPENED] = written
    return tick
