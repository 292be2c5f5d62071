"""One source, two speeds: sequential rules as plain Python or compiled by numba.

A kernel is a plain function over one-dimensional arrays and scalars, in the part of Python that numba compiles::

    @kernel
    def count_open(flags: Vector, patches: int) -> int: ...

    count_open(flags, 100)           # the faster of what this process has
    count_open.plain(flags, 100)     # plain Python
    count_open.compiled(flags, 100)  # numba, the extra `fast`

The plain version gets each array as a memoryview, which plain Python reads and writes about three times as fast as a
numpy array, and as Python's own ints and floats. The compiled version gets the arrays. Boolean arrays go in as their
bytes (0 and 1), so that both see numbers. Nothing is copied: what a kernel writes stands in the caller's arrays. Only
tables (small arrays that are marked read-only) are copied into lists for plain Python, which reads these faster still.

The environment variable PATCHWALK_KERNELS chooses: "auto" (compiled where numba can be imported, the default), "plain"
or "fast" (compiled, and an error where that is impossible).

A kernel may call another kernel by its global name: the plain one calls the plain function, the compiled one the
compiled. What a kernel takes from outside, kernels and constants, should stand in its own file: the only one at which
numba's cache looks for changes.
Kernels must not count on negative indices unless they say why both versions agree on them.
"""

from __future__ import annotations

import functools
import os
import threading
import warnings
from collections.abc import Callable
from types import CodeType, FunctionType, ModuleType
from typing import Any, Generic, Literal, ParamSpec, TypeAlias, TypeVar, cast

import numpy as np

P = ParamSpec("P")
R = TypeVar("R")

# Outside a kernel a one-dimensional numpy array, inside a memoryview or that array: whole numbers or floats by index.
Vector: TypeAlias = Any

Choice = Literal["auto", "plain", "fast"]
CHOICES: tuple[Choice, ...] = ("auto", "plain", "fast")

# Read-only arrays of at most so many entries are tables: copying one takes some ten microseconds.
TABLE = 4096

_loading = threading.RLock()
_chosen: Choice | None = None
_warmers: list[Callable[[], object]] = []


class Kernel(Generic[P, R]):
    """A sequential rule with a plain and a compiled version. Made by `kernel`.

    Attributes:
        function: the function as it was written.
    """

    def __init__(self, function: Callable[P, R]) -> None:
        functools.update_wrapper(self, function)
        self.function = cast(FunctionType, function)
        self._compiled: Any = None
        self._fit: bool | None = None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the version that this process has chosen."""
        if kwargs:
            raise TypeError(f"{self.function.__name__} takes its arguments by position only")
        if available() == "plain" or not self._compiles(args):
            return self.plain(*args)
        return self.compiled(*args)

    def _compiles(self, args: tuple[Any, ...]) -> bool:
        """Whether the kernel compiles for the first arguments it gets; asked once, before anything has run."""
        if self._fit is None:
            if chosen() == "fast":
                return True  # and an error says so if it does not
            try:
                self._compiled_function().compile(tuple(_numba().typeof(_numbers(a)) for a in args))
                self._fit = True
            except Exception as error:  # compilers fail in many ways, and the plain version is as good
                warnings.warn(f"{self.function.__name__} does not compile and runs plain: {error}", stacklevel=3)
                self._fit = False
        return self._fit

    def plain(self, *args: Any) -> R:
        """Run in plain Python; arrays are handed over as memoryviews, tables as lists."""
        return self._plain_function(*[_for_plain(a) if isinstance(a, np.ndarray) else a for a in args])

    def compiled(self, *args: Any) -> R:
        """Run compiled, without holding the interpreter's lock. The first call compiles or reads numba's cache.

        Raises:
            RuntimeError: numba is not there or cannot be imported.
        """
        result: R = self._compiled_function()(*[_numbers(a) for a in args])
        return result

    @functools.cached_property
    def _plain_function(self) -> Callable[..., R]:
        return self._with_kernels_as(lambda other: other._plain_function)

    def _compiled_function(self) -> Any:
        if self._compiled is None:
            with _loading:
                if self._compiled is None:
                    self._compiled = self._compile()
        return self._compiled

    def _compile(self) -> Any:
        njit = _numba().njit
        function = self._with_kernels_as(lambda other: other._compiled_function())
        try:
            return njit(nogil=True, cache=True)(function)
        except RuntimeError:  # no folder that numba may write its cache into
            return njit(nogil=True)(function)

    def _with_kernels_as(self, version: Callable[[Kernel[Any, Any]], Any]) -> FunctionType:
        """The function, seeing one version of the kernels it calls instead of `Kernel` objects."""
        function = self.function
        names = _global_names(function.__code__)
        called = {name: function.__globals__.get(name) for name in names}
        kernels = {name: version(other) for name, other in called.items() if isinstance(other, Kernel)}
        if not kernels:
            return function
        copy = FunctionType(function.__code__, function.__globals__ | kernels, function.__name__, function.__defaults__)
        # numba names its cache file by these.
        copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
        return copy


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Make a function over one-dimensional arrays and scalars a kernel (see the head of this file)."""
    return Kernel(function)


def warmer(function: Callable[[], R]) -> Callable[[], R]:
    """Mark a function that calls kernels once on something tiny, with the types of real work; `warm` runs it."""
    _warmers.append(function)
    return function


def warm() -> int:
    """Compile (or load from numba's cache) the kernels of all modules imported so far.

    Returns:
        How many warmers ran; 0 where kernels run plain, since there is nothing to compile.
    """
    if available() == "plain":
        return 0
    for run in _warmers:
        run()
    return len(_warmers)


def choose_kernels(choice: Choice | None) -> None:
    """Choose for this process what PATCHWALK_KERNELS would; None goes back to the environment's word."""
    global _chosen
    if choice is not None and choice not in CHOICES:
        raise ValueError(f"kernels are 'auto', 'plain' or 'fast', not {choice!r}")
    _chosen = choice


def chosen() -> Choice:
    """What was asked for: by `choose_kernels`, else by PATCHWALK_KERNELS, else "auto".

    Raises:
        ValueError: the variable holds something else.
    """
    global _chosen
    if _chosen is None:
        word = os.environ.get("PATCHWALK_KERNELS", "").strip().lower() or "auto"
        if word not in CHOICES:
            raise ValueError(f"PATCHWALK_KERNELS is 'auto', 'plain' or 'fast', not {word!r}")
        _chosen = word
    return _chosen


def available() -> Literal["plain", "fast"]:
    """Which version a kernel's call runs: "fast" compiled, "plain" not. The first call may import numba."""
    choice = chosen()
    if choice == "plain":
        return "plain"
    if choice == "fast":
        return "fast"
    return "fast" if _import_numba()[0] is not None else "plain"


def _numba() -> Any:
    module, reason = _import_numba()
    if module is None:
        raise RuntimeError(f"compiled kernels need numba (pip install 'patchwalk[fast]'): {reason}")
    return module


@functools.cache
def _import_numba() -> tuple[ModuleType | None, str]:
    """Numba or None, and why not. Late, because the import alone takes about a second."""
    with _loading:
        try:
            import numba
        except Exception as error:  # a numba that does not fit this numpy or Python fails in many ways
            return None, f"{type(error).__name__}: {error}"
        return numba, ""


def _for_plain(array: np.ndarray[Any, Any]) -> Any:
    numbers = _numbers(array)
    return numbers.tolist() if not array.flags.writeable and array.size <= TABLE else numbers.data


def _numbers(argument: Any) -> Any:
    """The argument, a boolean array as its bytes."""
    is_bool = isinstance(argument, np.ndarray) and argument.dtype == np.bool_
    return argument.view(np.uint8) if is_bool else argument


def _global_names(code: CodeType) -> set[str]:
    """Names that the code, or a comprehension in it, may look up as globals."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _global_names(constant)
    return names
