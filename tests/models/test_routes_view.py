"""What the board shows of a map, and what is said about it."""

import numpy as np
import pytest

from models.routes import RoutesModel
from models.routes_page import CODES
from patchwalk.view import NO_SHADE, Edge, Glyph
from patchwalk.world import make_world
from rules.maps import ARROW, DARK, DOOR, ICE, IN, OUT, SOLID, WALL, Map

ALL = frozenset({"wave", "way", "warps", "graph", "floors"})


def small(**values):
    """A map of one row with S and G at its ends."""
    return RoutesModel(6, 1, start=0, goal=5, **values)


def test_kinds_and_colours_are_codes_and_signs():
    drawn = Map(make_world("square", 6, 1, neighbors=8))
    for patch, kind in enumerate((SOLID, ICE, DARK, ARROW + 2)):
        drawn.set_kind(patch, kind)
    for patch in (0, 3, 4):
        drawn.set_color(patch, 8)
    drawn.set_key(4)
    drawn.set_no_entry(5)
    view = RoutesModel(terrain=drawn).view()
    names = ["solid", "ice", "dark-floor", "color-8", "color-8", "floor"]
    assert view.codes.reshape(-1).tolist() == [CODES[name] for name in names]
    signs = [0, Glyph.ICE, Glyph.DARK, Glyph.ARROW + 2, Glyph.KEY, Glyph.NO_ENTRY]
    assert view.glyphs.reshape(-1).tolist() == signs
    assert (view.shade, view.edges, view.links, view.lines) == (None, None, None, ())


def test_a_one_way_edge_is_shown_once():
    drawn = Map(make_world("square", 4, 1))
    for patch, kind in enumerate((OUT, IN, WALL)):
        drawn.set_edge(patch, 1, kind)
    drawn.set_edge(3, 0, DOOR)
    edges = RoutesModel(terrain=drawn).view().edges
    assert edges[:, 1].tolist() == [Edge.ONE_WAY, Edge.OPEN, Edge.WALL, Edge.OPEN]
    assert edges[:, 3].tolist() == [Edge.OPEN, Edge.OPEN, Edge.ONE_WAY, Edge.WALL]
    assert edges[3, 0] == Edge.DOOR


def test_the_wave_shades_what_it_has_reached():
    model = small()
    assert (model.view(ALL).shade == NO_SHADE).all()
    model.advance(2)
    shade = model.view(ALL).shade.reshape(-1)
    assert shade.tolist() == [0, 50, 101, NO_SHADE, NO_SHADE, NO_SHADE]
    model.finish()
    assert model.view(ALL).shade.reshape(-1)[-1] == NO_SHADE - 1
    assert model.view(ALL - {"wave"}).shade is None


@pytest.mark.parametrize("way", ["line", "curve"])
def test_the_way_grows_as_a_line_and_is_sent_when_it_is_another_one(way):
    model = small(way=way)
    assert model.view(ALL).lines == ()
    model.advance(model.search.last_ring)
    ends, versions = [], []
    while not model.way_done:
        model.step()
        view = model.view(ALL)
        ends.append(float(view.lines[-1].points[-1, 0]))
        versions.append(view.lines_version)
        assert model.view(ALL).lines_version == view.lines_version
    np.testing.assert_allclose(ends, [1.5, 2.5, 3.5, 4.5, 5.0], atol=0.05)
    assert len(set(versions)) == len(versions)
    assert model.view(ALL - {"way"}).lines == ()


def test_the_way_may_be_patches():
    model = small(way="patches")
    model.advance(model.search.last_ring + 2)
    view = model.view(ALL)
    assert (view.codes.reshape(-1) == CODES["way"]).tolist() == [True] * 3 + [False] * 3
    assert view.shade.reshape(-1)[:3].tolist() == [NO_SHADE] * 3
    assert view.lines == ()


def test_an_edit_before_the_wave_shows_the_way_faintly_until_time_goes_on():
    model = small()
    model.map.set_goal(3)
    model.running = model.active()
    line = model.view(ALL).lines[0]
    assert (float(line.points[-1, 0]), line.width) == (3.0, 0.12)
    model.step()
    assert model.view(ALL).lines == ()


def test_a_way_that_jumps_is_cut_and_a_seam_is_drawn_to_the_border_on_both_sides():
    drawn = Map(make_world("square", 8, 3, neighbors=4))
    drawn.set_floor("round", 0, 23)
    drawn.set_start(drawn.world.patch(1, 1))
    drawn.set_goal(drawn.world.patch(6, 1))
    model = RoutesModel(terrain=drawn, way="line")
    model.finish()
    points = model.view(ALL).lines[-1].points
    pieces = np.split(points, np.flatnonzero(np.isnan(points[:, 0])))
    assert [part[~np.isnan(part[:, 0])].tolist() for part in pieces] == [
        [[1, 1], [0, 1], [-0.5, 1]],
        [[7.5, 1], [7, 1], [6, 1]],
    ]


def test_the_graph_has_a_bit_for_each_move_between_searched_patches():
    drawn = Map(make_world("square", 4, 1))
    drawn.set_kind(1, ARROW + 1)
    model = RoutesModel(terrain=drawn, start=0, goal=2)
    model.finish()
    east, west = 1 << 1, 1 << 3
    assert model.view(ALL).links.tolist() == [east, east, west, 0]


def test_stairs_are_one_line_floors_are_framed():
    model = RoutesModel(terrain="example")
    lines = model.view(frozenset({"warps", "floors"})).lines
    assert [line.color for line in lines] == ["named"] * 3 + ["loop"] + ["warp"] * 3
    glyphs = model.view(ALL).glyphs.reshape(-1)
    assert [int((glyphs == sign).sum()) for sign in (Glyph.STAIRS, Glyph.WARP, Glyph.WARP_END)] == [2, 2, 2]


def test_explorers_are_shown_between_s_and_g_and_hide_neither():
    model = RoutesModel(12, 1, start=0, goal=11, explorers=3)
    assert len(model.view().turtles.id) == 0
    while not model.way_done:
        model.step()
    model.step()
    turtles = model.view().turtles
    assert (len(turtles.id), float(turtles.x[0]), float(turtles.heading[0])) == (1, 0.5, 90.0)
    model.advance(17)
    assert len(model.view().turtles.id) == 3
    model.finish()
    assert all(explorer.at_goal for explorer in model.explorers)
    assert len(model.view().turtles.id) == 0


def test_what_is_said_about_patches():
    model = RoutesModel(terrain="example")
    drawn, world = model.map, model.world
    assert model.describe(drawn.start) == "S"
    rows = dict(model.inspect(world.patch(2, 9)))
    assert (rows["Kind"], rows["Floor"], rows["From S"], rows["Warp"]) == (
        "warp",
        "House",
        "no way",
        "to (26, 16), optional",
    )
    rows = dict(model.inspect(drawn.goal))
    assert (rows["Floor"], rows["From S"], rows["To G"]) == ("Carousel, a loop", f"{model.length:.2f}", "0.00")
    assert model.describe(world.patch(12, 4)) == "one-way E"
    assert model.describe(world.patch(12, 7)) == "no entry"
    assert "Explorers" in dict(model.inspect(drawn.start))


def test_monitors_and_plot_follow_the_wave():
    model = RoutesModel(9, 9, start=(0, 0), goal=(8, 4))
    read = {monitor.name: monitor.read for monitor in model.monitors}
    assert (read["straight"](model), read["diagonal"](model), read["searched"](model)) == (4, 4, 1)
    model.finish()
    (curve,) = model.plots[0].history(model)
    assert (sum(curve), len(curve) - 1) == (read["searched"](model), read["ring"](model))
    model.map.set_goal(None)
    assert read["length"](model) is None
