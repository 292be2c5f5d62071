"""The maps with which a model of routes begins: random obstacles, a carved maze, flags S and G on them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from patchwalk.world import World, make_world
from rules.carving import MOST_CARVERS, Carving
from rules.maps import SOLID, Map
from rules.moves import build_moves
from rules.rooms import LOWEST_WIDE_HEX, SMALLEST, WIDE_HEX, rooms_of
from rules.steps import Diagonals

TRIES = 8  # pairs of patches of which the two farthest apart become S and G


def random_obstacles(
    world: World, density: float, rng: np.random.Generator, free: tuple[int, ...] = ()
) -> NDArray[np.bool_]:
    """Which patches are solid: a share of all, at random, but not those that are to be free.

    Args:
        world: the patches.
        density: their share, 0 to 1; at least one patch stays free.
        rng: draws them.
        free: patches that must not be solid.

    Returns:
        bool (size,).
    """
    order = rng.permutation(world.size)
    order = order[~np.isin(order, free)]
    most = world.size - max(1, len(set(free)))
    solid = np.zeros(world.size, dtype=bool)
    solid[order[: min(round(density * world.size), most)]] = True
    return solid


def maze_size(world: World) -> tuple[int, int]:
    """Width and height of the largest maze that fits into a world from its lower left corner.

    Raises:
        ValueError: none does.
    """
    width = world.width - (world.width % 2 == 0)
    height = world.height - (world.height % 2 == 0) if world.grid == "square" else world.height
    lowest = LOWEST_WIDE_HEX if world.grid == "hex" and width >= WIDE_HEX else SMALLEST
    if width < SMALLEST or height < lowest:
        raise ValueError(
            f"terrain: a carved maze needs {SMALLEST} x {lowest} patches or more, not {world.width} x {world.height}"
        )
    return width, height


def carved_maze(world: World, curviness: int, turtles: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Which patches are solid when turtles have carved a maze to its end; see `rules.carving`.

    Where a size does not close the border, the last column or row stays solid.

    Args:
        world: the patches.
        curviness: percent, how often a turtle that can goes straight on.
        turtles: how many carve; at most one a room.
        rng: draws where they begin, and their choices.

    Returns:
        bool (size,).

    Raises:
        ValueError: the world is too small.
    """
    width, height = maze_size(world)
    maze = make_world(world.grid, width, height)
    rooms = rooms_of(maze)
    number = min(turtles, rooms.count, MOST_CARVERS)
    at = rng.choice(rooms.patches, number, replace=False).astype(np.int32)
    carving = Carving(rooms, rng.random(rooms.count))
    for carver, patch in enumerate(at.tolist()):
        carving.place(patch, 0, carver)
    depth, alive = np.zeros(number, dtype=np.int32), np.ones(number, dtype=np.uint8)
    carving.advance(at, depth, alive, 2 * rooms.count, curviness, False)
    solid = np.ones(world.shape, dtype=bool)
    solid[:height, :width] = ~carving.corridor
    return solid.reshape(-1)


def set_flags(drawn: Map, diagonals: Diagonals, rng: np.random.Generator) -> str:
    """Put S and G, as far as they are missing, on patches that are not solid, far apart and with a way between them.

    Args:
        drawn: the map.
        diagonals: the rule for ways.
        rng: draws the patches.

    Returns:
        Empty, or what could not be done.
    """
    if drawn.start is not None and drawn.goal is not None:
        return ""
    free = _largest_component(drawn, diagonals)
    pairs = rng.choice(free, (TRIES, 2))
    if drawn.start is not None:
        pairs[:, 0] = drawn.start
    if drawn.goal is not None:
        pairs[:, 1] = drawn.goal
    start, goal = pairs[int(np.argmax(drawn.world.distance(pairs[:, 0], pairs[:, 1])))].tolist()
    if start == goal and len(free) > 1:
        start, goal = (start, int(free[free != start][0])) if drawn.goal is None else (int(free[free != goal][0]), goal)
    drawn.set_start(start)
    if start == goal:
        return "Only one patch can be reached, so there is no room for S and G apart"
    drawn.set_goal(goal)
    return ""


def _largest_component(drawn: Map, diagonals: Diagonals) -> NDArray[np.int64]:
    """The patches of the largest part of a map in which each can be reached from each other one.

    Where S or G stands already, it is the part of that one.
    """
    moves = build_moves(drawn, diagonals)
    _, labels = connected_components(moves.matrix, connection="strong")
    labels = labels[: drawn.world.size]
    free = np.flatnonzero(drawn.kind != SOLID)
    given = drawn.start if drawn.start is not None else drawn.goal
    wanted = labels[given] if given is not None else np.argmax(np.bincount(labels[free]))
    return free[labels[free] == wanted]
