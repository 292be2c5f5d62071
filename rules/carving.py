"""Carving a maze depth first, by one or by many carvers: the state and what a move does to it.

A carver stands in a room and looks at the rooms two patches on. In each move it does the first of these that it can:

1. carve: open the link to a room that is still fresh, and step into that room;
2. merge: where a neighbouring room belongs to another tree, open that one link, so that the two trees become one
   (it stays where it is);
3. backtrack to the room from which it came to this one; in the room where it started, die.

Whatever the number of carvers, T: rooms - T steps and T - 1 merges are choices, rooms - 1 in all, and with one
backtrack a room that makes 2 * rooms - 1 moves. There is one tree at the end, because a carver dies only when each room
around each of its own is in its tree.

Both speeds of the rule use this state: turtles call `open_directions`, `foreign_directions`, `carve`, `merge`,
`backtrack` and `retire`; `advance` runs the same moves for all carvers at once (`rules.carving_kernel`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from patchwalk.world import make_world
from rules.carving_kernel import NO_TREE, carve_ticks, turn_tables
from rules.kernels import Vector, warmer
from rules.rooms import Rooms, rooms_of
from rules.turns import directions_in

# More carvers than this are not offered; a tree's number must fit a byte beside NO_TREE.
MOST_CARVERS = 64

# In `entered` of patches that are no carved room.
NOT_ENTERED = -1


class Progress(NamedTuple):
    """What a call of `Carving.advance` did.

    Attributes:
        ticks: how many ticks were run; fewer than asked for when the last carver died.
        depths: int32 (ticks,), the deepest stack of the living carvers after each tick.
        opened: int32, the patches opened, in order; empty unless a log was asked for.
        opened_until: int32 (ticks,), how many of these were opened up to the end of each tick.
    """

    ticks: int
    depths: NDArray[np.int32]
    opened: NDArray[np.int32]
    opened_until: NDArray[np.int32]


class Carving:
    """A maze being carved: which patches are open, who carved what, and what is still to be had.

    The layers are kept with two empty rows below and above, so that a room's number plus a step never leaves them. To
    the left and right a step off the world comes out in a column without rooms (all rooms lie in columns of one parity,
    and the width is odd): there nothing is fresh and nothing belongs to a tree.

    Attributes:
        rooms: the rooms.
        corridor: bool, shape of the world: True is open.
        fresh: int8 (patches,), of each room the bit mask of the directions in which the next room is fresh.
        tree: uint8 (patches,), number of the carver that opened the room, `NO_TREE` elsewhere.
        entered: int8 (patches,), the direction in which the room was entered, `NOT_ENTERED` elsewhere.
        roots: int32 (64,), of each tree the number of the one it belongs to since the merges.
        luck: float64, the numbers of the choices; read-only. Choice k uses luck[k].
        choices: how many choices were made (steps and merges).
        moves: how many moves were made (steps, merges, backtracks and deaths).
        trees: how many separate trees there are.
        opened: the patches opened by turtles since `take_opened`, in order.
    """

    __slots__ = (
        "_corridor", "_entered", "_fresh", "_layers", "_luck", "_margin", "_roots", "_seen_from", "_tree",
        "choices", "corridor", "entered", "fresh", "luck", "moves", "opened", "rooms", "roots", "tree", "trees",
    )  # fmt: skip

    def __init__(self, rooms: Rooms, luck: NDArray[np.float64]) -> None:
        """Begin with walls everywhere.

        Args:
            rooms: the rooms.
            luck: at least rooms.count - 1 numbers, 0 <= luck < 1, drawn in one call: ``rng.random(rooms.count)``.

        Raises:
            ValueError: there are too few numbers.
        """
        if len(luck) < rooms.count - 1:
            raise ValueError(f"luck: {len(luck)} numbers; {rooms.count} rooms need at least {rooms.count - 1}")
        world = rooms.world
        self.rooms = rooms
        self._margin = 2 * world.width
        self._layers = {
            "corridor": self._layer(np.uint8, 0),
            "fresh": self._layer(np.int8, 0),
            "tree": self._layer(np.uint8, NO_TREE),
            "entered": self._layer(np.int8, NOT_ENTERED),
        }
        inner = {name: layer[self._margin : self._margin + world.size] for name, layer in self._layers.items()}
        self.corridor = inner["corridor"].view(np.bool_).reshape(world.shape)
        self.fresh, self.tree, self.entered = inner["fresh"], inner["tree"], inner["entered"]
        self.roots = np.arange(MOST_CARVERS, dtype=np.int32)
        self.luck = np.array(luck, dtype=np.float64)
        self.luck.flags.writeable = False
        self.opened: list[int] = []
        self.choices = self.moves = self.trees = 0
        # Single entries are read and written about three times as fast through these.
        self._corridor, self._fresh = inner["corridor"].data, self._layers["fresh"].data
        self._tree, self._entered = self._layers["tree"].data, self.entered.data
        self._roots, self._luck = self.roots.data, self.luck.data
        # Seen from the next room in a direction, a room lies the opposite way: what to add to a place in `_fresh`
        # to get the next room there, and which of its directions stay.
        half = world.directions // 2
        self._seen_from = [
            (step, ~(1 << (direction + half) % world.directions)) for direction, step in enumerate(rooms.room_step)
        ]
        self._look_for_fresh_rooms()

    def _layer(self, dtype: type[np.generic], fill: int) -> NDArray[Any]:
        return np.full(self.rooms.world.size + 2 * self._margin, fill, dtype=dtype)

    def _look_for_fresh_rooms(self) -> None:
        """Fill `fresh`, when every room is fresh."""
        world, margin = self.rooms.world, self._margin
        is_room = np.zeros(world.size + 2 * margin, dtype=np.int8)
        is_room[margin : margin + world.size] = self.rooms.is_room
        for direction, step in enumerate(self.rooms.room_step):
            self.fresh |= is_room[margin + step : margin + step + world.size] << direction
        self.fresh *= self.rooms.is_room.view(np.int8)

    @property
    def next_luck(self) -> float:
        """The number that the next choice uses."""
        number: float = self._luck[self.choices]
        return number

    def place(self, patch: int, direction: int, carver: int) -> None:
        """Let a carver start a tree of its own.

        Args:
            patch: a room that is not carved yet.
            direction: the carver's direction, which counts as the one in which it entered.
            carver: its number, 0 to 63, each at most once.

        Raises:
            ValueError: the patch is no room or already carved, or the number is out of range.
        """
        if not 0 <= carver < MOST_CARVERS:
            raise ValueError(f"carver {carver}: the number of a carver is 0 to {MOST_CARVERS - 1}")
        if not 0 <= direction < self.rooms.world.directions:
            raise ValueError(f"direction {direction}: it is 0 to {self.rooms.world.directions - 1}")
        if not self.is_fresh(patch):
            raise ValueError(f"patch {patch}: a carver starts on a room that is not carved yet")
        self._open_room(patch, direction, carver)
        self.trees += 1

    def is_fresh(self, patch: int) -> bool:
        """Whether a patch is a room that nobody has carved yet."""
        return 0 <= patch < self.rooms.world.size and bool(self.rooms.is_room[patch]) and not self._corridor[patch]

    def open_directions(self, patch: int) -> tuple[int, ...]:
        """The directions in which the room two patches on is fresh, ascending."""
        return directions_in(self._fresh[patch + self._margin])

    def foreign_directions(self, patch: int, carver: int) -> list[int]:
        """The directions in which the room two patches on belongs to another tree than the carver's, ascending."""
        if self.trees < 2:
            return []
        tree, roots = self._tree, self._roots
        own = roots[carver]
        padded = patch + self._margin
        return [
            direction
            for direction, step in enumerate(self.rooms.room_step)
            if tree[padded + step] != NO_TREE and roots[tree[padded + step]] != own
        ]

    def carve(self, patch: int, direction: int, carver: int) -> int:
        """Open the link and the room in a direction.

        Args:
            patch: the room where the carver stands.
            direction: one of `open_directions(patch)`.
            carver: its number.

        Returns:
            The new room, where the carver stands now.
        """
        self._open_link(patch, direction)
        room = patch + self.rooms.room_step[direction]
        self._open_room(room, direction, carver)
        self.choices += 1
        self.moves += 1
        return room

    def merge(self, patch: int, direction: int) -> None:
        """Open the link to a room of another tree, and make the two trees one.

        Args:
            patch: the room where the carver stands and stays.
            direction: one of `foreign_directions(patch, carver)`.
        """
        self._open_link(patch, direction)
        padded = patch + self._margin
        own = self._roots[self._tree[padded]]
        other = self._roots[self._tree[padded + self.rooms.room_step[direction]]]
        self.roots[self.roots == other] = own
        self.trees -= 1
        self.choices += 1
        self.moves += 1

    def backtrack(self, patch: int) -> int:
        """Go back from a room to the one from which it was entered, and return that one."""
        self.moves += 1
        return self.came_from(patch)

    def retire(self) -> None:
        """Count the last move of a carver, which dies where it started."""
        self.moves += 1

    def came_from(self, patch: int) -> int:
        """The room from which a room was entered. Not to be asked of a room where a carver started."""
        return patch - self.rooms.room_step[self._entered[patch]]

    def stack_of(self, patch: int, depth: int) -> list[int]:
        """The stack of a carver that stands in a room: the rooms on its way there, the one it started from first.

        Args:
            patch: the room where it stands.
            depth: how many rooms are on its stack.
        """
        stack = []
        for _ in range(depth):
            patch = self.came_from(patch)
            stack.append(patch)
        return stack[::-1]

    def take_opened(self) -> list[int]:
        """The patches that turtles opened since the last call, in order."""
        opened, self.opened = self.opened, []
        return opened

    def _open_link(self, patch: int, direction: int) -> None:
        link = patch + self.rooms.link_step[direction]
        self._corridor[link] = 1
        self.opened.append(link)

    def _open_room(self, patch: int, direction: int, carver: int) -> None:
        self._corridor[patch] = 1
        self._entered[patch] = direction
        self.opened.append(patch)
        padded, fresh = patch + self._margin, self._fresh
        self._tree[padded] = carver
        for step, others in self._seen_from:
            fresh[padded + step] &= others

    def advance(
        self, at: Vector, depth: Vector, alive: Vector, ticks: int, curviness: int, fixed: bool, log: bool = False
    ) -> Progress:
        """Let all living carvers move, in order, for a number of ticks or until all are dead.

        Bit for bit what turtles do that ask `open_directions` and `foreign_directions`, use `rules.turns.choose` with
        `next_luck`, and call the other methods here. About a microsecond a move in plain Python: 10,000 moves a call
        keep a page alive.

        Args:
            at: int32 (carvers,), where each carver stands; written.
            depth: int32 (carvers,), how many rooms are on its stack, behind it; written.
            alive: uint8 or bool (carvers,); written.
            ticks: how many at most, 0 or more.
            curviness: 0 to 100 percent.
            fixed: the turn order (see `rules.turns.choose`).
            log: report which patches were opened.
        """
        living = np.flatnonzero(alive).astype(np.int32)
        # Every move but the last of each carver is bounded by the rooms: so is what can be written.
        ticks = min(ticks, 2 * self.rooms.count)
        depths, until = np.zeros(ticks, dtype=np.int32), np.zeros(ticks if log else 1, dtype=np.int32)
        # A room and its link are opened at most once, a merge's link with it.
        opened = np.zeros(min(2 * ticks * len(living), 2 * self.rooms.count) + 2 if log else 1, dtype=np.int32)
        counters = np.array([self.choices, self.moves, self.trees, len(living), 0], dtype=np.int64)
        layers, step = self._layers, self.rooms.room_step
        done = carve_ticks(
            ticks, at, depth, alive, living, self._margin,
            layers["corridor"], layers["fresh"], layers["tree"], layers["entered"], self.roots, counters,
            self.luck, _table(self.rooms.link_step), _table(step),
            *turn_tables(len(step)), curviness, 1 if fixed else 0, depths, 1 if log else 0, opened, until,
        )  # fmt: skip
        self.choices, self.moves, self.trees, _, written = counters.tolist()
        return Progress(done, depths[:done], opened[:written], until[: done if log else 0])

    def state(self) -> dict[str, Any]:
        """All that carving depends on, copied. Where the carvers stand is theirs to keep."""
        return {
            "corridor": self.corridor.copy(),
            "fresh": self.fresh.copy(),
            "tree": self.tree.copy(),
            "entered": self.entered.copy(),
            "roots": self.roots.copy(),
            "choices": self.choices,
            "moves": self.moves,
            "trees": self.trees,
            "luck": self.luck,  # read-only, so it may be shared
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Put back what `state` gave, for the same rooms."""
        for name in ("corridor", "fresh", "tree", "entered", "roots"):
            getattr(self, name)[...] = state[name]
        self.choices, self.moves, self.trees = int(state["choices"]), int(state["moves"]), int(state["trees"])
        if state["luck"] is not self.luck:
            self.luck = np.array(state["luck"], dtype=np.float64)
            self.luck.flags.writeable = False
            self._luck = self.luck.data
        self.opened = []


def _table(steps: tuple[int, ...]) -> NDArray[np.int32]:
    table = np.array(steps, dtype=np.int32)
    table.flags.writeable = False
    return table


@warmer
def _carve_something() -> None:
    rooms = rooms_of(make_world("square", 5, 5))
    carving = Carving(rooms, np.zeros(rooms.count))
    carving.place(int(rooms.patches[0]), 0, 0)
    at, depth, alive = rooms.patches[:1].copy(), np.zeros(1, dtype=np.int32), np.ones(1, dtype=np.uint8)
    carving.advance(at, depth, alive, 100, 50, False, log=True)
