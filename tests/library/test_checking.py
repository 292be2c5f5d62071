"""`check_model` finds what is wrong with a model, and says so in a sentence."""

import random
import re

import numpy as np
import pytest

from patchwalk import check_declared, check_deeds, check_runs
from patchwalk.check_subject import Subject
from patchwalk.checking import ModelError, check_model
from patchwalk.declarations import LOOK, Button, Choice, Monitor, Overlay, Plot, Preset, Question, Tool
from patchwalk.view import Mark, Palette, Swatch, View
from tests.helpers.stage import library
from tests.helpers.toys import ToyModel

WalkModel = library()["walk"]


def test_a_good_model_passes():
    check_model(WalkModel, turtles=3)


def test_what_is_no_model_is_refused():
    with pytest.raises(ModelError, match="dict: it is no subclass of WorldModel"):
        check_model(dict)


def view_with(**changes):
    def view(self, overlays=frozenset()):
        found = WalkModel.view(self)
        for name, value in changes.items():
            setattr(found, name, value(self) if callable(value) else value)
        return found

    return view


def forgetful_state(self):
    return {name: value for name, value in WalkModel.state(self).items() if name != "turtles"}


def forgetful_restore(self, state):
    WalkModel.restore(self, {**state, "turtles": WalkModel.state(self)["turtles"]})


def shared_state(self):
    return WalkModel.state(self) | {"grass": self.grass}


def global_tick(self):
    self.grass.flat[random.randrange(5)] = random.random() < 0.5
    WalkModel.tick(self)


def unseeded_tick(self):
    self.grass.flat[int(np.random.default_rng().integers(99))] = False
    WalkModel.tick(self)


def lazy_tick(self):
    if self.ticks % 3:
        WalkModel.tick(self)


def early_finish(self):
    self.advance(5)
    self.agents.do("die")
    self.running = self.active()
    yield None


KEPT = []


def kept_view(self, overlays=frozenset()):
    KEPT.append(self)
    return WalkModel.view(self)


def asks(self):
    self.question = Question("Again?", "And again", (Choice("no", "No"),))


def eating_view(self, overlays=frozenset()):
    self.grass[:] = False
    return WalkModel.view(self)


SWATCH = Swatch("soil", "soil", "#E7D9BC", "brown")
WRONG = [
    (check_declared.check_names, {"title": ""}, "`title` is empty"),
    (check_declared.check_names, {"tools": ()}, "first of `tools` is to be `LOOK`"),
    (check_declared.check_names, {"tools": (LOOK, LOOK)}, "`tools` has two of the name 'look'"),
    (check_declared.check_names, {"buttons": (Button("fly", "Fly"),)}, "the button 'fly' needs a method"),
    (check_declared.check_names, {"overlays": (Overlay("x", ""),)}, "`overlays` has one without name or label"),
    (check_declared.check_names, {"plots": (Plot("x", "X"),)}, "the plot 'x' is of kind 'lines': 1 to 4 pens, not 0"),
    (check_declared.check_names, {"first_tool": "axe"}, "`first_tool` is 'axe', which is none of `tools`"),
    (check_declared.check_keys, {"tools": (LOOK, Tool("axe", "Axe", "s"))}, "the key 's' of tool 'axe' is the stage's"),
    (check_declared.check_keys, {"tools": (LOOK, Tool("axe", "Axe", "r"))}, "the key 'r' is bound twice"),
    (check_declared.check_keys, {"tools": (LOOK, Tool("axe", "Axe", "Q"))}, "one lower-case letter or digit"),
    (check_declared.check_colors, {"palette": Palette((SWATCH,))}, "the dark colour of 'soil' is 'brown'"),
    (check_declared.check_colors, {"tools": (LOOK, Tool("axe", "Axe", "q", color="red"))}, "has the colour 'red'"),
    (check_declared.check_info, {"info": classmethod(lambda cls: "")}, "it has no info page"),
    (
        check_declared.check_info,
        {"info": classmethod(lambda cls: "## What it is\n\nx")},
        "nothing under “## How it works”",
    ),
    (check_declared.check_parameters, {"presets": (Preset("x", {"turtles": 999}),)}, "turtles: 999 is not"),
    (check_runs.check_determinism, {"tick": global_tick}, "global generators|two runs of one seed differ in grass"),
    (check_runs.check_determinism, {"tick": unseeded_tick}, "two runs of one seed differ in grass"),
    (check_runs.check_running, {"tick": lazy_tick}, "`running` is True at tick 0, but a tick changes nothing"),
    (check_runs.check_finish, {"finishing": early_finish}, "stepping to the end and finish\\(\\) differ"),
    (
        check_runs.check_finish,
        {"can_finish": False, "finishing": early_finish},
        "`can_finish` is False, but finish\\(\\) comes to an end",
    ),
    (check_runs.check_finish, {"progress": 7}, "yields 7 as progress"),
    (check_runs.check_states, {"restore": forgetful_restore}, "does not bring back"),
    (check_runs.check_states, {"state": forgetful_state, "restore": forgetful_restore}, "a run put back to tick 1"),
    (check_runs.check_states, {"state": shared_state}, "state\\(\\) hands out what the run goes on changing"),
    (check_runs.check_freed, {"view": kept_view}, "a model is not freed"),
    (
        check_deeds.check_views,
        {"view": view_with(codes=lambda m: m.grass + np.uint8(9))},
        "code 10; the palette has 3",
    ),
    (check_deeds.check_views, {"view": view_with(shade=lambda m: m.grass.astype(np.uint8))}, "the model has no `ramp`"),
    (check_deeds.check_views, {"view": view_with(marks=[Mark(-1)])}, "a mark of view\\(\\) is on patch -1"),
    (check_deeds.check_views, {"view": eating_view}, "view\\(\\) changes grass"),
    (check_deeds.check_reading, {"monitors": (Monitor("m", "M", lambda m: [1]),)}, "the monitor 'm' shows \\[1\\]"),
    (check_deeds.check_reading, {"describe": lambda self, patch: None}, "describe\\(0\\) is to give a text"),
    (
        check_deeds.check_reading,
        {"inspect": lambda self, patch: [("A", 1)]},
        "inspect\\(0\\) is to give rows of two texts",
    ),
    (check_deeds.check_deeds, {"grow": asks, "answer": lambda self, choice: None}, "the answer 'no' does nothing"),
]


@pytest.mark.parametrize(
    ("check", "wrong", "words"), WRONG, ids=[f"{c.__name__}-{next(iter(w))}-{k}" for k, (c, w, _) in enumerate(WRONG)]
)
def test_what_is_wrong_is_said(check, wrong, words):
    broken = type("BrokenModel", (WalkModel,), {"__module__": WalkModel.__module__, **wrong})
    with pytest.raises((ModelError, ValueError)) as error:
        check(Subject(broken, {"turtles": 4}))
    assert re.search(words, str(error.value)), str(error.value)
    KEPT.clear()


def test_a_view_of_the_wrong_shape_is_named():
    class Wrong(WalkModel):
        def view(self, overlays=frozenset()):
            return View(codes=np.zeros((2, 2), np.uint8))

    with pytest.raises(ValueError, match="codes"):
        check_deeds.check_views(Subject(Wrong))


@pytest.mark.parametrize("check", [*check_runs.CHECKS, *check_deeds.CHECKS], ids=lambda check: check.__name__)
def test_a_model_that_has_everything_passes(check):
    check(Subject(ToyModel, {"end": 70}))
