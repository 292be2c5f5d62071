"""Frames: what changed in a view since the last one, as a small header and packed bytes.

Only changes are sent, so that a tick costs the same bytes in a world of a hundred patches and of a million. The last
frame is kept as plain copies of the layers; comparing a million codes, eight at a time, takes about 0.1 ms.

The header is JSON-able, the buffers are bytes in the order in which the header's parts name them:

* ``number``: 1, 2, 3, …; ``full``: whether the frame stands for itself (a reader that missed one waits for a full one).
* ``world`` (only when full): ``grid``, ``width``, ``height``, ``directions``, ``sides``, ``wrap_x``, ``wrap_y``.
* ``parts``: one record for each layer (of `LAYERS`) that changed, ``{"layer": …, "how": …}`` with ``how``

  - ``"none"``: the view has no such layer any more; no buffer;
  - ``"fill"``: every value is ``value``; no buffer;
  - ``"whole"``: one buffer, the layer row by row from y = 0;
  - ``"box"``: one buffer, the rows ``rows`` and columns ``columns`` (first, one past the last) of the layer;
  - ``"list"``: two buffers, int32 places in the flat layer and their new values.

* ``turtles`` (when they changed): ``{"count": n, "smooth": …}`` and, if n > 0, one buffer: int32 ids, float32 x,
  float32 y, float32 headings, uint8 shapes, uint8 colours, one array after the other.
* ``lines`` (when their version changed): a list of ``{"count", "color", "width", "style", "arrow", "casing", "fill",
  "text"}`` and, if there are points at all, one buffer with the float32 (x, y) pairs of all lines.
* ``marks``: a list of ``[patch, color, turtle, follow]``.

A layer is a table of ``height`` rows: codes, shade, glyphs and links have ``width`` columns, edges have
``width * directions``. All numbers are little-endian.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from patchwalk.view import Line, Turtles, View
from patchwalk.world import World

LAYERS = ("codes", "shade", "glyphs", "edges", "links")

Bytes8 = NDArray[np.uint8]

TURTLE_COLUMNS = (("id", "<i4"), ("x", "<f4"), ("y", "<f4"), ("heading", "<f4"), ("shape", "u1"), ("color", "u1"))

# An entry of a list costs a place (int32) and a value.
LISTED = 5


class FrameEncoder:
    """Turns views into frames, each against the one before.

    Attributes:
        number: of the last frame made; 0 before the first.
    """

    def __init__(self) -> None:
        self.number = 0
        self._world: World | None = None
        self._layers: dict[str, Bytes8] = {}
        self._turtles: tuple[dict[str, Any], bytes] = ({"count": 0, "smooth": False}, b"")
        self._lines: tuple[list[dict[str, Any]], bytes] = ([], b"")
        self._lines_version: int | None = None
        self._marks: list[list[Any]] = []

    def encode(
        self, view: View, world: World, *, full: bool = False, extra: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], list[bytes]]:
        """Make the next frame.

        Args:
            view: what to show; its arrays are read now and not kept.
            world: in which it is shown. Another world than last time makes the frame full.
            full: make it full in any case.
            extra: JSON-able values that go into the header as they are (`"status"`).

        Returns:
            The header and its buffers (see the head of this module).

        Raises:
            ValueError: an array of the view has the wrong shape or type; nothing is sent or remembered of it.
        """
        layers = _checked_layers(view, world)
        turtles = _pack_turtles(view.turtles)
        full = full or self._world != world
        new_lines = full or view.lines_version != self._lines_version
        lines = _pack_lines(view.lines) if new_lines else self._lines
        if full:
            self._world, self._layers = world, {}
        header, buffers = self._begin(full, extra)
        for layer in LAYERS:
            self._add_layer(layer, layers.get(layer), header["parts"], buffers)
        if full or turtles != self._turtles:
            self._turtles = turtles
            _add_packed(header, "turtles", turtles, buffers)
        if new_lines:
            self._lines, self._lines_version = lines, view.lines_version
            _add_packed(header, "lines", lines, buffers)
        self._marks = header["marks"] = [
            [int(mark.patch), mark.color, int(mark.turtle), bool(mark.follow)] for mark in view.marks
        ]
        return header, buffers

    def again(self, extra: Mapping[str, Any] | None = None) -> tuple[dict[str, Any], list[bytes]] | None:
        """Make a full frame of the last picture, for a page that was loaded anew or missed one.

        Returns:
            Header and buffers, or None when there was no frame yet.
        """
        if self._world is None:
            return None
        header, buffers = self._begin(True, extra)
        for layer, kept in self._layers.items():
            _add_whole(layer, kept, header["parts"], buffers)
        _add_packed(header, "turtles", self._turtles, buffers)
        _add_packed(header, "lines", self._lines, buffers)
        header["marks"] = self._marks
        return header, buffers

    def _begin(self, full: bool, extra: Mapping[str, Any] | None) -> tuple[dict[str, Any], list[bytes]]:
        self.number += 1
        header: dict[str, Any] = {**(extra or {}), "kind": "frame", "number": self.number, "full": full, "parts": []}
        if full and self._world is not None:
            header["world"] = describe(self._world)
        return header, []

    def _add_layer(self, layer: str, now: Bytes8 | None, parts: list[dict[str, Any]], buffers: list[bytes]) -> None:
        last = self._layers.get(layer)
        if now is None:
            if last is not None:
                del self._layers[layer]
                parts.append({"layer": layer, "how": "none"})
        elif last is None:
            self._layers[layer] = now.copy()
            _add_whole(layer, now, parts, buffers)
        else:
            changed = changed_places(now, last)
            if changed.size:
                _add_changes(layer, now, changed, parts, buffers)
                if changed.size * 8 < now.size:
                    last.reshape(-1)[changed] = now.reshape(-1)[changed]
                else:
                    np.copyto(last, now)


def describe(world: World) -> dict[str, Any]:
    """What the page must know of a world to draw it, JSON-able."""
    return {
        "grid": world.grid,
        "width": world.width,
        "height": world.height,
        "directions": world.directions,
        "sides": list(world.sides),
        "wrap_x": world.wrap_x,
        "wrap_y": world.wrap_y,
    }


def changed_places(now: Bytes8, last: Bytes8) -> NDArray[np.int64]:
    """The flat places at which two layers of one shape differ, in rising order."""
    a, b = now.reshape(-1), last.reshape(-1)
    whole = a.size // 8 * 8
    words = np.flatnonzero(a[:whole].view(np.uint64) != b[:whole].view(np.uint64))
    if words.size * 16 > a.size:  # so much changed that going through the words gains nothing
        return np.flatnonzero(a != b)
    places = (words[:, np.newaxis] * 8 + np.arange(8)).reshape(-1)
    places = np.concatenate([places, np.arange(whole, a.size)])
    differ: NDArray[np.bool_] = a[places] != b[places]
    return places[differ]


def _checked_layers(view: View, world: World) -> dict[str, Bytes8]:
    """The view's layers as tables of `height` rows, in memory row by row."""
    shapes = {
        "codes": world.shape,
        "shade": world.shape,
        "glyphs": world.shape,
        "edges": (world.size, world.directions),
        "links": (world.size,),
    }
    layers = {}
    for layer, shape in shapes.items():
        values = getattr(view, layer)
        if values is None:
            continue
        values = np.asarray(values)
        if values.shape != shape or values.dtype not in (np.uint8, np.bool_):
            raise ValueError(f"{layer} is uint8 {shape} in this world, not {values.dtype} {values.shape}")
        layers[layer] = np.ascontiguousarray(values).view(np.uint8).reshape(world.height, -1)
    if "codes" not in layers:
        raise ValueError("a view needs codes")
    return layers


def _add_whole(layer: str, now: Bytes8, parts: list[dict[str, Any]], buffers: list[bytes]) -> None:
    first = now.flat[0]
    if np.all(now == first):
        parts.append({"layer": layer, "how": "fill", "value": int(first)})
    else:
        parts.append({"layer": layer, "how": "whole"})
        buffers.append(now.tobytes())


def _add_changes(
    layer: str, now: Bytes8, changed: NDArray[np.int64], parts: list[dict[str, Any]], buffers: list[bytes]
) -> None:
    """Add the smallest of: a list of the changed places, the box around them, the whole layer."""
    rows, columns = changed // now.shape[1], changed % now.shape[1]
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    left, right = int(columns.min()), int(columns.max()) + 1
    boxed = (bottom - top) * (right - left)
    if changed.size * LISTED <= boxed:
        parts.append({"layer": layer, "how": "list"})
        buffers.append(changed.astype("<i4").tobytes())
        buffers.append(now.reshape(-1)[changed].tobytes())
    elif boxed < now.size:
        parts.append({"layer": layer, "how": "box", "rows": [top, bottom], "columns": [left, right]})
        buffers.append(now[top:bottom, left:right].tobytes())
    else:
        _add_whole(layer, now, parts, buffers)


def _pack_turtles(turtles: Turtles | None) -> tuple[dict[str, Any], bytes]:
    if turtles is None or len(turtles.id) == 0:
        return {"count": 0, "smooth": False}, b""
    columns = [np.asarray(getattr(turtles, name)).astype(kind) for name, kind in TURTLE_COLUMNS]
    count = len(columns[0])
    if any(column.shape != (count,) for column in columns):
        raise ValueError(f"all arrays of turtles have the same length, not {[column.shape for column in columns]}")
    return {"count": count, "smooth": turtles.smooth}, b"".join(column.tobytes() for column in columns)


def _pack_lines(lines: Sequence[Line]) -> tuple[list[dict[str, Any]], bytes]:
    records, packed = [], []
    for line in lines:
        points = np.asarray(line.points, dtype="<f4")
        if points.ndim != 2 or points.shape[1] != 2:
            raise ValueError(f"points of a line are (k, 2), not {points.shape}")
        records.append(
            {
                "count": len(points),
                "color": line.color,
                "width": line.width,
                "style": line.style,
                "arrow": line.arrow,
                "casing": line.casing,
                "fill": line.fill,
                "text": line.text,
            }
        )
        packed.append(points.tobytes())
    return records, b"".join(packed)


def _add_packed(header: dict[str, Any], name: str, packed: tuple[Any, bytes], buffers: list[bytes]) -> None:
    header[name], data = packed
    if data:
        buffers.append(data)
