"""What games need of a session: a first tool, keys that act at the pointer, no undo, a clock, values in files."""

from typing import Annotated

import numpy as np

from patchwalk.dashboard.links import write_address
from patchwalk.declarations import LOOK, Button, Import, Monitor, Tool
from patchwalk.model import WorldModel
from patchwalk.parameters import ParameterError, Slider
from patchwalk.view import Palette, Swatch, View
from patchwalk.world import make_world
from tests.helpers.stage import Stage, assert_replays


def read_pile(name, data):
    try:
        return {"pile": int(data)}
    except ValueError as error:
        raise ValueError(f"{name}: a pile is a number") from error


class GameModel(WorldModel):
    """Stones are taken from a pile."""

    title = "Game"
    palette = Palette((Swatch("a", "", "#FFFFFF", "#000000"), Swatch("b", "", "#000000", "#FFFFFF")))
    tools = (LOOK, Tool("take", "Take", "k", at_pointer=True), Tool("count", "Count", "c"))
    first_tool = "take"
    buttons = (Button("sort", "Sort", "o", kind="long"),)
    monitors = (Monitor("clock", "Clock", lambda model: None, clock=True),)
    imports = (Import(".txt", "Pile", values=read_pile), Import(".json", "Pile", values=read_pile))

    def __init__(self, pile: Annotated[int, Slider(1, 99)] = 5, rng: int | None = None):
        super().__init__(rng=rng)
        if pile == 13:
            raise ParameterError("pile", "pile: 13 is bad luck")
        self.world = make_world("square", 4, 3)
        self.left = pile
        self.taken = []

    def active(self):
        return False

    @property
    def ended(self):
        return self.left == 0

    @property
    def undoable(self):
        return False

    def unused(self, overlays):
        return frozenset({"count"} if self.left else ())

    @property
    def timing(self):
        return bool(self.taken) and not self.ended

    def release(self, tool, pointer):
        self.taken.append((tool, pointer.patch))
        self.left -= 1

    def sort(self):
        for _ in range(3):
            self.taken.append("half sorted")
            yield None

    def view(self, overlays=frozenset()):
        return View(codes=np.zeros(self.world.shape, np.uint8))

    def state(self):
        return super().state() | {"left": self.left, "taken": list(self.taken)}

    def restore(self, state):
        self.left, self.taken = state["left"], list(state["taken"])
        super().restore(state)


def test_a_model_says_with_which_tool_it_begins():
    stage = Stage(GameModel)
    assert stage.page.tool == "take"
    stage.press(3).press(3, "release")
    assert stage.model.taken == [("take", 3)]


def test_the_key_of_a_tool_acts_under_the_pointer_or_takes_the_tool():
    stage = Stage(GameModel)
    stage.do("choose_tool", "look")
    stage.press(7, "hover").do("key", "tool:take")
    assert stage.model.taken == [("take", 7)]
    assert stage.page.tool == "look"
    stage.do("key", "tool:count")
    assert stage.page.tool == "look", "what is of no use now has no key either"
    for _ in range(4):
        stage.do("key", "tool:take")
    stage.do("key", "tool:count")
    assert stage.page.tool == "count", "this one only lets itself be taken"
    stage.press(-1, "hover").do("key", "tool:take")
    assert (stage.page.tool, len(stage.model.taken)) == ("take", 5)
    assert_replays(stage)


def test_a_key_does_nothing_to_a_stroke_that_goes_on():
    stage = Stage(GameModel)
    stage.press(7, "hover").press(7).do("key", "tool:take")
    assert stage.model.taken == []
    stage.press(7, "release")
    assert stage.model.taken == [("take", 7)]


def test_where_undo_is_off_nothing_can_be_undone():
    stage = Stage(GameModel)
    stage.press(3).press(3, "release").do("undo")
    assert stage.model.taken == [("take", 3)]
    assert not stage.page.can_undo
    assert stage.screen.last["message"] == "Undo is off in this game"


def test_what_takes_long_is_still_taken_back_when_it_is_stopped():
    stage = Stage(GameModel, step=0.02)
    stage.do("button", "sort").do("stop")
    assert stage.model.taken == []


def test_the_clock_counts_while_the_model_says_so():
    stage = Stage(GameModel)
    assert stage.screen.last["monitors"]["clock"] == ["–", "", False]
    stage.press(3).press(3, "release").wait(12.4)
    assert stage.screen.last["monitors"]["clock"][0] == "0:12"
    for _ in range(4):
        stage.press(3).press(3, "release")
    assert stage.page.state == "finished"
    stage.wait(30)
    assert stage.screen.last["monitors"]["clock"][0] == "0:12"
    stage.do("setup")
    assert stage.screen.last["monitors"]["clock"][0] == "–"
    assert "clock" not in stage.state()


def test_the_page_is_told_what_is_of_no_use_now():
    stage = Stage(GameModel, {"pile": 1})
    assert stage.page.unused == {"count"}
    stage.press(3).press(3, "release")
    assert stage.page.unused == frozenset()


def test_a_file_can_give_parameter_values():
    stage = Stage(GameModel)
    seed = stage.model.seed
    stage.press(3).press(3, "release").do("read_file", "pile.txt", b"9")
    assert (stage.model.left, stage.model.seed, stage.model.parameters) == (9, seed, {"pile": 9})
    assert_replays(stage)
    stage.do("read_file", "pile.json", b"7")
    assert stage.model.left == 7
    name, data = stage.session.export(".json")
    stage.do("read_file", "pile.json", b"8").do("read_file", name, data)
    stage.settle()
    assert stage.model.left == 7, "a session file stays one, whatever else is read from such files"


def test_a_bad_file_changes_nothing_and_is_reported():
    stage = Stage(GameModel)
    for data, words in ((b"many", "a pile is a number"), (b"100", "100 is not a whole number"), (b"13", "bad luck")):
        stage.do("read_file", "pile.txt", data)
        assert stage.model.left == 5
        assert words in stage.screen.last["message"]


class EagerModel(GameModel):
    """On the page the pile is larger."""

    page_values = {"pile": 8}  # noqa: RUF012 (as models write it)


def test_a_page_may_begin_with_other_values_than_scripts():
    assert EagerModel().left == 5
    stage = Stage(EagerModel)
    assert stage.model.left == 8
    assert_replays(stage)
    assert Stage(EagerModel, {"pile": 13}).model.left == 8, "what is refused is put back to that"
    assert Stage(EagerModel, {"pile": 5}).model.left == 5


def test_links_leave_out_what_the_page_begins_with():
    def link(pile):
        return write_address("game", EagerModel, {"pile": pile}, None)

    assert link(8) == "?model=game"
    assert link(5) == "?model=game&pile=5"
