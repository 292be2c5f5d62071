"""Numbers of a minefield, cascades, and 3BV."""

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.opening import mines_from_chance, mines_from_percent, three_bv
from tests.helpers.mine_games import game, given_game


@pytest.mark.parametrize(
    ("layout", "openings"),
    [("*.. ... ...", 1), ("... .*. ...", 8), ("*..* .... ....", 1 + 2), (".*.* ....", 6), ("*....*.", 1 + 1)],
)
def test_3bv(layout, openings):
    field = given_game(layout)
    assert three_bv(field.layout, field.neighbors) == openings


def test_3bv_of_nothing_but_mines_is_0():
    assert three_bv(np.ones((1, 2), dtype=bool), make_world("square", 2, 1, neighbors=8).neighbors) == 0


def test_3bv_is_the_number_of_openings_that_it_takes():
    for seed in range(10):
        field = game(9, 7, 9, seed, fair=False)
        openings = 0
        numbers = field.numbers.reshape(-1)
        safe = np.flatnonzero(~field.layout.reshape(-1))
        for patch in sorted(safe.tolist(), key=lambda patch: numbers[patch] > 0):
            openings += field.open(patch) != "nothing"
        assert field.phase == "won"
        assert openings == three_bv(field.layout, field.neighbors)


def test_numbers_of_mines():
    assert mines_from_percent(225, 16) == 36
    assert mines_from_percent(9, 1) == 1
    assert mines_from_percent(9, 100) == 8
    drawn = [mines_from_chance(100, 0.2, np.random.default_rng(seed)) for seed in range(50)]
    assert 17 < np.mean(drawn) < 23
    assert mines_from_chance(4, 1, np.random.default_rng(0)) == 3
    assert mines_from_chance(4, 0, np.random.default_rng(0)) == 1
