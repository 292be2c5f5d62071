"""What is known of a minefield against its slow twin, which writes every layout out; redraws against all layouts."""

import random
from collections import Counter
from math import comb

import numpy as np
import pytest
from scipy.stats import chisquare

from patchwalk.world import make_world
from rules.deduction import analyse
from rules.mine_rules import MineRules
from rules.minefield import Minefield
from rules.redraw import draw_layout
from tests.twins.mines_twin import Known, all_layouts, fronts, meetable, nearness

# grid, width, height, neighbours, wrap
BOARDS = {
    "square": [("square", *size, 8, "none") for size in [(3, 3), (4, 3), (4, 4), (5, 4), (2, 5), (8, 1)]],
    "square by 4": [("square", *size, 4, wrap) for size, wrap in [((3, 4), "none"), ((5, 3), "both"), ((4, 4), "x")]],
    "hex": [("hex", *size, 6, "none") for size in [(3, 3), (4, 3), (4, 4), (3, 5), (5, 4)]],
    "torus": [
        *(("square", *size, 8, "both") for size in [(3, 3), (4, 3), (4, 4), (5, 4)]),
        *(("hex", *size, 6, "both") for size in [(4, 3), (4, 4), (4, 5)]),
        ("hex", 3, 4, 6, "y"),
    ],
}
MOST_LAYOUTS = 1000  # among how many a position is at most sought


class Board:
    """A world and the same as the twin sees it."""

    def __init__(self, grid, width, height, neighbors, wrap):
        self.world = make_world(grid, width, height, neighbors=neighbors, wrap=wrap)
        self.near = nearness(grid, width, height, neighbors, wrap)

    def layer(self, shown):
        layer = self.world.layer(np.int8, -1)
        for patch, number in shown.items():
            layer.flat[patch] = number
        return layer

    def analyse(self, shown, mines, **options):
        return analyse(self.layer(shown), mines, self.world.neighbors, fractions=True, **options)


@pytest.mark.parametrize("kind", BOARDS)
def test_the_twin_has_the_same_neighbors(kind):
    for sizes in BOARDS[kind]:
        board = Board(*sizes)
        for patch, near in enumerate(board.near):
            assert set(board.world.neighbors_of(patch)) == near


def patches(layer):
    """The patches where a layer is true."""
    return frozenset(np.flatnonzero(layer).tolist())


def draw_position(near, luck):
    """Numbers of some safe patches of a layout; now and then one of them is wrong, or the number of mines."""
    size = len(near)
    mines = luck.randint(0, size * 2 // 3)
    layout = frozenset(luck.sample(range(size), mines))
    safe = [patch for patch in luck.sample(range(size), size) if patch not in layout]
    most_hidden = max(hidden for hidden in range(mines, size + 1) if comb(hidden, mines) <= MOST_LAYOUTS)
    count = luck.randint(size - most_hidden, len(safe))
    shown = {patch: len(near[patch] & layout) for patch in safe[:count]}
    spoil = luck.random()
    if spoil < 0.2 and shown:
        patch = luck.choice(list(shown))
        shown[patch] = max(0, shown[patch] + luck.choice((-1, 1)))
    elif spoil < 0.3:
        mines = max(0, mines + luck.choice((-2, -1, 1, 2)))
    return shown, mines


def assert_known(analysis, known):
    """The analysis says what the list of all layouts says."""
    assert analysis.exact
    assert analysis.layouts == len(known.layouts)
    assert analysis.consistent == bool(known.layouts)
    assert patches(analysis.safe) == known.safe
    assert patches(analysis.mine) == known.mined
    assert analysis.forced == known.forced
    assert analysis.won == known.won
    shares = analysis.probability.reshape(-1).tolist()
    for patch, share in enumerate(shares):
        if known.layouts and patch in known.hidden:
            assert share == known.share(patch)
        else:
            assert share != share, "there is no probability here"


def assert_conflict(board, shown, conflict):
    """A number is named just if the numbers alone, with any total, cannot be met; it stands in a front that cannot."""
    hidden = frozenset(range(board.world.size)) - shown.keys()
    if meetable(board.near, shown, hidden):
        assert conflict is None
        return
    (front,) = (front for front in fronts(board.near, shown) if conflict in front)
    assert not meetable(board.near, front, hidden)


@pytest.mark.parametrize("kind", BOARDS)
def test_what_is_known_is_what_the_list_of_all_layouts_says(kind):
    luck = random.Random(kind)
    boards = [Board(*sizes) for sizes in BOARDS[kind]]
    seen = Counter()
    for _ in range(500):
        board = luck.choice(boards)
        shown, mines = draw_position(board.near, luck)
        hidden = frozenset(range(board.world.size)) - shown.keys()
        known = Known(hidden, all_layouts(board.near, shown, mines))
        analysis = board.analyse(shown, mines)
        assert_known(analysis, known)
        if known.layouts:
            assert analysis.conflict is None
        else:
            assert_conflict(board, shown, analysis.conflict)
        seen.update({"some": bool(known.layouts), "safe": bool(known.safe), "mined": bool(known.mined)})
        seen.update({"forced": known.forced, "won": known.won, "conflict": analysis.conflict is not None})
    assert min(seen.values()) > 20, "there must be positions of every sort"
