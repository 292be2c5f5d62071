"""What the page offers for minesweeper: colours, tools, overlays, monitors, plots, presets."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from models.minesweeper_text import read_position, write_position
from models.minesweeper_words import MANY_PATCHES, number_of_layouts
from patchwalk.declarations import LOOK, Button, Export, Import, Monitor, Overlay, Pen, Plot, Preset, Tool
from patchwalk.view import Palette, Ramp, Swatch
from rules.deduction import analyse
from rules.mine_rules import FLAG
from rules.opening import three_bv

if TYPE_CHECKING:
    from models.minesweeper import MinesweeperModel

NUMBERS = 9  # 0 to 8


def tints(white: str, red: str) -> tuple[str, ...]:
    """The ground under each number, from white to a red on which the numbers can still be read."""
    ends = (bytes.fromhex(white[1:]), bytes.fromhex(red[1:]))
    shares = [number / (NUMBERS - 1) for number in range(NUMBERS)]
    return tuple("#" + bytes(round(a + (b - a) * t) for a, b in zip(*ends, strict=True)).hex() for t in shares)


TINTS = tuple(zip(tints("#FAFBF8", "#FFC9BC"), tints("#1B2221", "#5E1613"), strict=True))

PALETTE = Palette(
    (
        Swatch("hidden", "hidden", "#B7C3BE", "#4C5A56"),
        Swatch("open", "open", "#FAFBF8", "#1B2221"),
        *(Swatch(f"tint-{number}", "", light, dark) for number, (light, dark) in enumerate(TINTS)),
        Swatch("hint-safe", "certainly safe", "#7DB8E8", "#1B5A93", sign="○"),
        Swatch("hint-mine", "certainly a mine", "#E8935A", "#94430F", sign="◆"),
        Swatch("hit", "", "#A8231B", "#CC2B22"),
        Swatch("sweeper", "sweeper", "#F08A1D", "#F08A1D"),
        Swatch("grid", "", "#C9D2CE", "#313B38"),
        Swatch("reason", "", "#1459C7", "#8DBBFF"),
    )
)

CODES = PALETTE.codes()

RAMP = Ramp(
    "mine in 0 to 100 % of layouts",
    ("#7DB8E8", "#B9D3DF", "#DCD3BA", "#EFC08A", "#E8935A"),
    ("#1B5A93", "#2F5468", "#4B4B43", "#6F4A22", "#94430F"),
)

TOOLS = (
    LOOK,
    Tool("open", "Open", "o", at_pointer=True, help="Open a patch; right click flags, a click on a number chords"),
    Tool("flag", "Flag", "m", at_pointer=True, help="Flag, question mark, none"),
    Tool("chord", "Chord", "c", at_pointer=True, help="Open all around a number that has as many flags around it"),
    Tool("why", "Why?", "w", at_pointer=True, help="Say why a patch is certainly safe, or certainly a mine"),
    Tool("number", "Number", "d", icon="pen", at_pointer=True, help="Analysis board: the next number that can be met"),
    Tool("cover", "Cover", "v", icon="erase", at_pointer=True, help="Analysis board: hide a patch again"),
)

BUTTONS = (
    Button("again", "Same board", "a", icon="undo", help="Play the same board again from the beginning"),
    Button("more_mines", "+1 mine", "", icon="plus", help="Analysis board: one mine more"),
    Button("fewer_mines", "−1 mine", "", icon="minus", help="Analysis board: one mine less"),
)

GAME_ONLY = frozenset({"chord", "again", "mines"})
ANALYSIS_ONLY = frozenset({"number", "cover", "more_mines", "fewer_mines"})

OVERLAYS = (
    Overlay("hints", "Hints", "h", help="Tint the patches that are certain"),
    Overlay("probabilities", "Probabilities", "p", help="Shade patches by the share of layouts with a mine there"),
    Overlay("mines", "Mines", "x", help="Show the hidden layout"),
    Overlay("tint", "Tint", "i", help="Tint open patches by their number, white to red"),
)

FAIR: Mapping[str, Any] = {
    "board": "game", "position": "", "layout": None, "percent": None, "by_chance": False, "wrap": False, "neighbors": 8,
    "fair": True, "flags_are_truth": False, "flags_win": False, "certain_mine_is_move": False, "warn": False,
}  # fmt: skip
CLASSIC = {**FAIR, "fair": False}


def _sized(name: str, grid: str, width: int, height: int, rules: Mapping[str, Any] = FAIR, **values: Any) -> Preset:
    return Preset(name, {**rules, "grid": grid, "width": width, "height": height, **values})


PRESETS = (
    *(
        _sized(f"{size}, {level} {percent} %", "square", side, side, percent=percent)
        for size, side in (("Small 9 x 9", 9), ("Medium 15 x 15", 15), ("Large 23 x 23", 23))
        for level, percent in (("easy", 12), ("moderate", 16), ("hard", 20))
    ),
    _sized("Beginner 9 x 9, 10 mines", "square", 9, 9, mines=10),
    _sized("Intermediate 16 x 16, 40 mines", "square", 16, 16, mines=40),
    _sized("Expert 30 x 16, 99 mines", "square", 30, 16, mines=99),
    _sized("Hex 15 x 10, 10 mines", "hex", 15, 10, mines=10),
    _sized("Hex 15 x 15, moderate 16 %", "hex", 15, 15, percent=16),
    _sized("Hex 30 x 16, 99 mines", "hex", 30, 16, mines=99),
    _sized("Torus 16 x 16, 40 mines", "square", 16, 16, mines=40, wrap=True),
    _sized("Plain classic, 30 x 16, 99 mines", "square", 30, 16, CLASSIC, mines=99),
    _sized(
        "Fair, older rules", "square", 15, 15, percent=16,
        flags_are_truth=True, flags_win=True, certain_mine_is_move=True, warn=True,
    ),
)  # fmt: skip

MONITORS = (
    Monitor("mines_left", "Mines left", lambda m: m.field.mines_left, alert=lambda m: m.field.mines_left < 0),
    Monitor("open", "Patches open", lambda m: m.field.revealed, unit=lambda m: f"of {m.world.size - m.mines}"),
    Monitor("forced", "Forced guesses", lambda m: m.field.forced_guesses, unit="survived"),
    Monitor(
        "avoidable",
        "Avoidable guesses",
        lambda m: m.field.avoidable_guesses,
        unit=lambda m: f"{m.field.hints} taken back",
    ),
    Monitor("moved", "Mines moved", lambda m: m.field.mines_moved),
    Monitor("layouts", "Layouts", lambda m: number_of_layouts(m.analysis()) if m.world.size <= MANY_PATCHES else None),
    Monitor("three_bv", "3BV", lambda m: final_three_bv(m)),
    Monitor("clock", "Clock", lambda m: None, clock=True),
)

PATIENCE = 0.02  # seconds that one look at the plot of layouts may count


def final_three_bv(model: MinesweeperModel) -> int | None:
    """3BV of the layout, once the game is over: before, it would tell something about it."""
    return three_bv(model.layout, model.world.neighbors) if model.ended else None


def open_curve(model: MinesweeperModel) -> list[int]:
    """How many patches were open after each tick."""
    ticks = model.opened_at[model.opened_at >= 0]
    counts: list[int] = np.cumsum(np.bincount(ticks, minlength=model.ticks + 1)).tolist()
    return counts[: model.ticks + 1]


def layout_curve(model: MinesweeperModel) -> list[float | None]:
    """The logarithm of how many layouts were left after each tick; None where nothing was opened, or not counted yet.

    What was shown then is known from the ticks in which patches were opened, so a run that nobody looks at counts
    nothing. One look counts for a short time only, the newest ticks first; the next one goes on.
    """
    curve: list[float | None] = [None] * (model.ticks + 1)
    if model.world.size > MANY_PATCHES:
        return curve
    until = time.perf_counter() + PATIENCE
    opened = np.unique(model.opened_at[model.opened_at >= 0]).tolist()
    for tick in sorted({0, *opened}, reverse=True):
        if tick not in model.counted_layouts:
            if time.perf_counter() > until:
                continue
            seen = (model.opened_at >= 0) & (model.opened_at <= tick)
            then = analyse(np.where(seen, model.shown, -1), model.mines, model.world.neighbors)
            model.counted_layouts[tick] = then.log10_layouts
        if tick <= model.ticks:
            curve[tick] = model.counted_layouts[tick]
    return curve


PLOTS = (
    Plot(
        "layouts",
        "Layouts left",
        unit="log₁₀",
        pens=(Pen("layouts that fit", lambda m: m.analysis().log10_layouts),),
        history=lambda m: [layout_curve(m)],
    ),
    Plot(
        "open",
        "Patches open",
        pens=(Pen("open", lambda m: m.field.revealed),),
        history=lambda m: [open_curve(m)],
    ),
)


def position_values(name: str, data: bytes) -> dict[str, Any]:
    """A file with a position as parameter values: it is set up on the analysis board."""
    text = data.decode("utf-8", "replace")
    try:
        read_position(text, "square")
    except ValueError as error:
        raise ValueError(f"{name}: {str(error).removeprefix('position: ')}") from error
    return {"board": "analysis", "position": text, "layout": None}


def position_file(model: MinesweeperModel) -> bytes:
    """The position that one sees, as a file."""
    world = model.world
    neighbors = 4 if world.grid == "square" and world.directions == 4 else 8
    text = write_position(
        model.shown,
        model.field.marks == FLAG,
        world.grid,
        world.wrap == "both",
        model.mines,
        f"seed {model.seed}",
        neighbors,
    )
    return text.encode("ascii")


IMPORTS = (
    Import(".txt", "position", values=position_values),
    Import(".json", "position", values=position_values),
)
EXPORTS = (Export(".txt", "position", position_file),)
