import importlib.util
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import shortest_path

from patchwalk.world import make_world
from rules.flooding import BLOOD, WATER, Flood

SPEEDS = ["plain", "fast"] if importlib.util.find_spec("numba") else ["plain"]


def distances(maze, patch):
    """Steps through the corridors from one patch to each other, by scipy; inf where there is no way."""
    table, is_open = maze.carving.rooms.world.neighbors, maze.carving.corridor.ravel()
    a, direction = np.nonzero((table >= 0) & is_open[table] & is_open[:, np.newaxis])
    graph = coo_matrix((np.ones(len(a)), (a, table[a, direction])), shape=(len(table), len(table))).tocsr()
    return shortest_path(graph, unweighted=True, indices=patch)


def open_patches(maze):
    return np.flatnonzero(maze.carving.corridor)


def same_flood(flood, other):
    for name in ("arrival", "liquid", "wet", "front"):
        np.testing.assert_array_equal(getattr(flood, name), getattr(other, name), err_msg=name)
    assert flood.waiting == other.waiting
    assert len(flood.recent) == len(other.recent) == 4
    for ring, other_ring in zip(flood.recent, other.recent, strict=True):
        np.testing.assert_array_equal(ring, other_ring)


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("outer_wall", [True, False])
def test_arrival_is_the_nearest_presss_tick_and_distance(make_maze, speed, grid, outer_wall):
    maze = make_maze(grid, 21, 19, carvers=2, outer_wall=outer_wall).finish()
    presses = {0: 7, 5: 100, 9: 60}
    expected = np.full(maze.carving.corridor.size, np.inf)
    tick = 0
    for press, number in presses.items():
        tick += maze.flood.advance(press - tick, tick)
        patch = int(open_patches(maze)[number])
        if maze.flood.pour(patch, WATER, tick):
            expected = np.minimum(expected, press + distances(maze, patch))
    maze.flood.advance(10**6, tick)
    assert not maze.flood.can_spread()
    expected[~maze.carving.corridor.ravel()] = -1
    np.testing.assert_array_equal(maze.flood.arrival.ravel(), expected)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(
    grid=st.sampled_from(["square", "hex"]),
    outer_wall=st.booleans(),
    carvers=st.sampled_from([1, 3, 20]),
    seed=st.integers(0, 1000),
    presses=st.lists(st.tuples(st.integers(0, 60), st.integers(0, 14 * 13 - 1), st.sampled_from([WATER, BLOOD]))),
    chunk=st.integers(1, 40),
    speed=st.sampled_from(SPEEDS),
)
def test_drops_and_kernel_agree_bit_for_bit_while_turtles_carve(
    make_maze, grid, outer_wall, carvers, seed, presses, chunk, speed
):
    options = {"grid": grid, "width": 13, "height": 13, "carvers": carvers, "outer_wall": outer_wall, "seed": seed}
    turtles, kernel = make_maze(**options), make_maze(**options, speed=speed)
    carved = np.where(turtles.carving.corridor, 0, -1).ravel()
    poured = set()

    def press(tick):
        for when, patch, liquid in presses:
            if when == tick:
                wet = turtles.flood.pour(patch, liquid, tick)
                assert wet == kernel.flood.pour(patch, liquid, tick)
                if wet:
                    poured.add(patch)

    stops = sorted({when for when, _, _ in presses} | set(range(0, 400, chunk)))
    for stop, following in pairwise(stops):
        press(stop)
        kernel.ticks_by_kernel(following - stop)
        for _ in range(following - stop):
            before = turtles.flood.wet_count
            could = turtles.flood.can_spread()
            if turtles.working:
                was_open = turtles.carving.corridor.ravel().copy()
                turtles.tick_by_turtles()
                carved[turtles.carving.corridor.ravel() & ~was_open] = turtles.ticks
            # It says beforehand whether a tick makes something wet.
            assert could == (turtles.flood.wet_count > before)
        same_flood(turtles.flood, kernel.flood)
        turtles.ticks = kernel.ticks = following
    assert not turtles.working

    arrival, table = turtles.flood.arrival.ravel(), turtles.carving.rooms.world.neighbors
    for patch in np.flatnonzero(turtles.carving.corridor.ravel()).tolist():
        near = [arrival[neighbor] for neighbor in table[patch] if neighbor >= 0 and arrival[neighbor] >= 0]
        if poured and patch not in poured:
            assert arrival[patch] == max(carved[patch], min(near)) + 1


def test_presses_on_walls_outside_and_wet_patches_do_nothing(make_maze):
    maze = make_maze(width=7, height=7).finish()
    room = int(maze.carving.rooms.patches[0])
    for patch in (0, -1, 49, 10**9):
        assert not maze.flood.pour(patch, WATER, 0)
    assert maze.flood.wet_count == 0
    assert maze.flood.pour(room, BLOOD, 3)
    assert not maze.flood.pour(room, WATER, 4)
    assert (maze.flood.liquid.flat[room], maze.flood.arrival.flat[room]) == (BLOOD, 3)
    with pytest.raises(ValueError, match=r"liquid 3: it is 1 \(water\) or 2 \(blood\)"):
        maze.flood.pour(room, 3, 4)


def test_nothing_happens_while_everything_is_dry(make_maze):
    maze = make_maze()
    assert not maze.flood.can_spread()
    assert maze.flood.advance(100, 0) == 0
    assert len(maze.flood.front) == 0
    assert maze.flood.recent[0].size == 0


def test_liquid_leaks_past_no_corner_and_over_no_edge():
    """Two separate corridors, touching by a corner and over the ends of rows."""
    corridor = np.zeros((4, 4), dtype=bool)
    corridor[0, 2:] = corridor[1, :2] = corridor[2, 2:] = True
    flood = Flood(make_world("square", 4, 4), corridor)
    flood.pour(4, WATER, 0)
    assert flood.advance(100, 0) == 1
    assert sorted(flood.wet.tolist()) == [4, 5]


def test_first_to_arrive_keeps_the_patch_and_the_front_decides_ties():
    corridor = np.ones((1, 7), dtype=bool)
    flood = Flood(make_world("square", 7, 1), corridor)
    flood.pour(6, BLOOD, 0)
    flood.pour(0, WATER, 0)
    flood.advance(100, 0)
    assert flood.liquid.tolist() == [[1, 1, 1, 2, 2, 2, 2]]
    assert flood.arrival.tolist() == [[0, 1, 2, 3, 2, 1, 0]]


def test_a_patch_opened_between_two_liquids_takes_the_older_one():
    corridor = np.array([[True, False, True]])
    for later, earlier in ((0, 2), (2, 0)):
        flood = Flood(make_world("square", 3, 1), corridor.copy())
        flood.pour(earlier, BLOOD, 1)
        flood.begin_tick(2)
        flood.pour(later, WATER, 2)
        flood.corridor[0, 1] = True
        flood.open([1])
        assert flood.waiting == [1]
        assert flood.can_spread()
        assert flood.advance(100, 2) == 1
        assert (flood.liquid[0, 1], flood.arrival[0, 1]) == (BLOOD, 3)


def test_of_two_liquids_as_old_the_lowest_direction_flows_on(speed):
    """The patch in the middle is opened in tick 2, with blood above it and water to its left, both of tick 1."""
    corridor = np.zeros((3, 3), dtype=bool)
    corridor[2, 1] = corridor[1, 0] = True
    by_drops, by_kernel = (Flood(make_world("square", 3, 3), corridor.copy()) for _ in range(2))
    for flood in (by_drops, by_kernel):
        flood.pour(3, WATER, 1)
        flood.pour(7, BLOOD, 1)
        flood.corridor[1, 1] = True
    by_drops.begin_tick(2)
    by_drops.open([4])
    by_drops.begin_tick(3)
    assert by_kernel.advance(100, 1, np.array([4], dtype=np.int32), np.array([1], dtype=np.int32)) == 2
    same_flood(by_drops, by_kernel)
    assert (by_drops.liquid[1, 1], by_drops.arrival[1, 1]) == (BLOOD, 3)


def test_rings_of_the_last_four_ticks():
    flood = Flood(make_world("square", 9, 1), np.ones((1, 9), dtype=bool))
    flood.pour(0, WATER, 0)
    flood.advance(5, 0)
    assert [ring.tolist() for ring in flood.recent] == [[5], [4], [3], [2]]
    assert flood.front.tolist() == [5]
    assert flood.pour(8, WATER, 5)
    assert flood.front.tolist() == [5, 8]
    assert flood.advance(100, 5) == 1
    assert not flood.front.flags.writeable


def test_work_can_be_cut_by_patches(make_maze):
    maze, whole = make_maze().finish(), make_maze().finish()
    start = int(maze.carving.rooms.patches[40])
    tick = 0
    assert maze.flood.pour(start, WATER, 0)
    assert whole.flood.pour(start, WATER, 0)
    ticks = whole.flood.advance(10**6, 0)
    while maze.flood.can_spread():
        before = maze.flood.wet_count
        tick += maze.flood.advance(10**6, tick, patches=10)
        assert maze.flood.wet_count <= before + 10 + 3 * 10
    assert tick == ticks
    same_flood(maze.flood, whole.flood)


def test_drying_clears_everything(make_maze):
    maze = make_maze().finish()
    start = int(maze.carving.rooms.patches[0])
    maze.flood.pour(start, WATER, 0)
    maze.flood.advance(20, 0)
    maze.flood.dry_all()
    assert not maze.flood.can_spread()
    assert maze.flood.wet_count == 0
    assert (maze.flood.arrival == -1).all()
    assert not maze.flood.liquid.any()
    assert maze.flood.pour(start, BLOOD, 30)
    assert maze.flood.advance(1, 30) == 1


def test_a_state_put_back_goes_on_the_same_way(make_maze):
    maze = make_maze(carvers=4)
    maze.ticks_by_kernel(20)
    for patch in open_patches(maze)[::9].tolist():
        maze.flood.pour(patch, WATER, maze.ticks)
    maze.ticks_by_kernel(3)
    carving, flood = maze.carving.state(), maze.flood.state()
    carvers = (maze.at.copy(), maze.depth.copy(), maze.alive.copy(), maze.ticks)
    maze.finish()
    other = make_maze(carvers=4)
    other.carving.restore(carving)
    other.flood.restore(flood)
    other.at, other.depth, other.alive, other.ticks = carvers
    other.finish()
    same_flood(maze.flood, other.flood)
    maze.carving.restore(carving)
    maze.flood.restore(flood)
    assert maze.flood.wet_count == len(flood["wet"])


def test_long_fronts_are_asked_all_at_once():
    flood = Flood(make_world("hex", 31, 31), np.ones((31, 31), dtype=bool))
    flood.pour(15 * 31 + 15, WATER, 0)
    tick = 0
    while flood.can_spread():
        before = flood.wet_count
        tick += flood.advance(1, tick)
        assert flood.wet_count > before
    assert flood.wet_count == 31 * 31
    assert len(flood.front) < 31
