"""Mazes to test with, and the carvers and drops of the rules written out move by move, as turtles act."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest

from patchwalk.world import make_world
from rules import kernels
from rules.carving import Carving
from rules.flooding import Flood
from rules.rooms import rooms_of
from rules.turns import choose


@pytest.fixture(params=["plain", "fast"])
def speed(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run a test with plain kernels, and again with compiled ones."""
    if request.param == "fast" and importlib.util.find_spec("numba") is None:
        pytest.skip("numba, the extra 'fast', is not installed")
    kernels.choose_kernels(request.param)
    yield request.param
    kernels.choose_kernels(None)


@dataclass
class Maze:
    """A maze being carved, its carvers and its flood."""

    carving: Carving
    flood: Flood
    at: np.ndarray
    depth: np.ndarray
    alive: np.ndarray
    curviness: int
    fixed: bool
    speed: kernels.Choice | None = None
    ticks: int = 0
    depths: list[int] = field(default_factory=list)

    @property
    def working(self) -> bool:
        return bool(self.alive.any()) or self.flood.can_spread()

    def tick_by_turtles(self) -> None:
        """One tick, drop by drop and carver by carver, through the functions that turtles use."""
        self.ticks += 1
        for patch in self.flood.begin_tick(self.ticks).tolist():
            for neighbor in self.flood.dry_neighbors(patch):
                self.flood.soak(neighbor, int(self.flood.liquid.flat[patch]), self.ticks)
        for carver in range(len(self.at)):
            if self.alive[carver]:
                self._move(carver)
        if self.carving.moves:
            self.depths.append(int(self.depth.max()))
        self.flood.open(self.carving.take_opened())

    def _move(self, carver: int) -> None:
        carving, room = self.carving, int(self.at[carver])
        rule = (int(carving.entered[room]), self.curviness, self.fixed, carving.rooms.world.directions)
        if ways := carving.open_directions(room):
            self.at[carver] = carving.carve(room, choose(ways, *rule, carving.next_luck), carver)
            self.depth[carver] += 1
        elif walls := carving.foreign_directions(room, carver):
            carving.merge(room, choose(walls, *rule, carving.next_luck))
        elif self.depth[carver]:
            self.at[carver] = carving.backtrack(room)
            self.depth[carver] -= 1
        else:
            carving.retire()
            self.alive[carver] = 0

    def ticks_by_kernel(self, ticks: int) -> None:
        """So many ticks, or as many as there are left, by the kernels: plain or compiled ones if `speed` says so."""
        if self.speed:
            kernels.choose_kernels(self.speed)
        try:
            self._ticks_by_kernel(ticks)
        finally:
            if self.speed:
                kernels.choose_kernels(None)

    def _ticks_by_kernel(self, ticks: int) -> None:
        progress = self.carving.advance(
            self.at, self.depth, self.alive, ticks, self.curviness, self.fixed, log=self.flood.wet_count > 0
        )
        done = self.flood.advance(ticks, self.ticks, progress.opened, progress.opened_until)
        self.depths += progress.depths.tolist()
        self.ticks += max(progress.ticks, done)

    def finish(self) -> Maze:
        while self.working:
            self.ticks_by_kernel(1000)
        return self


MakeMaze = Callable[..., Maze]


@pytest.fixture(scope="session")
def make_maze() -> MakeMaze:
    def make(
        grid: str = "square",
        width: int = 21,
        height: int = 21,
        carvers: int = 1,
        curviness: int = 50,
        *,
        fixed: bool = False,
        outer_wall: bool = True,
        seed: int = 1,
        speed: kernels.Choice | None = None,
        coarse_luck: bool = False,
    ) -> Maze:
        rooms = rooms_of(make_world(grid, width, height), outer_wall)
        rng = np.random.default_rng(seed)
        luck = rng.random(rooms.count)
        if coarse_luck:  # often exactly on the edge between two choices
            luck = np.floor(luck * 12) / 12
        carving = Carving(rooms, luck)
        at = rng.choice(rooms.patches, min(carvers, rooms.count), replace=False).astype(np.int32)
        for carver, patch in enumerate(at.tolist()):
            carving.place(patch, int(rng.integers(rooms.world.directions)), carver)
        carving.take_opened()
        depth, alive = np.zeros(len(at), dtype=np.int32), np.ones(len(at), dtype=np.uint8)
        return Maze(carving, Flood(rooms.world, carving.corridor), at, depth, alive, curviness, fixed, speed)

    return make
