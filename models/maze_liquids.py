"""The liquids of a maze: pouring by tool, by button and by springs, and the drops that spread."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from agents.drop import Drop
from patchwalk.declarations import Pointer
from patchwalk.model import WorldModel
from rules.flooding import BLOOD, WATER, Flood

LIQUIDS = {"water": WATER, "blood": BLOOD}
NAMES = tuple(LIQUIDS)


class Liquids(WorldModel):
    """What a model with corridors needs so that one can pour into them; `MazeModel` is the one.

    Attributes:
        corridor: bool (height, width), True where a patch is open.
        flood: which patches are wet.
        drops: the drops on the front, in the order in which they act.
        spring_patches: where springs are, the oldest first.
        pours: how many times it was poured at random.
        pouring: what was poured last, in words.
    """

    drop_breed: ClassVar[type[Drop]] = Drop

    corridor: NDArray[np.bool_]
    flood: Flood
    drops: list[Drop]
    spring_patches: list[int]
    pours: int
    pouring: str

    def _spread(self) -> None:
        if len(self.drops) != len(self.flood.front):
            self._gather_drops()
        acting, self.drops = self.drops, []
        self.flood.begin_tick(self.ticks + 1)
        self.drops = [self.drop_breed(self, patch) for patch in self.flood.front.tolist()]
        for drop in acting:
            drop.spread()

    def _gather_drops(self) -> None:
        """One drop a patch of the front, in its order: after pours and after the kernel ran."""
        for drop in self.drops:
            drop.die()
        self.drops = [self.drop_breed(self, patch) for patch in self.flood.front.tolist()]

    def pour(self, patch: Any, liquid: str = "water") -> bool:
        """Pour on a patch (or (x, y)); nothing happens on walls, outside and on wet patches.

        Args:
            patch: where.
            liquid: "water" or "blood".

        Returns:
            Whether the patch got wet; its arrival is the present tick.

        Raises:
            ValueError: there is no such liquid.
        """
        if liquid not in LIQUIDS:
            raise ValueError(f"liquid: {liquid!r} is not one of {', '.join(LIQUIDS)}")
        if isinstance(patch, tuple | list):
            x, y = patch
            patch = self.world.patch(x, y) if 0 <= x < self.world.width and 0 <= y < self.world.height else -1
        wet = self.flood.pour(int(patch), LIQUIDS[liquid], self.ticks)
        if wet:
            self.drops.append(self.drop_breed(self, int(patch)))
            self.running = True if self.active() else self.running
        return wet

    def _dry_corridor(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        return np.flatnonzero(self.corridor.ravel() & (self.flood.liquid.ravel() == 0))

    def pour_at_random(self) -> None:
        """Pour on a dry corridor patch, water and blood in turn."""
        dry = self._dry_corridor()
        if not len(dry):
            self.notice = "There is no dry corridor to pour on"
            return
        liquid = NAMES[self.pours % 2]
        self.pours += 1
        patch = int(self.rng.choice(dry))
        self.pour(patch, liquid)
        self.pouring = f"Poured {liquid} at {self.place(patch)}"

    def dry(self) -> None:
        """Make everything dry; springs begin again."""
        for drop in self.drops:
            drop.die()
        self.drops = []
        self.flood.dry_all()
        self.pouring = ""
        if self.parameters["springs"]:
            self.notice = "Everything is dry; with Go the springs pour again"

    # --- springs -----------------------------------------------------------------------------------------------------

    def _pour_springs(self) -> None:
        """Each spring pours at its patch; one that has none yet takes a random dry corridor patch, one a tick."""
        wanted = int(self.parameters["springs"])
        for k, patch in enumerate(self.spring_patches):
            if not self.flood.liquid.flat[patch]:
                self.pour(patch, NAMES[k % 2])
        if len(self.spring_patches) < wanted:
            dry = self._dry_corridor()
            if len(dry):
                patch = int(self.rng.choice(dry))
                self.spring_patches.append(patch)
                self.pour(patch, NAMES[len(self.spring_patches) % 2 - 1])

    def changed(self, name: str) -> None:
        """Fewer springs: the last ones dry up at once."""
        if name == "springs":
            del self.spring_patches[int(self.parameters["springs"]) :]

    def _springs_act(self) -> bool:
        """Whether a spring is dry, or still looks for its patch."""
        liquid = self.flood.liquid.flat
        return len(self.spring_patches) < int(self.parameters["springs"]) or any(
            not liquid[patch] for patch in self.spring_patches
        )

    def _spring_waits(self) -> bool:
        """Whether a spring would pour in the next tick."""
        return self._springs_act() and bool(np.any(self.corridor & (self.flood.liquid == 0)))

    # --- the pointer -------------------------------------------------------------------------------------------------

    def press(self, tool: str, pointer: Pointer) -> None:
        """Pour where the pointer went down."""
        if tool in LIQUIDS:
            self._pour_at(tool, pointer.patch)

    def drag(self, tool: str, pointer: Pointer) -> None:
        """Pour where the pointer came to."""
        if tool in LIQUIDS:
            self._pour_at(tool, pointer.patch)

    def hold(self, tool: str, pointer: Pointer) -> None:
        """Pour again at the start of each tick."""
        self.drag(tool, pointer)

    def release(self, tool: str, pointer: Pointer) -> None:
        """Nobody pours any more; what was poured flows on."""
        self.pouring = ""

    def _pour_at(self, liquid: str, patch: int) -> None:
        if self.pour(patch, liquid):
            self.pouring = f"Pouring {liquid} at {self.place(patch)}"
