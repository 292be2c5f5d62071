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
        arrivals: how many arrived in it.
        trips: how long those who arrived in it had been on their way, in ticks: int64 (arrivals,).
        trip_distances: how far that was: float64 (arrivals,).
    """

    def __init__(self, road: Road, rules: TrafficRules) -> None:
        """Begin with an empty road."""
        self.road, self.rules, self.state = road, rules, TrafficState(road.world.size)
        self.ticks = self.moved = self.movers = self.arrivals = 0
        self.trips, self.trip_distances = np.zeros(0, dtype=np.int64), np.zeros(0)
        self.trips_done, self.trip_ticks, self.trip_length = 0, 0, 0.0

    @property
    def tick_number(self) -> int:
        """The tick that is being run, from 1."""
        return self.ticks + 1

    def _count_trips(self, slots: NDArray[np.int64]) -> None:
        self.arrivals = len(slots)
        self.trips = self.tick_number - self.state.born[slots].astype(np.int64)
        self.trip_distances = self.state.distance[slots].astype(np.float64)
        self.trips_done += len(slots)
        self.trip_ticks += int(self.trips.sum())
        self.trip_length += float(self.trip_distances.sum())

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
        """How many walkers did not move in the last tick."""
        return int(np.count_nonzero(self.state.waiting[: self.state.top]))

    @property
    def mean_speed(self) -> float:
        """Patches a walker moved in the last tick, of those who had their turn; 0 without walkers."""
        turns = self.state.count
        if self.rules.alternate and self.ticks:
            last = (self.ticks - 1) % max(len(self.road.goals), 1)
            top = self.state.top
            turns = int(np.count_nonzero((self.state.goal[:top] == last) & (self.state.patch[:top] >= 0)))
        return self.moved / turns if turns else 0.0

    @property
    def travel_time(self) -> float:
        """The mean of all trips so far, in ticks; nan before the first."""
        return self.trip_ticks / self.trips_done if self.trips_done else float("nan")

    @property
    def delay(self) -> float:
        """By how many ticks trips took longer than with nobody in the way, in the mean; nan before the first."""
        free_speed = self.rules.v_max - self.rules.slowdown
        if not self.trips_done or free_speed <= 0:
            return float("nan")
        return (self.trip_ticks - self.trip_length / free_speed) / self.trips_done
