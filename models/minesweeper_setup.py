"""How a game of minesweeper is set up: parameters that depend on each other, checked, and the field made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache
from typing import Any

import numpy as np

from models.minesweeper_board import AnalysisBoard
from models.minesweeper_text import LONGEST_SIDE, Position, read_layout, read_position, write_layout
from models.minesweeper_words import conflict_text
from patchwalk.parameters import ParameterError
from patchwalk.world import World, make_world
from rules.deduction import analyse
from rules.mine_rules import FLAG, NO_MARK, MineRules, check_board
from rules.minefield import Minefield
from rules.opening import mines_from_percent
from rules.redraw import draw_layout

MOST_PATCHES = LONGEST_SIDE**2
DEFAULT_SIZE, DEFAULT_MINES = (9, 9), 10


def resolved(values: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters with all that follows from others filled in.

    A position or a layout says how large the board is and, if it can, how many mines there are; else the percentage
    says it, if there is one.

    Raises:
        ParameterError: they do not go together, or cannot be played.
    """
    found = dict(values)
    if found["position"] and found["layout"] is not None:
        raise ParameterError("layout", "layout: a position is given too; take one of the two")
    if found["position"]:
        _take_position(found)
    elif found["layout"] is not None:
        _take_layout(found)
    world = _world_of(found)
    if found["percent"] is not None:
        found["mines"] = mines_from_percent(world.size, found["percent"])
    _check_mines(world, found)
    if found["position"]:
        names = ("position", "grid", "neighbors", "wrap", "mines", "board")
        problem = position_problem(*(found[name] for name in names))
        if problem:
            raise ParameterError("position", f"position: {problem}")
    return found


def _take_position(values: dict[str, Any]) -> None:
    position = _read(values["position"], values["grid"])
    values["height"], values["width"] = position.shown.shape
    values["grid"] = position.grid
    if position.torus is not None:
        values |= {"wrap": position.torus, "neighbors": position.neighbors}
    if position.mines is not None:
        values |= {"mines": position.mines, "percent": None, "by_chance": False}


@lru_cache(maxsize=4)
def _read(text: str, grid: str) -> Position:
    try:
        return read_position(text, grid)
    except ValueError as error:
        raise ParameterError("position", str(error)) from error


def _take_layout(values: dict[str, Any]) -> None:
    try:
        layout = read_layout(values["layout"])
    except ValueError as error:
        raise ParameterError("layout", str(error)) from error
    height, width = layout.shape
    mines = int(np.count_nonzero(layout))
    if (values["width"], values["height"]) not in (DEFAULT_SIZE, (width, height)):
        wanted = f"width x height is {values['width']} x {values['height']}"
        raise ParameterError("layout", f"layout: it has {width} x {height} patches, but {wanted}")
    if values["mines"] not in (DEFAULT_MINES, mines):
        raise ParameterError("layout", f"layout: it has {mines} mines, but mines is {values['mines']}")
    size = {"width": width, "height": height}
    values |= size | {"mines": mines, "percent": None, "by_chance": False, "layout": write_layout(layout)}


def _world_of(values: Mapping[str, Any]) -> World:
    neighbors = values["neighbors"] if values["grid"] == "square" else None
    try:
        return make_world(values["grid"], values["width"], values["height"], neighbors=neighbors, wrap=values["wrap"])
    except ValueError as error:
        name = str(error).split()[0]
        raise ParameterError(name if name in values else "wrap", str(error)) from error


def _check_mines(world: World, values: Mapping[str, Any]) -> None:
    """In a game there is a mine and a free patch; in analysis there are no more mines than patches."""
    mines, game = values["mines"], values["board"] == "game"
    if values["position"] and mines >= world.size + (not game):
        hint = "write their number into a first line, mines 3"
        raise ParameterError("position", f"position: it has no room for {mines} mines on {world.size} patches; {hint}")
    if game and world.size == 1:
        raise ParameterError("width", "width: a single patch has no room for a mine and a free patch")
    try:
        if game:
            check_board(world.size, world.shape, mines, None)
        elif mines > world.size:
            raise ValueError(f"mines: {mines} are more than the board has patches ({world.size})")
    except ValueError as error:
        raise ParameterError("mines", str(error)) from error


@lru_cache(maxsize=4)
def position_problem(text: str, grid: str, neighbors: int, wrap: bool, mines: int, board: str) -> str:
    """Why a position cannot be; empty if it can."""
    shown = _read(text, grid).shown
    height, width = shown.shape
    world = make_world(grid, width, height, neighbors=neighbors if grid == "square" else None, wrap=wrap)  # type: ignore[arg-type]
    found = analyse(shown, mines, world.neighbors)
    if not found.consistent:
        return conflict_text(shown, found.conflict, width, mines)
    if board == "game" and found.won:
        return "only mines are hidden, so there is nothing left to play"
    return ""


def rules_of(parameters: Mapping[str, Any]) -> MineRules:
    """The rules that the parameters say."""
    return MineRules(**{field.name: parameters[field.name] for field in fields(MineRules)})


def field_of(
    world: World, mines: int, parameters: Mapping[str, Any], rng: np.random.Generator
) -> Minefield | AnalysisBoard:
    """The game, or the analysis board.

    Args:
        world: its patches.
        mines: how many.
        parameters: resolved ones.
        rng: for the layout and redraws.
    """
    nothing = Position(world.layer(np.int8, -1), world.layer(np.bool_), world.grid)
    position = _read(parameters["position"], world.grid) if parameters["position"] else nothing
    if parameters["board"] == "analysis":
        return AnalysisBoard(world.neighbors, mines, position.shown, position.flags)
    layout = None if parameters["layout"] is None else read_layout(parameters["layout"])
    if parameters["position"]:
        layout = draw_layout(analyse(position.shown, mines, world.neighbors), rng)
    field = Minefield(world.neighbors, world.shape, mines, rng, rules_of(parameters), layout)
    if parameters["position"]:
        marks = np.where(position.flags, FLAG, NO_MARK).astype(np.uint8)
        seen = {"shown": position.shown, "marks": marks, "revealed": int(np.count_nonzero(position.shown >= 0))}
        field.restore(field.state() | seen)
    return field
