"""What a person wants of the next setup: values that wait, the seed and whether it is kept."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Mapping
from typing import Any

from patchwalk.declarations import Preset
from patchwalk.history import same
from patchwalk.model import WorldModel
from patchwalk.parameters import ParameterError, check_seed
from patchwalk.signature import NEW_SEEDS

PATCH_LIMIT = 1_100_000  # of the server; larger worlds are refused


class TooManyPatches(ParameterError):
    """The world would be larger than this server allows."""

    @property
    def names(self) -> tuple[str, ...]:
        """Both sizes: one without the other would be refused again."""
        return "width", "height"


def accepted(
    values: Mapping[str, Any], check: Callable[[dict[str, Any]], Any]
) -> tuple[dict[str, Any], list[ParameterError]]:
    """Leave out, again and again, what is refused, until the rest is taken.

    Args:
        values: name -> value.
        check: takes values, those left out at their defaults; raises a `ParameterError` where it does not.

    Returns:
        The values that can be had together, and why the others cannot.
    """
    left = dict(values)
    refusals: list[ParameterError] = []
    blamed: set[str] = set()
    while refusal := _refusal(check, left):
        refusals.append(refusal)
        named = left.keys() & set(refusal.names)
        blamed |= named
        left = {name: value for name, value in left.items() if name not in blamed} if named else {}
        if not named:  # it is about a default: begin with nothing
            break
    for name, value in values.items():  # what was left out may go with what is left
        if name in left:
            continue
        trial = _refusal(check, {**left, name: value})
        if trial is None:
            left[name] = value
        elif name not in blamed:
            refusals.append(trial)
    return left, refusals


def _refusal(check: Callable[[dict[str, Any]], Any], values: dict[str, Any]) -> ParameterError | None:
    try:
        check(values)
    except ParameterError as refusal:
        return refusal
    return None


class Settings:
    """The wanted values of one session.

    Attributes:
        first: name -> value with which the page begins.
        wanted: name -> value as given (None where the model fills it in), checked each for itself.
        resolved: the same, filled in.
        seed: for the next setup, or None for a new one.
        locked: whether Setup keeps the seed.
        held: names of live parameters whose wanted value waits for a setup all the same: those of a chosen preset.
        missed: a sentence for each of the first values that could not be had.
        refusal: (name, message) of the last refused value, or None.
    """

    def __init__(self, model_class: type[WorldModel], patch_limit: int = PATCH_LIMIT) -> None:
        self.model_class = model_class
        self.patch_limit = patch_limit
        self.first: dict[str, Any] = {**model_class.parameter_list.defaults, **model_class.page_values}
        self.wanted = dict(self.first)
        self.resolved = self.checked(self.wanted)
        self.seed: int | None = None
        self.locked = False
        self.missed: tuple[str, ...] = ()
        self.held: frozenset[str] = frozenset()
        self.refusal: tuple[str, str] | None = None
        self._chosen = ""  # name of a preset
        self._came: dict[str, Any] = {}  # name -> value, of what came of it

    def begin(self, values: Mapping[str, Any], seed: Any) -> None:
        """Take the values a page was opened with; one that is refused is reported and left at its default."""
        _, refusals = accepted(values, self.want)
        try:
            if check_seed(seed) is not None:
                self.type_seed(seed)
        except ParameterError as error:
            refusals.append(error)
        for refusal in refusals:
            self.miss(refusal.names[0], str(refusal))

    def miss(self, name: str, message: str) -> None:
        """Something that the page was opened with cannot be had."""
        if message not in self.missed:
            self.missed = (*self.missed, message)
        self.refusal = (name if self.refusal is None else self.refusal[0], "; ".join(self.missed))

    def put_back(self, name: str) -> None:
        """Want a parameter as at first again, or all of them where `name` is none or that is not enough."""
        defaults = self.first
        known = name in defaults and not equal(self.wanted[name], defaults[name])
        wanted = {**self.wanted, name: defaults[name]} if known else defaults
        try:
            self.resolved = self.checked(wanted)
        except ParameterError:
            wanted, self.resolved = dict(defaults), self.checked(defaults)
        self.wanted = wanted

    def adopt(self, model: WorldModel, values: Mapping[str, Any] | None = None) -> None:
        """Take everything from a model that stands there already.

        Args:
            model: it.
            values: that it was set up with, where they are known: what they left open stays open.
        """
        self._chosen = ""
        self.wanted = self.model_class.parameter_list.check(own_values(model) if values is None else values)
        self.was_set_up(model)

    def checked(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """All values, checked alone and together and against the server's limit.

        Raises:
            ParameterError: they are refused.
        """
        resolved = self.model_class.resolve(self.model_class.parameter_list.check(values))
        width, height = resolved.get("width"), resolved.get("height")
        if isinstance(width, int) and isinstance(height, int) and width * height > self.patch_limit:
            raise TooManyPatches(
                "width",
                f"width x height: {width} x {height} is {width * height:,} patches; "
                f"this server allows at most {self.patch_limit:,}",
            )
        return resolved

    def want(self, values: Mapping[str, Any]) -> list[str]:
        """Take new values; nothing is taken when one is refused.

        Returns:
            Names of those that act at once.

        Raises:
            ParameterError: a value is refused.
        """
        parameters = self.model_class.parameter_list
        wanted = dict(self.wanted)
        for name, value in values.items():
            if name not in parameters.names:
                known = ", ".join(parameters.names)
                raise ParameterError(name, f"{name[:40]}: there is no such parameter; there are {known}")
            checked = parameters[name].check(value)
            if not equal(checked, wanted[name]):
                wanted.update({p.name: p.default for p in parameters if p.follows == name and p.name not in values})
            wanted[name] = checked
        self.resolved = self.checked(wanted)
        changed = [p.name for p in parameters if p.name in values or not equal(wanted[p.name], self.wanted[p.name])]
        self.wanted = wanted
        self.held -= values.keys()
        return [name for name in changed if parameters[name].live]

    def choose(self, preset: Preset) -> None:
        """Want all values of a preset, at the next setup; nothing is taken when one is refused.

        Raises:
            ParameterError: a value is refused.
        """
        self.held |= frozenset(self.want(preset.values))
        self._chosen, self._came = preset.name, {name: self.resolved[name] for name in preset.values}

    @property
    def preset(self) -> str | None:
        """Name of the preset whose values all stand, or None.

        One value can follow from another (walkers from their density): what came of a chosen preset is that preset.
        """
        if self._chosen and all(equal(self.resolved[name], value) for name, value in self._came.items()):
            return self._chosen
        return preset_in_force(self.model_class, self.resolved)

    def waiting(self, model: WorldModel) -> frozenset[str]:
        """Names of parameters that act at setup (and `"rng"`) whose wanted value is not the model's."""
        names = {
            p.name
            for p in self.model_class.parameter_list
            if (not p.live or p.name in self.held) and not equal(self.resolved[p.name], model.parameters.get(p.name))
        }
        if self.seed is not None and self.seed != model.seed:
            names.add("rng")
        return frozenset(names)

    def follow(self, model: WorldModel, owed: Collection[str] = ()) -> None:
        """Something else changed live parameters (an undo, a button): want what the model has, except what waits."""
        for parameter in self.model_class.parameter_list:
            if parameter.live and parameter.name not in owed and parameter.name not in self.held:
                self.wanted[parameter.name] = self.resolved[parameter.name] = model.parameters[parameter.name]

    # --- the seed --------------------------------------------------------------------------------------------------

    def type_seed(self, text: Any) -> None:
        """A typed seed is kept until it is unlocked.

        Raises:
            ParameterError: it is no seed.
        """
        seed = check_seed(text)
        if seed is None:
            self.seed, self.locked = None, False
            return
        self.seed, self.locked = seed, True

    def draw_seed(self) -> None:
        """Draw another seed for the next setup."""
        self.seed = secrets.randbelow(NEW_SEEDS)

    def lock_seed(self, locked: bool) -> None:
        """Keep the seed, or draw a new one at each setup."""
        self.locked = bool(locked)

    def for_setup(self, *, keep_seed: bool = False) -> tuple[dict[str, Any], int | None]:
        """Values and seed for a setup now.

        Args:
            keep_seed: take the model's seed again unless another is wanted.
        """
        seed = self.seed
        if seed is None and (self.locked or keep_seed):
            seed = self.current_seed
        return dict(self.wanted), seed

    current_seed: int | None = None

    def was_set_up(self, model: WorldModel) -> None:
        """The model stands: its seed is the present one, and the wanted values are its own."""
        self.current_seed = model.seed
        self.seed = None
        self.held = frozenset()
        chosen = self.preset
        self.wanted = {
            name: value if self.wanted.get(name) is not None or value is None else self.wanted.get(name)
            for name, value in own_values(model).items()
        }
        self.resolved = own_values(model)
        if chosen != self._chosen:
            self._chosen = ""
        self._came = {name: self.resolved[name] for name in self._came}


def preset_in_force(model_class: type[WorldModel], values: Mapping[str, Any]) -> str | None:
    """Name of the first preset that leaves these values as they are, or None.

    Args:
        model_class: declares the presets.
        values: all parameters, None filled in.
    """
    for preset in model_class.presets:
        given = {name: value for name, value in preset.values.items() if value is not None}
        if not all(equal(values.get(name), value) for name, value in given.items()):
            continue
        try:
            resolved = model_class.resolve({**values, **preset.values})  # it fills in what the preset leaves open
        except ParameterError:
            continue
        if all(equal(values.get(name), resolved[name]) for name in preset.values):
            return preset.name
    return None


def own_values(model: WorldModel) -> dict[str, Any]:
    """Values of the parameters in the model's own signature."""
    return {name: model.parameters[name] for name in model.parameter_list.names}


def equal(first: Any, second: Any) -> bool:
    """Whether two values of a parameter are the same; they may be arrays, and 5 is 5.0."""
    numbers = isinstance(first, int | float) and isinstance(second, int | float)
    return same(first, second) or (numbers and bool(first == second))
