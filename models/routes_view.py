"""How a map, and what the search shows of it, becomes a view."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from models.routes_page import CODES
from patchwalk.view import NO_SHADE, SHAPES, Edge, Glyph, Line, Turtles, View
from rules.maps import ARROW, DARK, ICE, SOLID, Floor, Map

if TYPE_CHECKING:
    from models.routes import RoutesModel

WAY_WIDTH, PREVIEW_WIDTH, WARP_WIDTH, FLOOR_WIDTH = 0.26, 0.12, 0.12, 0.1  # patches
BEND = 0.14  # of a warp's line, as a share of its length
WARP_POINTS = 17
INSET = 0.08  # of a floor's frame, in patches, so that frames side by side can be told apart

GROUND = np.zeros(256, dtype=np.uint8)
GROUND[[SOLID, ICE, DARK]] = [CODES["solid"], CODES["ice"], CODES["dark-floor"]]
SIGNS = np.zeros(256, dtype=np.uint8)
SIGNS[[ICE, DARK]] = [Glyph.ICE, Glyph.DARK]
SIGNS[ARROW : ARROW + 8] = Glyph.ARROW + np.arange(8)

# A one-way edge is drawn by the patch that may be left; the other one's word for it is nothing new.
SHOWN_EDGES = np.array([Edge.OPEN, Edge.WALL, Edge.DOOR, Edge.LOCKED, Edge.ONE_WAY, Edge.OPEN], dtype=np.uint8)

_versions = count(1)


def routes_view(model: RoutesModel, overlays: frozenset[str]) -> View:
    """A map as a view."""
    drawn, world = model.map, model.world
    codes = ground(model)
    warps = "warps" in overlays
    if "way" in overlays and model.parameters["way"] == "patches" and (model.wave_done or model.preview):
        codes[way_patches(model)] = CODES["way"]
    view = View(
        codes=codes.reshape(world.shape),
        shade=wave_shade(model) if "wave" in overlays else None,
        glyphs=kept(drawn, f"signs {warps}", lambda: signs(drawn, warps)).reshape(world.shape),
        edges=edges_of(drawn),
        links=graph_links(model) if "graph" in overlays else None,
        turtles=explorers(model),
    )
    if view.shade is not None and model.parameters["way"] == "patches":
        view.shade[view.codes == CODES["way"]] = NO_SHADE
    view.lines, view.lines_version = lines_of(model, overlays)
    model.show_adventure(view, overlays)
    return view


def kept(drawn: Map, name: str, make: Callable[[], NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """A layer of the picture that is the same until the map is edited: worked out once, and handed out as a copy."""
    key = ("view", name)
    if key not in drawn.cache:
        drawn.cache[key] = make()
    found: NDArray[np.uint8] = drawn.cache[key]
    return found.copy()


def ground(model: RoutesModel) -> NDArray[np.uint8]:
    """What lies on each patch, as codes: (size,). Colours are painted on plain floor and on one-way floors."""
    return kept(model.map, "ground", lambda: _ground(model.map))


def _ground(drawn: Map) -> NDArray[np.uint8]:
    codes: NDArray[np.uint8] = GROUND[drawn.kind]
    painted = (drawn.color > 0) & (codes == CODES["floor"])
    codes[painted] = CODES["color-1"] - 1 + drawn.color[painted]
    return codes


def wave_shade(model: RoutesModel) -> NDArray[np.uint8]:
    """How early the search reached each patch, as far as the wave has come: (height, width)."""
    search = model.search
    begun = model.ring > 0 or search.start == search.goal
    return search.shade_until(model.ring if begun else -1).reshape(model.world.shape)


def signs(drawn: Map, warps: bool) -> NDArray[np.uint8]:
    """Arrows, ice, dark, ends of warps, keys, flags: one sign a patch, the later ones before the earlier: (size,)."""
    glyphs: NDArray[np.uint8] = SIGNS[drawn.kind]
    if warps:
        for source, warp in drawn.warps.items():
            glyphs[warp.target] = Glyph.STAIRS if warp.stairs else Glyph.WARP_END
            glyphs[source] = Glyph.STAIRS if warp.stairs else Glyph.WARP
    glyphs[drawn.keys] = Glyph.KEY
    glyphs[drawn.no_entry] = Glyph.NO_ENTRY
    for patch, sign in ((drawn.start, Glyph.START), (drawn.goal, Glyph.GOAL)):
        if patch is not None:
            glyphs[patch] = sign
    return glyphs


def edges_of(drawn: Map) -> NDArray[np.uint8] | None:
    """The edges as the board draws them, (size, directions), or None where there are none."""
    key = ("view", "edges")
    if key not in drawn.cache:
        drawn.cache[key] = SHOWN_EDGES[drawn.edges_seen()] if drawn.edges.any() else None
    found: NDArray[np.uint8] | None = drawn.cache[key]
    return None if found is None else found.copy()


def graph_links(model: RoutesModel) -> NDArray[np.uint8]:
    """A bit for each direction in which a move leads from a patch that the wave has reached: (size,)."""
    moves, rings = model.moves, model.search.rings
    reached = (rings >= 0) & (rings <= model.ring)
    plain = (moves.direction >= 0) & ~moves.jump
    plain &= reached[moves.patch[moves.sources]] & reached[moves.patch[moves.indices]]
    links = np.zeros(model.world.size, dtype=np.uint8)
    np.bitwise_or.at(
        links, moves.patch[moves.sources[plain]], np.left_shift(np.uint8(1), moves.direction[plain].astype(np.uint8))
    )
    return links


def explorers(model: RoutesModel) -> Turtles:
    """The explorers on their lines; those that wait at S would hide it, and so would those that stand at G."""
    under_way = (explorer for explorer in model.explorers if not explorer.at_goal)
    shown = [explorer for explorer in under_way if not explorer.waits(model.search)]
    at = np.array([explorer.plan.line.position(explorer.walked) for explorer in shown], dtype=np.float32).reshape(-1, 3)
    return Turtles(
        id=np.array([explorer.unique_id for explorer in shown], dtype=np.int32),
        x=at[:, 0],
        y=at[:, 1],
        heading=at[:, 2],
        shape=np.array([SHAPES.index(explorer.shape) for explorer in shown], dtype=np.uint8),
        color=np.array([CODES[explorer.color] for explorer in shown], dtype=np.uint8),
    )


# --- lines ---------------------------------------------------------------------------------------------------------


def lines_of(model: RoutesModel, overlays: frozenset[str]) -> tuple[tuple[Line, ...], int]:
    """All lines, and a number that is another one whenever they are."""
    shown = overlays & {"way", "warps", "floors"}
    key = (model.search, model.drawn, model.wave_done, model.preview, model.parameters["way"], shown)
    kept = model.kept_lines
    if kept is None or kept[0] != key:
        made: list[Line] = []
        if "floors" in shown:
            made += [floor_frame(model, floor) for floor in model.map.floors]
        if "warps" in shown:
            made += [warp_line(model, source) for source in sorted(model.map.warps) if not drawn_back(model, source)]
        if "way" in shown:
            made += way_lines(model)
        kept = model.kept_lines = (key, tuple(made), next(_versions))
    return kept[1], kept[2]


def floor_frame(model: RoutesModel, floor: Floor) -> Line:
    """A frame round a named floor: straight, also round hexes, whose columns are shifted."""
    world = model.world
    low = np.min(world.cell_center(np.arange(floor.x0, floor.x1 + 1), np.full(floor.columns, floor.y0)), axis=1)
    high = np.max(world.cell_center(np.arange(floor.x0, floor.x1 + 1), np.full(floor.columns, floor.y1)), axis=1)
    low, high = low + world.outline.min(axis=0) + INSET, high + world.outline.max(axis=0) - INSET
    corners = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1]), (low[0], low[1])]
    color, style = ("loop", "dotted") if floor.loop else ("named", "solid")
    return Line(np.array(corners, dtype=np.float32), color, FLOOR_WIDTH, style, casing=False, text=floor.name)


def drawn_back(model: RoutesModel, source: int) -> bool:
    """Whether a warp goes back the way of another one, which is drawn already: stairs up and down are one line."""
    back = model.map.warps.get(model.map.warps[source].target)
    return back is not None and back.target == source and source > model.map.warps[source].target


def warp_line(model: RoutesModel, source: int) -> Line:
    """A bent line from a warp to its end; stairs and what does nothing are dotted."""
    warp = model.map.warps[source]
    begin, end = (np.array(model.world.center(patch), dtype=np.float64) for patch in (source, warp.target))
    aside = np.array([-(end - begin)[1], (end - begin)[0]]) * BEND
    along = np.linspace(0.0, 1.0, WARP_POINTS)[:, np.newaxis]
    points = begin + along * (end - begin) + 2 * along * (1 - along) * aside
    style = "dashed" if model.map.warp_works(source) and not warp.stairs else "dotted"
    return Line(points.astype(np.float32), "warp", WARP_WIDTH, style)


def way_patches(model: RoutesModel) -> NDArray[np.int32]:
    """The patches of the way that are drawn already."""
    way = model.route
    if way is None:
        return np.empty(0, dtype=np.int32)
    return way.patches if model.preview else way.patches[: model.drawn + 1]


def way_lines(model: RoutesModel) -> list[Line]:
    """The way as far as it is drawn, cut where it jumps; faint when the wave has not been."""
    search = model.search
    line = search.curve if model.parameters["way"] == "curve" else search.straight
    if model.parameters["way"] == "patches" or line is None or not search.steps:
        return []
    if model.preview:
        return [Line(cut_apart(line.curves), "way", PREVIEW_WIDTH, "solid", casing=False)]
    if not model.wave_done or not model.drawn:
        return []
    return [Line(cut_apart(line.curves_until(model.drawn)), "way", WAY_WIDTH)]


def cut_apart(curves: list[Any]) -> NDArray[np.float32]:
    """Curves as one array of points, with a row of NaN between."""
    gap = np.full((1, 2), np.nan)
    parts = [part for curve in curves for part in (curve, gap)][:-1]
    return np.concatenate(parts).astype(np.float32)
