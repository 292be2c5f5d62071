"""The search of a map, shown by the tick: the wave ring by ring, then the way patch by patch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from math import inf
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from patchwalk.model import WorldModel
from patchwalk.view import NO_SHADE
from rules.map_layers import MOVES
from rules.maps import Map
from rules.moves import Moves, build_moves
from rules.routes import Diagonals, Route, distances_from, distances_to, next_steps, patch_distances, route, waves
from rules.ways import Walkway, Way

CHEAP = "1"  # of the chooser `diagonal_cost`
TOUCH = "touch"  # of the chooser `goal_rule`


class Search:
    """What is known about the ways on one version of a map, each worked out when it is first asked for.

    Attributes:
        map: it; a later version of it makes this search worthless.
        moves: its moves; diagonals cost 1 where that was wanted.
        start: the patch S, or None.
        goal: the patch G, or None.
        floors: of the map.
        touch: whether sliding over the goal counts.
    """

    def __init__(self, drawn: Map, moves: Moves, touch: bool, straight_corners: bool) -> None:
        self.map, self.moves, self.touch = drawn, moves, touch
        self.start, self.goal, self.floors = drawn.start, drawn.goal, tuple(drawn.floors)
        self._straight_corners = straight_corners
        self._shown, self._shown_ring = np.empty(0, dtype=np.uint8), 2**31  # what `shade_until` gave last

    @cached_property
    def from_start(self) -> NDArray[np.float64]:
        """How far it is from S to each state; infinite without S."""
        start = self.start
        if start is None:
            return np.full(self.moves.states, inf)
        return self._kept("from", start, lambda: distances_from(self.moves, start))

    @cached_property
    def to_goal(self) -> NDArray[np.float64]:
        """How far it is from each state to G; infinite without G."""
        goal = self.goal
        if goal is None:
            return np.full(self.moves.states, inf)
        return self._kept("to", (goal, self.touch), lambda: distances_to(self.moves, goal, self.touch))

    def _kept(self, name: str, place: Any, make: Callable[[], NDArray[np.float64]]) -> NDArray[np.float64]:
        """Distances that hold as long as the moves do: while G is dragged, those from S are not searched again."""
        key = (MOVES, name)
        kept = self.map.cache.get(key)
        if kept is None or kept[0] is not self.moves or kept[1] != place:
            kept = self.map.cache[key] = (self.moves, place, make())
        found: NDArray[np.float64] = kept[2]
        return found

    @cached_property
    def route(self) -> Route | None:
        """The way from S to G."""
        if self.start is None or self.goal is None:
            return None
        return route(self.moves, self.start, self.goal, self.touch, self.from_start)

    @cached_property
    def rings(self) -> NDArray[np.int32]:
        """The ring of the wave in which each patch is reached, -1 for none: (size,). Without S or G there is none."""
        if self.start is None or self.goal is None:
            return np.full(self.moves.world.size, -1, dtype=np.int32)
        return waves(self.moves, self.start, self.goal, self.touch, distances=self.from_start)

    @cached_property
    def shade(self) -> NDArray[np.uint8]:
        """The rings as shades of the wave, from 0 (S) to 254 (G), 255 for none: (size,)."""
        tones = np.arange(self.last_ring + 2) * (NO_SHADE - 1) // max(1, self.last_ring)
        tones[-1] = NO_SHADE  # of ring -1
        return np.asarray(tones.astype(np.uint8)[self.rings])

    def shade_until(self, ring: int) -> NDArray[np.uint8]:
        """The shade of the wave as far as a ring, 255 beyond: (size,), a copy."""
        if ring >= self.last_ring:
            return self.shade.copy()
        if ring < self._shown_ring:
            self._shown, self._shown_ring = np.full_like(self.shade, NO_SHADE), -1
        begin, end = np.searchsorted(self._rings_in_order, (self._shown_ring, ring), side="right")
        new = self._in_order[begin:end]
        self._shown[new] = self.shade[new]
        self._shown_ring = ring
        return self._shown.copy()

    @cached_property
    def _in_order(self) -> NDArray[np.int64]:
        """All patches by their rings."""
        # Numbers of 16 bits are sorted in a fraction of the time.
        rings = self.rings.astype(np.int16) if self.last_ring < np.iinfo(np.int16).max else self.rings
        return np.argsort(rings, kind="stable")

    @cached_property
    def _rings_in_order(self) -> NDArray[np.int32]:
        return self.rings[self._in_order]

    @cached_property
    def ring_sizes(self) -> list[int]:
        """How many patches each ring has, from 0 (S alone) on."""
        sizes: list[int] = np.bincount(self.rings[self.rings >= 0]).tolist()
        return sizes or [0]

    @property
    def last_ring(self) -> int:
        """The last ring of the wave; 0 without S or G."""
        return len(self.ring_sizes) - 1

    @property
    def steps(self) -> int:
        """How many moves the way has; 0 where there is none."""
        return 0 if self.route is None else len(self.route.patches) - 1

    @cached_property
    def next_states(self) -> NDArray[np.int32]:
        """From each state the next one on a shortest way to G, on the drawn way along it; -1 at G and without way."""
        found = next_steps(self.moves, self.to_goal)
        if self.route is not None:
            found[self.route.states[:-1]] = self.route.states[1:]
        return found

    @cached_property
    def distances(self) -> NDArray[np.float64]:
        """How far it is from S to each patch: (size,), infinite where no way leads."""
        return patch_distances(self.moves, self.from_start, self.touch)

    def draws_like(self, other: Search) -> bool:
        """Whether states have the same numbers there, and the same way would be the same line."""
        alike = self.floors == other.floors and self._straight_corners == other._straight_corners
        return alike and np.array_equal(self.moves.patch, other.moves.patch)

    def state_of(self, old: Search, state: int) -> int:
        """The same state, as this search numbers it, if it is one yet; else standing on its patch.

        Args:
            old: the search that numbered it.
            state: of that one.
        """
        world, patch = self.moves.world, int(old.moves.patch[state])
        sides = len(world.sides)
        if state < world.size or self.moves.states == world.size:
            return patch
        ice = self.moves.patch[world.size :: sides]
        place = int(np.searchsorted(ice, patch))
        slides = place < len(ice) and ice[place] == patch
        return world.size + place * sides + (state - world.size) % sides if slides else patch

    def walkway(self, way: Way, *, curved: bool = True) -> Walkway:
        """The line of a way."""
        return Walkway(way, self.map.world, self.floors, curved=curved, straight_corners=self._straight_corners)

    @cached_property
    def curve(self) -> Walkway | None:
        """The way as a spline."""
        return None if self.route is None else self.walkway(self.route)

    @cached_property
    def straight(self) -> Walkway | None:
        """The way as a line from centre to centre."""
        return None if self.route is None else self.walkway(self.route, curved=False)


class Searching(WorldModel):
    """A model with a map on which a way is looked for.

    Attributes:
        map: what is drawn; it may be edited at any time.
        ring: the last ring of the wave that is shown; 0 is S alone.
        drawn: how many moves of the way are drawn.
        preview: whether the map was edited before the wave set out, so that the way is shown faintly.
    """

    map: Map
    ring: int
    drawn: int
    preview: bool
    _followed: Search | None = None

    @property
    def search(self) -> Search:
        """What is known about the ways on the map as it is now."""
        rules = self.parameters
        key = ("search", rules["diagonals"], rules["doors_open"], rules["goal_rule"], rules["diagonal_cost"])
        cache = self.map.cache
        if key not in cache:
            diagonals = cast(Diagonals, rules["diagonals"])
            moves = build_moves(self.map, diagonals, bool(rules["doors_open"]))
            if rules["diagonal_cost"] == CHEAP:
                moves = moves.cheap
            corners = self.world.grid == "square" and diagonals in ("one side", "always")
            cache[key] = Search(self.map, moves, rules["goal_rule"] == TOUCH, corners)
        return cast(Search, cache[key])

    @property
    def moves(self) -> Moves:
        """All moves of the map as it is now."""
        return self.search.moves

    @property
    def route(self) -> Route | None:
        """The shortest way from S to G, or None."""
        return self.search.route

    @property
    def length(self) -> float:
        """Its length; infinite where no way leads, or S or G is missing."""
        return inf if self.route is None else self.route.length

    @property
    def wave_done(self) -> bool:
        """Whether the whole wave is shown."""
        return self.ring >= self.search.last_ring

    @property
    def way_done(self) -> bool:
        """Whether the whole way is drawn; where there is none, whether the whole wave is shown."""
        return self.wave_done and self.drawn >= self.search.steps

    @property
    def searched(self) -> int:
        """How many patches the wave has reached so far."""
        return sum(self.search.ring_sizes[: self.ring + 1])

    def begin_search(self) -> None:
        """Show the wave from its beginning."""
        self.ring = self.drawn = 0
        self.preview = False
        self._followed = None

    # --- time ------------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """One ring of the wave, or one patch of the way."""
        self.follow()
        self.preview = False
        if not self.wave_done:
            self.ring += 1
        elif not self.way_done:
            self.drawn += 1

    def active(self) -> bool:
        """While the wave or the way is not shown to its end."""
        self.follow()
        return not self.way_done

    def follow(self) -> None:
        """Take note that the map or the rules have changed: what was shown to its end stays so, the rest goes on."""
        old, new = self._followed, self.search
        if new is old:
            return
        if old is not None:
            self._follow_from(old, new)
        self._followed = new

    def _follow_from(self, old: Search, new: Search) -> None:
        known = old.start is not None and old.goal is not None
        wave_done = known and self.ring >= old.last_ring > 0
        way_done = wave_done and self.drawn >= old.steps
        self.preview = self.preview or (self.ring == 0 and not wave_done)
        self.ring = new.last_ring if wave_done else min(self.ring, new.last_ring)
        self.drawn = new.steps if way_done else min(self.drawn, new.steps) if self.wave_done else 0

    def changed(self, name: str) -> None:
        """A rule is another one: what is shown follows."""
        self.follow()

    # --- undo, files -----------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """The map, and how far the search is shown."""
        mine = {"map": self.map.state(), "ring": self.ring, "drawn": self.drawn, "preview": self.preview}
        return super().state() | mine

    def restore(self, state: Mapping[str, Any]) -> None:
        """Put all of it back."""
        self.parameters.update(state["live"])
        self.map.restore(state["map"])
        self.ring, self.drawn, self.preview = state["ring"], state["drawn"], state["preview"]
        self._followed = self.search
        super().restore(state)
