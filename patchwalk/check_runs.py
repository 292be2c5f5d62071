"""Checks of how a model runs: one seed one run, `running`, finish, states, and what it leaves behind."""

from __future__ import annotations

import gc
import random
import weakref
from typing import Any

import numpy as np

from patchwalk.check_subject import MANY, ModelError, Subject, differing
from patchwalk.model import WorldModel


def check_determinism(subject: Subject) -> None:
    """One seed gives one run; nothing is taken from, or done to, the generators of the process."""
    # What would be global randomness is looked at, never used.
    before = random.getstate(), np.random.get_state()[1].tolist()  # type: ignore[index]  # noqa: NPY002
    first, second = subject.build(), subject.build()
    for ticks in (0, 1, 5, 25):
        first.advance(ticks)
        for _ in range(ticks):
            second.step()
        names = differing(first.state(), second.state())
        subject.require(not names, f"two runs of one seed differ in {', '.join(names)} at tick {first.ticks}")
        subject.require(
            first.running == second.running, f"`running` differs between step() and advance() at {first.ticks}"
        )
    after = random.getstate(), np.random.get_state()[1].tolist()  # type: ignore[index]  # noqa: NPY002
    subject.require(before == after, "it uses the global generators; take `self.rng` or `self.random`")


def check_running(subject: Subject) -> None:
    """`running` is True exactly while a tick would change something."""
    model = subject.build()
    for _ in range(MANY):
        subject.require(model.running == model.active(), f"`running` is not what active() says at tick {model.ticks}")
        if not model.running:
            break
        before, ticks = model.state(), model.ticks
        done = model.advance(1)
        subject.require(done == 1 and model.ticks == ticks + 1, f"a tick was not counted at tick {ticks}")
        changed = differing(before, model.state(), but=("ticks", "rng", "random"))
        subject.require(bool(changed), f"`running` is True at tick {ticks}, but a tick changes nothing")
    model = subject.ended()
    before = model.state()
    moved = 0 if model.running else model.advance(3)
    subject.require(not moved, "it runs ticks while `running` is False")
    changed = differing(before, model.state())
    subject.require(not changed, f"reading its state at the end changes {', '.join(changed)}")


def check_finish(subject: Subject) -> None:
    """Finish gives exactly what stepping gives, from any tick, also when it is stopped on the way."""
    stepped = subject.build()
    if not stepped.can_finish:
        _refuses_to_finish(subject, stepped)
        return
    wanted = subject.ended()
    subject.require(not wanted.running, "after finish() it is still running")
    stepped.advance(wanted.ticks + 1)
    _alike(subject, stepped, wanted, "stepping to the end and finish()")
    for ticks, yields in ((1, 0), (wanted.ticks // 2, 1), (wanted.ticks // 3, 2)):
        model = subject.build()
        model.advance(ticks)
        rest = model.finishing()
        for _, progress in zip(range(yields), rest, strict=False):
            _check_progress(subject, progress)
        rest.close()  # type: ignore[attr-defined]
        half = subject.build()
        half.advance(model.ticks)
        _alike(subject, model, half, f"a finish that is stopped at tick {model.ticks} and stepping there")
        model.advance(3)
        model.finish()
        _alike(subject, model, wanted, f"finish() from tick {ticks} on and finish() at once")


def _refuses_to_finish(subject: Subject, model: WorldModel) -> None:
    try:
        model.finish()
    except RuntimeError:
        return
    raise ModelError(f"{subject.model_class.__name__}: `can_finish` is False, but finish() comes to an end")


def _check_progress(subject: Subject, progress: Any) -> None:
    good = progress is None or 0 <= progress <= 1
    subject.require(good, f"finishing() yields {progress!r} as progress; it is 0 to 1, or None")


def _alike(subject: Subject, first: WorldModel, second: WorldModel, what: str) -> None:
    names = differing(first.state(), second.state())
    subject.require(not names, f"{what} differ in {', '.join(names)}")
    subject.require(first.running == second.running, f"{what} differ in `running`")


def check_states(subject: Subject) -> None:
    """`restore` brings back any state, forwards and backwards, and the run goes on as it did; `state` gives copies."""
    marks = [(model.ticks, model.state()) for _, model in subject.moments()]
    kept = subject.build()
    kept.advance(1)
    before = kept.state()
    kept.advance(20)
    _alike_states(subject, before, subject.at(1).state(), "state() hands out what the run goes on changing: a copy of")
    for source, _ in marks:
        model = subject.at(source)
        for ticks, state in (*marks, *reversed(marks)):
            model.restore(state)
            _alike_states(
                subject, model.state(), state, f"restore() at tick {source} does not bring back tick {ticks}:"
            )
            subject.require(model.running == model.active(), f"`running` is wrong after restore() of tick {ticks}")
    _goes_on(subject, marks[1][1])


def _goes_on(subject: Subject, state: Any) -> None:
    """A run that was put back to tick 1, from another place, goes on as the run that was there."""
    model, other = subject.ended(), subject.at(1)
    model.restore(state)
    for _ in range(3):
        _alike(subject, model, other, f"a run put back to tick 1 and one that was always there, at tick {other.ticks},")
        model.advance(10)
        other.advance(10)


def _alike_states(subject: Subject, first: Any, second: Any, sentence: str) -> None:
    names = differing(first, second)
    subject.require(not names, f"{sentence} {', '.join(names)}")


def check_freed(subject: Subject) -> None:
    """Models that nobody holds are freed, whatever was done with them."""
    gone = [weakref.ref(_used(model)) for _, model in subject.moments()]
    gc.collect()
    left = [model for model in (reference() for reference in gone) if model is not None]
    holders = {type(holder).__name__ for holder in (gc.get_referrers(left[0]) if left else ())} - {"list"}
    subject.require(not left, f"a model is not freed when nobody holds it; held by: {', '.join(sorted(holders))}")


def _used(model: WorldModel) -> WorldModel:
    """The model, after all has been looked at."""
    model.view(frozenset(overlay.name for overlay in model.overlays))
    model.restore(model.state())
    return model


CHECKS = (check_determinism, check_running, check_finish, check_states, check_freed)
