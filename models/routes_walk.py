"""Explorers on their way: who sets out when, along which line, and what they do when the map changes under them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.explorer import Explorer
from models.routes_search import Search, Searching
from rules.maps import ARROW
from rules.ways import Walkway

PACE = 0.5  # patches that an explorer walks in a tick


class Steps(NamedTuple):
    """Patches in a row, as `rules.ways.Walkway` wants them."""

    patches: NDArray[np.int32]
    jumps: NDArray[np.bool_]


class Plan:
    """The way that an explorer walks, from where it began to where it ends.

    Attributes:
        states: int32 (k,), the states along it.
        patches: int32 (k,), the patch of each.
        jumps: bool (k - 1,), which steps are warps or lead over a seam.
        lap: whether it ends where one-way floors lead round in a ring, after one lap.
    """

    def __init__(self, search: Search, states: list[int], jumps: NDArray[np.bool_] | None = None) -> None:
        moves = search.moves
        self._search = search
        self._checked: tuple[Search, int] | None = None
        self.states = np.array(states, dtype=np.int32)
        self.patches = moves.patch[self.states]
        self.lap = len(set(states)) < len(states)
        if jumps is None:
            numbers = [moves.number(*pair) for pair in pairwise(states)]
            jumps = moves.jumps(np.array(numbers, dtype=np.int64), self.states[:-1])
        self.jumps = jumps

    @cached_property
    def line(self) -> Walkway:
        """The spline along it."""
        return self._search.walkway(Steps(self.patches, self.jumps))

    def holds_from(self, search: Search) -> int:
        """The first place in it from which on it is what the search proposes, too; its length where nowhere.

        Many explorers share a plan, so this is worked out once for each search.
        """
        if self._checked is None or self._checked[0] is not search:
            first = len(self.states)
            if self._search.draws_like(search) and search.to_goal[self.states[-1]] == 0:
                differ = np.flatnonzero(search.next_states[self.states[:-1]] != self.states[1:])
                first = int(differ[-1]) + 1 if len(differ) else 0
            self._checked = (search, first)
        return self._checked[1]

    @property
    def length(self) -> float:
        """How far one walks along it."""
        return self.line.length if len(self.states) > 1 else 0.0


class Walking(Searching):
    """A model whose explorers walk from S to G once the way is drawn.

    Attributes:
        explorers: in the order in which they set out.
        pace: patches that each walks in a tick.
    """

    explorer_breed: ClassVar[type[Explorer]] = Explorer
    pace: ClassVar[float] = PACE

    explorers: list[Explorer]
    _plans: dict[int, Plan]  # by the state in which they begin
    _planned: Search | None = None  # on which they were made

    def begin_search(self) -> None:
        """Show the wave from its beginning; the explorers stand at S again."""
        super().begin_search()
        self._plans = {}
        self._dismiss()
        self._crew()

    # --- who there is ----------------------------------------------------------------------------------------------

    def _dismiss(self, keep: int = 0) -> None:
        for explorer in self.explorers[keep:]:
            explorer.die()
        del self.explorers[keep:]

    def _crew(self) -> None:
        """So many explorers as are wanted, if there is an S where they begin; each sets out a while after the last."""
        start = self.map.start
        wanted = 0 if start is None else int(self.parameters["explorers"])
        self._dismiss(wanted)
        for number in range(len(self.explorers), wanted):
            explorer = self.explorer_breed(self, int(start or 0), number)
            if number:
                last = min(before.walked for before in self.explorers)
                explorer.walked = min(0.0, last - explorer.plan.length / wanted)
            self.explorers.append(explorer)

    # --- where they go ---------------------------------------------------------------------------------------------

    def next_state(self, state: int) -> int:
        """Where one goes on from a state: along a shortest way to G, or where a one-way floor carries; else -1."""
        found = int(self.search.next_states[state])
        if found >= 0 or not self.parameters["carry"] or self.search.to_goal[state] == 0:
            return found
        return self.carried_to(state)

    def carried_to(self, state: int) -> int:
        """Where a one-way floor carries one who is in a state on it; -1 where it does not, or cannot."""
        moves = self.moves
        if self.map.kind[moves.patch[state]] < ARROW:
            return -1
        first, last = moves.indptr[state : state + 2].tolist()
        along = [k for k in range(first, last) if moves.direction[k] >= 0]
        return int(moves.indices[along[0]]) if along else -1

    def plan_from(self, state: int, explorer: Explorer) -> Plan:
        """The way of an explorer that goes on from a state; those of the model's own breed share it."""
        shared = type(explorer) is self.explorer_breed
        if self._planned is not self.search:
            self._plans, self._planned = {}, self.search
        if shared and state in self._plans:
            return self._plans[state]
        plan = Plan(self.search, self._states_from(state, explorer))
        if shared:
            self._plans[state] = plan
        return plan

    def follows_search(self, explorer: Explorer) -> bool:
        """Whether an explorer goes where the search says, and no breed's or subclass's own way."""
        return type(explorer).propose is Explorer.propose and type(self).next_state is Walking.next_state

    def _states_from(self, state: int, explorer: Explorer) -> list[int]:
        known = self.follows_search(explorer)
        if known and state == self.search.start and self.route is not None:
            # What asking would give, without a search from G: the map is being edited, and the picture waits.
            return list(self.route.states.tolist())
        states = [state]
        if known:
            proposed = self.search.next_states
            while (after := int(proposed[states[-1]])) >= 0:
                states.append(after)
        seen = set(states)
        while (after := explorer.propose(states[-1])) >= 0:
            states.append(after)
            if after in seen:
                break  # carried round in a ring: one lap
            seen.add(after)
        return states

    def follow(self) -> None:
        """Take note that the map or the rules have changed: explorers under way go on from where they are."""
        old = self._followed
        super().follow()
        new = self._followed
        if old is None or new is None or new is old:
            return
        if all(explorer.waits(old) for explorer in self.explorers):
            self._dismiss()
        for explorer in self.explorers:
            explorer.replan(old, new)
        self._crew()

    # --- time ------------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Show more of wave and way; after that each explorer walks on."""
        self.follow()
        if self.way_done:
            for explorer in self.explorers:
                explorer.step()
        else:
            super().tick()

    def active(self) -> bool:
        """While the search is not shown to its end, or an explorer is under way."""
        return super().active() or any(explorer.has_way() for explorer in self.explorers)

    @property
    def carried_round(self) -> bool:
        """Whether one-way floors have carried an explorer round in a ring, and left it there after one lap."""
        return any(explorer.plan.lap and not explorer.has_way() for explorer in self.explorers)

    @property
    def arrived(self) -> int:
        """How many explorers are at G."""
        return sum(explorer.at_goal for explorer in self.explorers)

    def changed(self, name: str) -> None:
        """More explorers begin at S, or the last ones go."""
        super().changed(name)
        if name == "explorers":
            if all(explorer.waits(self.search) for explorer in self.explorers):
                self._dismiss()
            self._crew()
        if name == "carry" and self._followed is not None:
            self._plans = {}
            for explorer in self.explorers:
                explorer.replan(self._followed, self._followed)

    # --- undo, files -----------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Where each explorer is on which way."""
        plans: list[Plan] = list({id(explorer.plan): explorer.plan for explorer in self.explorers}.values())
        return super().state() | {
            "walked": np.array([explorer.walked for explorer in self.explorers], dtype=np.float64),
            "plan": [next(k for k, p in enumerate(plans) if p is explorer.plan) for explorer in self.explorers],
            "plans": [plan.states for plan in plans],
            "plan_jumps": [plan.jumps for plan in plans],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Put all of it back."""
        self._dismiss()
        super().restore(state)
        plans = [
            Plan(self.search, states.tolist(), jumps)
            for states, jumps in zip(state["plans"], state["plan_jumps"], strict=True)
        ]
        for number, (place, walked) in enumerate(zip(state["plan"], state["walked"].tolist(), strict=True)):
            explorer = self.explorer_breed(self, int(plans[place].patches[0]), number)
            explorer.plan, explorer.walked = plans[place], walked
            self.explorers.append(explorer)
        self.running = self.active()
