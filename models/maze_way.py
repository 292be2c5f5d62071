"""The way between two patches of a maze, found as on any map: see `rules.routes`."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from patchwalk.declarations import Pointer
from patchwalk.model import WorldModel
from patchwalk.view import Glyph, Line, View
from rules.maps import Map
from rules.routes import build_moves, route

WIDTH = 0.4  # of the line, in patches

_versions = count(1)


class Ways(WorldModel):
    """What a model with corridors needs so that one can ask for the way between two patches of them.

    What is open stays open, so a way that was found stays a way while turtles go on carving.

    Attributes:
        corridor: bool (height, width), True where a patch is open.
        way_ends: the patches that were clicked, at most two.
        way: int32, the patches from the one to the other; empty where no way leads, or none was asked for.
    """

    corridor: NDArray[np.bool_]
    way_ends: list[int]
    way: NDArray[np.int32]
    _way_version: int

    def forget_way(self) -> None:
        """Show no way."""
        self._show_way([], np.empty(0, dtype=np.int32))

    def _show_way(self, ends: list[int], way: NDArray[np.int32]) -> None:
        self.way_ends, self.way, self._way_version = ends, way, next(_versions)

    def find_way(self, start: int, goal: int) -> NDArray[np.int32]:
        """The patches of the shortest way over corridors from one patch to another; empty where none leads."""
        drawn = Map.from_solid(self.world, ~self.corridor)
        found = route(build_moves(drawn, "none"), start, goal)
        return np.empty(0, dtype=np.int32) if found is None else found.patches

    def press(self, tool: str, pointer: Pointer) -> None:
        """The first click says where the way begins, the second one where it ends."""
        super().press(tool, pointer)
        if tool != "way" or pointer.patch < 0:
            return
        patch = pointer.patch
        if not self.corridor.flat[patch]:
            self.notice = f"{self.place(patch)} is no corridor: click one where the way begins and one where it ends"
        elif len(self.way_ends) != 1:
            self._show_way([patch], np.empty(0, dtype=np.int32))
            self.notice = f"The way begins at {self.place(patch)}: click where it ends"
        else:
            self._end_way(self.way_ends[0], patch)

    def _end_way(self, start: int, goal: int) -> None:
        way = self.find_way(start, goal)
        self._show_way([start, goal], way)
        ends = f"from {self.place(start)} to {self.place(goal)}"
        steps = len(way) - 1
        said = f"The way {ends} has {steps} {'step' if steps == 1 else 'steps'}"
        self.notice = said if len(way) else f"No way leads {ends} yet"

    def show_way(self, view: View) -> None:
        """Put the way and its ends into the picture."""
        view.lines_version = self._way_version
        if len(self.way) > 1:
            points = np.column_stack(self.world.center(self.way)).astype(np.float32)
            view.lines = (Line(points, "way", WIDTH),)
        if self.way_ends:
            glyphs = np.zeros(self.world.shape, dtype=np.uint8)
            for patch, sign in zip(self.way_ends, (Glyph.START, Glyph.GOAL), strict=False):
                glyphs.flat[patch] = sign
            view.glyphs = glyphs

    def state(self) -> dict[str, Any]:
        """The way that is shown."""
        return super().state() | {"way_ends": list(self.way_ends), "way": self.way.copy()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Show it again."""
        self._show_way(list(state["way_ends"]), state["way"].copy())
        super().restore(state)
