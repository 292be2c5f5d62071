"""Carving by recursion: the call stack does the backtracking.

The function calls itself once for each room, so that it gets as deep as the longest way in the maze: about 1,000 at
101 x 101 with curviness 50, 2,000 with curviness 100, at worst the number of rooms. Python's default limit of 1,000
calls breaks that on about half of all mazes of this size. So it runs in a thread of its own, with a stack made for as
many calls as there are rooms, while the process's limit is raised; afterwards the limit is what it was.

The moves are recorded, for one carver to make them one by one.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rules.rooms import Rooms
from rules.turns import choose, directions_in

# The largest world for this method.
MOST_PATCHES = 301 * 301

# In the record; other entries are the direction of a step.
BACKTRACK = -1

# Since Python 3.11 a call of a Python function by another takes no room on the thread's stack, while tracing neither: a
# mebibyte was enough for 22,500 nested calls on 3.11 and 3.12. A debugger with its own frame evaluation (PEP 523)
# takes it back to the stack; so there is room for that too. It is address space, not memory, until it is used.
BYTES_A_CALL = 2048
BYTES_BESIDES = 1 << 20

# Calls around the recursion and below its last room.
CALLS_BESIDES = 200

# The limit of calls and the stack size of new threads belong to the whole process.
_limits = threading.Lock()


def record_moves(
    rooms: Rooms, start: int, direction: int, curviness: int, fixed: bool, luck: NDArray[np.float64]
) -> NDArray[np.int8]:
    """Carve a maze by recursion and record the moves; the same maze as by the stack, with the same luck.

    Args:
        rooms: the rooms, in a world of at most 301 x 301 patches.
        start: the room to start from.
        direction: the carver's direction there.
        curviness: 0 to 100 percent, the same for the whole maze.
        fixed: the turn order (see `rules.turns.choose`).
        luck: at least rooms.count - 1 numbers, 0 <= luck < 1.

    Returns:
        int8 (2 * rooms.count - 1,): the direction of a step, or `BACKTRACK`; the last one is the carver's death.

    Raises:
        ValueError: the world is too large, or the start is no room.
    """
    world = rooms.world
    if world.size > MOST_PATCHES:
        raise ValueError(
            f"method 'recursion': {world.width} x {world.height} patches are more than 301 x 301, where {rooms.count} "
            "nested calls could overrun the stack and end the whole process; method 'stack' makes the same maze"
        )
    if not (0 <= start < world.size and rooms.is_room[start]):
        raise ValueError(f"start {start}: a carver starts on a room")
    fresh = rooms.is_room.tolist()
    lucky = iter(luck.tolist())
    moves: list[int] = []
    exits = _directions_to_rooms(rooms)
    steps, directions = rooms.room_step, world.directions

    def carve(room: int, heading: int) -> None:
        fresh[room] = 0
        while ways := [way for way in exits[room] if fresh[room + steps[way]]]:
            way = choose(ways, heading, curviness, fixed, directions, next(lucky))
            moves.append(way)
            carve(room + steps[way], way)
        moves.append(BACKTRACK)

    _with_deep_calls(lambda: carve(start, direction), rooms.count)
    return np.array(moves, dtype=np.int8)


def _directions_to_rooms(rooms: Rooms) -> dict[int, tuple[int, ...]]:
    """Of each room the directions in which there is a next room."""
    table = rooms.world.neighbors
    links = table[rooms.patches]
    masks = np.zeros(rooms.count, dtype=np.int64)
    for direction in range(rooms.world.directions):
        link = links[:, direction]
        beyond = np.where(link >= 0, table[link, direction], -1)
        masks |= (beyond >= 0).astype(np.int64) * rooms.is_room[beyond] << direction
    return {room: directions_in(mask) for room, mask in zip(rooms.patches.tolist(), masks.tolist(), strict=True)}


def _with_deep_calls(work: Callable[[], None], calls: int) -> None:
    """Run work that nests so many calls, in a thread with a stack for them; an error in it is raised here."""
    errors: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            errors.append(error)

    # A multiple of any page size up to 64 KiB, as threads ask for.
    stack = (calls * BYTES_A_CALL + BYTES_BESIDES) // 65536 * 65536
    with _limits:
        limit, stack_before = sys.getrecursionlimit(), threading.stack_size(stack)
        sys.setrecursionlimit(max(limit, calls + CALLS_BESIDES))
        try:
            thread = threading.Thread(target=run, name="carving by recursion", daemon=True)
            try:
                thread.start()
            finally:
                threading.stack_size(stack_before)
            thread.join()
        finally:
            sys.setrecursionlimit(limit)
    if errors:
        raise errors[0]
