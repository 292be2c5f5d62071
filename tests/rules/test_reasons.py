"""Why a patch is certain: the numbers named do force it, and none of them can be left out."""

from itertools import combinations

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.deduction import analyse
from rules.opening import count_mines
from rules.reasons import Reason, why
from rules.subsets import rings


def forced(world, shown, numbers, patch, mined, totals):
    """Whether these numbers, and a number of mines among `totals`, leave no other way for a patch, by enumeration."""
    hidden = np.flatnonzero(shown < 0).tolist()
    for total in totals:
        for chosen in combinations(hidden, total):
            layout = np.zeros(world.size, dtype=bool)
            layout[list(chosen)] = True
            if layout[patch] != mined and (count_mines(layout, world.neighbors) == shown)[numbers].all():
                return False
    return True


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("seed", range(12))
def test_reasons_are_sufficient_and_without_waste(grid, seed):
    world = make_world(grid, 5, 4, neighbors=8 if grid == "square" else 6)
    rng = np.random.default_rng(seed)
    layout = np.zeros(world.size, dtype=bool)
    mines = int(rng.integers(2, 6))
    layout[rng.choice(world.size, mines, replace=False)] = True
    shown = np.where(layout, -1, count_mines(layout, world.neighbors))
    shown[rng.choice(np.flatnonzero(~layout), 5, replace=False)] = -1
    analysis = analyse(shown, mines, world.neighbors)
    hidden = np.flatnonzero(shown < 0)
    everything = range(len(hidden) + 1)
    for patch in hidden.tolist():
        reason = why(shown, mines, world.neighbors, patch)
        if not (analysis.safe | analysis.mine)[patch]:
            assert reason is None
            continue
        assert reason.mined == analysis.mine[patch]
        assert all(shown[number] >= 0 for number in reason.numbers)
        totals = [mines] if reason.uses_total else everything
        assert forced(world, shown, reason.numbers, patch, reason.mined, totals)
        for number in reason.numbers:
            fewer = [other for other in reason.numbers if other != number]
            assert not forced(world, shown, fewer, patch, reason.mined, totals)
        if reason.uses_total:
            assert not forced(world, shown, np.flatnonzero(shown >= 0), patch, reason.mined, everything)


def row(text):
    return np.array([-1 if sign == "." else int(sign) for sign in text]), make_world(
        "square", len(text), 1, neighbors=8
    )


def test_a_single_number_is_reason_enough():
    shown, world = row("..2.1.")
    assert why(shown, 3, world.neighbors, 1) == Reason(1, True, [2], False)
    assert why(shown, 3, world.neighbors, 5) == Reason(5, False, [4, 2], False)


def test_the_total_alone_may_be_the_reason():
    shown, world = row("...0.")
    assert why(shown, 2, world.neighbors, 0) == Reason(0, True, [3], True)
    shown, world = row("..0")
    assert why(shown, 0, world.neighbors, 0) == Reason(0, False, [], True)


def test_open_and_shown_patches_have_no_reason():
    shown, world = row(".1..")
    assert why(shown, 1, world.neighbors, 0) is None
    assert why(shown, 1, world.neighbors, 1) is None
    assert why(shown, 1, world.neighbors, 3) == Reason(3, False, [1], True)


def test_an_impossible_position_has_no_reasons():
    shown, world = row("2..1.")
    assert why(shown, 2, world.neighbors, 1) is None


def test_rings_are_steps():
    world = make_world("hex", 8, 6, wrap=True)
    for steps, ring in enumerate(rings(world.neighbors, 9)):
        assert ring.tolist() == [patch for patch in range(world.size) if world.distance(9, patch) == steps]
    assert sum(len(ring) for ring in rings(world.neighbors, 9)) == world.size
    apart = np.array([[1], [0], [-1]], dtype=np.int32)
    assert [ring.tolist() for ring in rings(apart, 0)] == [[0], [1], [2]]


def test_numbers_to_which_there_is_no_way_count_too():
    apart = np.array([[1], [0], [3], [2]], dtype=np.int32)
    shown = np.array([-1, -1, 1, -1], dtype=np.int8)
    assert why(shown, 1, apart, 0) == Reason(0, False, [2], True)


def test_a_reason_close_by_is_found_without_a_look_at_the_whole_board(monkeypatch):
    looked_at = []

    def counted(neighbors, patch):
        for ring in rings(neighbors, patch):
            looked_at.extend(ring.tolist())
            yield ring

    monkeypatch.setattr("rules.subsets.rings", counted)
    world = make_world("square", 101, 101, neighbors=8)
    shown = np.zeros(world.shape, dtype=np.int8)
    shown[:, 50:] = -1
    reason = why(shown, 400, world.neighbors, world.patch(50, 50))
    assert not reason.mined
    assert len(reason.numbers) == 1
    assert len(looked_at) == 9
