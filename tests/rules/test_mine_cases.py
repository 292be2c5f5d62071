"""Given positions with their answers: every case in tests/cases/mines and in the folder PATCHWALK_MINE_CASES.

A case has its rows from the top and names patches "row,column". Hexes are given in rows, the odd ones shoved right by
half a patch (odd-r). Transposed they are columns, the odd ones half a patch further on: read down the screen, that is
our world, whose odd columns lie lower. So on hexes row r and column c are our column r, and c patches below the top.
"""

import json
import os
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.deduction import analyse

HERE = Path(__file__).parent.parent / "cases" / "mines"
EXTRA = os.environ.get("PATCHWALK_MINE_CASES")
FILES = [*sorted(HERE.glob("*.json")), *(sorted(Path(EXTRA).glob("*.json")) if EXTRA else [])]


def test_cases_are_there():
    assert FILES


class Case:
    """A case on a world of ours."""

    def __init__(self, path):
        self.data = json.loads(path.read_text(encoding="utf-8"))
        rows = self.data["rows"]
        self.hex = self.data["grid"] == "hex"
        sizes = len(rows[0]), len(rows)
        self.width, self.height = sizes[::-1] if self.hex else sizes
        self.world = make_world(
            self.data["grid"],
            self.width,
            self.height,
            neighbors=6 if self.hex else 8,
            wrap=self.data["torus"],
        )
        self.shown = np.full(self.world.shape, -1, dtype=np.int8)
        for row, line in enumerate(rows):
            for column, sign in enumerate(line):
                if sign.isdigit():
                    self.shown.reshape(-1)[self.patch(row, column)] = int(sign)

    def patch(self, row, column):
        x, from_top = (row, column) if self.hex else (column, row)
        return self.world.patch(x, self.height - 1 - from_top)

    def layer(self, cells):
        layer = np.zeros(self.world.size, dtype=bool)
        for row, column in cells:
            layer[self.patch(row, column)] = True
        return layer.reshape(self.world.shape)


def near_in_case(data, row, column):
    """The neighbours of a cell as the case's own format has them."""
    height, width = len(data["rows"]), len(data["rows"][0])
    if data["grid"] == "hex":
        left = -1 if row % 2 == 0 else 0
        cells = [(row, column - 1), (row, column + 1)]
        cells += [(row + up, column + left + right) for up in (-1, 1) for right in (0, 1)]
    else:
        cells = [(row + a, column + b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
    if data["torus"]:
        return {(r % height, c % width) for r, c in cells}
    return {(r, c) for r, c in cells if 0 <= r < height and 0 <= c < width}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_our_neighbors_are_those_of_the_case(path):
    case = Case(path)
    for row, line in enumerate(case.data["rows"]):
        for column in range(len(line)):
            expected = {case.patch(*cell) for cell in near_in_case(case.data, row, column)}
            ours = case.world.neighbors[case.patch(row, column)]
            assert set(ours[ours >= 0].tolist()) == expected


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_answers_are_right(path):
    case = Case(path)
    expect = case.data["expect"]
    analysis = analyse(case.shown, case.data["mines"], case.world.neighbors, fractions=True)
    assert analysis.exact
    assert analysis.layouts == expect["layouts"]
    assert analysis.consistent == (expect["layouts"] > 0)
    assert analysis.won == expect["won"]
    assert analysis.forced == expect["forced_guess"]
    if not analysis.consistent:
        assert not analysis.safe.any()
        assert not analysis.mine.any()
        return
    np.testing.assert_array_equal(analysis.safe, case.layer(expect["safe"]))
    np.testing.assert_array_equal(analysis.mine, case.layer(expect["mine"]))
    shares = {name: Fraction(share) for name, share in expect["prob"].items()}
    assert len(shares) == (case.shown < 0).sum()
    for name, share in shares.items():
        row, column = map(int, name.split(","))
        assert analysis.probability.reshape(-1)[case.patch(row, column)] == share
