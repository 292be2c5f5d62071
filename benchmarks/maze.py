"""The maze without a screen: carving, finishing, setting up, flooding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Literal

from benchmarks.harness import Row, Timing, alternating, best_of, clocked
from benchmarks.peers import Missing, mazelib_maze
from models.maze import MazeModel
from rules.kernels import choose_kernels, warm

SEED = 7
SMALL, LARGE = 101, 1001
GRIDS: tuple[Literal["square", "hex"], ...] = ("square", "hex")
TURTLES = (1, 8, 64)

# Against mazelib: limits by size, plain and compiled.
RATIOS = {SMALL: {"plain": 2, "fast": 50}, LARGE: {"plain": 25, "fast": 200}}


def rows(quick: bool = False) -> Iterator[Row]:
    """All of them, one by one as they are measured.

    Args:
        quick: fewer runs, and nothing that takes a minute.
    """
    runs = 2 if quick else 5
    fast = why_not_fast()
    try:
        choose_kernels("plain")
        yield from acting(runs)
        yield from setting_up(runs)
        yield from finishing("plain", runs, "")
        yield from flooding("plain", runs, "")
        if not fast:
            choose_kernels("fast")
            warm()
        yield from finishing("fast", runs, fast)
        yield from flooding("fast", runs, fast)
        yield from against_mazelib(quick, fast)
    finally:
        choose_kernels(None)


def why_not_fast() -> str:
    """Why kernels cannot be compiled here; empty if they can."""
    try:
        choose_kernels("fast")
        warm()
    except RuntimeError as error:
        return str(error)
    return ""


def fresh(size: int, grid: Literal["square", "hex"] = "square", turtles: int = 1) -> MazeModel:
    """A maze before its first tick."""
    return MazeModel(width=size, height=size, grid=grid, turtles=turtles, rng=SEED)


def step_to_the_end(model: MazeModel) -> None:
    """As Mesa runs a model."""
    while model.running:
        model.step()


def acting(runs: int) -> Iterator[Row]:
    """Whole mazes by turtles that act, nothing drawn."""
    import mesa

    what = f"whole maze {SMALL} x {SMALL}, turtles acting"
    advanced = best_of(lambda model: model.advance(10**9), lambda: fresh(SMALL), 2 * runs)
    yield Row(f"{what}, advance()", 30).timed(advanced)
    stepped = best_of(step_to_the_end, lambda: fresh(SMALL), 2 * runs)
    yield Row(f"{what}, step() on Mesa {mesa.__version__}", 60).timed(stepped)


def setting_up(runs: int) -> Iterator[Row]:
    """The model of the largest world."""
    for grid in GRIDS:
        timing = best_of(lambda _, grid=grid: fresh(LARGE, grid), runs=runs)
        yield Row(f"Setup {LARGE} x {LARGE}, {grid}", 300).timed(timing)


def finishing(kernels: Literal["plain", "fast"], runs: int, why_not: str) -> Iterator[Row]:
    """Finish from the first tick, for several numbers of turtles."""
    limits = {SMALL: 10.0, LARGE: 1000.0} if kernels == "plain" else {LARGE: 60.0}
    for size, limit in limits.items():
        for grid in GRIDS:
            for turtles in TURTLES:
                who = "1 turtle" if turtles == 1 else f"{turtles} turtles"
                row = Row(f"Finish {size} x {size}, {grid}, {who}, {kernels}", limit)
                if why_not:
                    yield row.missing(why_not)
                    continue
                setup = (size, grid, turtles)
                often = runs if size == LARGE else 3 * runs
                yield row.timed(best_of(lambda model: model.finish(), lambda args=setup: fresh(*args), often))


def flooding(kernels: Literal["plain", "fast"], runs: int, why_not: str) -> Iterator[Row]:
    """Water poured into the centre of a finished maze, to the end by Finish."""
    for grid in GRIDS:
        row = Row(f"whole flood {LARGE} x {LARGE} from the centre, {grid}, {kernels}", 500)
        if why_not:
            yield row.missing(why_not)
            continue
        model = fresh(LARGE, grid)
        model.finish()

        def pour(model: MazeModel = model) -> MazeModel:
            model.dry()
            model.pour(centre(model), "water")
            return model

        yield row.timed(best_of(lambda model: model.finish(), pour, runs))


def centre(model: MazeModel) -> int:
    """The room nearest to the middle of the world."""
    world, rooms = model.world, model.rooms.patches
    middle = world.patch(world.width // 2, world.height // 2)
    return int(rooms[world.distance(rooms, middle).argmin()])


def against_mazelib(quick: bool, why_not: str) -> Iterator[Row]:
    """Finish against mazelib's generate(), in turns; both begin with walls everywhere."""
    for size, limits in RATIOS.items():
        planned = {
            kind: Row(f"mazelib's time / ours, {size} x {size}, {kind}", limit, "x", least=True)
            for kind, limit in limits.items()
        }
        kinds = [kind for kind in limits if kind == "plain" or not why_not]
        try:
            if quick and size == LARGE:
                raise Missing("takes a minute or two: left out by --quick")
            found = in_turns(size, kinds, 1 if size == LARGE else 3 if quick else 10)
        except Missing as missing:
            yield from (row.missing(str(missing)) for row in planned.values())
            continue
        theirs = found["mazelib"].best
        for kind, row in planned.items():
            if kind not in kinds:
                yield row.missing(why_not)
                continue
            ours, both = found[kind].best, found[f"{kind}, Setup too"].best
            said = f"{ours * 1e3:.3g} ms against {theirs * 1e3:.3g} ms; with Setup {theirs / both:.3g} x"
            yield row.measured(theirs / ours, said, found[kind].yardstick)


def in_turns(size: int, kinds: list[str], rounds: int) -> dict[str, Timing]:
    """Processor times of mazelib, and of ours by kind of kernel, alone and with Setup; each the best of some."""
    often = 20 if size == SMALL else 3

    def best(action: Callable[[Any], object], prepare: Callable[[], Any], times: int = often) -> float:
        return min(clocked(action, prepare).processor for _ in range(times))

    def finish(kind: Any) -> float:
        choose_kernels(kind)
        return best(lambda model: model.finish(), lambda: fresh(size))

    def set_up_and_finish(kind: Any) -> float:
        choose_kernels(kind)
        return best(lambda _: fresh(size).finish(), lambda: None)

    def mazelib() -> float:
        return best(lambda _: mazelib_maze(size, SEED), lambda: None, 3 if size < LARGE else 1)

    actions: dict[str, Callable[[], float]] = {"mazelib": mazelib}
    for kind in kinds:
        actions[kind] = partial(finish, kind)
        actions[f"{kind}, Setup too"] = partial(set_up_and_finish, kind)
    return alternating(actions, rounds)
