"""What kind of maze it is: dead ends, length of corridors, rooms passed straight.

Rooms lie as regular grids in the world (one on squares, two interleaved ones on hexes). So each question to all rooms
at once is a slice of the corridor with a stride; a look-up by number would take several times as long.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.rooms import Rooms


class MazeStatistics(NamedTuple):
    """Figures of a maze; while nothing is carved, and wherever there is nothing to divide by, 0.

    Attributes:
        dead_ends: share (0 to 1) of the carved rooms that have one open link.
        mean_corridor: mean length of the straight corridors in links: E / (E - P), of E open links and P pairs of them
            that face each other across a room.
        straight_share: of the rooms with two open links, the share (0 to 1) that is passed straight.
    """

    dead_ends: float
    mean_corridor: float
    straight_share: float


def maze_statistics(rooms: Rooms, corridor: NDArray[np.bool_]) -> MazeStatistics:
    """Measure a maze, finished or being carved.

    Args:
        rooms: the rooms.
        corridor: bool, shape of the world, True is open.
    """
    carved = dead_ends = ends = faced = two_doors = straight = 0
    half = rooms.world.directions // 2
    for room, links in _grids(rooms, corridor):
        doors = np.zeros(room.shape, dtype=np.uint8)
        passed = np.zeros(room.shape, dtype=np.uint8)
        for link in links:
            doors += link
        for link, opposite in zip(links[:half], links[half:], strict=True):
            passed += link & opposite
        by_doors = np.bincount(doors.ravel(), minlength=3)
        carved += int(np.count_nonzero(room))
        dead_ends += int(by_doors[1])
        two_doors += int(by_doors[2])
        ends += int(by_doors @ np.arange(len(by_doors)))
        faced += int(passed.sum(dtype=np.int64))
        straight += int(np.count_nonzero((doors == 2) & (passed == 1)))
    corridors = ends // 2 - faced
    return MazeStatistics(
        dead_ends / carved if carved else 0.0,
        ends / 2 / corridors if corridors else 0.0,
        straight / two_doors if two_doors else 0.0,
    )


def _grids(rooms: Rooms, corridor: NDArray[np.bool_]) -> Iterator[tuple[NDArray[np.uint8], list[NDArray[np.uint8]]]]:
    """For each regular grid of rooms: whether each room is open, and for each direction whether its link is."""
    world = rooms.world
    # One closed patch around, so that links beyond the edge can be asked for.
    padded = np.pad(corridor, 1).view(np.uint8)
    width, height = world.width, world.height
    first = 1 if rooms.outer_wall else 0
    columns = (first,) if world.grid == "square" else (first, first + 2)
    across = 2 * len(columns)
    for column in columns:
        inside = rooms.is_room.reshape(world.shape)[:, column : column + 1] if column < width else None
        if inside is None or not inside.any():
            continue
        row = int(np.argmax(inside))
        last_row, last_column = height - first, width - first

        def patches(
            x: int, y: int, column: int = column, row: int = row, right: int = last_column, top: int = last_row
        ) -> NDArray[np.uint8]:
            return padded[1 + row + y : 1 + top + y : 2, 1 + column + x : 1 + right + x : across]

        shifts = [world.shift(column, row, direction) for direction in range(world.directions)]
        yield patches(0, 0), [patches(x - column, y - row) for x, y in shifts]
