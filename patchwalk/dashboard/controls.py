"""The controls that every model has: which model, Setup, Step, Go, Finish, speed, seed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import solara

from patchwalk.dashboard.icons import MARK
from patchwalk.dashboard.parts import caption, icon_button, markup, press
from patchwalk.pacing import pace, snapped

LOCKING = ("error", "empty", "finished", "asking")
ECHO_SECONDS = 3.0


class Echoes:
    """Tells a value that comes back from the session from one that somebody else has set.

    While a thumb is dragged the session's answers lag behind it; taking them for news would pull the thumb back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._sent: list[tuple[Any, float]] = []

    def send(self, value: Any) -> None:
        """Remember a value that was handed to the session."""
        self._sent.append((value, self.clock()))

    def is_news(self, value: Any) -> bool:
        """Whether a value that the session shows must be taken over."""
        now = self.clock()
        self._sent = [(sent, when) for sent, when in self._sent if now - when < ECHO_SECONDS]
        for k, (sent, _) in enumerate(self._sent):
            if sent == value:
                del self._sent[: k + 1]
                return False
        self._sent.clear()
        return True


@solara.component
def Head(
    name: str, titles: Mapping[str, str], dark: bool, on_model: Callable[[str], None], on_keys: Callable[[], None],
    on_theme: Callable[[], None],
) -> None:  # fmt: skip
    """The mark and the chooser of models, which is the page's title; on narrow pages also two buttons."""
    labels = {title: key for key, title in titles.items()}

    def choose(title: str) -> None:
        if title in labels and labels[title] != name:
            on_model(labels[title])

    with solara.Div(classes=["head"]):
        markup(f"{MARK}<span>Patchwalk</span>", classes="brand")
        with solara.Div(classes=["model", "sel"]):
            solara.Select("Model", values=list(labels), value=titles[name], on_value=choose)
        icon_button("keys", "Keys", on_keys, tooltip="Keys (?)", classes="mob")
        icon_button("sun" if dark else "moon", "Theme", on_theme, tooltip="Theme (T)", classes="mob")


@solara.component
def RunButtons(session: Any, state: str, can_go: bool, can_finish: bool, pending: bool) -> None:
    """Setup, Step, Go, Finish.

    Args:
        session: what they act on.
        state: a `RunState`.
        can_go: whether ticks may pass.
        can_finish: whether this run ends by itself.
        pending: whether a changed parameter (or an error) waits for Setup.
    """
    running, locked = state == "running", state in LOCKING or not can_go
    never = {} if can_finish or locked else {"title": "This run never ends by itself"}
    waiting = {"title": "Changed parameters wait for Setup"} if pending and state != "error" else {}
    go = {"aria-pressed": "true" if running else "false"}
    with solara.Div(classes=["run"], attributes={"role": "group", "aria-label": "Run"}):
        press(
            caption("Setup", "E", symbol="setup"),
            session.setup,
            classes="btn pending" if pending else "btn",
            attributes=waiting,
        )
        press(caption("Step", "S", symbol="step"), session.step, classes="btn", disabled=locked)
        press(
            caption("Stop" if running else "Go", "G", symbol="stop" if running else "play"),
            session.toggle, classes="btn go", attributes=go, disabled=locked,
        )  # fmt: skip
        press(
            caption("Finish", "F", symbol="finish"), session.finish, classes="btn", attributes=never,
            disabled=locked or not can_finish,
        )  # fmt: skip


@solara.component
def Speed(session: Any, speed: float) -> None:
    """NetLogo's speed slider; near the middle it snaps to "every tick"."""
    position, set_position = solara.use_state(float(speed))
    echoes = solara.use_memo(Echoes, [])

    def follow() -> None:
        if echoes.is_news(float(speed)):
            set_position(float(speed))

    solara.use_effect(follow, [speed])

    def move(value: float) -> None:
        wanted = snapped(value)
        if wanted != snapped(position):
            echoes.send(wanted)
            session.set_speed(wanted)
        # The thumb stands at `value`. A slider is only told what is new to it, so the middle has a second spelling.
        set_position(wanted + 0.001 if wanted != value and wanted == position else wanted)

    with solara.Div(classes=["speed"]):
        with solara.Div(classes=["row"]):
            markup("Speed", tag="span", classes="lab")
            markup(pace(snapped(position)).text, tag="span", classes="val")
        with solara.Div(classes=["snap", "rng-row"]), solara.Div(classes=["rng"]):
            solara.SliderFloat("Speed", value=position, min=0, max=100, step=1, on_value=move, thumb_label=False)
        markup("<span>slower</span><span>every tick</span><span>faster</span>", classes="ends")


@solara.component
def Seed(session: Any, seed: int, locked: bool, refusal: str) -> None:
    """The seed: to read, type, copy, draw anew, keep.

    Args:
        session: what it acts on.
        seed: of the model that stands there, or the one wanted next.
        locked: whether Setup keeps it.
        refusal: what was wrong with the last one typed, or empty.
    """
    text, set_text = solara.use_state(str(seed))
    solara.use_effect(lambda: set_text(str(seed)), [seed])

    def typed(value: str) -> None:
        set_text(value)
        if value.strip() != str(seed):
            session.set_seed(value.strip())

    keep = {"aria-pressed": "true" if locked else "false"}
    tooltip = "Setup keeps the seed" if locked else "Setup draws a new seed"
    with solara.Div(
        classes=["seed", "wrong"] if refusal else ["seed"], attributes={"role": "group", "aria-label": "Seed"}
    ):
        markup("Seed", tag="span", classes="lab")
        solara.InputText("Seed", value=text, on_value=typed)
        icon_button("copy", "Copy seed", None, attributes={"data-do": "copy-seed"})
        icon_button("dice", "New seed", session.new_seed, tooltip="New seed (N)")
        icon_button(
            "lock" if locked else "unlock",
            "Keep seed",
            lambda: session.lock_seed(not locked),
            tooltip=tooltip,
            attributes=keep,
        )
        if refusal:
            markup(escape(refusal), classes="bad", attributes={"role": "alert"})
