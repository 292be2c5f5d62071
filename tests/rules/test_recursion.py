import sys
import threading

import numpy as np
import pytest

from patchwalk.world import make_world
from rules import recursion
from rules.recursion import BACKTRACK, record_moves
from rules.rooms import rooms_of


def recorded(maze):
    start = int(maze.at[0])
    direction = int(maze.carving.entered[start])
    carving = maze.carving
    return start, record_moves(carving.rooms, start, direction, maze.curviness, maze.fixed, carving.luck)


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("outer_wall", [True, False])
@pytest.mark.parametrize("fixed", [True, False])
@pytest.mark.parametrize("curviness", [0, 50, 100])
def test_recursion_and_stack_agree_at_every_tick(make_maze, grid, outer_wall, fixed, curviness):
    options = {
        "grid": grid,
        "width": 17,
        "height": 15,
        "curviness": curviness,
        "fixed": fixed,
        "outer_wall": outer_wall,
    }
    stack, replay = make_maze(**options), make_maze(**options).carving
    room, moves = recorded(stack)
    for move in moves[:-1].tolist():
        room = replay.backtrack(room) if move == BACKTRACK else replay.carve(room, move, 0)
        stack.tick_by_turtles()
        assert replay.corridor.tobytes() == stack.carving.corridor.tobytes()
        assert (room, replay.moves) == (stack.at[0], stack.carving.moves)
    stack.tick_by_turtles()
    assert moves[-1] == BACKTRACK
    assert not stack.working


@pytest.mark.parametrize("curviness", [50, 100])
def test_the_largest_world(make_maze, curviness):
    limit, size = sys.getrecursionlimit(), threading.stack_size()
    maze = make_maze(width=301, height=301, curviness=curviness)
    _, moves = recorded(maze)
    assert (sys.getrecursionlimit(), threading.stack_size()) == (limit, size)
    maze.finish()
    assert len(moves) == maze.carving.moves == 44_999
    heights = np.cumsum(np.where(moves == BACKTRACK, -1, 1))
    assert heights.max() == max(maze.depths) > limit


def test_a_way_through_all_rooms():
    """The deepest there can be: a spiral, 22,499 calls within each other."""
    rooms = rooms_of(make_world("square", 301, 301))
    moves = record_moves(rooms, int(rooms.patches[0]), 0, 100, True, np.zeros(rooms.count))
    assert (moves != BACKTRACK)[: rooms.count - 1].all()


def test_larger_worlds_are_refused_with_the_reason():
    rooms = rooms_of(make_world("square", 303, 301))
    with pytest.raises(ValueError, match=r"303 x 301 patches are more than 301 x 301, .* method 'stack'"):
        record_moves(rooms, int(rooms.patches[0]), 0, 50, False, np.zeros(rooms.count))


def test_a_start_that_is_no_room_is_refused():
    rooms = rooms_of(make_world("square", 5, 5))
    for start in (0, -1, 25):
        with pytest.raises(ValueError, match=f"start {start}: a carver starts on a room"):
            record_moves(rooms, start, 0, 50, False, np.zeros(rooms.count))


def test_an_error_inside_is_raised_outside_and_the_limits_are_back(make_maze, monkeypatch):
    limit, size = sys.getrecursionlimit(), threading.stack_size()

    def broken(*_):
        raise LookupError("no way")

    monkeypatch.setattr(recursion, "choose", broken)
    with pytest.raises(LookupError, match="no way"):
        recorded(make_maze())
    assert (sys.getrecursionlimit(), threading.stack_size()) == (limit, size)


def test_several_threads_at_once_leave_the_limits_as_they_were(make_maze):
    limit, size = sys.getrecursionlimit(), threading.stack_size()
    mazes = [make_maze(width=51, height=51, seed=seed) for seed in range(4)]
    found = {}
    threads = [
        threading.Thread(target=lambda i=i, maze=maze: found.update({i: recorded(maze)[1]}))
        for i, maze in enumerate(mazes)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for i, maze in enumerate(mazes):
        np.testing.assert_array_equal(found[i], recorded(maze)[1])
    assert (sys.getrecursionlimit(), threading.stack_size()) == (limit, size)
