"""The maze against its slow twin, tick by tick: what is open, where the turtles are, where they look, their stacks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.maze import MazeModel
from tests.twins.maze_twin import MazeTwin, links_in, rooms_in
from tests.twins.small_mazes import COUNTED, SIZES, assert_carved_like, cells, mazes


@COUNTED
@given(values=mazes(), changes=st.dictionaries(st.integers(0, 40), st.integers(0, 100), max_size=3))
def test_carvers_do_what_the_rule_says_tick_by_tick(values, changes):
    model = MazeModel(**values)
    twin = MazeTwin.of(model)
    assert len({turtle.at for turtle in twin.turtles}) == len(twin.turtles), "each on a room of its own"
    assert_carved_like(model, twin)
    while twin.running:
        if model.ticks in changes:
            model.change("curviness", changes[model.ticks])
            twin.curviness = changes[model.ticks]
        assert model.running
        model.step()
        twin.tick()
        assert_carved_like(model, twin)
    assert not model.agents
    assert twin.moves == 2 * len(twin.rooms) - 1
    assert twin.choices == len(twin.rooms) - 1


@COUNTED
@given(values=mazes(), ticks=st.integers(0, 60))
def test_finish_from_any_tick_does_what_the_rule_says(values, ticks):
    model = MazeModel(**values)
    twin = MazeTwin.of(model)
    model.advance(ticks)
    model.finish()
    while twin.running:
        twin.tick()
    assert_carved_like(model, twin)


@settings(COUNTED, max_examples=20)
@given(values=mazes(turtles=1, method="recursion"))
def test_the_recursive_maze_is_that_of_the_rule_at_every_tick(values):
    model = MazeModel(**values)
    twin = MazeTwin.of(model)
    while twin.running:
        assert_carved_like(model, twin)
        model.step()
        twin.tick()
    assert_carved_like(model, twin)


@pytest.mark.parametrize("outer_wall", [True, False])
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_rooms_are_where_both_coordinates_have_the_right_parity(grid, outer_wall):
    for width, height in SIZES[grid]:
        model = MazeModel(width, height, grid, outer_wall=outer_wall, rng=1)
        found = cells(model.rooms.is_room.reshape(model.corridor.shape))
        assert found == rooms_in(grid, width, height, outer_wall)


def test_the_worlds_of_the_assignment_have_the_rooms_it_says():
    inside = MazeModel(101, 101, rng=1)
    assert inside.rooms.count == 2500
    inside.finish()
    assert inside.moves == 4999
    to_the_edge = MazeModel(101, 101, outer_wall=False, rng=1)
    assert to_the_edge.rooms.count == 2601
    to_the_edge.finish()
    assert to_the_edge.moves == 5201


def test_a_world_of_one_row_is_carved_whole_wherever_the_turtle_starts():
    for start in range(1, 19, 2):
        model = MazeModel(19, 3, start=(start, 1), rng=3)
        model.finish()
        assert model.corridor[1, 1:-1].all(), start
        assert model.moves == 17


def test_corridors_run_strictly_north_south_or_east_west():
    model = MazeModel(31, 31, turtles=4, rng=8)
    model.finish()
    rooms = rooms_in("square", 31, 31, True)
    assert cells(model.corridor) <= rooms | links_in("square", rooms).keys()


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_a_start_and_a_heading_are_taken(grid):
    start = (5, 3) if grid == "hex" else (5, 7)
    up = MazeModel(11, 11 if grid == "square" else 10, grid, turtles=3, start=start, rng=4)
    assert (up.carvers[0].xy, up.carvers[0].heading) == (start, 0)
    down = MazeModel(11, 11 if grid == "square" else 10, grid, turtles=3, start=start, heading=180, rng=4)
    assert (down.carvers[0].xy, down.carvers[0].heading) == (start, 180)
    assert len({carver.patch for carver in down.carvers}) == 3


def test_starts_and_headings_are_random_otherwise():
    models = [MazeModel(11, 11, rng=seed) for seed in range(200)]
    assert len({model.carvers[0].patch for model in models}) == 25
    assert {model.carvers[0].heading for model in models} == {0, 90, 180, 270}


def test_fixed_turns_turn_right_first_with_y_up():
    model = MazeModel(7, 7, start=(1, 1), heading=0, curviness=0, turn_order="fixed", rng=1)
    seen = []
    for _ in range(4):
        model.step()
        seen.append((model.carvers[0].xy, model.carvers[0].heading))
    # From facing up: right is east; from facing east, right is off the world and back is carved, so left is up.
    assert seen == [((3, 1), 90), ((3, 3), 0), ((5, 3), 90), ((5, 1), 180)]


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("curviness", [0, 100])
def test_fixed_turns_with_a_given_start_make_one_maze_whatever_the_seed(grid, curviness):
    made = set()
    for seed in range(12):
        model = MazeModel(21, 20 if grid == "hex" else 21, grid, 1, curviness, "fixed", start=(1, 1), rng=seed)
        model.finish()
        made.add(model.corridor.tobytes())
    assert len(made) == 1


def test_random_turns_do_not():
    made = set()
    for seed in range(12):
        model = MazeModel(21, 21, curviness=0, start=(1, 1), rng=seed)
        model.finish()
        made.add(model.corridor.tobytes())
    assert len(made) == 12


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_turtles_are_clamped_to_the_rooms_and_the_status_says_so(grid):
    model = MazeModel(5, 5 if grid == "square" else 6, grid, turtles=64, rng=2)
    assert len(model.carvers) == model.rooms.count == 4
    assert model.message.startswith("4 turtles instead of 64")
    model.finish()
    assert model.moves == 7


def test_a_change_of_curviness_acts_at_once_and_replays():
    """Straight on from the change, in the same way each time, and not before it."""

    def run(change_at):
        model = MazeModel(51, 51, curviness=0, rng=77)
        pictures = []
        for _ in range(400):
            if model.ticks == change_at:
                model.change("curviness", 100)
            model.step()
            pictures.append(model.corridor.tobytes())
        return pictures

    changed, again, never = run(60), run(60), run(None)
    assert changed == again
    assert changed[:60] == never[:60]
    assert changed[-1] != never[-1]
    assert next(k for k in range(400) if changed[k] != never[k]) < 64


def test_recursion_asks_for_curviness_at_setup_only():
    model = MazeModel(21, 21, method="recursion", curviness=0, rng=9)
    plain = MazeModel(21, 21, curviness=0, rng=9)
    model.advance(20)
    model.change("curviness", 100)
    model.finish()
    plain.finish()
    assert model.corridor.tobytes() == plain.corridor.tobytes()
