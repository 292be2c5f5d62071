"""Redraws are uniform: drawn many times, every layout that fits comes as often as the others."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chisquare

from patchwalk.world import make_world
from rules import solution
from rules.deduction import analyse
from rules.opening import count_mines
from rules.redraw import below, choose, draw_layout, pick

DRAWS = 30  # for each layout

# name, grid, neighbours, wrap, rows from the top ("." hidden), mines, known to be safe, known to be mined
BOARDS = [
    ("nothing shown", "square", 8, "none", "... ... ...", 3, [], []),
    ("a wall", "square", 8, "none", ".1.2. .....", 3, [], []),
    ("two fronts and a middle", "square", 8, "none", ".1....1.", 3, [], []),
    ("safe at the number", "square", 8, "none", "...... .2....", 3, [1], []),
    ("mined at the number", "square", 8, "none", "..... .2...", 4, [], [4]),
    ("mined far away", "square", 8, "none", ".2... .....", 4, [], [4]),
    ("chord", "square", 8, "none", "..... .2.1. .....", 3, [0, 2], []),
    ("four neighbours", "square", 4, "none", "... .2. ...", 3, [], []),
    ("hexes", "hex", 6, "none", "... .2. ... ...", 3, [], []),
    ("hex torus", "hex", 6, "both", ".... .2.. ....", 3, [], []),
    ("torus", "square", 8, "both", ".... .1.. .... ....", 3, [], []),
]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board[0])
def test_the_draw_is_uniform(board):
    _, grid, directions, wrap, text, mines, safe, mined = board
    rows = text.split()[::-1]
    longest = max(map(len, rows))
    shown = np.array([[-1 if sign == "." else int(sign) for sign in row.ljust(longest, ".")] for row in rows])
    world = make_world(grid, longest, len(rows), neighbors=directions, wrap=wrap)
    fitting = enumerate_layouts(world, shown, mines, safe, mined)
    assert 3 <= len(fitting) <= 700
    analysis = analyse(shown, mines, world.neighbors, safe=safe, mined=mined)
    assert analysis.layouts == len(fitting)
    rng = np.random.default_rng(5)
    for _ in range(DRAWS * len(fitting)):
        fitting[draw_layout(analysis, rng).tobytes()] += 1  # a KeyError is a layout that does not fit
    assert chisquare(list(fitting.values())).pvalue > 0.001


def enumerate_layouts(world, shown, mines, safe, mined):
    numbers = shown.reshape(-1) >= 0
    fitting = {}
    for chosen in combinations(np.flatnonzero(~numbers).tolist(), mines):
        if set(mined) <= set(chosen) and not set(safe) & set(chosen):
            layout = np.zeros(world.shape, dtype=bool)
            layout.reshape(-1)[list(chosen)] = True
            if (count_mines(layout, world.neighbors)[shown >= 0] == shown[shown >= 0]).all():
                fitting[layout.tobytes()] = 0
    return fitting


def test_one_seed_one_draw():
    world = make_world("hex", 12, 10)
    shown = np.full(world.shape, -1)
    shown[4, 5] = 2
    draws = [draw_layout(analyse(shown, 30, world.neighbors), np.random.default_rng(7)) for _ in range(2)]
    np.testing.assert_array_equal(*draws)
    assert draws[0].sum() == 30
    assert count_mines(draws[0], world.neighbors)[4, 5] == 2


def test_no_layout_no_draw():
    world = make_world("square", 3, 1, neighbors=8)
    with pytest.raises(ValueError, match="no layout fits"):
        draw_layout(analyse(np.array([[2, -1, -1]]), 1, world.neighbors), np.random.default_rng(0))


def test_where_layouts_cannot_be_counted_the_draw_still_fits(monkeypatch):
    monkeypatch.setattr(solution, "MOST_STATES", 10)
    world = make_world("square", 15, 15, neighbors=8)
    rng = np.random.default_rng(1)
    layout = rng.random(world.size) < 0.2
    numbers = count_mines(layout, world.neighbors)
    shown = np.where(layout | (rng.random(world.size) < 0.7), -1, numbers)
    analysis = analyse(shown, int(layout.sum()), world.neighbors)
    assert not analysis.counted
    draws = [draw_layout(analysis, rng) for _ in range(3)]
    for draw in draws:
        assert draw.sum() == layout.sum()
        assert not draw[shown >= 0].any()
        assert (count_mines(draw, world.neighbors) == shown)[shown >= 0].all()
    assert not np.array_equal(draws[0], draws[1])


def test_weights_may_be_larger_than_any_float():
    rng = np.random.default_rng(3)
    huge = 10**400
    drawn = [pick([huge, 0, 3 * huge], rng) for _ in range(2000)]
    assert drawn.count(1) == 0
    assert chisquare([drawn.count(0), drawn.count(2)], [500, 1500]).pvalue > 0.001
    assert all(0 <= below(huge, rng) < huge for _ in range(20))


def test_choosing_none_or_all_uses_no_luck():
    rng = np.random.default_rng(3)
    before = rng.bit_generator.state
    assert choose([4, 5], 0, rng) == []
    assert choose([4, 5], 2, rng) == [4, 5]
    assert below(1, rng) == 0
    assert rng.bit_generator.state == before
