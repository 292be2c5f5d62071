"""Minesweeper: how fast certainty is found, how strong the sweepers are, and that the fair rule keeps its word."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from math import sqrt
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.browser import Visitor, chromium, free_port, serving
from benchmarks.harness import Row, spread, time_once, yardstick
from benchmarks.peers import Missing, mines_known_by_toollib
from models.minesweeper import MinesweeperModel
from rules.deduction import analyse

SEED = 7
EXPERT = {"width": 30, "height": 16, "mines": 99}
HUGE = {"width": 100, "height": 100, "mines": 2000}
BOARDS: dict[str, dict[str, Any]] = {
    "Expert": EXPERT,
    "hex 30 x 16/99": {**EXPERT, "grid": "hex"},
    "9 x 9/35": {"width": 9, "height": 9, "mines": 35},
    "torus 16 x 16/40": {"width": 16, "height": 16, "mines": 40, "wrap": True},
}
POLICIES = ("careful", "bold")
SURE = 1.96  # standard deviations of the 95 % interval


def rows(quick: bool = False) -> Iterator[Row]:
    """All of them, one by one as they are measured.

    Args:
        quick: fewer positions and games.
    """
    yield from certainty(100 if quick else 400)
    yield from huge(300 if quick else 3000)
    yield from clicks(10 if quick else 30)
    yield from strength(40 if quick else 1000)
    yield from fairness(10 if quick else 500)
    yield from speed(40 if quick else 1000)


# --- certainty -----------------------------------------------------------------------------------------------------


def stuck_positions(wanted: int) -> list[NDArray[np.int8]]:
    """Positions of fair Expert games in which nothing is certain safe: the numbers shown, int8 (16, 30)."""
    found: list[NDArray[np.int8]] = []
    seed = SEED
    while len(found) < wanted:
        game = MinesweeperModel(**EXPERT, sweepers=1, rng=seed)
        seed += 1
        while game.running:
            if game.field.revealed and not game.known_safe().size and not game.safe_patches().size:
                found.append(game.shown.copy())
            game.advance(1)
    return found[:wanted]


def certainty(positions: int) -> Iterator[Row]:
    """From scratch on stuck Expert positions, in turns with ms-toollib; each time is the best of three."""
    neighbors = MinesweeperModel(**EXPERT).world.neighbors
    mines = EXPERT["mines"]
    what = "certainty on stuck Expert positions, from scratch"
    ratio = Row(f"{what}: ours / ms-toollib's", 2, "x")
    ours: list[float] = []
    theirs: list[float] = []
    missing = ""
    sticks = [yardstick()]
    for k, shown in enumerate(stuck_positions(positions)):
        ours.append(best_of_three(partial(analyse, shown, mines, neighbors)))
        try:
            theirs.append(best_of_three(mines_known_by_toollib(shown, mines)))
        except Missing as error:
            missing = str(error)
        if k % 20 == 0:
            sticks.append(yardstick())
    stick, milliseconds = min(sticks), [1e3 * seconds for seconds in ours]
    yield Row(f"{what}, median", 2).measured(median(milliseconds), spread(milliseconds, 2), stick)
    late = sorted(milliseconds)[int(0.99 * (len(milliseconds) - 1))]
    yield Row(f"{what}, 99 in 100 within", 15).measured(late, "", stick)
    yield ratio.missing(missing) if missing else ratio.measured(median(ours) / median(theirs), versus(ours, theirs))


def versus(ours: list[float], theirs: list[float]) -> str:
    """Two medians in words."""
    mine, other = 1e3 * median(ours), 1e3 * median(theirs)
    return f"medians of {len(theirs)} in turns: {mine:.3g} ms against {other:.3g} ms for its probabilities"


def best_of_three(action: Any) -> float:
    """Seconds of the best of three runs."""
    return min(time_once(lambda _: action(), lambda: None) for _ in range(3))


def huge(moves: int) -> Iterator[Row]:
    """Moves of a game on 100 x 100: opening a patch, and knowing afterwards what is certain."""
    what = "100 x 100 with 2,000 mines, a move in play"
    game = MinesweeperModel(**HUGE, rng=SEED)
    ours: list[float] = []
    both: list[float] = []
    theirs: list[float] = []
    missing = ""
    stick = yardstick()
    for move in range(moves):
        if game.ended:
            break
        patch = next_patch(game)
        begun = time.perf_counter()
        game.reveal(patch)
        game.analysis()
        ours.append(time.perf_counter() - begun)
        if move % 25 == 24 and not missing:
            try:
                theirs.append(time_once(lambda act: act(), partial(mines_known_by_toollib, game.shown, game.mines)))
                both.append(ours[-1])
            except Missing as error:
                missing = str(error)
    milliseconds = [1e3 * seconds for seconds in ours]
    yield Row(f"{what}, median", 60).measured(median(milliseconds), spread(milliseconds, 1), min(stick, yardstick()))
    row = Row(f"{what}: ms-toollib's / ours", 4, "x", least=True)
    yield row.missing(missing) if missing else row.measured(median(theirs) / median(both), versus(both, theirs))


def next_patch(game: MinesweeperModel) -> int:
    """The first certain-safe patch, else the one with the lowest probability of a mine."""
    sure = game.safe_patches()
    if sure.size:
        return int(sure[0])
    return int(np.where(game.shown < 0, game.analysis().probability, 2.0).argmin())


# --- the page ------------------------------------------------------------------------------------------------------


def clicks(wanted: int) -> Iterator[Row]:
    """Clicks on certain-safe patches of an Expert board with hints on, from press to picture."""
    row = Row("minesweeper, click to picture, Expert, hints on", 60)
    port = free_port()
    try:
        with chromium() as browser, serving(["server.py", "--port", str(port)], port) as address:
            query = "&".join(f"{name}={value}" for name, value in EXPERT.items())
            visitor = Visitor(browser, f"{address}/?model=minesweeper&{query}&rng={SEED}")
            try:
                visitor.page.keyboard.press("h")
                answers = list(click_through(visitor, wanted + 3))[3:]
            finally:
                visitor.close()
        yield row.measured(median(answers), spread(answers))
    except Missing as missing:
        yield row.missing(str(missing))


def click_through(visitor: Visitor, wanted: int) -> Iterator[float]:
    """Play the page's board with a twin that knows it, and tell the milliseconds of each click."""
    twin = MinesweeperModel(**EXPERT, rng=SEED)
    for _ in range(wanted):
        patch = next_patch(twin)
        at = visitor.read(f"patchwalk.boards[0].where({patch})")
        visitor.page.mouse.move(at["x"], at["y"])
        time.sleep(0.05)
        visitor.read("bench.awaitTick()")
        visitor.page.mouse.down()
        visitor.page.mouse.up()
        milliseconds: float = visitor.read("bench.answer")
        twin.reveal(patch)
        yield milliseconds


# --- games of sweepers ---------------------------------------------------------------------------------------------


def interval(won: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, in percent."""
    share, z = won / games, SURE**2 / games
    middle, reach = share + z / 2, SURE * sqrt(share * (1 - share) / games + z / (4 * games))
    return 100 * (middle - reach) / (1 + z), 100 * (middle + reach) / (1 + z)


def strength(games: int) -> Iterator[Row]:
    """How often "careful" wins the plain classic Expert board."""
    for area, least in ((False, 36), (True, 47)):
        how = "first move opens an area" if area else "first move safe"
        won = 0
        for seed in range(games):
            game = MinesweeperModel(**EXPERT, fair=False, first_opens_area=area, sweepers=1, rng=seed)
            game.advance(10**6)
            won += game.state == "won"
        low, high = interval(won, games)
        note = f"{won} of {games} games; 95 % interval {low:.1f} to {high:.1f} %"
        yield Row(f'"careful" on classic Expert, {how}, won', least, "%", least=True).measured(100 * won / games, note)


def fairness(games: int) -> Iterator[Row]:
    """Under the fair rule every game is won, and after every move there are as many mines as before."""
    for name, board in BOARDS.items():
        for policy in POLICIES:
            won = kept = 0
            for seed in range(games):
                game = MinesweeperModel(**board, sweepers=1, policy=policy, rng=seed)
                constant = True
                while game.running:
                    game.advance(1)
                    constant &= int(np.count_nonzero(game.layout)) == board["mines"]
                won += game.state == "won"
                kept += constant
            row = Row(f'fair, "{policy}", {name}, won with M mines after every move', 100, "%", least=True)
            note = f"{won} of {games} won, {kept} with M constant"
            yield row.measured(100 * min(won, kept) / games, note)


def speed(games: int) -> Iterator[Row]:
    """Expert games by "careful", nothing drawn; fewer are scaled up to a thousand."""
    stick = yardstick()
    begun = time.perf_counter()
    for seed in range(games):
        MinesweeperModel(**EXPERT, sweepers=1, rng=seed).advance(10**6)
    seconds = (time.perf_counter() - begun) * 1000 / games
    note = "" if games == 1000 else f"scaled up from {games} games"
    yield Row('1,000 Expert games by "careful"', 60, "s").measured(seconds, note, min(stick, yardstick()))
