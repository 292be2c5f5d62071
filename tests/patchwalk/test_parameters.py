"""Parameters as the signature declares them, and what they take and refuse."""

import math
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchwalk.parameters import (
    LARGEST_SEED,
    Chooser,
    Hidden,
    Parameter,
    ParameterError,
    Parameters,
    Slider,
    Switch,
    check_seed,
    parameters_of,
)
from patchwalk.signature import read_signature
from tests.helpers.toys import ToyModel


def place(text):
    x, _, y = text.partition(",")
    if not y:
        raise ValueError("a place is x, y")
    return int(x), int(y)


def init(
    self,
    size: Annotated[int | None, Slider(3, 9, step=2, unit="patches", follows="grid", help="How large")] = None,
    share: Annotated[float, Slider(0.0, 1.0, step=0.1, live=True, ends=("none", "all"))] = 0.5,
    grid: Literal["square", "hex"] = "square",
    level: Annotated[Literal[1, 2, 3], Chooser("How hard", live=True)] = 2,
    outer_wall: bool = True,
    lamps: Annotated[bool, Switch("Light", live=True)] = False,
    start: Annotated[Any, Hidden(place, "x, y")] = None,
    *,
    rng: int | None = None,
):
    """Some model's."""


PARAMETERS = read_signature(init)


def test_a_signature_declares_the_parameters_in_its_order():
    assert PARAMETERS.names == ("size", "share", "grid", "level", "outer_wall", "lamps", "start")
    assert [p.kind for p in PARAMETERS] == ["integer", "real", "choice", "choice", "switch", "switch", "hidden"]
    assert [p.live for p in PARAMETERS] == [False, True, False, True, False, True, False]
    assert PARAMETERS["level"].label == "How hard"
    assert PARAMETERS["outer_wall"].label == "Outer wall"
    assert PARAMETERS["level"].options == (1, 2, 3)
    assert PARAMETERS["size"].optional
    assert (PARAMETERS["size"].follows, PARAMETERS["size"].unit, PARAMETERS["size"].help) == (
        "grid",
        "patches",
        "How large",
    )
    assert PARAMETERS["share"].ends == ("none", "all")
    assert PARAMETERS.defaults["share"] == 0.5
    assert "size" in PARAMETERS
    assert "rng" not in PARAMETERS
    assert PARAMETERS["size"] in PARAMETERS
    with pytest.raises(KeyError):
        PARAMETERS["rng"]


@pytest.mark.parametrize(
    ("annotation", "default"),
    [(int, 3), (str, "a"), (Annotated[str, Slider(0, 1)], "a"), (int | str, 3), (Any, None), (list, [])],
)
def test_what_no_widget_sets_is_refused(annotation, default):
    def wrong(self, odd=default):
        """Nothing."""

    wrong.__annotations__["odd"] = annotation
    with pytest.raises(TypeError, match="odd"):
        read_signature(wrong)


def test_every_parameter_needs_a_default():
    def wrong(self, odd: Annotated[int, Slider(0, 1)]):
        """Nothing."""

    with pytest.raises(TypeError, match=r"odd.*default"):
        read_signature(wrong)


GOOD = [
    ("size", 5, 5),
    ("size", "5", 5),
    ("size", " 7 ", 7),
    ("size", 5.0, 5),
    ("size", "5.0", 5),
    ("size", np.int8(5), 5),
    ("size", np.float64(5), 5),
    ("size", Fraction(10, 2), 5),
    ("size", None, None),
    ("size", "", None),
    ("size", "None", None),
    ("share", 1, 1.0),
    ("share", "1e-1", 0.1),
    ("share", np.float32(0.5), 0.5),
    ("grid", "hex", "hex"),
    ("grid", np.str_("hex"), "hex"),
    ("level", "3", 3),
    ("level", np.int64(3), 3),
    ("level", 3.0, 3),
    ("lamps", True, True),
    ("lamps", np.True_, True),
    ("lamps", "on", True),
    ("lamps", " No ", False),
    ("lamps", 1, True),
    ("lamps", 0, False),
    ("start", "3,4", (3, 4)),
    ("start", (3, 4), (3, 4)),
]


@pytest.mark.parametrize(("name", "given", "found"), GOOD)
def test_values_become_the_parameters_own_type(name, given, found):
    value = PARAMETERS[name].check(given)
    assert value == found
    assert type(value) is type(found)


BAD = [
    ("size", 2, "size: 2 is not a whole number from 3 to 9 patches"),
    ("size", 10, "size: 10 is not"),
    ("size", 5.5, "size: 5.5 is not a whole number"),
    ("size", "five", "size: 'five' is not"),
    ("size", True, "size: True is not"),
    ("size", np.True_, "is not a whole number"),
    ("size", math.nan, "size: nan is not"),
    ("size", math.inf, "size: inf is not"),
    ("size", 10**400, "is not a whole number"),
    ("size", [5], "size: \\[5\\] is not"),
    ("size", np.array([5]), "is not a whole number"),
    ("size", np.zeros(3), "is not a whole number"),
    ("size", 5j, "size: 5j is not"),
    ("size", b"5", "is not a whole number"),
    ("size", Decimal(5), "is not a whole number"),
    ("size", "x" * 1000, "\\.\\.\\. is not a whole number"),
    ("share", -0.1, "share: -0.1 is not a number from 0 to 1"),
    ("share", "nan", "is not a number from 0 to 1"),
    ("share", None, "share: None is not a number"),
    ("grid", "cube", "grid: 'cube' is not one of square, hex"),
    ("grid", None, "grid: None is not one of"),
    ("grid", np.zeros(3), "is not one of square, hex"),
    ("level", True, "level: True is not one of 1, 2, 3"),
    ("level", [1], "level: \\[1\\] is not one of"),
    ("lamps", 2, "lamps: 2 is not on or off"),
    ("lamps", None, "lamps: None is not on or off"),
    ("lamps", "perhaps", "lamps: 'perhaps' is not on or off"),
    ("start", "3", "start: a place is x, y"),
    ("start", "x,y", "start: "),
]


@pytest.mark.parametrize(("name", "given", "words"), BAD)
def test_refusals_name_parameter_value_bounds_and_unit(name, given, words):
    with pytest.raises(ParameterError, match=words) as refusal:
        PARAMETERS[name].check(given)
    assert refusal.value.name == name
    assert len(str(refusal.value)) < 120
    assert isinstance(refusal.value, ValueError)


def test_all_values_together_are_filled_up_and_unknown_names_refused():
    assert PARAMETERS.check({"level": "1"}) == {**PARAMETERS.defaults, "level": 1}
    with pytest.raises(ParameterError, match="speed: there is no such parameter; there are size, share"):
        PARAMETERS.check({"speed": 1})


@given(st.integers(-20, 20) | st.floats() | st.text(max_size=4) | st.none() | st.booleans())
def test_whatever_comes_it_is_taken_within_bounds_or_refused(value):
    for parameter in PARAMETERS:
        try:
            found = parameter.check(value)
        except ParameterError:
            continue
        if found is not None and parameter.kind in ("integer", "real"):
            assert parameter.minimum <= found <= parameter.maximum
        assert parameter.kind == "hidden" or parameter.check(found) == found


@pytest.mark.parametrize(
    ("given", "found"),
    [(None, None), ("", None), (" None ", None), (0, 0), ("12", 12), (np.uint8(7), 7), (LARGEST_SEED, LARGEST_SEED)],
)
def test_seeds(given, found):
    assert check_seed(given) == found
    assert type(check_seed(given)) is type(found)


@pytest.mark.parametrize(
    "given", [-1, LARGEST_SEED + 1, 1.0, "1.5", "x", True, np.True_, [1], np.zeros(2, int), "9" * 99]
)
def test_what_is_no_seed_is_refused(given):
    with pytest.raises(ParameterError, match=r"rng: .* is not a whole number from 0 to 2\*\*63 - 1"):
        check_seed(given)


def test_parameters_of_a_model_and_of_its_class_are_the_same():
    assert parameters_of(ToyModel) is parameters_of(ToyModel())
    with pytest.raises(TypeError, match="no WorldModel"):
        parameters_of(dict)


def test_on_the_page_a_chooser_stands_before_what_follows_it():
    from models.maze import MazeModel

    assert [p.name for p in MazeModel.parameter_list.for_page][:4] == ["grid", "width", "height", "turtles"]
    assert sorted(p.name for p in MazeModel.parameter_list.for_page) == sorted(MazeModel.parameter_list.names)


def test_the_page_speaks_of_parameters_by_their_labels():
    labels = {"width": "Width", "height": "Height", "v_max": "Greatest speed", "slowdown": "Slow down"}
    parameters = Parameters(Parameter(name, label, "integer", 1) for name, label in labels.items())
    spoken = {
        "slowdown: '3' is not a number from 0 to 1": "Slow down: '3' is not a number from 0 to 1",
        "v_max: v_max 5 is too fast: take v_max 1": "Greatest speed: 5 is too fast: take Greatest speed 1",
        "width x height: 3 x 3 is too small": "Width x Height: 3 x 3 is too small",
        "width 4: only odd sizes": "Width 4: only odd sizes",
        "rng: 'x' is no seed": "Seed: 'x' is no seed",
        "colour: there is no such parameter": "colour: there is no such parameter",
        "its height is all right": "its height is all right",
        "": "",
    }
    assert {message: parameters.spoken(message) for message in spoken} == spoken
