"""The contract of models, as `check_model` checks it for authors."""

import pytest

from patchwalk import check_declared, check_deeds, check_runs
from patchwalk.check_subject import differing
from patchwalk.checking import subject_of


@pytest.mark.parametrize("check", check_declared.CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_what_is_declared(model_class, check):
    check(subject_of(model_class))


@pytest.mark.parametrize("check", check_runs.CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_runs(subject, check):
    check(subject)


@pytest.mark.parametrize("check", check_deeds.CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_deeds(subject, check):
    check(subject)


def test_different_seeds_give_different_runs(subject):
    states = [subject.ended(seed).state() for seed in range(4)]
    alike = [k for k in range(1, 4) if not differing(states[0], states[k], but=("rng", "random"))]
    assert len(alike) < 3


def test_finish_of_a_large_world_can_be_stopped_on_the_way(model_class):
    sizes = {name: 201 for name in ("width", "height") if name in model_class.parameter_list.names}
    model = model_class(**sizes, rng=3)
    yields = sum(1 for _ in model.finishing()) if model.can_finish else 0
    assert yields >= min(3, model.ticks // 500)
