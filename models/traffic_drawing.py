"""What is drawn on a road while walkers go: blocks, walls, zones; and how the road follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.routes_tools import Tools
from models.traffic_crew import Crew
from models.traffic_page import DRAWING_TOOLS, ZONE_TOOLS
from models.traffic_setup import ON_A_MAP, road_on
from patchwalk.declarations import Pointer
from patchwalk.history import same
from rules.maps import SOLID, Map, MapError
from rules.percolation import Sweep, clusters, largest, spans
from rules.scenarios import Scenario
from rules.traffic import MOST_GOALS, Road

QUICKLY_MADE = 500_000  # patches times goals of a road that is made in a tenth of a second or so

Flags = NDArray[np.bool_]


class Percolation(NamedTuple):
    """How the free patches hang together.

    Attributes:
        share: of all free patches, those of the largest cluster.
        spans_x: whether a cluster spans the world from left to right, or winds round it.
        spans_y: likewise from bottom to top.
        largest: bool (height, width), the largest cluster.
    """

    share: float
    spans_x: bool
    spans_y: bool
    largest: Flags

    @property
    def said(self) -> str:
        """The spanning in words, after a percent sign."""
        axes = [axis for axis, on in (("x", self.spans_x), ("y", self.spans_y)) if on]
        return "% " + (f"spans {' and '.join(axes)}" if axes else "spans nothing")


class Drawing(Crew, Tools):
    """A model of traffic on which one can draw.

    Attributes:
        map: what is drawn on; for streets, which cannot be drawn on, it says only where they are.
        origins: bool (size,), where walkers of a demand come from.
        targets: bool (size,), the painted destinations.
        ready_made: the scenario before anything was drawn on it; None for a field.
        swept: what the percolation sweep has found, or None; no part of the state.
    """

    origins: Flags
    targets: Flags
    ready_made: Scenario | None = None
    swept: Sweep | None = None
    _paved: int = -1  # the version of the map of which the road is made
    _percolation: tuple[Road, Percolation] | None = None

    @property
    def can_draw(self) -> bool:
        """Whether the scenario has a floor, and not only streets."""
        return self.parameters["scenario"] in ON_A_MAP

    @property
    def has_zones(self) -> bool:
        """Whether origins or destinations may be painted."""
        return self.parameters["scenario"] == "field"

    def drawn_map(self) -> Map:
        """The map, for a file."""
        return self.map

    # --- zones become goals ----------------------------------------------------------------------------------------

    def lay_out(self, old: Scenario | None = None) -> Scenario:
        """A field over the map as it is: its road, origins and goals.

        Args:
            old: what there was before, whose destinations stay where they can.
        """
        road = road_on(self.map, self.world)
        free = np.flatnonzero(road.free)
        made = self.ready_made
        if made is not None:
            kept = [goal[road.free[goal]] for goal in made.road.goals]
            road.set_goals([goal for goal in kept if len(goal)])
            return replace(made, road=road, origins=made.origins[road.free[made.origins]])
        demand = self.parameters["demand"]
        origins = np.flatnonzero(road.free & self.origins)
        if demand == "destinations" and not self.targets.any():
            road.set_goals(self._destinations(road, free, old))
            return Scenario("field", road, origins if len(origins) else free)
        targets = self._target_goals(road)
        road.set_goals(targets)
        if demand == "destinations":
            return Scenario("field", road, origins if len(origins) else free)
        if demand == "exits":
            return Scenario("field", road, origins if len(origins) else free, at_goal="leave")
        return Scenario("field", road, origins if len(origins) else self._west(free), at_goal="leave")

    def _destinations(self, road: Road, free: NDArray[np.int64], old: Scenario | None) -> list[NDArray[Any]]:
        """Patches at random; those that were there before stay where they are still free."""
        number = min(int(self.parameters["destinations"]), len(free))
        if old is None:
            return [np.array([patch]) for patch in self.rng.permutation(free)[:number].tolist()]
        goals: list[NDArray[Any]] = [
            goal[:1] if len(goal) and road.free[goal[0]] else goal[:0] for goal in old.road.goals
        ]
        goals = goals[:number] + [free[:0].astype(np.int32)] * (number - len(goals))
        taken = np.concatenate(goals) if goals else free[:0]
        others = iter(self.rng.permutation(free[~np.isin(free, taken)]).tolist())
        return [goal if len(goal) else np.array([next(others)]) for goal in goals]

    def _target_goals(self, road: Road) -> list[NDArray[Any]]:
        """Each painted zone is a goal; where nothing is painted, the east rim, or for exits the whole rim, is one."""
        painted = self.targets & road.free
        if painted.any():
            labels, sizes = clusters(painted, self.world)
            if len(sizes) > MOST_GOALS + 1:
                self.notice = f"{len(sizes) - 1} zones are painted; the first {MOST_GOALS} count"
            labels = labels.ravel()
            zones: list[NDArray[Any]] = [
                np.flatnonzero(labels == number) for number in range(1, min(len(sizes), MOST_GOALS + 1))
            ]
            return zones
        x, y = np.arange(self.world.size) % self.world.width, np.arange(self.world.size) // self.world.width
        east = x == (self.world.width // 2 if self.world.wrap_x else self.world.width - 1)
        rim = east | (x == 0) | (y == 0) | (y == self.world.height - 1)
        wanted = rim if self.parameters["demand"] == "exits" else east
        found = np.flatnonzero(wanted & road.free)
        if not len(found):
            free = np.flatnonzero(road.free)
            found = free[x[free] == x[free].max()]
        return [found]

    def _west(self, free: NDArray[np.int64]) -> NDArray[np.int64]:
        """The free patches that lie farthest west."""
        x = free % self.world.width
        return free[x == x.min()]

    # --- the road follows ------------------------------------------------------------------------------------------

    def repave(self) -> None:
        """Let the road be as the map and the zones are now. Whoever cannot stay or go on is removed, and counted."""
        traffic = self.traffic
        self._keep_exit()
        self.layout = self.lay_out(self.layout)
        self._paved = self.map.version
        stranded = traffic.change_road(self.layout.road)
        traffic.at_goal = self.layout.at_goal
        if stranded:
            who = "1 walker was" if stranded == 1 else f"{stranded} walkers were"
            self.notice = f"{who} removed: no way to any destination"
        traffic.forget_gridlock()
        self._changed_crew()

    def _keep_exit(self) -> None:
        """The last patch of the exit stays open: without it nobody would have anywhere to go."""
        if self.ready_made is None:
            return
        exits = np.concatenate(self.ready_made.road.goals)
        if (self.map.kind[exits] == SOLID).all() or self.map.no_entry[exits].all():
            self.map.erase(int(exits[0]))
            self.notice = f"The exit at {self.place(int(exits[0]))} stays open"

    # --- the pointer -----------------------------------------------------------------------------------------------

    def press(self, tool: str, pointer: Pointer) -> None:
        """Draw, paint a zone, or follow a walker."""
        if tool == "follow":
            self.follow(pointer.patch)
        elif tool in ZONE_TOOLS and not self.has_zones:
            self.notice = "Zones are painted in the scenario field only"
        elif tool in DRAWING_TOOLS and not self.can_draw:
            self.notice = "Streets cannot be drawn on: take the scenario field, fork or door"
        elif tool not in DRAWING_TOOLS | ZONE_TOOLS:
            return
        else:
            plain = without_modifiers(pointer)
            super().press(tool, plain)
            self.follow_map(in_a_stroke=True)

    def drag(self, tool: str, pointer: Pointer) -> None:
        """Go on with it."""
        super().drag(tool, pointer)
        self.follow_map(in_a_stroke=True)

    def release(self, tool: str, pointer: Pointer) -> None:
        """End it."""
        super().release(tool, pointer)
        self.follow_map()

    def _painting(self, tool: str, patch: int, second: bool) -> Callable[[int], object] | None:
        if tool not in ZONE_TOOLS:
            return super()._painting(tool, patch, second)
        layer = self.origins if tool == "origin" else self.targets
        clears = second or bool(layer[patch])
        return lambda passed: self._paint_zone(layer, passed, not clears)

    def _paint_zone(self, layer: Flags, patch: int, on: bool) -> None:
        if on and not self.layout.road.free[patch]:
            raise MapError(f"a zone lies on free road: {self.place(patch)} is blocked")
        if layer[patch] != on:
            layer[patch] = on
            self._paved = -1

    def tick(self) -> None:
        """The road is as it is drawn; then walkers come, and move."""
        self.follow_map()
        super().tick()

    def follow_map(self, in_a_stroke: bool = False) -> None:
        """Make the road anew if something was drawn; where that takes long, in a stroke only once a tick."""
        road = self.traffic.road
        waits = in_a_stroke and self.world.size * len(road.goals) > QUICKLY_MADE
        if self._paved != self.map.version and self.can_draw and not waits:
            self.repave()

    def say_blocked_zones(self) -> None:
        """Tell of painted patches that are blocked, so that they count for nothing."""
        blocked = int(np.count_nonzero((self.origins | self.targets) & ~self.layout.road.free))
        if blocked:
            self.notice = (
                f"{blocked} {'patch' if blocked == 1 else 'patches'} of zones are blocked: nobody comes or goes there"
            )

    def clear_zones(self) -> None:
        """Take away all origins and destinations that were painted."""
        if not (self.origins.any() or self.targets.any()):
            self.notice = "Nothing is painted"
            return
        self.origins[:] = self.targets[:] = False
        self.notice = "Zones are cleared"
        self.repave()

    # --- percolation -----------------------------------------------------------------------------------------------

    @property
    def percolation(self) -> Percolation:
        """How the free patches hang together, as the road is now."""
        road = self.traffic.road
        if self._percolation is None or self._percolation[0] is not road:
            free = road.free.reshape(self.world.shape)
            whole = largest(free, self.world)
            share = float(np.count_nonzero(whole) / max(road.patches, 1))
            found = Percolation(share, spans(free, self.world, "x"), spans(free, self.world, "y"), whole)
            self._percolation = (road, found)
        return self._percolation[1]

    # --- undo, files -----------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Map, zones and goals."""
        return super().state() | {
            "map": self.map.state(),
            "origins": self.origins.copy(),
            "targets": self.targets.copy(),
            "goals": [goal.copy() for goal in self.traffic.road.goals],
            "unmade": self.can_draw and self._paved != self.map.version,
        }

    def restore_road(self, state: Mapping[str, Any]) -> None:
        """Put map, zones and goals back, and a road that is made of them."""
        zones = {"origins": state["origins"], "targets": state["targets"]}
        same_map = not self.can_draw or same(self.map.state(), state["map"])
        same_goals = same(self.traffic.road.goals, state["goals"])
        same_zones = same({"origins": self.origins, "targets": self.targets}, zones)
        self.origins[:], self.targets[:] = zones["origins"], zones["targets"]
        if not same_map:
            self.map.restore(state["map"])
        if self.can_draw and not (same_map and same_goals and same_zones):
            self.layout = self.lay_out(self.layout)
        road = self.layout.road
        if self.can_draw and not same(road.goals, state["goals"]):
            road.set_goals(state["goals"])
        self._paved = -1 if state["unmade"] else self.map.version
        self.traffic.take_road(road)
        self.traffic.at_goal = self.layout.at_goal


def without_modifiers(pointer: Pointer) -> Pointer:
    """The pointer without Shift and Alt, which set S and G on maps of routes."""
    return replace(pointer, shift=False, alt=False)
