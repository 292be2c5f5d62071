"""The spreading of liquids as one sequential kernel; `rules.flooding` says how they spread."""

from __future__ import annotations

from rules.kernels import Vector, kernel

# Places in the array of counters: wet patches, waiting patches, ticks run, and where in the order of wet patches the
# rings of the last four ticks begin, the latest first.
COUNT, WAITING, TICKS, RINGS = range(4)
COUNTERS = RINGS + 4


@kernel
def spread_ticks(
    ticks: int, tick: int, limit: int, order: Vector, counters: Vector, arrival: Vector, liquid: Vector, exits: Vector,
    steps: Vector, neighbors: Vector, directions: int, waiting: Vector, waiting_liquid: Vector,
    opened: Vector, opened_until: Vector,
) -> int:  # fmt: skip
    """Run up to so many ticks; end early when nothing can move any more.

    Args:
        ticks: how many at most.
        tick: the ticks done before.
        limit: end after the tick in which the number of wet patches reaches this.
        order: int32, the wet patches in the order in which they got wet; grows.
        counters: int64, read and written.
        arrival: int32, by patch.
        liquid: uint8, by patch, 0 is dry.
        exits: int8, by patch, walls too: the bit mask of the directions in which the neighbour is open, and a bit for
            the patch's kind (see `steps`).
        steps: int32, at 8 times the value of exits and after: what to add to the patch to get each open neighbour, in
            the order of directions, and then 0.
        neighbors: int32, the world's table, row after row; only needed where patches are opened.
        directions: its columns.
        waiting: int32, patches that get wet first.
        waiting_liquid: int32, their liquids.
        opened: int32, the patches opened by carving.
        opened_until: int32, how many of them up to the end of each tick.

    Returns:
        The ticks run, also as counters[TICKS].
    """
    count, waits = counters[COUNT], counters[WAITING]
    ring_0, ring_1, ring_2, ring_3 = counters[RINGS], counters[RINGS + 1], counters[RINGS + 2], counters[RINGS + 3]
    logged = len(opened_until)
    half = directions // 2
    seen = 0
    done = 0
    while done < ticks and count < limit and (ring_0 < count or waits > 0 or done < logged):
        tick += 1
        front = ring_0
        last = ring_3
        ring_3, ring_2, ring_1, ring_0 = ring_2, ring_1, ring_0, count
        if waits:
            for i in range(waits):
                patch = waiting[i]
                if not liquid[patch]:
                    arrival[patch] = tick
                    liquid[patch] = waiting_liquid[i]
                    order[count] = patch
                    count += 1
            waits = 0
        for i in range(front, ring_0):
            patch = order[i]
            j = exits[patch] << 3
            step = steps[j]
            while step:
                neighbor = patch + step
                j += 1
                step = steps[j]
                if not liquid[neighbor]:
                    arrival[neighbor] = tick
                    liquid[neighbor] = liquid[patch]
                    order[count] = neighbor
                    count += 1
        if done < logged:
            while seen < opened_until[done]:
                patch = opened[seen]
                seen += 1
                first = -1
                for direction in range(directions):
                    neighbor = neighbors[patch * directions + direction]
                    if neighbor >= 0:
                        exits[neighbor] |= 1 << (direction + half) % directions
                        since = arrival[neighbor]
                        if since >= 0 and (first < 0 or since < first):
                            first = since
                            waiting[waits] = patch
                            waiting_liquid[waits] = liquid[neighbor]
                if first >= 0:
                    waits += 1
        elif count == ring_0:
            # Nothing could move: this was no tick.
            ring_0, ring_1, ring_2, ring_3 = ring_1, ring_2, ring_3, last
            break
        done += 1
    counters[COUNT], counters[WAITING], counters[TICKS] = count, waits, done
    counters[RINGS], counters[RINGS + 1], counters[RINGS + 2], counters[RINGS + 3] = ring_0, ring_1, ring_2, ring_3
    return done
