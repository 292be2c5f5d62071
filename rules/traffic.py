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
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rules.traffic_counts import TrafficCounts
from rules.traffic_demand import Added, add_demand, change_road, draw_goals, give_goals
from rules.traffic_ends import cross_ends, run_open_road, who_crosses
from rules.traffic_fast import tick_fast
from rules.traffic_gridlock import Gridlock, choose_victims, prove_gridlock
from rules.traffic_keys import key
from rules.traffic_parallel import tick_parallel
from rules.traffic_road import MOST_GOALS, Road
from rules.traffic_rules import Blocked, Ends, Signals, Targets, TrafficRules, Update
from rules.traffic_sequential import tick_in_turn
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
        stuck: how many these are, and all who wait for them in vain.
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
        self.quiet, self.gridlock, self.members, self.stuck = 0, "", np.zeros(0, dtype=np.int64), 0
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

        Raises:
            ValueError: an origin is off the world.
        """
        where = np.flatnonzero(self.road.free) if origins is None else np.unique(np.asarray(origins, dtype=np.int64))
        if len(where) and not 0 <= where[0] <= where[-1] < self.road.world.size:
            raise ValueError(f"origins are patches of the world, 0 to {self.road.world.size - 1}")
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
        if (chosen >= len(self.road.goals)).any():
            raise ValueError(f"goals are 0 to {len(self.road.goals) - 1}, not {int(chosen.max())}")
        if (chosen < 0).any():
            raise ValueError(f"no way leads from patch {int(where[chosen < 0][0])} to any goal")
        far = self.moves_to(chosen, where)
        if np.isposinf(far).any():
            raise ValueError(f"no way leads from patch {int(where[np.isposinf(far)][0])} to its goal")
        bits = self.road.ways[chosen, where].astype(np.int64)
        looks = np.where(bits > 0, np.log2(np.maximum(bits & -bits, 1)), 0).astype(np.int8)
        return self.state.add(where, chosen, self.ticks, far, looks)

    def create(self, rate: float, origins: ArrayLike, goals: ArrayLike | None = None) -> Added:
        """Create walkers by a demand: so many a tick in the mean, at random free ones of some patches.

        Args:
            rate: 0 or more.
            origins: the patches.
            goals: the goals among which each draws; all if None.

        Returns:
            How many came of it in this tick, and why no more.
        """
        return add_demand(self, rate, np.asarray(origins, dtype=np.int64), goals)

    def change_road(self, road: Road) -> int:
        """Go on on a changed road, see `rules.traffic_demand.change_road`; how many walkers had no way any more."""
        return change_road(self, road)

    def moves_to(self, goals: NDArray[Any], patches: NDArray[Any]) -> NDArray[np.float32]:
        """How many moves patches are from goals, whatever the crowds; see `Road.moves_to`."""
        return self._empty.moves_to(goals, patches)

    def take_road(self, road: Road) -> None:
        """Take a road as it is, whoever is where."""
        self.road, self._empty, self._bent = road, road, set()

    # --- a tick ------------------------------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The goal whose walkers move in this tick, where goals take turns."""
        return self.ticks % max(len(self.road.goals), 1)

    @property
    def last_turn(self) -> int:
        """The goal whose walkers moved in the last tick, where goals take turns."""
        return (self.ticks - 1) % max(len(self.road.goals), 1)

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
        self._begin_trips()
        self.turns = self._turns()
        crossing = who_crosses(self)
        if self.rules.update == "random sequential" and self.ends is not None:
            run_open_road(self)
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
            self._arrive()
            cross_ends(self, crossing)
        self.ticks += 1
        if self.rules.fields_change:
            self.crowd += ((self.state.owner >= 0) - self.crowd) / np.float32(self.rules.memory)
        self._watch()
        return self.moved

    def run(self, ticks: int) -> NDArray[np.int64]:
        """Run so many ticks; the patches moved in each: int64 (ticks,)."""
        return np.array([self.tick() for _ in range(ticks)], dtype=np.int64)

    @property
    def ways_change(self) -> bool:
        """Whether the ways change while walkers go: crowds count, or did until lately."""
        return self.rules.fields_change or bool(self._bent)

    @property
    def by_second_field(self) -> bool:
        """Whether those who lost patience go by fields of their own."""
        return self.rules.blocked == "reroute" and len(self.road.ways) > len(self.road.goals)

    def _renew_fields(self) -> None:
        """Where ways change, find one row of fields anew, in turn, and note who loses patience."""
        rules, goals, top = self.rules, len(self.road.goals), self.state.top
        if not goals or not self.ways_change:
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

    def _turns(self) -> int:
        """How many walkers may move in this tick, but for those who enter."""
        state, top = self.state, self.state.top
        if not self.rules.alternate:
            return state.count
        return int(np.count_nonzero((state.goal[:top] == self.turn) & (state.patch[:top] >= 0)))

    def _arrive(self) -> None:
        """Let those arrive who are at their goals; also those who were put there, or under whom a goal was put."""
        state, road = self.state, self.road
        top = state.top
        slots = np.flatnonzero(road.at_goals(state.goal[:top], state.patch[:top]))
        # By ids, an order that is the same however they were found.
        slots = slots[np.argsort(state.id[slots])]
        self.count_trips(slots)
        if self.at_goal == "leave":
            state.arrive(slots)
        elif len(slots):
            goals = draw_goals(self, state.patch[slots].astype(np.int64), state.id[slots])
            on = goals >= 0
            give_goals(self, slots[on], goals[on], self.tick_number)
            state.rerouted[slots] = False
            state.arrive(slots[~on])  # there is nowhere else to go

    # --- gridlock ----------------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        self.quiet = 0 if self.moved or not self.state.count else self.quiet + 1
        if self.quiet == 0 and self.gridlock == "suspected":
            self.gridlock = ""
        if self.quiet >= self.rules.quiet and not self.gridlock:
            self.gridlock = "suspected"

    def look_for_gridlock(self, waited: int = 0) -> Gridlock | None:
        """Try to prove that some walkers can never move again; it sets `gridlock` and `members` too.

        Args:
            waited: see `rules.traffic_gridlock.prove_gridlock`.
        """
        found = prove_gridlock(self, waited)
        self.members = np.zeros(0, dtype=np.int64) if found is None else found.members
        self.stuck = 0 if found is None else len(found.stuck)
        self.gridlock = "proved" if found else "suspected" if self.quiet >= self.rules.quiet else ""
        return found

    def dissolve_gridlock(self, found: Gridlock | None) -> int:
        """Take one of each knot of gridlock off the road, at random; where nothing is proved, anybody.

        They are counted and logged.

        Args:
            found: what was proved just now.

        Returns:
            How many these were.
        """
        victims = choose_victims(self, found)
        self.state.remove(victims, "gridlock" if found else "gridlock, suspected", self.ticks)
        self.forget_gridlock()
        return len(victims)

    def forget_gridlock(self) -> None:
        """Something was changed: look anew."""
        self.gridlock, self.quiet, self.members, self.stuck = "", 0, self.members[:0], 0

    # --- kept and put back -------------------------------------------------------------------------------------------

    PLAIN = (
        "ticks", "moved", "movers", "turns", "arrivals", "quiet", "stuck", "gridlock", "trips_done", "trip_ticks",
        "trip_free",
    )  # fmt: skip
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
