"""Ways as lines: cut at jumps, never in a foreign patch, walked at even speed."""

import itertools
from typing import NamedTuple

import numpy as np
import pytest

from patchwalk.world import make_world
from rules.maps import SOLID, Floor, Map
from rules.routes import build_moves, route
from rules.ways import Walkway, pieces, spline
from tests.helpers.random_maps import fill

CLEARANCE = 0.06


class Way(NamedTuple):
    patches: np.ndarray
    jumps: np.ndarray


def way_of(*patches, jumps=()):
    jumped = np.zeros(len(patches) - 1, dtype=bool)
    jumped[list(jumps)] = True
    return Way(np.array(patches, dtype=np.int32), jumped)


def walk(world, start, directions):
    patches = [start]
    for direction in directions:
        patches.append(int(world.neighbor(patches[-1], direction)))
    return patches


def depth_in(points, outline):
    """How far points lie inside a convex outline around the origin; negative outside, then the distance to it."""
    edge = np.roll(outline, -1, axis=0) - outline
    offset = points[:, np.newaxis] - outline
    inside = (edge[:, 0] * offset[..., 1] - edge[:, 1] * offset[..., 0] >= 0).all(axis=1)
    along = np.clip((offset * edge).sum(axis=-1) / (edge * edge).sum(axis=-1), 0, 1)
    apart = np.linalg.norm(offset - along[..., np.newaxis] * edge, axis=-1).min(axis=1)
    return np.where(inside, apart, -apart)


def beside_diagonals(world, patches):
    """The two patches beside each diagonal of a way."""
    beside = set()
    for here, there in itertools.pairwise(patches):
        direction = world.neighbors[here].tolist().index(there)
        if world.directions == 8 and direction % 2:
            beside |= {world.neighbor(here, (direction + side) % 8) for side in (-1, 1)}
    return beside


def depths(world, curve, patches):
    """How deep a curve gets into each of some patches; negative where it keeps out, then minus the distance."""
    offset = curve[:, np.newaxis] - np.column_stack(world.center(np.array(patches)))
    return depth_in(offset.reshape(-1, 2), world.outline).reshape(offset.shape[:2]).max(axis=0)


def clearance(world, curve, patches, spared=frozenset()):
    """The distance of a curve from the nearest patch that is neither on the way nor spared."""
    foreign = {near for patch in patches for near in world.neighbors[patch].tolist()} - {*patches, *spared}
    return -depths(world, curve, sorted(foreign)).max()


def spans_of(count, samples=48):
    """The weights of the control points that act along each span of a curve: a list of (samples + 1, degree + 1)."""
    degree = min(3, count - 1)
    spans = count - degree
    weights = spline(np.eye(count), samples=samples)
    length = (len(weights) - 1) // spans
    found = []
    for span in range(spans):
        here = weights[span * length : (span + 1) * length + 1]
        assert not np.delete(here, range(span, span + degree + 1), axis=1).any()
        found.append(here[:, span : span + degree + 1])
    return found


# How a span of a curve bends depends on four control points and on how near the ends of the curve are. With up to eight
# control points everything occurs that ever can, so all bends there are get tried. The first direction stands for those
# into which the symmetry of the world turns it.
@pytest.mark.parametrize(
    ("grid", "neighbors", "firsts", "least"),
    [("hex", 6, (0,), 0.0721), ("square", 4, (0,), 0.28), ("square", 8, (0, 1), 0.28)],
)
def test_a_curve_keeps_clear_of_patches_that_are_not_on_the_way(grid, neighbors, firsts, least):
    world = make_world(grid, 20, 20, neighbors=neighbors)
    nearest = np.inf
    for weights in itertools.chain.from_iterable(spans_of(count) for count in range(2, 9)):
        for directions in itertools.product(firsts, *[range(neighbors)] * (weights.shape[1] - 2)):
            patches = walk(world, world.patch(10, 10), directions)
            curve = weights @ np.column_stack(world.center(np.array(patches)))
            nearest = min(nearest, clearance(world, curve, patches, beside_diagonals(world, patches)))
    assert nearest >= max(least, CLEARANCE)


def test_a_long_curve_has_no_other_spans_than_one_with_eight_control_points():
    short, long = spans_of(8), spans_of(14)
    for number, weights in enumerate(long):
        same = number if number < 2 else max(number - len(long) + len(short), 2)
        np.testing.assert_allclose(weights, short[same], atol=1e-12)


@pytest.mark.parametrize("first", [0, 1])
def test_with_straight_corners_a_curve_only_touches_what_is_beside_a_diagonal(first):
    world = make_world("square", 30, 30, neighbors=8)
    rng = np.random.default_rng(1)
    ways = [(first, *rest) for rest in itertools.product(range(8), repeat=2)]
    ways += [(first, *rest) for rest in rng.integers(8, size=(250, 6)).tolist()]
    for directions in ways:
        patches = walk(world, world.patch(15, 15), directions)
        curve = spline(np.column_stack(world.center(np.array(patches))), straight_corners=True, samples=16)
        beside = beside_diagonals(world, patches) - set(patches)
        assert clearance(world, curve, patches, beside) >= CLEARANCE
        assert not beside or depths(world, curve, sorted(beside)).max() <= 1e-12


@pytest.mark.parametrize("straight_corners", [False, True])
def test_a_curve_begins_and_ends_in_centres_and_is_smooth(straight_corners):
    points = np.array([(0, 0), (1, 0), (2, 1), (2, 2), (1, 3), (0, 3), (0, 4)], dtype=float)
    curve = spline(points, straight_corners, samples=100)
    np.testing.assert_allclose(curve[[0, -1]], points[[0, -1]])
    steps = np.diff(curve, axis=0)
    headings = np.unwrap(np.arctan2(*steps[np.hypot(*steps.T) > 1e-9].T))
    assert np.abs(np.diff(headings)).max() < np.radians(6)
    for middle in ((1.5, 0.5), (1.5, 2.5)):
        touched = np.hypot(*(curve - middle).T).min() < 1e-9
        assert touched == straight_corners


def test_short_curves():
    np.testing.assert_array_equal(spline(np.array([(3.0, 4.0)])), [(3, 4)])
    two = spline(np.array([(0.0, 0.0), (1.0, 0.0)]))
    assert (two[:, 1] == 0).all()
    assert (np.diff(two[:, 0]) > 0).all()
    np.testing.assert_allclose(
        spline(np.array([(0.0, 0.0), (1, 0), (1, 1)]), samples=2)[2:-2].mean(axis=0), (0.75, 0.25)
    )


LOOPS = [(0, 55), (10, 45), (17, 36), (0, 49)]  # corners of floors of even width in a world of 8 x 7


@pytest.mark.parametrize(
    ("grid", "neighbors", "diagonals"),
    [
        ("hex", 6, "both sides"),
        ("square", 4, "both sides"),
        ("square", 8, "both sides"),
        ("square", 8, "one side"),
        ("square", 8, "always"),
    ],
)
def test_ways_on_maps_with_everything_enter_nothing_solid(grid, neighbors, diagonals):
    rng, found = np.random.default_rng(7), 0
    for _ in range(25):
        drawn = Map(make_world(grid, 8, 7, neighbors=neighbors))
        fill(drawn, rng, share=0.15)
        drawn.set_floor("loop", *LOOPS[rng.integers(len(LOOPS))])
        moves = build_moves(drawn, diagonals=diagonals)
        solid = np.flatnonzero(drawn.kind == SOLID)
        for start, goal in rng.choice(np.flatnonzero(drawn.kind != SOLID), (4, 2)).tolist():
            way = route(moves, start, goal)
            if way is None:
                continue
            found += 1
            walkway = Walkway(way, drawn.world, drawn.floors, straight_corners=diagonals != "both sides")
            for curve in walkway.curves:
                assert not len(solid) or depths(drawn.world, curve, solid).max() <= 1e-9
            steps = walkway.step_at(np.linspace(0, walkway.length, 100 * len(way.patches)))
            assert (steps[0], steps[-1]) == (0, len(way.patches) - 1)
            assert set(np.diff(steps).tolist()) <= {0, 1}
            # Whatever jumps without a warp leads over a seam.
            targets = {patch: warp.target for patch, warp in drawn.warps.items()}
            for here, there in zip(way.patches[:-1][way.jumps], way.patches[1:][way.jumps], strict=True):
                if targets.get(int(here)) != there:
                    assert len(pieces(way_of(here, there, jumps=[0]), drawn.world, drawn.floors)[0]) == 2
    assert found > 20


# --- where ways are cut ---


def test_a_way_is_cut_at_a_warp():
    world = make_world("square", 6, 6)
    cut = pieces(way_of(0, 1, 20, 21, 22, jumps=[1]), world)
    np.testing.assert_array_equal(cut[0], [(0, 0), (1, 0)])
    np.testing.assert_array_equal(cut[1], [(2, 3), (3, 3), (4, 3)])


def test_chained_warps_leave_single_points():
    world = make_world("square", 6, 6)
    cut = pieces(way_of(0, 20, 35, jumps=[0, 1]), world)
    assert [piece.tolist() for piece in cut] == [[[0, 0]], [[2, 3]], [[5, 5]]]


def test_a_way_over_a_seam_runs_to_the_border_and_on_from_the_opposite_one():
    world = make_world("square", 6, 6)
    way = way_of(7, 6, 11, 10, jumps=[1])
    left, right = pieces(way, world, [Floor("all", 0, 0, 5, 5, loop=True)])
    np.testing.assert_array_equal(left, [(1, 1), (0, 1), (-0.5, 1)])
    np.testing.assert_array_equal(right, [(5.5, 1), (5, 1), (4, 1)])
    # Without the loop it can only have been a warp.
    for floors in ([], [Floor("all", 0, 0, 5, 5)], [Floor("part", 0, 2, 5, 5, loop=True)]):
        assert [len(piece) for piece in pieces(way, world, floors)] == [2, 2]


def test_seams_of_a_part_of_the_world_and_diagonal_ones():
    world = make_world("square", 9, 9, neighbors=8)
    loop = [Floor("loop", 2, 3, 4, 6, loop=True)]
    up, on = pieces(way_of(world.patch(3, 6), world.patch(3, 3), jumps=[0]), world, loop)
    np.testing.assert_array_equal(up, [(3, 6), (3, 6.5)])
    np.testing.assert_array_equal(on, [(3, 2.5), (3, 3)])
    corner, other = pieces(way_of(world.patch(4, 6), world.patch(2, 3), jumps=[0]), world, loop)
    np.testing.assert_array_equal(corner, [(4, 6), (4.5, 6.5)])
    np.testing.assert_array_equal(other, [(1.5, 2.5), (2, 3)])


@pytest.mark.parametrize("x0", [1, 2])
def test_seams_on_hexes(x0):
    world = make_world("hex", 12, 9)
    loop = [Floor("loop", x0, 2, x0 + 3, 6, loop=True)]
    wrapped = make_world("hex", 4, 5, wrap="both")
    for x, y in itertools.product(range(x0, x0 + 4), range(2, 7)):
        for direction in range(6):
            there = world.xy(world.neighbor(world.patch(x, y), direction))
            if loop[0].has(*there):
                continue
            target = x0 + (there[0] - x0) % 4, 2 + (there[1] - 2) % 5
            if x0 == 2:  # where columns are shifted as in the small world, a loop is the same as wrapping
                same = wrapped.neighbor(wrapped.patch(x - x0, y - 2), direction)
                assert wrapped.xy(same) == (target[0] - x0, target[1] - 2)
            out, into = pieces(way_of(world.patch(x, y), world.patch(*target), jumps=[0]), world, loop)
            half = np.radians(world.heading_of(direction))
            np.testing.assert_allclose(out[1] - out[0], (np.sin(half) / 2, np.cos(half) / 2), atol=1e-12)
            np.testing.assert_allclose(into[1] - into[0], out[1] - out[0], atol=1e-12)


# --- walking ---


def winding(world, steps, seed):
    """A way that never turns straight back."""
    rng, directions, last = np.random.default_rng(seed), [], 0
    for _ in range(steps):
        last = (last + int(rng.integers(-1, 2))) % world.directions
        directions.append(last)
    middle = world.patch(world.width // 2, world.height // 2)
    return way_of(*walk(world, middle, directions))


@pytest.mark.parametrize(
    ("grid", "neighbors", "style"),
    [
        ("hex", 6, {}),
        ("hex", 6, {"curved": False}),
        ("square", 4, {}),
        ("square", 8, {}),
        ("square", 8, {"straight_corners": True}),
        ("square", 8, {"curved": False}),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_equal_times_give_equal_lengths(grid, neighbors, style, seed):
    world = make_world(grid, 200, 200, neighbors=neighbors)
    way = winding(world, 40, seed)
    walkway = Walkway(way, world, **style)
    # Walked in tiny steps, so that what lies between two of them is straight.
    x, y, heading = walkway.position(np.linspace(0, walkway.length, 40 * 400 + 1))
    if style.get("curved", True):
        centers = np.column_stack(world.center(way.patches))
        exact = np.hypot(*np.diff(spline(centers, bool(style), samples=600), axis=0).T).sum()
        assert walkway.length == pytest.approx(exact, rel=0.002)
    lengths = np.add.reduceat(np.hypot(np.diff(x), np.diff(y)), np.arange(0, 40 * 400, 400))
    assert lengths == pytest.approx(np.full(40, walkway.length / 40), rel=0.01)
    assert ((heading >= 0) & (heading < 360)).all()
    # The walker is where its logical patch is, and takes no step back and skips none.
    steps = walkway.step_at(np.linspace(0, walkway.length, 40 * 400 + 1))
    assert set(np.diff(steps).tolist()) == {0, 1}
    assert (steps[0], steps[-1]) == (0, 40)
    beyond = np.column_stack([x, y]) - np.column_stack(
        world.center(walkway.patch_at(np.linspace(0, walkway.length, len(x))))
    )
    if neighbors != 8 or style:
        assert depth_in(beyond, world.outline).min() >= -1e-3


def test_headings_follow_the_line():
    world = make_world("square", 9, 9)
    walkway = Walkway(way_of(0, 1, 2, 11, 20), world, curved=False)
    assert walkway.length == 4
    np.testing.assert_allclose(
        np.array(walkway.position([0, 0.5, 1.9, 2.1, 4])), [(0, 0.5, 1.9, 2, 2), (0, 0, 0, 0.1, 2), (90, 90, 90, 0, 0)]
    )
    assert walkway.patch_at([0, 0.49, 0.51, 4, 9, -9]).tolist() == [0, 0, 1, 20, 20, 0]


def test_a_walker_stands_at_both_ends_of_a_warp():
    world = make_world("square", 6, 6)
    walkway = Walkway(way_of(0, 1, 20, 35, 34, jumps=[1, 2]), world, curved=False)
    assert walkway.length == 4
    x, y, _ = walkway.position([1, 1.4, 1.6, 2.4, 2.6, 3, 3.5])
    assert list(zip(x.tolist(), y.tolist(), strict=True)) == [(1, 0), (1, 0), (2, 3), (2, 3), (5, 5), (5, 5), (4.5, 5)]
    assert walkway.step_at([0, 0.6, 1.4, 1.6, 2.4, 2.6, 4]).tolist() == [0, 1, 1, 2, 2, 3, 4]
    assert [len(curve) for curve in walkway.curves] == [2, 1, 2]


def test_a_walker_leaves_by_one_border_and_comes_in_by_the_other():
    world = make_world("square", 6, 6)
    floors = [Floor("all", 0, 0, 5, 5, loop=True)]
    walkway = Walkway(way_of(7, 6, 11, 10, jumps=[1]), world, floors)
    assert walkway.length == pytest.approx(3)
    x, y, heading = walkway.position([1.49, 1.5, 3])
    np.testing.assert_allclose(x, [-0.49, 5.5, 4])
    assert set(y) == {1}
    assert heading == pytest.approx([270] * 3)
    assert walkway.patch_at([1.49, 1.5]).tolist() == [6, 11]


def test_a_way_of_one_patch():
    walkway = Walkway(way_of(8), make_world("hex", 4, 4))
    assert walkway.length == 0
    assert walkway.position(3.0) == (0, 2, 0)
    assert walkway.patch_at(0.0) == 8
    assert [curve.tolist() for curve in walkway.curves] == [[[0, 2]]]


def test_a_way_that_turns_straight_back_is_walked_to_its_end():
    world = make_world("square", 6, 6)
    for patches in ([0, 1, 0], [0, 1, 2, 1, 0], [0, 1, 2, 1], [0, 1, 0, 1, 0, 6]):
        for curved in (True, False):
            walkway = Walkway(way_of(*patches), world, curved=curved)
            assert walkway.patch_at(walkway.length) == patches[-1]
            assert (np.diff(walkway.step_at(np.linspace(0, walkway.length, 99))) >= 0).all()
