"""Trails: turtles that walk, turn at edges, and turn at their own trail. Three exercises to begin with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from agents.tracer import Tracer
from models.trails_page import COLORS, MONITORS, OVERLAYS, PALETTE, PLOTS, PRESETS, RAMP, TOOLS, trails_view
from patchwalk.declarations import Pointer
from patchwalk.model import WorldModel
from patchwalk.parameters import Chooser, Hidden, ParameterError, Slider
from patchwalk.view import View
from patchwalk.world import World, make_world
from rules.places import parse_heading, parse_place, to_direction, to_patch

MOST_TRACERS = 20
Level = Literal["straight", "edges", "own trail"]


class TrailsModel(WorldModel):
    """Turtles that leave trails. See trails.md for what it is about.

    Attributes:
        tracers: the turtles, in the order in which they move.
        first_visit: int32 (height, width), the tick in which a patch first got a trail, -1 where there is none.
        first_tracer: int8 (height, width), number of the turtle that was there first, -1 where none was.
        footprints: uint32 (height, width), bit k is set where turtle k has been.
        ways: uint8 (height, width), bit d is set where a turtle has left in direction d, or come from there.
        trail_patches: how many patches have a trail.
        level: which exercise, live: "straight", "edges" or "own trail".
    """

    title = "Trails"
    order = 2
    palette, ramp = PALETTE, RAMP
    tools, overlays = TOOLS, OVERLAYS
    monitors, plots, presets = MONITORS, PLOTS, PRESETS
    tracer_breed: ClassVar[type[Tracer]] = Tracer

    def __init__(
        self,
        width: Annotated[int, Slider(2, 201, unit="patches")] = 11,
        height: Annotated[int, Slider(2, 201, unit="patches")] = 11,
        grid: Literal["square", "hex"] = "square",
        level: Annotated[Level, Chooser("Exercise", live=True)] = "straight",
        turtles: Annotated[int, Slider(1, MOST_TRACERS)] = 1,
        start: Annotated[Any, Hidden(parse_place, "patch number or x, y of the first turtle's patch")] = None,
        heading: Annotated[Any, Hidden(parse_heading, "degrees: the first turtle's heading")] = None,
        rng: int | None = None,
    ) -> None:
        """Set up: the turtles on different patches, each with the first patch of its trail.

        Args:
            width: patches.
            height: patches.
            grid: kind of patches.
            level: the exercise: walk straight on; also turn left at edges; also turn left at one's own trail.
            turtles: at most one a patch.
            start: of the first turtle, a patch or (x, y); None draws one, as for the others.
            heading: of the first turtle, one of the world's; None draws one, as for the others.
            rng: the seed.
        """
        super().__init__(rng=rng)
        self.world = make_world(grid, width, height)
        self.level: str = level
        number = min(turtles, self.world.size)
        fewer = f"{number} turtles instead of {turtles}: there are only {number} patches"
        self.clamped = fewer if number < turtles else ""
        # All is drawn, in this order, whatever is given: so one seed means one run.
        places = self.rng.choice(self.world.size, number, replace=False).tolist()
        directions = self.rng.integers(self.world.directions, size=number)
        if start is not None:
            _swap_first(places, to_patch(self.world, start))
        headings = [
            self.world.headings[_inward(self.world, patch, direction)]
            for patch, direction in zip(places, directions.tolist(), strict=True)
        ]
        if heading is not None:
            headings[0] = heading
        self.tracers = [
            self.tracer_breed(self, patch, toward, k)
            for k, (patch, toward) in enumerate(zip(places, headings, strict=True))
        ]
        self._begin()

    @classmethod
    def resolve(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Check place and heading in the world they are meant for.

        A place is kept as (x, y), so that it stays where it is when the width changes.
        """
        world = make_world(values["grid"], values["width"], values["height"])
        for name in ("start", "heading"):
            if values[name] is None:
                continue
            try:
                if name == "start":
                    values[name] = world.xy(to_patch(world, values[name]))
                else:
                    values[name] = world.headings[to_direction(world, values[name])]
            except ValueError as error:
                raise ParameterError(name, str(error)) from error
        return values

    def _begin(self) -> None:
        """The patches without any trail, but for those on which the turtles stand."""
        self.first_visit = self.world.layer(np.int32, -1)
        self.first_tracer = self.world.layer(np.int8, -1)
        self.footprints = self.world.layer(np.uint32)
        self.ways = self.world.layer(np.uint8)
        self.trail_patches = 0
        self._share_layers()
        for tracer in self.tracers:
            self._mark(tracer.patch, tracer.number, 0)
        self.notice = self.clamped

    def _share_layers(self) -> None:
        """Views on the layers by patch, which plain Python reads three times as fast as arrays."""
        self._visit = self.first_visit.reshape(-1).data
        self._tracer = self.first_tracer.reshape(-1).data
        self._prints = self.footprints.reshape(-1).data
        self._ways = self.ways.reshape(-1).data

    # --- time ------------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Each turtle moves, one after the other."""
        self.notice = ""
        for tracer in self.tracers:
            tracer.move()

    def active(self) -> bool:
        """While a turtle has a way."""
        return any(tracer.has_way() for tracer in self.tracers)

    def changed(self, name: str) -> None:
        """The exercise changes at once: turtles that had no way may have one now."""
        self.level = self.parameters["level"]

    @property
    def can_finish(self) -> bool:
        """Not when turtles turn at edges only: they walk for ever."""
        return self.level != "edges"

    @property
    def progress(self) -> float | None:
        """With trails that block, the share of patches that have one; they need not get all."""
        return self.trail_patches / self.world.size if self.level == "own trail" else None

    # --- trails ----------------------------------------------------------------------------------------------------

    @property
    def trail(self) -> NDArray[np.bool_]:
        """Where there is a trail: bool (height, width), a copy."""
        return self.first_visit >= 0

    @property
    def moves(self) -> int:
        """How many steps all turtles have made."""
        return sum(tracer.moves for tracer in self.tracers)

    @property
    def walking(self) -> int:
        """How many turtles have a way."""
        return sum(tracer.has_way() for tracer in self.tracers)

    def mark(self, tracer: Tracer) -> None:
        """A turtle came to a patch in this tick, with the heading it has, and leaves its trail there."""
        world, patch = self.world, tracer.patch
        direction = world.direction_of(tracer.heading)
        back = world.opposite(direction)
        behind = world.neighbor(patch, back)
        if behind >= 0:
            self._ways[behind] |= 1 << direction
            self._ways[patch] |= 1 << back
        self._mark(patch, tracer.number, self.ticks + 1)

    def _mark(self, patch: int, number: int, tick: int) -> None:
        self._prints[patch] |= 1 << number
        if self._visit[patch] < 0:
            self._visit[patch] = tick
            self._tracer[patch] = number
            self.trail_patches += 1

    def is_on_trail(self, patch: int, number: int) -> bool:
        """Whether turtle `number` has been on a patch."""
        return bool(self._prints[patch] >> number & 1)

    def turtle_color(self, number: int) -> str:
        """Name of the swatch in which turtle `number` is drawn; its trail has the paler one of the same hue."""
        return f"turtle-{number % COLORS + 1}"

    # --- the pointer -----------------------------------------------------------------------------------------------

    def press(self, tool: str, pointer: Pointer) -> None:
        """Put the first turtle here; where it stands already, turn it."""
        if tool != "place" or not 0 <= pointer.patch < self.world.size:
            return
        if self.ticks:
            self.notice = "The turtle can be put elsewhere only before the first tick: press Setup"
            return
        first = self.tracers[0]
        if pointer.patch == first.patch:
            first.left()
        else:
            places = [tracer.patch for tracer in self.tracers]
            _swap_first(places, pointer.patch)
            for tracer, patch in zip(self.tracers, places, strict=True):
                tracer.move_to(patch)
        self._begin()
        self.notice = f"The turtle starts at {self.place(first.patch)}, heading {first.heading:g}°"

    # --- what is known ---------------------------------------------------------------------------------------------

    def view(self, overlays: frozenset[str] = frozenset()) -> View:
        """Ground, trails and turtles."""
        return trails_view(self, overlays)

    @property
    def message(self) -> str:
        """Whether the turtles walk, go round, or have stopped, and why."""
        if self.notice:
            return self.notice
        walking, many = self.walking, len(self.tracers) > 1
        if not walking:
            return self._why_stopped(many)
        since = int(self.first_visit.max())
        if self.ticks - since > self.world.width + self.world.height:
            return f"No new patch since tick {since:,}: round and round".replace(",", "\u202f")
        return f"{walking} of {len(self.tracers)} turtles walk" if many else "The turtle walks"

    def _why_stopped(self, many: bool) -> str:
        who, stand = ("All turtles", "stand") if many else ("The turtle", "stands")
        if self.level == "straight":
            return f"{who} {stand} at the edge"
        if self.trail_patches == self.world.size:
            return "Every patch has a trail"
        return f"{who} {stand} between edges and trail, with no way on"

    def describe(self, patch: int) -> str:
        """Trail or ground."""
        return "trail" if self._visit[patch] >= 0 else "ground"

    def inspect(self, patch: int) -> list[tuple[str, str]]:
        """Who was there, and when first; who stands there."""
        rows = [("Patch", self.place(patch)), ("Number", str(patch)), ("Kind", self.describe(patch))]
        if self._visit[patch] >= 0:
            rows.append(("First visited", f"tick {self._visit[patch]}, by turtle {self._tracer[patch] + 1}"))
            visitors = [str(t.number + 1) for t in self.tracers if self.is_on_trail(patch, t.number)]
            rows.append(("On the trail of", ("turtle " if len(visitors) == 1 else "turtles ") + ", ".join(visitors)))
        for tracer in self.tracers:
            if tracer.patch == patch:
                way = "" if tracer.has_way() else ", no way on"
                moves = f"{tracer.moves} {'move' if tracer.moves == 1 else 'moves'}"
                rows.append(("Turtle", f"{tracer.number + 1}, heading {tracer.heading:g}°, {moves}{way}"))
        return rows

    # --- undo, files -----------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """The trails, and where each turtle is on its way."""
        return super().state() | {
            "first_visit": self.first_visit.copy(),
            "first_tracer": self.first_tracer.copy(),
            "footprints": self.footprints.copy(),
            "ways": self.ways.copy(),
            "at": np.array([tracer.patch for tracer in self.tracers], dtype=np.int32),
            "headings": np.array([tracer.heading for tracer in self.tracers], dtype=np.float64),
            "moves": np.array([tracer.moves for tracer in self.tracers], dtype=np.int64),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Put all of it back."""
        for name in ("first_visit", "first_tracer", "footprints", "ways"):
            setattr(self, name, state[name].copy())
        self._share_layers()
        self.trail_patches = int(np.count_nonzero(self.first_visit >= 0))
        at, headings, moves = (state[name].tolist() for name in ("at", "headings", "moves"))
        for k, tracer in enumerate(self.tracers):
            tracer.patch, tracer.heading, tracer.moves = at[k], headings[k], moves[k]
        self.level = state["live"]["level"]
        self.notice = "" if state["ticks"] else self.clamped
        super().restore(state)


def _inward(world: World, patch: int, direction: int) -> int:
    """The drawn direction, or the next one clockwise that does not lead off the world: nobody starts at a dead end."""
    ways = [(direction + turn) % world.directions for turn in range(world.directions)]
    return next((way for way in ways if world.neighbor(patch, way) >= 0), direction)


def _swap_first(places: list[int], patch: int) -> None:
    """Put the first turtle on `patch`; one that was there takes its place."""
    if patch in places:
        places[places.index(patch)] = places[0]
    places[0] = patch
