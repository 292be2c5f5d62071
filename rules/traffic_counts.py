"""What is counted of traffic."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rules.traffic_road import Road
from rules.traffic_rules import TrafficRules
from rules.traffic_state import TrafficState


class TrafficCounts:
    """Walkers on a road, and what is counted of them.

    Attributes:
        road: what they move on.
        rules: of a tick; they may be replaced while walkers go.
        state: where the walkers are.
        ticks: how many have been run.
        moved: how many patches all walkers moved in the last tick, together; steps into an open road and out of it too.
        movers: how many walkers moved in it.
        turns: how many might have: all who were there when it began or entered in it, or whose goal had its turn.
        arrivals: how many arrived in it.
        trips: how long those who arrived in it had been on their way, in ticks: int64 (arrivals,).
        trip_distances: how far that was, in moves: float64 (arrivals,).
        trips_done: how many have ever arrived.
        trip_ticks: how long they were on their way, together.
        trip_free: how long that would have been with nobody in the way, by the rules of the tick of each arrival.
    """

    def __init__(self, road: Road, rules: TrafficRules) -> None:
        """Begin with an empty road."""
        self.road, self.rules, self.state = road, rules, TrafficState(road.world.size)
        self.ticks = self.moved = self.movers = self.turns = 0
        self.trips_done, self.trip_ticks, self.trip_free = 0, 0, 0.0
        self._begin_trips()

    @property
    def tick_number(self) -> int:
        """The tick that is being run, from 1."""
        return self.ticks + 1

    def _begin_trips(self) -> None:
        """Nobody has arrived in this tick yet."""
        self.arrivals = 0
        self.trips, self.trip_distances = np.zeros(0, dtype=np.int64), np.zeros(0)

    def count_trips(self, slots: NDArray[np.int64]) -> None:
        """Count those who arrive."""
        if not len(slots):
            return
        trips = self.tick_number - self.state.born[slots].astype(np.int64)
        distances = self.state.distance[slots].astype(np.float64)
        self.arrivals += len(slots)
        self.trips = np.concatenate([self.trips, trips])
        self.trip_distances = np.concatenate([self.trip_distances, distances])
        self.trips_done += len(slots)
        self.trip_ticks += int(trips.sum())
        free_speed = self.rules.free_speed
        self.trip_free += float(distances.sum()) / free_speed if free_speed > 0 else 0.0

    @property
    def flux(self) -> float:
        """Patches moved in the last tick, per patch of road."""
        return self.moved / max(self.road.patches, 1)

    @property
    def density(self) -> float:
        """Walkers per patch of road."""
        return self.state.count / max(self.road.patches, 1)

    @property
    def waiting(self) -> int:
        """How many walkers did not move in the last tick; where goals take turns, in the last tick of their goal."""
        state, top = self.state, self.state.top
        waits = state.waiting[:top] >= (len(self.road.goals) if self.rules.alternate else 1)
        if state.free:
            waits &= state.patch[:top] >= 0
        return int(np.count_nonzero(waits))

    @property
    def mean_speed(self) -> float:
        """Patches a walker moved in the last tick, of those who had their turn; 0 without walkers."""
        return self.moved / self.turns if self.turns else 0.0

    @property
    def moved_share(self) -> float:
        """The share of those who had their turn that moved in the last tick; 0 without walkers."""
        return self.movers / self.turns if self.turns else 0.0

    @property
    def travel_time(self) -> float:
        """The mean of all trips so far, in ticks; nan before the first."""
        return self.trip_ticks / self.trips_done if self.trips_done else float("nan")

    @property
    def delay(self) -> float:
        """By how many ticks trips took longer than with nobody in the way, in the mean; nan before the first.

        With nobody in the way a trip of d moves takes d / (v_max - slowdown) ticks, 1 / (1 - p) each for v_max 1. The
        ticks in which faster ones gain speed are counted as delay.
        """
        return (self.trip_ticks - self.trip_free) / self.trips_done if self.trips_done else float("nan")
