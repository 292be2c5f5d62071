"""The arithmetic of minesweeper's benchmarks; nothing here is timed."""

from __future__ import annotations

import pytest

from benchmarks import mines
from models.minesweeper import MinesweeperModel
from rules.deduction import analyse


@pytest.mark.parametrize(
    ("won", "games", "low", "high"), [(12, 20, 38.7, 78.1), (0, 10, 0.0, 27.8), (10, 10, 72.2, 100)]
)
def test_the_interval_is_wilsons(won, games, low, high):
    assert mines.interval(won, games) == pytest.approx((low, high), abs=0.06)


def test_positions_are_stuck_and_have_begun():
    neighbors = MinesweeperModel(**mines.EXPERT).world.neighbors
    found = mines.stuck_positions(3)
    assert len(found) == 3
    for shown in found:
        assert (shown >= 0).any()
        assert analyse(shown, mines.EXPERT["mines"], neighbors).forced


def test_every_fair_game_counts_only_if_it_is_won_with_all_mines():
    rows = list(mines.fairness(1))
    assert len(rows) == len(mines.BOARDS) * len(mines.POLICIES)
    assert all(row.holds for row in rows)
