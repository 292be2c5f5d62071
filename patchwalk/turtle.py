"""Turtles: the ones who act. They stand on patches, have a heading and speak NetLogo.

A breed is a subclass, and its methods are its rule. Worlds are made of patches, so a turtle stands on a patch's centre,
moves by whole steps, and turns by the world's own angle.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

import mesa
import numpy as np

# What a hatched turtle must not share with its parent, since each changes its own.
OWN_COPIES = (list, dict, set, np.ndarray)

# What it gets anew: from Mesa, and from where it hatches.
FROM_MESA = frozenset({"model", "unique_id", "pos", "alive"})
PLACE = frozenset({"patch", "heading"})


class _IdsKeptByModel:
    """Numbers the turtles of a model with a counter that the model itself carries.

    Mesa 3.3 numbers agents by a table on the class, whose keys are models: no model with agents is ever freed. From
    Mesa 3.5 on a model counts in `agent_id_counter` and this table is not asked; here the older Mesa counts alike.
    """

    def __getitem__(self, model: Any) -> Iterator[int]:
        number: int = getattr(model, "agent_id_counter", 1)
        model.agent_id_counter = number + 1
        return iter((number,))


class Turtle(mesa.Agent):  # type: ignore[misc]
    """A turtle on a patch of its model's world.

    Attributes:
        model: the Mesa model; its `world` is the world.
        unique_id: int, counted from 1 in each model.
        patch: int, where the turtle stands.
        heading: degrees clockwise from up, at least 0 and less than 360.
        alive: False once it has died.
        shape: how it is drawn, one of `patchwalk.view.SHAPES`; a breed or a turtle may have its own.
        color: name of a swatch of the model's palette; likewise.
    """

    _ids = _IdsKeptByModel()

    shape: str = "turtle"
    color: str = "turtle"
    alive: bool = True

    patch: int
    heading: float

    def __init__(self, model: Any, patch: int, heading: float = 0.0) -> None:
        """Put a new turtle on a patch.

        Args:
            model: a Mesa model with a `world`.
            patch: where it stands.
            heading: degrees clockwise from up.

        Raises:
            ValueError: the world has no such patch.
        """
        # Checked first: a turtle that was refused must not be among the model's agents.
        patch = model.world.check_patch(int(patch))
        super().__init__(model)
        self.patch = patch
        self.heading = float(heading) % 360.0

    @property
    def xy(self) -> tuple[int, int]:
        """Column and row of the patch it stands on."""
        column, row = self.model.world.xy(self.patch)
        return column, row

    def patch_ahead(self, n: int = 1) -> int:
        """The patch n steps ahead, or -1 if the way there leads off the world."""
        ahead: int = self.model.world.ahead(self.patch, self.heading, n)
        return ahead

    def can_move(self, n: int = 1) -> bool:
        """Whether n steps ahead stay in the world."""
        return self.patch_ahead(n) >= 0

    def forward(self, n: int = 1) -> int:
        """Move n steps ahead, or as far as the world goes, as NetLogo does where it does not wrap.

        Args:
            n: number of steps; a negative number goes backwards.

        Returns:
            The number of steps made, 0 or more.
        """
        ahead = self.patch_ahead(n)
        if ahead >= 0:
            self.patch = ahead
            return abs(n)
        one = 1 if n > 0 else -1
        steps = 0
        while (ahead := self.patch_ahead(one)) >= 0:
            self.patch = ahead
            steps += 1
        return steps

    def back(self, n: int = 1) -> int:
        """Move n steps backwards without turning; the same as `forward(-n)`."""
        return self.forward(-n)

    def right(self, turns: float = 1) -> None:
        """Turn clockwise, by 90 degrees a turn on squares with four neighbours, 45 with eight, 60 on hexes."""
        self.heading = (self.heading + turns * self.model.world.turn) % 360.0

    def left(self, turns: float = 1) -> None:
        """Turn counter-clockwise; see `right`."""
        self.right(-turns)

    def move_to(self, patch: int) -> None:
        """Go to a patch at once, wherever it is, and keep the heading.

        Raises:
            ValueError: the world has no such patch.
        """
        self.patch = self.model.world.check_patch(int(patch))

    def hatch(self, n: int = 1, **changes: Any) -> list[Turtle]:
        """Make n turtles of the same breed on the same patch, alike in all attributes.

        Lists, dicts, sets and arrays are copied, so that each has its own; other values are shared. A breed whose
        turtles are views on arrays makes its young in its own way.

        Args:
            n: how many, 0 or more.
            changes: attributes in which the young differ from the parent, `hatch(2, heading=90)`.

        Raises:
            ValueError: n is negative, the turtle has no such attribute, or the world no such patch.
        """
        if n < 0:
            raise ValueError(f"hatch makes 0 or more turtles, not {n}")
        for name in changes:
            if name in FROM_MESA or not hasattr(self, name) or callable(getattr(self, name)):
                raise ValueError(f"hatch changes attributes of the turtle; {name!r} is none of a {type(self).__name__}")
        patch = self.model.world.check_patch(int(changes.pop("patch", self.patch)))
        heading = changes.pop("heading", self.heading)
        return [self._young(patch, heading, changes) for _ in range(n)]

    def _young(self, patch: int, heading: float, changes: dict[str, Any]) -> Turtle:
        """One turtle like this one. Its breed's own `__init__` is not asked, since no one knows what that wants."""
        young = type(self).__new__(type(self))
        Turtle.__init__(young, self.model, patch, heading)
        for name, value in vars(self).items():
            if name not in PLACE and name not in FROM_MESA:
                setattr(young, name, copy.copy(value) if isinstance(value, OWN_COPIES) else value)
        for name, value in changes.items():
            setattr(young, name, value)
        return young

    def kept(self) -> dict[str, Any]:
        """Its own attributes, for `WorldModel.state`: copies where it has them for itself alone."""
        mine = {name: value for name, value in vars(self).items() if name not in FROM_MESA}
        return {name: copy.copy(value) if isinstance(value, OWN_COPIES) else value for name, value in mine.items()}

    @classmethod
    def brought_back(cls, model: Any, kept: Mapping[str, Any]) -> Turtle:
        """A turtle with the attributes that `kept` gave. The breed's own `__init__` is not asked."""
        turtle = cls.__new__(cls)
        Turtle.__init__(turtle, model, kept["patch"], kept["heading"])
        for name, value in kept.items():
            setattr(turtle, name, copy.copy(value) if isinstance(value, OWN_COPIES) else value)
        return turtle

    def remove(self) -> None:
        """Leave the model, as Mesa calls it; the same as `die`. A second time does nothing."""
        if self.alive:
            self.alive = False
            super().remove()

    def die(self) -> None:
        """Die: leave the model."""
        self.remove()
