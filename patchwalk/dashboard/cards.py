"""What lies over the board: an error, a question, a sentence about the address, a key mode."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

import solara

from patchwalk.dashboard.icons import icon
from patchwalk.dashboard.keysheet import hint
from patchwalk.dashboard.parts import caption, icon_button, markup, press
from patchwalk.declarations import Question


def error_markup(where: str, text: str) -> str:
    """The error card as HTML."""
    head = f"<b>Error in {escape(where)}</b>" if where else "<b>Error</b>"
    return f"{head}<pre>{escape(text)}</pre>The picture is that of the last good tick. Press Setup to go on."


@solara.component
def ErrorCard(where: str, text: str) -> None:
    """A model's error; the last good picture stays visible under it."""
    markup(error_markup(where, text), classes="card err", attributes={"role": "alert"})


@solara.component
def NoteCard(sentences: tuple[str, ...], on_close: Callable[[], None]) -> None:
    """What was wrong with the address, until it is closed."""
    with solara.Div(classes=["card", "note"], attributes={"role": "alert"}):
        body = "<b>Not all of that could be had.</b> " + "<br>".join(escape(sentence) for sentence in sentences)
        markup(body, classes="text")
        icon_button("close", "Close note", on_close)


@solara.component
def QuestionCard(question: Question, above: bool, overlays: frozenset[str], session: Any) -> None:
    """A question at the board's edge away from the patch it is about: one must see the board to answer.

    Args:
        question: with its choices; the first has the focus.
        above: whether it lies at the top edge.
        overlays: names of those that are on.
        session: takes the answer.
    """
    text = " ".join([question.text, *(aside for overlay, aside in question.asides if overlay in overlays)])
    attributes = {"role": "alertdialog", "aria-labelledby": "pw-question", "aria-describedby": "pw-question-text"}
    with solara.Div(classes=["ask", "top"] if above else ["ask"], attributes=attributes):
        markup(f"{icon('warn')}{escape(question.title)}", tag="h3", attributes={"id": "pw-question"})
        markup(escape(text), tag="p", attributes={"id": "pw-question-text"})
        with solara.Div(classes=["acts"]):
            for k, choice in enumerate(question.choices):
                key = "Esc" if k == 0 else hint(choice.key)
                focus = {"data-focus": "question"} if k == 0 else {}
                press(
                    caption(choice.label, key),
                    partial(session.answer, choice.name),
                    classes="btn",
                    attributes=focus,
                )


@solara.component
def Blank() -> None:
    """Before the first Setup."""
    markup("<b>Nothing to show yet</b><span>Press Setup (E) to build the world.</span>", classes="blank")


@solara.component
def ModeNote(label: str) -> None:
    """Says that the board has all keys."""
    markup(f"{escape(label)}: the board takes all keys until Esc", classes="mode", attributes={"role": "status"})
