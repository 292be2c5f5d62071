"""The walker: one of many on a road, who wants to go on to the next patch, and may find it taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from patchwalk.turtle import Turtle
from rules.traffic import propose_one

if TYPE_CHECKING:
    from models.traffic_crew import Crew


class Walker(Turtle):
    """A view on one walker: all it has stands in the arrays of `rules.traffic.TrafficState`, in its slot.

    Override `propose`, and each is asked one by one where it wants to go; who gets a patch that several want is settled
    as ever. That is for the parallel update, in which everybody moves at once. What such a breed will do is not known,
    so gridlock is not proved of it, only suspected.

    Attributes:
        slot: its place in the arrays.
        number: its id, which no other walker of the run ever has.
    """

    color = "v-3"
    shape = "square"
    model: Crew

    def __init__(self, model: Crew, slot: int) -> None:
        """Look at the walker in a slot.

        Args:
            model: the traffic.
            slot: where it is in the arrays.

        Raises:
            ValueError: nobody has this slot.
        """
        state = model.traffic.state
        if not 0 <= slot < state.top or state.patch[slot] < 0:
            raise ValueError(f"slot {slot} is free: there is no walker in it")
        self.slot, self.number = int(slot), int(state.id[slot])
        came = int(state.direction[slot])
        super().__init__(model, int(state.patch[slot]))
        state.direction[slot] = came  # a turtle is made with a heading of 0; a walker looks where it goes

    # --- the rule --------------------------------------------------------------------------------------------------

    def propose(self) -> int:
        """Where it wants to go in this tick: a patch to which a move leads, or -1 to stay.

        The usual rule is a shortest way to its goal, of several next steps any; one who may step aside does so when
        the patch is taken. With `v_max` above 1 this is a tick's first step; for others nobody is asked.
        """
        return propose_one(self.model.traffic, self.slot)

    # --- where it is -----------------------------------------------------------------------------------------------

    @property
    def patch(self) -> int:  # type: ignore[override]
        """Where it stands. Setting it puts the walker there, if nobody is."""
        return int(self.model.traffic.state.patch[self.slot])

    @patch.setter
    def patch(self, patch: int) -> None:
        if patch != self.patch:
            self.model.put_walker(self.slot, patch)

    @property
    def heading(self) -> float:  # type: ignore[override]
        """Where it looks, in degrees: the direction of its last move. Setting it turns it there."""
        headings = self.model.world.headings
        direction = int(self.model.traffic.state.direction[self.slot])
        return float(headings[direction]) if direction < len(headings) else 0.0

    @heading.setter
    def heading(self, heading: float) -> None:
        self.model.traffic.state.direction[self.slot] = self.model.world.direction_of(heading)

    # --- what it knows ---------------------------------------------------------------------------------------------

    @property
    def goal(self) -> int:
        """The number of the goal to which it is going."""
        return int(self.model.traffic.state.goal[self.slot])

    @property
    def speed(self) -> int:
        """How many patches it moved in the last tick."""
        return int(self.model.traffic.state.speed[self.slot])

    @property
    def waiting(self) -> int:
        """For how many ticks it has not moved."""
        return int(self.model.traffic.state.waiting[self.slot])

    @property
    def to_go(self) -> float:
        """How far it is from its goal by the ways it knows."""
        return float(self.model.traffic.road.distance[self.goal, self.patch])

    # --- coming and going ------------------------------------------------------------------------------------------

    def remove(self) -> None:
        """Leave the road, and with it the model; it is counted as removed."""
        if self.alive:
            self.model.remove_walker(self.slot)

    def forget(self) -> None:
        """Leave the model alone: the walker is gone already, or nobody looks at it any more."""
        super().remove()

    def kept(self) -> dict[str, Any]:
        """Its slot; all the rest is in the arrays."""
        return {"slot": self.slot}

    @classmethod
    def brought_back(cls, model: Any, kept: Mapping[str, Any]) -> Turtle:
        """The walker in the slot that was kept."""
        return cls(model, kept["slot"])

    def _young(self, patch: int, heading: float, changes: dict[str, Any]) -> Turtle:
        """Another walker with the same goal, on a patch where nobody is."""
        return self.model.add_walker(patch, self.goal)
