"""The explorer: a turtle that walks a shortest way on a map, along a smooth line and at even speed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from patchwalk.turtle import Turtle

if TYPE_CHECKING:
    from models.routes_search import Search
    from models.routes_walk import Plan, Walking


class Explorer(Turtle):
    """A turtle on its way to the goal.

    It asks itself at each step where to go next (`propose`), and draws a line through the patches that come of that.
    Then it walks along the line (`step`). The patch where it is counts, and not the point on the line.

    Attributes:
        number: which of the model's explorers it is, from 0.
        plan: the way it walks.
        walked: how far along it, in patches; negative as long as it waits at the beginning.
    """

    color = "explorer"
    model: Walking

    plan: Plan

    def __init__(self, model: Walking, patch: int, number: int = 0) -> None:
        """Put an explorer on a patch, from where it looks for its way.

        Args:
            model: the map.
            patch: where it stands.
            number: from 0.
        """
        self.number = number
        self.walked = 0.0
        super().__init__(model, patch)

    # --- the rule --------------------------------------------------------------------------------------------------

    def propose(self, state: int) -> int:
        """Where to go on from a state: the next one on a shortest way to G; -1 to stay.

        Args:
            state: see `rules.moves.Moves`; standing on patch p is state p.
        """
        return self.model.next_state(state)

    def step(self) -> None:
        """One tick: walk on along the line, or wait."""
        if self.has_way():
            self.walked = min(self.walked + self.model.pace, self.plan.length)

    # --- where it is -----------------------------------------------------------------------------------------------

    def has_way(self) -> bool:
        """Whether a tick would move it, or bring it nearer to setting out."""
        return self.walked < self.plan.length and self.plan.length > 0

    def waits(self, search: Search) -> bool:
        """Whether it has not set out from S yet."""
        return self.walked <= 0 and int(self.plan.states[0]) == search.start

    @property
    def place(self) -> int:
        """The place in its plan of the state in which it is."""
        return int(self.plan.line.step_at(self.walked)) if self.walked > 0 else 0

    @property
    def state(self) -> int:
        """The state in which it is; see `rules.moves.Moves`."""
        return int(self.plan.states[self.place])

    @property
    def at_goal(self) -> bool:
        """Whether it has arrived."""
        return not self.has_way() and int(self.plan.patches[-1]) == self.model.map.goal

    @property
    def patch(self) -> int:  # type: ignore[override]
        """The patch in which it is. Setting it puts the explorer there, and it looks for its way anew."""
        return int(self.plan.patches[self.place])

    @patch.setter
    def patch(self, patch: int) -> None:
        self.plan, self.walked = self.model.plan_from(patch, self), 0.0

    @property
    def heading(self) -> float:  # type: ignore[override]
        """Where it looks, in degrees: along its line. It cannot be set."""
        return float(self.plan.line.position(self.walked)[2])

    @heading.setter
    def heading(self, heading: float) -> None:
        """The line says where it looks."""

    # --- when the map changes --------------------------------------------------------------------------------------

    def replan(self, old: Search, new: Search) -> None:
        """Look for the way anew from where it is; if it is still the same one, go on as if nothing had been.

        Args:
            old: what its present plan was made from.
            new: what is known about the map as it is now.
        """
        if self.model.follows_search(self) and not self.waits(old) and self.place >= self.plan.holds_from(new):
            return
        state = new.state_of(old, self.state)
        if self.waits(old) and new.start is not None:
            state = new.start
        plan = self.model.plan_from(state, self)
        same_line = old.draws_like(new) and np.array_equal(plan.states, self.plan.states[self.place :])
        if not same_line:
            self.plan, self.walked = plan, min(self.walked, 0.0)

    def _young(self, patch: int, heading: float, changes: dict[str, object]) -> Turtle:
        """Another explorer, which looks for its own way from there."""
        young = type(self)(self.model, patch, len(self.model.explorers))
        for name, value in changes.items():
            setattr(young, name, value)
        self.model.explorers.append(young)
        return young
