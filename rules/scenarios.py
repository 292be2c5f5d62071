"""Roads that are ready made: what each is like, where walkers begin, and the rules that belong to it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from patchwalk.world import World, make_world
from rules.traffic import AtGoal, Ends, Road, Signals, Traffic, TrafficRules

Numbers = NDArray[np.int64]

DESTINATIONS: Final = 16
EAST: Final = 1  # on squares with four neighbours
NORTH: Final = 0


@dataclass(frozen=True)
class Scenario:
    """A road and what belongs to it.

    Attributes:
        name: as people choose it.
        road: with its goals.
        origins: int64, the patches where walkers begin.
        rules: what is different from usual, by the names of `TrafficRules`.
        demand: how many walkers a tick come at the origins, in the mean; 0 where they are there from the beginning.
        at_goal: what happens to those who arrive.
        signals: lights, or None.
        ends: of open roads, or None.
        lanes: int64 (lanes, length), the patches of each lane in the order of its direction, for space-time pictures;
            or None.
    """

    name: str
    road: Road
    origins: Numbers
    rules: dict[str, Any] = field(default_factory=dict)
    demand: float = 0.0
    at_goal: AtGoal = "again"
    signals: Signals | None = None
    ends: Ends | None = None
    lanes: Numbers | None = None

    @property
    def world(self) -> World:
        """The world it is in."""
        return self.road.world

    def traffic(self, seed: int = 0, **rules: Any) -> Traffic:
        """An empty road to begin with.

        Args:
            seed: of all random numbers of a tick.
            rules: those that are not as usual, by the names of `TrafficRules`.
        """
        made = TrafficRules(**(self.rules | rules))
        return Traffic(self.road, made, seed, signals=self.signals, at_goal=self.at_goal, ends=self.ends)


def field_(
    world: World, rng: np.random.Generator, free: ArrayLike | None = None, destinations: int = DESTINATIONS
) -> Scenario:
    """A free field: everybody goes to a random one of some patches, and then to another.

    Args:
        world: of any kind; it may wrap.
        rng: chooses the destinations.
        free: bool, (height, width) or flat; everywhere if None.
        destinations: how many patches one may go to, 1 to 64; fewer where there is no room.
    """
    road = Road.on_world(world, free)
    return field_on(road, rng, destinations)


def field_on(road: Road, rng: np.random.Generator, destinations: int = DESTINATIONS) -> Scenario:
    """The same on a road that is there already, such as one made from a map."""
    if destinations < 1:
        raise ValueError(f"destinations are 1 or more, not {destinations}")
    free = np.flatnonzero(road.free)
    road.set_goals([[patch] for patch in rng.permutation(free)[:destinations].tolist()])
    return Scenario("field", road, free)


def ring(length: int) -> Scenario:
    """A ring road of one lane."""
    return replace(rings(1, length), name="ring")


def rings(count: int, length: int) -> Scenario:
    """Ring roads side by side: lane k is row k, and goes east. One array holds them all.

    Args:
        count: how many, 1 or more.
        length: patches of each, 3 or more.
    """
    world = make_world("square", length, count, wrap="x")
    return Scenario("rings", Road.in_directions(world, np.ones(world.size), [EAST]), _all(world), lanes=_lanes(world))


def place_on_rings(traffic: Traffic, each: int, rng: np.random.Generator) -> None:
    """Put so many walkers on each of the rings, on patches at random."""
    count, length = traffic.road.world.height, traffic.road.world.width
    order = np.argsort(rng.random((count, length)), axis=1)[:, :each]
    traffic.add_at((order + length * np.arange(count)[:, np.newaxis]).ravel(), 0)


def open_road(length: int, alpha: float = 1.0, beta: float = 1.0, count: int = 1) -> Scenario:
    """A road of one lane with two open ends.

    Args:
        length: patches, 1 or more.
        alpha: the chance that one enters at the west end in a tick, if nobody is there.
        beta: the chance that one at the east end leaves in a tick.
        count: how many such roads side by side, each in its row.
    """
    world = make_world("square", length, count)
    lanes = _lanes(world)
    road = Road.in_directions(world, np.ones(world.size), [EAST])
    ends = Ends(lanes[:, 0].copy(), lanes[:, -1].copy(), alpha, beta)
    return Scenario("open road", road, ends.entries, {"update": "random sequential"}, ends=ends, lanes=lanes)


def bml(width: int, height: int | None = None) -> Scenario:
    """The streets of Biham, Middleton and Levine (1992): two kinds of cars on a torus, going east and north in turn."""
    world = make_world("square", width, width if height is None else height, wrap="both")
    road = Road.in_directions(world, np.ones(world.size), [EAST, NORTH])
    return Scenario("bml", road, _all(world), {"alternate": True})


def crossing(width: int, height: int, green: int = 10, all_red: int = 1, streets: int = 1) -> Scenario:
    """One-way streets that cross, east and north in turn by signals; each closes on itself over the rim.

    Args:
        width: patches.
        height: patches.
        green: ticks.
        all_red: ticks in which both wait, so that the crossings are clear.
        streets: how many in each direction.

    Raises:
        ValueError: there is no room for so many streets.
    """
    if streets < 1 or min(width, height) < 3 * streets:
        raise ValueError(f"{width} x {height} patches have no room for {streets} streets each way: 3 patches for each")
    world = make_world("square", width, height, wrap="both")
    columns, rows = ((2 * np.arange(streets) + 1) * size // (2 * streets) for size in (width, height))
    free = np.zeros(world.shape, dtype=bool)
    free[rows], free[:, columns] = True, True
    road = Road.in_directions(world, free, [EAST, NORTH])
    on_row, on_column = np.zeros(world.shape, dtype=bool), np.zeros(world.shape, dtype=bool)
    on_row[rows], on_column[:, columns] = True, True
    road.ways[0, :-1] *= on_row.ravel()
    road.ways[1, :-1] *= on_column.ravel()
    meets = np.flatnonzero(on_row & on_column)
    stops = [
        np.flatnonzero(np.isin(world.neighbors[:, direction], meets) & free.ravel()) for direction in (EAST, NORTH)
    ]
    stops = [stop[way.ravel()[stop]] for stop, way in zip(stops, (on_row, on_column), strict=True)]
    origins = np.flatnonzero(on_row ^ on_column)
    return Scenario("crossing", road, origins, signals=Signals(world.size, stops, green, all_red))


def street_of(scenario: Scenario, patches: ArrayLike) -> Numbers:
    """Which goal (0 east, 1 north) those have who begin on these patches of a crossing."""
    found: Numbers = (scenario.road.ways[0, np.asarray(patches)] == 0).astype(np.int64)
    return found


def fork(length: int = 20, detour: int = 6, lanes: int = 4, demand: float = 0.8) -> Scenario:
    """Two corridors of unequal length, one patch wide, between two halls.

    Walkers begin in the west hall and leave at the east end. The lower corridor is straight, and the upper one is
    longer by twice `detour`.

    Args:
        length: of the lower corridor, 3 or more.
        detour: how far the upper corridor leads up and down again, 1 or more.
        lanes: rows of the halls, 2 or more.
        demand: walkers a tick.

    Raises:
        ValueError: a size is too small, or the demand is negative.
    """
    if not 0 <= demand < float("inf"):
        raise ValueError(f"demand is 0 walkers a tick or more, not {demand!r}")
    if length < 3 or detour < 1 or lanes < 2:
        raise ValueError("a fork has a length of 3 or more, a detour of 1 or more, and 2 lanes or more")
    hall = lanes + 2
    width, height = 2 * hall + length, lanes + detour
    free = np.zeros((height, width), dtype=bool)
    free[:lanes, :hall] = free[:lanes, -hall:] = True
    free[0, hall:-hall] = True
    top, first, last = height - 1, hall, width - hall - 1
    free[lanes - 1 :, first] = free[lanes - 1 :, last] = True
    free[top, first : last + 1] = True
    world = make_world("square", width, height)
    exits = np.arange(lanes) * width + width - 1
    origins = np.arange(lanes) * width
    road = Road.on_world(world, free, [exits])
    return Scenario("fork", road, origins, demand=demand, at_goal="leave")


def door(world: World, opening: int = 1, free: ArrayLike | None = None) -> Scenario:
    """A room that everybody leaves by a door in the east wall.

    Args:
        world: it does not wrap.
        opening: how wide the door is, in patches.
        free: bool, (height, width) or flat: the room without its east wall; everywhere if None.

    Raises:
        ValueError: the world wraps or is too narrow, or the door is wider than the wall.
    """
    if world.wrap != "none" or world.width < 3:
        raise ValueError("a room with a door is 3 patches wide or more and does not wrap")
    if not 1 <= opening <= world.height:
        raise ValueError(f"a door is 1 to {world.height} patches wide, not {opening}")
    open_ = np.ones(world.shape, dtype=bool) if free is None else np.array(free, dtype=bool).reshape(world.shape)
    first = (world.height - opening) // 2
    open_[:, -1] = False
    open_[first : first + opening, -1] = True
    exits = np.flatnonzero(open_[:, -1]) * world.width + world.width - 1
    road = Road.on_world(world, open_, [exits])
    origins = np.flatnonzero(road.free & (np.arange(world.size) % world.width < world.width - 1))
    return Scenario("door", road, origins, at_goal="leave")


def _all(world: World) -> Numbers:
    return np.arange(world.size)


def _lanes(world: World) -> Numbers:
    return np.arange(world.size).reshape(world.shape)
