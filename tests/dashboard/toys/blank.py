"""The least that a model can be: no parameters, tools, plots or monitors of its own."""

from __future__ import annotations

import numpy as np

from patchwalk.model import WorldModel
from patchwalk.view import View
from patchwalk.world import make_world


class BlankModel(WorldModel):
    """One patch after the other; it never ends."""

    title = "Blank"

    def __init__(self, rng: int | None = None) -> None:
        super().__init__(rng=rng)
        self.world = make_world("square", 4, 3)

    def tick(self) -> None:
        """Nothing."""

    def active(self) -> bool:
        """Always."""
        return True

    def view(self, overlays: frozenset[str] = frozenset()) -> View:
        """Bare ground."""
        return View(np.zeros((3, 4), dtype=np.uint8))
