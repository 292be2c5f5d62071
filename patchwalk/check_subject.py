"""What the checks of a model share: the error, a small world to check in, and the moments at which to look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from patchwalk.history import same
from patchwalk.model import WorldModel
from patchwalk.parameters import ParameterError

SEED = 7
SMALL = (11, 9, 10, 12, 8, 7, 16)  # sizes to try for a world in which checks are quick
MANY = 300  # ticks after which a run that has no end has shown enough


class ModelError(AssertionError):
    """A model does not keep what `WorldModel` promises; the message says what, and what would be right."""


def require(kept: bool, model_class: type[WorldModel], sentence: str) -> None:
    """Raise a `ModelError` with a sentence unless a promise is kept."""
    if not kept:
        raise ModelError(f"{model_class.__name__}: {sentence}")


@dataclass(frozen=True)
class Subject:
    """A model class under examination.

    Attributes:
        model_class: it.
        values: parameters of the world in which it is examined.
    """

    model_class: type[WorldModel]
    values: Mapping[str, Any] = field(default_factory=dict)

    def build(self, rng: Any = SEED, **values: Any) -> WorldModel:
        """A model of it; `values` go before the subject's own."""
        return self.model_class(**{**self.values, **values}, rng=rng)

    def require(self, kept: bool, sentence: str) -> None:
        """See the function of this name."""
        require(kept, self.model_class, sentence)

    def moments(self) -> Iterator[tuple[str, WorldModel]]:
        """A model each: just set up, a little later, well on its way, and at its end (or after many ticks)."""
        for name, ticks in (("set up", 0), ("after 1 tick", 1), ("after 20 ticks", 20)):
            yield name, self.at(ticks)
        yield "at its end", self.ended()

    def at(self, ticks: int) -> WorldModel:
        """A model at a tick, or at its end where that comes earlier."""
        model = self.build()
        model.advance(ticks)
        return model

    def ended(self, rng: int = SEED) -> WorldModel:
        """A model at its end, or after many ticks where that never comes."""
        model = self.build(rng)
        if model.can_finish:
            model.finish()
        else:
            model.advance(MANY)
        return model


def small_world(model_class: type[WorldModel], given: Mapping[str, Any]) -> Subject:
    """The subject in a small world: the first of some sizes that the model takes."""
    names = [name for name in ("width", "height") if name in model_class.parameter_list.names and name not in given]
    for size in SMALL if names else ():
        values: dict[str, Any] = {**given, **dict.fromkeys(names, size)}
        try:
            model_class.resolve(model_class.parameter_list.check(values))
        except ParameterError:
            continue
        return Subject(model_class, values)
    return Subject(model_class, given)


def differing(first: Mapping[str, Any], second: Mapping[str, Any], *, but: tuple[str, ...] = ()) -> list[str]:
    """Names under which two states differ."""
    names = [name for name in dict.fromkeys((*first, *second)) if name not in but]
    return [name for name in names if name not in first or name not in second or not same(first[name], second[name])]
