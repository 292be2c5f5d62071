"""Finding the models: a model is a module X.py with an info page X.md beside it, and nothing else is imported."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from functools import cache
from pathlib import Path

from patchwalk.model import WorldModel


def model_names(package: str = "models") -> list[str]:
    """Names of the modules of `package` that are models, sorted; none is imported."""
    spec = importlib.util.find_spec(package)
    folders = [Path(place) for place in (spec.submodule_search_locations or ())] if spec else []
    pages = (page for folder in folders for page in sorted(folder.glob("*.md")))
    return [page.stem for page in pages if page.with_suffix(".py").exists()]


def load(name: str, package: str = "models") -> type[WorldModel]:
    """The model class of one module: the one `WorldModel` that the module itself defines.

    Raises:
        LookupError: the module defines none, or several.
    """
    module = importlib.import_module(f"{package}.{name}")
    found = [
        value
        for value in vars(module).values()
        if inspect.isclass(value) and issubclass(value, WorldModel) and value.__module__ == module.__name__
    ]
    if len(found) != 1:
        raise LookupError(f"{package}/{name}.py defines {len(found)} models; a model's module defines exactly one")
    return found[0]


@cache
def discover(package: str = "models") -> dict[str, type[WorldModel]]:
    """Module name -> model class, in the order in which the page lists them (by `order`, then by name)."""
    classes = {name: load(name, package) for name in model_names(package)}
    return dict(sorted(classes.items(), key=lambda item: (getattr(item[1], "order", 99), item[0])))
