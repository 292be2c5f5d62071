"""What can be known of a minefield, on positions small enough to be understood or enumerated."""

from fractions import Fraction
from itertools import combinations
from math import comb, log10

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patchwalk.world import make_world
from rules import solution
from rules.deduction import Analyser, analyse
from rules.opening import count_mines
from rules.sat import available


def position(text):
    """Rows from the top, "." hidden: the layer, and the neighbours of a square world with eight directions."""
    rows = text.split()[::-1]
    shown = np.array([[-1 if sign == "." else int(sign) for sign in row] for row in rows], dtype=np.int8)
    return shown, make_world("square", shown.shape[1], shown.shape[0], neighbors=8).neighbors


def fitting(shown, mines, neighbors):
    """All layouts that fit, as a bool array (layouts, patches)."""
    flat = shown.reshape(-1)
    numbers = np.flatnonzero(flat >= 0)
    chosen = np.array(list(combinations(np.flatnonzero(flat < 0).tolist(), mines)), dtype=int)
    layouts = np.zeros((len(chosen), flat.size + 1), dtype=bool)
    layouts[np.arange(len(chosen))[:, np.newaxis], chosen.reshape(len(chosen), mines)] = True
    fits = (layouts[:, neighbors[numbers]].sum(axis=2) == flat[numbers]).all(axis=1)
    return layouts[fits, :-1]


@st.composite
def positions(draw):
    """A world and a position that comes from a layout, or mostly does."""
    grid, directions, width, height, wrap = draw(
        st.sampled_from(
            [
                ("square", 8, 4, 4, "none"),
                ("square", 8, 3, 5, "both"),
                ("square", 4, 4, 3, "x"),
                ("hex", 6, 4, 4, "none"),
                ("hex", 6, 4, 3, "both"),
                ("square", 8, 12, 1, "none"),
            ]
        )
    )
    world = make_world(grid, width, height, neighbors=directions, wrap=wrap)
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    mines = draw(st.integers(0, 6))
    layout = np.zeros(world.size, dtype=bool)
    layout[rng.choice(world.size, mines, replace=False)] = True
    hide = layout | (rng.random(world.size) < rng.random())
    shown = np.where(hide, -1, count_mines(layout, world.neighbors)).astype(np.int8)
    if draw(st.integers(0, 9)) == 0:
        shown[rng.integers(world.size)] = rng.integers(0, 9)
    return world, shown.reshape(world.shape), mines


@settings(max_examples=150, deadline=None, derandomize=True)
@given(positions())
def test_everything_is_what_enumeration_says(given_position):
    world, shown, mines = given_position
    layouts = fitting(shown, mines, world.neighbors)
    analysis = analyse(shown, mines, world.neighbors, fractions=True)
    assert analysis.layouts == len(layouts)
    assert analysis.consistent == (len(layouts) > 0)
    hidden = (shown < 0).reshape(-1)
    if not len(layouts):
        assert not (analysis.safe | analysis.mine).any()
        return
    mined = layouts.sum(axis=0)
    np.testing.assert_array_equal(analysis.safe.reshape(-1), hidden & (mined == 0))
    np.testing.assert_array_equal(analysis.mine.reshape(-1), hidden & (mined == len(layouts)))
    for patch in np.flatnonzero(hidden):
        assert analysis.probability.reshape(-1)[patch] == Fraction(int(mined[patch]), len(layouts))
    floats = analyse(shown, mines, world.neighbors).probability.reshape(-1)
    np.testing.assert_allclose(floats[hidden], mined[hidden] / len(layouts), rtol=1e-14)
    assert analysis.log10_layouts == pytest.approx(log10(len(layouts)))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(positions(), st.integers(0, 10**6))
def test_move_by_move_is_the_same_as_from_scratch(given_position, seed):
    world, shown, mines = given_position
    rng = np.random.default_rng(seed)
    analyser = Analyser(world.neighbors, mines)
    now = np.full(world.size, -1, dtype=np.int8)
    for patch in rng.permutation(np.flatnonzero(shown.reshape(-1) >= 0)):
        now[patch] = shown.reshape(-1)[patch]
        if rng.random() < 0.1:  # back to an earlier position
            now[rng.integers(world.size)] = -1
        kept, fresh = analyser.analyse(now), analyse(now, mines, world.neighbors)
        assert kept.consistent == fresh.consistent
        np.testing.assert_array_equal(kept.safe, fresh.safe)
        np.testing.assert_array_equal(kept.mine, fresh.mine)
        assert kept.layouts == fresh.layouts


def test_layers_have_the_shape_of_the_position():
    shown, neighbors = position("..1 1..")
    for given_shown in (shown, shown.reshape(-1)):
        analysis = analyse(given_shown, 2, neighbors)
        for layer in (analysis.safe, analysis.mine, analysis.probability):
            assert layer.shape == given_shown.shape
    assert np.isnan(analyse(shown, 2, neighbors).probability[shown >= 0]).all()


def test_layers_cannot_be_written():
    analysis = analyse(*_with(position("..1 1.."), 2))
    for layer in (analysis.safe, analysis.mine, analysis.probability):
        with pytest.raises(ValueError, match="read-only"):
            layer[0, 0] = 1


def _with(shown_and_neighbors, mines):
    shown, neighbors = shown_and_neighbors
    return shown, mines, neighbors


def test_fractions_are_fractions():
    analysis = analyse(*_with(position("#1##".replace("#", ".")), 1), fractions=True)
    assert analysis.probability[0, 0] == Fraction(1, 2)
    assert isinstance(analysis.probability[0, 0], Fraction)
    assert np.isnan(analysis.probability[0, 1])


def test_a_position_of_another_size_is_refused():
    shown, neighbors = position("..1 1..")
    with pytest.raises(ValueError, match="shown has 4 patches, the neighbour table has 6"):
        analyse(shown[:, :2], 1, neighbors)


@pytest.mark.parametrize(
    ("text", "mines", "number"),
    [
        ("4. ..", 3, 2),  # more than there are hidden patches around it
        ("3.1. ....", 5, 6),  # three mines beside the 3, two of them beside the 1
        ("1.2 0.0", 1, None),  # a zero with a mine beside it
        ("1.2.0", 2, None),
        ("8", 0, 0),
    ],
)
def test_a_contradiction_names_a_number(text, mines, number):
    shown, neighbors = position(text)
    analysis = analyse(shown, mines, neighbors)
    assert not analysis.consistent
    assert analysis.layouts == 0
    assert analysis.conflict is not None
    assert shown.reshape(-1)[analysis.conflict] >= 0
    if number is not None:
        assert analysis.conflict == number
    assert np.isnan(analysis.probability).all()


@pytest.mark.parametrize("mines", [0, 3, 5])
def test_a_wrong_total_names_no_number(mines):
    analysis = analyse(*_with(position(".1.1."), mines))
    assert not analysis.consistent
    assert analysis.conflict is None


def test_two_fronts_may_hang_together_only_by_the_total():
    # Each end needs one or two mines; only together they say what is left for the middle.
    shown, neighbors = position(".1...1.")
    analysis = analyse(shown, 2, neighbors)
    assert analysis.safe[0].tolist() == [False, False, False, True, False, False, False]
    assert analyse(shown, 3, neighbors).mine[0].tolist() == [False, False, False, True, False, False, False]
    assert not (analyse(shown, 1, neighbors).consistent)


def test_nothing_shown_leaves_everything_open():
    world = make_world("square", 100, 100, neighbors=8)
    analysis = analyse(np.full(world.shape, -1), 2000, world.neighbors)
    assert analysis.layouts == comb(10_000, 2000)
    assert analysis.log10_layouts == pytest.approx(log10(comb(10_000, 2000)))
    assert (analysis.probability == 0.2).all()
    assert analysis.forced
    assert not analysis.won


def test_a_board_of_a_million_patches_is_no_trouble():
    neighbors = np.full((1_000_000, 8), -1, dtype=np.int32)
    neighbors[0, 0], neighbors[1, 0] = 1, 0
    shown = np.full(1_000_000, -1, dtype=np.int8)
    shown[0] = 1
    analysis = analyse(shown, 150_001, neighbors)
    assert analysis.mine[1]
    assert analysis.probability[2] == pytest.approx(150_000 / 999_998)


def test_patches_may_be_taken_as_known():
    shown, neighbors = position("....")
    analysis = analyse(shown, 2, neighbors, safe=[0], mined=[3], fractions=True)
    assert analysis.layouts == 2
    assert analysis.probability[0].tolist() == [0, Fraction(1, 2), Fraction(1, 2), 1]
    assert not analyse(shown, 2, neighbors, safe=[0], mined=[0]).consistent
    assert not analyse(shown, 2, neighbors, safe=[0, 1, 2]).consistent


def test_what_was_taken_as_known_is_forgotten_with_the_next_question():
    shown, neighbors = position(".1..")
    analyser = Analyser(neighbors, 1)
    assert analyser.analyse(shown, mined=[0]).safe[0].tolist() == [False, False, True, True]
    assert analyser.analyse(shown).safe[0].tolist() == [False, False, False, True]


def test_won_when_only_mines_are_hidden():
    assert analyse(*_with(position("2.2 2.2"), 2)).won
    assert not analyse(*_with(position(".1."), 1)).won


def scattered(size, seed=1):
    """A position as nobody plays it, with numbers here and there, and its layout."""
    world = make_world("square", size, size, neighbors=8)
    rng = np.random.default_rng(seed)
    layout = rng.random(world.size) < 0.2
    hide = layout | (rng.random(world.size) < 0.7)
    shown = np.where(hide, -1, count_mines(layout, world.neighbors)).astype(np.int8)
    return world, shown, layout


def test_too_many_states_are_given_up(monkeypatch):
    monkeypatch.setattr(solution, "MOST_STATES", 10)
    monkeypatch.setattr("rules.hard.available", lambda: False)
    world, shown, layout = scattered(12)
    analysis = analyse(shown, int(layout.sum()), world.neighbors)
    assert analysis.consistent
    assert not analysis.exact
    assert not analysis.counted
    assert analysis.layouts is None
    assert analysis.log10_layouts is None
    assert not layout[analysis.safe].any()
    assert layout[analysis.mine].all()
    is_open = (shown < 0) & ~analysis.safe & ~analysis.mine
    assert np.isnan(analysis.probability[is_open]).all()
    assert (analysis.probability[analysis.safe] == 0).all()
    assert (analysis.probability[analysis.mine] == 1).all()


@pytest.mark.skipif(not available(), reason="python-sat (the extra `sat`) is not installed")
@pytest.mark.parametrize("off", [0, -8, 8])
def test_the_solver_finds_what_the_states_tell(monkeypatch, off):
    for seed in range(6):
        world, shown, layout = scattered(9, seed)
        mines = int(layout.sum()) + off
        states = analyse(shown, mines, world.neighbors)
        monkeypatch.setattr(solution, "MOST_STATES", 5)
        solver = analyse(shown, mines, world.neighbors)
        monkeypatch.undo()
        assert solver.hard is not None
        assert solver.exact
        assert solver.consistent == states.consistent
        np.testing.assert_array_equal(solver.safe, states.safe)
        np.testing.assert_array_equal(solver.mine, states.mine)


@pytest.mark.skipif(not available(), reason="python-sat (the extra `sat`) is not installed")
def test_the_solver_names_a_number_that_cannot_be_met(monkeypatch):
    shown, neighbors = position(".1.2.1. .......")
    shown[1, 3] = 6
    shown[1, 1] = 3
    monkeypatch.setattr(solution, "MOST_STATES", 1)
    analysis = analyse(shown, 7, neighbors)
    assert analysis.consistent == analyse(shown, 7, neighbors).consistent
    shown[1, 5] = 0
    analysis = analyse(shown, 7, neighbors)
    assert not analysis.consistent
    assert shown.reshape(-1)[analysis.conflict] >= 0
