"""Games of minesweeper to test with."""

from functools import cache

import numpy as np

from patchwalk.world import make_world
from rules.mine_rules import NO_MARK, MineRules
from rules.minefield import Minefield
from rules.opening import count_mines


@cache
def world_of(grid, width, height):
    return make_world(grid, width, height, neighbors=8 if grid == "square" else 6)


def game(width, height, mines, seed=0, *, grid="square", layout=None, **rules):
    world = world_of(grid, width, height)
    if layout is not None:
        layout = np.array([[sign == "*" for sign in row] for row in layout.split()[::-1]])
        mines = int(layout.sum())
    return Minefield(world.neighbors, world.shape, mines, np.random.default_rng(seed), MineRules(**rules), layout)


def given_game(layout, seed=0, **rules):
    rows = layout.split()
    return game(len(rows[0]), len(rows), 0, seed, layout=layout, **rules)


def assert_sound(field):
    """F8: M mines, every number right, nothing revealed is mined."""
    assert field.layout.sum() == field.mines
    revealed = field.shown >= 0
    assert not field.layout[revealed].any()
    numbers = count_mines(field.layout, field.neighbors)
    np.testing.assert_array_equal(field.numbers, numbers)
    np.testing.assert_array_equal(field.shown[revealed], numbers[revealed])
    assert field.revealed == revealed.sum()


def finish(field, luck=None):
    """Open certain-safe patches, and guess the first open patch (or any, with luck) when there is none."""
    while field.phase == "playing":
        analysis = field.analysis()
        choices = np.flatnonzero(analysis.safe)
        if not choices.size:
            choices = np.flatnonzero((field.shown < 0) & ~analysis.mine)
        patch = int(choices[0] if luck is None else luck.choice(choices))
        field.mark(patch, NO_MARK)
        field.open(patch)
        assert_sound(field)
    return field
