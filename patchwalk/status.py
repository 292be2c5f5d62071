"""What the page is told about a session: two small records, one that changes every frame and one that seldom does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from patchwalk.declarations import Question

RunState = Literal["empty", "stopped", "running", "finished", "error", "asking"]


@dataclass(frozen=True, slots=True)
class Readout:
    """What changes from frame to frame; goes to the page with the frame, without rendering the page anew.

    Attributes:
        state: what the disc before the status says.
        ticks: of the model.
        message: the status line.
        where: what is under the pointer or the cursor, e.g. `"(37, 64) corridor"`.
        monitors: name -> (value as shown, unit, alert).
        progress: 0 to 1 while something long runs, else None.
    """

    state: RunState
    ticks: int
    message: str
    where: str = ""
    monitors: Mapping[str, tuple[str, str, bool]] = field(default_factory=dict)
    progress: float | None = None


@dataclass(frozen=True, slots=True)
class PageState:
    """What the page's components show and lock; a new one (with a higher version) is published when any of it changes.

    Attributes:
        version: rises by one with each.
        state: as in `Readout`.
        values: name -> value as the widgets show it (waiting ones included; resolved: never None for a size).
        waiting: names of parameters whose value waits for the next Setup.
        bounds: name -> (minimum, maximum, step) where they depend on other values; else the parameter's own.
        seed: of the model that stands there.
        seed_locked: whether Setup keeps it.
        error: text of the model's error, or None; shown over the board until Setup.
        error_where: `"step at tick 12"`.
        refusal: (parameter name or "", message) of the last value that was refused, or None.
        question: the model's question, or None.
        can_finish: whether Finish is offered.
        can_go: whether Step and Go are.
        can_undo: whether there is something to undo; likewise redo.
        tool: name of the chosen tool.
        overlays: names of those that are on.
        speed: 0 to 100.
        speed_text: what it means: "every tick, 30 frames/s".
        key_mode: label of the model's key mode while it is on, or None.
        world_version: rises when the world's size or kind changed.
        unused: what is of no use now; see `patchwalk.authored.Authored.unused`.
        idle: names of parameters that have no effect with these values.
        preset: name of the preset whose values all stand, or None.
    """

    version: int
    state: RunState
    values: Mapping[str, Any]
    waiting: frozenset[str]
    bounds: Mapping[str, tuple[float, float, float]]
    seed: int
    seed_locked: bool
    error: str | None
    error_where: str
    refusal: tuple[str, str] | None
    question: Question | None
    can_finish: bool
    can_undo: bool
    can_redo: bool
    tool: str
    overlays: frozenset[str]
    speed: float
    speed_text: str
    key_mode: str | None
    world_version: int
    unused: frozenset[str] = frozenset()
    idle: frozenset[str] = frozenset()
    can_go: bool = True
    preset: str | None = None
