"""Maze: turtles eat a maze into a hedge, and one pours water and blood into it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

import numpy as np

from agents.carver import Carver, Recaller
from agents.drop import Drop
from models.maze_kernels import Kernels
from models.maze_page import (
    BUTTONS,
    MONITORS,
    OVERLAYS,
    PALETTE,
    PLOTS,
    PRESETS,
    TOOLS,
    kind_of,
    known_about,
    maze_view,
    news_of,
)
from models.maze_way import Ways
from patchwalk.declarations import Pointer
from patchwalk.parameters import Chooser, Hidden, ParameterError, Slider, Switch
from patchwalk.record import Record
from patchwalk.view import View
from patchwalk.world import make_world
from rules.carving import MOST_CARVERS, Carving
from rules.flooding import Flood
from rules.places import parse_heading, parse_place, to_direction, to_patch
from rules.recursion import MOST_PATCHES, record_moves
from rules.rooms import Rooms, rooms_of
from rules.statistics import maze_statistics

DEFAULT_SIZES = {"square": (101, 101), "hex": (101, 100)}
LARGEST = 1001


class Statistics(Record):
    """How a maze looks, in numbers; shares are from 0 to 1.

    Attributes:
        dead_ends: share of the carved rooms that have one door.
        mean_corridor: mean length of straight corridors, in links: E / (E - P).
        straight_share: share of the two-door rooms that are passed straight.
    """

    dead_ends: float
    mean_corridor: float
    straight_share: float


class MazeModel(Ways, Kernels):
    """A maze in the making. See maze.md for what it is about.

    Attributes:
        corridor: bool (height, width), True where a patch is open.
        arrival: int32 (height, width), the tick in which a patch got wet, -1 where it is dry.
        carvers: all carvers, dead ones too, in the order in which they move.
        drops: the drops on the front, in the order in which they act.
        moves: how many moves all carvers have made.
    """

    title = "Maze"
    order = 1
    palette = PALETTE
    buttons, tools, overlays = BUTTONS, TOOLS, OVERLAYS
    monitors, plots, presets = MONITORS, PLOTS, PRESETS
    carver_breed: ClassVar[type[Carver]] = Carver

    def __init__(
        self,
        width: Annotated[int | None, Slider(3, LARGEST, step=2, unit="patches", follows="grid")] = None,
        height: Annotated[int | None, Slider(3, LARGEST, step=2, unit="patches", follows="grid")] = None,
        grid: Literal["square", "hex"] = "square",
        turtles: Annotated[int, Slider(1, MOST_CARVERS)] = 1,
        curviness: Annotated[int, Slider(0, 100, unit="%", live=True, ends=("0 twisty", "100 straight"))] = 50,
        turn_order: Annotated[Literal["random", "fixed"], Chooser("Turn order")] = "random",
        method: Literal["stack", "recursion"] = "stack",
        outer_wall: Annotated[bool, Switch("Outer wall")] = True,
        start: Annotated[Any, Hidden(parse_place, "patch number or x, y of the first turtle's room")] = None,
        heading: Annotated[Any, Hidden(parse_heading, "degrees: the first turtle's heading")] = None,
        springs: Annotated[int, Slider(0, 20, live=True)] = 0,
        rng: int | None = None,
    ) -> None:
        """Set up: walls everywhere, and the turtles on their rooms.

        Args:
            width: patches; None for 101.
            height: patches; None for 101, on hexes 100.
            grid: kind of patches.
            turtles: at most one a room; one with `method="recursion"`.
            curviness: percent, how often a turtle that can goes straight on.
            turn_order: of turns, random or right, back, left.
            method: who keeps the way back: a stack, or the call stack of a recursive function.
            outer_wall: rooms inside a wall, or out to the world's edge.
            start: room of the first turtle, a patch or (x, y); it faces up then, unless `heading` is given.
            heading: of the first turtle, in degrees.
            springs: how many patches pour by themselves.
            rng: the seed.
        """
        super().__init__(rng=rng)
        self.world = make_world(grid, width, height)
        self.rooms: Rooms = rooms_of(self.world, outer_wall)
        number = 1 if method == "recursion" else min(turtles, self.rooms.count)
        if number < turtles:
            few = "there is only 1 room" if self.rooms.count == 1 else f"there are only {self.rooms.count} rooms"
            why = "recursion has one call stack" if method == "recursion" else few
            self.notice = f"{number} {'turtle' if number == 1 else 'turtles'} instead of {turtles}: {why}"
        self.fixed_turns = turn_order == "fixed"
        # Everything random about carving is drawn here, in this order, whatever is given: so one seed means one maze.
        places = self.rng.choice(self.rooms.patches, number, replace=False).tolist()
        directions = self.rng.integers(self.world.directions, size=number).tolist()
        self.luck = self.rng.random(self.rooms.count)
        if start is not None:
            self._swap_first(places, to_patch(self.world, start))
            directions[0] = 0
        if heading is not None:
            directions[0] = to_direction(self.world, heading)
        self._begin(places, directions)

    def _begin(self, places: list[int], directions: list[int]) -> None:
        """Walls everywhere, and the carvers on their rooms; a recursion carves now and is replayed later."""
        self._arrange(places, directions)
        if self.parameters["method"] == "recursion":
            self.record_curviness = self.curviness
            self.record = record_moves(
                self.rooms, places[0], directions[0], self.curviness, self.fixed_turns, self.luck
            ).tolist()

    def _arrange(self, places: list[int], directions: list[int]) -> None:
        self.places, self.directions = places, directions
        self.depths = array("i", [0])
        self.carving = Carving(self.rooms, self.luck)
        self.corridor = self.carving.corridor
        self.flood = Flood(self.world, self.corridor)
        self.arrival = self.flood.arrival
        self.record: list[int] = []
        self.record_curviness = self.curviness
        breed = Recaller if self.parameters["method"] == "recursion" else self.carver_breed
        self.carvers: list[Carver] = []
        for k, (patch, direction) in enumerate(zip(places, directions, strict=True)):
            self.carving.place(patch, direction, k)
            self.carvers.append(breed(self, patch, self.world.headings[direction], k))
        self.carving.take_opened()
        self._working = list(self.carvers)
        self.forget_way()
        self.drops: list[Drop] = []
        self.spring_patches: list[int] = []
        self.pours = 0
        self.deepest = 0
        self._measured: tuple[int, Statistics] | None = None
        self.pouring = ""

    def _swap_first(self, places: list[int], start: int) -> None:
        """Put the first turtle on `start`; one that was drawn there takes its place."""
        if start in places:
            places[places.index(start)] = places[0]
        places[0] = start

    @classmethod
    def resolve(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Fill in the grid's default size; refuse sizes that do not close the border, with the nearest good ones."""
        width, height = DEFAULT_SIZES[values["grid"]]
        values = {**values, "width": values["width"] or width, "height": values["height"] or height}
        try:
            rooms = rooms_of(make_world(values["grid"], values["width"], values["height"]), values["outer_wall"])
            values |= _first_turtle(rooms, values["start"], values["heading"])
        except ValueError as error:
            raise ParameterError(str(error).split()[0].rstrip(":"), str(error)) from error
        if values["method"] == "recursion" and values["width"] * values["height"] > MOST_PATCHES:
            raise ParameterError(
                "method",
                "method: recursion calls itself as deep as the maze goes, and at "
                f"{values['width']} x {values['height']} that could overflow the stack and end the process; "
                "it is offered up to 301 x 301 patches, beyond that choose the stack",
            )
        return values

    @classmethod
    def bounds(cls, values: Mapping[str, Any]) -> dict[str, tuple[float, float, float]]:
        """Hex mazes take any height."""
        return {"height": (4, LARGEST, 1)} if values["grid"] == "hex" else {}

    @property
    def curviness(self) -> int:
        """Percent, live."""
        return int(self.parameters["curviness"])

    @property
    def moves(self) -> int:
        """How many moves all carvers have made."""
        return self.carving.moves

    @property
    def living(self) -> list[Carver]:
        """The carvers that still work."""
        return [carver for carver in self.carvers if carver.alive]

    @property
    def rooms_carved(self) -> int:
        """How many rooms are open: every choice opens one, or joins two trees."""
        return self.carving.choices + self.carving.trees

    # --- time ------------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Liquid first, then each carver makes one move."""
        if self.parameters["springs"]:
            self._pour_springs()
        if self.flood.wet_count:
            self._spread()
        deepest, died = 0, False
        for carver in self._working:
            carver.move()
            if carver.depth > deepest:
                deepest = carver.depth
            died = died or not carver.alive
        if died:
            self._working = self.living
        self.flood.open(self.carving.take_opened())
        self.depths.append(deepest)
        if deepest > self.deepest:
            self.deepest = deepest

    def ticks_as_known(self) -> bool:
        """Whether no subclass has changed `tick`."""
        return type(self).tick is MazeModel.tick

    def active(self) -> bool:
        """While turtles carve, liquid can move, or a spring has not begun."""
        return bool(self._working) or self.flood.can_spread() or self._spring_waits()

    @property
    def can_finish(self) -> bool:
        """Always: carving ends, and so does the flood."""
        return True

    @property
    def progress(self) -> float:
        """Share of the moves made; at the end of carving, share of the corridors that are wet."""
        done = self.moves / (2 * self.rooms.count - 1)
        return done if done < 1 else self.flood.wet_count / max(1, int(np.count_nonzero(self.corridor)))

    def make_maze(self) -> Iterator[float | None]:
        """Carve to the end; the page sets up anew before."""
        return self.finishing()

    # --- the pointer -----------------------------------------------------------------------------------------------

    def press(self, tool: str, pointer: Pointer) -> None:
        """Pour, ask for a way, or put the first turtle here."""
        super().press(tool, pointer)
        if tool == "place":
            self._put_turtle(pointer.patch)

    def _put_turtle(self, patch: int) -> None:
        if self.ticks or not 0 <= patch < self.world.size:
            self.notice = "The turtle can be put elsewhere only before the first tick" if self.ticks else ""
            return
        room = _nearest_room(self.rooms, patch)
        self._swap_first(self.places, room)
        for turtle in (*self.carvers, *self.drops):
            turtle.die()
        self._begin(self.places, self.directions)
        self.notice = f"The turtle starts at {self.place(room)}"

    # --- what is known ---------------------------------------------------------------------------------------------

    def statistics(self) -> Statistics:
        """Dead ends, mean corridor length and the share of rooms passed straight, of what is carved so far."""
        if self._measured is None or self._measured[0] != self.carving.choices:
            found = Statistics(**maze_statistics(self.rooms, self.corridor)._asdict())
            self._measured = (self.carving.choices, found)
        return self._measured[1]

    def view(self, overlays: frozenset[str] = frozenset()) -> View:
        """Walls, corridors, trails, liquids and turtles."""
        return maze_view(self, overlays)

    @property
    def message(self) -> str:
        """What the turtles and the liquids are doing."""
        return self.notice or news_of(self)

    def describe(self, patch: int) -> str:
        """Wall, corridor, water or blood."""
        return kind_of(self, patch)

    def inspect(self, patch: int) -> list[tuple[str, str]]:
        """What is there, who carved it, since when it is wet."""
        return known_about(self, patch)

    # --- undo, files -----------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """All that carving and flooding depend on."""
        run = self._to_arrays()
        return super().state() | {
            "carving": self.carving.state(),
            "flood": self.flood.state(),
            "at": run.at,
            "depth": run.depth,
            "alive": run.alive,
            "places": list(self.places),
            "directions": list(self.directions),
            "springs": list(self.spring_patches),
            "pours": self.pours,
            "deepest": self.deepest,
            "record": list(self.record),
            "record_curviness": self.record_curviness,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Put all of it back."""
        for turtle in (*self.carvers, *self.drops):
            turtle.die()
        self.ticks = state["ticks"]
        self.parameters.update(state["live"])
        depths = self.depths
        self._arrange(list(state["places"]), list(state["directions"]))
        self.record, self.record_curviness = list(state["record"]), state["record_curviness"]
        self.carving.restore(state["carving"])
        self.flood.restore(state["flood"])
        for carver, patch, depth, alive in zip(
            self.carvers, state["at"].tolist(), state["depth"].tolist(), state["alive"], strict=True
        ):
            carver.put(patch, depth)
            if not alive:
                carver.die()
        self._working = self.living
        self._gather_drops()
        self.spring_patches, self.pours = list(state["springs"]), state["pours"]
        self.deepest = state["deepest"]
        # The plot's curve is no state: going back shortens it, and what a redo skips is a level stretch.
        self.depths = depths[: self.ticks + 1]
        self.depths.extend(depths[-1:] * (self.ticks + 1 - len(self.depths)))
        self.notice = ""
        super().restore(state)


def _nearest_room(rooms: Rooms, patch: int) -> int:
    return int(rooms.patches[np.argmin(rooms.world.distance(rooms.patches, patch))])


def _first_turtle(rooms: Rooms, start: Any, heading: Any) -> dict[str, Any]:
    """The wanted place and heading, checked, as plain numbers that session files can keep."""
    found: dict[str, Any] = {}
    if heading is not None:
        found["heading"] = rooms.world.headings[to_direction(rooms.world, heading)]
    if start is not None:
        patch = to_patch(rooms.world, start)
        found["start"] = rooms.world.xy(patch)
        if not rooms.is_room[patch]:
            near = rooms.world.xy(_nearest_room(rooms, patch))
            raise ValueError(f"start: patch {found['start']} is no room; {near} is one")
    return found
