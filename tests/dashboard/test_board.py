"""The board in a real browser: picking, gestures, touch, keys, acknowledgements, pictures."""

from __future__ import annotations

import itertools
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from patchwalk.world import make_world

pytestmark = pytest.mark.browser

HERE = Path(__file__).parent
# Writes down what the page tells Python, and the numbers that were painted by then.
LISTEN = """() => {
  const board = window.board = patchwalk.boards[0];
  window.events = [];
  const send = board.send;
  board.send = (event) => { window.events.push({ ...event, painted: board.root.dataset.painted }); send(event); };
  window.statuses = [];
  document.addEventListener("patchwalk:status", (event) => window.statuses.push(event.detail));
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A server of `board_page.py`."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "PYTHONPATH": str(HERE.parent.parent),
        "SOLARA_ASSETS_CDN": "http://127.0.0.1:9/",
        "SOLARA_TELEMETRY_MIXPANEL_ENABLE": "False",
    }
    command = [sys.executable, "-m", "solara", "run", str(HERE / "board_page.py"), "--port", str(port), "--no-open"]
    report = tmp_path_factory.mktemp("board") / "log"
    with (
        report.open("w") as log,
        subprocess.Popen([*command, "--production"], env=environment, stdout=log, stderr=log) as server,
    ):
        until = time.monotonic() + 90
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                if time.monotonic() > until or server.poll() is not None:
                    server.kill()
                    pytest.fail(f"the page's server does not come up: {report.read_text()[-2000:]}")
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
        server.terminate()


@pytest.fixture
def open_board(address, chromium):
    """Open the page with a query; errors on its console fail the test."""
    contexts, complaints = [], []

    def opened(query, *, touch=False, ratio=1, width=900, height=720, expected=()):
        context = chromium.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, device_scale_factor=ratio
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(25_000)

        def heard(message):
            if message.type == "error" and not any(text in message.text for text in expected):
                complaints.append(message.text)

        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{address}/?{query}")
        page.wait_for_selector("[data-testid=board][data-painted]")
        page.evaluate(LISTEN)
        # The answer to this comes after all that was sent before.
        page.evaluate("board.send({ kind: 'hover', patch: -1 })")
        page.wait_for_function("window.statuses.some((detail) => detail.status.where)")
        page.wait_for_function("board.root.dataset.painted === String(board.picture.number)")
        page.evaluate("window.statuses.length = window.events.length = 0; window.first = board.picture.number")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


def events(page, *kinds):
    """What has been told of these kinds since the last time."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")
    told = page.evaluate("window.events.splice(0)")
    return [event for event in told if event["kind"] in kinds]


def at(page, x, y):
    """Where a point of the world, in patch units, is in the window."""
    box = page.locator("[data-testid=board] canvas").last.bounding_box()
    x, y = (-y, x) if page.evaluate("board.picture.geometry.turned") else (x, y)
    sx, sy = page.evaluate(
        "([x, y]) => [board.viewport.x(x) / board.viewport.ratio, board.viewport.y(y) / board.viewport.ratio]",
        [float(x), float(y)],
    )
    return box["x"] + sx, box["y"] + sy


def inside(page, x, y):
    """Whether a point of the window is well on the canvas."""
    box = page.locator("[data-testid=board] canvas").last.bounding_box()
    return 5 < x - box["x"] < box["width"] - 5 and 5 < y - box["y"] < box["height"] - 5


@pytest.mark.parametrize("grid", ["square", "hex", "hex&pointy"])
def test_a_click_hits_the_patch_and_edge_under_it_after_zoom_and_pan(open_board, grid):
    page = open_board(f"show=plain&size=30&grid={grid}", ratio=1.5)
    world = make_world(grid.partition("&")[0], 30, 30)
    rng = np.random.default_rng(6)
    for moves in (
        "",
        "board.zoom('in'); board.viewport.scrollBy(-37, -61); board.moved()",
        "board.viewport.zoomTo(61, 400, 500); board.moved()",
        "board.zoom('fit')",
    ):
        page.evaluate(f"() => {{ {moves} }}")
        hit = 0
        for patch in rng.permutation(world.size):
            # Up to near the corners of the patch.
            center = np.array(world.center(int(patch)), float)
            point = center + rng.uniform(-0.48, 0.48, 2)
            meant = world.patch_at(*point)
            x, y = at(page, *point)
            if meant < 0 or not inside(page, x, y):
                continue
            page.mouse.click(x, y)
            press = events(page, "press")[0]
            assert press["patch"] == meant
            assert [press["x"], press["y"]] == pytest.approx(point.tolist(), abs=0.03)
            assert tuple(press["edge"]) == world.edge_at(press["x"], press["y"])
            hit += 1
            if hit == 5:
                break
        assert hit == 5


@pytest.mark.parametrize("grid", ["square", "hex", "hex&pointy"])
def test_a_drag_skips_no_patch_and_ends_outside_too(open_board, grid):
    page = open_board(f"show=plain&size=40&grid={grid}&gesture=paint")
    world = make_world(grid.partition("&")[0], 40, 40)
    corners = [world.patch(2, 3), world.patch(35, 20), world.patch(4, 37), world.patch(20, 5)]
    x, y = at(page, *world.center(corners[0]))
    page.mouse.move(x, y)
    page.mouse.down()
    for corner in corners[1:]:
        page.mouse.move(*at(page, *world.center(corner)))
    page.mouse.move(5, 5)
    page.mouse.up()
    told = events(page, "press", "drag", "release")
    assert [told[0]["kind"], told[-1]["kind"]] == ["press", "release"]
    assert {event["kind"] for event in told[1:-1]} == {"drag"}
    passed = list(itertools.chain.from_iterable(event["path"] for event in told))
    assert passed[0] == corners[0]
    for a, b in itertools.pairwise(passed):
        assert b in world.neighbors[a]
    assert [corner for corner in corners if corner not in passed] == []
    assert told[-1]["patch"] == -1
    assert {event["start"] for event in told} == {corners[0]}


def test_buttons_and_modifiers(open_board):
    page = open_board("show=plain&size=10")
    x, y = at(page, 4, 6)
    page.mouse.click(x, y, button="right")
    page.mouse.click(x, y, button="middle")
    page.keyboard.down("Shift")
    page.mouse.click(x, y)
    page.keyboard.up("Shift")
    told = events(page, "press", "release")
    assert [(event["kind"], event["button"], event["shift"]) for event in told] == [
        ("press", 2, False),
        ("release", 2, False),
        ("press", 1, False),
        ("release", 1, False),
        ("press", 0, True),
        ("release", 0, True),
    ]
    page.evaluate("board.viewport.zoomTo(160); board.moved()")
    before = page.evaluate("[board.viewport.left, board.viewport.top]")
    page.mouse.move(x, y)
    page.mouse.down(button="middle")
    page.mouse.move(x - 30, y - 20, steps=3)
    page.mouse.up(button="middle")
    assert events(page, "press", "release") == []
    assert page.evaluate("[board.viewport.left, board.viewport.top]") == [before[0] - 30, before[1] - 20]


def test_two_ended_gestures_act_once_and_show_what_would_happen(open_board):
    page = open_board("show=plain&size=10&gesture=rectangle")
    page.mouse.move(*at(page, 2, 2))
    page.mouse.down()
    page.mouse.move(*at(page, 6, 5))
    events_before = events(page, "press", "drag", "release")
    assert [event["kind"] for event in events_before] == ["press"]
    assert page.evaluate("[board.hand.preview.start, board.hand.preview.end]") == [22, 56]
    shown = page.evaluate(PIXEL, ["top", 4, 4])
    assert shown[3] > 0
    page.mouse.up()
    (release,) = events(page, "drag", "release")
    assert (release["start"], release["patch"]) == (22, 56)
    assert page.evaluate("board.hand.preview") is None


# The colour [r, g, b, a] at a point in patch units of one of the two canvases.
PIXEL = """([name, x, y]) => {
  const context = board.painter[name].getContext("2d");
  const [sx, sy] = [board.viewport.x(x), board.viewport.y(y)];
  return [...context.getImageData(Math.floor(sx), Math.floor(sy), 1, 1).data];
}"""


def touch(page, session, kind, *points):
    session.send(
        "Input.dispatchTouchEvent",
        {"type": kind, "touchPoints": [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]},
    )


def test_touch_taps_presses_long_and_moves_the_world_with_two_fingers(open_board):
    page = open_board("show=plain&size=10", touch=True)
    session = page.context.new_cdp_session(page)
    finger, other = at(page, 3, 3), at(page, 7, 6)
    touch(page, session, "touchStart", finger)
    touch(page, session, "touchEnd")
    assert [(event["kind"], event["button"]) for event in events(page, "press", "release")] == [
        ("press", 0),
        ("release", 0),
    ]
    touch(page, session, "touchStart", finger)
    page.wait_for_timeout(650)
    told = events(page, "press", "release")
    assert [(event["kind"], event["button"], event["patch"]) for event in told] == [
        ("press", 2, 33),
        ("release", 2, 33),
    ]
    touch(page, session, "touchEnd")
    assert events(page, "press", "release") == []
    pitch = page.evaluate("board.viewport.pitch")
    touch(page, session, "touchStart", finger)
    touch(page, session, "touchStart", finger, other)
    wider = [(finger[0] - 60, finger[1] + 60), (other[0] + 60, other[1] - 60)]
    touch(page, session, "touchMove", *wider)
    touch(page, session, "touchEnd")
    assert events(page, "press", "release") == []
    assert page.evaluate("board.viewport.pitch") > pitch


def test_a_held_tool_turns_the_long_press_off(open_board):
    page = open_board("show=plain&size=10&gesture=hold", touch=True)
    session = page.context.new_cdp_session(page)
    touch(page, session, "touchStart", at(page, 3, 3))
    page.wait_for_timeout(700)
    assert [(event["kind"], event["button"]) for event in events(page, "press", "release")] == [("press", 0)]
    touch(page, session, "touchMove", at(page, 5, 3))
    touch(page, session, "touchEnd")
    told = events(page, "drag", "release")
    assert [event["kind"] for event in told] == ["drag", "release"]
    assert told[0]["path"] == [34, 35]


def test_a_stroke_ends_when_the_window_loses_the_pointer(open_board):
    page = open_board("show=plain&size=10&gesture=hold")
    page.mouse.move(*at(page, 3, 3))
    page.mouse.down()
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert [event["kind"] for event in events(page, "press", "release")] == ["press", "release"]
    page.mouse.up()
    assert events(page, "press", "release") == []


def test_keys_reach_the_board_from_anywhere_but_fields(open_board):
    page = open_board("show=plain&size=10&fields&high=400", height=800)
    page.keyboard.press("s")
    page.keyboard.press("Shift+?")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+Shift+Z")
    page.keyboard.press("Alt+s")
    page.keyboard.press("x")
    assert [event["name"] for event in events(page, "key")] == ["step", "help", "close", "undo", "redo"]
    page.locator("input[type=text]").first.click()
    page.keyboard.type("see")
    page.keyboard.press("Escape")
    assert events(page, "key") == []
    thumb = page.locator("[role=slider]").first
    thumb.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    page.keyboard.press("s")
    assert [event.get("name") for event in events(page, "key", "hover", "zoom")] == ["step"]
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<div id=dialog aria-modal=true></div>')")
    page.keyboard.press("s")
    page.keyboard.press("Escape")
    assert [event["name"] for event in events(page, "key")] == ["close"]


def test_a_held_key_does_not_queue_up(open_board):
    page = open_board("show=plain&size=10")
    for _ in range(30):
        page.keyboard.down("s")  # after the first, these are repeats
    page.keyboard.up("s")
    steps = len(events(page, "key"))
    page.wait_for_timeout(500)
    assert 1 <= steps <= 30
    assert page.evaluate("board.picture.number - window.first") == steps
    for _ in range(5):
        page.keyboard.down("?")
    assert len(events(page, "key")) == 1


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_the_cursor_moves_acts_and_stays_in_sight(open_board, grid):
    page = open_board(f"show=plain&size=10&grid={grid}&wrap=x")
    world = make_world(grid, 10, 10, wrap="x")
    page.locator("[data-testid=board] canvas").last.focus()
    page.keyboard.press("ArrowUp")
    start = page.evaluate("board.hand.cursor")
    for key in ("ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
    told = events(page, "hover")
    assert all(event["cursor"] for event in told)
    x, y = world.xy(start)
    assert told[-1]["patch"] == world.patch(x + 1, y)
    for _ in range(9):
        page.keyboard.press("ArrowLeft")
    assert page.evaluate("board.hand.cursor") == world.patch(x - 8, y)
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    page.keyboard.press("Shift+Enter")
    told = events(page, "press", "release")
    assert [(event["kind"], event["button"]) for event in told] == [
        (kind, button) for button in (0, 0, 2) for kind in ("press", "release")
    ]
    assert {event["patch"] for event in told} == {world.patch(x - 8, y)}
    page.wait_for_function("document.querySelector('[aria-live]').textContent.includes('Pointer(patch=')")


def test_with_points_up_the_cursor_goes_along_the_rows_that_one_sees(open_board):
    page = open_board("show=plain&size=10&grid=hex&pointy")
    world = make_world("hex", 10, 10)
    page.locator("[data-testid=board] canvas").last.focus()
    page.keyboard.press("ArrowUp")
    start = page.evaluate("board.hand.cursor")
    places = [page.evaluate("board.where(board.hand.cursor)")]
    for key in ("ArrowRight", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowDown"):
        page.keyboard.press(key)
        places.append(page.evaluate("board.where(board.hand.cursor)"))
    told = events(page, "hover")
    x, y = world.xy(start)
    assert told[-1]["patch"] == world.patch(x, y + 1)
    assert [told[-1]["x"], told[-1]["y"]] == pytest.approx(world.center(told[-1]["patch"]))
    pitch = page.evaluate("board.viewport.pitch / board.viewport.ratio")
    steps = [(b["x"] - a["x"], b["y"] - a["y"]) for a, b in itertools.pairwise(places)]
    along = pitch / 2 * (1 - 2 * (x % 2))
    wanted = [(pitch, 0), (along, -0.866 * pitch), (-pitch, 0), (-pitch, 0), (-along, 0.866 * pitch)]
    assert np.allclose(steps, wanted, atol=0.02 * pitch)


def test_hexes_turn_under_the_pointer_and_back_again(open_board):
    page = open_board("show=gallery&grid=hex")
    look = """() => {
      const { x, y, heading } = board.picture.turtles;
      const { left, right, top, bottom } = board.picture.geometry;
      return [[...x], [...y], [...heading], board.picture.lines.map((line) => line.pieces), left, right, top, bottom];
    }"""
    before = page.evaluate(look)
    page.evaluate("board.take({ kind: 'config', pointy_tops: true })")
    after = page.evaluate(look)
    assert np.allclose(after[0], np.negative(before[1]))
    assert np.allclose(after[1], before[0])
    assert np.allclose(after[2], np.array(before[2]) - 90)
    assert after[3][0][0] == [[-y, x] for x, y in before[3][0][0]]
    assert after[4:] == [-before[6], -before[7], before[5], before[4]]
    page.evaluate("board.take({ kind: 'config', pointy_tops: false })")
    back = page.evaluate(look)
    assert all(np.allclose(one, other) for one, other in zip(back[:3], before[:3], strict=True))
    assert back[3:] == before[3:]


def test_a_key_mode_takes_its_keys_while_the_board_has_the_focus(open_board):
    page = open_board("show=plain&size=10&mode")
    page.keyboard.press("q")
    assert events(page, "key", "modekey") == []
    page.locator("[data-testid=board] canvas").last.focus()
    for key in ("q", "ArrowUp", "s", "Escape"):
        page.keyboard.press(key)
    told = events(page, "key", "modekey", "hover")
    assert [event.get("key", event.get("name")) for event in told] == ["q", "arrowup", "step", "escape"]


def test_frames_are_acknowledged_in_order_after_they_are_painted(open_board):
    page = open_board("show=plain&size=10")
    page.evaluate(
        "() => { const paint = board.paint.bind(board); window.paints = [];"
        " board.paint = (time) => { window.paints.push(board.picture.number); return paint(time); }; }"
    )
    for _ in range(5):
        page.keyboard.press("s")
        page.wait_for_timeout(60)
    page.wait_for_function("Number(board.root.dataset.painted) === window.first + 5")
    acks = events(page, "ack")
    first = page.evaluate("window.first")
    numbers = [first + k for k in (1, 2, 3, 4, 5)]
    assert [ack["number"] for ack in acks] == numbers
    assert not any(ack["gap"] for ack in acks)
    assert set(page.evaluate("window.paints")) >= set(numbers)
    statuses = page.evaluate("window.statuses")
    assert [(detail["board"], detail["status"].get("where")) for detail in statuses] == [("main", "somewhere")] * 5


def test_a_hidden_page_acknowledges_without_painting_and_catches_up(open_board):
    page = open_board("show=plain&size=10")
    before = page.evaluate(PIXEL, ["ground", 0, 0])
    hide = """hidden => {
      Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.evaluate(hide, True)
    page.evaluate("board.send({ kind: 'key', name: 'step' })")
    page.wait_for_function("window.events.some((event) => event.kind === 'ack' && event.number === window.first + 1)")
    assert page.evaluate(PIXEL, ["ground", 0, 0]) == before
    page.evaluate(hide, False)
    events(page)
    assert page.evaluate(PIXEL, ["ground", 0, 0]) != before


@pytest.mark.parametrize("grid", ["square", "hex", "hex&pointy"])
def test_a_zoomed_board_scrolls_along_with_what_is_followed(open_board, grid):
    page = open_board(f"show=plain&grid={grid}&size=60")
    follow = """([patch, on]) => {
      board.takeFrame({ kind: "frame", number: board.picture.number + 1, full: false, parts: [],
                        marks: [[patch, "", -1, on]] }, []);
    }"""
    page.evaluate("board.viewport.zoomTo(48); board.moved()")
    for patch in (60 * 3 + 5, 60 * 30 + 30, 60 * 30 + 31, 60 * 56 + 3):
        page.evaluate(follow, [patch, False])
        page.evaluate(follow, [patch, True])
        y, x = divmod(patch, 60)
        x, y = (x * 0.8660254, y - 0.5 * (x % 2)) if grid != "square" else (x, y)
        assert inside(page, *at(page, x, y))
    before = page.evaluate("[board.viewport.left, board.viewport.top]")
    page.evaluate(follow, [60 * 3 + 55, False])  # only marked
    assert page.evaluate("[board.viewport.left, board.viewport.top]") == before
    page.evaluate("board.zoom('fit')")
    before = page.evaluate("[board.viewport.left, board.viewport.top]")
    page.evaluate(follow, [3, True])
    assert page.evaluate("[board.viewport.left, board.viewport.top]") == before


# Large hexes are drawn by their pixels, small ones in strips.
SIZES = [("square", 101), ("hex", 101), ("hex", 12), ("hex&pointy", 12), ("hex&pointy", 101), ("hex&pointy", 301)]


def test_gaps_and_broken_messages_are_mended_by_a_full_frame(open_board):
    page = open_board("show=plain&size=10", expected=["The board cannot use a message."])
    first = page.evaluate("window.first")
    page.evaluate("board.picture.number = 0")
    page.keyboard.press("s")
    page.wait_for_function("board.picture.number === window.first + 2")
    page.wait_for_function("window.events.filter((event) => event.kind === 'ack').length === 2")
    told = [(ack["number"] - first, ack["gap"]) for ack in events(page, "ack")]
    assert told == [(1, True), (2, False)]
    broken = "board.take({ kind: 'frame', number: 99, full: false, parts: [{ layer: 'nonsense' }], marks: [] }, [])"
    page.evaluate(broken.replace("99", "window.first + 3"))
    page.wait_for_function("board.picture.number === window.first + 3")
    page.wait_for_function("window.events.filter((event) => event.kind === 'ack').length === 2")
    told = [(ack["number"] - first, ack["gap"]) for ack in events(page, "ack")]
    assert told == [(3, True), (3, False)]
    page.keyboard.press("e")  # Python's listener fails at this one
    page.keyboard.press("s")
    page.wait_for_function("board.picture.number === window.first + 4")


@pytest.mark.parametrize("query", [f"grid={grid}&size={size}" for grid, size in SIZES])
def test_each_patch_has_its_colour_after_changes_and_in_the_dark(open_board, query):
    page = open_board(f"show=maze&{query}")
    agree = """() => {
      const { geometry, layers } = board.picture;
      const context = board.painter.ground.getContext("2d");
      const { data, width } = context.getImageData(0, 0, board.painter.ground.width, board.painter.ground.height);
      let wrong = 0;
      for (let patch = 0; patch < geometry.size; patch++) {
        const x = patch % geometry.width, y = Math.floor(patch / geometry.width);
        let [cx, cy] = geometry.hex ? [x * geometry.column, y - 0.5 * (x % 2)] : [x, y];
        if (geometry.turned) [cx, cy] = [-cy, cx];
        const at = Math.floor(board.viewport.y(cy)) * width + Math.floor(board.viewport.x(cx));
        const shown = new Uint32Array(data.buffer)[at];
        if (shown !== board.look.pixels[layers.codes[patch]]) wrong++;
      }
      return wrong;
    }"""
    assert page.evaluate(agree) == 0
    for _ in range(4):
        page.keyboard.press("s")
    page.keyboard.press("t")
    page.wait_for_function(
        "Number(board.root.dataset.painted) === window.first + 4 && board.root.dataset.theme === 'dark'"
    )
    events(page)
    assert page.evaluate(agree) == 0


def test_a_part_painted_anew_is_the_same_as_the_whole(open_board):
    compare = """() => {
      const { painter, picture, look, viewport, options } = board;
      const all = () => painter.ground.getContext("2d")
        .getImageData(0, 0, painter.ground.width, painter.ground.height).data;
      painter.spoil(true);
      painter.paintGround(picture, look, viewport, options);
      const whole = all();
      const patches = [...Array(60).keys()].map((k) => (k * 37) % picture.geometry.size);
      for (const some of [patches.slice(0, 5), patches.slice(5)]) {
        painter.add({ all: false, patches: some, boxes: [], colors: { all: false, patches: some, boxes: [] } });
        painter.paintGround(picture, look, viewport, options);
      }
      // Slanted lines may come out a shade different where a part ends.
      return all().filter((value, k) => Math.abs(value - whole[k]) > 40).length;
    }"""
    for query in (
        "show=maze&size=101",
        "show=gallery&lines",
        "show=mines&grid=hex&lines",
        "show=mines&grid=hex&lines&pointy",
        "show=gallery&grid=hex&pointy",
    ):
        assert open_board(query).evaluate(compare) == 0, query


def test_the_end_of_a_view_leaves_nothing_behind(open_board):
    page = open_board("show=plain&size=10")
    page.evaluate("board.end()")
    page.keyboard.press("s")
    page.mouse.click(300, 300)
    page.wait_for_timeout(100)
    assert page.evaluate("window.events") == []
    assert page.evaluate("patchwalk.boards.length") == 0
    assert page.locator("[data-testid=board]").count() == 0


def test_narrow_pages_give_the_board_the_height_its_world_needs(open_board):
    page = open_board("show=mines&grid=hex", width=390, height=844)
    box = page.locator("[data-testid=board]").bounding_box()
    assert box["width"] * 1.05 < box["height"] <= box["width"] * 1.2 + 1
