"""The page in a real Chromium, server and browser on this machine: how soon, how smoothly, for how many."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any, Literal, NamedTuple

from benchmarks.browser import Visitor, chromium, free_port, serving
from benchmarks.guest import Guest
from benchmarks.harness import Row, alternating, rate, spread
from benchmarks.peers import PAGE_NEEDS, Missing, needs

SEED = 7
CLICKS = 30
GO_SECONDS = 3.0
STOPS = 7
SESSIONS = 8
GRIDS: tuple[Literal["square", "hex"], ...] = ("square", "hex")
LATENCY = {101: 40, 301: 60, 1001: 60}
FRAMES = 30
EDITED, EDIT = 101, 60  # patches to a side, milliseconds


class Place(NamedTuple):
    """Where things are measured.

    Attributes:
        browser: Chromium.
        address: our server.
        clicks: how many clicks a median is made of.
        seconds: how long Go is watched.
    """

    browser: Any
    address: str
    clicks: int
    seconds: float


def rows(quick: bool = False) -> Iterator[Row]:
    """All of them, one by one as they are measured.

    Args:
        quick: fewer clicks, shorter runs.
    """
    port = free_port()
    measures: list[tuple[list[Row], Callable[[Place, list[Row]], Iterator[Row]]]] = [
        (latency_rows(), latency),
        (go_rows(), going),
        (edit_rows(), editing),
        (peer_rows(), against_solara_viz),
        (crowd_rows(), crowd),
    ]
    planned = [row for some, _ in measures for row in some]
    try:
        with chromium() as browser, serving(["server.py", "--port", str(port)], port) as address:
            place = Place(browser, address, 10 if quick else CLICKS, 1.0 if quick else GO_SECONDS)
            for some, measure in measures:
                yield from measure(place, some)
    except Missing as missing:
        yield from (row.missing(str(missing)) for row in planned)


def visit(place: Place, size: int, grid: str = "square") -> Visitor:
    """Open the maze's page."""
    return Visitor(place.browser, f"{place.address}/?model=maze&grid={grid}&width={size}&height={size}&rng={SEED}")


# --- from click to picture -----------------------------------------------------------------------------------------


def latency_rows() -> list[Row]:
    """By size and grid."""
    return [Row(f"Step, click to picture, {n} x {n}, {grid}", most) for n, most in LATENCY.items() for grid in GRIDS]


def latency(place: Place, planned: list[Row]) -> Iterator[Row]:
    """Clicks on Step in the middle of a maze, where the turtle has a long way behind it."""
    kinds = [(size, grid) for size in LATENCY for grid in GRIDS]
    for row, (size, grid) in zip(planned, kinds, strict=True):
        visitor = visit(place, size, grid)
        try:
            run_for(visitor, 0.5)
            answers = [visitor.answer_to("Step") for _ in range(place.clicks + 3)][3:]
        finally:
            visitor.close()
        yield row.measured(median(answers), spread(answers))


def run_for(visitor: Visitor, seconds: float) -> None:
    """Go at the middle of the slider's right half for a while, and Stop."""
    visitor.click("Go")
    time.sleep(seconds)
    visitor.stop()


# --- Go and Stop ---------------------------------------------------------------------------------------------------


def go_rows() -> list[Row]:
    """Frames a second and the last paint after Stop, by size."""
    rows = []
    for size in LATENCY:
        rows.append(Row(f"Go at full speed, {size} x {size}", FRAMES, "frames/s", least=True))
        rows.append(Row(f"last paint after Stop, {size} x {size}", 100))
    return rows


def going(place: Place, planned: list[Row]) -> Iterator[Row]:
    """Go at the slider's right end: maze after maze, since a small one is done in no time."""
    for k, size in enumerate(LATENCY):
        frames, stop = planned[2 * k : 2 * k + 2]
        visitor = visit(place, size)
        try:
            visitor.full_speed()
            stretches = list(run_mazes(visitor, place.seconds))
            lasted = sum(stretch[-1] - stretch[0] for stretch in stretches)
            said = "1 maze" if len(stretches) == 1 else f"{len(stretches)} mazes"
            yield frames.measured(rate(stretches), f"over {lasted:.1f} s of {said}")
            late = [last_paint(visitor, size) for _ in range(STOPS)]
            yield stop.measured(median(late), spread(late))
        finally:
            visitor.close()


def run_mazes(visitor: Visitor, seconds: float) -> Iterator[list[float]]:
    """Run mazes until they ran for so long, and tell when their pictures were painted, in seconds."""
    passed = 0.0
    for _ in range(60):
        visitor.read("bench.painted.length = 0")
        visitor.click("Go")
        visitor.wait("bench.state === 'finished'", max(0.3, seconds - passed))
        if visitor.read("bench.state") == "running":
            visitor.stop()
        stretch = rising(visitor.read("bench.painted"))
        if len(stretch) > 1:
            passed += stretch[-1] - stretch[0]
            yield stretch
        visitor.click("Setup")
        visitor.wait("bench.ticks === 0 && bench.state === 'stopped'")
        if passed >= seconds:
            return


def rising(painted: list[tuple[float, int, str]]) -> list[float]:
    """When pictures of ever later ticks were painted, in seconds."""
    moments, ticks = [], -1
    for moment, tick, _ in painted:
        if tick > ticks:
            moments.append(moment / 1e3)
            ticks = tick
    return moments


def last_paint(visitor: Visitor, size: int) -> float:
    """Milliseconds from a click on Stop to the last picture after it; 0 if none came."""
    if size < 1001:  # at full speed a small maze would be done before one can stop it
        visitor.page.keyboard.press("\\")
    if visitor.read("bench.state") != "stopped" or visitor.read("bench.ticks") > 10**5:
        visitor.click("Setup")
        visitor.wait("bench.ticks === 0 && bench.state === 'stopped'")
    visitor.click("Go")
    time.sleep(0.4)
    visitor.stop()
    time.sleep(0.6)
    clicked, painted = visitor.read("[bench.clicked, bench.painted.map((one) => one[0])]")
    after = [moment - clicked for moment in painted if moment > clicked]
    return max(after, default=0.0)


# --- drawing on the map of routes ---------------------------------------------------------------------------------


def edit_rows() -> list[Row]:
    """By grid."""
    return [Row(f"routes: edit while dragging to new way, {EDITED} x {EDITED}, {grid}", EDIT) for grid in GRIDS]


def editing(place: Place, planned: list[Row]) -> Iterator[Row]:
    """A stroke of solid across the map, when the search has been shown to its end; each move paints a patch or more."""
    for row, grid in zip(planned, GRIDS, strict=True):
        query = f"model=routes&terrain=random&width={EDITED}&height={EDITED}&grid={grid}&explorers=1&rng={SEED}"
        visitor = Visitor(place.browser, f"{place.address}/?{query}")
        try:
            visitor.click("Finish")
            visitor.wait("bench.state === 'finished'")
            visitor.page.keyboard.press("2")  # the tool for solid patches
            answers = stroke_answers(visitor, place.clicks)
        finally:
            visitor.close()
        yield row.measured(median(answers), spread(answers))


def stroke_answers(visitor: Visitor, moves: int) -> list[float]:
    """Milliseconds from each move of a stroke along the middle row to the painted picture."""
    first = EDITED * (EDITED // 2)
    free = f"Array.from(patchwalk.boards[0].picture.layers.codes.slice({first}, {first + EDITED}))"
    patches = [first + x for x, code in enumerate(visitor.read(free)) if code == 0]
    spots = visitor.read(f"{patches}.map((patch) => patchwalk.boards[0].where(patch))")
    mouse = visitor.page.mouse
    mouse.move(spots[0]["x"], spots[0]["y"])
    mouse.down()
    answers = []
    for spot in spots[1 : moves + 4]:
        time.sleep(0.1)
        visitor.read("bench.awaitMove()")
        mouse.move(spot["x"], spot["y"])
        answers.append(visitor.read("bench.answer"))
    mouse.up()
    return answers[3:]


# --- against Mesa's page -------------------------------------------------------------------------------------------


def peer_rows() -> list[Row]:
    """One row."""
    return [Row("SolaraViz's latency / ours, 101 x 101, Step", 5, "x", least=True)]


def against_solara_viz(place: Place, planned: list[Row]) -> Iterator[Row]:
    """A click on Step here and there in turns, both pages open in the same browser."""
    row = planned[0]
    port = free_port()
    try:
        needs(*PAGE_NEEDS)
        with serving(["-m", "benchmarks.peers", str(port)], port) as address:
            ours, theirs = visit(place, 101), None
            try:
                theirs = Visitor(place.browser, address, "document.querySelector('img[src^=blob], img[src^=data]')")
                yield in_turns(row, ours, theirs, place.clicks // 2)
            finally:
                ours.close()
                if theirs is not None:
                    theirs.close()
    except Missing as missing:
        yield row.missing(str(missing))


def in_turns(row: Row, ours: Visitor, theirs: Visitor, rounds: int) -> Row:
    """Medians of so many rounds, after two that warm both up."""
    here, there = partial(ours.answer_to, "Step", rest=0.3), partial(theirs.answer_to, "Step", "awaitImage", rest=0.3)
    found = alternating({"ours": here, "theirs": there}, rounds + 2)
    mine, other = median(found["ours"].runs[2:]), median(found["theirs"].runs[2:])
    return row.measured(other / mine, f"medians of {rounds} in turns: {mine:.0f} ms against {other:.0f} ms")


# --- many visitors -------------------------------------------------------------------------------------------------


def crowd_rows() -> list[Row]:
    """For guests and for pages, at the speed at which the page begins, and at full speed."""
    rows = []
    for who in ("sessions", "pages in one browser"):
        for speed in ("every tick", "full speed"):
            rows.append(Row(f"{SESSIONS} {who} in Go, 101 x 101, {speed}: the slowest", 10, "frames/s", least=True))
            rows.append(Row(f"a ninth page pressing Step meanwhile, {speed}", 150))
    return rows


def crowd(place: Place, planned: list[Row]) -> Iterator[Row]:
    """Eight run while a ninth page is clicked on.

    First the eight are guests that take their pictures and draw nothing, as if each sat at a machine of its own; then
    they are pages like the ninth, all drawn by the one browser, on the processors that the server needs, too.
    """
    yield from among_guests(place, planned[:4])
    yield from among_pages(place, planned[4:])


def among_guests(place: Place, planned: list[Row]) -> Iterator[Row]:
    """With guests; see `benchmarks.guest`."""
    guests = [Guest(f"{place.address}/?model=maze&width=101&height=101&rng={SEED}") for _ in range(SESSIONS)]
    ninth = visit(place, 101)
    try:
        for fast in (False, True):
            for guest in guests:
                if fast:
                    guest.full_speed()
                    guest.again = True
                guest.press("setup")
                guest.press("go")
            time.sleep(0.5)
            for guest in guests:
                guest.painted.clear()
            answers = [ninth.answer_to("Step", rest=0.1) for _ in range(place.clicks)]
            yield from crowd_measured([list(guest.painted) for guest in guests], answers, planned[2 * fast :])
    finally:
        ninth.close()
        for guest in guests:
            guest.close()


def crowd_measured(pictures: list[list[float]], answers: list[float], planned: list[Row]) -> Iterator[Row]:
    """The two rows of one crowd."""
    rates = sorted(rate([moments]) for moments in pictures)
    yield planned[0].measured(rates[0], f"median {median(rates):.1f}, best {rates[-1]:.1f}")
    yield planned[1].measured(median(answers), spread(answers))


def among_pages(place: Place, planned: list[Row]) -> Iterator[Row]:
    """With pages in the same browser."""
    visitors: list[Visitor] = []
    try:
        visitors += [visit(place, 101) for _ in range(SESSIONS + 1)]
        *running, ninth = visitors
        for fast in (False, True):
            for visitor in running:
                if fast:
                    visitor.stop()
                    visitor.full_speed()
                    visitor.read("bench.again = true")
                visitor.click("Go")
            for visitor in running:
                visitor.read("bench.painted.length = 0")
            answers = [ninth.answer_to("Step", rest=0.1) for _ in range(place.clicks)]
            pictures = [[one[0] / 1e3 for one in visitor.read("bench.painted")] for visitor in running]
            yield from crowd_measured(pictures, answers, planned[2 * fast :])
    finally:
        for visitor in visitors:
            visitor.close()
