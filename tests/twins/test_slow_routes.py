"""The slow twin of the routes against the cases whose answers are known, which it reads by itself."""

import json
import os
from math import sqrt
from pathlib import Path

import pytest

from tests.twins.slow_routes import (
    FLOOR,
    HEX_FLAT_SIDES,
    HEX_POINTY_SIDES,
    ICE,
    SOLID,
    SQUARE_SIDES,
    Plan,
    length_of,
    search,
    search_back,
    walk,
)

FOLDERS = [Path(__file__).parent.parent / "cases" / "paths"]
if "PATCHWALK_PATH_CASES" in os.environ:
    FOLDERS.append(Path(os.environ["PATCHWALK_PATH_CASES"]))
CASES = {path.stem: path for folder in FOLDERS for path in sorted(folder.glob("*.json"))}

# The cases' y grows downward; x and y stay as they are there, only the centres know.
CENTERS = {
    None: lambda x, y: (x, -y),
    "odd-r": lambda x, y: (x + y % 2 / 2, -y * sqrt(3) / 2),
    "even-r": lambda x, y: (x - y % 2 / 2, -y * sqrt(3) / 2),
    "odd-q": lambda x, y: (x * sqrt(3) / 2, -y - x % 2 / 2),
    "even-q": lambda x, y: (x * sqrt(3) / 2, -y + x % 2 / 2),
}
SIDES = {None: SQUARE_SIDES, "odd-r": HEX_POINTY_SIDES, "even-r": HEX_POINTY_SIDES}
KINDS = {".": FLOOR, "X": FLOOR, "#": SOLID, "~": ICE, "^": 0, ">": 90, "v": 180, "<": 270}
COMPASS = {"N": 0, "E": 90, "S": 180, "W": 270}


def plan_of(case):
    layout = case.get("layout")
    cells = {(x, y): sign for y, row in enumerate(case["cells"]) for x, sign in enumerate(row)}
    return Plan(
        kinds={xy: KINDS[sign] for xy, sign in cells.items()},
        center=CENTERS[layout],
        sides=SIDES.get(layout, HEX_FLAT_SIDES),
        diagonals=(case.get("diagonal") or "none").replace("_", " "),
        doors_open=bool(case.get("locked_open")),
        no_entry={xy for xy, sign in cells.items() if sign == "X"},
        edges={
            ((x, y), COMPASS[side]): "out" if kind == "oneway" else kind for x, y, side, kind in case.get("edges", ())
        },
        warps={tuple(warp["from"]): (tuple(warp["to"]), warp.get("forced", True)) for warp in case.get("warps", ())},
        loops=[tuple(floor["rect"]) for floor in case.get("floors", ()) if floor["loop"]],
    )


@pytest.fixture(params=CASES)
def case(request):
    return json.loads(CASES[request.param].read_text())


def test_there_are_cases():
    assert CASES


def test_the_twin_agrees_with_the_known_answers(case):
    plan, answer = plan_of(case), case["answer"]
    start, goal, touch = tuple(case["start"]), tuple(case["goal"]), case.get("goal_mode") != "stop"
    found = search(plan, start)
    lengths = found.patch_lengths(touch)
    table = {(x, y): length for y, row in enumerate(answer["distance"]) for x, length in enumerate(row)}
    assert set(lengths) == {xy for xy, length in table.items() if length is not None}
    for xy, pair in lengths.items():
        assert length_of(pair) == pytest.approx(table[xy], abs=1e-9)
    assert len(lengths) == answer["reachable_cells"]

    way, count = found.way(goal, touch)
    assert (way is not None, count) == (answer["reachable"], answer["shortest_paths"])
    back = search_back(plan, [goal], touch).lengths.get((start, None))
    if way is None:
        assert back is None
    else:
        pair = answer["straight"], answer["diagonal"]
        assert pair == lengths[goal] == back
        for cells in ([xy for xy, _ in way], [tuple(xy) for xy in answer["path"]]):
            assert any(pair in pairs for pairs in walk(plan, start, cells).values())
