"""What models keep in memory: each measured in a process of its own, as the growth of its resident set."""

from __future__ import annotations

import ctypes
import gc
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from benchmarks.harness import Row

SETUPS = 100
MEBIBYTE = 2**20
STATUS = Path("/proc/self/status")


def rows(quick: bool = False) -> Iterator[Row]:
    """All of them, one by one; `quick` changes nothing, since it takes two seconds."""
    for grid in ("square", "hex"):
        yield row_of(Row(f"kept by Setup 1001 x 1001, {grid}", 60, "MB"), "one", grid)
    for grid in ("square", "hex"):
        yield row_of(Row(f"kept after {SETUPS} Setups at 101 x 101, {grid}", 5, "MB"), "many", grid)


def row_of(row: Row, what: str, grid: str) -> Row:
    """Measure one row in a fresh process."""
    if not STATUS.exists():
        return row.missing("this system has no /proc/self/status")
    command = [sys.executable, "-m", "benchmarks.memory", what, grid]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parent.parent, check=False)
    if done.returncode:
        return row.missing(done.stderr.strip().splitlines()[-1])
    return row.measured(float(done.stdout))


def resident() -> float:
    """Megabytes (of 2**20 bytes) that this process holds, after everything that can be freed is given back."""
    gc.collect()
    with suppress(OSError, AttributeError):  # without the GNU C library, what was freed may still be counted
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    fields = dict(line.split(":", 1) for line in STATUS.read_text().splitlines())
    return int(fields["VmRSS"].split()[0]) * 1024 / MEBIBYTE


def kept_by_one(grid: str) -> float:
    """Growth by one model of the largest size, above this process after its imports."""
    from models.maze import MazeModel

    before = resident()
    model = MazeModel(width=1001, height=1001, grid=grid, rng=7)  # type: ignore[arg-type]
    after = resident()
    assert model.running
    return after - before


def kept_after_many(grid: str) -> float:
    """Growth from the third Setup to the last of many; each model replaces the one before."""
    from models.maze import MazeModel

    def set_up(times: int) -> None:
        for seed in range(times):
            model = MazeModel(width=101, height=101, grid=grid, rng=seed)  # type: ignore[arg-type]
            model.advance(20)

    set_up(3)
    before = resident()
    set_up(SETUPS)
    return resident() - before


if __name__ == "__main__":
    print({"one": kept_by_one, "many": kept_after_many}[sys.argv[1]](sys.argv[2]))
