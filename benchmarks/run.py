"""Measure and print one table.

Run it as `python benchmarks/run.py [maze|memory|page|mines|routes|traffic|all] [--quick] [--json FILE] [--markdown]`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks import maze, memory, mines, page, routes, traffic
from benchmarks.harness import Row, as_json, cells, footer, surroundings, table

PARTS: dict[str, Callable[[bool], Iterator[Row]]] = {
    "maze": maze.rows,
    "memory": memory.rows,
    "page": page.rows,
    "mines": mines.rows,
    "routes": routes.rows,
    "traffic": traffic.rows,
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what the command line asks for."""
    chosen = parser().parse_args(arguments)
    about = surroundings()
    rows: list[Row] = []
    for name, measure in PARTS.items():
        if chosen.part in (name, "all"):
            for row in measure(chosen.quick):
                rows.append(row)
                print("  ".join(cells(row)[:4]), file=sys.stderr, flush=True)
    print(table(rows, markdown=chosen.markdown))
    print()
    print(footer(about))
    if chosen.json:
        Path(chosen.json).write_text(as_json(rows, about), encoding="utf-8")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog="benchmarks/run.py", description="Figures against limits and peers.")
    made.add_argument("part", nargs="?", choices=[*PARTS, "all"], default="all", help="default %(default)s")
    made.add_argument("--quick", action="store_true", help="fewer runs, and nothing that takes a minute")
    made.add_argument("--json", metavar="FILE", help="write the figures there as well")
    made.add_argument("--markdown", action="store_true", help="print the table in Markdown")
    return made


if __name__ == "__main__":
    main()
