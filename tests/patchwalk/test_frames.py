"""Frames: a reader written here rebuilds every view from headers and buffers alone."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from patchwalk.frames import LAYERS, FrameEncoder, changed_places, describe
from patchwalk.view import Line, Mark, Turtles, View
from patchwalk.world import World, make_world


class Reader:
    """What a page knows after the frames it has read."""

    def __init__(self) -> None:
        self.number = 0
        self.world: dict[str, Any] = {}
        self.layers: dict[str, NDArray[np.uint8]] = {}
        self.turtles: dict[str, NDArray[Any]] = {}
        self.lines: list[tuple[dict[str, Any], NDArray[np.float32]]] = []
        self.marks: list[list[Any]] = []

    def read(self, header: dict[str, Any], buffers: list[bytes]) -> None:
        header = json.loads(json.dumps(header))
        assert header["full"] or header["number"] == self.number + 1
        queue = list(buffers)
        if header["full"]:
            self.__init__()  # type: ignore[misc]
            self.world = header["world"]
        self.number, self.marks = header["number"], header["marks"]
        for part in header["parts"]:
            self.read_part(part, queue)
        if "turtles" in header:
            self.read_turtles(header["turtles"]["count"], queue)
        if "lines" in header:
            points = (
                np.frombuffer(queue.pop(0), "<f4") if any(line["count"] for line in header["lines"]) else np.zeros(0)
            )
            pieces = np.split(points.reshape(-1, 2), np.cumsum([line["count"] for line in header["lines"]])[:-1])
            self.lines = list(zip(header["lines"], pieces, strict=True)) if header["lines"] else []
        assert not queue

    def read_part(self, part: dict[str, Any], queue: list[bytes]) -> None:
        height, width, layer = self.world["height"], self.world["width"], part["layer"]
        if layer == "edges":
            width *= self.world["directions"]
        if part["how"] == "none":
            del self.layers[layer]
        elif part["how"] == "fill":
            self.layers[layer] = np.full((height, width), part["value"], np.uint8)
        elif part["how"] == "whole":
            self.layers[layer] = np.frombuffer(queue.pop(0), np.uint8).reshape(height, width).copy()
        elif part["how"] == "box":
            (top, bottom), (left, right) = part["rows"], part["columns"]
            values = np.frombuffer(queue.pop(0), np.uint8).reshape(bottom - top, right - left)
            self.layers[layer][top:bottom, left:right] = values
        else:
            assert part["how"] == "list"
            places, values = np.frombuffer(queue.pop(0), "<i4"), np.frombuffer(queue.pop(0), np.uint8)
            self.layers[layer].reshape(-1)[places] = values

    def read_turtles(self, count: int, queue: list[bytes]) -> None:
        self.turtles = {}
        if count:
            data = queue.pop(0)
            assert len(data) == 18 * count
            for k, name in enumerate(("id", "x", "y", "heading")):
                kind = "<i4" if name == "id" else "<f4"
                self.turtles[name] = np.frombuffer(data, kind, count, 4 * count * k)
            for k, name in enumerate(("shape", "color")):
                self.turtles[name] = np.frombuffer(data, np.uint8, count, (16 + k) * count)

    def check(self, view: View) -> None:
        for layer in LAYERS:
            values = getattr(view, layer)
            if values is None:
                assert layer not in self.layers
            else:
                assert np.array_equal(self.layers[layer].reshape(-1), np.asarray(values).reshape(-1)), layer
        if view.turtles is None or not len(view.turtles.id):
            assert not self.turtles
        else:
            for name, values in self.turtles.items():
                assert np.array_equal(values, getattr(view.turtles, name)), name
        assert len(self.lines) == len(view.lines)
        for (header, points), line in zip(self.lines, view.lines, strict=True):
            assert np.array_equal(points, line.points, equal_nan=True)
            assert (header["color"], header["style"], header["fill"]) == (line.color, line.style, line.fill)
        assert self.marks == [[mark.patch, mark.color, mark.turtle, mark.follow] for mark in view.marks]


def some_turtles(rng: np.random.Generator, count: int) -> Turtles:
    return Turtles(
        rng.permutation(count).astype(np.int32),
        rng.random(count).astype(np.float32),
        rng.random(count).astype(np.float32),
        rng.random(count).astype(np.float32),
        rng.integers(0, 5, count).astype(np.uint8),
        rng.integers(0, 9, count).astype(np.uint8),
    )


def change(view: View, world: World, rng: np.random.Generator) -> None:
    """Change a random part of a view, from nothing to everything."""
    sizes = dict.fromkeys(LAYERS, world.size) | {"edges": world.size * world.directions}
    for layer in LAYERS:
        values = getattr(view, layer)
        dice = rng.random()
        if values is None or (dice < 0.1 and layer != "codes"):
            shape = world.shape if layer in ("codes", "shade", "glyphs") else (sizes[layer],)
            fresh = rng.integers(0, 4, shape).astype(np.uint8) if dice < 0.9 else np.zeros(shape, np.uint8)
            if layer == "edges":
                fresh = fresh.reshape(world.size, world.directions)
            setattr(view, layer, None if values is not None else fresh)
        elif dice < 0.6:
            flat, count = values.reshape(-1), int(rng.integers(0, 12))
            flat[rng.integers(0, flat.size, count)] = rng.integers(0, 9, count)
        elif dice < 0.8:
            flat = values.reshape(-1)
            first = int(rng.integers(0, flat.size))
            flat[first : first + int(rng.integers(1, flat.size + 1))] += 1
        elif dice < 0.85:
            values[...] = 7
    if rng.random() < 0.7:
        view.turtles = some_turtles(rng, int(rng.integers(0, 30)))
    if rng.random() < 0.3:
        points = rng.random((int(rng.integers(0, 6)), 2)).astype(np.float32)
        points[::3] = np.nan
        view.lines = [Line(points, "way"), Line(points[1:], "warp", style="dashed", fill="floor")][
            : int(rng.integers(0, 3))
        ]
        view.lines_version += 1
    view.marks = [Mark(int(patch), "way") for patch in rng.integers(0, world.size, int(rng.integers(0, 3)))]


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("seed", range(5))
def test_a_reader_rebuilds_every_view(grid: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    encoder, reader = FrameEncoder(), Reader()
    for width, height in ((13, 9), (1, 1), (16, 8)):
        world = make_world(grid, width, height)
        view = View(np.zeros(world.shape, np.uint8))
        for k in range(30):
            change(view, world, rng)
            header, buffers = encoder.encode(view, world, full=k == 20)
            assert header["full"] == (k in (0, 20))
            reader.read(header, buffers)
            reader.check(view)
        assert reader.world == describe(world)


def test_the_last_picture_again_for_a_page_that_comes_late() -> None:
    rng = np.random.default_rng(1)
    world = make_world("hex", 12, 7)
    encoder, view = FrameEncoder(), View(np.zeros(world.shape, np.uint8))
    assert encoder.again() is None
    for _ in range(10):
        change(view, world, rng)
        encoder.encode(view, world)
    late = Reader()
    frame = encoder.again({"status": {"ticks": 10}})
    assert frame is not None
    header, buffers = frame
    assert header["number"] == encoder.number == 11
    assert header["status"] == {"ticks": 10}
    late.read(header, buffers)
    late.check(view)
    change(view, world, rng)
    late.read(*encoder.encode(view, world))
    late.check(view)


@pytest.mark.parametrize("size", [101, 1001])
def test_ten_changed_patches_cost_the_same_bytes_in_every_world(size: int) -> None:
    world = make_world("square", size, size)
    codes = np.zeros(world.shape, np.uint8)
    encoder = FrameEncoder()
    header, buffers = encoder.encode(View(codes), world)
    assert [part["how"] for part in header["parts"]] == ["fill"]
    assert not buffers
    codes.reshape(-1)[np.linspace(0, world.size - 1, 10).astype(int)] = 1
    header, buffers = encoder.encode(View(codes), world)
    assert sum(map(len, buffers)) == 50
    assert len(json.dumps(header)) < 200
    _, buffers = encoder.encode(View(codes), world)
    assert not buffers


def test_the_smallest_form_is_chosen() -> None:
    world = make_world("square", 100, 100)
    codes = np.zeros(world.shape, np.uint8)
    encoder = FrameEncoder()

    def encoded() -> tuple[str, int]:
        header, buffers = encoder.encode(View(codes), world)
        return header["parts"][0]["how"], sum(map(len, buffers))

    encoded()
    codes[10:20, 30:50] = 1
    assert encoded() == ("box", 200)
    codes[0, 0] = codes[99, 99] = codes[50, 50] = 2
    assert encoded() == ("list", 15)
    codes[:, ::2] = 3
    codes[:, 1::2] = 4
    assert encoded() == ("whole", 10_000)
    codes[:] = 5
    assert encoded() == ("fill", 0)


def test_lines_and_turtles_are_sent_only_when_they_change() -> None:
    world = make_world("square", 5, 5)
    view = View(np.zeros(world.shape, np.uint8), turtles=some_turtles(np.random.default_rng(2), 4))
    view.lines, view.lines_version = [Line(np.zeros((2, 2), np.float32), "way")], 3
    encoder = FrameEncoder()
    header, _ = encoder.encode(view, world)
    assert {"lines", "turtles"} <= header.keys()
    header, buffers = encoder.encode(view, world)
    assert not {"lines", "turtles"} & header.keys()
    assert not buffers
    assert view.turtles is not None
    view.turtles.x[0] = 3
    header, _ = encoder.encode(view, world)
    assert "turtles" in header
    view.lines_version = 4
    header, _ = encoder.encode(view, world)
    assert "lines" in header


def test_bad_views_are_refused_and_nothing_is_remembered_of_them() -> None:
    world = make_world("square", 4, 3)
    good = View(np.zeros(world.shape, np.uint8))
    encoder, reader = FrameEncoder(), Reader()
    reader.read(*encoder.encode(good, world))
    for bad, message in (
        (View(np.zeros((4, 3), np.uint8)), r"codes is uint8 \(3, 4\)"),
        (View(np.zeros((3, 4), np.int64)), "not int64"),
        (View(good.codes, edges=np.zeros((12, 8), np.uint8)), r"edges is uint8 \(12, 4\)"),
        (View(good.codes, lines=[Line(np.zeros(3, np.float32), "way")], lines_version=9), "points of a line"),
    ):
        with pytest.raises(ValueError, match=message):
            encoder.encode(bad, world)
    turtles = some_turtles(np.random.default_rng(3), 4)
    turtles.x = turtles.x[:2]
    with pytest.raises(ValueError, match="same length"):
        encoder.encode(View(good.codes, turtles=turtles), world)
    assert encoder.number == 1
    good.codes[1, 1] = 1
    reader.read(*encoder.encode(good, world))
    reader.check(good)


def test_layers_may_be_slices_flipped_or_truth_values() -> None:
    world = make_world("square", 6, 5)
    big = np.arange(60, dtype=np.uint8).reshape(5, 12)
    view = View(big[::-1, ::2], glyphs=big[:, ::2] % 2 == 0)
    encoder, reader = FrameEncoder(), Reader()
    reader.read(*encoder.encode(view, world))
    reader.check(view)
    big[2] += 1
    reader.read(*encoder.encode(view, world))
    reader.check(view)


@pytest.mark.parametrize("size", [1, 7, 8, 9, 64, 1003])
@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 1.0])
def test_changed_places_are_those_that_differ(size: int, share: float) -> None:
    rng = np.random.default_rng(size)
    last = rng.integers(0, 256, size).astype(np.uint8)
    now = last.copy()
    now[rng.random(size) < share] += 1
    assert np.array_equal(changed_places(now, last), np.flatnonzero(now != last))
