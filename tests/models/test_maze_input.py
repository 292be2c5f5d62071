"""Bad input is refused before anything is built, by name, with what would be right; good input comes in many forms."""

import json

import numpy as np
import pytest

from models.maze import MazeModel
from patchwalk.parameters import ParameterError, parameters_of
from patchwalk.play import Play

# A parameter, a bad value, and what the message must say beside both.
OUT_OF_RANGE = [
    ("width", 2, "3 to 1001 patches"),
    ("width", 0, "3 to 1001 patches"),
    ("width", -5, "3 to 1001 patches"),
    ("width", 1003, "3 to 1001 patches"),
    ("width", 10.5, "a whole number from 3 to 1001 patches"),
    ("width", float("nan"), "a whole number from 3 to 1001 patches"),
    ("width", float("inf"), "a whole number from 3 to 1001 patches"),
    ("width", True, "a whole number from 3 to 1001 patches"),
    ("height", "tall", "a whole number from 3 to 1001 patches"),
    ("height", 10**30, "3 to 1001 patches"),
    ("turtles", 0, "1 to 64"),
    ("turtles", 65, "1 to 64"),
    ("turtles", "two", "a whole number from 1 to 64"),
    ("curviness", -1, "0 to 100 %"),
    ("curviness", 101, "0 to 100 %"),
    ("curviness", None, "0 to 100 %"),
    ("springs", -1, "0 to 20"),
    ("springs", 21, "0 to 20"),
    ("grid", "triangle", "square, hex"),
    ("turn_order", "left", "random, fixed"),
    ("method", "magic", "stack, recursion"),
    ("outer_wall", "perhaps", "on or off"),
    ("outer_wall", 2, "on or off"),
    ("rng", -1, "a whole number from 0"),
    ("rng", 1.5, "a whole number from 0"),
    ("rng", "seven", "a whole number from 0"),
    ("start", (2, 2), "is no room; (1, 1) is one"),
    ("start", (101, 1), "x is 0 to 100, y is 0 to 100"),
    ("start", -1, "0 to 10200"),
    ("start", 10201, "0 to 10200"),
    ("start", (1,), "a pair (x, y)"),
    ("start", "here", "its column and row (5,7)"),
    ("heading", 45, "0, 90, 180, 270 degrees"),
    ("heading", 360, "0, 90, 180, 270 degrees"),
    ("heading", "north", "degrees clockwise from up (90)"),
]


@pytest.mark.parametrize(("name", "value", "wanted"), OUT_OF_RANGE)
def test_what_is_out_of_range_is_refused_with_name_value_and_bounds(name, value, wanted):
    with pytest.raises(ParameterError) as caught:
        MazeModel(**{name: value})
    message = str(caught.value)
    assert caught.value.name == name
    assert message.startswith(name)
    shown = value.strip() if isinstance(value, str) else str(value)
    assert shown[:30] in message
    assert wanted in message


@pytest.mark.parametrize(
    ("values", "name", "nearest"),
    [
        ({"width": 100}, "width", "nearest are 99 and 101"),
        ({"width": 4, "height": 5}, "width", "nearest are 3 and 5"),
        ({"height": 50}, "height", "nearest are 49 and 51"),
        ({"height": 1000, "outer_wall": False}, "height", "nearest are 999 and 1001"),
        ({"grid": "hex", "width": 100}, "width", "nearest are 99 and 101"),
        ({"grid": "hex", "width": 11, "height": 3}, "height", "nearest is 4"),
    ],
)
def test_sizes_that_do_not_close_the_border_are_refused_with_the_nearest_good_ones(values, name, nearest):
    with pytest.raises(ParameterError) as caught:
        MazeModel(**values)
    message = str(caught.value)
    assert caught.value.name == name
    assert message.startswith(f"{name} {values[name]}: ")
    assert nearest in message
    assert "1001" in message
    for word in nearest.replace("and", "").split():
        if word.isdigit():
            assert MazeModel(**{**values, name: int(word)}, rng=1).parameters[name] == int(word)


@pytest.mark.parametrize("outer_wall", [True, False])
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_every_small_size_is_refused_or_gives_one_maze(grid, outer_wall):
    for width in range(3, 9):
        for height in range(3, 9):
            good = width % 2 and (grid == "hex" or height % 2)
            good = good and not (grid == "hex" and outer_wall and width >= 7 and height == 3)
            if good:
                model = MazeModel(width, height, grid, outer_wall=outer_wall, rng=1)
                model.finish()
                assert np.count_nonzero(model.corridor) == 2 * model.rooms.count - 1
            else:
                with pytest.raises(ParameterError, match="nearest"):
                    MazeModel(width, height, grid, outer_wall=outer_wall)


@pytest.mark.parametrize("size", [(303, 301), (301, 303), (1001, 91), (1001, 1001)])
def test_recursion_is_refused_where_it_could_end_the_process(size):
    with pytest.raises(ParameterError) as caught:
        MazeModel(*size, method="recursion")
    assert caught.value.name == "method"
    assert f"{size[0]} x {size[1]}" in str(caught.value)
    assert "could overflow the stack and end the process" in str(caught.value)
    assert "up to 301 x 301 patches" in str(caught.value)


def test_the_other_grid_has_its_own_default_size_and_headings():
    assert MazeModel(rng=1).corridor.shape == (101, 101)
    assert MazeModel(grid="hex", rng=1).corridor.shape == (100, 101)
    assert MazeModel(grid="hex", start=(1, 1), heading=60, rng=1).carvers[0].heading == 60
    with pytest.raises(ParameterError, match="0, 60, 120, 180, 240, 300 degrees"):
        MazeModel(grid="hex", heading=90)


def test_numpy_numbers_and_text_are_taken():
    plain = MazeModel(11, 13, "square", 3, 20, "fixed", outer_wall=False, start=(2, 4), heading=90, springs=2, rng=7)
    numpy = MazeModel(
        np.int32(11), np.uint8(13), "square", np.int64(3), np.float64(20), "fixed", outer_wall=np.bool_(False),
        start=np.array([2, 4]), heading=np.float32(90), springs=np.int16(2), rng=np.int64(7),
    )  # fmt: skip
    text = MazeModel(
        "11", "13", "square", "3", "20", "fixed", outer_wall="off", start="2,4", heading="90", springs="2", rng="7"
    )
    number = MazeModel(11, 13, "square", 3, 20, "fixed", outer_wall=False, start=46, heading=90, springs=2, rng=7)
    for model in (numpy, text, number):
        assert model.parameters == plain.parameters
        assert model.seed == plain.seed == 7
        model.advance(50)
    plain.advance(50)
    assert {model.arrival.tobytes() for model in (plain, numpy, text, number)} == {plain.arrival.tobytes()}
    assert json.loads(json.dumps(numpy.parameters))["start"] == [2, 4]


def test_parameters_hold_the_checked_values():
    model = MazeModel(rng=4)
    assert model.parameters == {
        "width": 101,
        "height": 101,
        "grid": "square",
        "turtles": 1,
        "curviness": 50,
        "turn_order": "random",
        "method": "stack",
        "outer_wall": True,
        "start": None,
        "heading": None,
        "springs": 0,
    }
    assert parameters_of(MazeModel).names == tuple(model.parameters)
    assert {parameter.name for parameter in parameters_of(MazeModel) if parameter.live} == {"curviness", "springs"}


@pytest.mark.parametrize(
    ("name", "value"), [("curviness", 101), ("curviness", "straight"), ("springs", -1), ("width", 11), ("colour", 1)]
)
def test_a_live_change_that_is_refused_changes_nothing(name, value):
    model = MazeModel(11, 11, rng=1)
    before = dict(model.parameters)
    with pytest.raises(ParameterError, match=f"^{name}"):
        model.change(name, value)
    assert model.parameters == before


def test_a_setup_that_is_refused_leaves_the_model_that_was_there():
    play = Play(MazeModel)
    play.apply({"do": "setup", "values": {"width": 11, "height": 11}, "seed": 1})
    play.tick(5)
    before, log = play.model, list(play.log)
    for values in ({"width": 100}, {"turtles": 0}, {"start": (2, 2)}, {"method": "recursion", "width": 1001}):
        with pytest.raises(ParameterError):
            play.apply({"do": "setup", "values": values, "seed": 2})
        assert play.model is before
        assert play.log == log
    assert before.ticks == 5
