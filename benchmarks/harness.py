"""How things are measured, and the one table in which the figures stand.

Times are the best of several runs, because what disturbs a run only ever makes it longer. Beside each time stands that
of a yardstick, a fixed loop of plain Python run right before and after it, to compare with on another machine, and what
the processor itself gave to it: on a busy machine that is less, and nearer to what a quiet one would show. Peers are
measured in the same run, alternating, so that both meet the same machine.
"""

from __future__ import annotations

import gc
import json
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

RUNS = 5
YARDSTICK_STEPS = 300_000

PACKAGES = ("mesa", "numpy", "solara", "numba", "mazelib", "ms-toollib", "networkx", "pathfinding", "playwright")


class Took(NamedTuple):
    """One run.

    Attributes:
        seconds: by the clock on the wall.
        processor: seconds of processor that this process got meanwhile.
    """

    seconds: float
    processor: float


class Timing(NamedTuple):
    """Times of one thing, in seconds.

    Attributes:
        best: the shortest run.
        runs: all of them, in order.
        yardstick: the shortest yardstick run between them.
        processor: the least processor time of a run, if it was taken.
    """

    best: float
    runs: tuple[float, ...]
    yardstick: float
    processor: float | None = None

    def shared_by(self, number: int) -> Timing:
        """The mean time of one of so many that were timed together."""
        processor = None if self.processor is None else self.processor / number
        return Timing(self.best / number, tuple(run / number for run in self.runs), self.yardstick, processor)


@dataclass(frozen=True)
class Row:
    """One row of the table.

    Attributes:
        what: what was measured.
        limit: the value that it must reach.
        unit: of value and limit.
        least: whether the limit is the least value that will do; else it is the most.
        value: what was measured; None if it could not be.
        note: what belongs to the value, or why there is none.
        yardstick: seconds of the yardstick beside it, if it is a time of this process.
        processor: the same as the value, but of processor time.
    """

    what: str
    limit: float
    unit: str = "ms"
    least: bool = False
    value: float | None = None
    note: str = ""
    yardstick: float | None = None
    processor: float | None = None

    @property
    def holds(self) -> bool | None:
        """Whether the limit is kept; None if nothing was measured."""
        if self.value is None:
            return None
        return self.value >= self.limit if self.least else self.value <= self.limit

    @property
    def verdict(self) -> str:
        """The same in a word; "busy" where the processor took less than the limit and only the machine's work more."""
        if self.holds is False and not self.least and self.processor is not None and self.processor <= self.limit:
            return "busy"
        return {True: "yes", False: "NO", None: "not measured"}[self.holds]

    def measured(self, value: float, note: str = "", yardstick: float | None = None) -> Row:
        """The same row with its value."""
        return replace(self, value=value, note=note or self.note, yardstick=yardstick)

    def timed(self, timing: Timing, note: str = "") -> Row:
        """The same row with a time, in its unit, and the yardstick beside it."""
        scale = {"ms": 1e3, "s": 1.0}[self.unit]
        row = self.measured(timing.best * scale, note, timing.yardstick)
        return row if timing.processor is None else replace(row, processor=timing.processor * scale)

    def missing(self, why: str) -> Row:
        """The same row without a value."""
        return replace(self, value=None, note=why)


def yardstick() -> float:
    """Seconds that a fixed loop of plain Python takes now."""
    begun = perf_counter()
    total = 0
    for i in range(YARDSTICK_STEPS):
        total += i & 7
    return perf_counter() - begun


def clocked(action: Callable[[Any], object], prepare: Callable[[], Any]) -> Took:
    """Run `action`, which gets what `prepare` made; the garbage of before is collected first."""
    subject = prepare()
    gc.collect()
    begun, given = perf_counter(), process_time()
    action(subject)
    return Took(perf_counter() - begun, process_time() - given)


def time_once(action: Callable[[Any], object], prepare: Callable[[], Any]) -> float:
    """Seconds on the wall's clock; see `clocked`."""
    return clocked(action, prepare).seconds


def best_of(action: Callable[[Any], object], prepare: Callable[[], Any] = lambda: None, runs: int = RUNS) -> Timing:
    """Time something several times, with a yardstick before, between and after.

    Args:
        action: what is timed; gets what `prepare` returned.
        prepare: called anew before each run, not timed.
        runs: how often, at least once.
    """
    sticks, took = [yardstick()], []
    for _ in range(runs):
        took.append(clocked(action, prepare))
        sticks.append(yardstick())
    times = tuple(run.seconds for run in took)
    return Timing(min(times), times, min(sticks), min(run.processor for run in took))


def alternating(actions: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, Timing]:
    """Time several things in turns.

    Args:
        actions: name -> what runs the thing once and returns its time.
        rounds: how many turns each gets.
    """
    sticks = [yardstick()]
    times: dict[str, list[float]] = {name: [] for name in actions}
    for _ in range(rounds):
        for name, action in actions.items():
            times[name].append(action())
        sticks.append(yardstick())
    return {name: Timing(min(runs), tuple(runs), min(sticks)) for name, runs in times.items()}


def spread(values: Sequence[float], digits: int = 0) -> str:
    """What lies around a median, in words: how many values, the least, the ninth of ten, the greatest."""
    ranked = sorted(values)
    late = ranked[min(len(ranked) - 1, int(0.9 * len(ranked)))]
    best, late, worst = (f"{value:.{digits}f}" for value in (ranked[0], late, ranked[-1]))
    return f"median of {len(ranked)}: best {best}, 9 in 10 within {late}, all {worst}"


def rate(moments: Iterable[Sequence[float]]) -> float:
    """Events a second over several stretches of time.

    Args:
        moments: for each stretch when its events happened, in seconds, ascending. The first of each only starts the
            clock; stretches with fewer than two count for nothing.
    """
    stretches = [stretch for stretch in moments if len(stretch) > 1]
    lasted = sum(stretch[-1] - stretch[0] for stretch in stretches)
    return sum(len(stretch) - 1 for stretch in stretches) / lasted if lasted > 0 else 0.0


# --- the table -----------------------------------------------------------------------------------------------------

HEADINGS = ("what", "measured", "at most / at least", "holds?", "processor", "yardstick", "")


def cells(row: Row) -> tuple[str, ...]:
    """A row as text, under `HEADINGS`."""
    value = "–" if row.value is None else f"{figure(row.value)} {row.unit}"
    bound = f"{'at least' if row.least else 'at most'} {figure(row.limit)} {row.unit}"
    given = "" if row.processor is None else f"{figure(row.processor)} {row.unit}"
    stick = "" if row.yardstick is None else f"{row.yardstick * 1e3:.0f} ms"
    return row.what, value, bound, row.verdict, given, stick, row.note


def figure(value: float) -> str:
    """A number with three figures, as people write it."""
    if value == 0 or abs(value) >= 100:
        return f"{value:.0f}"
    return f"{value:.3g}"


def table(rows: Sequence[Row], markdown: bool = False) -> str:
    """All rows as one table, for a terminal or in Markdown."""
    lines = [HEADINGS, *(cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    if markdown:
        rule = tuple("-" * max(3, width) for width in widths)
        lines.insert(1, rule)
        return "\n".join("| " + " | ".join(cell.replace("|", "/") for cell in line) + " |" for line in lines)
    padded = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
    return "\n".join([padded[0], "-" * min(150, max(map(len, padded))), *padded[1:]])


def surroundings() -> dict[str, Any]:
    """What the figures depend on besides this project."""
    found: dict[str, Any] = {"python": platform.python_version(), "machine": platform.machine()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    sticks = sorted(yardstick() for _ in range(2 * RUNS))
    return found | {"yardstick_ms": round(sticks[0] * 1e3, 2), "yardstick_median_ms": round(median(sticks) * 1e3, 2)}


def footer(about: dict[str, Any]) -> str:
    """Lines under the table: versions, and how quiet the machine was."""
    named = ", ".join(f"{name} {about[name] or 'not installed'}" for name in ("python", *PACKAGES))
    best, middle = about["yardstick_ms"], about["yardstick_median_ms"]
    said = "the two are alike on a quiet machine; times are the less worth the further they are apart"
    return f"{named}.\nYardstick: {best:.1f} ms at best, {middle:.1f} ms in the median: {said}."


def as_json(rows: Sequence[Row], about: dict[str, Any]) -> str:
    """Rows and surroundings as JSON."""
    return json.dumps({"about": about, "rows": [asdict(row) | {"holds": row.holds} for row in rows]}, indent=2) + "\n"
