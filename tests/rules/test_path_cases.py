"""Given maps with their distances: every case in tests/cases/paths and in the folder PATCHWALK_PATH_CASES.

FORMAT.md beside the cases describes them. Their rows come from the top and their y grows downward, so squares are only
turned upside down. Our hexes have flat tops, and columns 1, 3, 5, … lie half a patch lower. So

- odd-q (odd columns lower) is ours turned upside down;
- even-q (even columns lower) is the same after a shift by one column, which adds a solid one at the left;
- odd-r and even-r (rows shoved right) are transposed first: rows become columns, and "right" becomes "down".
"""

import json
import os
from pathlib import Path

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.maps import ARROW, DOOR, FLOOR, ICE, LOCKED, OUT, SOLID, WALL, Map
from rules.routes import build_moves, choices, distances_from, distances_to, next_steps, patch_distances, route, waves

HERE = Path(__file__).parent.parent / "cases" / "paths"
EXTRA = os.environ.get("PATCHWALK_PATH_CASES")
FILES = [*sorted(HERE.glob("*.json")), *(sorted(Path(EXTRA).glob("*.json")) if EXTRA else [])]

RULES = {False: "none", None: "none", "both_sides": "both sides", "one_side": "one side", "always": "always"}
EDGES = {"wall": WALL, "door": DOOR, "locked": LOCKED, "oneway": OUT}
KINDS = {".": FLOOR, "X": FLOOR, "#": SOLID, "~": ICE}
ARROWS = "^>v<"
SIDES = {
    "square": ("N", "E", "S", "W"),
    "q": ("N", "NE", "SE", "S", "SW", "NW"),
    "r": ("W", "SW", "SE", "E", "NE", "NW"),  # what our N, NE, … are before they are transposed
}


def test_cases_are_there():
    assert FILES


class Case:
    """A case on a map of ours."""

    def __init__(self, path):
        self.data = json.loads(path.read_text(encoding="utf-8"))
        layout = self.data.get("layout", "")
        self.transposed = layout.endswith("-r")
        self.shift = int(layout.startswith("even"))
        self.rule = RULES[self.data.get("diagonal", False)]
        hexes = self.data["grid"] == "hex"
        sizes = self.data["width"], self.data["height"]
        width, self.height = sizes[::-1] if self.transposed else sizes
        directions = 6 if hexes else 4 if self.rule == "none" else 8
        self.world = make_world(self.data["grid"], width + self.shift, self.height, neighbors=directions)
        self.sides = dict(zip(SIDES[layout[-1] if hexes else "square"], self.world.sides, strict=True))
        self.map = Map(self.world)
        self._draw()
        self.start, self.goal = self.patch(*self.data["start"]), self.patch(*self.data["goal"])
        self.touch = self.data.get("goal_mode", "touch") == "touch"
        self.moves = build_moves(self.map, self.rule, bool(self.data.get("locked_open")))

    def patch(self, x, y):
        if self.transposed:
            x, y = y, x
        return self.world.patch(x + self.shift, self.height - 1 - y)

    def _draw(self):
        for y in range(self.height if self.shift else 0):
            self.map.set_kind(self.world.patch(0, y), SOLID)
        for y, line in enumerate(self.data["cells"]):
            for x, sign in enumerate(line):
                patch = self.patch(x, y)
                kind = ARROW + self.world.sides[ARROWS.index(sign)] if sign in ARROWS else KINDS[sign]
                self.map.set_kind(patch, kind)
                self.map.set_no_entry(patch, sign == "X")
        for x, y, side, kind in self.data.get("edges", []):
            self.map.set_edge(self.patch(x, y), self.sides[side], EDGES[kind])
        for warp in self.data.get("warps", []):
            x, y = warp["to"]
            if 0 <= x < self.data["width"] and 0 <= y < self.data["height"]:  # others do nothing, and we refuse them
                self.map.set_warp(self.patch(*warp["from"]), self.patch(x, y), warp.get("forced", True))
        for floor in self.data.get("floors", []):
            x0, y0, x1, y1 = floor["rect"]
            self.map.set_floor(floor["name"], self.patch(x0, y0), self.patch(x1, y1), floor["loop"])

    def table(self):
        """The right distances, (size,)."""
        found = np.full(self.world.size, np.inf)
        for y, line in enumerate(self.data["answer"]["distance"]):
            for x, distance in enumerate(line):
                if distance is not None:
                    found[self.patch(x, y)] = distance
        return found


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def case(request):
    return Case(request.param)


def test_path_cases_have_the_right_distances(case):
    far = patch_distances(case.moves, distances_from(case.moves, case.start), case.touch)
    np.testing.assert_allclose(far, case.table(), rtol=0, atol=1e-9)
    assert np.isfinite(far).sum() == case.data["answer"]["reachable_cells"]


def test_path_cases_have_the_right_way(case):
    answer, way = case.data["answer"], route(case.moves, case.start, case.goal, case.touch)
    back = distances_to(case.moves, case.goal, case.touch)[case.start]
    if not answer["reachable"]:
        assert way is None
        assert back == np.inf
        return
    assert (way.straight, way.diagonal) == (answer["straight"], answer["diagonal"])
    assert way.length == pytest.approx(answer["length"], abs=1e-9)
    assert back == pytest.approx(answer["length"], abs=1e-9)
    assert way.patches[[0, -1]].tolist() == [case.start, case.goal]
    assert len(way.patches) == len(way.jumps) + 1 == way.straight + way.diagonal + 1


def test_path_cases_have_as_many_shortest_ways(case):
    moves, far = case.moves, distances_from(case.moves, case.start)
    ends = [state for state in range(moves.states) if moves.patch[state] == case.goal]
    ends = [state for state in ends if case.touch or state < case.world.size]
    least = far[ends].min()
    ways = np.zeros(moves.states, dtype=object)
    ways[case.start] = 1
    for state in np.argsort(far, kind="stable").tolist():
        if far[state] == np.inf:
            break
        for move in range(moves.indptr[state], moves.indptr[state + 1]):
            target = moves.indices[move]
            if far[state] + moves.weights[move] <= far[target] + 1e-9:
                ways[target] += ways[state]
    counted = sum(ways[end] for end in ends if far[end] <= least + 1e-9) if least < np.inf else 0
    assert counted == case.data["answer"]["shortest_paths"]


def test_path_cases_are_walked_step_by_step(case):
    moves, left = case.moves, distances_to(case.moves, case.goal, case.touch)
    steps, chosen, state, cost = next_steps(moves, left), choices(moves, left), case.start, 0.0
    while steps[state] >= 0:
        move = moves.number(state, steps[state])
        assert chosen[move]
        cost += moves.weights[move]
        state = steps[state]
    if case.data["answer"]["reachable"]:
        assert moves.patch[state] == case.goal
        assert cost == pytest.approx(case.data["answer"]["length"], abs=1e-9)
    else:
        assert state == case.start


def test_path_cases_have_waves_up_to_the_goal(case):
    table = case.table()
    rings = waves(case.moves, case.start, case.goal, case.touch)
    shown = (table <= table[case.goal] + 1e-8) & np.isfinite(table)
    np.testing.assert_array_equal(rings >= 0, shown)
    np.testing.assert_array_equal(rings[shown], np.ceil(table[shown]))
