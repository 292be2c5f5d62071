"""For authors of models: `check_model(MyModel)` says whether a model keeps what the stage relies on.

    from patchwalk import check_model

    def test_my_model():
        check_model(MyModel)

The first promise that is not kept ends it with a `ModelError`, whose sentence says what is wrong and what would be
right.
"""

from __future__ import annotations

from typing import Any

from patchwalk import check_declared, check_deeds, check_runs
from patchwalk.check_subject import ModelError, Subject, require, small_world
from patchwalk.model import WorldModel

__all__ = ["CHECKS", "ModelError", "check_model"]

CHECKS = (*check_declared.CHECKS, *check_runs.CHECKS, *check_deeds.CHECKS)


def check_model(model_class: type[WorldModel], **values: Any) -> None:
    """Check a model in a small world.

    Args:
        model_class: what is checked. It must come from a module, whose info page stands beside it.
        values: parameters of the world in which it is checked; without a size, a small one is found.

    Raises:
        ModelError: it does not keep a promise; the message says which.
        Exception: it raised in what a person can do to it.
    """
    proper = isinstance(model_class, type) and issubclass(model_class, WorldModel)
    require(proper, model_class, "it is no subclass of WorldModel")
    for check in CHECKS:
        check(subject_of(model_class, **values))


def subject_of(model_class: type[WorldModel], **values: Any) -> Subject:
    """A model class in a small world, for a single one of `CHECKS`."""
    return small_world(model_class, values)
