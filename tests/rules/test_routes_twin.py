"""Routes against a slow walker: small random maps with every feature at once, and what explorers then walk."""

from dataclasses import replace
from itertools import pairwise
from math import inf, sqrt
from random import Random

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.maps import Map
from rules.routes import build_moves, choices, distances_from, distances_to, next_steps, patch_distances, route, waves
from tests.twins.random_plans import CENTERS, Drawn, draw
from tests.twins.slow_routes import (
    FLOOR,
    HEX_FLAT_SIDES,
    SQUARE_SIDES,
    Plan,
    length_of,
    rings,
    search,
    search_back,
    walk,
)

KINDS = [
    ("square", 4, "none"),
    ("square", 8, "both sides"),
    ("square", 8, "one side"),
    ("square", 8, "always"),
    ("square", 8, "none"),
    ("hex", 6, "none"),
]
MAPS = 100  # of each kind
CLOSE = 1e-9


class Case:
    """A random map, its moves, and where to go from and to."""

    def __init__(self, kind, seed):
        luck = Random(f"{kind} {seed}")
        self.drawn = draw(luck, *kind)
        self.plan = self.drawn.plan
        self.moves = build_moves(self.drawn.map(), diagonals=kind[2], doors_open=self.plan.doors_open)
        self.start, self.goal, self.other_goal = luck.choices(self.drawn.open_cells, k=3)
        self.found = search(self.plan, self.start)
        if luck.random() < 0.5:  # else many a way would be short
            lengths = self.found.patch_lengths()
            self.goal = max(lengths, key=lambda xy: length_of(lengths[xy]))
        self.kind, self.seed = kind, seed

    @property
    def said(self):
        return f"{self.kind} {self.seed}: from {self.start} to {self.goal} on {self.drawn}"

    def patch(self, xy):
        return self.drawn.patch(xy)

    def per_patch(self, lengths):
        """Lengths by cell as an array over patches, inf where there is none."""
        found = np.full(self.drawn.world.size, inf)
        for xy, pair in lengths.items():
            found[self.patch(xy)] = length_of(pair)
        return found

    def same(self, found, expected):
        if not np.allclose(found, expected, rtol=0, atol=CLOSE):
            np.testing.assert_allclose(found, expected, rtol=0, atol=CLOSE, err_msg=self.said)


@pytest.fixture(scope="module", params=KINDS, ids=lambda kind: f"{kind[0]} {kind[1]} {kind[2]}")
def cases(request):
    return [Case(request.param, seed) for seed in range(MAPS)]


def test_every_move_of_one_who_stands(cases):
    """The rows of the moves, one by one: where they lead, to slide or to stand there, what they cost, which jump."""
    for case in cases:
        moves, size = case.moves, case.drawn.world.size
        table = zip(*(column.tolist() for column in (moves.indices, moves.weights, moves.jump)), strict=True)
        table = [(int(moves.patch[end]), end < size, weight, jump) for end, weight, jump in table]
        for xy in case.drawn.open_cells:
            got = table[moves.indptr[case.patch(xy)] : moves.indptr[case.patch(xy) + 1]]
            allowed = {
                (case.patch(cell), sliding is None, length_of(price), jump)
                for (cell, sliding), price, jump in case.plan.moves((xy, None))
            }
            assert allowed.issuperset(got), case.said
            # Of a jump and an equally cheap plain step to stand there the plain one is kept: no way is cut for nothing.
            assert not any((*move, False) in allowed for *move, jump in got if jump and move[1]), case.said
            cheapest = case.plan.successors((xy, None)).items()
            expected = [(case.patch(cell), sliding is None, length_of(price)) for (cell, sliding), price in cheapest]
            assert sorted(move[:3] for move in got) == sorted(expected), case.said
        walked = ~moves.jump
        beside = case.drawn.world.neighbors[moves.patch[moves.sources], moves.direction]
        case.same(beside[walked], moves.patch[moves.indices][walked])


def test_distances_from(cases):
    for case in cases:
        found = distances_from(case.moves, case.patch(case.start))
        for touch in (True, False):
            expected = case.per_patch(case.found.patch_lengths(touch))
            case.same(patch_distances(case.moves, found, touch=touch), expected)


def test_distances_to(cases):
    for case in cases:
        goals = [case.goal] if case.seed % 2 else [case.goal, case.other_goal]
        for touch in (True, False):
            found = distances_to(case.moves, [case.patch(goal) for goal in goals], touch=touch)
            back = search_back(case.plan, goals, touch).lengths
            expected = case.per_patch({xy: pair for (xy, sliding), pair in back.items() if sliding is None})
            case.same(found[: case.drawn.world.size], expected)


def test_routes_are_walked_by_the_rules(cases):
    for case in cases:
        for touch in (True, False):
            way, _ = case.found.way(case.goal, touch)
            got = route(case.moves, case.patch(case.start), case.patch(case.goal), touch=touch)
            assert (got is None) == (way is None), case.said
            if got is not None:
                pair = case.found.lengths[way[-1]]
                assert (got.straight, got.diagonal) == pair, case.said
                assert got.length == pytest.approx(length_of(pair), abs=CLOSE)
                assert len(got.jumps) == len(got.patches) - 1
                cells = [case.drawn.xy(patch) for patch in got.patches]
                ends = walk(case.plan, case.start, cells, [bool(jump) for jump in got.jumps])
                ends = {state for state, pairs in ends.items() if pair in pairs and (touch or state[1] is None)}
                assert cells[-1] == case.goal, case.said
                assert ends, case.said


def test_waves_show_what_is_no_farther_than_the_goal(cases):
    for case in cases:
        for cheap in (False, True):
            plan = replace(case.plan, cheap_diagonals=True) if cheap else case.plan
            got = waves(case.moves, case.patch(case.start), case.patch(case.goal), cheap_diagonals=cheap)
            expected = np.full(case.drawn.world.size, -1)
            for xy, ring in rings(plan, case.start, case.goal).items():
                expected[case.patch(xy)] = ring
            case.same(got, expected)


def test_explorers_who_take_the_next_steps_walk_exactly_the_distance(cases):
    for case in cases:
        for touch in (True, False):
            left = distances_to(case.moves, [case.patch(case.goal)], touch=touch)
            steps = next_steps(case.moves, left)
            assert_steps_cost_what_is_left(case, left, steps)
            assert_walkers_arrive(case, left, steps, touch)


def assert_steps_cost_what_is_left(case, left, steps):
    """From each state, sliding ones too, the next one is a move away, and nearer by just what the move costs."""
    indptr, indices, weights = case.moves.indptr, case.moves.indices, case.moves.weights
    on_the_way = (left > 0) & (left < inf)
    assert (steps[~on_the_way] == -1).all(), case.said
    chosen = choices(case.moves, left).tolist()
    for state in np.flatnonzero(on_the_way).tolist():
        row = slice(indptr[state], indptr[state + 1])
        shortest = [
            abs(price + left[end] - left[state]) < CLOSE for end, price in zip(indices[row], weights[row], strict=True)
        ]
        assert chosen[row] == shortest, case.said
        prices = dict(zip(indices[row].tolist(), weights[row].tolist(), strict=True))
        assert abs(prices[int(steps[state])] + left[steps[state]] - left[state]) < CLOSE, case.said


def assert_walkers_arrive(case, left, steps, touch):
    """One who stands anywhere walks to the goal by the rules, at the cost that was promised."""
    for start in case.drawn.open_cells:
        state = case.patch(start)
        if left[state] < inf:
            states = [state]
            while (state := steps[state]) >= 0:
                states.append(state)
                assert len(states) <= case.moves.states, f"an explorer goes round in circles: {case.said}"
            cells = [case.drawn.xy(case.moves.patch[state]) for state in states]
            assert cells[-1] == case.goal, case.said
            ends = walk(case.plan, start, cells)
            paid = [pair for state, pairs in ends.items() if touch or state[1] is None for pair in pairs]
            assert any(abs(length_of(pair) - left[states[0]]) < CLOSE for pair in paid), case.said


@pytest.mark.parametrize("wrap", ["x", "y", "both"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind[0]} {kind[1]} {kind[2]}")
def test_a_wrapped_world_is_walked_over_its_seams(kind, wrap):
    grid, neighbors, diagonals = kind
    sides = SQUARE_SIDES if grid == "square" else HEX_FLAT_SIDES
    for width, height in [(4, 3), (6, 5), *([] if grid == "hex" and wrap != "y" else [(3, 4), (5, 5)])]:
        cells = [(x, y) for y in range(height) for x in range(width)]
        # A loop floor far wider than the map folds no column, and one far higher no row.
        x0, x1 = (0, width - 1) if wrap != "y" else (-100, 99)
        y0, y1 = (0, height - 1) if wrap != "x" else (-100, 99)
        plan = Plan(dict.fromkeys(cells, FLOOR), CENTERS[grid], sides, diagonals, loops=[(x0, y0, x1, y1)])
        drawn = Drawn(grid, neighbors, width, height, plan)
        moves = build_moves(Map(make_world(grid, width, height, neighbors=neighbors, wrap=wrap)), diagonals=diagonals)
        for start in cells:
            lengths = search(plan, start).patch_lengths()
            expected = [length_of(lengths[xy]) for xy in cells]
            got = patch_distances(moves, distances_from(moves, drawn.patch(start)))
            np.testing.assert_allclose(got, expected, rtol=0, atol=CLOSE, err_msg=f"{width} x {height} from {start}")


def test_the_random_maps_have_everything():
    """Features are met on the ways found, not only drawn: jumps, slides, diagonals, and maps without a way."""
    met = {"jump": 0, "slide": 0, "diagonal": 0, "no way": 0, "long": 0}
    for seed in range(MAPS):
        case = Case(("square", 8, "one side"), seed)
        way, _ = case.found.way(case.goal)
        states = way or []
        met["no way"] += way is None
        met["long"] += len(states) > 6
        met["slide"] += any(sliding is not None for _, sliding in states)
        for state, after in pairwise(states):
            met["jump"] += any(jump and end == after for end, _, jump in case.plan.moves(state))
            met["diagonal"] += case.plan.successors(state)[after] == (0, 1)
    assert min(met.values()) >= 10, met


def test_the_square_root_of_2_is_what_a_diagonal_costs():
    moves = build_moves(Map(make_world("square", 3, 3, neighbors=8)))
    assert distances_from(moves, 0)[4] == sqrt(2)
