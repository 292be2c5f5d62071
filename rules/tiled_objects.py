"""Reading the object layers of a Tiled map: edges, floors, warps and flags, by the convention in `rules.tiled`."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.map_codes import IN, OUT, TURNED
from rules.maps import Map, MapError
from rules.tiled import DIRECTION_NAMES, EDGES, ONE_WAY, Pixels
from rules.tiled_fields import (
    Fields,
    as_object,
    choice_in,
    class_in,
    either,
    number_in,
    properties_in,
    text_in,
)

# How far from a corner a line along an edge may end, in patches.
NEAR = 0.25

Points = NDArray[np.float64]


class Thing(NamedTuple):
    """An object of a layer.

    Attributes:
        where: the object in messages.
        fields: as in the file.
        x: in pixels.
        y: in pixels.
    """

    where: str
    fields: Fields
    x: float
    y: float


def _things(layer: str, objects: list[Any]) -> list[Thing]:
    """The objects of a layer, as far as all have the same fields."""
    found = []
    for number, value in enumerate(objects, 1):
        fields = as_object(value, f"layer {layer!r}, object {number}")
        name = fields.get("id")
        where = f"layer {layer!r}, object {name if type(name) is int and 0 <= name < 10**9 else f'number {number}'}"
        if "template" in fields or "gid" in fields:
            raise MapError(f"{where} is a template or a tile: draw it as a plain object")
        x, y = number_in(fields, "x", where), number_in(fields, "y", where)
        where += f" at ({x:g}, {y:g})"
        if number_in(fields, "rotation", where, 0):
            raise MapError(f"{where} is turned: set its rotation to 0")
        found.append(Thing(where, fields, x, y))
    return found


def _lines(things: list[Thing], pixels: Pixels, what: str) -> Points:
    """Both ends of lines in patch units, (lines, 2, 2)."""
    ends = np.empty((len(things), 2, 2))
    for number, thing in enumerate(things):
        line = thing.fields.get("polyline")
        if not isinstance(line, list) or len(line) != 2:
            raise MapError(f"{thing.where} is no line of two points: {what}")
        for end, value in enumerate(line):
            point = as_object(value, f"{thing.where}: a point of the line")
            ends[number, end] = (
                thing.x + number_in(point, "x", thing.where),
                thing.y + number_in(point, "y", thing.where),
            )
    return np.stack(pixels.to_point(ends[..., 0], ends[..., 1]), axis=-1)


def _read_edges(drawn: Map, objects: list[Any], pixels: Pixels) -> None:
    world, names = drawn.world, DIRECTION_NAMES[drawn.world.directions]
    things = _things("edges", objects)
    ends = _lines(things, pixels, "an edge is a line from one of its corners to the other")
    owners, sides = _edges_at(drawn, ends)
    edges = drawn.edges.copy()
    for thing, patch, side in zip(things, owners.tolist(), sides.tolist(), strict=True):
        if patch < 0:
            raise MapError(f"{thing.where} lies along no edge of a patch: draw it from corner to corner of one patch")
        kind = class_in(thing.fields, thing.where, [*EDGES, ONE_WAY])
        owner, direction, turned = drawn.edge_owner(patch, side)
        if edges[owner, direction]:
            raise MapError(f"{thing.where}: this edge of patch {drawn.at(patch)} has another object: leave one of them")
        allowed: dict[str, type] = {"leads": str} if kind == ONE_WAY else {}
        properties = properties_in(thing.fields, thing.where, allowed)
        if kind == ONE_WAY:
            across = [names[side], names[world.opposite(side)]]
            leads = choice_in(properties, "leads", f"{thing.where}, a one-way edge", across)
            code = OUT if leads == names[side] else IN
        else:
            code = EDGES[kind]
        edges[owner, direction] = TURNED[code] if turned else code
    drawn.restore(drawn.state() | {"edges": edges})


def _edges_at(drawn: Map, ends: Points) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The patch and the direction of the edges along which lines lie; -1 as patch where there is none."""
    world = drawn.world
    middle, along = ends.mean(axis=1), ends[:, 1] - ends[:, 0]
    length = np.maximum(np.hypot(*along.T), 1e-9)
    normal = np.column_stack([along[:, 1], -along[:, 0]]) / length[:, np.newaxis]
    owners, sides = np.full(len(ends), -1, dtype=np.int64), np.zeros(len(ends), dtype=np.int64)
    corners = world.outline
    for towards in (1, -1):  # a patch lies on one side of the line at least
        patches = world.patches_at(*(middle - towards * NEAR * normal).T)
        angle = np.degrees(np.arctan2(*(towards * normal).T)) % 360
        count = len(world.sides)
        place = np.floor(angle * count / 360 + 0.5).astype(np.int64) % count
        centers = np.column_stack(world.center(np.maximum(patches, 0)))
        # Corners k and k + 1 end the edge of side -k.
        exact = np.stack([centers + corners[-place % count], centers + corners[(1 - place) % count]], axis=1)
        straight = np.hypot(*np.moveaxis(ends - exact, -1, 0)).max(axis=1)
        turned = np.hypot(*np.moveaxis(ends - exact[:, ::-1], -1, 0)).max(axis=1)
        good = (patches >= 0) & (np.minimum(straight, turned) <= NEAR) & (owners < 0)
        owners = np.where(good, patches, owners)
        sides = np.where(good, np.array(world.sides)[place], sides)
    return owners, sides


def _read_floors(drawn: Map, objects: list[Any], pixels: Pixels) -> None:
    world, names = drawn.world, set()
    for thing in _things("floors", objects):
        class_in(thing.fields, thing.where, ["floor", ""])
        if any(shape in thing.fields for shape in ("point", "ellipse", "polygon", "polyline", "text")):
            raise MapError(f"{thing.where} is no rectangle: a floor is a rectangle around the centres of its patches")
        name = text_in(thing.fields, "name", thing.where).strip()
        if name in names:
            raise MapError(f"{thing.where}: there are two floors {name!r}: give one of them another name")
        names.add(name)
        width, height = (number_in(thing.fields, length, thing.where) for length in ("width", "height"))
        # The columns and rows whose centres lie in it; those of shifted columns count as if they were not.
        x0, x1 = _between((thing.x - pixels.left) / pixels.column, width / pixels.column)
        y0, y1 = _between((pixels.low - thing.y - height) / pixels.up, height / pixels.up)
        if x0 > x1 or y0 > y1:
            raise MapError(f"{thing.where}: no patch has its centre in the floor {name!r}: draw it larger")
        if not (x0 >= 0 and y0 >= 0 and x1 < world.width and y1 < world.height):
            raise MapError(f"{thing.where}: the floor {name!r} reaches off the map: draw it within")
        loop = properties_in(thing.fields, thing.where, {"loop": bool}).get("loop", False)
        _edit(thing, drawn.set_floor, name, world.patch(x0, y0), world.patch(x1, y1), loop)


def _between(start: float, length: float) -> tuple[int, int]:
    """The first and the last whole number from a start on; ends count as within, up to rounding."""
    return ceil(start - 1e-6), floor(start + length + 1e-6)


def _read_warps(drawn: Map, objects: list[Any], pixels: Pixels) -> None:
    things = _things("warps", objects)
    ends = _lines(things, pixels, "a warp is a line from its source to its target")
    patches = drawn.world.patches_at(ends[..., 0], ends[..., 1])
    for thing, (source, target) in zip(things, patches.tolist(), strict=True):
        class_in(thing.fields, thing.where, ["warp", ""])
        for patch, what in ((source, "begins"), (target, "ends")):
            if patch < 0:
                raise MapError(f"{thing.where}: the warp {what} off the map: let both ends lie on patches")
        if source in drawn.warps:
            raise MapError(f"{thing.where}: at {drawn.at(source)} another warp begins: leave one of them")
        properties = properties_in(thing.fields, thing.where, {"forced": bool, "stairs": bool})
        forced, stairs = properties.get("forced", True), properties.get("stairs", False)
        _edit(thing, drawn.set_warp, source, target, forced, stairs)


def _read_flags(drawn: Map, objects: list[Any], pixels: Pixels) -> None:
    things = _things("flags", objects)
    found: dict[str, dict[int, Thing]] = {name: {} for name in ("S", "G", "no-entry", "key")}
    places = np.array([(thing.x, thing.y) for thing in things]).reshape(-1, 2)
    patches = drawn.world.patches_at(*pixels.to_point(*places.T)).tolist()
    for thing, patch in zip(things, patches, strict=True):
        flag = class_in(thing.fields, thing.where, found)
        properties_in(thing.fields, thing.where, {})
        if thing.fields.get("point") is not True:
            raise MapError(f"{thing.where} is no point: a flag ({either(found)}) is a point on its patch")
        if patch < 0:
            raise MapError(f"{thing.where}: the flag {flag} is off the map: put it on a patch")
        if patch in found[flag]:
            raise MapError(f"{thing.where}: {drawn.at(patch)} has the flag {flag} already: leave one of them")
        if flag in ("S", "G") and found[flag]:
            raise MapError(f"{thing.where}: there is another {flag} at {drawn.at(*found[flag])}: leave one of them")
        found[flag][patch] = thing
    for flag, put in (("S", drawn.set_start), ("G", drawn.set_goal), ("no-entry", drawn.set_no_entry)):
        for patch, thing in found[flag].items():
            _edit(thing, put, patch)
    for patch in found["key"]:
        drawn.set_key(patch)


def _edit(thing: Thing, edit: Callable[..., Any], *arguments: Any) -> None:
    """Do an edit; what refuses it is told with the object that asked for it."""
    try:
        edit(*arguments)
    except MapError as error:
        raise MapError(f"{thing.where}: {error}") from None


READERS = {"edges": _read_edges, "floors": _read_floors, "warps": _read_warps, "flags": _read_flags}
