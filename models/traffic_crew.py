"""The walkers of a model of traffic: how many there are, how a tick runs, and the turtles that one sees them as."""

from __future__ import annotations

from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from agents.walker import Walker
from models.traffic_followed import Followed
from patchwalk.parameters import ParameterError
from rules.scenarios import Scenario, street_of
from rules.traffic import Added, Traffic

MOST_AGENTS = 50_000  # up to so many walkers all are turtles of the model; above that those that were asked for
PROOF_EVERY = 16  # ticks between two looks for gridlock
STILL = 8  # ticks that one has to have waited to be looked at then
PACE_MEMORY = 8.0  # ticks over which a walker's pace is taken
RATE_MEMORY = 20.0  # ticks over which the rate of arrivals is taken
HEAT_MEMORY = 30.0  # ticks over which it is shown how often somebody stood on a patch
SAID_FOR = 40  # ticks for which it is said that gridlock was dissolved
PACES = (0.15, 0.5, 0.85)  # of the greatest speed: below the first one stands, then slow, steady, free

Slots = NDArray[np.int64]


class Crew(Followed):
    """Traffic as a model: state in arrays, walkers as views on them.

    Attributes:
        traffic: road, rules, walkers and counts; see `rules.traffic`.
        layout: the scenario.
        pace: float32 (slots,), how fast each has been lately, of the greatest speed.
        heat: float32 (size,), how often somebody stood on each patch lately.
        arrival_mean: arrivals a tick, a mean over the last ticks, later ones counting more; see `arrival_rate`.
        turned_away: how many were to come by a demand where no way leads from any origin.
        dissolved: when gridlock was dissolved last, and how that is said.
    """

    walker_breed: ClassVar[type[Walker]] = Walker

    traffic: Traffic
    layout: Scenario
    pace: NDArray[np.float32]
    heat: NDArray[np.float32]
    arrival_mean: float = 0.0
    turned_away: int = 0
    dissolved: tuple[int, str] = (-1, "")
    _views: dict[int, Walker]  # by slot
    _synced: tuple[int, int]  # created and present when the turtles were last counted over

    def begin_crew(self, traffic: Traffic) -> None:
        """An empty road."""
        self.traffic = traffic
        self.pace = np.ones(len(traffic.state.patch), dtype=np.float32)
        self.heat = np.zeros(self.world.size, dtype=np.float32)
        self._views = {}
        self._synced = (0, 0)

    # --- how many --------------------------------------------------------------------------------------------------

    @property
    def wanted(self) -> int:
        """How many walkers are asked for, whether there is room or not."""
        density = self.parameters["density"]
        return int(self.parameters["walkers"]) if density is None else round(density * self.traffic.road.patches)

    @property
    def flows(self) -> bool:
        """Whether walkers come by a demand, and not all at the beginning."""
        scenario = self.parameters["scenario"]
        zones = scenario == "field" and self.parameters["demand"] == "zones"
        return scenario in ("fork", "open road") or zones

    def set_number(self) -> None:
        """Add walkers at free origins, or remove some at random, until there are as many as wanted, or no room."""
        state = self.traffic.state
        missing = self.wanted - state.count
        if missing < 0:
            state.remove_random(-missing, self.rng, tick=self.traffic.ticks)
        elif missing:
            self._say_added(self._add(missing))
        self._changed_crew()

    def _add(self, number: int) -> Added:
        traffic, scenario = self.traffic, self.parameters["scenario"]
        if scenario not in ("ring", "crossing"):
            return traffic.add_walkers(number, self.rng, self.layout.origins)
        if scenario == "crossing":
            free = self.layout.origins[traffic.state.owner[self.layout.origins] < 0]
            chosen = self.rng.permutation(free)[:number]
            traffic.add_at(chosen, street_of(self.layout, chosen))
        else:
            chosen = self._spread_over_lanes(number)
            traffic.add_at(chosen, 0)
        return Added(len(chosen), number - len(chosen), 0)

    def _spread_over_lanes(self, number: int) -> Slots:
        """Free patches of rings, at random, but as evenly many on each ring as can be."""
        lanes = self.layout.lanes
        assert lanes is not None
        taken = self.traffic.state.owner[lanes] >= 0
        rank = np.where(taken, np.inf, self.rng.random(lanes.shape)).argsort(axis=1).argsort(axis=1)
        rank = rank + taken.sum(axis=1)[:, np.newaxis]  # the how-manieth on its ring each would be
        order = np.lexsort((self.rng.permutation(lanes.size), np.where(taken, lanes.size, rank).ravel()))
        found: Slots = lanes.ravel()[order[: min(number, int((~taken).sum()))]]
        return found

    def _say_added(self, added: Added) -> None:
        said = []
        if added.no_room:
            room = self.traffic.state.count
            said.append(f"{added.no_room:,} walkers fewer than wanted: there is room for {room:,}")
        if added.unreachable:
            were = "was" if added.unreachable == 1 else "were"
            said.append(f"{added.unreachable:,} {were} not created: no way leads from there to any destination")
        if said:
            self.notice = "; ".join(said).replace(",", "\u202f")

    # --- a tick ----------------------------------------------------------------------------------------------------

    @classmethod
    def asks_walkers(cls) -> bool:
        """Whether the breed has a rule of its own, so that each walker is asked."""
        return cls.walker_breed.propose is not Walker.propose

    @classmethod
    def _check_update(cls, update: str) -> None:
        """Refuse a breed's own rule where nobody is asked.

        Raises:
            ParameterError: it is so.
        """
        if cls.asks_walkers() and update != "parallel":
            said = f"update: {cls.walker_breed.__name__} has a rule of its own, and only in parallel each is asked"
            raise ParameterError("update", said)

    def tick(self) -> None:
        """Walkers come, then all of them move, then it is seen whether some can never move again."""
        traffic = self.traffic
        if self.flows and self.layout.ends is None:
            added = traffic.create(float(self.parameters["rate"]), self.layout.origins)
            self.turned_away += added.unreachable
            self._room_for_all()
        traffic.tick(self._ask if self.asks_walkers() else None)
        self.arrival_mean += (traffic.arrivals - self.arrival_mean) / RATE_MEMORY
        self._keep_pace()
        self._look_for_gridlock()
        self._changed_crew()

    def _ask(self, slot: int) -> int:
        found = self.walker(slot).propose()
        if isinstance(found, bool) or not isinstance(found, Integral):
            raise TypeError(f"{self.walker_breed.__name__}.propose returns a patch, or -1 to stay, not {found!r}")
        return int(found)

    def _room_for_all(self) -> None:
        """Paces are as long as there are slots."""
        missing = len(self.traffic.state.patch) - len(self.pace)
        if missing > 0:
            self.pace = np.concatenate([self.pace, np.ones(missing, dtype=np.float32)])

    def _keep_pace(self) -> None:
        self._room_for_all()
        state, top = self.traffic.state, self.traffic.state.top
        pace = self.pace[:top]
        change = (state.speed[:top] / np.float32(max(self.traffic.rules.v_max, 1)) - pace) / np.float32(PACE_MEMORY)
        if self.traffic.rules.alternate:  # the others had no turn in which to move
            change[state.goal[:top] != self.traffic.last_turn] = 0
        pace += change
        if state.free:
            pace[state.patch[:top] < 0] = 1.0
        self.pace[top:] = 1.0  # slots that nobody has had yet
        patches = state.patch[:top]
        share = np.float32(1.0 / HEAT_MEMORY)
        self.heat *= 1 - share
        self.heat[patches[patches >= 0] if state.free else patches] += share

    @property
    def arrival_rate(self) -> float | None:
        """Arrivals a tick of late; None before the first tick."""
        known = 1 - (1 - 1 / RATE_MEMORY) ** self.traffic.ticks  # less than 1 in the beginning
        return self.arrival_mean / known if known else None

    @property
    def standing(self) -> int:
        """How many walkers did not move in the last tick."""
        return int(self.traffic.waiting)

    @property
    def paces(self) -> tuple[float | None, float | None, float | None]:
        """Mean, least and greatest pace, of the greatest speed; None without walkers."""
        state = self.traffic.state
        if not state.count:
            return None, None, None
        pace = self.pace[: state.top]
        if state.free:
            pace = pace[state.patch[: state.top] >= 0]
        return float(pace.mean()), float(pace.min()), float(pace.max())

    # --- gridlock --------------------------------------------------------------------------------------------------

    def _look_for_gridlock(self) -> None:
        traffic = self.traffic
        nobody_moves = traffic.quiet == traffic.rules.quiet
        due = nobody_moves or traffic.ticks % PROOF_EVERY == 0
        # What a breed of its own will do is not known, so nothing is proved of it.
        may_prove = not self.asks_walkers()
        if due and may_prove and traffic.waiting:
            traffic.look_for_gridlock(traffic.quiet if nobody_moves else STILL)
        if traffic.gridlock and self.parameters["on_gridlock"] == "remove":
            found = traffic.look_for_gridlock() if may_prove else None
            if traffic.gridlock:  # it may have dissolved by itself since it was seen
                why = "gridlock" if found else "gridlock is suspected"
                self._say_dissolved(traffic.dissolve_gridlock(found), why)

    @property
    def lately_dissolved(self) -> str:
        """What there is to say of gridlock that was dissolved a short while ago."""
        when, said = self.dissolved
        return said if when >= 0 and self.traffic.ticks - when < SAID_FOR else ""

    def _say_dissolved(self, number: int, why: str) -> None:
        who = "1 walker was" if number == 1 else f"{number} walkers were"
        self.dissolved = (self.traffic.ticks, f"{who} taken off the road at tick {self.traffic.ticks}: {why}")

    @property
    def nobody_can_move(self) -> bool:
        """Whether it is proved of everybody, or nobody has moved for so long that no luck explains it."""
        traffic = self.traffic
        here = traffic.state.count
        return here > 0 and (traffic.stuck == here or traffic.quiet >= traffic.rules.quiet)

    @property
    def stands_for_good(self) -> bool:
        """Whether nobody moves any more, and that ends the run."""
        return self.parameters["on_gridlock"] == "stop" and bool(self.traffic.gridlock) and self.nobody_can_move

    # --- turtles ---------------------------------------------------------------------------------------------------

    def walker(self, slot: int) -> Walker:
        """The turtle of the walker in a slot.

        Raises:
            ValueError: nobody has this slot.
        """
        found = self._views.get(slot)
        if found is None or found.number != self.traffic.state.id[slot]:
            if found is not None:
                found.forget()
            found = self._views[slot] = self.walker_breed(self, slot)
        return found

    def _changed_crew(self) -> None:
        """Let turtles go whose walkers are gone, and, unless there are very many, make those of new ones."""
        self._room_for_all()
        self.look_after_followed()
        state = self.traffic.state
        now = (state.created, state.count)
        if now == self._synced:
            return
        self._synced = now
        ids = state.id
        for slot in [slot for slot, one in self._views.items() if slot >= len(ids) or ids[slot] != one.number]:
            self._views.pop(slot).forget()
        if state.count <= MOST_AGENTS:
            for slot in state.slots.tolist():
                if slot not in self._views:
                    self._views[slot] = self.walker_breed(self, slot)

    def put_walker(self, slot: int, patch: int) -> None:
        """Put a walker on another patch. At its goal it arrives in the next tick.

        Raises:
            ValueError: it is no free patch of the road, somebody is there, or no way leads from there to its goal.
        """
        state, road = self.traffic.state, self.traffic.road
        if not 0 <= patch < self.world.size or not road.free[patch] or state.owner[patch] >= 0:
            raise ValueError(f"patch {patch} is blocked or taken: two walkers are never on one patch")
        if np.isposinf(road.distance[state.goal[slot], patch]):
            raise ValueError(f"no way leads from patch {patch} to the goal of walker {state.id[slot]}")
        state.owner[state.patch[slot]] = -1
        state.owner[patch], state.patch[slot] = slot, patch
        self._changed_by_hand()

    def add_walker(self, patch: int, goal: int) -> Walker:
        """Create a walker on a patch.

        Raises:
            ValueError: it is no free patch, somebody is there, there is no such goal, or no way leads from there to it.
        """
        slot = int(self.traffic.add_at([patch], goal)[0])
        self._changed_by_hand()
        return self.walker(slot)

    def remove_walker(self, slot: int, reason: str = "died") -> None:
        """Take a walker off the road; it is counted with the reason."""
        self.traffic.state.remove(np.array([slot]), reason, self.traffic.ticks)
        self._changed_by_hand()

    def _changed_by_hand(self) -> None:
        self._changed_crew()
        self.traffic.forget_gridlock()
        self.running = self.active()

    # --- undo, files -----------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Walkers, counts, paces."""
        top = self.traffic.state.top
        return super().state() | {
            "traffic": self.traffic.kept(),
            "pace": self.pace[:top].copy(),
            "heat": self.heat.copy(),
            "arrival_mean": self.arrival_mean,
            "turned_away": self.turned_away,
            "dissolved": self.dissolved,
        }

    def restore_crew(self, state: Any) -> None:
        """Put them back, on a road that is already as it was."""
        self.traffic.restore(state["traffic"])
        self.pace = np.ones(len(self.traffic.state.patch), dtype=np.float32)
        self.pace[: len(state["pace"])] = state["pace"]
        self.heat = state["heat"].copy()
        self.arrival_mean, self.turned_away = float(state["arrival_mean"]), int(state["turned_away"])
        self.dissolved = (int(state["dissolved"][0]), str(state["dissolved"][1]))
        self.restore_followed(state)
        self._synced = (-1, -1)
        self._changed_crew()
