"""What one does with routes on the page, in a real Chromium: draw, watch, walk, open files, go back."""

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.mapfile import map_bytes
from rules.maps import DARK, ICE, SOLID, WALL, Map

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra test)")
expect = playwright.expect

SOLID_CODE = 1
START, GOAL = 32, 33
EMPTY = "model=routes&terrain=empty&width=12&height=9&rng=3&start=1,1&goal=10,7&explorers=2"


class Table:
    """The board of a page, as patches: where they are on it, and what it shows of them.

    Args:
        visit: the visitor's page.
        width: of the world.
        grid: of the world.
    """

    def __init__(self, visit, width, grid="square"):
        self.visit, self.page = visit, visit.page
        self.world = make_world(grid, width, 9, neighbors=8 if grid == "square" else None)

    def spot(self, x, y, dx=0.0, dy=0.0):
        """A point of a patch in the window; dx and dy are shares of a patch, to the right and up."""
        at = self.page.evaluate(f"patchwalk.boards[0].where({self.world.patch(x, y)})")
        size = self.page.evaluate("patchwalk.boards[0].viewport.pitch / patchwalk.boards[0].viewport.ratio")
        return at["x"] + dx * size, at["y"] - dy * size

    def drag(self, *places, offset=(0.0, 0.0)):
        """Press at the first place, move over the others, let go."""
        mouse = self.page.mouse
        mouse.move(*self.spot(*places[0], *offset))
        mouse.down()
        for place in places[1:]:
            mouse.move(*self.spot(*place, *offset), steps=4)
        mouse.up()

    def click(self, x, y, *modifiers, offset=(0.0, 0.0)):
        """A click on a patch with keys held."""
        for key in modifiers:
            self.page.keyboard.down(key)
        self.drag((x, y), offset=offset)
        for key in modifiers:
            self.page.keyboard.up(key)

    def layer(self, name):
        """A layer of the picture as an array; empty if there is none."""
        script = f"Array.from(patchwalk.boards[0].picture.layers.{name} || [])"
        return np.array(self.page.evaluate(script), dtype=np.uint8)

    def where(self, name, value):
        """The places where a layer has a value."""
        return {self.world.xy(patch) for patch in np.flatnonzero(self.layer(name) == value).tolist()}

    def colors(self):
        """The colours of the lines that are shown."""
        return self.page.evaluate("patchwalk.boards[0].picture.lines.map((line) => line.color)")

    def until(self, what, wanted, tries=60):
        """Wait until `what()` is as wanted."""
        for _ in range(tries):
            found = what()
            if found == wanted:
                return
            self.page.wait_for_timeout(100)
        assert found == wanted

    def until_it_has_the_keys(self):
        """Wait until keys belong to the adventure."""
        self.page.get_by_text("the board takes all keys until Esc").wait_for()
        self.visit.until("document.activeElement.getAttribute('role') === 'application'")

    def player(self):
        """Where the only turtle is; None if there is none, or several."""
        script = "(({ turtles: t }) => t && t.count === 1 && [t.x[0], t.y[0]])(patchwalk.boards[0].picture)"
        found = self.page.evaluate(script)
        return self.world.xy(self.world.patch_at(*found)) if found else None


def opened(visit, name, data):
    """Have the page open a file."""
    page = visit.page
    page.get_by_role("button", name="Save and open").first.click()
    with page.expect_file_chooser() as chooser:
        page.get_by_text("Open a file").click()
    chooser.value.set_files({"name": name, "mimeType": "application/json", "buffer": data})


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_walls_s_and_g_are_drawn_and_undone_to_the_empty_map(visit, grid):
    routes = visit(f"{EMPTY}&grid={grid}")
    board, page = Table(routes, 12, grid), routes.page
    shortest = routes.monitor("length")
    page.keyboard.press("2")
    board.drag((5, 1), (5, 7))
    board.until(lambda: board.where("codes", SOLID_CODE), {(5, y) for y in range(1, 8)})
    assert routes.monitor("length") != shortest
    board.click(3, 4, "Shift")
    board.until(lambda: board.where("glyphs", START), {(3, 4)})
    board.click(8, 4, "Alt")
    board.until(lambda: board.where("glyphs", GOAL), {(8, 4)})
    board.click(3, 4, "Shift")
    board.until(lambda: board.where("glyphs", START), set())
    assert "Shift-click puts S" in routes.status
    page.get_by_role("radio", name="Start S").click()
    board.drag((1, 4), (2, 4), (2, 5))
    board.until(lambda: board.where("glyphs", START), {(2, 5)})
    page.keyboard.press("o")
    board.click(9, 2)
    board.until(lambda: board.where("glyphs", GOAL), {(9, 2)})
    page.keyboard.press("2")
    board.click(9, 2)
    routes.until_status("cannot be solid, since G stands there")
    page.keyboard.press("3")
    board.click(7, 4, offset=(0.0, 0.45))
    board.until(lambda: int(np.count_nonzero(board.layer("edges") == WALL)), 2)
    for _ in range(7):
        page.keyboard.press("Control+z")
    board.until(lambda: board.where("codes", SOLID_CODE), set())
    board.until(lambda: (board.where("glyphs", START), board.where("glyphs", GOAL)), ({(1, 1)}, {(10, 7)}))
    expect(routes.button("Undo")).to_be_disabled()
    assert routes.monitor("length") == shortest


def test_a_wall_is_drawn_along_edges_arrows_and_floors_by_their_gestures(visit):
    routes = visit(EMPTY)
    board, page = Table(routes, 12), routes.page
    page.keyboard.press("3")
    board.drag((2, 3), (8, 3), offset=(0.0, 0.47))
    sides = board.world.directions
    expected = {board.world.patch(x, 3) * sides for x in range(2, 9)}
    expected |= {board.world.patch(x, 4) * sides + 4 for x in range(2, 9)}
    board.until(lambda: set(np.flatnonzero(board.layer("edges") == WALL).tolist()), expected)
    page.keyboard.press("5")
    board.drag((2, 6), (5, 6))
    board.until(lambda: board.where("glyphs", 16 + 2), {(2, 6), (3, 6), (4, 6)})
    page.keyboard.press("9")
    board.drag((7, 5), (9, 7))
    routes.until_status("The floor A loops")
    assert "loop" in board.colors()
    page.keyboard.press("8")
    board.drag((1, 7), (3, 1))
    routes.until_status("A forced warp leads from (1, 7) to (3, 1)")
    assert "warp" in board.colors()
    page.get_by_role("button", name="Remove all flags").click()
    board.until(lambda: board.where("glyphs", START) | board.where("glyphs", GOAL), set())


def test_the_wave_spreads_then_the_way_is_drawn_and_overlays_come_and_go(visit):
    routes = visit(f"{EMPTY}&width=30&goal=28,7")
    board, page = Table(routes, 30), routes.page

    def reached():
        return int(np.count_nonzero(board.layer("shade") != 255))

    seen = []
    for _ in range(3):
        routes.press("Step")
        routes.until_ticks(len(seen) + 1)
        board.until(lambda: reached() > (seen[-1] if seen else 0), True)
        seen.append(reached())
    assert "way" not in board.colors()
    routes.press("Go")
    board.until(lambda: "way" in board.colors(), True)
    routes.until_status("Finished")
    assert routes.monitor("arrived").startswith("2")
    assert "length" in routes.status
    for key, shown in (("v", lambda: reached() > 0), ("y", lambda: "way" in board.colors())):
        assert shown()
        page.keyboard.press(key)
        board.until(shown, False)
        page.keyboard.press(key)
        board.until(shown, True)
    page.get_by_role("button", name="Graph").click()
    board.until(lambda: board.layer("links").any(), True)
    page.keyboard.press("2")
    board.drag((14, 0), (14, 8))
    routes.until_status("No way")


def adventure_map(grid):
    """A warp, a loop floor, ice and a dark hall, in one row from S."""
    drawn = Map(make_world(grid, 12, 9, neighbors=8 if grid == "square" else None))
    at = drawn.world.patch
    drawn.set_start(at(1, 4))
    drawn.set_goal(at(8, 2))
    drawn.set_warp(at(1, 5), at(6, 2))
    drawn.set_floor("Carousel", at(6, 1), at(9, 3), loop=True)
    for y in (1, 2, 3):
        drawn.set_kind(at(9, y), ICE)
    for y in range(5, 9):
        drawn.set_kind(at(1, y), ICE if y > 6 else 0)
    drawn.set_kind(at(3, 4), SOLID)
    drawn.set_kind(at(0, 0), DARK)
    return drawn


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_adventure_by_keys_on_an_opened_map(visit, grid):
    routes = visit(EMPTY)
    board, page = Table(routes, 12, grid), routes.page
    before = board.layer("codes").tolist()
    broken = map_bytes(adventure_map(grid), "map.tmj").replace(b'"infinite": false', b'"infinite": true')
    broken = broken.replace(b'"infinite":false', b'"infinite":true')
    opened(routes, "broken.tmj", broken)
    routes.until_status("nfinite")
    assert board.layer("codes").tolist() == before
    opened(routes, "good.tmj", map_bytes(adventure_map(grid), "good.tmj"))
    board.until(lambda: board.where("glyphs", START), {(1, 4)})
    page.get_by_role("button", name="Adventure").click()
    board.until_it_has_the_keys()
    assert board.player() == (1, 4)
    up, down = ("ArrowUp", "ArrowDown") if grid == "square" else ("w", "s")
    page.keyboard.press(up)
    board.until(board.player, (6, 2))  # by the forced warp
    routes.until_status("Carousel")
    page.keyboard.press(up)
    board.until(board.player, (6, 3))
    page.keyboard.press(up)
    board.until(board.player, (6, 1))  # over the seam
    page.keyboard.press("m")
    board.until(lambda: "way" in board.colors(), True)
    page.keyboard.press(down)
    board.until(board.player, (6, 3))
    page.keyboard.press("Escape")
    board.until(lambda: page.locator(".mode").count(), 0)


def test_a_slide_goes_on_by_itself_and_undo_takes_the_step_back(visit):
    drawn = Map(make_world("square", 12, 9, neighbors=8))
    drawn.set_start(drawn.world.patch(1, 4))
    for x in range(3, 9):
        drawn.set_kind(drawn.world.patch(x, 4), ICE)
    routes = visit(EMPTY)
    board, page = Table(routes, 12), routes.page
    opened(routes, "slide.tmj", map_bytes(drawn, "slide.tmj"))
    board.until(lambda: board.where("glyphs", START), {(1, 4)})
    page.keyboard.press("w")
    board.until_it_has_the_keys()
    page.keyboard.press("ArrowRight")
    board.until(board.player, (2, 4))
    page.keyboard.press("ArrowRight")
    board.until(board.player, (9, 4))
    page.keyboard.press("Control+z")
    board.until(board.player, (2, 4))


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_palette_fits_and_all_tools_are_named(visit, size, scheme):
    routes = visit("model=routes&rng=7", size=size, scheme=scheme)
    page = routes.page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
    tools = page.get_by_role("radiogroup", name="What the pointer does").get_by_role("radio")
    names = [tool.get_attribute("aria-label") for tool in tools.all()]
    assert len(set(names)) == 18
    assert {"Solid", "Wall", "Locked door", "One-way floor", "Colour", "Loop floor", "Eraser"} <= set(names)
