"""The way between two patches of a maze."""

from collections import deque
from itertools import pairwise

import numpy as np
import pytest

from models.maze import MazeModel
from patchwalk.declarations import Pointer
from patchwalk.history import same
from patchwalk.view import Glyph


def click(model, *patches):
    for patch in patches:
        model.point("press", "way", Pointer(patch=patch))
        model.point("release", "way", Pointer(patch=patch))


def steps_between(model, start, goal):
    """How many steps a flood needs, patch by patch."""
    far, waiting = {start: 0}, deque([start])
    while waiting:
        patch = waiting.popleft()
        for near in model.world.neighbors_of(patch):
            if model.corridor.flat[near] and near not in far:
                far[near] = far[patch] + 1
                waiting.append(near)
    return far.get(goal)


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_two_clicks_show_the_way_between_them(grid):
    model = MazeModel(21, 20 if grid == "hex" else 21, grid, turtles=3, rng=4)
    model.finish()
    start, goal = (int(patch) for patch in model.rooms.patches[[0, -1]])
    click(model, start)
    assert "begins at" in model.message
    assert model.view().lines == ()
    click(model, goal)
    way = model.way.tolist()
    assert (way[0], way[-1]) == (start, goal)
    assert model.corridor.flat[way].all()
    assert all(after in model.world.neighbors_of(patch) for patch, after in pairwise(way))
    assert len(way) - 1 == steps_between(model, start, goal)
    assert f"{len(way) - 1} steps" in model.message
    view = model.view()
    assert len(view.lines[0].points) == len(way)
    assert [view.glyphs.flat[patch] for patch in (start, goal)] == [Glyph.START, Glyph.GOAL]


def test_walls_are_no_ends_and_a_third_click_begins_anew():
    model = MazeModel(21, 21, rng=1)
    model.finish()
    rooms = model.rooms.patches.tolist()
    click(model, 0)
    assert (model.way_ends, "no corridor" in model.message) == ([], True)
    click(model, rooms[0], rooms[5])
    version = model.view().lines_version
    click(model, rooms[7])
    assert (model.way_ends, len(model.way)) == ([rooms[7]], 0)
    assert model.view().lines_version != version
    click(model, rooms[7])
    assert model.way.tolist() == [rooms[7]]
    click(model, -1)


def test_between_two_trees_no_way_leads_yet():
    model = MazeModel(31, 31, turtles=2, rng=2)
    model.advance(3)
    ends = [carver.patch for carver in model.carvers]
    click(model, *ends)
    assert "yet" in model.message
    assert steps_between(model, *ends) is None
    model.finish()
    click(model, *ends)
    assert len(model.way) - 1 == steps_between(model, *ends)


def test_the_way_is_undone_like_all_else_and_goes_with_a_new_maze():
    model = MazeModel(21, 21, rng=1)
    model.finish()
    before = model.state()
    click(model, *model.rooms.patches[[0, 9]].tolist())
    shown = model.state()
    assert isinstance(shown["way"], np.ndarray)
    model.restore(before)
    assert same(model.state(), before)
    assert model.view().lines == ()
    model.restore(shown)
    assert same(model.state(), shown)
    assert len(model.view().lines) == 1
