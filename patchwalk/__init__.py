"""The stage: world, turtle, model, parameters, session, view and dashboard. It knows no model.

Public names load on first use. An import statement here would make every model import Solara, and the rules import
Mesa.
"""

import importlib
from typing import Any

_HOMES = {
    "Turtle": "turtle",
    "WorldModel": "model",
    "World": "world",
    "make_world": "world",
    "parameters_of": "parameters",
    "ParameterError": "parameters",
    "Slider": "parameters",
    "Switch": "parameters",
    "Chooser": "parameters",
    "Text": "parameters",
    "Hidden": "parameters",
    "Session": "session",
    "Play": "play",
    "discover": "discovery",
    "check_model": "checking",
    "ModelError": "checking",
    "View": "view",
    "Turtles": "view",
    "Palette": "view",
    "Swatch": "view",
    "LOOK": "declarations",
    "Button": "declarations",
    "Tool": "declarations",
    "Overlay": "declarations",
    "Preset": "declarations",
    "Monitor": "declarations",
    "Plot": "declarations",
    "Pen": "declarations",
    "Page": "dashboard.page",
    "Board": "dashboard.board",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    """Load a public name from its module."""
    if name not in _HOMES:
        raise AttributeError(f"module 'patchwalk' has no attribute {name!r}")
    return getattr(importlib.import_module(f"patchwalk.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    """Names for completion."""
    return __all__
