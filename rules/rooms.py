"""Which patches of a world are rooms of a maze, and how one gets from room to room.

A maze's walls are patches too: between two rooms lies one patch, a link, that is open or not. So a turtle that carves
looks two patches ahead and steps two patches.

On squares the rooms are the patches with both coordinates odd, inside a wall of patches all around. Without the outer
wall they are the patches with both coordinates even, and the world's edge is the border.

On hexes a patch has the axial coordinates q = x and r = y - (x + (x & 1)) / 2 (columns 1, 3, 5, ... lie half a patch
down, so that r stays the same on the way north-east). Two steps in any direction change both by 0 or 2: rooms are the
patches with q odd and r even inside the wall, or q and r even without one. They lie in every second column, shifted by
one row from one such column to the next. Hence the width is odd, and the height free: with a wall and an even height
all columns hold equally many rooms and the border is one patch thick at the top as at the bottom.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from patchwalk.world import World

# The smallest size of a maze: one room inside its wall.
SMALLEST = 3

# A hex maze with a wall has one row of rooms at height 3, in columns 1, 5, 9, ...: too far from each other.
LOWEST_WIDE_HEX = 4
WIDE_HEX = 7


@dataclass(frozen=True, eq=False)
class Rooms:
    """The rooms of a world. Made by `rooms_of`.

    Attributes:
        world: the world they lie in.
        outer_wall: whether a wall of patches surrounds them.
        is_room: uint8 (patches,), 1 where a patch is a room.
        patches: int32 (rooms,), the rooms in ascending order.
        link_step: for each direction, how much is added to a room's number to get the link there.
        room_step: for each direction, how much is added to a room's number to get the next room there. Both are the
            same for all rooms, on hexes too, since all rooms lie in columns of one parity. They know no bounds.
    """

    world: World
    outer_wall: bool
    is_room: NDArray[np.uint8] = field(repr=False)
    patches: NDArray[np.int32] = field(repr=False)
    link_step: tuple[int, ...]
    room_step: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many rooms there are."""
        return len(self.patches)


def rooms_of(world: World, outer_wall: bool = True) -> Rooms:
    """Find the rooms of a world.

    Args:
        world: squares with four neighbours or hexes, without wrapping.
        outer_wall: whether a wall of patches surrounds the rooms, or the world's edge is the border.

    Raises:
        ValueError: the world wraps or has eight neighbours, or a size does not close the border; the message names the
            size, the bounds and the nearest good sizes.
    """
    if world.wrap_x or world.wrap_y:
        raise ValueError(f"wrap {world.wrap!r}: a maze needs a world with edges, wrap 'none'")
    if world.grid == "square" and world.directions != 4:
        raise ValueError(f"neighbors {world.directions}: corridors run north-south or east-west, with neighbors 4")
    _check_sizes(world, outer_wall)
    height, width = world.shape
    x, y = np.arange(width), np.arange(height)[:, np.newaxis]
    first = 1 if outer_wall else 0
    if world.grid == "square":
        room = (x % 2 == first) & (y % 2 == first)
    else:
        room = (x % 2 == first) & ((y - (x + x % 2) // 2) % 2 == 0)
    if outer_wall:
        room[[0, -1], :] = False
        room[:, [0, -1]] = False
    is_room = room.astype(np.uint8).ravel()
    is_room.flags.writeable = False
    patches = np.flatnonzero(is_room).astype(np.int32)
    patches.flags.writeable = False
    link_step, room_step = _steps(world.grid, width, outer_wall)
    return Rooms(world, outer_wall, is_room, patches, link_step, room_step)


def good_sizes(
    grid: Literal["square", "hex"], axis: Literal["width", "height"], size: int, largest: int = 1001
) -> tuple[int, ...]:
    """The sizes nearest to the wanted one at which a maze closes its border.

    Args:
        grid: "square" or "hex".
        axis: "width" or "height".
        size: the wanted number of patches.
        largest: the largest number of patches allowed.

    Returns:
        The size itself where it is good; else the good ones next to it, one or two, ascending.
    """
    if grid == "hex" and axis == "height":
        return (min(max(size, LOWEST_WIDE_HEX), largest),)
    largest -= 1 - largest % 2
    if size <= SMALLEST or size >= largest:
        return (SMALLEST if size <= SMALLEST else largest,)
    return (size,) if size % 2 else (size - 1, size + 1)


def _check_sizes(world: World, outer_wall: bool) -> None:
    largest = max(1001, world.width, world.height)
    sizes: tuple[tuple[Literal["width", "height"], int], ...] = (("width", world.width), ("height", world.height))
    for axis, size in sizes:
        must_be_odd = world.grid == "square" or axis == "width"
        if size >= SMALLEST and (size % 2 or not must_be_odd):
            continue
        nearest = good_sizes(world.grid, axis, size, largest)
        said = f"nearest is {nearest[0]}" if len(nearest) == 1 else f"nearest are {nearest[0]} and {nearest[1]}"
        why = (
            "the border closes only at odd sizes"
            if must_be_odd
            else "a hex maze has at least 3 rows, inside an outer wall 4"
        )
        kind = "hex " if world.grid == "hex" else ""
        odd = "odd " if must_be_odd else ""
        raise ValueError(f"{axis} {size}: {why}; {said} ({kind}mazes: {odd}{axis} 3 to 1001 patches)")
    if world.grid == "hex" and outer_wall and world.height < LOWEST_WIDE_HEX and world.width >= WIDE_HEX:
        raise ValueError(
            f"height {world.height}: inside an outer wall a hex maze of width {world.width} hangs together only from "
            f"height {LOWEST_WIDE_HEX} to 1001 on; nearest is {LOWEST_WIDE_HEX}"
        )


def _steps(grid: str, width: int, outer_wall: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The steps from a room to its links and to the next rooms, as differences of patch numbers, by direction."""
    north, east = width, 1
    links: tuple[int, ...]
    if grid == "square":
        links = (north, east, -north, -east)
        return links, tuple(2 * step for step in links)
    # Rooms stand in odd columns (half a patch down) inside a wall, in even ones without: their neighbours differ.
    if outer_wall:
        links = (north, east, east - north, -north, -east - north, -east)
    else:
        links = (north, east + north, east, -north, -east, -east + north)
    rooms = (2 * north, 2 * east + north, 2 * east - north, -2 * north, -2 * east - north, -2 * east + north)
    return links, rooms
