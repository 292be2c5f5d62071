"""The sweeper: a turtle that plays minesweeper, one move a tick.

It opens the nearest patch that it knows to be safe, and sets no flags. Where nothing is certain it guesses by the
model's policy: "careful" takes the lowest probability of a mine, "bold" any patch that is no certain mine, "logic only"
none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from patchwalk.turtle import Turtle

if TYPE_CHECKING:
    from models.minesweeper import MinesweeperModel

Patches = NDArray[np.int64]


class Sweeper(Turtle):
    """A turtle that opens patches.

    Override a method, and it plays otherwise: `decide` says what it opens, `look` what it knows of.

    Attributes:
        number: which of the model's sweepers it is, from 0.
        target: the patch it wants to open, or -1.
    """

    color = "sweeper"
    model: MinesweeperModel

    def __init__(self, model: MinesweeperModel, patch: int, number: int) -> None:
        """Put a sweeper on a patch.

        Args:
            model: the game.
            patch: where it stands.
            number: from 0.
        """
        super().__init__(model, patch)
        self.number = number
        self.target = -1

    def move(self) -> None:
        """One tick: decide what to open, go there (all the way, or one step), and open it on arrival."""
        if not self.goes_on():
            self.target = self.decide(self.look())
        if self.target < 0:
            return
        self.walk() if self.model.walking else self.jump()
        if self.patch == self.target:
            self.target = -1
            self.model.sweep(self.patch)

    def look(self) -> Patches:
        """The patches that are certain safe, as far as the sweepers know; it thinks when they know of none."""
        return self.model.learn()

    def decide(self, safe: Patches) -> int:
        """The patch to open: the nearest safe one, else a guess; -1 if it would rather not."""
        return self.nearest(safe) if safe.size else self.guess()

    def guess(self) -> int:
        """A patch chosen by the policy, or -1."""
        closed = self.model.open_patches()
        if not closed.size or self.model.policy == "logic only":
            return -1
        if self.model.policy == "bold":
            return self.any_of(closed)
        return self.most_central(closed) if self.model.opens_area_next else self.least_likely(closed)

    def nearest(self, patches: Patches) -> int:
        """Of these the one with the fewest steps to it; of several the one with the lowest number."""
        if patches.size == 1:
            return int(patches[0])
        return int(patches[np.argmin(self.model.world.distance(patches, np.int64(self.patch)))])

    def most_central(self, patches: Patches) -> int:
        """Of these the one nearest to the middle of the world, where an area has the most room to grow."""
        world = self.model.world
        middle = world.patch(world.width // 2, world.height // 2)
        return int(patches[np.argmin(world.distance(patches, np.int64(middle)))])

    def least_likely(self, patches: Patches) -> int:
        """Of these the one with the lowest probability of a mine.

        Of several one beside a number, and of these the one with the fewest hidden neighbours.
        """
        probability = self.model.analysis().probability.reshape(-1)[patches].astype(np.float64)
        if np.isnan(probability).any():  # the layouts cannot be counted
            return self.any_of(patches)
        hidden = np.append(self.model.shown.reshape(-1) < 0, False)
        near = self.model.world.neighbors[patches]
        hidden_near = hidden[near].sum(axis=1)
        beside_none = ((near >= 0).sum(axis=1) == hidden_near).astype(np.int8)
        return int(patches[np.lexsort((patches, hidden_near, beside_none, probability))[0]])

    def any_of(self, patches: Patches) -> int:
        """Any of these, all with the same probability."""
        return int(patches[self.model.rng.integers(patches.size)])

    def goes_on(self) -> bool:
        """Whether it is on its way to a patch that still is what it should open."""
        if self.target < 0 or self.model.shown.flat[self.target] >= 0:
            return False
        safe = self.look()
        return not safe.size or self.target in safe

    def walk(self) -> None:
        """One step nearer to the target."""
        if self.patch == self.target:
            return
        world = self.model.world
        near = world.neighbors[self.patch].astype(np.int64)
        ways = np.flatnonzero(near >= 0)
        direction = int(ways[np.argmin(world.distance(near[ways], np.int64(self.target)))])
        self.heading = world.headings[direction]
        self.forward()

    def jump(self) -> None:
        """To the target at once."""
        self.patch = self.target

    def has_move(self) -> bool:
        """Whether a tick would make it do something. It asks without learning anything, and draws nothing."""
        model = self.model
        if self.target >= 0 or model.knows_safe() or model.safe_patches().size:
            return True
        return model.policy != "logic only" and bool(model.open_patches().size)
