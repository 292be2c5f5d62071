"""The player: the explorer that a person walks by keys, by the rules of the map and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patchwalk.turtle import Turtle
from rules.barriers import beyond, locked_edges, why_barred
from rules.maps import ARROW, DOOR
from rules.moves import WARP

if TYPE_CHECKING:
    from models.routes_adventure import Adventure


class Player(Turtle):
    """A turtle that goes where a person sends it, as far as the moves of the map allow.

    It takes its moves from the same rows as the search. Ice, warps and one-way floors carry it on: a move a tick.

    Attributes:
        state: where it stands, or over what it slides; see `rules.moves.Moves`.
        keys: how many it carries.
        steps: how many moves it has made.
        ride: the states through which it has been carried since it last had a choice, the present one at the end.
        lap: whether it was carried round in a ring; then it rests until the next key.
    """

    color = "player"
    model: Adventure

    state: int

    def __init__(self, model: Adventure, patch: int) -> None:
        """Put the player on a patch.

        Args:
            model: the map.
            patch: where it stands.
        """
        self.keys = self.steps = 0
        self.ride: tuple[int, ...] = ()
        self.lap = False
        super().__init__(model, patch)

    # --- the rule --------------------------------------------------------------------------------------------------

    def go(self, direction: int) -> str:
        """Try to go a step in a direction of the world; a locked door on the way is opened with a key.

        Returns:
            Empty, or why that is not possible.
        """
        if self.onward() >= 0:
            return ""  # whoever is being carried has no choice
        self.lap = False
        self.ride = (self.state,)
        if self.onward() >= 0:
            return ""  # another lap
        self.heading = self.model.world.heading_of(direction)
        target = self._step(direction)
        if target < 0:
            barred = self._open_doors(direction)
            if barred:
                return barred
            target = self._step(direction)
        if target < 0:
            return "No diagonal step leads there" if direction not in self.model.world.sides else "No way leads there"
        self._move(target)
        self.ride = (self.state,)
        return ""

    def take_warp(self) -> str:
        """Take the warp that begins here.

        Returns:
            Empty, or why that is not possible.
        """
        target = self._moves().get(WARP, -1)
        if target < 0:
            return "No warp begins here"
        self._move(target)
        self.ride = (self.state,)
        return ""

    def onward(self) -> int:
        """The state to which it is carried in the next tick; -1 if it may choose."""
        if self.lap:
            return -1
        model, ways = self.model, self._moves()
        if self.state >= model.world.size:
            return next(iter(ways.values()), -1)
        warp = model.map.warps.get(self.patch)
        if warp is not None and warp.forced and WARP in ways:
            return ways[WARP]
        if model.map.kind[self.patch] >= ARROW and model.parameters["carry"]:
            return next((state for direction, state in ways.items() if direction != WARP), -1)
        return -1

    def step(self) -> None:
        """One tick: be carried on."""
        target = self.onward()
        if target < 0:
            return
        self._move(target)
        self.lap = target in self.ride
        self.ride = (*self.ride, target)

    # --- what it does for that -------------------------------------------------------------------------------------

    def _moves(self) -> dict[int, int]:
        """Direction -> state of all moves that lead on from here; WARP for a warp."""
        moves = self.model.moves
        first, last = moves.indptr[self.state : self.state + 2].tolist()
        return dict(zip(moves.direction[first:last].tolist(), moves.indices[first:last].tolist(), strict=True))

    def _step(self, direction: int) -> int:
        """The state in which a step ends, -1 if it is not possible.

        On a loop floor two patches wide, steps to both sides lead to the same patch, and are one move.
        """
        ways = self._moves()
        if direction in ways:
            return ways[direction]
        model = self.model
        if why_barred(model.map, self.patch, direction, doors_open=model.parameters["doors_open"]):
            return -1
        target = beyond(model.map, self.patch, direction)
        sides = [state for side, state in ways.items() if side in model.world.sides]
        return next((state for state in sides if direction in model.world.sides and target == state), -1)

    def _open_doors(self, direction: int) -> str:
        """Open the locked doors on the way, if nothing else bars it. Returns why it cannot be gone, or empty."""
        model = self.model
        barred = why_barred(model.map, self.patch, direction, doors_open=True)
        if barred:
            return barred
        doors = locked_edges(model.map, self.patch, direction)
        if model.parameters["doors_open"] or not doors:
            return ""
        if self.keys < len(doors):
            return "The door is locked, and you have no key"
        for patch, side in doors:
            model.map.set_edge(patch, side, DOOR)
            model.opened.append([patch, side])
        self.keys -= len(doors)
        model.follow()
        model.said = "The key opens the door"
        return ""

    def _move(self, target: int) -> None:
        moves, before = self.model.moves, self.patch
        direction = int(moves.direction[moves.number(self.state, target)])
        if direction != WARP:
            self.heading = self.model.world.heading_of(direction)
        self.state = target
        self.steps += 1
        self.model.arrived_at(self, before, warped=direction == WARP)

    # --- where it is -----------------------------------------------------------------------------------------------

    @property
    def patch(self) -> int:  # type: ignore[override]
        """The patch in which it is. Setting it lets it stand there."""
        return int(self.model.moves.patch[self.state])

    @patch.setter
    def patch(self, patch: int) -> None:
        self.state, self.ride, self.lap = patch, (patch,), False
