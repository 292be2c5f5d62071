"""The carver: a turtle that eats a maze into a hedge, depth first, with a stack.

In each move it does the first of these that it can: step into a fresh room two patches on, and push the room it leaves;
join its tree to another one by opening a single wall; go back to the room it pops. When there is nothing to pop, it
dies. The rule comes from a well-known programming assignment for NetLogo; the joining makes many turtles eat one maze.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from patchwalk.turtle import Turtle
from rules.turns import choose

if TYPE_CHECKING:
    from models.maze import MazeModel


class Carver(Turtle):
    """A turtle that carves.

    Override a method, and the maze changes; the model then lets the turtles themselves finish it.

    Attributes:
        number: which of the model's carvers it is, from 0.
        patch: the room where it stands.
        heading: the one with which it entered that room; "straight on" means this.
    """

    # The methods that are the rule. Finish runs the same rule over arrays only while all of these are Carver's own.
    RULE = ("move", "probe", "choose", "step", "push", "pop", "backtrack", "probe_trees", "join")

    model: MazeModel

    def __init__(self, model: MazeModel, patch: int, heading: float, number: int) -> None:
        """Put a carver into a fresh room, or where one stood before.

        Args:
            model: the maze.
            patch: a room.
            heading: degrees, one of the world's.
            number: from 0.
        """
        super().__init__(model, patch, heading)
        self.number = number
        self.depth = 0
        self._stack: list[int] | None = []
        self._carving = model.carving
        self._world_headings = model.world.headings

    @property
    def stack(self) -> list[int]:
        """The rooms behind it, the one it came from last."""
        if self._stack is None:  # the kernel moved it: the way back is in the maze itself
            self._stack = self._carving.stack_of(self.patch, self.depth)
        return self._stack

    def move(self) -> None:
        """One move: a step, a merge, or a backtrack (the last of which is to die)."""
        if ways := self.probe():
            self.step(self.choose(ways))
        elif walls := self.probe_trees():
            self.join(self.choose(walls))
        elif self.depth:
            self.backtrack()
        else:
            self._carving.retire()
            self.die()

    def probe(self) -> Sequence[int]:
        """The directions in which both patches ahead exist and are uncarved."""
        return self._carving.open_directions(self.patch)

    def probe_trees(self) -> Sequence[int]:
        """The directions in which the room two patches ahead belongs to another tree."""
        return self._carving.foreign_directions(self.patch, self.number)

    def choose(self, ways: Sequence[int]) -> int:
        """One of the directions: by curviness straight on or a turn, see `rules.turns.choose`."""
        model = self.model
        carving = self._carving
        straight = carving.entered[self.patch]
        return choose(
            ways, int(straight), model.curviness, model.fixed_turns, model.world.directions, carving.next_luck
        )

    def step(self, direction: int) -> None:
        """Step two patches in a direction, carving both, and push the room left behind."""
        # Pushed before it moves: a stack that is still to be read from the maze is that of the room where it stands.
        self.push(self.patch)
        self.patch = self._carving.carve(self.patch, direction, self.number)
        self.heading = self._world_headings[direction]

    def join(self, direction: int) -> None:
        """Open the one wall that makes two trees one; stay."""
        self._carving.merge(self.patch, direction)

    def backtrack(self) -> None:
        """Go back to the room that is popped, with the heading it was entered with."""
        self._carving.backtrack(self.patch)
        self.patch = self.pop()
        self.heading = self._world_headings[self._carving.entered[self.patch]]

    def push(self, room: int) -> None:
        """Put a room on the stack."""
        self.stack.append(room)
        self.depth += 1

    def pop(self) -> int:
        """Take the last room from the stack."""
        room = self.stack.pop()  # with the depth as it still is: the stack may have to be read from the maze
        self.depth -= 1
        return room

    def put(self, patch: int, depth: int) -> None:
        """Stand in a room with so many rooms behind, as the arrays have it; the stack is read when it is asked for."""
        self.patch, self.depth, self._stack = patch, depth, None
        self.heading = self._world_headings[self._carving.entered[patch]]


class Recaller(Carver):
    """A carver whose moves were recorded by a real recursive function; it does them again, one a tick."""

    def move(self) -> None:
        """The next recorded move."""
        direction = self.model.record[self._carving.moves]
        if direction >= 0:
            self.step(direction)
        elif self.depth:
            self.backtrack()
        else:
            self._carving.retire()
            self.die()
