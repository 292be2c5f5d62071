"""Maps and scenarios in the format of the Moving AI benchmarks (N. Sturtevant, IEEE TCIAIG 4(2), 2012).

A `.map` is four lines of heading (type, height, width, "map") and the rows, top row first. Walkable are `.` `G` and `S`
(swamp), not walkable `@` `O` `T` (trees) and `W` (water; it can be crossed only by what starts in it, and nothing here
does). Type "octile" has eight neighbours, "tile" four. Lines may end with CRLF. The lengths that are known for these
maps take a diagonal only where both patches beside it are free, the rule "both sides".

A `.scen` is a line "version 1" and then a line a task, separated by tabs: bucket, map, width, height, x and y of the
start, x and y of the goal, shortest length; y counts from the top.
"""

from __future__ import annotations

import math
from reprlib import repr as short
from typing import NamedTuple

import numpy as np

from patchwalk.world import World, make_world, rows_from_top, rows_to_top
from rules.map_codes import ARROW, DARK, ICE, SOLID
from rules.maps import Map, MapError

TYPES = {"octile": 8, "tile": 4}
FREE, BLOCKED = ".GS", "@OTW"
HEADING = ("type", "height", "width", "map")
FIELDS = 9

# Longer numbers are no sizes or places of anything.
DIGITS = 9


class Scenario(NamedTuple):
    """A task of a `.scen` file.

    Attributes:
        bucket: tasks of about the same length share one.
        map: the name of the map's file.
        width: of the map, in patches.
        height: of the map, in patches.
        start: (x, y) as in the file, y from the top.
        goal: (x, y) as in the file, y from the top.
        length: of the shortest way; 0 with another start than goal means that there is none.
    """

    bucket: int
    map: str
    width: int
    height: int
    start: tuple[int, int]
    goal: tuple[int, int]
    length: float

    def patches(self, world: World) -> tuple[int, int]:
        """Start and goal as patches of a world.

        Raises:
            MapError: the world has another size than the map of the task.
        """
        if (world.width, world.height) != (self.width, self.height):
            raise MapError(
                f"the task is for a map of {self.width} x {self.height} patches, this one has {world.width} x "
                f"{world.height}: take {self.map}"
            )
        start, goal = (world.patch(x, self.height - 1 - y) for x, y in (self.start, self.goal))
        return start, goal


def read_octile(data: bytes, limit: int) -> Map:
    """Read a `.map` file.

    Args:
        data: what is in it.
        limit: the most patches.

    Raises:
        MapError: it is no such file; the message says in which line, what is wrong and what would be right.
    """
    lines = _lines(data)
    neighbors, width, height = _heading(lines, limit)
    rows = lines[len(HEADING) :]
    if len(rows) != height:
        raise MapError(f"the heading says height {height}, but {len(rows)} rows follow: make them {height}")
    for number, row in enumerate(rows, len(HEADING) + 1):
        if len(row) != width:
            raise MapError(f"line {number} has {len(row)} characters: every row needs {width}, as the heading says")
    codes = np.frombuffer("".join(rows).encode("utf-32-le"), dtype=np.uint32).reshape(height, width)
    solid = np.isin(codes, [ord(letter) for letter in BLOCKED])
    unknown = ~solid & ~np.isin(codes, [ord(letter) for letter in FREE])
    if unknown.any():
        y, x = (int(place) for place in np.argwhere(unknown)[0])
        raise MapError(
            f"line {y + len(HEADING) + 1}, character {x + 1}: {rows[y][x]!r} is unknown; "
            f"{' '.join(FREE)} can be walked on, {' '.join(BLOCKED)} cannot"
        )
    return Map.from_solid(make_world("square", width, height, neighbors=neighbors), rows_from_top(solid))


def octile_bytes(drawn: Map) -> bytes:
    """A map as the text of a `.map` file: what is solid as `@`, all else as `.`."""
    world = drawn.world
    name = {neighbors: name for name, neighbors in TYPES.items()}[world.directions]
    rows = np.where(rows_to_top((drawn.kind == SOLID).reshape(world.shape)), "@", ".")
    heading = f"type {name}\nheight {world.height}\nwidth {world.width}\nmap\n"
    return (heading + "".join("".join(row) + "\n" for row in rows.tolist())).encode("ascii")


def left_out(drawn: Map) -> list[str]:
    """What a `.map` file cannot hold of a map, in words, each with its first place."""
    layers = {
        "ice": drawn.kind == ICE,
        "dark patches": drawn.kind == DARK,
        "one-way floors": drawn.kind >= ARROW,
        "colours": drawn.color > 0,
        "no-entry flags": drawn.no_entry,
        "keys": drawn.keys,
        "walls, doors and one-way edges": drawn.edges.any(axis=1),
    }
    said = [f"{name} ({drawn.at(int(np.argmax(where)))})" for name, where in layers.items() if where.any()]
    said += [f"warps ({drawn.at(min(drawn.warps))})"] if drawn.warps else []
    said += [f"floors ({drawn.floors[0].name!r})"] if drawn.floors else []
    flags = {"S": drawn.start, "G": drawn.goal}
    return said + [f"{flag} ({drawn.at(patch)})" for flag, patch in flags.items() if patch is not None]


def read_scen(data: bytes) -> list[Scenario]:
    """Read the tasks of a `.scen` file.

    Raises:
        MapError: it is no such file; the message says in which line, what is wrong and what would be right.
    """
    lines = _lines(data)
    if lines[0].split() not in (["version", "1"], ["version", "1.0"]):
        raise MapError(f"line 1 of a .scen file is 'version 1', not {short(lines[0])}")
    return [_scenario(line, number) for number, line in enumerate(lines[1:], 2) if line.strip()]


def _scenario(line: str, number: int) -> Scenario:
    fields = line.split("\t")
    if len(fields) != FIELDS:
        raise MapError(
            f"line {number} has {len(fields)} fields: {FIELDS} are needed, separated by tabs (bucket, map, width, "
            "height, start x, start y, goal x, goal y, length)"
        )
    where = f"line {number}"
    bucket, width, height, start_x, start_y, goal_x, goal_y = (
        _number(fields[place], f"{where}, field {place + 1}") for place in (0, 2, 3, 4, 5, 6, 7)
    )
    for name, x, y in (("start", start_x, start_y), ("goal", goal_x, goal_y)):
        if x >= width or y >= height:
            raise MapError(f"{where}: the {name} ({x}, {y}) is off the map, which has {width} x {height} patches")
    try:
        length = float(fields[FIELDS - 1])
    except ValueError:
        length = math.nan
    if not (math.isfinite(length) and length >= 0):
        raise MapError(f"{where}, field {FIELDS}: a length is a number, 0 or more, not {short(fields[FIELDS - 1])}")
    return Scenario(bucket, fields[1], width, height, (start_x, start_y), (goal_x, goal_y), length)


def _lines(data: bytes) -> list[str]:
    """The lines of a text, which end with LF or CRLF, without empty ones at its end."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MapError(f"byte {error.start} is no text: maps and scenarios are plain text") from None
    return text.replace("\r\n", "\n").rstrip().split("\n")


def _heading(lines: list[str], limit: int) -> tuple[int, int, int]:
    """Neighbours, width and height as the first lines say."""
    for number, word in enumerate(HEADING):
        found = lines[number].split() if number < len(lines) else []
        if not found or found[0] != word or len(found) != (1 if word == "map" else 2):
            raise MapError(
                f"line {number + 1} of a .map file is {word!r}{'' if word == 'map' else ' and its value'}, "
                f"not {short(lines[number]) if number < len(lines) else 'the end of the file'}"
            )
    kind = lines[0].split()[1]
    if kind not in TYPES:
        raise MapError(f"line 1: type {short(kind)} is unknown: {' or '.join(TYPES)}")
    height, width = (_number(lines[place].split()[1], f"line {place + 1}", least=1) for place in (1, 2))
    if width * height > limit:
        raise MapError(f"{width} x {height} patches are too many: at most {limit:,}")
    return TYPES[kind], width, height


def _number(text: str, where: str, least: int = 0) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS and int(text) >= least):
        raise MapError(f"{where}: this is a whole number, {least} or more, not {short(text)}")
    return int(text)
