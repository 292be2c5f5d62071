"""The drop: a turtle of water or blood, one on each patch of the front, which hatches into dry neighbours and dies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchwalk.turtle import Turtle

if TYPE_CHECKING:
    from models.maze import MazeModel


class Drop(Turtle):
    """A thin view on one patch of the flood: what it is made of stands in the flood's layers."""

    # The methods that are the rule; see `agents.carver.Carver.RULE`.
    RULE = ("spread", "soak")

    shape = "drop"
    model: MazeModel

    @property
    def liquid(self) -> int:
        """`rules.flooding.WATER` or `BLOOD`."""
        return int(self.model.flood.liquid.flat[self.patch])

    def spread(self) -> None:
        """Hatch into each dry open neighbour, in the order of directions, and die."""
        for patch in self.model.flood.dry_neighbors(self.patch):
            self.soak(patch)
        self.die()

    def soak(self, patch: int) -> None:
        """Wet a dry patch; a new drop stands there and spreads in the next tick."""
        self.model.flood.soak(patch, self.liquid, self.model.ticks + 1)
        self.model.drops.append(type(self)(self.model, patch))
