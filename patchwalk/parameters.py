"""Parameters are the signature of a model's `__init__`: read once, used by widgets, links, command line and Mesa.

    curviness: Annotated[int, Slider(0, 100, unit="%", live=True)] = 50
    grid: Literal["square", "hex"] = "square"
    outer_wall: bool = True

`int` and `float` take a `Slider`, `Literal[...]` is a chooser, `bool` a switch, `str` takes a `Text`; `Hidden` is for
values that only scripts and links give. `rng` is the seed and no parameter.
"""

from __future__ import annotations

import math
import numbers
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

Kind = Literal["integer", "real", "choice", "switch", "text", "hidden"]
LARGEST_SEED = 2**63 - 1
ONE_LINE = 80  # letters that a text field of one line holds
TRUE, FALSE = {"true", "on", "yes", "1"}, {"false", "off", "no", "0"}


class ParameterError(ValueError):
    """A value that a parameter does not take; the message gives name, value, bounds and unit.

    Attributes:
        name: of the parameter, or of two or more that do not go together: `"width x height"`.
    """

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters, each by its name."""
        return tuple(self.name.split(" x "))


@dataclass(frozen=True, slots=True)
class Slider:
    """How a number is set.

    Attributes:
        minimum: smallest value.
        maximum: largest value.
        step: distance of the slider's stops (typed values may lie between them).
        unit: stands beside the number.
        label: on the page; else made from the name.
        live: acts at once; otherwise at the next Setup.
        ends: words at both ends of the track.
        follows: name of a parameter; choosing that one puts this one back to its default (None).
        below: name of the parameter under which it stands on the page; else the signature's order counts.
        help: a sentence.
    """

    minimum: float
    maximum: float
    step: float = 1
    unit: str = ""
    label: str = ""
    live: bool = False
    ends: tuple[str, str] | None = None
    follows: str = ""
    below: str = ""
    help: str = ""


@dataclass(frozen=True, slots=True)
class Switch:
    """How a bool or a `Literal` is set.

    Attributes:
        label: on the page; else made from the name.
        live: see `Slider`.
        below: see `Slider`.
        help: a sentence.
        parse: of a chooser: what is no option -> a value that JSON knows, for `resolve` to make something of; raises
            ValueError with what would be right. Only scripts and files give such values.
    """

    label: str = ""
    live: bool = False
    below: str = ""
    help: str = ""
    parse: Callable[[Any], Any] | None = None


Chooser = Switch


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is typed or pasted; what it means is the model's business (`resolve`).

    Attributes:
        label: on the page; else made from the name.
        longest: so many letters at most; up to `ONE_LINE` it is a field of one line.
        live: acts at once.
        below: see `Slider`.
        help: a sentence.
    """

    label: str = ""
    longest: int = 20_000
    live: bool = False
    below: str = ""
    help: str = ""


@dataclass(frozen=True, slots=True)
class Hidden:
    """A value without a widget.

    Attributes:
        parse: text (from a link or the command line) -> value; raises ValueError with what would be right.
        help: a sentence.
    """

    parse: Callable[[str], Any] | None = None
    help: str = ""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a model."""

    name: str
    label: str
    kind: Kind
    default: Any
    optional: bool = False
    minimum: float = -math.inf
    maximum: float = math.inf
    step: float = 1
    unit: str = ""
    live: bool = False
    options: tuple[Any, ...] = ()
    ends: tuple[str, str] | None = None
    follows: str = ""
    help: str = ""
    parse: Callable[[str], Any] | None = None

    def check(self, value: Any) -> Any:
        """The value as the parameter's own type.

        Args:
            value: of that type, a numpy number, or text.

        Raises:
            ParameterError: it is of another kind or out of range.
        """
        if self.optional and is_none(value):
            return None
        match self.kind:
            case "integer" | "real":
                return self._number(value)
            case "choice":
                return self._option(value)
            case "switch":
                return self._switch(value)
            case "text":
                return self._text(value)
            case _:
                return self._hidden(value)

    def _number(self, value: Any) -> int | float:
        whole = self.kind == "integer"
        number = to_number(value)
        if not (math.isfinite(number) and self.minimum <= number <= self.maximum and not (whole and number % 1)):
            raise self._refusal(value, "a whole number" if whole else "a number")
        return int(number) if whole else number

    def _refusal(self, value: Any, wanted: str) -> ParameterError:
        unit = f" {self.unit}" if self.unit else ""
        bounds = f"{wanted} from {self.minimum:g} to {self.maximum:g}{unit}"
        return ParameterError(self.name, f"{self.name}: {shown(value)} is not {bounds}")

    def _option(self, value: Any) -> Any:
        if isinstance(value, np.generic):
            value = value.item()
        simple = value is None or isinstance(value, str | numbers.Real)  # an array's == is no answer
        for option in self.options:
            if simple and value == option and isinstance(value, bool) == isinstance(option, bool):
                return option
            if isinstance(value, str) and value == str(option):
                return option
        if self.parse is not None:
            try:
                return self.parse(value)
            except ValueError as error:
                raise ParameterError(self.name, f"{self.name}: {error}") from error
        choices = ", ".join(str(option) for option in self.options)
        raise ParameterError(self.name, f"{self.name}: {shown(value)} is not one of {choices}")

    def _switch(self, value: Any) -> bool:
        if isinstance(value, bool | np.bool_):
            return bool(value)
        text = str(value).strip().lower()
        if text in TRUE | FALSE:
            return text in TRUE
        raise ParameterError(self.name, f"{self.name}: {shown(value)} is not on or off (true or false)")

    def _text(self, value: Any) -> str:
        if not isinstance(value, str) or len(value) > self.maximum:
            wanted = f"a text of at most {self.maximum:g} letters"
            raise ParameterError(self.name, f"{self.name}: {shown(value)} is not {wanted}")
        return str(value)

    def _hidden(self, value: Any) -> Any:
        if isinstance(value, str) and self.parse is not None:
            try:
                return self.parse(value)
            except ValueError as error:
                raise ParameterError(self.name, f"{self.name}: {error}") from error
        return value


class Parameters(tuple[Parameter, ...]):
    """The parameters of a model in the order of its signature; also by name: `parameters["curviness"]`."""

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            for parameter in self:
                if parameter.name == key:
                    return parameter
            raise KeyError(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        return key in self.names if isinstance(key, str) else super().__contains__(key)

    @property
    def names(self) -> tuple[str, ...]:
        """All names."""
        return tuple(parameter.name for parameter in self)

    def spoken(self, message: str) -> str:
        """A refusal as the page says it: with labels in place of the names that scripts use."""
        labels = {parameter.name: parameter.label for parameter in self} | {"rng": "Seed"}
        begin = re.match(r"\w+(?: x \w+)*(?=[: ])", message)
        if begin is not None and all(name in labels for name in begin[0].split(" x ")):
            rest = message[begin.end() :]
            if rest.startswith(f": {begin[0]} "):  # it would say the name twice
                rest = f": {rest[len(begin[0]) + 3 :]}"
            message = " x ".join(labels[name] for name in begin[0].split(" x ")) + rest
        # Names of one word are words, too; those of several are recognized wherever they stand.
        return re.sub(r"\b[a-z]+(?:_[a-z]+)+\b", lambda found: labels.get(found[0], found[0]), message)

    @property
    def for_page(self) -> tuple[Parameter, ...]:
        """In the order of the page: as in the signature, but one that others follow stands before these."""
        ordered: list[Parameter] = []
        for parameter in self:
            leader = next((p for p in self if p.name == parameter.follows), None)
            ordered += [p for p in (leader, parameter) if p is not None and p not in ordered]
        return tuple(ordered)

    @property
    def defaults(self) -> dict[str, Any]:
        """Name -> default."""
        return {parameter.name: parameter.default for parameter in self}

    def check(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """All values, checked; missing ones at their defaults.

        Raises:
            ParameterError: a value is refused, or a name is not a parameter.
        """
        for name in values:
            if name not in self.names:
                raise ParameterError(name, f"{name}: there is no such parameter; there are {', '.join(self.names)}")
        return {p.name: p.check(values[p.name]) if p.name in values else p.default for p in self}


def shown(value: Any) -> str:
    """A value for a message: short, however long it is."""
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def is_none(value: Any) -> bool:
    """Whether a value, or a text from a link, says "none"."""
    return value is None or (isinstance(value, str) and value.strip() in ("", "None"))


def to_number(value: Any) -> float:
    """A number, a numpy number, or text as a number; not a number for anything else, True and False among it."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, str | numbers.Real):
        return math.nan
    try:
        return float(value)
    except (ValueError, OverflowError):
        return math.nan


def check_seed(value: Any) -> int | None:
    """A seed as Python's int, or None.

    Raises:
        ParameterError: it is no whole number from 0 to 2**63 - 1.
    """
    if is_none(value):
        return None
    try:
        number = int(value) if isinstance(value, str) else operator.index(value)
        if isinstance(value, bool | np.bool_) or not 0 <= number <= LARGEST_SEED:
            raise ValueError
    except (TypeError, ValueError):
        raise ParameterError("rng", f"rng: {shown(value)} is not a whole number from 0 to 2**63 - 1") from None
    return int(number)


def parameters_of(model: Any) -> Parameters:
    """The parameters of a model class (or of a model): what scripts, widgets and links may set."""
    found = getattr(model, "parameter_list", None)
    if not isinstance(found, Parameters):
        raise TypeError(f"{model!r} is no WorldModel")
    return found
