"""Traffic: walkers on a road, tick by tick, and what is counted.

    road = Road.on_world(make_world("square", 64, 64, wrap=True), goals=[[0], [2000]])
    traffic = Traffic(road, TrafficRules(blocked="sidestep"), seed=7)
    traffic.add_walkers(500, np.random.default_rng(7))
    traffic.tick()

The rule of a tick is in `rules.traffic_parallel` (all at once), in `rules.traffic_walkers` (the same, to be read) and
in `rules.traffic_sequential`. `rules.scenarios` has roads that are ready made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rules.traffic_counts import TrafficCounts
from rules.traffic_demand import add_demand, change_road, draw_goals
from rules.traffic_fast import tick_fast
from rules.traffic_gridlock import Gridlock, choose_victims, prove_gridlock
from rules.traffic_keys import DEMAND, EXIT, all_happen, key, keys
from rules.traffic_parallel import tick_parallel
from rules.traffic_road import MOST_GOALS, Road
from rules.traffic_rules import Blocked, Ends, Signals, Targets, TrafficRules, Update
from rules.traffic_sequential import tick_in_turn, tick_open_road
from rules.traffic_state import Gone, TrafficState
from rules.traffic_walkers import Propose, propose_one, tick_by_walkers

__all__ = [
    "MOST_GOALS",
    "Added",
    "Blocked",
    "Ends",
    "Gone",
    "Gridlock",
    "Road",
    "Signals",
    "Targets",
    "Traffic",
    "TrafficRules",
    "TrafficState",
    "Update",
    "choose_victims",
    "key",
    "propose_one",
    "prove_gridlock",
]

# For rerouting, how much longer a patch is where somebody always stands, if `congestion` is less.
AVOIDING = 8.0

AtGoal = Literal["again", "leave"]


class Added(NamedTuple):
    """What came of a wish for walkers.

    Attributes:
        created: how many there are now.
        no_room: how many were too many for the free patches.
        unreachable: how many would have stood where no way leads to any goal.
    """

    created: int
    no_room: int
    unreachable: int


class Traffic(TrafficCounts):
    """Walkers on a road; `TrafficCounts` has the rest of the attributes.

    Attributes:
        seed: of all random numbers of a tick.
        signals: lights, or None.
        at_goal: "again": who arrives gets another goal; "leave": it leaves the road.
        ends: of open roads, or None.
        crowd: float32 (size,), how often somebody stood on each patch, 0 to 1, over the last ticks; see `memory`.
        gridlock: "", "suspected" or "proved", as it was when last looked at.
        members: the slots of those who were proved to be in gridlock.
    """

    def __init__(
        self,
        road: Road,
        rules: TrafficRules | None = None,
        seed: int = 0,
        *,
        signals: Signals | None = None,
        at_goal: AtGoal = "again",
        ends: Ends | None = None,
    ) -> None:
        """Begin with an empty road."""
        super().__init__(road, rules or TrafficRules())
        self.seed = seed
        self.signals, self.at_goal, self.ends = signals, at_goal, ends
        self.scratch = np.zeros(road.world.size + 1, dtype=np.int64)  # of conflicts; nothing in it is kept
        self.flags = np.zeros(road.world.size + 1, dtype=bool)
        self.crowd = np.zeros(road.world.size, dtype=np.float32)
        self.quiet, self.gridlock, self.members = 0, "", np.zeros(0, dtype=np.int64)
        self._roads: Any = None
        self._empty = road  # as it is without crowds; others may use it too
        self._bent: set[int] = set()  # the rows of fields that know of crowds

    # --- walkers come ------------------------------------------------------------------------------------------------

    def add_walkers(self, number: int, rng: np.random.Generator, origins: ArrayLike | None = None) -> Added:
        """Create walkers on free patches at random, going to random goals.

        Args:
            number: how many are wanted.
            rng: chooses the patches.
            origins: the patches among which it chooses; all of the road if None.

        Returns:
            How many came of it, and why no more.
        """
        where = np.flatnonzero(self.road.free) if origins is None else np.unique(np.asarray(origins, dtype=np.int64))
        where = where[self.road.free[where] & (self.state.owner[where] < 0)]
        good = where[self.road.reachable(where).any(axis=1)] if self.road.goals else where
        chosen = rng.permutation(good)[: max(number, 0)]
        self.add_at(chosen)
        rest = max(number, 0) - len(chosen)
        unreachable = min(rest, len(where) - len(good))
        return Added(len(chosen), rest - unreachable, unreachable)

    def add_at(self, patches: ArrayLike, goals: ArrayLike | None = None) -> NDArray[np.int64]:
        """Create walkers on given patches; their slots.

        Args:
            patches: where, each free and once.
            goals: their goals; at random if None.

        Raises:
            ValueError: a patch is taken or no free patch of the road, or cannot be left for a goal.
        """
        where = np.asarray(patches, dtype=np.int64).reshape(-1)
        inside = where[(where >= 0) & (where < len(self.road.free))]
        if not self.road.free[inside].all():
            bad = int(inside[~self.road.free[inside]][0])
            raise ValueError(f"patch {bad} is blocked: walkers stand on free patches of the road")
        self.state._check_free(where)
        if not self.road.goals:
            return self.state.add(where, 0, self.ticks)
        ids = np.arange(self.state.created, self.state.created + len(where))
        chosen = draw_goals(self, where, ids) if goals is None else np.broadcast_to(goals, where.shape)
        if (chosen < 0).any():
            raise ValueError(f"no way leads from patch {int(where[chosen < 0][0])} to any goal")
        far = self._empty.distance[chosen, where]
        if np.isposinf(far).any():
            raise ValueError(f"no way leads from patch {int(where[np.isposinf(far)][0])} to its goal")
        bits = self.road.ways[chosen, where].astype(np.int64)
        looks = np.where(bits > 0, np.log2(np.maximum(bits & -bits, 1)), 0).astype(np.int8)
        return self.state.add(where, chosen, self.ticks, far, looks)

    def create(self, rate: float, origins: ArrayLike, goals: ArrayLike | None = None) -> int:
        """Create walkers by a demand: so many a tick in the mean, on free ones of some patches; how many these were.

        Args:
            rate: 0 or more.
            origins: the patches.
            goals: the goals among which each draws; all if None.
        """
        return add_demand(self, rate, np.asarray(origins, dtype=np.int64), goals)

    def change_road(self, road: Road) -> int:
        """Go on on a changed road, see `rules.traffic_demand.change_road`; how many walkers had no way any more."""
        return change_road(self, road)

    def take_road(self, road: Road) -> None:
        """Take a road as it is, whoever is where."""
        self.road, self._empty, self._bent, self._roads = road, road, set(), None

    # --- a tick ------------------------------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The goal whose walkers move in this tick, where goals take turns."""
        return self.ticks % max(len(self.road.goals), 1)

    def tick(self, ask: Propose | None = None, by_walkers: bool = False) -> int:
        """Run one tick.

        Args:
            ask: where the walker in a slot wants to go, a patch or -1; asked one by one, in the parallel update.
            by_walkers: whether to run walker by walker also without `ask`; the same comes of it.

        Returns:
            How many patches the walkers moved, together.
        """
        if self.rules.v_max > 1 and self.road.has_diagonals:
            raise ValueError(f"v_max {self.rules.v_max}: where there are diagonals, one moves 1 patch a tick at most")
        self._renew_fields()
        outs, ins = self._at_ends()
        if self.rules.update == "random sequential" and self.ends is not None:
            self._tick_open_road()
        else:
            if self.rules.update != "parallel":
                slots = tick_in_turn(self)
            elif ask is not None or by_walkers:
                slots = np.array(tick_by_walkers(self, ask), dtype=np.int64)
            elif self.rules.v_max > 1:
                slots = tick_fast(self)
            else:
                slots = tick_parallel(self)
            self.movers, self.moved = len(slots), int(self.state.speed[slots].sum())
            self._arrive(slots)
            self._cross_ends(outs, ins)
        self.ticks += 1
        if self.rules.fields_change:
            self.crowd += ((self.state.owner >= 0) - self.crowd) / np.float32(self.rules.memory)
        self._watch()
        return self.moved

    def run(self, ticks: int) -> NDArray[np.int64]:
        """Run so many ticks; the patches moved in each: int64 (ticks,)."""
        return np.array([self.tick() for _ in range(ticks)], dtype=np.int64)

    @property
    def by_second_field(self) -> bool:
        """Whether those who lost patience go by fields of their own."""
        return self.rules.blocked == "reroute" and len(self.road.ways) > len(self.road.goals)

    def _renew_fields(self) -> None:
        """Where ways change, find one row of fields anew, in turn, and note who loses patience."""
        rules, goals, top = self.rules, len(self.road.goals), self.state.top
        if not goals or not (rules.fields_change or self._bent):
            return
        if self.road is self._empty:
            self.road = self._empty.copy()
        if rules.blocked == "reroute":
            self.road.have_second()
            impatient = (self.state.waiting[:top] >= rules.patience) & (self.state.patch[:top] >= 0)
            self.state.rerouted[:top] |= impatient
        rows = sorted({*self._bent, *(range(goals) if rules.congestion else ())})
        if rules.blocked == "reroute":
            rows = sorted({*rows, *range(goals, 2 * goals)})
        row = rows[self.ticks % len(rows)]
        weight = rules.congestion
        if row >= goals:
            weight = max(weight, AVOIDING) if rules.blocked == "reroute" else 0.0
        self.road.renew(row, 1.0 + weight * self.crowd.astype(np.float64) if weight else None)
        (self._bent.add if weight else self._bent.discard)(row)

    def _arrive(self, slots: NDArray[np.int64]) -> None:
        """Let those arrive who have just come to their goals."""
        state, road = self.state, self.road
        slots = slots[road.at_goals(state.goal.take(slots), state.patch.take(slots))]
        # By ids, an order that is the same however they were found.
        slots = slots[np.argsort(state.id[slots])]
        self._count_trips(slots)
        if self.at_goal == "leave":
            state.arrive(slots)
        elif len(slots):
            patches = state.patch[slots].astype(np.int64)
            goals = draw_goals(self, patches, state.id[slots])
            on = goals >= 0
            state.goal[slots[on]], state.born[slots[on]] = goals[on], self.tick_number
            state.distance[slots[on]] = self._empty.distance[goals[on], patches[on]]
            state.rerouted[slots] = False
            state.remove(slots[~on], "no way on from its goal", self.tick_number)

    # --- open roads --------------------------------------------------------------------------------------------------

    def _at_ends(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Who leaves by an exit in this tick (slots), and on which patches somebody enters, as it stands before it."""
        none = np.zeros(0, dtype=np.int64)
        if self.ends is None:
            return none, none
        ends, state = self.ends, self.state
        exits, entries = ends.exits[state.owner[ends.exits] >= 0], ends.entries[state.owner[ends.entries] < 0]
        out = exits[all_happen(keys(self.seed, self.tick_number, exits, EXIT), ends.beta)]
        into = entries[all_happen(keys(self.seed, self.tick_number, entries, DEMAND), ends.alpha)]
        return state.owner[out].astype(np.int64), into

    def _cross_ends(self, outs: NDArray[np.int64], ins: NDArray[np.int64]) -> None:
        if self.ends is not None:
            self._count_trips(outs)
            self.state.arrive(outs)
            self.add_at(ins, 0)
            self.moved += len(outs) + len(ins)

    def _tick_open_road(self) -> None:
        assert self.ends is not None
        if self._roads is None:
            patches = np.flatnonzero(self.road.free)
            ahead = np.full(self.road.world.size, -1, dtype=np.int64)
            for direction in range(self.road.stay):
                on = np.flatnonzero(self.road.ways[0, :-1] >> direction & 1)
                ahead[on] = self.road.moves[on, direction]
            ahead[self.ends.exits] = -1
            self._roads = patches, ahead
        patches, ahead = self._roads
        self.moved, outs = tick_open_road(self, patches, ahead, self.ends.entries)
        self.movers = int(np.count_nonzero(self.state.speed[: self.state.top]))
        self._count_trips(outs)
        self.state.arrive(outs)

    # --- gridlock ----------------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        self.quiet = 0 if self.moved or not self.state.count else self.quiet + 1
        if self.quiet == 0 and self.gridlock == "suspected":
            self.gridlock = ""
        if self.quiet >= self.rules.quiet and not self.gridlock:
            self.gridlock = "suspected"

    def look_for_gridlock(self) -> Gridlock | None:
        """Try to prove that some walkers can never move again; it sets `gridlock` and `members` too."""
        found = prove_gridlock(self)
        self.members = np.zeros(0, dtype=np.int64) if found is None else found.members
        self.gridlock = "proved" if found else "suspected" if self.quiet >= self.rules.quiet else ""
        return found

    def dissolve_gridlock(self) -> int:
        """Take one of each knot of proved gridlock off the road, at random, counted and logged; how many these were."""
        found = self.look_for_gridlock()
        if found is None:
            return 0
        victims = choose_victims(self, found)
        self.state.remove(victims, "gridlock", self.ticks)
        self.gridlock, self.quiet, self.members = "", 0, self.members[:0]
        return len(victims)

    # --- kept and put back -------------------------------------------------------------------------------------------

    PLAIN = ("ticks", "moved", "movers", "arrivals", "quiet", "trips_done", "trip_ticks", "trip_length", "gridlock")
    LARGE = ("crowd", "trips", "trip_distances", "members")

    def kept(self) -> dict[str, Any]:
        """All on which the run depends, but road, rules and seed: arrays and plain values, copied."""
        found: dict[str, Any] = {name: getattr(self, name) for name in self.PLAIN}
        found |= {name: getattr(self, name).copy() for name in self.LARGE}
        if self.road is not self._empty:
            found |= {"ways": self.road.ways.copy(), "far": self.road.distance.copy(), "bent": sorted(self._bent)}
        return found | {"state": self.state.state()}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take over what `kept` gave, on an equal road."""
        for name in self.PLAIN:
            setattr(self, name, kept[name])
        for name in self.LARGE:
            setattr(self, name, kept[name].copy())
        self.road, self._bent = self._empty, set(kept.get("bent", ()))
        if "ways" in kept:
            self.road = self._empty.copy()
            self.road.ways, self.road.distance = kept["ways"].copy(), kept["far"].copy()
        self.state.restore(kept["state"])
