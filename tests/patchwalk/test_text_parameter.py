"""Texts as parameters, and where parameters stand on the page."""

from typing import Annotated

import pytest

from patchwalk.mesa_params import mesa_params
from patchwalk.model import WorldModel
from patchwalk.parameters import ParameterError, Slider, Switch, Text
from patchwalk.signature import read_signature


class NotedModel(WorldModel):
    """Has a text."""

    def __init__(
        self,
        note: Annotated[str, Text("A note", longest=20, help="Say it")] = "",
        size: Annotated[int, Slider(1, 9)] = 3,
        loud: bool = False,
        half: Annotated[int | None, Slider(1, 9, below="note")] = None,
        twice: Annotated[bool, Switch(below="half")] = False,
        rng: int | None = None,
    ):
        super().__init__(rng=rng)

    def active(self):
        return False


def test_a_text_is_taken_as_it_is():
    (note, *_) = NotedModel.parameter_list
    assert (note.kind, note.label, note.help, note.live) == ("text", "A note", "Say it", False)
    assert NotedModel(note="1 2\n# 3").parameters["note"] == "1 2\n# 3"
    assert note.check("") == ""


@pytest.mark.parametrize("bad", [5, None, b"bytes", ["a"], "x" * 21])
def test_what_is_no_text_or_too_long_is_refused(bad):
    with pytest.raises(ParameterError, match=r"note: .* is not a text of at most 20 letters"):
        NotedModel(note=bad)


def test_a_text_is_a_field_in_mesas_own_page():
    assert mesa_params(NotedModel)["note"] == {"type": "InputText", "value": "", "label": "A note"}


def test_a_parameter_can_stand_below_another():
    assert NotedModel.parameter_list.names == ("note", "half", "twice", "size", "loud")


def test_one_that_names_no_parameter_stands_in_its_place():
    def init(self, a: bool = False, b: Annotated[bool, Switch(below="nothing")] = False, c: bool = True):
        """Some model's."""

    assert read_signature(init).names == ("a", "b", "c")
