"""What is known of a minefield against its slow twin, which writes every layout out; redraws against all layouts."""

import random
from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy.stats import chisquare

from patchwalk.world import make_world
from rules.deduction import analyse
from rules.mine_rules import MineRules
from rules.minefield import Minefield
from rules.redraw import draw_layout
from tests.twins.mines_twin import Known, all_layouts, meetable, nearness, to_blame

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
    """A number is named just if the numbers alone, with any total, cannot be met, and one that is to blame for it."""
    hidden = frozenset(range(board.world.size)) - shown.keys()
    if meetable(board.near, shown, hidden):
        assert conflict is None
    else:
        assert to_blame(board.near, shown, hidden, conflict)


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


def test_patches_taken_as_known_leave_the_layouts_that_agree():
    luck = random.Random("taken")
    boards = [Board(*sizes) for kind in BOARDS.values() for sizes in kind]
    left = Counter()
    for _ in range(200):
        board = luck.choice(boards)
        shown, mines = draw_position(board.near, luck)
        hidden = frozenset(range(board.world.size)) - shown.keys()
        taken = luck.sample(sorted(hidden), min(len(hidden), luck.randint(1, 3)))
        safe, mined = frozenset(taken[:1]), frozenset(taken[1:])
        known = Known(hidden, all_layouts(board.near, shown, mines, safe, mined))
        analysis = board.analyse(shown, mines, safe=safe, mined=mined)
        assert_known(analysis, known)
        left[bool(known.layouts)] += 1
    assert min(left[True], left[False]) > 20


class Tally:
    """Counts how often each layout was drawn."""

    def __init__(self, layouts):
        self.drawn = dict.fromkeys(layouts, 0)

    def add(self, layer):
        self.drawn[patches(layer)] += 1  # a layout that is not in the list is an error

    def assert_uniform(self):
        assert chisquare(list(self.drawn.values())).pvalue > 0.001


def positions_to_draw_from(count):
    """Positions of all kinds of worlds with some tens of layouts, half of them with patches taken as known."""
    luck = random.Random("redraw")
    found = []
    while len(found) < count:
        board = Board(*luck.choice(BOARDS[list(BOARDS)[len(found) // 2 % len(BOARDS)]]))
        shown, mines = draw_position(board.near, luck)
        hidden = sorted(set(range(board.world.size)) - shown.keys())
        safe, mined = frozenset(), frozenset()
        if len(found) % 2 and len(hidden) > 1:
            one, other = luck.sample(hidden, 2)
            safe, mined = luck.choice([({one}, set()), (set(), {one}), ({one}, {other})])
            safe, mined = frozenset(safe), frozenset(mined)
        layouts = all_layouts(board.near, shown, mines, safe, mined)
        if shown and 8 <= len(layouts) <= 50:
            found.append((board, shown, mines, safe, mined, layouts))
    return found


@pytest.mark.parametrize("case", positions_to_draw_from(8), ids=lambda case: f"{len(case[-1])} layouts")
def test_redraws_are_uniform(case):
    board, shown, mines, safe, mined, layouts = case
    analysis = board.analyse(shown, mines, safe=safe, mined=mined)
    rng = np.random.default_rng(3)
    tally = Tally(layouts)
    for _ in range(25 * len(layouts)):
        tally.add(draw_layout(analysis, rng))
    tally.assert_uniform()


def field_at(board, shown, layout, rules, rng):
    """A game in the middle."""
    mined = board.world.layer(bool, False)
    mined.flat[sorted(layout)] = True
    field = Minefield(board.world.neighbors, board.world.shape, len(layout), rng, rules, mined)
    field.restore(field.state() | {"shown": board.layer(shown), "revealed": len(shown)})
    return field


# Two pairs of which one has a mine, far from each other on a row, and three patches that touch no number.
ROW = Board("square", 9, 1, 8, "none"), {1: 1, 7: 1}, 4
HEXES = Board("hex", 4, 3, 6, "none"), {5: 1, 7: 1}, 3


@pytest.mark.parametrize(("board", "shown", "mines"), [ROW, HEXES])
@pytest.mark.parametrize("patch", [0, 4])
def test_a_guess_that_one_must_survive_draws_from_all_layouts_that_are_safe_there(board, shown, mines, patch):
    layouts = all_layouts(board.near, shown, mines)
    assert Known(frozenset(range(board.world.size)) - shown.keys(), layouts).forced
    tally = Tally([layout for layout in layouts if patch not in layout])
    rng = np.random.default_rng(4)
    field = field_at(board, shown, next(layout for layout in layouts if patch in layout), MineRules(), rng)
    before = field.state()
    for _ in range(25 * len(tally.drawn)):
        field.restore(before)
        field.open(patch)
        tally.add(field.layout)
    tally.assert_uniform()


@pytest.mark.parametrize("chord", [False, True])
def test_a_punished_guess_draws_from_all_layouts_with_a_mine_there(chord):
    board, shown, mines = Board("square", 4, 4, 8, "none"), {0: 0, 15: 1}, 2
    layouts = all_layouts(board.near, shown, mines)
    assert Known(frozenset(range(board.world.size)) - shown.keys(), layouts).safe
    # The chord has a flag on one of the three patches around the number in the corner.
    targets = {11, 14} if chord else {11}
    tally = Tally([layout for layout in layouts if targets & layout])
    now = next(layout for layout in layouts if not targets & layout)
    field = field_at(board, shown, now, MineRules(guesses="punish"), np.random.default_rng(5))
    field.flag(10)
    before = field.state()
    for _ in range(25 * len(tally.drawn)):
        field.restore(before)
        assert (field.chord(15) if chord else field.open(11)) == "lost"
        tally.add(field.layout)
    tally.assert_uniform()


@pytest.mark.parametrize("area", [False, True])
@pytest.mark.parametrize("fair", [False, True])
def test_after_the_first_move_all_layouts_are_alike(fair, area):
    board, patch, mines = Board("hex", 4, 3, 6, "none"), 0, 2
    layouts = [layout for layout in all_layouts(board.near, {}, mines) if patch not in layout]
    if area:
        layouts = [layout for layout in layouts if not layout & board.near[patch]]
    tally = Tally(layouts)
    rng = np.random.default_rng(6)
    rules = MineRules(fair=fair, first_opens_area=area)
    for _ in range(20 * len(layouts)):
        field = Minefield(board.world.neighbors, board.world.shape, mines, rng, rules)
        field.open(patch)
        tally.add(field.layout)
    tally.assert_uniform()


def test_hundreds_of_components_are_joined_by_few_large_products():
    count = 300
    world = make_world("square", 3 * count, 1, neighbors=8)
    shown = world.layer(np.int8, -1)
    shown[0, 1::3] = 1  # each number has a patch on either side, which touches no other number
    analysis = analyse(shown, count, world.neighbors, fractions=True)
    assert analysis.layouts == 2**count
    assert set(analysis.probability[shown < 0].tolist()) == {Fraction(1, 2)}
