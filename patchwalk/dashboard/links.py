"""The address and what it says: which model, with which parameters and seed, in which theme. Pure functions.

    /?model=maze&curviness=20&rng=7&theme=dark

Names are those of the model's signature. `keep=off` beside a seed says that the next Setup may draw another one: the
page writes it into its own address, so that a reload gives the same page, and leaves it out of links that are copied.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode

from patchwalk.parameters import FALSE, ParameterError, check_seed, parameters_of, shown
from patchwalk.settings import accepted

OWN_NAMES = ("model", "rng", "theme", "keep")
LONGEST = 4_000  # letters of an address that are read
LONGEST_VALUE = 3_000  # what takes more (a drawn map) is left out: session files hold it


@dataclass(frozen=True, slots=True)
class Address:
    """What an address says, unchecked.

    Attributes:
        model: name of the model, or empty.
        values: parameter name -> text.
        seed: text, or None.
        theme: `"light"`, `"dark"` or empty.
        keep: whether Setup keeps the seed.
    """

    model: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    seed: str | None = None
    theme: str = ""
    keep: bool = True


@dataclass(frozen=True, slots=True)
class Visit:
    """What the page opens with: an address checked against the models there are.

    Attributes:
        name: of the model.
        model_class: its class.
        values: name -> checked value, only those given and accepted.
        seed: or None, for a drawn one.
        keep: whether Setup keeps the seed.
        theme: `"light"`, `"dark"` or empty.
        problems: a sentence for each thing that was refused.
    """

    name: str
    model_class: Any
    values: Mapping[str, Any]
    seed: int | None
    keep: bool
    theme: str
    problems: tuple[str, ...]


def read_address(search: str | None) -> Address:
    """Take the part of an address after `?` apart; a name given twice counts with its last value."""
    pairs = dict(parse_qsl((search or "").lstrip("?")[:LONGEST], keep_blank_values=True))
    theme = pairs.get("theme", "").lower()
    return Address(
        model=pairs.get("model", ""),
        values={name: text for name, text in pairs.items() if name not in OWN_NAMES},
        seed=pairs.get("rng"),
        theme=theme if theme in ("light", "dark") else "",
        keep=pairs.get("keep", "").lower() not in FALSE,
    )


def check_address(address: Address, models: Mapping[str, Any]) -> Visit:
    """What an address asks for, with defaults in place of everything that cannot be had.

    Args:
        address: as read.
        models: name -> model class; the first is the default.

    Raises:
        LookupError: there is no model at all.
    """
    if not models:
        raise LookupError("there is no model: put X.py and X.md into the folder models")
    problems = []
    name = address.model or next(iter(models))
    if name not in models:
        problems.append(f"model: there is no {shown(name)}; there are {', '.join(models)}")
        name = next(iter(models))
        address = Address(theme=address.theme)
    parameters = parameters_of(models[name])
    values: dict[str, Any] = {}
    for key, text in address.values.items():
        try:
            if key not in parameters.names:
                raise ParameterError(key, f"{shown(key)}: {name} has no such parameter")
            values[key] = parameters[key].check(text)
        except ParameterError as error:
            problems.append(str(error))
    first = models[name].page_values
    given = values
    values, refusals = accepted(given, lambda some: models[name].resolve(parameters.check({**first, **some})))
    problems += dict.fromkeys(map(str, refusals))
    if len(values) < len(given):
        out = (f"{parameters[key].label} {address.values[key][:40]}" for key in given if key not in values)
        problems[-1] += f". Left out: {', '.join(out)}"
    seed = None
    try:
        seed = check_seed(address.seed)
    except ParameterError as error:
        problems.append(str(error))
    return Visit(name, models[name], values, seed, address.keep, address.theme, tuple(problems))


def write_address(
    name: str, model_class: Any, values: Mapping[str, Any], seed: int | None, *, theme: str = "", keep: bool = True
) -> str:
    """The address of a page, from `?` on; parameters at their defaults, and what is too long, are left out.

    Args:
        name: of the model.
        model_class: its class.
        values: parameter name -> value.
        seed: or None, to leave it out.
        theme: or empty, to leave it to the system.
        keep: whether whoever opens it keeps the seed at Setup.
    """
    pairs = [("model", name)]
    for parameter in parameters_of(model_class):
        value = values.get(parameter.name, parameter.default)
        if not _is_default(model_class, values, parameter, value):
            pair = (parameter.name, _text(value))
            if len(urlencode([pair])) <= LONGEST_VALUE:
                pairs.append(pair)
    if seed is not None:
        pairs.append(("rng", str(seed)))
        if not keep:
            pairs.append(("keep", "off"))
    if theme:
        pairs.append(("theme", theme))
    return "?" + urlencode(pairs, safe=",")


def _is_default(model_class: Any, values: Mapping[str, Any], parameter: Any, value: Any) -> bool:
    """Whether leaving the parameter out gives the same: a size's default may follow from other values."""
    if value == model_class.page_values.get(parameter.name, parameter.default):
        return True
    if parameter.name in model_class.page_values:
        return False
    if not (parameter.optional and parameter.default is None):
        return False
    try:
        resolved = model_class.resolve({**parameters_of(model_class).defaults, **values, parameter.name: None})
    except ParameterError:
        return False
    return bool(resolved[parameter.name] == value)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple | list):
        return ",".join(_text(part) for part in value)
    return f"{value:g}" if isinstance(value, float) and abs(value) < 1e6 else str(value)
