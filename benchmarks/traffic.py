"""Traffic: ticks, both engines, reporters, memory; each with the share that moved, since a jam makes all look fast."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import mesa

from benchmarks.browser import Visitor, chromium, free_port, serving
from benchmarks.harness import Row, alternating, best_of, rate
from benchmarks.memory import STATUS, resident
from benchmarks.page import rising
from benchmarks.peers import Missing
from models.traffic import TrafficModel

SEED = 7
LEAST_MOVED = 0.2
SIZES = {10_000: 256, 100_000: 512}  # walkers -> patches to a side
LIMITS = {10_000: 2.0, 100_000: 30.0}  # milliseconds
WARM = 20  # ticks before anything is measured
IN_A_ROW = 20  # ticks that are timed together
FRAMES = 25
GO_SECONDS = 4.0


def rows(quick: bool = False) -> Iterator[Row]:
    """All of them, one by one as they are measured.

    Args:
        quick: fewer runs, and no browser.
    """
    runs = 10 if quick else 40
    yield engines(2 if quick else 4)
    for walkers in SIZES:
        yield ticks(walkers, runs // 4)
    yield frames(quick)
    yield reporters(runs)
    yield memory()


def crowd(walkers: int) -> TrafficModel:
    """Walkers on a torus with four neighbours and 10 % walls, a while after they set out."""
    size = SIZES[walkers]
    model = TrafficModel(
        width=size, height=size, wrap=True, terrain="random", obstacles=0.1, walkers=walkers, blocked="sidestep",
        rng=SEED,
    )  # fmt: skip
    model.advance(WARM)
    return model


def moved(model: TrafficModel) -> str:
    """The share that moved in the last tick, for the note of a row.

    Raises:
        RuntimeError: it is too small for the figure to mean anything.
    """
    if model.moved_share < LEAST_MOVED:
        raise RuntimeError(f"only {model.moved_share:.2f} of the walkers moved")
    return f"moved share {model.moved_share:.2f}"


def ticks(walkers: int, runs: int) -> Row:
    """One tick of the whole model, the mean of some in a row; and in the note that of the rules alone."""
    model = crowd(walkers)
    begin = model.state()

    def again() -> TrafficModel:
        model.restore(begin)
        return model

    def of_rules(there: TrafficModel) -> None:
        there.traffic.run(IN_A_ROW)

    timing = best_of(lambda there: there.advance(IN_A_ROW), again, runs).shared_by(IN_A_ROW)
    said = moved(model)
    alone = best_of(of_rules, again, runs).shared_by(IN_A_ROW).best * 1e3
    return Row(f"a tick of {walkers:,} walkers, torus, 10 % walls", LIMITS[walkers]).timed(
        timing, f"mean of {IN_A_ROW} in a row; {said}; the rules alone {alone:.3g} ms"
    )


def engines(rounds: int) -> Row:
    """The vectorised engine against the one that asks each walker, in turns, on equal roads."""
    walkers = 10_000
    fast, slow = crowd(walkers), crowd(walkers)

    def seconds(run: Any, times: int) -> float:
        begun = perf_counter()
        for _ in range(times):
            run()
        return (perf_counter() - begun) / times

    times = alternating(
        {
            "numpy": partial(seconds, fast.traffic.tick, 5),
            "walkers": partial(seconds, partial(slow.traffic.tick, by_walkers=True), 1),
        },
        rounds,
    )
    ours, theirs = times["numpy"].best, times["walkers"].best
    said = f"{ours * 1e3:.3g} ms against {theirs * 1e3:.3g} ms, {moved(fast)}"
    row = Row(f"per-walker engine's time / numpy's, {walkers:,} walkers", 10, "x", least=True)
    return row.measured(theirs / ours, said, times["numpy"].yardstick)


def reporters(runs: int) -> Row:
    """All monitors as model reporters of a DataCollector."""
    model = crowd(100_000)
    collector = mesa.DataCollector(model_reporters={monitor.name: monitor.read for monitor in model.monitors})
    timing = best_of(lambda _: collector.collect(model), lambda: model.advance(1), runs)
    return Row("model reporters at 100,000 walkers, a tick", 0.5).timed(timing, moved(model))


def memory() -> Row:
    """What 100,000 walkers take above the process without them."""
    row = Row("100,000 walkers: above an empty process", 200, "MB")
    if not STATUS.exists():
        return row.missing("this system has no /proc/self/status")
    command = [sys.executable, "-m", "benchmarks.traffic"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parent.parent, check=False)
    if done.returncode:
        return row.missing(done.stderr.strip().splitlines()[-1])
    megabytes, share = done.stdout.split()
    return row.measured(float(megabytes), f"moved share {share}")


def frames(quick: bool) -> Row:
    """Frames a second in Go, in a real browser, with all walkers drawn."""
    row = Row("Go with 10,000 walkers drawn, 256 x 256", FRAMES, "frames/s", least=True)
    if quick:
        return row.missing("left out when it has to be quick")
    port = free_port()
    try:
        with chromium() as browser, serving(["server.py", "--port", str(port)], port) as address:
            query = (
                "model=traffic&scenario=field&width=256&height=256&wrap=true&terrain=random&obstacles=0.1"
                f"&walkers=10000&destinations=64&blocked=sidestep&rng={SEED}"
            )
            visitor = Visitor(browser, f"{address}/?{query}")
            try:
                visitor.full_speed()
                visitor.click("Go")
                time.sleep(1)
                visitor.read("bench.painted.length = 0")
                time.sleep(GO_SECONDS)
                painted = rising(visitor.read("bench.painted"))
                visitor.stop()
                share = visitor.read("document.querySelector('[data-testid=monitor-moved_percent]').innerText")
            finally:
                visitor.close()
    except Missing as missing:
        return row.missing(str(missing))
    return row.measured(rate([painted]), f"moved share {' '.join(share.split())}")


if __name__ == "__main__":
    before = resident()
    large = crowd(100_000)
    print(resident() - before, f"{large.moved_share:.2f}")
