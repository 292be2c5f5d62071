"""The peers: mazelib's maze, ms-toollib's mines, networkx's and pathfinding's ways, and Mesa's own page."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

SIZE = 101

# What the page of Mesa needs; see `benchmarks.page`.
PAGE_NEEDS = ("matplotlib", "altair")


class Missing(RuntimeError):
    """A peer, or what it takes to measure it, is not installed."""


def needs(*modules: str) -> None:
    """Check that modules can be imported.

    Raises:
        Missing: one cannot; the message says how to get it.
    """
    for module in modules:
        if find_spec(module) is None:
            raise Missing(f"{module} is not installed (pip install -e '.[bench]')")


def mazelib_maze(size: int, seed: int) -> Any:
    """A maze of size x size patches with the same rooms as ours, by mazelib.

    Raises:
        Missing: mazelib is not installed.
    """
    needs("mazelib")
    from mazelib import Maze
    from mazelib.generate.BacktrackingGenerator import BacktrackingGenerator

    maze = Maze(seed)
    maze.generator = BacktrackingGenerator(size // 2, size // 2)
    maze.generate()
    return maze.grid


def mines_known_by_toollib(shown: Any, mines: int) -> Callable[[], Any]:
    """What finds out, by ms-toollib, how likely a mine is on each hidden patch; it counts with the mine total.

    Args:
        shown: int8 (height, width), -1 where hidden.
        mines: on the board.

    Raises:
        Missing: ms-toollib is not installed.
    """
    needs("ms_toollib")
    import ms_toollib

    board = [[10 if number < 0 else number for number in row] for row in shown.tolist()]  # 10 is its word for hidden
    return partial(ms_toollib.cal_probability_onboard, board, mines)


def networkx_distances(moves: Any, start: int) -> dict[int, float]:
    """Distances from a state, by networkx: its graph built from our moves, then its Dijkstra.

    Args:
        moves: `rules.moves.Moves`.
        start: the state.

    Raises:
        Missing: networkx is not installed.
    """
    needs("networkx")
    import networkx

    graph = networkx.DiGraph()
    graph.add_weighted_edges_from(
        zip(moves.sources.tolist(), moves.indices.tolist(), moves.weights.tolist(), strict=True)
    )
    found: dict[int, float] = networkx.single_source_dijkstra_path_length(graph, start)
    return found


def pathfinding_way(free: Any, start: tuple[int, int], goal: tuple[int, int]) -> list[tuple[int, int]]:
    """A shortest way by pathfinding's A*, its grid built anew; diagonals only where both sides are free.

    Args:
        free: rows of 1 and 0, as lists.
        start: column and row.
        goal: column and row.

    Raises:
        Missing: pathfinding is not installed.
    """
    needs("pathfinding")
    from pathfinding.core.diagonal_movement import DiagonalMovement
    from pathfinding.core.grid import Grid
    from pathfinding.finder.a_star import AStarFinder

    grid = Grid(matrix=free)
    finder = AStarFinder(diagonal_movement=DiagonalMovement.only_when_no_obstacle)
    way, _ = finder.find_path(grid.node(*start), grid.node(*goal), grid)
    return [(node.x, node.y) for node in way]


def solara_viz() -> Any:
    """Mesa's page: a world of 101 x 101 with one layer, and one agent that changes a cell of it in each step."""
    import mesa
    from mesa.discrete_space import CellAgent, OrthogonalMooreGrid
    from mesa.visualization import SolaraViz, make_space_component

    class Walker(CellAgent):  # type: ignore[misc]
        """Goes on to a neighbouring cell and marks it."""

        def step(self) -> None:
            self.cell = self.cell.neighborhood.select_random_cell()
            self.model.grid.marked.data[self.cell.coordinate] = 1

    class Marks(mesa.Model):  # type: ignore[misc]
        """One walker on a grid with one layer."""

        def __init__(self, rng: int | None = 7) -> None:
            super().__init__(rng=rng)
            self.grid = OrthogonalMooreGrid((SIZE, SIZE), torus=True, random=self.random)
            self.grid.create_property_layer("marked", default_value=0)
            walker = Walker(self)
            walker.cell = self.grid[SIZE // 2, SIZE // 2]

        def step(self) -> None:
            self.agents.do("step")

    layers = {"marked": {"color": "black", "alpha": 1, "colorbar": False, "vmin": 0, "vmax": 1}}
    space = make_space_component(
        lambda _agent: {"color": "tab:orange", "size": 20}, propertylayer_portrayal=layers, backend="matplotlib"
    )
    return SolaraViz(Marks(), components=[space], name="Mesa's page")


def serve(port: int) -> None:
    """Serve Mesa's page until ended; run in a process of its own: `python -m benchmarks.peers PORT`."""
    import os

    import uvicorn

    os.environ["SOLARA_APP"] = str(Path(__file__).with_name("peer_page.py"))
    from solara.server import settings

    settings.telemetry.mixpanel_enable = False
    uvicorn.run("solara.server.starlette:app", host="127.0.0.1", port=port, log_level="warning")


if __name__ == "__main__":
    serve(int(sys.argv[1]))
