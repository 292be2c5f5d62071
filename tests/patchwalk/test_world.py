import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.sparse.csgraph import shortest_path

from patchwalk.world import World, make_world, rows_from_top, rows_to_top

KINDS = [("square", 4), ("square", 8), ("hex", 6)]
WRAPS = ["none", "x", "y", "both"]
# Names of headings as people say them, for tests that should be readable.
NAMES = {
    4: ["N", "E", "S", "W"],
    8: ["N", "NE", "E", "SE", "S", "SW", "W", "NW"],
    6: ["N", "NE", "SE", "S", "SW", "NW"],
}


def examples(number):
    """So many worlds, the same in each run."""
    return settings(max_examples=number, deadline=None, derandomize=True)


kinds = pytest.mark.parametrize(("grid", "neighbors"), KINDS)
wraps = pytest.mark.parametrize("wrap", WRAPS)


@st.composite
def worlds(draw, longest=9):
    grid, neighbors = draw(st.sampled_from(KINDS))
    wrap = draw(st.sampled_from(WRAPS))
    width, height = draw(st.integers(1, longest)), draw(st.integers(1, longest))
    assume(wrap not in ("x", "both") or (width >= 3 and (grid == "square" or width % 2 == 0)))
    assume(wrap not in ("y", "both") or height >= 3)
    return make_world(grid, width, height, neighbors=neighbors, wrap=wrap)


def periods(world: World):
    """The lengths of the wrapped axes in patch units (0 if not wrapped), from the kind alone."""
    column = np.sqrt(3) / 2 if world.grid == "hex" else 1.0
    return world.width * column * world.wrap_x, world.height * world.wrap_y


def images(world: World):
    """All centres with the copies of the world beside it: (copies, patches, 2)."""
    centers = np.column_stack(world.center(np.arange(world.size)))
    across, up = periods(world)
    shifts = [(i * across, j * up) for i in (-1, 0, 1) if i == 0 or across for j in (-1, 0, 1) if j == 0 or up]
    return centers + np.array(shifts)[:, np.newaxis, :]


# --- neighbours ---


@given(worlds())
@examples(150)
def test_neighbours_are_those_whose_centres_are_nearest(world):
    reach = 1.5 if world.directions == 8 else 1.2  # diagonal neighbours of squares are sqrt(2) away, the next ones 2
    copies = images(world)
    for patch in range(world.size):
        apart = np.linalg.norm(copies - np.array(world.center(patch)), axis=2).min(axis=0)
        near = set(np.flatnonzero((apart > 0) & (apart < reach)))
        neighbors = world.neighbors_of(patch)
        assert set(neighbors) == near
        assert len(neighbors) == len(near)


@given(worlds())
@examples(100)
def test_each_neighbour_lies_in_its_heading(world):
    across, up = periods(world)
    for direction, heading in enumerate(world.headings):
        patches = np.flatnonzero(world.neighbors[:, direction] >= 0)
        (x, y), (nx, ny) = world.center(patches), world.center(world.neighbors[patches, direction])
        dx, dy = nx - x, ny - y
        if across:
            dx = (dx + across / 2) % across - across / 2
        if up:
            dy = (dy + up / 2) % up - up / 2
        length = np.sqrt(2) if heading % 90 and world.grid == "square" else 1.0
        np.testing.assert_allclose(dx, length * np.sin(np.radians(heading)), atol=1e-9)
        np.testing.assert_allclose(dy, length * np.cos(np.radians(heading)), atol=1e-9)


@given(worlds())
@examples(100)
def test_who_is_my_neighbour_has_me_behind(world):
    for direction in range(world.directions):
        ahead = world.neighbors[:, direction]
        patches = np.flatnonzero(ahead >= 0)
        assert (world.neighbors[ahead[patches], world.opposite(direction)] == patches).all()
        assert world.opposite(world.opposite(direction)) == direction
        assert abs(world.heading_of(world.opposite(direction)) - world.heading_of(direction)) == 180


def test_the_table_is_int32_read_only_and_made_once():
    world = make_world("hex", 6, 5)
    assert world.neighbors.dtype == np.int32
    assert world.neighbors.shape == (30, 6)
    assert world.neighbors.flags.c_contiguous
    assert world.neighbors is world.neighbors
    with pytest.raises(ValueError, match="read-only"):
        world.neighbors[0, 0] = 1


@pytest.mark.parametrize(
    ("xy", "expected"),
    [
        ((2, 2), {"N": (2, 3), "NE": (3, 3), "SE": (3, 2), "S": (2, 1), "SW": (1, 2), "NW": (1, 3)}),
        ((3, 2), {"N": (3, 3), "NE": (4, 2), "SE": (4, 1), "S": (3, 1), "SW": (2, 1), "NW": (2, 2)}),
        ((0, 0), {"N": (0, 1), "NE": (1, 1), "SE": (1, 0)}),
        ((5, 4), {"S": (5, 3), "SW": (4, 3), "NW": (4, 4)}),
    ],
)
def test_hex_neighbours_as_the_page_has_them(xy, expected):
    world = make_world("hex", 6, 5)
    found = {
        name: world.xy(neighbor)
        for direction, name in enumerate(NAMES[6])
        if (neighbor := world.neighbor(world.patch(*xy), direction)) >= 0
    }
    assert found == expected


@kinds
def test_directions_and_headings(grid, neighbors):
    world = make_world(grid, 5, 4, neighbors=neighbors)
    assert world.directions == neighbors
    assert world.turn == 360 / neighbors
    assert world.headings == tuple(i * world.turn for i in range(neighbors))
    for direction, heading in enumerate(world.headings):
        for off in (-world.turn * 0.49, 0, world.turn * 0.49, 720, -720):
            assert world.direction_of(heading + off) == direction
    assert world.direction_of(world.turn / 2) == 1


@given(worlds(), st.data())
@examples(200)
def test_ahead_is_step_by_step(world, data):
    patch = data.draw(st.integers(0, world.size - 1))
    direction = data.draw(st.integers(0, world.directions - 1))
    heading = world.headings[direction] + data.draw(st.sampled_from([0, 360, -360, 7.5, -7.5]))
    steps = data.draw(st.integers(-25, 25))
    expected = patch
    for _ in range(abs(steps)):
        expected = world.neighbor(expected, direction if steps > 0 else world.opposite(direction))
        if expected < 0:
            break
    assert world.ahead(patch, heading, steps) == expected


# --- points ---


@given(worlds(), st.integers(0, 2**32 - 1))
@examples(100)
def test_a_point_belongs_to_the_nearest_centre(world, seed):
    rng = np.random.default_rng(seed)
    min_x, min_y, max_x, max_y = world.extent
    points = np.column_stack([rng.uniform(min_x - 1, max_x + 1, 200), rng.uniform(min_y - 1, max_y + 1, 200)])
    # Points close to an edge, on both sides of it, are where rounding goes wrong.
    patches, side = rng.integers(world.size, size=200), rng.integers(len(world.sides), size=200)
    along, off = rng.uniform(0.02, 0.98, (200, 1)), rng.choice([-1e-6, 1e-6], (200, 1))
    corner, next_corner = world.outline[side], np.roll(world.outline, -1, axis=0)[side]
    border = corner + along * (next_corner - corner)
    points = np.vstack([points, np.column_stack(world.center(patches)) + border * (1 + off)])
    found = world.patches_at(points[:, 0], points[:, 1])

    copies = images(world)
    apart = np.linalg.norm(copies[:, np.newaxis] - points[np.newaxis, :, np.newaxis], axis=3).min(axis=0)
    inside = found >= 0
    assert (found[inside] == apart.argmin(axis=1)[inside]).all()
    # What is outside is outside of every outline: on hexes too, where the border is no straight line.
    normals = np.radians(np.array(world.headings)[list(world.sides)])
    offsets = points[~inside][:, np.newaxis, np.newaxis] - copies
    towards = offsets[..., :1] * np.sin(normals) + offsets[..., 1:] * np.cos(normals)
    assert (towards.max(axis=-1) >= 0.5 - 1e-9).all()
    assert inside[:200].any() or world.size == 1


@given(worlds())
@examples(60)
def test_each_centre_is_at_its_patch(world):
    patches = np.arange(world.size)
    assert (world.patches_at(*world.center(patches)) == patches).all()
    assert [world.patch(*world.xy(patch)) for patch in range(world.size)] == list(patches)
    assert [world.patch_at(*world.center(patch)) for patch in range(world.size)] == list(patches)


@given(worlds(), st.floats(-50, 50), st.floats(-50, 50))
@examples(100)
def test_a_wrapped_axis_wraps_the_point(world, x, y):
    across, up = periods(world)
    patch = world.patch_at(x, y)
    if world.wrap == "both":
        assert 0 <= patch < world.size
    # Patches moved by a whole round have the same centre, up to rounding: ask at the centre found.
    if patch >= 0:
        cx, cy = world.center(patch)
        assert world.patch_at(cx + 3 * across, cy - 2 * up) == patch


@kinds
@wraps
@pytest.mark.parametrize("point", [(np.nan, 0.0), (0.0, np.inf), (-np.inf, np.nan), (1e300, 1e300), (-1e18, 0.3)])
def test_wild_points_do_no_harm(grid, neighbors, wrap, point):
    world = make_world(grid, 6, 5, neighbors=neighbors, wrap=wrap)
    assert -1 <= world.patch_at(*point) < world.size
    if not np.isfinite(point).all():
        assert world.patch_at(*point) == -1
        assert world.edge_at(*point) is None


def test_points_of_any_shape():
    world = make_world("square", 4, 3)
    found = world.patches_at(np.array([[0.0, 1.2], [3.4, 3.6]]), 2.0)
    assert found.tolist() == [[8, 9], [11, -1]]
    assert world.patch_at(0.5, 0.5) == world.patch(1, 1)
    assert world.patches_at([], []).shape == (0,)


@given(worlds(), st.data())
@examples(150)
def test_edge_at_names_the_side_the_point_is_next_to(world, data):
    patch = data.draw(st.integers(0, world.size - 1))
    k = data.draw(st.integers(0, len(world.sides) - 1))
    along, inward = data.draw(st.floats(0.05, 0.95)), data.draw(st.floats(0.01, 0.9))
    corners = world.outline
    border = corners[k] + along * (corners[(k + 1) % len(corners)] - corners[k])
    x, y = np.array(world.center(patch)) + border * (1 - inward)
    assert world.edge_at(x, y) == (patch, world.sides[-k])
    # Across that edge lies that neighbour.
    across = np.array(world.center(patch)) + border * 1.01
    assert world.patch_at(*across) == world.neighbor(patch, world.sides[-k])


def test_edge_at_outside_is_none():
    world = make_world("hex", 4, 4)
    assert world.edge_at(-2, 0) is None
    assert world.edge_at(world.extent[0] + 0.01, -0.45) is None


@kinds
@wraps
def test_outline_and_extent(grid, neighbors, wrap):
    world = make_world(grid, 6, 5, neighbors=neighbors, wrap=wrap)
    corners = world.outline
    following = np.roll(corners, -1, axis=0)
    area = (corners[:, 0] * following[:, 1] - corners[:, 1] * following[:, 0]).sum() / 2
    assert area == pytest.approx(1.0 if grid == "square" else np.sqrt(3) / 2)  # positive: counter-clockwise
    all_corners = (np.column_stack(world.center(np.arange(30)))[:, np.newaxis] + corners).reshape(-1, 2)
    assert not corners.flags.writeable
    assert world.extent == pytest.approx((*all_corners.min(axis=0), *all_corners.max(axis=0)))


def test_extent_of_one_column_of_hexes():
    assert make_world("hex", 1, 3).extent == pytest.approx((-1 / np.sqrt(3), -0.5, 1 / np.sqrt(3), 2.5))


# --- distances ---


@given(worlds(longest=8))
@examples(80)
def test_distance_is_the_shortest_path(world):
    start, direction = np.nonzero(world.neighbors >= 0)
    links = csr_array((np.ones(len(start)), (start, world.neighbors[start, direction])), shape=(world.size,) * 2)
    expected = shortest_path(links, unweighted=True)
    patches = np.arange(world.size)
    assert (world.distance(patches[:, np.newaxis], patches) == expected).all()
    assert world.distance(0, world.size - 1) == expected[0, -1]
    assert type(world.distance(0, world.size - 1)) is int


# --- layers ---


def test_layers():
    world = make_world("hex", 5, 3)
    assert world.layer().shape == (3, 5) == world.shape
    assert world.layer(bool).dtype == bool
    ticks = world.layer(np.int32, -1)
    assert ticks.dtype == np.int32
    assert (ticks == -1).all()


def test_rows_from_the_top():
    world = make_world("square", 3, 2)
    picture = np.array([[1, 2, 3], [4, 5, 6]])  # as a file has it: 1 2 3 is the top row
    layer = world.rows_from_top(picture)
    assert layer[world.xy(world.patch(0, 1))[::-1]] == 1
    assert layer.ravel()[world.patch(2, 0)] == 6
    assert (world.rows_to_top(layer) == picture).all()
    assert (rows_to_top(rows_from_top(picture)) == picture).all()


# --- refusals ---


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("triangle", 3, 3, None, "none"), "grid is 'square' or 'hex', not 'triangle'"),
        (("square", 0, 3, None, "none"), "width is a whole number of patches, 1 or more, not 0"),
        (("square", 3, -1, None, "none"), "height is a whole number of patches, 1 or more, not -1"),
        (("hex", 3.5, 3, None, "none"), "width is a whole number of patches, 1 or more, not 3.5"),
        (("square", True, 3, None, "none"), "width is a whole number"),
        (("square", "3", 3, None, "none"), "width is a whole number"),
        (("square", 10**6, 10**6, None, "none"), "too many: a world has at most 2,147,483,647"),
        (("square", 3, 3, 6, "none"), "neighbors is 4 or 8 on a square world, not 6"),
        (("hex", 3, 3, 4, "none"), "neighbors is 6 on a hex world, not 4"),
        (("square", 3, 3, 4, "z"), "wrap is 'none', 'x', 'y' or 'both'"),
        (("square", 3, 3, 4, None), "wrap is 'none', 'x', 'y' or 'both'"),
        (("square", 2, 5, 4, "x"), "width is 3 or more on a world that wraps in x, not 2"),
        (("square", 5, 2, 8, True), "height is 3 or more on a world that wraps in y, not 2"),
        (("hex", 5, 5, None, "both"), "width is even .* not 5: .*; take 4 or 6$"),
        (("hex", 3, 5, None, "x"), "width is even .* not 3: .*; take 4$"),
    ],
)
def test_refusals_say_what_would_be_right(arguments, message):
    grid, width, height, neighbors, wrap = arguments
    with pytest.raises(ValueError, match=message):
        make_world(grid, width, height, neighbors=neighbors, wrap=wrap)


@kinds
def test_patches_and_directions_that_are_not_there(grid, neighbors):
    world = make_world(grid, 4, 3, neighbors=neighbors)
    for wrong in (
        lambda: world.xy(-1),
        lambda: world.xy(12),
        lambda: world.xy(np.array([0, 12])),
        lambda: world.center(12),
        lambda: world.neighbor(-1, 0),
        lambda: world.neighbor(0, neighbors),
        lambda: world.neighbor(0, -1),
        lambda: world.neighbors_of(12),
        lambda: world.ahead(-1, 0),
        lambda: world.ahead(12, 0, 0),
        lambda: world.ahead(12, 0, 100),
        lambda: world.distance(0, 12),
        lambda: world.opposite(neighbors),
        lambda: world.heading_of(-1),
    ):
        with pytest.raises(ValueError, match="there is no"):
            wrong()
    with pytest.raises(ValueError, match=r"patch \(4, 0\) is outside the world: x is 0 to 3, y is 0 to 2"):
        world.patch(4, 0)
    with pytest.raises(ValueError, match=r"x is any whole number, y is 0 to 2"):
        make_world(grid, 4, 3, neighbors=neighbors, wrap="x").patch(-7, 3)
    assert make_world(grid, 4, 3, neighbors=neighbors, wrap="both").patch(-1, -1) == 11


# --- the world as a value ---


def test_wrap_as_text():
    assert [make_world("square", 4, 4, wrap=wrap).wrap for wrap in (True, False, np.True_, "x")] == [
        "both",
        "none",
        "both",
        "x",
    ]
    world = make_world("hex", 4, 3, wrap="y")
    assert (world.wrap_x, world.wrap_y) == (False, True)


@given(worlds())
@examples(40)
def test_worlds_made_alike_are_equal_copied_and_shown(world):
    world.neighbor(0, 0)  # fills what is cached, which must not travel
    twin = make_world(world.grid, world.width, world.height, neighbors=world.directions, wrap=world.wrap)
    for other in (twin, copy.deepcopy(world), pickle.loads(pickle.dumps(world)), eval(repr(world))):
        assert other == world
        assert hash(other) == hash(world)
    assert world != make_world("square", 10, 10)
    assert world != "a world"


def test_a_million_patches_cost_nothing_until_asked():
    world = make_world("hex", 1001, 1001)
    assert world.size == 1_002_001
    assert "neighbors" not in vars(world)
    assert world.patch_at(*world.center(500_500)) == 500_500
    assert world.extent[2] > 866
    assert world.distance(0, world.size - 1) == 1500
    assert "neighbors" not in vars(world)


def test_the_world_knows_neither_mesa_nor_solara():
    code = (
        "import sys; from patchwalk.world import make_world; make_world('hex', 3, 3); make_world('square', 3, 3);"
        "print([name for name in ('mesa', 'solara', 'anywidget', 'networkx', 'pandas') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
