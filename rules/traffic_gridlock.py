"""Gridlock, proved: walkers none of whom can ever move again unless somebody is taken off the road.

Each walker waits for those who stand on the patches that it may propose. Take all who are blocked on every one of them,
and drop, again and again, whoever may propose a patch that is free or held by somebody who was dropped. Nobody who is
left can move before another one who is left does. That is the proof where patches must be free when the tick begins.
Where closed rings or swapping pairs move at once, the parts of the wait-for graph that hold one are dropped too.

What one may propose: the next steps on shortest ways; all moves from where a way leads where one may step aside, or
where ways change. Those who have no way at all wait for nobody. A red light only holds one longer, so nothing is said
of it here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import breadth_first_order, connected_components

from rules.traffic_keys import ORDER, keys
from rules.traffic_parallel import rows_of

if TYPE_CHECKING:
    from rules.traffic import Traffic

Slots = NDArray[np.int64]
Flags = NDArray[np.bool_]


class Gridlock(NamedTuple):
    """Who can never move again.

    Attributes:
        members: int64, the slots of those on wait-for cycles.
        cycles: int64, the number of the knot of cycles to which each of them belongs.
        stuck: int64, the slots of these and of all who wait for them in vain.
    """

    members: Slots
    cycles: Slots
    stuck: Slots


class Waits(NamedTuple):
    """Who may be stuck, and for whom they wait.

    Attributes:
        slots: int64 (n,), ascending.
        proposes: bool (n, columns), the moves that each may propose.
        others: int32 (n, columns), the slot of who stands where these lead, -1 for nobody and where there is no move.
    """

    slots: Slots
    proposes: Flags
    others: NDArray[np.int32]

    def only(self, chosen: Flags) -> Waits:
        """Some of them."""
        return Waits(self.slots[chosen], self.proposes[chosen], self.others[chosen])


def prove_gridlock(traffic: Traffic, waited: int = 0) -> Gridlock | None:
    """Find who can never move again, None if there is nobody.

    Args:
        traffic: the walkers.
        waited: leave out of the proof, as if they could move, who has waited for fewer ticks. That is quicker where
            most are moving; it may find some of them only later.
    """
    waits = _waits(traffic, waited)
    may_go = np.asarray((waits.proposes & (waits.others < 0)).any(axis=1))
    waits = waits.only(~may_go)
    while True:
        stuck = _closure(traffic, waits)
        if not stuck.any():
            return None
        cycles, moving = _cycles(traffic, stuck)
        if not moving.any():
            break
        waits = waits.only((stuck & ~moving)[waits.slots])
    members = np.flatnonzero(cycles >= 0)
    return Gridlock(members, cycles[members], np.flatnonzero(stuck)) if len(members) else None


def choose_victims(traffic: Traffic, found: Gridlock | None) -> Slots:
    """Who is taken off the road so that the others may go on: one of each knot, at random; any one if none is known."""
    state = traffic.state
    members = state.slots if found is None else found.members
    cycles = np.zeros(len(members), dtype=np.int64) if found is None else found.cycles
    order = np.argsort(keys(traffic.seed, traffic.ticks, state.id[members], ORDER))
    _, first = np.unique(cycles[order], return_index=True)
    victims: Slots = members[order][first]
    return victims


def _waits(traffic: Traffic, waited: int) -> Waits:
    """Who has a way, and has waited so long; which moves these may propose, and who stands where these lead."""
    road, state, rules = traffic.road, traffic.state, traffic.rules
    top = state.top
    slots = np.flatnonzero((state.patch[:top] >= 0) & (state.waiting[:top] >= waited))
    bits = road.ways[rows_of(traffic, slots), state.patch[slots]].astype(np.int64)
    slots, bits = slots[bits > 0], bits[bits > 0]
    beyond = road.moves[state.patch[slots], : road.stay]
    if rules.blocked == "sidestep" or traffic.ways_change:
        rows = rows_of(traffic, slots)[:, np.newaxis]
        proposes = (beyond >= 0) & ~np.isposinf(road.distance[rows, beyond])
    else:
        proposes = (bits[:, np.newaxis] >> np.arange(road.stay) & 1).astype(bool)
    return Waits(slots, proposes, np.where(proposes, state.owner_or_off[beyond], np.int32(-1)))


def _closure(traffic: Traffic, blocked: Waits) -> Flags:
    """The greatest set of blocked walkers who wait for none but each other: bool, by slot.

    It is without those who wait, in the end, for one who is not blocked.
    """
    top = traffic.state.top
    stuck = np.zeros(top + 1, dtype=bool)
    if not len(blocked.slots):
        return stuck[:top]
    stuck[blocked.slots] = True
    places, columns = np.nonzero(blocked.proposes)
    waiting, ahead = blocked.slots[places], blocked.others[places, columns]
    hopeful = np.unique(ahead[~stuck[ahead]])
    sources = np.concatenate([ahead, np.full(len(hopeful), top)])
    targets = np.concatenate([waiting, hopeful])
    graph = csr_matrix((np.ones(len(sources), dtype=np.int8), (sources, targets)), shape=(top + 1, top + 1))
    stuck[breadth_first_order(graph, top, return_predecessors=False)] = False
    return stuck[:top]


def _cycles(traffic: Traffic, stuck: Flags) -> tuple[Slots, Flags]:
    """The knots of cycles among those who are stuck: for each slot the number of its knot or -1; and who may yet move.

    Only the next steps on shortest ways count here: rings and pairs move by these.
    """
    road, state, rules = traffic.road, traffic.state, traffic.rules
    top = state.top
    slots = np.flatnonzero(stuck)
    patches = state.patch[slots]
    bits = road.ways[rows_of(traffic, slots), patches].astype(np.int64)
    if traffic.ways_change:
        bits[:] = (1 << road.stay) - 1
    places, columns = np.nonzero(bits[:, np.newaxis] >> np.arange(road.stay) & 1)
    ahead = state.owner_or_off[road.moves[patches[places], columns]]
    real = ahead < top
    source, ahead = slots[places[real]], ahead[real]
    real = ahead >= 0
    source, ahead = source[real], ahead[real].astype(np.int64)
    inside = stuck[ahead]
    source, ahead = source[inside], ahead[inside]
    graph = csr_matrix((np.ones(len(source), dtype=np.int8), (source, ahead)), shape=(top, top))
    _, label = connected_components(graph, connection="strong")
    together = label[source] == label[ahead]
    source, ahead = source[together], ahead[together]
    sizes = np.bincount(label[slots], minlength=top)
    cycles = np.where(stuck & (sizes[label] > 1), label, -1).astype(np.int64)
    edges = np.bincount(label[source], minlength=top)
    paired = np.bincount(label[source], weights=_paired(source, ahead, top), minlength=top)
    # Facing pairs that hang together like a tree hold no ring of three or more.
    ring = (sizes > 1) & ((paired < edges) | (edges > 2 * (sizes - 1)))
    moving = np.zeros(len(sizes), dtype=bool)
    if rules.targets == "follow" and rules.update == "parallel" and rules.v_max == 1:
        moving |= ring
    if rules.blocked == "swap":
        moving |= (sizes > 1) & (paired > 0)
    return cycles, (cycles >= 0) & moving[label]


def _paired(source: NDArray[Any], ahead: NDArray[Any], top: int) -> NDArray[np.float64]:
    """1 for each wait whose reverse is one too."""
    found: NDArray[np.float64] = np.isin(source * top + ahead, ahead * top + source).astype(np.float64)
    return found
