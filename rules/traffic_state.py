"""Where the walkers are: arrays with an entry a slot, who stands on each patch, and the books of comings and goings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Ints = NDArray[np.int32]

NOBODY = -1
FEWEST = 64  # slots to begin with

# name -> (type, value in a slot nobody has)
ARRAYS: dict[str, tuple[Any, Any]] = {
    "patch": (np.int32, NOBODY),
    "goal": (np.int32, 0),
    "rerouted": (np.bool_, False),
    "direction": (np.int8, 0),
    "speed": (np.int8, 0),
    "waiting": (np.int32, 0),
    "born": (np.int32, 0),
    "distance": (np.float32, 0),
    "id": (np.int64, NOBODY),
}


class Gone(NamedTuple):
    """A walker that was taken off the road: when, which one (its id), where it stood, and why."""

    tick: int
    id: int
    patch: int
    reason: str


class TrafficState:
    """Walkers on a road, never two on a patch.

    A walker has a slot, which is free again when it is gone, and an id, which no other walker ever has. Arrays are as
    long as there are slots; those of free slots hold nothing of interest, but `patch` and `id` are -1 there. Slots from
    `top` on have not been used yet.

    Attributes:
        patch: int32, where each stands.
        goal: int32, to which of the road's goals it is going.
        rerouted: bool, whether it has lost patience and takes the ways round the jams.
        direction: int8, in which direction of the world it moved last; `world.directions` by a warp.
        speed: int8, how many patches it moved in the last tick.
        waiting: int32, for how many ticks it has not moved.
        born: int32, the tick in which it was created, or since which it has had its goal.
        distance: float32, how many moves its goal was away then.
        id: int64.
        owner: int32 (patches,), the slot of who stands on each patch, -1 for nobody.
        top: all slots in use are below this.
        count: how many walkers there are.
        created: how many there have ever been.
        arrived: how many have left the road at their goal.
        removed: how many were taken off it otherwise, by reason.
        log: who these were, the latest `LONGEST_LOG` of them.
    """

    LONGEST_LOG = 10_000

    patch: Ints
    goal: Ints
    rerouted: NDArray[np.bool_]
    direction: NDArray[np.int8]
    speed: NDArray[np.int8]
    waiting: Ints
    born: Ints
    distance: NDArray[np.float32]
    id: NDArray[np.int64]

    def __init__(self, patches: int) -> None:
        """An empty road.

        Args:
            patches: of the world.
        """
        self.patches = patches
        # The last entry stands for "off the road", where -1 as an index leads; it looks occupied.
        self.owner_or_off = np.full(patches + 1, NOBODY, dtype=np.int32)
        self.owner_or_off[-1] = np.iinfo(np.int32).max
        self.owner: Ints = self.owner_or_off[:-1]
        self._make_arrays(FEWEST)
        self.top = 0
        self.free: list[int] = []
        self.created = self.arrived = 0
        self.removed: dict[str, int] = {}
        self.log: list[Gone] = []

    @property
    def count(self) -> int:
        """How many walkers are on the road."""
        return self.top - len(self.free)

    @property
    def slots(self) -> NDArray[np.int64]:
        """The slots in use, ascending."""
        return np.flatnonzero(self.patch[: self.top] >= 0)

    def conserved(self) -> bool:
        """Whether the books balance: created = on the road + arrived + removed, each alone on its patch."""
        slots = self.slots
        alone = np.array_equal(self.owner[self.patch[slots]], slots) and np.count_nonzero(self.owner >= 0) == len(slots)
        gone = self.arrived + sum(self.removed.values())
        return alone and len(slots) == self.count and self.created == self.count + gone

    # --- comings and goings ----------------------------------------------------------------------------------------

    def add(
        self, patches: ArrayLike, goals: ArrayLike = 0, tick: int = 0, distances: ArrayLike = 0.0, directions: Any = 0
    ) -> NDArray[np.int64]:
        """Create walkers on patches where nobody is.

        Args:
            patches: where, each once.
            goals: to which of the road's goals each goes; this and the following broadcast.
            tick: the present one.
            distances: how many moves each is from its goal.
            directions: where each looks.

        Returns:
            Their slots.

        Raises:
            ValueError: a patch is off the world, or taken, or named twice. Nobody is created then.
        """
        where = np.asarray(patches, dtype=np.int64).reshape(-1)
        self._check_free(where)
        slots = self._take_slots(len(where))
        self.patch[slots] = where
        self.owner[where] = slots
        self.goal[slots], self.born[slots], self.distance[slots] = goals, tick, distances
        self.direction[slots] = directions
        self.speed[slots] = self.waiting[slots] = 0
        self.rerouted[slots] = False
        self.id[slots] = np.arange(self.created, self.created + len(where))
        self.created += len(where)
        return slots

    def _check_free(self, where: NDArray[np.int64]) -> None:
        if not len(where):
            return
        if where.min() < 0 or where.max() >= self.patches:
            raise ValueError(
                f"patches are 0 to {self.patches - 1}; {int(where.min())} to {int(where.max())} were given"
            )
        taken = where[self.owner[where] >= 0]
        if len(taken):
            raise ValueError(f"patch {int(taken[0])} is taken: two walkers are never on one patch")
        if len(np.unique(where)) < len(where):
            raise ValueError("a patch is named twice: two walkers are never on one patch")

    def _take_slots(self, number: int) -> NDArray[np.int64]:
        slots = self.next_slots(number)
        again = min(number, len(self.free))
        del self.free[len(self.free) - again :]
        self.top += number - again
        return slots

    def next_slots(self, number: int) -> NDArray[np.int64]:
        """The slots that the next walkers will have; there is room for them in the arrays."""
        again = self.free[::-1][:number]
        top = self.top + number - len(again)
        if top > len(self.patch):
            self._make_arrays(max(top, 2 * len(self.patch)), {name: getattr(self, name) for name in ARRAYS})
        return np.array([*again, *range(self.top, top)], dtype=np.int64)

    def settle(self, number: int, tick: int) -> NDArray[np.int64]:
        """Enter into the books so many walkers whom a kernel has put on the road, in the order of `next_slots`."""
        slots = self._take_slots(number)
        self.born[slots], self.id[slots] = tick, np.arange(self.created, self.created + number)
        self.created += number
        return slots

    def _make_arrays(self, slots: int, old: Mapping[str, Any] | None = None) -> None:
        for name, (dtype, nothing) in ARRAYS.items():
            array = np.full(slots, nothing, dtype=dtype)
            if old is not None:
                array[: len(old[name])] = old[name]
            setattr(self, name, array)

    def arrive(self, slots: NDArray[Any]) -> None:
        """Let walkers leave the road at their goal."""
        self.arrived += len(slots)
        self._leave(slots)

    def remove(self, slots: NDArray[Any], reason: str, tick: int = 0) -> None:
        """Take walkers off the road.

        Args:
            slots: theirs.
            reason: why, in words; it is counted and logged.
            tick: the present one.
        """
        if not len(slots):
            return
        self.removed[reason] = self.removed.get(reason, 0) + len(slots)
        ids, patches = self.id[slots].tolist(), self.patch[slots].tolist()
        self.log += [Gone(tick, number, patch, reason) for number, patch in zip(ids, patches, strict=True)]
        del self.log[: -self.LONGEST_LOG]
        self._leave(slots)

    def remove_random(
        self, number: int, rng: np.random.Generator, reason: str = "fewer wanted", tick: int = 0
    ) -> NDArray[np.int64]:
        """Take off so many walkers, chosen at random, or all if there are no more; their slots."""
        slots: NDArray[np.int64] = rng.permutation(self.slots)[: max(number, 0)]
        self.remove(slots, reason, tick)
        return slots

    def _leave(self, slots: NDArray[Any]) -> None:
        where = self.patch[slots]
        self.owner[where[self.owner_or_off[where] == slots]] = NOBODY  # another one may be there already
        for name, (_, nothing) in ARRAYS.items():
            getattr(self, name)[slots] = nothing
        self.free += np.asarray(slots).tolist()
        if 2 * len(self.free) > self.top:
            used = self.slots
            self.top = int(used[-1]) + 1 if len(used) else 0
            self.free = [slot for slot in self.free if slot < self.top]

    # --- kept and put back -----------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """All there is to it, as copies: arrays by name, and plain values."""
        kept: dict[str, Any] = {name: getattr(self, name)[: self.top].copy() for name in ARRAYS}
        kept |= {"top": self.top, "free": list(self.free), "created": self.created, "arrived": self.arrived}
        return kept | {"removed": dict(self.removed), "log": [list(gone) for gone in self.log]}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take over what `state` gave, on a world of as many patches."""
        self.top, self.free = int(state["top"]), list(state["free"])
        self.created, self.arrived = int(state["created"]), int(state["arrived"])
        self.removed = dict(state["removed"])
        self.log = [Gone(*gone) for gone in state["log"]]
        self._make_arrays(max(FEWEST, self.top), state)
        self.owner.fill(NOBODY)
        slots = self.slots
        self.owner[self.patch[slots]] = slots
