"""The board's scripts without a browser: geometry and frames as Python has them, run by Node."""

from __future__ import annotations

import base64
import itertools
import json
import re
import shutil
import subprocess

import numpy as np
import pytest

from patchwalk.dashboard.board import SCRIPT_FILES, SCRIPTS, joined_scripts, pointer_of
from patchwalk.declarations import Pointer
from patchwalk.frames import FrameEncoder, describe
from patchwalk.view import Line, Turtles, View
from patchwalk.world import make_world

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(
    NODE is None, reason="no node on the path: the board's scripts run in the browser tests only"
)

WORLDS = [
    ("square", 5, 4, 4, "none"),
    ("square", 5, 4, 8, "both"),
    ("square", 3, 6, 8, "x"),
    ("hex", 6, 5, None, "none"),
    ("hex", 6, 5, None, "both"),
    ("hex", 7, 4, None, "y"),
    ("hex", 1, 3, None, "none"),
]


def run(files, code, data):
    """Run `code` after the named scripts; it finds `data` and writes JSON."""
    assert NODE is not None
    source = f"{joined_scripts(files=files)}\nconst data = {json.dumps(data)};\n{code}"
    done = subprocess.run([NODE, "--input-type=module"], input=source, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@needs_node
@pytest.mark.parametrize(("grid", "width", "height", "neighbors", "wrap"), WORLDS)
def test_geometry_is_the_worlds(grid, width, height, neighbors, wrap):
    world = make_world(grid, width, height, neighbors=neighbors, wrap=wrap)
    rng = np.random.default_rng(3)
    min_x, min_y, max_x, max_y = world.extent
    points = np.column_stack([rng.uniform(min_x - 1, max_x + 1, 400), rng.uniform(min_y - 1, max_y + 1, 400)])
    found = run(
        ["geometry.js"],
        """
        const g = makeGeometry(data.world);
        const patches = [...Array(g.size).keys()];
        console.log(JSON.stringify({
          extent: [g.left, g.bottom, g.right, g.top],
          centers: patches.map((patch) => centerOf(g, patch)),
          neighbors: patches.map((patch) => [...Array(g.directions).keys()].map((d) => neighborOf(g, patch, d))),
          at: data.points.map(([x, y]) => patchAt(g, x, y)),
          edges: data.points.map(([x, y]) => edgeAt(g, x, y)),
        }));
        """,
        {"world": describe(world), "points": points.tolist()},
    )
    assert np.allclose(found["extent"], world.extent)
    assert np.allclose(found["centers"], np.column_stack(world.center(np.arange(world.size))))
    assert np.array_equal(found["neighbors"], world.neighbors)
    flat = make_world(grid, width, height, neighbors=neighbors)  # the board draws a wrapped world once
    assert np.array_equal(found["at"], flat.patches_at(*points.T))
    for point, edge in zip(points, found["edges"], strict=True):
        assert (None if edge is None else tuple(edge)) == flat.edge_at(*point)


@needs_node
def test_turned_hexes_are_the_worlds_too():
    world = make_world("hex", 7, 4)
    rng = np.random.default_rng(3)
    min_x, min_y, max_x, max_y = world.extent
    points = np.column_stack([rng.uniform(min_x - 1, max_x + 1, 400), rng.uniform(min_y - 1, max_y + 1, 400)])
    drawn = np.column_stack([-points[:, 1], points[:, 0]])
    found = run(
        ["geometry.js"],
        """
        const g = makeGeometry(data.world, true);
        const patches = [...Array(g.size).keys()];
        console.log(JSON.stringify({
          extent: [g.left, g.bottom, g.right, g.top],
          centers: patches.map((patch) => centerOf(g, patch)),
          corners: g.outline,
          ends: g.sides.map((side) => sideEnds(g, side)),
          angles: g.sides.map((side) => angleOf(g, side)),
          at: data.points.map(([x, y]) => patchAt(g, x, y)),
          edges: data.points.map(([x, y]) => edgeAt(g, x, y)),
          back: data.points.map(([x, y]) => turnPointBack(g, ...turnPoint(g, x, y))),
        }));
        """,
        {"world": describe(world), "points": drawn.tolist()},
    )
    x, y = world.center(np.arange(world.size))
    assert np.allclose(found["extent"], [-max_y, min_x, -min_y, max_x])
    assert np.allclose(found["centers"], np.column_stack([-y, x]))
    assert np.isclose(max(y for _, y in found["corners"]), 1 / np.sqrt(3)), "a corner points up"
    for angle, ends in zip(found["angles"], found["ends"], strict=True):
        assert np.allclose(np.mean(ends, axis=0), [np.sin(angle) / 2, np.cos(angle) / 2])
    assert np.array_equal(found["at"], world.patches_at(*points.T))
    for point, edge in zip(points, found["edges"], strict=True):
        assert (None if edge is None else tuple(edge)) == world.edge_at(*point)
    assert np.allclose(found["back"], drawn)


@needs_node
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_a_straight_walk_skips_no_patch(grid):
    world = make_world(grid, 20, 20)
    rng = np.random.default_rng(4)
    ends = rng.uniform(0.0, 16.0, (50, 2, 2)).tolist()  # off the centres: no way runs along an edge
    ends[0] = [[2.0, 3.0], [12.0, 13.0]]  # on squares, through nothing but corners
    walks = run(
        ["geometry.js"],
        "console.log(JSON.stringify(data.ends.map(([a, b]) => walk(makeGeometry(data.world), a, b))));",
        {"world": describe(world), "ends": ends},
    )
    for (start, end), passed in zip(ends, walks, strict=True):
        patches = [world.patch_at(*start), *passed]
        assert patches[-1] == world.patch_at(*end)
        assert len(set(patches)) == len(patches)
        for a, b in itertools.pairwise(patches):
            assert b in [world.neighbor(a, side) for side in world.sides]
        on_the_way = world.patches_at(*np.linspace(start, end, 1000).T).tolist()
        for missed in set(on_the_way) - set(patches):
            assert on_the_way.count(missed) / 1000 * np.hypot(*np.subtract(start, end)) < 0.12


@needs_node
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_the_page_reads_frames_as_they_are_meant(grid):
    rng = np.random.default_rng(5)
    world = make_world(grid, 9, 7)
    encoder, frames, views = FrameEncoder(), [], []
    codes = np.zeros(world.shape, np.uint8)
    edges = np.zeros((world.size, world.directions), np.uint8)
    for k in range(12):
        codes.flat[rng.integers(0, world.size, 3)] = k
        edges[rng.integers(0, world.size), rng.integers(0, world.directions)] = k % 6
        if k % 4 == 3:
            codes[1:4, 2:7] = k
        count = k % 3
        turtles = Turtles(
            np.arange(count, dtype=np.int32),
            *(rng.random(count).astype(np.float32) for _ in range(3)),
            *(rng.integers(0, 5, count).astype(np.uint8) for _ in range(2)),
        )
        points = np.array([(0, 1), (np.nan, np.nan), (2.5, 3), (4, 5)], np.float32)
        view = View(codes, edges=edges, turtles=turtles, lines=[Line(points, "way")], lines_version=k // 5)
        header, buffers = encoder.encode(view, world)
        frames.append([header, [base64.b64encode(buffer).decode() for buffer in buffers]])
        views.append([codes.reshape(-1).tolist(), edges.reshape(-1).tolist(), turtles.x.tolist()])
    found = run(
        ["geometry.js", "frames.js"],
        """
        const picture = emptyPicture();
        const unpacked = (text) => {
          // Off by one byte, as in a message that holds several buffers.
          const bytes = Buffer.from(text, "base64");
          const room = new Uint8Array(bytes.length + 1);
          room.set(bytes, 1);
          return new DataView(room.buffer, 1);
        };
        const seen = data.frames.map(([header, buffers]) => {
          const changes = applyFrame(picture, header, buffers.map(unpacked));
          const { codes, edges } = picture.layers;
          return [Boolean(changes), [...codes], [...edges], [...picture.turtles.x], picture.lines[0].pieces];
        });
        const late = { ...data.frames[3][0], number: 99 };
        console.log(JSON.stringify({ seen, gap: applyFrame(picture, late, []) }));
        """,
        {"frames": frames},
    )
    for (taken, *layers, pieces), view in zip(found["seen"], views, strict=True):
        assert taken
        assert layers == view
        assert pieces == [[[0, 1]], [[2.5, 3], [4, 5]]]
    assert found["gap"] is None


@needs_node
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_fitting_wastes_little_and_stays_sharp(grid):
    sizes = [
        (101, 504, 504),
        (101, 606, 640),
        (40, 640, 640),
        (1001, 600, 600),
        (15, 591, 690),
        (3, 200, 900),
        (300, 299, 299),
    ]
    found = run(
        ["geometry.js", "viewport.js"],
        """
        console.log(JSON.stringify(data.sizes.map(([n, width, height]) => {
          const world = { grid: data.grid, width: n, height: n, directions: 4, sides: [0, 1, 2, 3] };
          const geometry = makeGeometry(world);
          return [fitPitch(geometry, width, height), geometry.right - geometry.left, geometry.top - geometry.bottom];
        })));
        """,
        {"sizes": sizes, "grid": grid},
    )
    for (_, width, height), (pitch, across, down) in zip(sizes, found, strict=True):
        most = min(width / across, height / down)
        assert 0.88 * most <= pitch <= most * (1 + 1e-12)
        steps = 2 if grid == "hex" else 1
        whole = np.floor(most * steps) / steps
        assert pitch == pytest.approx(whole if whole >= 0.88 * most else most)


def test_scripts_share_one_scope_without_clashes():
    names = []
    for file in SCRIPT_FILES:
        text = (SCRIPTS / file).read_text(encoding="utf-8")
        names += re.findall(r"^(?:export )?(?:function|class|const|let) (\w+)", text, re.MULTILINE)
    assert len(names) == len(set(names)), sorted(name for name in set(names) if names.count(name) > 1)
    joined = joined_scripts()
    assert "import " not in re.sub(r"//.*", "", joined)
    assert joined.count("export ") == 1


def test_imports_between_scripts_name_what_is_there():
    exported = {
        file: set(re.findall(r"^export (?:function|class|const) (\w+)", (SCRIPTS / file).read_text(), re.MULTILINE))
        for file in SCRIPT_FILES
    }
    for file in SCRIPT_FILES:
        text = (SCRIPTS / file).read_text(encoding="utf-8")
        for names, source in re.findall(r'^import \{([^}]*)\} from "\./([\w-]+\.js)";', text, re.MULTILINE):
            wanted = {name.strip() for name in names.split(",") if name.strip()}
            assert wanted <= exported[source], (file, source, wanted - exported[source])
            body = re.sub(r"^import .*$", "", text, flags=re.MULTILINE)
            assert all(re.search(rf"\b{name}\b", body) for name in wanted), (file, wanted)
    used = "\n".join((SCRIPTS / file).read_text() for file in SCRIPT_FILES)
    for file, names in exported.items():
        for name in names:
            assert len(re.findall(rf"\b{name}\b", used)) > 1, f"{file} exports {name} for nobody"


def test_pointer_events_become_pointers_or_are_refused():
    event = {
        "kind": "drag",
        "patch": 3,
        "x": 1.5,
        "y": 2,
        "edge": [3, 1],
        "button": 2,
        "shift": True,
        "start": 1,
        "path": [2, 3],
    }
    assert pointer_of(event) == Pointer(3, 1.5, 2.0, (3, 1), 2, True, start=1, path=(2, 3))
    assert pointer_of({"kind": "hover", "patch": -1}) == Pointer(-1)
    for bad in ({}, {"patch": None}, {"patch": "here"}, {"patch": 1, "edge": [1]}, {"patch": 1, "path": [None]}):
        with pytest.raises(ValueError, match="not a pointer event"):
            pointer_of(bad)
