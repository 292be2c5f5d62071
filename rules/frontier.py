"""The frontier of a minefield: the numbers that still say something, and the hidden patches around them.

It is kept from move to move. Newly shown patches are entered, single numbers are worked off (a number that needs no
more mines makes its hidden patches safe, one that needs all of them makes them mines), and what is left falls apart
into components that share no patch. Only the components that a move touches are made anew; the others keep what has
been worked out about them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.component import Component
from rules.stages import Group

# What is known of a patch. All below SHOWN are hidden, all below SAFE unknown.
UNTOUCHED, FRONTIER, SAFE, MINE, SHOWN = range(5)


class Frontier:
    """What single numbers say about the hidden patches, and the components of the rest.

    Attributes:
        neighbors: (patches, directions), -1 where there is none.
        status: uint8 (patches + 1,), one of the codes above for each patch. The last element stands for the -1 of the
            neighbour table and reads as shown.
        components: the components, by their lowest number.
        conflict: a number that cannot be met, or a patch that would have to be both safe and mined; None if all is
            well. After a conflict the rest is unfinished.
    """

    def __init__(self, neighbors: NDArray[np.int32]) -> None:
        """Begin with all patches hidden.

        Args:
            neighbors: (patches, directions), -1 where there is none.
        """
        self.neighbors = neighbors
        self._codes = bytearray(len(neighbors) + 1)
        self._codes[-1] = SHOWN
        self.status: NDArray[np.uint8] = np.frombuffer(self._codes, dtype=np.uint8)
        self.components: dict[int, Component] = {}
        self.conflict: int | None = None
        self._need: dict[int, int] = {}  # number -> how many mines its unknown patches hold
        self._unknown: dict[int, set[int]] = {}  # number -> the unknown patches around it
        self._around: dict[int, list[int]] = {}  # unknown patch -> the numbers around it
        self._component_of: dict[int, Component] = {}
        self._loose: set[int] = set()  # numbers that belong to no component at the moment
        self._queue: list[int] = []  # numbers to look at
        self._facts: list[tuple[int, bool]] = []  # patches to resolve

    def enter(self, patches: NDArray[np.int64], values: NDArray[Any]) -> None:
        """Take in patches that have just been shown; `settle` draws the conclusions.

        Args:
            patches: (n,), hidden so far.
            values: (n,), the numbers that they show.
        """
        self.leave(patches)
        numbers, need, around = self._sweep(patches, values)
        lists = numbers.tolist(), need.tolist(), around.tolist()
        codes, numbers_around = self._codes, self._around
        for number, needed, row in zip(*lists, strict=True):
            unknown = {patch for patch in row if codes[patch] < SAFE}
            for patch in unknown:
                if codes[patch] == FRONTIER:
                    for other in numbers_around[patch]:
                        self._give_up(other)
                    numbers_around[patch].append(number)
                else:
                    codes[patch] = FRONTIER
                    numbers_around[patch] = [number]
            self._need[number], self._unknown[number] = needed, unknown
            self._loose.add(number)
            self._queue.append(number)

    def leave(self, patches: NDArray[np.int64]) -> None:
        """Take patches out of the hidden ones without a look at their numbers."""
        seen = self.status[patches]
        for patch in patches[seen == FRONTIER].tolist():
            for number in self._around.pop(patch):
                self._unknown[number].discard(patch)
                self._touch(number)
        mined = patches[seen == MINE]
        if mined.size:
            self.conflict = int(mined[0])
        self.status[patches] = SHOWN

    def _sweep(self, numbers: NDArray[np.int64], values: NDArray[Any]) -> tuple[NDArray[Any], ...]:
        """Look at new numbers all at once; those that still say something, their needs, and the patches around them.

        While there are no others, what they tell one by one is worked off here too, much faster than number by number.
        """
        while True:
            around = self.neighbors[numbers]
            seen = self.status[around]
            unknown = seen < SAFE
            need, room = values - (seen == MINE).sum(axis=1), unknown.sum(axis=1)
            wrong = (need < 0) | (need > room)
            if wrong.any():
                self.conflict = int(numbers[wrong.argmax()])
            live = room > 0
            free, full = live & (need == 0), live & (need == room)
            if wrong.any() or self._unknown or not (free | full).any():
                return numbers[live], need[live], around[live]
            safe = around[unknown & free[:, np.newaxis]]
            self.status[safe] = SAFE
            self.status[around[unknown & full[:, np.newaxis]]] = MINE
            both = self.status[safe] == MINE
            if both.any():
                self.conflict = int(safe[both.argmax()])
            left = live & ~free & ~full
            numbers, values = numbers[left], values[left]

    def settle(self, facts: Iterable[tuple[int, bool]] = ()) -> None:
        """Work off what is known, number by number, and split what is left into components.

        Args:
            facts: patches taken as known, each with whether it is mined.
        """
        self._facts.extend(facts)
        while self.conflict is None and (self._facts or self._queue):
            while self._facts:
                self._resolve(*self._facts.pop())
            if self._queue:
                self._look_at(self._queue.pop())
        if self.conflict is None:
            self._split()

    def _look_at(self, number: int) -> None:
        """Draw what this number alone tells."""
        need, unknown = self._need[number], self._unknown[number]
        if need < 0 or need > len(unknown):
            self.conflict = number
        elif need == 0 or need == len(unknown):
            self._facts.extend((patch, need > 0) for patch in sorted(unknown))

    def _resolve(self, patch: int, mined: bool) -> None:
        """Take in that a hidden patch is mined, or that it is safe."""
        code = self._codes[patch]
        if code >= SAFE:
            if (code == MINE) != mined:  # what has been shown is safe
                self.conflict = patch
            return
        self._codes[patch] = MINE if mined else SAFE
        for number in self._around.pop(patch, ()):
            self._unknown[number].discard(patch)
            self._need[number] -= mined
            self._touch(number)

    def _touch(self, number: int) -> None:
        """A number has changed: look at it again, and give up its component."""
        self._queue.append(number)
        self._give_up(number)

    def _give_up(self, number: int) -> None:
        """Dissolve the component of a number, if it has one; what was learnt about single patches stays."""
        component = self._component_of.get(number)
        if component is None:
            return
        del self.components[next(iter(component.needs))]
        for member in component.needs:
            del self._component_of[member]
        self._loose.update(component.needs)
        self._facts.extend(component.facts())

    def _split(self) -> None:
        """Put the loose numbers into components."""
        for number in [number for number in self._loose if not self._unknown[number]]:
            del self._unknown[number], self._need[number]
            self._loose.discard(number)
        for start in sorted(self._loose):
            if start not in self._component_of:
                numbers, patches = self._flood(start)
                needs = {number: self._need[number] for number in numbers}
                component = Component(needs, self._groups(patches))
                self.components[numbers[0]] = component
                self._component_of.update(dict.fromkeys(numbers, component))
        self._loose.clear()

    def _flood(self, start: int) -> tuple[list[int], list[int]]:
        """All numbers that hang together with this one, and the unknown patches around them; both ascending."""
        numbers, patches = {start}, set(self._unknown[start])
        waiting = list(patches)
        while waiting:
            for number in self._around[waiting.pop()]:
                if number not in numbers:
                    numbers.add(number)
                    more = self._unknown[number] - patches
                    patches |= more
                    waiting.extend(more)
        return sorted(numbers), sorted(patches)

    def _groups(self, patches: list[int]) -> list[Group]:
        """Put together the patches that have the same numbers around them."""
        groups: dict[tuple[int, ...], list[int]] = {}
        for patch in patches:
            groups.setdefault(tuple(sorted(self._around[patch])), []).append(patch)
        return list(groups.items())
