"""Finish for mazes: kernels over the arrays, with the same bytes as turtles and drops that act one by one."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import numpy as np

from agents.carver import Carver, Recaller
from agents.drop import Drop
from models.maze_liquids import Liquids
from rules.carving import Carving
from rules.maze_run import MazeRun


class Kernels(Liquids):
    """The part of `MazeModel` that goes to the end at once."""

    carving: Carving
    carvers: list[Carver]
    depths: array[int]
    deepest: int
    record: list[int]
    record_curviness: int
    curviness: int
    fixed_turns: bool
    living: list[Carver]

    def ticks_as_known(self) -> bool:
        """Whether `tick` is the one that the kernels repeat, and no subclass's."""
        raise NotImplementedError

    def finishing(self) -> Iterator[float | None]:
        """The rest at once: by kernels over the arrays while turtles, drops and ticks follow the known rules."""
        breeds = [type(carver) for carver in self.carvers] + [self.drop_breed]
        known = self.ticks_as_known()
        known = known and all(_follows(breed, Drop if issubclass(breed, Drop) else Carver) for breed in breeds)
        if not known:
            yield from super().finishing()
            return
        try:
            yield from self._run_kernels()
        finally:
            self._gather_drops()

    def _run_kernels(self) -> Iterator[float | None]:
        while self.running:
            if self._springs_act():  # a few ticks at most: a spring that has its patch pours no more
                self.advance(1)
                yield self.progress
                continue
            run = self._to_arrays()
            # A recorded maze was carved with the curviness of its setup; here the arrays carve it again.
            curviness = self.record_curviness if self.record else self.curviness
            try:
                for _ in run.run(2**31, curviness, self.fixed_turns):
                    self.ticks = run.ticks
                    self._from_arrays(run)
                    yield self.progress
            finally:
                self.running = self.active()

    def _to_arrays(self) -> MazeRun:
        at = np.array([carver.patch for carver in self.carvers], dtype=np.int32)
        depth = np.array([carver.depth for carver in self.carvers], dtype=np.int32)
        alive = np.array([carver.alive for carver in self.carvers], dtype=np.bool_)
        return MazeRun(self.carving, self.flood, at, depth, alive, self.ticks)

    def _from_arrays(self, run: MazeRun) -> None:
        for carver, patch, depth, alive in zip(
            self.carvers, run.at.tolist(), run.depth.tolist(), run.alive, strict=True
        ):
            if carver.alive:
                carver.put(patch, depth)
                if not alive:
                    carver.die()
        self._working = self.living
        pieces, run.depths = run.depths, []
        for piece in pieces:
            if piece.size:
                self.depths.frombytes(piece.astype(np.int32, copy=False).view(np.uint8))
                self.deepest = max(self.deepest, int(piece.max()))


def _follows(breed: type, rule: type[Carver] | type[Drop]) -> bool:
    """Whether a breed acts by the known rule, so that kernels may do it for the turtles."""
    if issubclass(breed, Recaller):
        return True
    return all(getattr(breed, name) is getattr(rule, name) for name in rule.RULE)
