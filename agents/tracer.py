"""The tracer: a turtle that walks and leaves a trail. Three exercises with which one starts to learn.

1. Walk straight on until the edge.
2. Also turn left at edges.
3. Also turn left at one's own trail, and stop when all sides are blocked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchwalk.turtle import Turtle

if TYPE_CHECKING:
    from models.trails import TrailsModel


class Tracer(Turtle):
    """A turtle that leaves a trail.

    Override a method, and the trails change: with `turn` as `self.right()` they wind the other way.

    Attributes:
        number: which of the model's tracers it is, from 0.
        moves: how many steps it has made.
    """

    model: TrailsModel

    def __init__(self, model: TrailsModel, patch: int, heading: float, number: int) -> None:
        """Put a tracer on the patch where its trail begins.

        Args:
            model: the trails.
            patch: where it stands.
            heading: degrees, one of the world's.
            number: from 0.
        """
        super().__init__(model, patch, heading)
        self.number = number
        self.moves = 0
        self.color = model.turtle_color(number)

    def move(self) -> None:
        """One tick: turn until nothing is in the way, then take a step and leave a trail. With no way at all, stay."""
        if self.has_way():
            while self.blocked_ahead():
                self.turn()
            self.forward()
            self.moves += 1
            self.leave_trail()

    def blocked_ahead(self) -> bool:
        """Whether the way ahead ends at an edge or, in the third exercise, at its own trail."""
        ahead = self.patch_ahead()
        return ahead < 0 or (self.model.level == "own trail" and self.has_been(ahead))

    def turn(self) -> None:
        """Turn away from what is in the way."""
        self.left()

    def has_way(self) -> bool:
        """Whether a tick would move it: ahead in the first exercise, on any side in the others. It does not turn."""
        facing = self.heading
        sides = (facing,) if self.model.level == "straight" else (facing, *self.model.world.headings)
        found = False
        for side in sides:
            self.heading = side
            if not self.blocked_ahead():
                found = True
                break
        self.heading = facing
        return found

    def has_been(self, patch: int) -> bool:
        """Whether a patch is on its own trail."""
        return self.model.is_on_trail(patch, self.number)

    def leave_trail(self) -> None:
        """Mark the patch to which it has come."""
        self.model.mark(self)
