"""How traffic becomes a view: road, zones, heat, clusters, walkers as turtles or codes, the way of the one followed."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.routes_view import cut_apart, edges_of, signs
from models.traffic_palette import CODES, HUES, TINT_BY_GOAL, by_destination, colors_of, members_among
from patchwalk.view import MOST_TURTLES, NO_SHADE, SHAPES, Edge, Glyph, Line, Mark, Turtles, View
from rules.maps import SOLID, Map
from rules.traffic import Road
from rules.ways import Walkway

if TYPE_CHECKING:
    from models.traffic import TrafficModel

Codes = NDArray[np.uint8]

WAY_WIDTH = 0.26  # patches
MANY = 3000  # more turtles than these are not moved smoothly by the board
SMALL_PATCHES = 200  # patches to a side from which on each has three pixels or less
LONGEST_WAY = 2048  # steps that are drawn of a way
LANE_AHEAD = 60  # of a lane, which has no end
# Patches: so far off a centre along each axis walkers are drawn at most, so that no two overlap by a quarter.
CUT = 0.125
LARGEST_ID = 0x7FFFFFFF  # of a turtle in a view

_versions = count(1)


def traffic_view(model: TrafficModel, overlays: frozenset[str]) -> View:
    """Traffic as a view."""
    world, state = model.world, model.traffic.state
    codes = ground(model, overlays)
    slots = state.slots
    colors = colors_of(model, slots)
    many = drawn_as_codes(model, len(slots))
    if many:
        codes[state.patch[slots]] = colors
    view = View(
        codes=codes.reshape(world.shape),
        shade=heat_shade(model) if "heat" in overlays else None,
        glyphs=signs(model.map, warps=True).reshape(world.shape) if model.can_draw else None,
        edges=edges_shown(model),
        turtles=None if many else turtles_of(model, slots, colors),
    )
    if many and view.shade is not None:
        view.shade.reshape(-1)[state.patch[slots]] = NO_SHADE
    if "goals" in overlays:
        mark_goals(model, view)
    slot = model.followed_slot
    if slot is not None:
        turtle = -1 if many else int(state.id[slot] & LARGEST_ID)
        view.marks = [Mark(int(state.patch[slot]), "followed", turtle, follow=True)]
        if "way" in overlays:
            drawn = view.turtles
            k = int(np.searchsorted(slots, slot))
            begin = None if drawn is None else (float(drawn.x[k]), float(drawn.y[k]))
            view.lines, view.lines_version = way_lines(model, slot, begin)
    return view


def drawn_as_codes(model: TrafficModel, walkers: int) -> bool:
    """Whether walkers are too many, or patches too small, for turtles: then they are colours of patches."""
    crowded = walkers > MANY and max(model.world.shape) > SMALL_PATCHES and not model.parameters["smooth_ways"]
    return walkers > MOST_TURTLES or crowded


def ground(model: TrafficModel, overlays: frozenset[str]) -> Codes:
    """Road and blocks, with zones and the largest cluster as far as they are shown: (size,)."""
    road = model.traffic.road
    blocked = ~road.free | (model.map.kind == SOLID)  # what is being drawn may not be part of the road yet
    codes = np.where(blocked, CODES["block"], CODES["road"]).astype(np.uint8)
    if "clusters" in overlays:
        codes[model.percolation.largest.reshape(-1)] = CODES["cluster"]
    if "goals" in overlays:
        if model.flows or model.origins.any():
            codes[model.layout.origins] = CODES["origin"]
        for number, goal in enumerate(road.goals):
            codes[goal] = TINT_BY_GOAL[number % len(HUES)] if by_destination(model) else CODES["destination"]
    return codes


def mark_goals(model: TrafficModel, view: View) -> None:
    """A sign on destinations that are single patches."""
    if view.glyphs is None:
        return
    glyphs = view.glyphs.reshape(-1)
    for goal in model.traffic.road.goals:
        if len(goal) == 1:
            glyphs[goal] = Glyph.TARGET


def heat_shade(model: TrafficModel) -> Codes:
    """How often somebody stood on each patch lately: (height, width); blocks and empty patches have none."""
    heat = model.heat
    shade = np.minimum(heat * 254, 254).astype(np.uint8)
    shade[heat < 0.01] = NO_SHADE
    return shade.reshape(model.world.shape)


def edges_shown(model: TrafficModel) -> Codes | None:
    """Walls and doors of a map; red signals as bars across their lanes."""
    signals = model.traffic.signals
    if signals is None:
        return edges_of(model.map) if model.can_draw else None
    edges = np.zeros((model.world.size, model.world.directions), dtype=np.uint8)
    green = signals.group(model.traffic.ticks + 1)
    for group, stops in enumerate(signals.stops):
        if group != green:
            edges[stops, (1, 0)[group]] = Edge.STOP
    return edges


# --- walkers -------------------------------------------------------------------------------------------------------


def turtles_of(model: TrafficModel, slots: NDArray[Any], colors: Codes) -> Turtles:
    """The walkers as turtles; with smooth ways they cut corners as the spline of their way does."""
    state, world = model.traffic.state, model.world
    patches = state.patch[slots].astype(np.int64)
    x, y = (np.asarray(part, dtype=np.float32) for part in world.center(patches))
    headings = np.append(np.array(world.headings, dtype=np.float32), 0)
    came = np.minimum(state.direction[slots], world.directions)
    heading = headings[came]
    if model.parameters["smooth_ways"]:
        x, y, heading = _on_splines(model, slots, came, x, y, heading)
    return Turtles(
        id=(state.id[slots] & LARGEST_ID).astype(np.int32),
        x=x,
        y=y,
        heading=heading,
        shape=shapes_of(model, slots),
        color=colors,
    )


def shapes_of(model: TrafficModel, slots: NDArray[Any]) -> Codes:
    """Discs on hexes, else squares, or cars on streets; the other of disc and square for those in proved gridlock.

    Who stands on a destination is a disc too, so that its corners can be seen.
    """
    own = "circle" if model.world.grid == "hex" else model.walker_breed.shape
    own = own if model.can_draw else "car"
    found = np.full(len(slots), SHAPES.index(own), dtype=np.uint8)
    disc, square = SHAPES.index("circle"), SHAPES.index("square")
    on_goal = np.zeros(model.world.size, dtype=bool)
    for goal in model.traffic.road.goals:
        if len(goal) == 1:
            on_goal[goal] = True
    found[on_goal[model.traffic.state.patch[slots]]] = disc
    if len(model.traffic.members):
        found[members_among(model, slots)] = square if own == "circle" else disc
    return found


def _on_splines(model: TrafficModel, slots: Any, came: Any, x: Any, y: Any, heading: Any) -> tuple[Any, Any, Any]:
    """Where a cubic B-spline through the patch before, this one and the next one passes this one: (a + 4 b + c) / 6.

    Those who did not move are drawn where they stand, and nobody farther off than `CUT`.
    """
    state, world, road = model.traffic.state, model.world, model.traffic.road
    steps = np.zeros((world.directions + 1, 2), dtype=np.float32)
    angles = np.radians(np.array(world.headings))
    lengths = np.array([1.0 if direction in world.sides else np.sqrt(2) for direction in range(world.directions)])
    steps[:-1, 0], steps[:-1, 1] = np.sin(angles) * lengths, np.cos(angles) * lengths
    bits = road.ways[state.goal[slots], state.patch[slots]].astype(np.int64)
    after = np.where(bits > 0, np.log2(np.maximum(bits & -bits, 1)), world.directions).astype(np.int64)
    after = np.minimum(after, world.directions)
    before, beyond = steps[came], steps[after]
    moved = state.speed[slots] > 0
    off = np.where(moved[:, np.newaxis], (beyond - before) / 6, 0)
    off *= np.minimum(CUT / np.maximum(np.abs(off).max(axis=1, keepdims=True), CUT), 1)
    along = before + beyond
    turned = np.degrees(np.arctan2(along[:, 0], along[:, 1])) % 360
    heading = np.where(moved & (np.hypot(along[:, 0], along[:, 1]) > 0.1), turned, heading)
    return (x + off[:, 0]).astype(np.float32), (y + off[:, 1]).astype(np.float32), heading.astype(np.float32)


class Steps(NamedTuple):
    """Patches in a row, as `rules.ways.Walkway` wants them."""

    patches: NDArray[np.int32]
    jumps: NDArray[np.bool_]


def way_from(road: Road, drawn: Map, patch: int, goal: int) -> Steps:
    """The way on from a patch: of equally short ones, the one by the lowest directions."""
    patches, jumps, seen = [patch], [], {patch}
    longest = LONGEST_WAY if len(road.goals[goal]) else LANE_AHEAD
    while len(jumps) < longest:
        bits = int(road.ways[goal, patches[-1]])
        if not bits:
            break
        column = (bits & -bits).bit_length() - 1
        after = int(road.moves[patches[-1], column])
        plain = column < drawn.world.directions and drawn.world.neighbor(patches[-1], column) == after
        patches.append(after)
        jumps.append(not plain)
        if after in seen:
            break
        seen.add(after)
    return Steps(np.array(patches, dtype=np.int32), np.array(jumps, dtype=bool))


def way_lines(model: TrafficModel, slot: int, begin: tuple[float, float] | None = None) -> tuple[tuple[Line, ...], int]:
    """The way of the walker that is followed, as a spline; and a number that is another one whenever it is.

    Args:
        model: with the walker.
        slot: of the walker.
        begin: where it is drawn, if that is not the middle of its patch; patch units.
    """
    state, road = model.traffic.state, model.traffic.road
    goal = int(state.goal[slot])
    way = way_from(road, model.map, int(state.patch[slot]), goal)
    key = (id(road), way.patches.tobytes(), begin)
    if model.kept_way is None or model.kept_way[0] != key:
        lines: tuple[Line, ...] = ()
        if len(way.patches) > 1:
            line = Walkway(way, model.map.world, model.map.floors)
            points = cut_apart(line.curves)
            if begin is not None:
                points = np.concatenate([np.array([begin], dtype=points.dtype), points[1:]])
            lines = (Line(points, "way", WAY_WIDTH, arrow=True),)
        model.kept_way = (key, lines, next(_versions))
    return model.kept_way[1], model.kept_way[2]
