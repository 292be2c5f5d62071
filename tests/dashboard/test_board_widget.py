"""The Python side of the board, with a page that only writes down what it is sent."""

from __future__ import annotations

import logging

import numpy as np
import pytest

from patchwalk.dashboard.board import Board
from patchwalk.declarations import KeyMode, Tool
from patchwalk.view import Palette, Ramp, Swatch, View
from patchwalk.world import make_world

PALETTE = Palette(
    (Swatch("wall", "wall", "#000000", "#111111"), Swatch("floor", "floor", "#ffffff", "#eeeeee", "dotted"))
)
WORLD = make_world("hex", 6, 4)


@pytest.fixture
def board(monkeypatch):
    made = Board()
    sent = []
    monkeypatch.setattr(made, "send", lambda content, buffers=None: sent.append((content, buffers)))
    made.sent = sent
    yield made
    made.close()


def hear(board, event):
    """The page sends an event."""
    board._handle_custom_msg(event, [])


def test_options_are_described_and_only_changes_are_sent(board):
    ramp = Ramp("heat", ("#000000", "#ffffff"), ("#000000", "#ff0000"))
    mode = KeyMode("walk", "Walking", {"w": "north", "q": "north-west"})
    board.configure(
        WORLD, PALETTE, ramp, tool=Tool("wall", "Wall", "1", gesture="line"), bindings={"e": "setup"}, key_mode=mode
    )
    (message, _), *more = board.sent
    assert not more
    assert message["kind"] == "config"
    assert message["world"]["grid"] == "hex"
    assert message["palette"]["names"] == ["wall", "floor"]
    assert message["palette"]["dark"] == ["#111111", "#eeeeee"]
    assert message["palette"]["patterns"] == ["", "dotted"]
    assert message["ramp"]["dark"] == ["#000000", "#ff0000"]
    assert message["tool"]["gesture"] == "line"
    assert message["key_mode"] == ["q", "w"]
    board.update(theme="light", grid_lines=True)
    assert board.sent[1:] == [({"kind": "config", "grid_lines": True}, None)]
    board.update(grid_lines=True)
    assert len(board.sent) == 2
    with pytest.raises(TypeError, match=r"no option 'colour'; it has .*palette"):
        board.update(colour="red")


def test_a_page_that_comes_late_gets_options_picture_and_status(board):
    hear(board, {"kind": "ready"})
    assert board.sent == [({"kind": "config"}, None)]
    board.configure(WORLD, PALETTE)
    view = View(np.zeros(WORLD.shape, np.uint8))
    assert board.show(view, WORLD, {"status": {"ticks": 0}}) == 1
    view.codes[1, 2] = 1
    assert board.show(view, WORLD, {"status": {"ticks": 1}}) == board.number == 2
    board.show_status({"ticks": 1, "message": "paused"})
    del board.sent[:]
    hear(board, {"kind": "ready"})
    (options, _), (header, buffers) = board.sent
    assert options["palette"]["names"] == ["wall", "floor"]
    assert (header["number"], header["full"], header["status"]["message"]) == (3, True, "paused")
    assert buffers == [view.codes.tobytes()]
    hear(board, {"kind": "ack", "number": 2, "gap": True})
    assert board.sent[2][0]["number"] == 4
    hear(board, {"kind": "ack", "number": 4, "gap": False})
    assert len(board.sent) == 3


def test_listeners_hear_events_until_they_end_and_may_fail(board, caplog):
    heard = []

    def failing(event):
        raise RuntimeError("listener")

    board.on_event(failing)
    end = board.on_event(heard.append)
    press = {"kind": "press", "patch": 3}
    with caplog.at_level(logging.ERROR):
        hear(board, press)
    assert heard == [press]
    assert "a listener failed" in caplog.text
    end()
    end()
    hear(board, press)
    assert heard == [press]


def test_what_is_no_event_is_reported_and_ignored(board, caplog):
    heard = []
    board.on_event(heard.append)
    for nonsense in (None, 3, {}, {"kind": 4}):
        hear(board, nonsense)
    assert heard == []
    assert caplog.text.count("no event") == 4


def test_a_bad_view_sends_nothing(board):
    with pytest.raises(ValueError, match="codes is uint8"):
        board.show(View(np.zeros((2, 2), np.uint8)), WORLD)
    assert board.sent == []
    assert board.number == 0
