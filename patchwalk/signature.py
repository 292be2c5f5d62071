"""A model's signature: read as its parameters, and wrapped so that it checks what it is given."""

from __future__ import annotations

import functools
import inspect
import secrets
import types
import typing
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal

from patchwalk.parameters import Hidden, Parameter, Parameters, Slider, Switch, Text, check_seed

if TYPE_CHECKING:
    from patchwalk.model import WorldModel

NEW_SEEDS = 10**9  # drawn seeds have at most nine digits, so that people can say and copy them


def read_signature(init: Callable[..., Any]) -> Parameters:
    """The parameters that a signature declares.

    Raises:
        TypeError: a parameter has no default or a type that no widget sets.
    """
    hints = typing.get_type_hints(init, include_extras=True)
    signature = inspect.signature(init).parameters.values()
    named: Iterable[inspect.Parameter] = (p for p in signature if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY))
    found: list[Parameter] = []
    for parameter in named:
        if parameter.name not in ("self", "rng"):
            read, below = _read(parameter, hints.get(parameter.name, Any))
            found.insert(_place_below(found, below), read)
    return Parameters(found)


def _place_below(found: list[Parameter], below: str) -> int:
    """Where the next one stands: right under that of a name, or last."""
    return next((k + 1 for k, parameter in enumerate(found) if parameter.name == below), len(found))


def _read(parameter: inspect.Parameter, hint: Any) -> tuple[Parameter, str]:
    name = parameter.name
    if parameter.default is parameter.empty:
        raise TypeError(f"{name}: a model's parameter needs a default, so that the model builds without arguments")
    base = hint
    notes: tuple[Any, ...] = ()
    if typing.get_origin(hint) is typing.Annotated:
        base, *rest = typing.get_args(hint)
        notes = tuple(rest)
    optional = False
    if typing.get_origin(base) in (typing.Union, types.UnionType):
        kept = [arm for arm in typing.get_args(base) if arm is not type(None)]
        optional = len(kept) < len(typing.get_args(base))
        base = kept[0] if len(kept) == 1 else Any
    note = next((n for n in notes if isinstance(n, Slider | Switch | Text | Hidden)), None)
    return _declared(name, base, note, parameter.default, optional), getattr(note, "below", "")


def _declared(name: str, base: Any, note: Any, default: Any, optional: bool) -> Parameter:
    label = getattr(note, "label", "") or name.replace("_", " ").capitalize()
    common = {"name": name, "label": label, "default": default, "optional": optional, "help": getattr(note, "help", "")}
    if isinstance(note, Hidden):
        return Parameter(kind="hidden", parse=note.parse, **common)
    if isinstance(note, Text) and base is str:
        return Parameter(kind="text", maximum=note.longest, live=note.live, **common)
    if isinstance(note, Slider) and base in (int, float):
        return Parameter(
            kind="integer" if base is int else "real",
            minimum=note.minimum, maximum=note.maximum, step=note.step, unit=note.unit, live=note.live,
            ends=note.ends, follows=note.follows, **common,
        )  # fmt: skip
    live = getattr(note, "live", False)
    if base is bool:
        return Parameter(kind="switch", live=live, **common)
    if typing.get_origin(base) is Literal:
        parse = getattr(note, "parse", None)
        return Parameter(kind="choice", options=typing.get_args(base), live=live, parse=parse, **common)
    raise TypeError(f"{name}: {base} needs a Slider, a Literal, bool, Text or Hidden")


def new_seed(rng: Any) -> int:
    """The given seed, checked, or a drawn one."""
    seed = check_seed(rng)
    return secrets.randbelow(NEW_SEEDS) if seed is None else seed


def checking(cls: type[WorldModel], own: Callable[..., None]) -> Callable[..., None]:
    """`own`, the `__init__` of `cls`, with its arguments checked and the seed drawn before it runs."""
    signature = inspect.signature(own)

    @functools.wraps(own)
    def checked(self: WorldModel, *args: Any, **kwargs: Any) -> None:
        given = dict(signature.bind(self, *args, **kwargs).arguments)
        given.pop(next(iter(signature.parameters)))
        seed = given.pop("rng", None)
        # A subclass without an __init__ of its own may still have its own `resolve`.
        owner = type(self) if type(self).__init__ is checked else cls
        values = owner.resolve(cls.parameter_list.check(given))
        if "seed" not in self.__dict__:  # else the outermost class has already said it
            self.parameters, self.seed = dict(values), new_seed(seed)
        self.parameters = values | self.parameters  # what only a class below knows is what that one is given
        own(self, **values, rng=self.seed)
        if type(self).__init__ is checked:
            self.running = self.active()

    return checked
