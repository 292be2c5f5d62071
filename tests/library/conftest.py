"""Every model there is, those in `models/` and the template alike: the tests in this folder run for each of them."""

import pytest

from patchwalk.checking import subject_of
from tests.helpers.stage import library

MODELS = library()


def variants():
    """A small world for each model and, where it has a grid, one on each kind."""
    for name, model_class in MODELS.items():
        grids = model_class.parameter_list["grid"].options if "grid" in model_class.parameter_list.names else (None,)
        for grid in grids:
            yield pytest.param(
                subject_of(model_class, **({} if grid is None else {"grid": grid})),
                id=name if grid is None else f"{name}-{grid}",
            )


@pytest.fixture(params=variants())
def subject(request):
    return request.param


@pytest.fixture(params=MODELS.values(), ids=MODELS)
def model_class(request):
    return request.param
