"""A page with boards that show everything a board can draw: to look at, and for the tests beside it.

Run it with `solara run tests/dashboard/board_page.py`; the address chooses what is shown:
`/?show=gallery|maze|mines|routes|plain` and `grid=square|hex`, `size=101`, `theme=dark`, `gesture=click`, `pointy`.
"""

from __future__ import annotations

import threading
import time
from typing import Any
from urllib.parse import parse_qs

import numpy as np
import solara

from patchwalk.dashboard.board import POINTER_EVENTS, Board, pointer_of
from patchwalk.declarations import KeyMode, Tool
from patchwalk.view import Edge, Glyph, Line, Mark, Palette, Ramp, Swatch, Turtles, View
from patchwalk.world import World, make_world

PALETTE = Palette(
    (
        Swatch("wall", "wall", "#171C1B", "#060908"),
        Swatch("corridor", "corridor", "#FFFFFF", "#D8DEDA"),
        Swatch("trail", "on the stack", "#F3DDA6", "#D9B86A"),
        Swatch("water", "water", "#2272C3", "#2569B3"),
        Swatch("blood", "blood", "#B3202C", "#A8202B"),
        Swatch("turtle", "turtle", "#F08A1D", "#F08A1D"),
        Swatch("floor", "floor", "#FAFBF8", "#36413E"),
        Swatch("solid", "solid", "#3A4744", "#060908"),
        Swatch("ice", "ice", "#CFE6F4", "#2B5C80", "hatched"),
        Swatch("dark", "dark", "#C6CCC9", "#202726", "dotted"),
        Swatch("way", "way", "#C2410C", "#FFA766"),
        Swatch("warp", "warp", "#8A2A86", "#F7B3E8"),
        Swatch("loop", "loop", "#1F6AAE", "#A3D2FF"),
        Swatch("hidden", "hidden", "#B7C3BE", "#4C5A56"),
        Swatch("open", "open", "#FAFBF8", "#1B2221"),
        Swatch("explorer", "", "#17201E", "#E9EEEB"),
        Swatch("car", "", "#4F94CC", "#6AAFE6"),
    )
)
CHANCES = Ramp(
    "mine in 0 to 100 % of layouts",
    ("#7DB8E8", "#B9D3DF", "#DCD3BA", "#EFC08A", "#E8935A"),
    ("#1B5A93", "#2F5468", "#4B4B43", "#6F4A22", "#94430F"),
)
C = PALETTE.codes()


def turtles(rows: list[tuple[float, float, float, int, str]]) -> Turtles:
    """Turtles from rows of x, y, heading, shape, colour."""
    x, y, heading, shape, color = zip(*rows, strict=True)
    return Turtles(
        np.arange(len(rows), dtype=np.int32),
        np.array(x, np.float32),
        np.array(y, np.float32),
        np.array(heading, np.float32),
        np.array(shape, np.uint8),
        np.array([C[name] for name in color], np.uint8),
    )


def gallery(grid: str) -> tuple[View, World]:
    """Every sign, edge, line and shape."""
    world = make_world(grid, 18, 12)
    codes = np.full(world.shape, C["floor"], np.uint8)
    glyphs = np.zeros(world.shape, np.uint8)
    shade = np.full(world.shape, 255, np.uint8)
    codes[11, :], codes[10, :] = C["open"], C["hidden"]
    glyphs[11, 1:9] = range(1, 9)
    for x, sign in enumerate((9, 10, 11, 12, 13, 14, 15, *range(32, 44))):
        glyphs[10 - 2 * (x // 17), x % 17] = sign
    glyphs[9, : world.directions] = Glyph.ARROW + np.arange(world.directions)
    for x, percent in enumerate((0, 3, 14, 25, 50, 68, 75, 97, 100)):
        shade[9, 9 + x] = round(percent * 2.54)
        glyphs[9, 9 + x] = Glyph.PERCENT + percent
    codes[7, 0:3], codes[7, 3:6], codes[7, 6:9] = C["ice"], C["dark"], C["solid"]
    codes[7, 9:12], codes[7, 12:15], codes[7, 15:18] = C["trail"], C["water"], C["blood"]
    edges = np.zeros((world.size, world.directions), np.uint8)
    for x, kind in ((1, Edge.WALL), (4, Edge.DOOR), (7, Edge.LOCKED), (10, Edge.ONE_WAY), (13, Edge.STOP)):
        for side in world.sides:
            edges[world.patch(x, 5), side] = kind
    links = np.zeros(world.size, np.uint8)
    for y in (0, 1, 2):
        for x in (0, 1, 2):
            for direction in range(world.directions):
                other = world.neighbor(world.patch(x, y), direction)
                if other >= 0 and other % 18 < 3 and other // 18 < 3:
                    links[world.patch(x, y)] |= 1 << direction
    u = world.cell_center(1, 0)[0]
    lines = [
        Line(np.array([(4 * u, 0), (4 * u, 2), (6 * u, 3)], np.float32), "way", arrow=True),
        Line(np.array([(7 * u, 0), (8 * u, 1), (7 * u, 2.6)], np.float32), "warp", 0.12, "dashed"),
        Line(
            np.array([(9 * u, 0), (9 * u, 2.6), (11 * u, 2.6), (11 * u, 0), (9 * u, 0)], np.float32),
            "loop",
            0.1,
            "dotted",
        ),
        Line(np.array([(12 * u, 0), (14 * u, 0), (13 * u, 2.6), (12 * u, 0)], np.float32), "way", 0.08, fill="water"),
    ]
    breeds = [(x * u, 3.6, 45.0 * k, k, "turtle") for k, x in enumerate((1, 3, 5, 7, 9))]
    breeds += [
        (x * u, 3.6, 45.0 * k, k, name) for k, (x, name) in enumerate(((11, "explorer"), (13, "water"), (15, "car")))
    ]
    breeds += [(17 * u, 3.6, 90.0, 3, "car")]
    marks = [Mark(world.patch(16, 1)), Mark(world.patch(17, 0), "blood")]
    return View(codes, shade, glyphs, edges, links, turtles(breeds), lines, 1, marks), world


def maze(grid: str, size: int) -> tuple[View, World]:
    """Something like a maze: corridors that a random walk left, with turtles and water."""
    world = make_world(grid, size, size - (grid == "hex"))
    rng = np.random.default_rng(4)
    codes = np.zeros(world.shape, np.uint8)
    inside = codes[1:-1, 1:-1]
    inside[::2, :] = C["corridor"]
    inside[:, ::2][rng.random(inside[:, ::2].shape) < 0.4] = C["corridor"]
    wet = rng.random(world.shape) < 0.2
    codes[wet & (codes == C["corridor"])] = C["water"]
    rows = []
    for k in range(6):
        x, y = world.cell_center(*(int(v) for v in rng.integers(3, size - 4, 2)))
        rows.append((float(x), float(y), 360.0 / world.directions * k, 0, "turtle"))
    return View(codes, turtles=turtles(rows)), world


def mines(grid: str) -> tuple[View, World]:
    """Numbers, flags and chances."""
    world = make_world(grid, 15, 15)
    rng = np.random.default_rng(2)
    codes = np.where(rng.random(world.shape) < 0.5, C["hidden"], C["open"]).astype(np.uint8)
    glyphs = np.where(codes == C["open"], rng.integers(0, 4, world.shape), 0).astype(np.uint8)
    shade = np.full(world.shape, 255, np.uint8)
    hidden = codes == C["hidden"]
    percent = rng.integers(0, 101, world.shape)
    shade[hidden] = (percent * 2.54)[hidden].astype(np.uint8)
    glyphs[hidden] = (Glyph.PERCENT + percent)[hidden]
    for sign in (Glyph.FLAG, Glyph.SAFE, Glyph.CERTAIN_MINE):
        chosen = hidden & (rng.random(world.shape) < 0.2)
        glyphs[chosen] = sign
        if sign == Glyph.FLAG:
            shade[chosen] = 255
    return View(codes, shade, glyphs, marks=[Mark(world.patch(2, 7))]), world


def map_of_routes(grid: str) -> tuple[View, World]:
    """Walls, doors, ice, a way with a warp."""
    world = make_world(grid, 40, 40, neighbors=8 if grid == "square" else None)
    codes = np.full(world.shape, C["floor"], np.uint8)
    glyphs = np.zeros(world.shape, np.uint8)
    codes[0:14, 11:13] = codes[17:28, 11:13] = codes[26:28, 13:21] = codes[8:21, 22:24] = C["solid"]
    codes[9:18, 24:29], codes[6:13, 33:39] = C["ice"], C["dark"]
    edges = np.zeros((world.size, world.directions), np.uint8)
    for x in range(2, 10):
        edges[world.patch(x, 24), 0] = edges[world.patch(x, 17), world.opposite(0)] = Edge.WALL
    sideways = world.sides[1]
    for y in range(17, 25):
        for x in (1, 5, 9):
            edges[world.patch(x, y), sideways] = Edge.WALL
    edges[world.patch(5, 20), sideways] = edges[world.patch(9, 22), sideways] = Edge.DOOR
    edges[world.patch(4, 17), world.opposite(0)] = Edge.DOOR
    glyphs[22, 14:21], glyphs[1:7, 26] = Glyph.ARROW + sideways, Glyph.ARROW
    glyphs[15, 21] = glyphs[29, 14] = Glyph.NO_ENTRY
    glyphs[3, 3], glyphs[36, 36], glyphs[36, 7], glyphs[34, 23] = Glyph.START, Glyph.GOAL, Glyph.WARP, Glyph.WARP_END
    at = lambda x, y: world.cell_center(x, y)  # noqa: E731
    way = [at(3, 3), at(4, 6), at(4, 16), at(6, 20), at(10, 22), at(10, 33), at(7, 36), (np.nan, np.nan)]
    way += [at(23, 34), at(25, 34), at(27, 35), at(34, 35), at(36, 36)]
    t = np.linspace(0, 1, 24)[:, np.newaxis]
    a, c, b = (np.array(at(*p), float) for p in ((7, 36), (14, 33), (23, 34)))
    warp = (1 - t) ** 2 * a + 2 * t * (1 - t) * c + t**2 * b
    floor = [at(15, 10), at(15, 18), at(20, 18), at(20, 10), at(15, 10)]
    lines = [
        Line(np.array(floor, np.float32), "loop", 0.12, "dotted", casing=False),
        Line(warp.astype(np.float32), "warp", 0.14, "dashed"),
        Line(np.array(way, np.float32), "way", 0.26),
    ]
    walkers = turtles([(*map(float, at(4, 12)), 0.0, 0, "explorer"), (*map(float, at(30, 35)), 90.0, 0, "explorer")])
    return View(codes, None, glyphs, edges, None, walkers, lines, 1), world


def scene(query: dict[str, str]) -> tuple[View, World]:
    """What the address asks for."""
    grid, size = query.get("grid", "square"), int(query.get("size", "101"))
    show = query.get("show", "gallery")
    if show == "plain":
        world = make_world(grid, size, size, wrap=query.get("wrap", "none"))
        return View(np.full(world.shape, C["corridor"], np.uint8)), world
    return (
        maze(grid, size)
        if show == "maze"
        else {"gallery": gallery, "mines": mines, "routes": map_of_routes}[show](grid)
    )


def tick(board: Board, view: View, world: World, seconds: float) -> None:
    """Change ten patches a frame, as fast as the page takes them, and tell how long each took from here to here."""
    rng = np.random.default_rng(5)
    answered = threading.Event()
    end_listening = board.on_event(lambda event: event["kind"] == "ack" and answered.set())
    taken = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        view.codes.reshape(-1)[rng.integers(0, world.size, 10)] = rng.integers(0, 6, 10)
        if view.turtles is not None:
            view.turtles.x[:] += np.where(view.turtles.x < world.width / 2, 1, -1)
        answered.clear()
        began = time.perf_counter()
        board.show(view, world, {"status": {"ticks": board.number, "where": ""}})
        if answered.wait(5):
            taken.append(time.perf_counter() - began)
    end_listening()
    board.show_status({"measured": sorted(1000 * one for one in taken)})


@solara.component
def BoardOf(query: dict[str, str]) -> None:
    """One board that fills its box."""
    gesture = query.get("gesture", "click")
    made = Board.element(board_id="main")

    def start() -> Any:
        board = solara.get_widget(made)
        view, world = scene(query)
        board.configure(
            world,
            PALETTE,
            CHANCES,
            theme=query.get("theme", "light"),
            tool=Tool("test", "Test", "q", gesture=gesture, color="water"),
            bindings={"s": "step", "g": "go", "?": "help", "escape": "close", "e": "setup", "t": "theme"},
            key_mode=KeyMode("walk", "Walking", {"q": "west", "arrowup": "north"}) if "mode" in query else None,
            grid_lines="lines" in query,
            light_neighbors="lit" in query,
            pointy_tops="pointy" in query,
        )

        def heard(event: dict[str, Any]) -> None:
            if event["kind"] in POINTER_EVENTS:
                board.show_status({"where": repr(pointer_of(event))})
            if event["kind"] == "key" and event["name"] == "go":
                threading.Thread(target=tick, args=(board, view, world, 3.0), daemon=True).start()
            if event["kind"] == "key" and event["name"] == "theme":
                board.update(theme="dark")
            if event["kind"] == "key" and event["name"] == "setup":
                raise RuntimeError("a listener that fails")
            if event["kind"] == "key" and event["name"] == "step":
                view.codes.flat[0] += 1
                board.show(view, world, {"status": {"ticks": board.number, "where": "somewhere"}})

        end = board.on_event(heard)
        board.show(view, world, {"status": {"ticks": 0}})
        return end

    solara.use_effect(start, [])


@solara.component
def Page() -> None:
    """The board beside a text field, a slider and a dialog that can be opened."""
    router = solara.use_router()
    query = {name: values[0] for name, values in parse_qs(router.search or "", keep_blank_values=True).items()}
    desk = "#0E1211" if query.get("theme") == "dark" else "#E9EDEA"
    box = f"height:{query.get('high', '700')}px;width:{query.get('wide', '100%')};background:{desk}"
    with solara.Div(style=box):
        BoardOf(query)
    if "fields" in query:
        solara.InputText("Text")
        solara.SliderInt("Slider", value=3, max=9)
