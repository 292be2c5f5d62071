"""How a game of minesweeper becomes a view."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from models.minesweeper_page import CODES
from patchwalk.view import NO_SHADE, Glyph, Mark, Turtles, View
from rules.deduction import Analysis
from rules.mine_rules import FLAG, NO_MARK, QUESTION

if TYPE_CHECKING:
    from models.minesweeper import MinesweeperModel


def minesweeper_view(model: MinesweeperModel, overlays: frozenset[str]) -> View:
    """A game as a view."""
    shown = model.shown
    ground = np.where(shown >= 0, CODES["open"], CODES["hidden"]).astype(np.uint8)
    if "tint" in overlays:
        ground = np.where(shown >= 0, CODES["tint-0"] + np.maximum(shown, 0), CODES["hidden"]).astype(np.uint8)
    view = View(
        codes=ground, glyphs=signs(model), turtles=Turtles.of(model.sweepers, model.palette), marks=marks(model)
    )
    if model.field.phase in ("playing", "asking") and overlays & {"hints", "probabilities"}:
        analysis = model.analysis()
        if analysis.consistent:
            show_certainty(model, view, analysis, overlays)
    if "mines" in overlays and model.field.phase != "lost" and not model.analysing:
        show_mines(model, view)
    if model.field.hit >= 0:
        view.codes.flat[model.field.hit] = CODES["hit"]
    if model.field.missed >= 0:
        view.codes.flat[model.field.missed] = CODES["hint-safe"]
    return view


def signs(model: MinesweeperModel) -> NDArray[np.uint8]:
    """Numbers and marks; after a loss the mines, the wrong flags, and the safe patch that was missed."""
    field = model.field
    glyphs: NDArray[np.uint8] = np.maximum(field.shown, 0).astype(np.uint8)
    glyphs[field.marks == FLAG] = Glyph.FLAG
    glyphs[field.marks == QUESTION] = Glyph.QUESTION
    if field.phase == "lost":
        glyphs[field.layout & (field.marks != FLAG)] = Glyph.MINE
        glyphs[field.wrong_flags] = Glyph.FLAG_WRONG
        glyphs.flat[field.hit] = Glyph.MINE_HIT
        if field.missed >= 0:
            glyphs.flat[field.missed] = Glyph.SAFE
    return glyphs


def show_certainty(model: MinesweeperModel, view: View, analysis: Analysis, overlays: frozenset[str]) -> None:
    """Tint what is certain, and shade the rest by its probability; percents stand only beside numbers."""
    field = model.field
    glyphs = view.glyphs
    assert glyphs is not None
    unmarked = (field.shown < 0) & (field.marks == NO_MARK)
    if "probabilities" in overlays and analysis.counted:
        hidden = (field.shown < 0) & (field.marks != FLAG)
        share = np.where(hidden, analysis.probability, 0.0).astype(np.float64)
        view.shade = np.where(hidden, np.rint(share * (NO_SHADE - 1)), NO_SHADE).astype(np.uint8)
        open_patch = unmarked & beside_numbers(model) & ~analysis.safe & ~analysis.mine
        # Neither 0 nor 100 is written where a patch is not certain.
        percent = np.clip(np.rint(share * 100), 1, 99).astype(np.uint8)
        glyphs[open_patch] = Glyph.PERCENT + percent[open_patch]
    elif "hints" in overlays:
        view.codes[analysis.safe] = CODES["hint-safe"]
        view.codes[analysis.mine] = CODES["hint-mine"]
    glyphs[analysis.safe & unmarked] = Glyph.SAFE
    glyphs[analysis.mine & unmarked] = Glyph.CERTAIN_MINE


def away_from_numbers(model: MinesweeperModel, overlays: frozenset[str]) -> float | None:
    """The share of layouts with a mine on a patch away from all numbers, as far as the overlays show it."""
    if "probabilities" not in overlays or model.field.phase not in ("playing", "asking"):
        return None
    analysis = model.analysis()
    away = analysis.untouched_patches()
    if not (analysis.consistent and analysis.counted and away.size):
        return None
    return float(analysis.probability.flat[away[0]])


def beside_numbers(model: MinesweeperModel) -> NDArray[np.bool_]:
    """Which patches have a number beside them: bool (height, width)."""
    numbers = np.append(model.shown.reshape(-1) >= 0, False)
    beside: NDArray[np.bool_] = numbers[model.world.neighbors].any(axis=1).reshape(model.shown.shape)
    return beside


def show_mines(model: MinesweeperModel, view: View) -> None:
    """Show the hidden layout; flags stay where they are right."""
    field = model.field
    glyphs = view.glyphs
    assert glyphs is not None
    glyphs[field.layout & (field.marks != FLAG)] = Glyph.MINE
    glyphs[(field.marks == FLAG) & ~field.layout] = Glyph.FLAG_WRONG


def marks(model: MinesweeperModel) -> tuple[Mark, ...]:
    """Rings: what is asked about, a patch that was pointed out, a certain patch with the numbers that force it."""
    found = [Mark(patch) for patch in model.field.pending]
    if model.pointed >= 0:
        found.append(Mark(model.pointed))
    if model.asked >= 0:
        reason = model.reason
        numbers = reason.numbers if reason is not None else []
        found += [Mark(model.asked), *(Mark(number, "reason") for number in numbers)]
    return tuple(found)
