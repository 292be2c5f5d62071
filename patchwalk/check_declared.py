"""Checks of what a model declares: names, keys, colours, info page, parameters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from patchwalk.check_subject import ModelError, Subject
from patchwalk.declarations import LOOK, STAGE_KEYS
from patchwalk.model import WorldModel
from patchwalk.parameters import LARGEST_SEED, Parameter, ParameterError
from patchwalk.unused import nameable

HEADINGS = ("What it is", "How it works", "How to use it", "Things to notice", "Things to try", "Read on")
COLOR = re.compile(r"#[0-9A-Fa-f]{6}")


def check_names(subject: Subject) -> None:
    """Everything declared has a name of its own, a label, and what it needs to act."""
    model_class = subject.model_class
    subject.require(bool(model_class.title), "`title` is empty; the page needs a name for it")
    kinds: tuple[tuple[str, tuple[Any, ...]], ...] = (
        ("tools", model_class.tools),
        ("buttons", model_class.buttons),
        ("overlays", model_class.overlays),
        ("monitors", model_class.monitors),
        ("plots", model_class.plots),
        ("presets", model_class.presets),
        ("commands", model_class.commands),
        ("key_modes", model_class.key_modes),
    )
    for kind, declared in kinds:
        twice = [name for name, count in Counter(record.name for record in declared).items() if count > 1]
        subject.require(not twice, f"`{kind}` has two of the name {', '.join(map(repr, twice))}")
        nameless = [record for record in declared if not record.name or not getattr(record, "label", "-")]
        subject.require(not nameless, f"`{kind}` has one without name or label: {nameless[:1]}")
    subject.require(model_class.tools[:1] == (LOOK,), "the first of `tools` is to be `LOOK`, the stage's own")
    named = not model_class.first_tool or model_class.first_tool in [tool.name for tool in model_class.tools]
    subject.require(named, f"`first_tool` is {model_class.first_tool!r}, which is none of `tools`")
    for button in model_class.buttons:
        acts = callable(getattr(model_class, button.name, None))
        subject.require(acts, f"the button {button.name!r} needs a method of that name")
    for plot in model_class.plots:
        least, most = {"scatter": (2, 2), "strip": (0, 0), "lines": (1, 4)}[plot.kind]
        wanted = f"{least} to {most} pens, not {len(plot.pens)}"
        subject.require(least <= len(plot.pens) <= most, f"the plot {plot.name!r} is of kind {plot.kind!r}: {wanted}")


def bound_keys(model_class: type[WorldModel]) -> Iterator[tuple[str, str]]:
    """Key and owner of all that a model binds for itself."""
    for kind in ("tools", "buttons", "overlays"):
        for record in getattr(model_class, kind):
            if record.key and record is not LOOK:
                yield record.key, f"{kind[:-1]} {record.name!r}"


def check_keys(subject: Subject) -> None:
    """Keys are single lower-case letters or digits, none is the stage's, none is bound twice."""
    owners: dict[str, str] = {}
    for key, owner in bound_keys(subject.model_class):
        good = len(key) == 1 and key.isalnum() and key == key.lower()
        subject.require(good, f"the key {key!r} of {owner} is to be one lower-case letter or digit")
        subject.require(key not in STAGE_KEYS, f"the key {key!r} of {owner} is the stage's own")
        subject.require(key not in owners, f"the key {key!r} is bound twice: by {owners.get(key)} and by {owner}")
        owners[key] = owner


def check_colors(subject: Subject) -> None:
    """Palette and ramp hold colours, and what is named after a swatch finds it."""
    model_class = subject.model_class
    for swatch in model_class.palette.swatches:
        for theme in ("light", "dark"):
            color = getattr(swatch, theme)
            good = COLOR.fullmatch(color) is not None
            subject.require(good, f"the {theme} colour of {swatch.name!r} is {color!r}; it is to be like #1F6AAE")
        known = swatch.pattern in ("", "hatched", "dotted")
        subject.require(known, f"the pattern of {swatch.name!r} is {swatch.pattern!r}; there are hatched and dotted")
    names = model_class.palette.codes()
    for tool in model_class.tools:
        found = not tool.color or tool.color in names
        subject.require(found, f"the tool {tool.name!r} has the colour {tool.color!r}, which the palette does not know")
    ramp = model_class.ramp
    if ramp is not None:
        good = len(ramp.light) == len(ramp.dark) >= 2 and all(map(COLOR.fullmatch, (*ramp.light, *ramp.dark)))
        subject.require(good, "`ramp` needs two or more colours like #1F6AAE, as many dark ones as light ones")


def check_info(subject: Subject) -> None:
    """The info page is there, under its headings, and leads on."""
    text = subject.model_class.info()
    subject.require(bool(text.strip()), "it has no info page; it stands beside the module, with the suffix .md")
    sections = dict(re.findall(r"^## +(.+?) *\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    missing = [heading for heading in HEADINGS if not sections.get(heading, "").strip()]
    subject.require(
        not missing, f"its info page says nothing under {', '.join(f'“## {heading}”' for heading in missing)}"
    )
    linked = re.search(r"\]\(https://[^)\s]+\)", sections["Read on"]) is not None
    subject.require(linked, "“Read on” of its info page needs a link")


def check_parameters(subject: Subject) -> None:
    """Every parameter takes both ends and every option, as text and from numpy too, and refuses what lies beyond."""
    subject.model_class()
    for parameter in subject.model_class.parameter_list:
        default = parameter.default
        subject.require(
            default is None or parameter.kind == "hidden" or parameter.check(default) == default,
            f"the default of {parameter.name} is {default!r}, which the parameter itself would not take",
        )
        for value in good_values(subject, parameter):
            _builds_with(subject, parameter.name, value)
        for value in bad_values(parameter):
            _refuses(subject, parameter, value)
    for preset in subject.model_class.presets:
        subject.model_class(**preset.values)
    _check_seeds(subject)


def good_values(subject: Subject, parameter: Parameter) -> list[Any]:
    """Both ends of a slider, every option of a chooser."""
    if parameter.kind == "switch":
        return [False, True]
    if parameter.kind == "choice":
        return list(parameter.options)
    if parameter.kind in ("hidden", "text"):
        return []
    rest = subject.model_class.parameter_list.check(subject.values)
    ends = subject.model_class.bounds(rest).get(parameter.name, (parameter.minimum, parameter.maximum, 1))[:2]
    return [parameter.check(end) for end in ends]


def bad_values(parameter: Parameter) -> list[Any]:
    """Values that a parameter must refuse."""
    if parameter.kind in ("integer", "real"):
        return [parameter.minimum - 1, parameter.maximum + 1, "many", "nan", float("inf"), True, [parameter.minimum]]
    if parameter.kind == "choice":
        return ["no such option", 17.5, [parameter.options[0]]]
    if parameter.kind == "text":
        return ["x" * int(parameter.maximum + 1), 7]
    return ["perhaps", 2, [True]] if parameter.kind == "switch" else []


def check_unused(subject: Subject) -> None:
    """`unused` names what there is: at every moment, with every preset and every option of a chooser."""
    known = frozenset(nameable(subject.model_class))

    def look(model: WorldModel, moment: str) -> None:
        every = frozenset(overlay.name for overlay in model.overlays)
        found = [model.unused(overlays) for overlays in (frozenset(), every)]
        subject.require(all(isinstance(one, frozenset) for one in found), f"`unused` gives frozensets, {moment}")
        unused = frozenset().union(*found)
        strange = ", ".join(map(repr, sorted(unused - known)))
        subject.require(not strange, f"`unused` names {strange}, which the model does not have, {moment}")

    for moment, model in subject.moments():
        look(model, moment)
    for preset in subject.model_class.presets:
        look(subject.model_class(**preset.values), f"with the preset {preset.name!r}")
    for parameter in subject.model_class.parameter_list:
        if parameter.kind in ("choice", "switch"):
            for value in good_values(subject, parameter):
                look(subject.build(**{parameter.name: value}), f"with {parameter.name} {value!r}")


def _builds_with(subject: Subject, name: str, value: Any) -> None:
    """The value, the same as text and the same from numpy give the same model, which can be shown and runs."""
    spellings: tuple[Any, ...] = (value, str(value), np.asarray(value)[()])
    models = [subject.build(**{name: given}) for given in spellings]
    found = models[0].parameters[name]
    subject.require(found == value, f"{name} was given {value!r}, and `parameters` says {found!r}")
    for model in models[1:]:
        same = model.parameters == models[0].parameters and type(model.parameters[name]) is type(found)
        subject.require(same, f"{name} takes {value!r}, but not alike as text or as a number of numpy")
    models[0].view(frozenset())
    models[0].advance(2)


def _refuses(subject: Subject, parameter: Parameter, value: Any) -> None:
    try:
        subject.build(**{parameter.name: value})
    except ParameterError as refusal:
        words = [parameter.name]
        if parameter.kind in ("integer", "real"):
            words += [f"{parameter.minimum:g}", f"{parameter.maximum:g}", parameter.unit]
        missing = [word for word in words if word not in str(refusal)]
        subject.require(not missing, f"the refusal “{refusal}” does not say {', '.join(missing)}")
        return
    raise ModelError(f"{subject.model_class.__name__}: {parameter.name} takes {value!r}, which lies outside its range")


def _check_seeds(subject: Subject) -> None:
    for seed in (0, "7", np.int64(7), LARGEST_SEED):
        found = subject.build(seed).seed
        subject.require(found == int(seed) and type(found) is int, f"the seed {seed!r} became {found!r}")
    refused: tuple[Any, ...] = (-1, 1.5, "seven", True, LARGEST_SEED + 1)
    for bad in refused:
        try:
            subject.build(bad)
        except ParameterError:
            continue
        raise ModelError(f"{subject.model_class.__name__}: rng takes {bad!r}; it is a whole number up to 2**63 - 1")


CHECKS = (check_names, check_keys, check_colors, check_info, check_parameters, check_unused)
