import importlib.util

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from patchwalk.world import make_world
from rules.carving import NO_TREE, Carving
from rules.rooms import rooms_of
from rules.statistics import maze_statistics

SPEEDS = ["plain", "fast"] if importlib.util.find_spec("numba") else ["plain"]


@st.composite
def settings_of_mazes(draw):
    grid = draw(st.sampled_from(["square", "hex"]))
    outer_wall = draw(st.booleans())
    height = draw(st.integers(1, 10)) * 2 + 1
    if grid == "hex":
        height = max(4, height - draw(st.integers(0, 1)))
    return {
        "grid": grid,
        "width": draw(st.integers(1, 10)) * 2 + 1,
        "height": height,
        "carvers": draw(st.sampled_from([1, 2, 3, 8, 64])),
        "curviness": draw(st.sampled_from([0, 25, 50, 99, 100])),
        "fixed": draw(st.booleans()),
        "outer_wall": outer_wall,
        "seed": draw(st.integers(0, 10_000)),
        "speed": draw(st.sampled_from(SPEEDS)),
        "coarse_luck": draw(st.booleans()),
    }


def same(state, other):
    assert state.keys() == other.keys()
    for name in state:
        np.testing.assert_array_equal(state[name], other[name], err_msg=name)


def links_of(rooms, corridor):
    """The open links as pairs of rooms, seen from the first three or two directions; each once."""
    table, is_open = rooms.world.neighbors, corridor.ravel()
    for room in rooms.patches.tolist():
        for direction in range(rooms.world.directions // 2):
            link = int(table[room, direction])
            if link >= 0 and is_open[link]:
                yield room, link, int(table[link, direction])


def islands(carving):
    """How many connected parts the carved rooms have, and how many links are open."""
    rooms, corridor = carving.rooms, carving.corridor
    carved = rooms.patches[corridor.ravel()[rooms.patches]]
    number = {room: i for i, room in enumerate(carved.tolist())}
    pairs = [(number[a], number[b]) for a, _, b in links_of(rooms, corridor)]
    a, b = np.array(pairs, dtype=int).reshape(-1, 2).T
    graph = coo_matrix((np.ones(len(a)), (a, b)), shape=(len(carved), len(carved)))
    return connected_components(graph, directed=False)[0], len(pairs)


def check_finished(maze):
    carving, rooms = maze.carving, maze.carving.rooms
    assert (carving.moves, carving.choices, carving.trees) == (2 * rooms.count - 1, rooms.count - 1, 1)
    assert not maze.alive.any()
    assert not maze.depth.any()
    assert islands(carving) == (1, rooms.count - 1)
    # Only rooms and the links between them are open: so border and pillars are intact.
    ways = {link for _, link, _ in links_of(rooms, carving.corridor)} | set(rooms.patches.tolist())
    assert set(np.flatnonzero(carving.corridor).tolist()) == ways
    if rooms.outer_wall:
        border = [carving.corridor[0], carving.corridor[-1], carving.corridor[:, 0], carving.corridor[:, -1]]
        assert not np.concatenate(border).any()
    assert not carving.fresh.any()
    trees = carving.tree[rooms.patches]
    assert len(np.unique(carving.roots[trees])) == 1
    assert (carving.tree == NO_TREE).sum() == rooms.world.size - rooms.count


@settings(max_examples=60, deadline=None, derandomize=True)
@given(settings_of_mazes())
@example({"grid": "square", "width": 3, "height": 3, "carvers": 64})
@example({"grid": "hex", "width": 3, "height": 3, "carvers": 1})
@example({"grid": "square", "width": 101, "height": 51, "carvers": 5})
@example({"grid": "hex", "width": 51, "height": 100, "carvers": 64})
def test_there_is_one_maze_with_one_way_between_any_two_rooms(make_maze, options):
    check_finished(make_maze(**options).finish())


@settings(max_examples=60, deadline=None, derandomize=True)
@given(settings_of_mazes(), st.randoms(use_true_random=False))
def test_turtles_and_kernel_agree_bit_for_bit_at_every_stop(make_maze, options, random):
    turtles, kernel = make_maze(**options), make_maze(**options)
    while kernel.working:
        ticks = random.randint(1, 200)
        kernel.ticks_by_kernel(ticks)
        for _ in range(ticks):
            if turtles.working:
                turtles.tick_by_turtles()
        same(turtles.carving.state(), kernel.carving.state())
        for name in ("at", "depth", "alive"):
            np.testing.assert_array_equal(getattr(turtles, name), getattr(kernel, name))
        assert turtles.ticks == kernel.ticks
        assert turtles.depths == kernel.depths
    assert not turtles.working


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("outer_wall", [True, False])
def test_both_speeds_give_the_same_bytes(make_maze, speed, grid, outer_wall):
    """Each speed against the turtles, who use neither."""
    options = {"grid": grid, "width": 31, "height": 31, "carvers": 7, "outer_wall": outer_wall, "seed": 4}
    kernel, turtles = make_maze(**options).finish(), make_maze(**options)
    while turtles.working:
        turtles.tick_by_turtles()
    same(turtles.carving.state(), kernel.carving.state())
    assert turtles.depths == kernel.depths


@pytest.mark.parametrize(("grid", "height"), [("square", 1001), ("hex", 1000)])
def test_a_thousand_by_a_thousand(make_maze, grid, height):
    maze = make_maze(grid, 1001, height, carvers=64)
    maze.carving.advance(maze.at, maze.depth, maze.alive, 10**9, 50, False)
    count = maze.carving.rooms.count
    assert (maze.carving.moves, maze.carving.choices, maze.carving.trees) == (2 * count - 1, count - 1, 1)
    assert np.count_nonzero(maze.carving.corridor) == 2 * count - 1
    everywhere = maze.carving.rooms.patches[:1].tolist()
    maze.flood.pour(everywhere[0], 1, 0)
    maze.flood.advance(10**9, 0)
    assert maze.flood.wet_count == 2 * count - 1


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_each_picture_on_the_way_is_a_forest(make_maze, grid):
    maze = make_maze(grid, 17, 17, carvers=6, seed=8)
    while maze.working:
        maze.tick_by_turtles()
        trees, links = islands(maze.carving)
        carved = maze.carving.choices + maze.carving.trees
        assert trees == maze.carving.trees
        # A merge opens a link and no room.
        assert links == maze.carving.corridor.ravel()[maze.carving.rooms.patches].sum() - trees
        assert carved == links + trees


@pytest.mark.parametrize("outer_wall", [True, False])
def test_a_hex_maze_has_no_wall_islands(make_maze, outer_wall):
    """V - E + T = 1 over the open patches, T the triples that touch each other."""
    maze = make_maze("hex", 31, 30, carvers=3, outer_wall=outer_wall).finish()
    table, is_open = maze.carving.rooms.world.neighbors, maze.carving.corridor.ravel()
    vertices = edges = triples = 0
    for patch in np.flatnonzero(is_open):
        near = [bool(neighbor >= 0 and is_open[neighbor]) for neighbor in table[patch]]
        vertices += 1
        edges += sum(near[:3])
        # Each triple once: with its lowest-left corner, the third patch clockwise or in between.
        triples += (near[0] and near[1]) + (near[1] and near[2])
    assert vertices - edges + triples == 1


def test_one_row_is_carved_to_both_ends(make_maze):
    maze = make_maze(width=19, height=3, curviness=50, seed=3)
    check_finished(maze.finish())
    assert maze.ticks == 17


@pytest.mark.parametrize("curviness", [0, 100])
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_a_fixed_turn_order_leaves_nothing_to_luck(grid, curviness):
    def corridor(seed):
        rooms = rooms_of(make_world(grid, 21, 21))
        carving = Carving(rooms, np.random.default_rng(seed).random(rooms.count))
        carving.place(int(rooms.patches[5]), 1, 0)
        at, depth = rooms.patches[5:6].copy(), np.zeros(1, dtype=np.int32)
        carving.advance(at, depth, np.ones(1, dtype=np.uint8), 10**6, curviness, True)
        return carving.corridor.tobytes()

    assert corridor(1) == corridor(2)


def test_the_same_seed_gives_the_same_maze_and_another_seed_another(make_maze):
    mazes = [make_maze(seed=seed, carvers=3).finish().carving.corridor.tobytes() for seed in (1, 1, 2)]
    assert mazes[0] == mazes[1] != mazes[2]


def test_corridors_get_longer_with_curviness(make_maze):
    lengths = []
    for curviness in range(0, 101, 20):
        maze = make_maze(width=51, height=51, curviness=curviness).finish()
        lengths.append(maze_statistics(maze.carving.rooms, maze.carving.corridor).mean_corridor)
    assert lengths == sorted(lengths)


def test_curviness_may_change_on_the_way(make_maze):
    turtles, kernel = make_maze(seed=6), make_maze(seed=6)
    for curviness in (0, 100, 30):
        turtles.curviness = kernel.curviness = curviness
        kernel.ticks_by_kernel(50)
        for _ in range(50):
            turtles.tick_by_turtles()
    same(turtles.carving.state(), kernel.carving.state())


def test_the_log_names_each_opened_patch_in_its_tick(make_maze):
    turtles, kernel = make_maze("hex", carvers=4), make_maze("hex", carvers=4)
    progress = kernel.carving.advance(kernel.at, kernel.depth, kernel.alive, 10**6, 50, False, log=True)
    start = 0
    for end in progress.opened_until.tolist():
        before = turtles.carving.corridor.copy()
        turtles.tick_by_turtles()
        new = np.flatnonzero(turtles.carving.corridor & ~before)
        assert sorted(progress.opened[start:end].tolist()) == new.tolist()
        start = end
    assert start == len(progress.opened)
    assert progress.ticks == len(progress.depths) == len(progress.opened_until) == turtles.ticks


def test_a_state_put_back_goes_on_the_same_way(make_maze):
    maze = make_maze(carvers=3)
    maze.ticks_by_kernel(30)
    carvers = (maze.at.copy(), maze.depth.copy(), maze.alive.copy())
    state = maze.carving.state()
    first = maze.finish().carving.state()
    maze.carving.restore(state)
    maze.at, maze.depth, maze.alive = carvers
    same(maze.carving.state(), state)
    same(maze.finish().carving.state(), first)

    other = make_maze(carvers=3, seed=9)
    other.carving.restore(first)
    same(other.carving.state(), first)
    assert other.carving.next_luck == first["luck"][first["choices"]]


def test_the_stack_is_the_way_to_the_carver(make_maze):
    maze = make_maze(seed=2)
    start = int(maze.at[0])
    maze.ticks_by_kernel(40)
    stack = maze.carving.stack_of(int(maze.at[0]), int(maze.depth[0]))
    assert len(stack) == maze.depth[0] > 5
    assert stack[0] == start
    steps = np.diff([*stack, int(maze.at[0])])
    assert set(steps.tolist()) <= set(maze.carving.rooms.room_step)


def test_what_cannot_be_is_refused():
    rooms = rooms_of(make_world("square", 7, 7))
    with pytest.raises(ValueError, match="luck: 7 numbers; 9 rooms need at least 8"):
        Carving(rooms, np.zeros(7))
    carving = Carving(rooms, np.zeros(8))
    carving.place(8, 0, 0)
    for patch in (8, 0, -1, 49):
        with pytest.raises(ValueError, match=f"patch {patch}: a carver starts on a room"):
            carving.place(patch, 0, 1)
    with pytest.raises(ValueError, match="carver 64: the number of a carver is 0 to 63"):
        carving.place(10, 0, 64)
    with pytest.raises(ValueError, match="direction 4: it is 0 to 3"):
        carving.place(10, 4, 1)
    with pytest.raises(ValueError, match="read-only"):
        carving.luck[0] = 1.0


def test_global_randomness_is_left_alone(make_maze):
    before = np.random.get_state()[1].tobytes()  # noqa: NPY002
    make_maze().finish()
    assert np.random.get_state()[1].tobytes() == before  # noqa: NPY002
