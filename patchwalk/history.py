"""Undo without limit in little memory: one whole state, and from it backwards only what differed.

A state is what `WorldModel.state` gives: a mapping of names to arrays, plain values and mappings of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

State = Mapping[str, Any]
MOST_BYTES = 256 * 2**20  # of all differences together; beyond it the oldest are let go


@dataclass(frozen=True, slots=True)
class ArrayPatch:
    """The elements by which an array differs from another of the same shape and type."""

    index: np.ndarray[Any, np.dtype[np.int64]]
    values: np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Delta:
    """What turns one state into another: changed and new names, and names that are gone."""

    changed: dict[str, Any]
    gone: tuple[str, ...]

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""
        total = 200
        for value in self.changed.values():
            if isinstance(value, ArrayPatch):
                total += value.index.nbytes + value.values.nbytes
            elif isinstance(value, list | tuple):  # a generator's state is a tuple of 625 numbers
                total += 40 * sum(len(part) if isinstance(part, list | tuple) else 1 for part in value)
            else:
                total += value.nbytes if isinstance(value, np.ndarray | Delta) else 100
        return total


def difference(source: State, target: State) -> Delta:
    """What turns `source` into `target`."""
    changed: dict[str, Any] = {}
    for name, value in target.items():
        old = source.get(name)
        if isinstance(value, np.ndarray) and isinstance(old, np.ndarray) and _alike(value, old):
            index = np.flatnonzero(value.ravel() != old.ravel())
            if index.size * 9 > value.nbytes:
                changed[name] = value.copy()
            elif index.size:
                changed[name] = ArrayPatch(index, value.ravel()[index])
        elif isinstance(value, Mapping) and isinstance(old, Mapping):
            delta = difference(old, value)
            if delta.changed or delta.gone:
                changed[name] = delta
        elif name not in source or not same(value, old):
            changed[name] = value
    return Delta(changed, tuple(name for name in source if name not in target))


def patched(source: State, delta: Delta) -> dict[str, Any]:
    """`source` turned into the target of `delta`; arrays that differ are copied, the others shared."""
    result = {name: value for name, value in source.items() if name not in delta.gone}
    for name, value in delta.changed.items():
        if isinstance(value, ArrayPatch):
            array = result[name].copy()
            array.ravel()[value.index] = value.values
            result[name] = array
        elif isinstance(value, Delta):
            result[name] = patched(result[name], value)
        else:
            result[name] = value
    return result


def same(first: Any, second: Any) -> bool:
    """Whether two states, or two values in them, are equal, arrays by type, shape and content."""
    if isinstance(first, np.ndarray) or isinstance(second, np.ndarray):
        if not (isinstance(first, np.ndarray) and isinstance(second, np.ndarray) and _alike(first, second)):
            return False
        return bool(np.array_equal(first, second, equal_nan=first.dtype.kind in "fc"))
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        return first.keys() == second.keys() and all(same(first[name], second[name]) for name in first)
    if isinstance(first, list | tuple) and isinstance(second, list | tuple):
        return len(first) == len(second) and all(map(same, first, second))
    if isinstance(first, float) and isinstance(second, float) and first != first:
        return bool(second != second)  # "not a number" is the same as itself
    return bool(type(first) is type(second) and first == second)


def _alike(first: np.ndarray[Any, Any], second: np.ndarray[Any, Any]) -> bool:
    return bool(first.shape == second.shape and first.dtype == second.dtype)


@dataclass(slots=True)
class History:
    """The states just before each undoable action, newest whole, older ones as differences.

    Attributes:
        newest: the whole state of the newest mark, or None.
        older: differences that lead from each mark to the one before it.
        undone: differences that lead from a mark to the state that was undone.
    """

    newest: State | None = None
    older: list[Delta] = field(default_factory=list)
    undone: list[Delta] = field(default_factory=list)
    _sizes: list[int] = field(default_factory=list)
    _bytes: int = 0

    def mark(self, state: State) -> None:
        """An undoable action is about to change `state`; what was undone before can no longer be done again."""
        self.undone.clear()
        self._push(state)

    def _push(self, state: State) -> None:
        if self.newest is not None:
            self.older.append(difference(state, self.newest))
            self._sizes.append(self.older[-1].nbytes)
            self._bytes += self._sizes[-1]
            while self._bytes > MOST_BYTES:
                del self.older[0]
                self._bytes -= self._sizes.pop(0)
        self.newest = state

    def undo(self, state: State) -> State:
        """The state at the newest mark, which is taken away.

        Args:
            state: the present one, for `redo`.

        Raises:
            IndexError: there is no mark.
        """
        if self.newest is None:
            raise IndexError("there is nothing to undo")
        found = self.newest
        self.undone.append(difference(found, state))
        self.newest = patched(found, self._popped()) if self.older else None
        return found

    def unmark(self) -> None:
        """Take the newest mark away: what was done since has changed nothing."""
        self.newest = patched(self.newest, self._popped()) if self.newest is not None and self.older else None

    def _popped(self) -> Delta:
        self._bytes -= self._sizes.pop()
        return self.older.pop()

    def forget_undone(self) -> None:
        """Time went on after an undo: what was undone does not fit the present state any more."""
        self.undone.clear()

    def redo(self, state: State) -> State:
        """The state that the last `undo` left.

        Args:
            state: the present one: what that `undo` gave.

        Raises:
            IndexError: nothing was undone, or something was done since.
        """
        if not self.undone:
            raise IndexError("there is nothing to do again")
        delta = self.undone.pop()
        self._push(state)
        return patched(state, delta)

    @property
    def can_undo(self) -> bool:
        """Whether there is a mark."""
        return self.newest is not None

    @property
    def can_redo(self) -> bool:
        """Whether something was undone since the last mark."""
        return bool(self.undone)
