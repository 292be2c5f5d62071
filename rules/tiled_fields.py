"""Taking a JSON file apart, field by field: a wrong one is refused with its place and what would be right."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from reprlib import repr as short
from typing import Any

from rules.maps import MapError

Fields = dict[str, Any]

# Nothing in a map is as far away, or as large, as this.
LARGEST = 1e9


def parse_json(data: bytes) -> Fields:
    """The object that a JSON text holds.

    Raises:
        MapError: it is no JSON, no object, nested too deep, or it names a field twice.
    """
    try:
        document = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_without_doubles)
    except MapError:
        raise
    except json.JSONDecodeError as error:
        raise MapError(f"this is no JSON: {error.msg} in line {error.lineno}, character {error.colno}") from None
    except UnicodeDecodeError as error:
        raise MapError(f"this is no JSON: byte {error.start} is no text") from None
    except RecursionError:
        raise MapError("this is no map: the JSON is nested too deep") from None
    except ValueError:  # a number of thousands of digits
        raise MapError("this is no map: the JSON holds a number that is too long") from None
    return as_object(document, "the file")


def _without_doubles(pairs: list[tuple[str, Any]]) -> Fields:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        double = next(name for name in names if names.count(name) > 1)
        raise MapError(f"the field {short(double)} stands twice in one object: leave one of them")
    return fields


def as_object(value: Any, where: str) -> Fields:
    """A value that has to be a JSON object."""
    if not isinstance(value, dict):
        raise MapError(f"{where} is no JSON object, but {short(value)}")
    return value


def list_in(fields: Fields, name: str, where: str, *, needed: bool = True) -> list[Any]:
    """A field that has to be a list; empty if it is missing and not needed."""
    value = fields.get(name) if needed or name in fields else []
    if not isinstance(value, list):
        raise MapError(f"{where}: {name} is a list, not {_said(fields, name)}")
    return value


def whole_in(fields: Fields, name: str, where: str, least: int, most: int = int(LARGEST)) -> int:
    """A field that has to be a whole number within bounds."""
    value = fields.get(name)
    if type(value) is not int or not least <= value <= most:
        raise MapError(f"{where}: {name} is a whole number from {least} to {most}, not {_said(fields, name)}")
    return value


def number_in(fields: Fields, name: str, where: str, default: float | None = None) -> float:
    """A field that has to be a number."""
    value = fields.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not -LARGEST < value < LARGEST:
        raise MapError(f"{where}: {name} is a number, less than a billion in size, not {_said(fields, name)}")
    return float(value)


def choice_in(fields: Fields, name: str, where: str, choices: Iterable[Any], default: Any = None) -> Any:
    """A field that has to be one of some values, and of their type."""
    value = fields.get(name, default)
    for choice in choices:
        if type(value) is type(choice) and value == choice:
            return choice
    raise MapError(f"{where}: {name} is {either(choices)}, not {_said(fields, name)}")


def text_in(fields: Fields, name: str, where: str) -> str:
    """A field that is text; empty if it is missing."""
    value = fields.get(name, "")
    if not isinstance(value, str):
        raise MapError(f"{where}: {name} is text, not {_said(fields, name)}")
    return value


def class_in(fields: Fields, where: str, choices: Iterable[str]) -> str:
    """The class of an object of Tiled: its `type`, which version 1.9 called `class`."""
    return str(choice_in(fields, "class" if "class" in fields else "type", where, choices, ""))


def properties_in(fields: Fields, where: str, allowed: Mapping[str, type]) -> Fields:
    """The custom properties of a thing of Tiled, by name, of which others than those allowed are refused."""
    found: Fields = {}
    for entry in list_in(fields, "properties", where, needed=False):
        entry = as_object(entry, f"{where}: a property")
        name, value = entry.get("name"), entry.get("value")
        if not isinstance(name, str) or name not in allowed:
            known = either(allowed) if allowed else "none"
            raise MapError(f"{where}: property {short(name)} is unknown; known is {known}")
        if name in found:
            raise MapError(f"{where}: property {name!r} stands twice: leave one of them")
        if type(value) is not allowed[name]:
            kind = {bool: "true or false", int: "a whole number", str: "text"}[allowed[name]]
            raise MapError(f"{where}: property {name!r} is {kind}, not {short(value)}")
        found[name] = value
    return found


def either(choices: Iterable[Any]) -> str:
    """Choices in words: 'a', 'b' or 'c'."""
    *first, last = [repr(choice) for choice in choices]
    return f"{', '.join(first)} or {last}" if first else last


def _said(fields: Fields, name: str) -> str:
    return short(fields[name]) if name in fields else "missing"
