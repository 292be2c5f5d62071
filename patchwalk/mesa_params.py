"""Patchwalk's parameters as Mesa's own tools want them."""

from __future__ import annotations

from typing import Any

from patchwalk.model import WorldModel
from patchwalk.parameters import Parameter


def mesa_params(model_class: type[WorldModel]) -> dict[str, Any]:
    """The `model_params` of Mesa's `SolaraViz`: name -> widget.

    Values that a model fills in itself (sizes that depend on the grid) begin at what it fills in.
    """
    parameters = model_class.parameter_list
    filled = model_class.resolve(dict(parameters.defaults))
    shown = {p.name: _widget(p, filled[p.name]) for p in parameters if p.kind != "hidden"}
    return shown | {"rng": {"type": "InputText", "value": "", "label": "Seed"}}


def _widget(parameter: Parameter, value: Any) -> dict[str, Any]:
    label = f"{parameter.label} ({parameter.unit})" if parameter.unit else parameter.label
    match parameter.kind:
        case "integer" | "real":
            kind = "SliderInt" if parameter.kind == "integer" else "SliderFloat"
            bounds = {"min": parameter.minimum, "max": parameter.maximum, "step": parameter.step}
            return {"type": kind, "value": value, "label": label} | bounds
        case "choice":
            return {"type": "Select", "value": value, "values": list(parameter.options), "label": label}
        case "text":
            return {"type": "InputText", "value": value, "label": label}
        case _:
            return {"type": "Checkbox", "value": value, "label": label}
