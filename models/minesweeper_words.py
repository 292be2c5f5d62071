"""What the page says about a game of minesweeper: sentences, made from the model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from patchwalk.declarations import Choice, Question
from rules.deduction import Analysis
from rules.mine_rules import FLAG, QUESTION
from rules.reasons import Reason

if TYPE_CHECKING:
    from models.minesweeper import MinesweeperModel

THIN = "\u202f"
MANY_PATCHES = 20_000  # on larger boards layouts are not counted for a number beside the board
MOST_NAMED = 5  # numbers that a sentence names
EXACT_UP_TO = 6  # digits of a number of layouts that are all written
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def counted(number: int, one: str, many: str = "") -> str:
    """`1 mine`, `12 mines`, with thin spaces between thousands."""
    return f"{number:,}".replace(",", THIN) + " " + (one if number == 1 else many or one + "s")


def number_of_layouts(analysis: Analysis) -> str | None:
    """How many layouts fit: `1 204`, `5.3 × 10²³`; None if that cannot be counted."""
    log10 = analysis.log10_layouts
    if log10 is None or not np.isfinite(log10):
        return None
    if log10 < EXACT_UP_TO:
        return f"{analysis.layouts:,}".replace(",", THIN)
    power = int(log10)
    figures = f"{10 ** (log10 - power):.1f}"
    if figures == "10.0":
        power, figures = power + 1, "1.0"
    return f"{figures} × 10{str(power).translate(SUPERSCRIPTS)}"


def conflict_text(shown: Any, conflict: int | None, width: int, mines: int) -> str:
    """Which number cannot be met.

    Args:
        shown: int8 (height, width), the position.
        conflict: the number's patch, or None if it is the number of mines.
        width: of the board.
        mines: on the board.
    """
    if conflict is None:
        return f"the numbers can be met, but not with {counted(mines, 'mine')} on the board"
    return f"the {int(shown.flat[conflict])} at ({conflict % width}, {conflict // width}) cannot be met"


def kind_of(model: MinesweeperModel, patch: int) -> str:
    """What one sees on a patch, in a word or two."""
    number, mark = int(model.shown.flat[patch]), int(model.field.marks.flat[patch])
    if number >= 0:
        return str(number) if number else "open"
    if model.field.phase == "lost" and model.layout.flat[patch]:
        return "mine"
    return {FLAG: "flag", QUESTION: "question mark"}.get(mark, "hidden")


def facts(model: MinesweeperModel, patch: int) -> list[tuple[str, str]]:
    """What there is to know about a patch, as rows."""
    rows = [("Patch", model.place(patch)), ("Number", str(patch)), ("State", kind_of(model, patch))]
    if model.shown.flat[patch] >= 0 or model.field.phase in ("won", "lost"):
        return rows
    analysis = model.analysis()
    if not analysis.consistent:
        return [*rows, ("Certain", "no: a flag is wrong")]
    if analysis.counted:
        rows.append(("Mine in", f"{percent(float(analysis.probability.flat[patch]))} of layouts"))
    certain = "safe" if analysis.safe.flat[patch] else "a mine" if analysis.mine.flat[patch] else "no"
    rows.append(("Certain", certain if analysis.exact or certain != "no" else "no (not exact)"))
    return rows


def percent(share: float) -> str:
    """`15.6 %`; with more digits where it would look certain."""
    digits = 1 if 0.005 <= share <= 0.995 or share in (0, 1) else 4
    return f"{100 * share:.{digits}f} %"


def reason_text(model: MinesweeperModel, patch: int, reason: Reason | None) -> str:
    """Why a patch is certain, in a sentence."""
    place = model.place(patch)
    if reason is None:
        return f"{place} is not certain: some layouts have a mine there, some have none"
    what = f"{place} is {'a mine' if reason.mined else 'safe'}"
    places = [f"the {model.shown.flat[number]} at {model.place(number)}" for number in reason.numbers[:MOST_NAMED]]
    if len(reason.numbers) > MOST_NAMED:
        places.append(counted(len(reason.numbers) - MOST_NAMED, "more number"))
    names = " and ".join([", ".join(places[:-1]), places[-1]] if len(places) > 1 else places)
    total = f"the mine total ({model.mines})"
    if reason.uses_total:
        return f"{what} because of {total}" + (f", with {names}" if names else "")
    return f"{what} because of {names}"


def guess_question(model: MinesweeperModel) -> Question:
    """The question before an avoidable guess. It never tells how many patches are safe.

    The chance is told only beside the probabilities on the board.
    """
    pending = model.field.pending
    who = f"Patch {model.place(pending[0])} may hide a mine" if len(pending) == 1 else "A mine may be among these"
    sure = bool(model.analysis().safe.any())
    other = "at least one other patch is certainly safe" if sure else "a certain mine has no flag yet"
    return Question(
        "You need not guess here",
        f"{who}, and {other}. Nothing has changed yet; taking back counts as a hint.",
        (
            Choice("back", "Take back"),
            Choice("show", "Show a safe move" if sure else "Show a sure move", "w"),
            Choice("go", "Open anyway", "o"),
        ),
        patch=pending[0],
        asides=chance_asides(model),
    )


def chance_asides(model: MinesweeperModel) -> tuple[tuple[str, str], ...]:
    """How likely what is asked about is mined, for those who see probabilities."""
    share = model.field.chance(model.field.pending) if model.world.size <= MANY_PATCHES else None
    if share is None:
        return ()
    mine, where = ("a mine", "there") if len(model.field.pending) == 1 else ("at least one mine", "among them")
    return (("probabilities", f"{percent(share)} of the layouts have {mine} {where}."),)


def status(model: MinesweeperModel) -> str:
    """The status line."""
    field = model.field
    if model.analysing:
        return _analysis_words(model)
    if field.phase == "won":
        guesses = field.forced_guesses
        forced = f", with {counted(guesses, 'forced guess', 'forced guesses')}" if guesses else ""
        return f"Won: {counted(field.revealed, 'safe patch', 'safe patches')} open{forced}"
    if field.phase == "lost":
        missed = f"; {model.place(field.missed)} was certainly safe" if field.missed >= 0 else ""
        return f"Lost: a mine at {model.place(field.hit)}{missed}"
    if field.flag_is_wrong:
        return "A flag is wrong"
    if not model.sweepers:
        return "Your move; Step does nothing without sweepers"
    if not model.active():
        return _stuck_words(model)
    who = "the sweeper plays" if len(model.sweepers) == 1 else f"{len(model.sweepers)} sweepers play"
    return f"Your move; {who} by Step and Go"


def _stuck_words(model: MinesweeperModel) -> str:
    field = model.field
    if field.revealed == field.shown.size - field.mines:
        return "All safe patches are open; now flag exactly the mines"
    if not model.open_patches().size:
        return "The sweepers are stuck: by these flags nothing is left to open"
    return "The sweepers are stuck: nothing is certain, and by logic only they do not guess"


def _analysis_words(model: MinesweeperModel) -> str:
    analysis = model.analysis()
    layouts = number_of_layouts(analysis)
    fit = "Layouts cannot be counted, with" if layouts is None else f"{layouts} layout{'s' * (layouts != '1')} with"
    safe, mined = (int(np.count_nonzero(layer)) for layer in (analysis.safe, analysis.mine))
    exact = "" if analysis.exact else " (not exact)"
    return f"{fit} {counted(model.mines, 'mine')}; certain: {safe} safe, {counted(mined, 'mine')}{exact}"
