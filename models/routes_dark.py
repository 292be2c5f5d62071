"""What the player sees in adventure mode: where it has been, the way from here on request, not what the dark hides.

Wave, way, graph and explorers are left out: they would tell the way.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from models.routes_page import CODES
from models.routes_view import WAY_WIDTH, cut_apart, drawn_back, floor_frame, ground, warp_line
from patchwalk.view import SHAPES, Edge, Glyph, Line, Mark, Turtles, View
from rules.maps import DARK, SOLID
from rules.routes import route

if TYPE_CHECKING:
    from agents.player import Player
    from models.routes import RoutesModel

FLOORS_WITH_SIGNS = [CODES["ice"], CODES["dark-floor"], CODES["floor"]]

_versions = count(1)


def adventure_view(found: Any, player: Player, view: View, overlays: frozenset[str]) -> None:
    """Turn the picture of a map into what the player sees.

    Args:
        found: the model.
        player: who walks.
        view: the picture; it is changed.
        overlays: names of those that are on.
    """
    model = cast("RoutesModel", found)
    hidden = model.unseen
    codes = ground(model)
    glyphs = np.zeros(model.world.size, dtype=np.uint8) if view.glyphs is None else view.glyphs.reshape(-1).copy()
    _mark_visited(model, codes, glyphs)
    if hidden is not None:
        codes[hidden], glyphs[hidden] = CODES["unseen"], Glyph.NONE
        if view.edges is not None:
            view.edges = _edges_seen(model, view.edges, hidden)
    view.codes, view.glyphs = codes.reshape(model.world.shape), glyphs.reshape(model.world.shape)
    view.shade = view.links = None
    view.turtles = _turtle(model, player)
    view.lines, view.lines_version = _lines(model, player, overlays, hidden)
    view.marks = [Mark(player.patch, "way")] if model.guided else []


def _mark_visited(model: RoutesModel, codes: NDArray[np.uint8], glyphs: NDArray[np.uint8]) -> None:
    """Tint the patches where the player has been; those that are painted get a dot, so that their colour stays."""
    visited = model.visited & (model.map.kind != SOLID)
    plain = np.isin(codes, FLOORS_WITH_SIGNS)
    glyphs[visited & ~plain & (glyphs == Glyph.NONE)] = Glyph.DOT
    codes[visited & plain] = CODES["visited"]


def _edges_seen(model: RoutesModel, edges: NDArray[np.uint8], hidden: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """The edges of patches that are seen, from this side; nothing of those that are not."""
    seen: NDArray[np.uint8] = np.where(hidden[:, np.newaxis], np.uint8(Edge.OPEN), edges)
    return seen


def _turtle(model: RoutesModel, player: Player) -> Turtles:
    x, y = model.world.center(player.patch)
    return Turtles(
        id=np.array([player.unique_id], dtype=np.int32),
        x=np.array([x], dtype=np.float32),
        y=np.array([y], dtype=np.float32),
        heading=np.array([player.heading], dtype=np.float32),
        shape=np.array([SHAPES.index(player.shape)], dtype=np.uint8),
        color=np.array([CODES[player.color]], dtype=np.uint8),
    )


def _lines(
    model: RoutesModel, player: Player, overlays: frozenset[str], hidden: NDArray[np.bool_] | None
) -> tuple[tuple[Line, ...], int]:
    """Frames of floors, warps of which both ends are seen, the way from here; and a number that tells them apart."""
    blind = hidden is not None and bool(model.map.kind[player.patch] == DARK)
    warps = [
        source
        for source, warp in sorted(model.map.warps.items())
        if not drawn_back(model, source) and model.sees(source) and model.sees(warp.target)
    ]
    guided = player.state if model.guided else -1
    key = (model.search, overlays & {"warps", "floors"}, tuple(warps), blind, guided, model.parameters["way"])
    if model.kept_adventure is None or model.kept_adventure[0] != key:
        made: list[Line] = []
        if "floors" in overlays and not blind:
            made += [floor_frame(model, floor) for floor in model.map.floors]
        if "warps" in overlays:
            made += [warp_line(model, source) for source in warps]
        if guided >= 0:
            made += _way_from(model, guided)
        model.kept_adventure = (key, tuple(made), next(_versions))
    _, lines, version = model.kept_adventure
    return lines, -version  # those of the search are numbered upwards


def _way_from(model: RoutesModel, state: int) -> list[Line]:
    """The way from a state to G, if there is one."""
    search = model.search
    if search.goal is None:
        return []
    way = route(search.moves, state, search.goal, search.touch)
    if way is None or len(way.patches) < 2:
        return []
    line = search.walkway(way, curved=model.parameters["way"] == "curve")
    return [Line(cut_apart(line.curves), "way", WAY_WIDTH, arrow=True)]
