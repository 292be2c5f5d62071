import numpy as np
import pytest

from patchwalk.world import make_world
from rules.rooms import rooms_of
from rules.statistics import maze_statistics


def counted(rooms, corridor):
    """The same, room by room."""
    table, is_open, half = rooms.world.neighbors, corridor.ravel(), rooms.world.directions // 2
    carved = [room for room in rooms.patches.tolist() if is_open[room]]
    doors = [[bool(patch >= 0 and is_open[patch]) for patch in table[room]] for room in carved]
    faced = [[near and far for near, far in zip(room[:half], room[half:], strict=True)] for room in doors]
    links, pairs = sum(map(sum, doors)) / 2, sum(map(sum, faced))
    two = [through for room, through in zip(doors, faced, strict=True) if sum(room) == 2]
    return (
        sum(sum(room) == 1 for room in doors) / len(carved) if carved else 0,
        links / (links - pairs) if links else 0,
        sum(map(any, two)) / len(two) if two else 0,
    )


def check(carving):
    found = maze_statistics(carving.rooms, carving.corridor)
    assert found == pytest.approx(counted(carving.rooms, carving.corridor))


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("outer_wall", [True, False])
@pytest.mark.parametrize(("width", "height"), [(3, 5), (5, 5), (7, 5), (9, 11), (21, 19)])
def test_all_figures_while_a_maze_is_carved(make_maze, grid, outer_wall, width, height):
    maze = make_maze(grid, width, height, carvers=3, outer_wall=outer_wall)
    carving = maze.carving
    while maze.working:
        check(carving)
        maze.ticks_by_kernel(7)
    check(carving)


@pytest.mark.parametrize("height", [4, 6, 12])
def test_even_hex_heights(make_maze, height):
    for outer_wall in (True, False):
        carving = make_maze("hex", 13, height, outer_wall=outer_wall).finish().carving
        check(carving)


@pytest.mark.parametrize(("grid", "size"), [("square", 3), ("hex", 3), ("square", 5)])
def test_nothing_carved_and_one_room(grid, size):
    rooms = rooms_of(make_world(grid, size, size))
    corridor = np.zeros((size, size), dtype=bool)
    assert maze_statistics(rooms, corridor) == (0, 0, 0)
    corridor[1, 1] = True
    assert maze_statistics(rooms, corridor) == (0, 0, 0)


@pytest.mark.parametrize(
    ("curviness", "straight_share", "mean_corridor"),
    [(0, 0.074, 1.19), (50, 0.47, 1.91), (90, 0.80, 4.40), (100, 0.96, 25.2)],
)
def test_the_measured_reference(make_maze, curviness, straight_share, mean_corridor):
    """Means of 20 seeds at 101 x 101, measured on another implementation of the rule."""
    found = []
    for seed in range(20):
        carving = make_maze(width=101, height=101, curviness=curviness, seed=seed).finish().carving
        found.append(maze_statistics(carving.rooms, carving.corridor))
    mean = np.mean(found, axis=0)
    assert mean[2] == pytest.approx(straight_share, abs=0.01)
    assert mean[1] == pytest.approx(mean_corridor, rel=0.05)
