from collections import deque

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchwalk.world import make_world
from rules import kernels
from rules.percolation import (
    PATCHES_AT_ONCE,
    THRESHOLDS,
    clusters,
    connects,
    first_crossing,
    largest,
    spans,
    sweep,
    threshold,
)
from rules.percolation_kernel import open_in_order

KINDS = [("square", 4), ("square", 8), ("hex", 6)]


@st.composite
def worlds(draw, wraps=("none",), shortest=1):
    grid, neighbors = draw(st.sampled_from(KINDS))
    wrap = draw(st.sampled_from(wraps))
    width, height = draw(st.integers(shortest, 7)), draw(st.integers(shortest, 7))
    if grid == "hex" and wrap in ("x", "both"):
        width += width % 2
    return make_world(grid, width, height, neighbors=neighbors, wrap=wrap)


def random_free(world, seed):
    rng = np.random.default_rng(seed)
    return rng.random(world.shape) < rng.choice([0.3, 0.4, 0.5, 0.6, 0.7, 1.0])


SEEDS = st.integers(0, 2**32)
ALL_WRAPS = ("none", "x", "y", "both")


# --- clusters ------------------------------------------------------------------------------------------------------


def slow_cluster(free, world, patch):
    """The free patches that can be reached from a free patch, walking."""
    seen, waiting = {patch}, deque([patch])
    while waiting:
        for near in world.neighbors_of(waiting.popleft()):
            if free.flat[near] and near not in seen:
                seen.add(near)
                waiting.append(near)
    return seen


@given(worlds(ALL_WRAPS, shortest=3), SEEDS)
def test_clusters_are_what_can_be_walked(world, seed):
    free = random_free(world, seed)
    labels, sizes = clusters(free, world)
    assert labels.shape == world.shape
    assert ((labels > 0) == free).all()
    assert sizes[0] == 0
    assert len(np.unique(labels[free])) == labels.max() == len(sizes) - 1
    for patch in np.flatnonzero(free).tolist():
        cluster = slow_cluster(free, world, patch)
        assert cluster == set(np.flatnonzero(labels == labels.flat[patch]).tolist())
        assert sizes[labels.flat[patch]] == len(cluster)
    assert largest(free, world).sum() == sizes.max()
    assert len(np.unique(labels[largest(free, world)])) == min(1, free.sum())


def test_clusters_of_nothing_and_of_everything():
    world = make_world("hex", 4, 3, wrap="both")
    labels, sizes = clusters(np.zeros(world.size), world)
    assert not labels.any()
    assert sizes.tolist() == [0]
    assert not largest(world.layer(bool), world).any()
    assert clusters(world.layer(bool, True), world)[1].tolist() == [0, 12]


def test_two_patches_connect_if_a_cluster_holds_both():
    world = make_world("square", 4, 1)
    assert connects([1, 1, 0, 1], world, [0], [1, 3])
    assert not connects([1, 1, 0, 1], world, [0, 2], [2, 3])


def test_what_does_not_fit_is_refused():
    world = make_world("square", 4, 3)
    with pytest.raises(ValueError, match=r"free has the shape \(3, 4\) of a layer or \(12,\), not \(4, 3\)"):
        clusters(np.ones((4, 3)), world)
    with pytest.raises(ValueError, match="axis is 'x' or 'y', not 'z'"):
        spans(np.ones(12), world, "z")
    with pytest.raises(ValueError, match="runs is 1 or more, not 0"):
        next(sweep(world, np.random.default_rng(1), runs=0))


# --- spanning ------------------------------------------------------------------------------------------------------


def slowly_spans(free, world, axis):
    """Spanning by walks over copies of the world that lie side by side in x and y."""
    wrapped = world.wrap_x if axis == "x" else world.wrap_y
    x, y = world.xy(np.arange(world.size))
    place, last = (x, world.width - 1) if axis == "x" else (y, world.height - 1)
    starts = np.flatnonzero(free.ravel() & (wrapped | (place == 0))).tolist()
    for start in starts:
        seen, waiting = {(start, 0, 0)}, deque([(start, 0, 0)])
        while waiting:
            patch, right, up = waiting.popleft()
            turns = right if axis == "x" else up
            if (patch == start and turns != 0) if wrapped else place[patch] == last:
                return True
            for direction in range(world.directions):
                near = world.neighbor(patch, direction)
                if near < 0 or not free.flat[near]:
                    continue
                column, row = world.shift(*world.xy(patch), direction)
                copy = (near, right + column // world.width, up + row // world.height)
                if copy not in seen and max(abs(copy[1]), abs(copy[2])) <= 4:
                    seen.add(copy)
                    waiting.append(copy)
    return False


@given(worlds(ALL_WRAPS, shortest=3), SEEDS, st.sampled_from(["x", "y"]))
def test_spanning_is_what_can_be_walked(world, seed, axis):
    free = random_free(world, seed)
    assert spans(free, world, axis) == slowly_spans(free, world, axis)


def test_both_kernels_find_the_same(speed):
    def found():
        rng = np.random.default_rng(4)
        world = make_world("square", 40, 30, wrap="y")
        crossed = [spans(rng.random(world.shape) < 0.59, world, axis) for axis in "xyxyxyxy"]
        return crossed, first_crossing(world, rng, "x"), first_crossing(world, rng, "y")

    here = found()
    kernels.choose_kernels("plain")
    assert found() == here
    assert len(set(here[0])) == 2


def test_a_band_across_both_seams_winds_both_ways():
    world = make_world("square", 5, 5, neighbors=8, wrap="both")
    diagonal = np.eye(5, dtype=bool)
    assert spans(diagonal, world, "x")
    assert spans(diagonal, world, "y")
    diagonal[2, 2] = False
    assert not spans(diagonal, world, "x")
    row = world.layer(bool)
    row[3] = True
    assert spans(row, world, "x")
    assert not spans(row, world, "y")
    assert not spans(np.eye(5, dtype=bool), make_world("square", 5, 5, wrap="both"), "x")


def test_a_cluster_over_the_seam_that_comes_back_the_same_way_does_not_wind():
    world = make_world("square", 6, 6, wrap="x")
    free = world.layer(bool)
    free[1, [5, 0, 1]] = free[3, [5, 0, 1]] = free[2, [5, 1]] = True  # a ring around a patch next to the seam
    assert not spans(free, world, "x")
    free[5] = True
    assert spans(free, world, "x")


# --- duality -------------------------------------------------------------------------------------------------------

DUAL = {4: 8, 8: 4, 6: 6}


@given(worlds(), SEEDS)
def test_free_patches_cross_exactly_when_blocked_ones_do_not_cross_the_other_way(world, seed):
    dual = make_world(world.grid, world.width, world.height, neighbors=DUAL[world.directions])
    free = random_free(world, seed)
    assert spans(free, world, "x") != spans(~free, dual, "y")
    assert spans(free, world, "y") != spans(~free, dual, "x")


@pytest.mark.parametrize(("grid", "neighbors"), KINDS)
def test_duality_on_large_worlds_near_the_threshold(grid, neighbors):
    world = make_world(grid, 61, 60, neighbors=neighbors)
    dual = make_world(grid, 61, 60, neighbors=DUAL[neighbors])
    rng = np.random.default_rng(neighbors)
    crossed = 0
    for _ in range(60):
        free = rng.random(world.shape) < threshold(world)
        crossed += spans(free, world)
        assert spans(free, world) != spans(~free, dual, "y")
    assert 15 <= crossed <= 45


@given(worlds(("both",), shortest=3), SEEDS)
def test_where_free_patches_wind_neither_way_round_a_torus_blocked_ones_wind_both_ways(world, seed):
    dual = make_world(world.grid, world.width, world.height, neighbors=DUAL[world.directions], wrap="both")
    free = random_free(world, seed)
    if not spans(free, world, "x") and not spans(free, world, "y"):
        assert spans(~free, dual, "x")
        assert spans(~free, dual, "y")


def rhombus(length):
    """The patches of a rhombus of hexes, (side, side), first along the way north-east, and its width and height."""
    q, r = np.arange(length), np.arange(length)[:, np.newaxis]
    return q + 0 * r, r + (q + q % 2) // 2


@pytest.mark.parametrize("length", [2, 3])
def test_half_of_all_hex_rhombi_cross(length):
    x, y = rhombus(length)
    world = make_world("hex", length, int(y.max()) + 1)
    first = last = 0
    for number in range(2**x.size):
        free = world.layer(bool)
        free[y, x] = (number >> np.arange(x.size) & 1).reshape(x.shape)
        first += spans(free, world, "x")
        patches = y * world.width + x
        last += connects(free, world, patches[0], patches[-1])
    assert first == last == 2 ** (x.size - 1)


def test_half_of_all_hex_rhombi_of_four_by_four_cross():
    x, y = rhombus(4)
    across, up, tiles = 6, int(y.max()) + 2, 64  # blocked patches between them
    world = make_world("hex", tiles * across, tiles * up)
    columns = x + across * np.arange(tiles)[:, np.newaxis, np.newaxis, np.newaxis]
    rows = y + up * np.arange(tiles)[:, np.newaxis, np.newaxis]
    crossed = 0
    for first in range(0, 2**16, tiles**2):
        numbers = np.arange(first, first + tiles**2).reshape(tiles, tiles)
        free = world.layer(bool)
        free[rows, columns] = (numbers[..., np.newaxis] >> np.arange(16) & 1).reshape(tiles, tiles, 4, 4)
        labels = clusters(free, world)[0][rows, columns]
        left, right = labels[..., 0], labels[..., -1]
        common = (left[..., :, np.newaxis] == right[..., np.newaxis, :]) & (left[..., np.newaxis] > 0)
        crossed += common.any(axis=(-1, -2)).sum()
    assert crossed == 2**15


# --- the first crossing --------------------------------------------------------------------------------------------


@given(worlds(ALL_WRAPS, shortest=3), SEEDS, st.sampled_from(["x", "y"]))
def test_the_first_crossing_is_the_first(world, seed, axis):
    crossing = first_crossing(world, np.random.default_rng(seed), axis)
    order = np.random.default_rng(seed).permutation(world.size)
    free = world.layer(bool)
    for opened, patch in enumerate(order.tolist(), 1):
        free.flat[patch] = True
        if spans(free, world, axis):
            assert crossing == opened / world.size
            return


def test_worlds_of_one_column_or_row():
    rng = np.random.default_rng(2)
    for world in (make_world("square", 1, 5), make_world("hex", 1, 5)):
        assert first_crossing(world, rng, "x") == 0.2
        assert first_crossing(world, rng, "y") == 1.0


# Means of first crossings at 256 x 256, and how far they may lie off. Columns of hexes stand closer than rows, so that
# their box is narrower than tall and crossed in x a little too easily.
MEANS = {("square", 4): 0.592746, ("square", 8): 0.407254, ("hex", 6): 0.49725}
TOLERANCES = {("square", 4): 0.0045, ("square", 8): 0.0045, ("hex", 6): 0.00425}


@pytest.mark.parametrize(("grid", "neighbors"), KINDS)
def test_the_mean_first_crossing_is_the_threshold(grid, neighbors):
    world = make_world(grid, 256, 256, neighbors=neighbors)
    rng = np.random.default_rng(5)
    crossings = [first_crossing(world, rng) for _ in range(60)]
    assert abs(np.mean(crossings) - MEANS[grid, neighbors]) < TOLERANCES[grid, neighbors]
    assert 0.005 < np.std(crossings) < 0.012


def test_a_hex_box_is_crossed_in_y_as_much_too_late_as_in_x_too_early():
    world = make_world("hex", 64, 64)
    rng = np.random.default_rng(6)
    across, up = ([first_crossing(world, rng, axis) for _ in range(150)] for axis in "xy")
    assert np.mean(across) < 0.5 < np.mean(up)
    assert np.mean(across) + np.mean(up) == pytest.approx(1 + 1 / world.size, abs=0.008)  # duality


# --- sweep ---------------------------------------------------------------------------------------------------------


def test_a_sweep_counts_runs_that_span_below_each_density():
    world = make_world("square", 20, 20)
    found = list(sweep(world, np.random.default_rng(7), "y", runs=30))
    rng = np.random.default_rng(7)
    crossings = np.array([first_crossing(world, rng, "y") for _ in range(30)])
    last = found[-1]
    assert [found[0].runs, last.runs, found[0].progress, last.progress] == [0, 30, 0, 1]
    assert np.isnan(found[0].spanning).all()
    assert last.mean == pytest.approx(crossings.mean())
    assert last.densities[[0, 50, 100]].tolist() == [0, 0.5, 1]
    expected = [(crossings <= density + 1e-9).mean() for density in last.densities]
    assert last.spanning.tolist() == pytest.approx(expected)
    assert last.spanning[[0, -1]].tolist() == [0, 1]
    assert {one.runs for one in found} == set(range(31))


def test_a_sweep_takes_other_densities_and_spans_as_worlds_of_that_density_do():
    world = make_world("hex", 24, 24, wrap="both")
    *_, found = sweep(world, np.random.default_rng(8), runs=200, densities=[0.4, 0.5, 0.55])
    rng = np.random.default_rng(9)
    for density, spanning in zip(found.densities, found.spanning, strict=True):
        free = np.array([rng.permutation(world.size) < density * world.size for _ in range(200)])
        assert np.mean([spans(layer, world) for layer in free]) == pytest.approx(spanning, abs=0.12)


def test_no_part_of_a_sweep_opens_more_than_a_handful_of_patches(monkeypatch):
    opened = []

    def watched(order, start, end, *rest):
        opened.append(end - start)
        return open_in_order(order, start, end, *rest)

    monkeypatch.setattr("rules.percolation.open_in_order", watched)
    world = make_world("square", 256, 256)
    steps = sum(1 for _ in sweep(world, np.random.default_rng(10), runs=2))
    assert max(opened) <= PATCHES_AT_ONCE
    assert steps >= len(opened)


def test_thresholds_are_known_for_all_kinds_of_world():
    assert [threshold(make_world(grid, 3, 3, neighbors=neighbors)) for grid, neighbors in KINDS] == [
        0.592746,
        0.407254,
        0.5,
    ]
    assert set(THRESHOLDS) == set(KINDS)
