"""Checks of what can be done to a model and seen of it: every button, tool, key, overlay at every moment of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import numpy as np

from patchwalk.check_subject import MANY, Subject, differing
from patchwalk.declarations import Export, Pointer
from patchwalk.frames import FrameEncoder
from patchwalk.history import same
from patchwalk.model import WorldModel
from patchwalk.recorder import Recorder, curves
from patchwalk.reports import shown_monitor
from patchwalk.view import MOST_TURTLES, NO_SHADE, SHAPES, View

MOST_PLACES = 8  # patches that the pointer tries


def check_views(subject: Subject) -> None:
    """At every moment the view fits world and palette, with each overlay, and looking changes nothing."""
    names = [overlay.name for overlay in subject.model_class.overlays]
    for moment, model in subject.moments():
        before = model.state()
        for shown in (frozenset(), *(frozenset({name}) for name in names), frozenset(names)):
            _check_view(subject, model, model.view(shown))
        names_changed = differing(before, model.state())
        subject.require(not names_changed, f"view() changes {', '.join(names_changed)}, {moment}")


def _check_view(subject: Subject, model: WorldModel, view: View) -> None:
    colors = len(model.palette.swatches)
    FrameEncoder().encode(view, model.world)  # says itself which array has the wrong shape or type
    subject.require(
        int(view.codes.max()) < colors, f"view() uses code {view.codes.max()}; the palette has {colors} colours"
    )
    shaded = view.shade is not None and bool((view.shade != NO_SHADE).any())
    subject.require(not shaded or model.ramp is not None, "view() shades patches, but the model has no `ramp`")
    names = model.palette.codes()
    for line in view.lines:
        known = line.color in names and (not line.fill or line.fill in names)
        subject.require(
            known, f"a line of view() has the colour {line.color!r} or {line.fill!r}, unknown to the palette"
        )
    for mark in view.marks:
        subject.require(
            0 <= mark.patch < model.world.size, f"a mark of view() is on patch {mark.patch}, outside the world"
        )
    turtles = view.turtles
    if turtles is None or not len(turtles.id):
        return
    subject.require(len(turtles.id) <= MOST_TURTLES, f"view() has over {MOST_TURTLES} turtles; show so many as codes")
    subject.require(len(np.unique(turtles.id)) == len(turtles.id), "two turtles of view() have the same id")
    subject.require(int(turtles.shape.max()) < len(SHAPES), "a turtle of view() has an unknown shape")
    subject.require(int(turtles.color.max()) < colors, "a turtle of view() has a colour beyond the palette")
    finite = all(bool(np.isfinite(part).all()) for part in (turtles.x, turtles.y, turtles.heading))
    subject.require(finite, "a turtle of view() is nowhere, or looks nowhere")


def check_reading(subject: Subject) -> None:
    """At every moment monitors, plots, words and files can be read, and reading changes nothing."""
    for moment, model in subject.moments():
        before = model.state()
        for monitor in model.monitors:
            value = monitor.read(model)
            good = value is None or isinstance(value, str | int | float | np.number)
            subject.require(good, f"the monitor {monitor.name!r} shows {value!r}; a number, a text or None, {moment}")
            shown_monitor(monitor, model)
        curves(model, Recorder(model))
        for kind in model.exports:
            subject.require(_writes(kind, model), f"the export {kind.suffix!r} writes no bytes")
        for words in (model.message, model.notice):
            subject.require(isinstance(words, str), f"`message` and `notice` are text, not {words!r}, {moment}")
        for patch in places(model)[:-1]:
            rows = model.inspect(patch)
            good = all(isinstance(cell, str) for row in rows for cell in row) and all(len(row) == 2 for row in rows)
            subject.require(good, f"inspect({patch}) is to give rows of two texts, not {rows!r}, {moment}")
            subject.require(isinstance(model.describe(patch), str), f"describe({patch}) is to give a text, {moment}")
        progress = model.progress
        subject.require(
            progress is None or 0 <= progress <= 1, f"`progress` is {progress!r}; 0 to 1, or None, {moment}"
        )
        changed = differing(before, model.state())
        subject.require(not changed, f"reading monitors, plots, words or files changes {', '.join(changed)}, {moment}")


def _writes(kind: Export, model: WorldModel) -> bool:
    """Whether an export writes bytes, or says in words why it cannot."""
    try:
        return isinstance(kind.write(model), bytes)
    except ValueError as refusal:
        return bool(str(refusal))


def check_deeds(subject: Subject) -> None:
    """Every button, tool, key and live parameter acts at every moment without an error, and can be undone."""
    for moment, model in subject.moments():
        kept = model.state()
        for what, deed in deeds(model):
            deed(model)
            subject.require(model.running == model.active(), f"`running` is wrong after {what}, {moment}")
            _answer(subject, model)
            model.advance(2)
            _check_view(subject, model, model.view())
            model.restore(kept)
            changed = differing(kept, model.state())
            subject.require(not changed, f"restore() does not undo {what}: {', '.join(changed)}, {moment}")


def _answer(subject: Subject, model: WorldModel) -> None:
    """Give each answer to a question, each from the same state."""
    if model.question is None:
        return
    asked = model.state()
    for choice in model.question.choices:
        model.restore(asked)
        model.answer(choice.name)
        model.running = model.active()
        again = model.question is not None and same(model.state(), asked)
        subject.require(not again, f"the answer {choice.name!r} does nothing: the question stands as before")


def places(model: WorldModel) -> list[int]:
    """Patches all over the world, corners among them, and -1 for outside at the end."""
    size, width = model.world.size, model.world.width
    spread = np.linspace(0, size - 1, MOST_PLACES).astype(int).tolist()
    return [*dict.fromkeys((0, width - 1, size - width, size - 1, *spread)), -1]


def deeds(model: WorldModel) -> Iterator[tuple[str, Callable[[WorldModel], None]]]:
    """All that a person can do to a model, by name."""
    for button in model.buttons:
        yield f"the button {button.name!r}", partial(press_button, name=button.name)
    for tool in model.tools[1:]:
        for patch in places(model):
            yield f"the tool {tool.name!r} on patch {patch}", partial(use_tool, name=tool.name, patch=patch)
    for mode in model.key_modes:
        for key in mode.keys:
            yield f"the key {key!r}", partial(press_mode_key, mode=mode.name, key=key)
    for parameter in model.parameter_list:
        if parameter.live:
            ends = (parameter.minimum, parameter.maximum) if parameter.kind in ("integer", "real") else ()
            texts = ("", "A") if parameter.kind == "text" else ()
            for value in ends or parameter.options or texts or (False, True):
                yield f"changing {parameter.name}", partial(change, name=parameter.name, value=value)


def change(model: WorldModel, name: str, value: Any) -> None:
    """Move a live parameter."""
    model.change(name, value)


def press_mode_key(model: WorldModel, mode: str, key: str) -> None:
    """Press a key of a key mode."""
    model.mode_key(mode, key)
    model.running = model.active()


def press_button(model: WorldModel, name: str) -> None:
    """Press a button and wait for it, but not for ever."""
    rest = model.push(name)
    for _ in islice(rest or (), MANY):
        continue
    model.running = model.active()


def use_tool(model: WorldModel, name: str, patch: int) -> None:
    """Press, hold, drag over the neighbours and out of the world, release; with each button and modifier."""
    world = model.world
    around = [] if patch < 0 else [int(near) for near in world.neighbors[patch] if near >= 0]
    for number in range(3):
        for event in (
            _pointer(model, patch, number, shift=number == 1),
            _pointer(model, patch, number, alt=number == 1),
        ):
            model.point("press", name, event)
            model.point("hold", name, event)
            for near in (*around, -1):
                model.point("drag", name, _pointer(model, near, number, start=patch, path=(near,) if near >= 0 else ()))
            model.point("release", name, event)


def _pointer(model: WorldModel, patch: int, button: int, **more: Any) -> Pointer:
    if patch < 0:
        return Pointer(patch=-1, x=-5.0, y=-5.0, button=button, **more)
    x, y = model.world.center(patch)
    more = {"start": patch, "path": (patch,), **more}
    return Pointer(patch=patch, x=float(x), y=float(y), edge=(patch, button), button=button, **more)


CHECKS = (check_views, check_reading, check_deeds)
