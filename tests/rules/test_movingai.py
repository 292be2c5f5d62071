"""Maps of the Moving AI benchmarks with known shortest lengths, and a small one of our own.

The benchmark files are no part of the project: the test reads the folder named by PATCHWALK_MOVINGAI, or one named
`shared/movingai` beside the repository, and is skipped where neither exists.
"""

import os
from pathlib import Path

import numpy as np
import pytest

from rules.mapfile import read_map, read_scen
from rules.routes import build_moves, distances_to, patch_distances, route
from tests.twins.slow_routes import FLOOR, SOLID, SQUARE_SIDES, Plan, length_of, search

ROOT = Path(__file__).resolve().parents[2]
OWN = ROOT / "tests" / "cases" / "movingai"
NAMED = os.environ.get("PATCHWALK_MOVINGAI")
BENCHMARKS = Path(NAMED) if NAMED else ROOT.parent / "shared" / "movingai"
FOLDERS = {"own": OWN, "benchmarks": BENCHMARKS}


def scen_files():
    """Every .scen of both folders; one that is skipped where there are no benchmarks."""
    found = [
        pytest.param(path, id=f"{name} {path.stem}")
        for name, folder in FOLDERS.items()
        for path in sorted(folder.glob("*.scen"))
    ]
    if not any(BENCHMARKS.glob("*.scen")):
        reason = f"no benchmark files in {BENCHMARKS.name}, nor a folder named by PATCHWALK_MOVINGAI"
        found.append(pytest.param(None, id="benchmarks", marks=pytest.mark.skip(reason=reason)))
    return found


def read_lines(path):
    """The lines of a .scen by hand: (map, (x, y) of start and goal, y from the top; length)."""
    lines = path.read_text().splitlines()
    assert lines[0].split() == ["version", "1"] or lines[0] == "version 1.0"
    fields = [line.split("\t") for line in lines[1:] if line.strip()]
    return [(part[1], (int(part[4]), int(part[5])), (int(part[6]), int(part[7])), float(part[8])) for part in fields]


def test_the_readers_say_what_the_files_say():
    for path in OWN.glob("*.scen"):
        for scenario, (_, start, goal, length) in zip(read_scen(path.read_bytes()), read_lines(path), strict=True):
            assert (tuple(scenario.start), tuple(scenario.goal), scenario.length) == (start, goal, length)


@pytest.mark.parametrize("path", scen_files())
def test_every_line_has_its_known_length(path):
    lines = read_lines(path)
    assert lines
    drawn = read_map(path.with_name(lines[0][0]))
    world = drawn.world
    moves = build_moves(drawn, diagonals="both sides")
    for name, start, goal, length in lines:
        assert name == lines[0][0]
        start, goal = (world.patch(x, world.height - 1 - y) for x, y in (start, goal))
        found = distances_to(moves, [goal])[start]
        way = route(moves, start, goal)
        if length == 0 and start != goal:
            assert np.isinf(found)
            assert way is None
        else:
            assert found == pytest.approx(length, rel=1e-5)
            assert way.length == pytest.approx(length, rel=1e-5)
            assert len(way.patches) == way.straight + way.diagonal + 1


def test_our_own_map_is_as_the_slow_walker_finds_it():
    """Kinds by the letters: `.`, `G` and `S` can be walked on, `@`, `O`, `T` and `W` cannot; lines end with CRLF."""
    for path in OWN.glob("*.scen"):
        lines = read_lines(path)
        content = path.with_name(lines[0][0]).read_bytes()
        assert content.count(b"\r\n") == content.count(b"\n") > 4
        rows = content.decode().split("\r\n")[4:-1]
        assert set("".join(rows)) == set(".GS@OTW")
        kinds = {(x, y): FLOOR if sign in ".GS" else SOLID for y, row in enumerate(rows) for x, sign in enumerate(row)}
        plan = Plan(kinds, lambda x, y: (x, -y), SQUARE_SIDES, "both sides")
        drawn = read_map(path.with_name(lines[0][0]))
        moves = build_moves(drawn, diagonals="both sides")
        for _, start, goal, length in lines:
            lengths = {xy: length_of(pair) for xy, pair in search(plan, start).patch_lengths().items()}
            assert lengths.get(goal, 0) == pytest.approx(length, abs=1e-8)
            # The lengths to a goal are those from it, as nothing on such a map goes one way only.
            back = {xy: length_of(pair) for xy, pair in search(plan, goal).patch_lengths().items()}
            table = np.full(drawn.world.shape, np.inf)
            for (x, y), far in back.items():
                table[len(rows) - 1 - y, x] = far
            goal_patch = drawn.world.patch(goal[0], len(rows) - 1 - goal[1])
            found = patch_distances(moves, distances_to(moves, [goal_patch]))
            np.testing.assert_allclose(found.reshape(table.shape), table, rtol=0, atol=1e-9)
