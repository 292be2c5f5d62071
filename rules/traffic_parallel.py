"""One parallel tick for all walkers at once. `rules.traffic_walkers` has the same rule walker by walker, to be read.

Arrays have an entry a slot up to `state.top`; slots that nobody has propose nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from rules.traffic_keys import (
    CHOICE,
    CONFLICT,
    FRICTION,
    PURPOSES,
    SIDESTEP,
    SLOWDOWN,
    Keys,
    all_below,
    all_happen,
    keys,
)  # fmt: skip
from rules.traffic_road import Road

if TYPE_CHECKING:
    from rules.traffic import Traffic

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

MOST_COLUMNS: Final = 9
_masks = np.arange(1 << MOST_COLUMNS)
_bits = (_masks[:, np.newaxis] >> np.arange(MOST_COLUMNS)) & 1
HOW_MANY: Final = _bits.sum(axis=1).astype(np.uint64)
# The number of the k-th bit that is set in a mask, at 16 * mask + k.
NTH: Final = np.zeros((1 << MOST_COLUMNS, 16), dtype=np.int64)
for _mask in _masks.tolist():
    _set = np.flatnonzero(_bits[_mask])
    NTH[_mask, : len(_set)] = _set

OFF: Final = np.iinfo(np.int32).max  # the owner of "off the road"
INFINITE: Final = np.float32(np.inf)


def rows_of(traffic: Traffic, slots: Any = None) -> Numbers:
    """The rows of the road's fields by which walkers go; for all slots, or for some."""
    state = traffic.state
    slots = slice(state.top) if slots is None else slots
    rows: Numbers = state.goal[slots].astype(np.int64)
    if traffic.by_second_field:
        rows += state.rerouted[slots] * np.int64(len(traffic.road.goals))
    return rows


def next_columns(traffic: Traffic, patches: Numbers, step: int = 0) -> Numbers:
    """The moves that walkers choose: one on a shortest way to their goals, of several any by their keys.

    Args:
        traffic: the walkers.
        patches: where each is, -1 for nobody.
        step: which step of the tick it is.

    Returns:
        int64 (top,), the road's `stay` for those who have no way, stand at a red light or have no turn.
    """
    road, state = traffic.road, traffic.state
    places = rows_of(traffic) * road.ways.shape[1]
    places += patches
    ways = road.ways.reshape(-1).take(places).astype(np.int64)
    many = HOW_MANY.take(ways)
    found = keys(traffic.seed, traffic.tick_number, state.id[: state.top], CHOICE + PURPOSES * step)
    ways <<= 4
    ways += all_below(found, many)
    columns: Numbers = NTH.reshape(-1).take(ways)
    columns[many == 0] = road.stay
    if traffic.signals is not None:
        columns[traffic.signals.red(traffic.tick_number).take(patches)] = road.stay
    if traffic.rules.alternate:
        columns[state.goal[: state.top] != traffic.turn] = road.stay
    return columns


def targets_of(road: Road, patches: Numbers, columns: Numbers) -> Numbers:
    """Where moves lead, -1 for none."""
    places = patches * road.moves.shape[1]
    places += columns
    found: Numbers = road.moves.reshape(-1).take(places)
    return found


def propose(traffic: Traffic) -> tuple[Numbers, Numbers]:
    """The patch that everybody proposes, -1 for none, and the move that leads there."""
    road, state = traffic.road, traffic.state
    patches = state.patch[: state.top].astype(np.int64)
    columns = next_columns(traffic, patches)
    targets = targets_of(road, patches, columns)
    if traffic.rules.blocked == "sidestep":
        owners = state.owner_or_off.take(targets)
        stuck = np.flatnonzero((owners >= 0) & (owners < OFF))
        if len(stuck):
            others = aside(traffic, stuck, columns.take(stuck))
            columns[stuck] = others
            targets[stuck] = targets_of(road, patches.take(stuck), others)
    return targets, columns


def aside(traffic: Traffic, slots: Numbers, columns: Numbers) -> Numbers:
    """Where walkers go whose patch is taken: another shortest way, else the free patch nearest the goal.

    They go back only if nothing else is free, and then at even odds.

    Args:
        traffic: the walkers.
        slots: of those who are stuck.
        columns: the moves they would make.

    Returns:
        The moves they make, the same ones where there is no other.
    """
    road, state = traffic.road, traffic.state
    patches = state.patch.take(slots).astype(np.int64)
    rows = rows_of(traffic, slots) * road.distance.shape[1]
    beyond = road.moves.take(patches, axis=0)
    empty = state.owner_or_off.take(beyond) < 0
    free = np.zeros(len(slots), dtype=np.int64)
    for column in range(road.stay):  # column by column, since numpy is slow along short rows
        free += empty[:, column].astype(np.int64) << column
    ways = free & road.ways.reshape(-1).take(rows + patches)
    luck = keys(traffic.seed, traffic.tick_number, state.id.take(slots), SIDESTEP)
    rest = np.flatnonzero((ways == 0) & (free > 0))
    came = state.direction.take(slots.take(rest)).astype(np.int64)
    ways[rest] = _nearest(road, rows.take(rest), beyond.take(rest, axis=0), free.take(rest), came, luck.take(rest))
    chosen = NTH.reshape(-1).take((ways << 4) + all_below(luck, HOW_MANY.take(ways)))
    return np.where(ways > 0, chosen, columns)


def _nearest(road: Road, rows: Numbers, beyond: Numbers, free: Numbers, came: Numbers, luck: Keys) -> Numbers:
    """The bits of those free moves that end nearest the goal, of which the way back is only one at need."""
    directions = road.world.directions
    # By a warp one came from nowhere in particular.
    back = np.where(came < directions, 1 << (came + directions // 2) % directions, 0)
    only_back = free == (free & back)
    allowed = np.where(only_back, np.where((luck & np.uint64(1)) == 0, free, 0), free & ~back)
    far = road.distance.reshape(-1)
    ends, nearest = [], np.full(len(rows), np.inf, dtype=np.float32)
    for column in range(road.stay):
        distances = far.take(rows + beyond[:, column])
        distances[(allowed >> column & 1) == 0] = INFINITE
        np.fmin(nearest, distances, out=nearest)  # fmin: goals that are only directions have no distances
        ends.append(distances)
    found = np.zeros(len(rows), dtype=np.int64)
    for column, distances in enumerate(ends):
        found += (distances == nearest).astype(np.int64) << column
    found[nearest == INFINITE] = 0
    return found


# --- who moves -----------------------------------------------------------------------------------------------------


def tick_parallel(traffic: Traffic, targets: Numbers, columns: Numbers) -> Numbers:
    """Decide who of those who propose a patch moves there, and move them.

    Args:
        traffic: the walkers.
        targets: int64 (top,), -1 for none.
        columns: the moves that lead there.

    Returns:
        The slots of those who moved.
    """
    rules, state = traffic.rules, traffic.state
    number = traffic.tick_number
    wants = targets >= 0
    if rules.slowdown:
        wants &= ~all_happen(keys(traffic.seed, number, state.id[: state.top], SLOWDOWN), rules.slowdown)
    if rules.v_max < 1:
        wants[:] = False
    owners = state.owner_or_off.take(targets)
    swaps = _swaps(traffic, np.flatnonzero(wants & (owners >= 0)), owners, wants, targets)
    if rules.targets == "strict":
        wants &= owners < 0
    wanting = np.flatnonzero(wants)
    movers = one_each(traffic, wanting, targets.take(wanting))
    if traffic.road.has_diagonals:
        movers, swaps = uncrossed(traffic, movers, swaps, columns)
    if rules.targets == "follow":
        movers = _following(state.top, movers, owners, swaps)
    movers = np.concatenate([movers, swaps]) if len(swaps) else movers
    move(traffic, movers, targets.take(movers), columns.take(movers))
    return movers


def _swaps(traffic: Traffic, stuck: Numbers, owners: NDArray[np.int32], wants: Flags, targets: Numbers) -> Numbers:
    """Those who change places with one another; they want nothing else then, and nobody wants their patches."""
    if traffic.rules.blocked != "swap" or not len(stuck):
        return np.zeros(0, dtype=np.int64)
    other = owners[stuck]
    both: Numbers = stuck[wants[other] & (owners[other] == stuck)]
    wants[both] = False
    # Who else wants one of their patches, which are left and entered in this very tick, does not get it.
    entered = np.zeros(traffic.road.world.size + 1, dtype=bool)
    entered[targets[both]] = True
    wants &= ~entered.take(targets)
    return both


def one_each(traffic: Traffic, slots: Numbers, targets: Numbers) -> Numbers:
    """Of walkers who want patches keep one for each patch: the one with the lowest key, or nobody by friction."""
    claim = traffic.scratch
    claim[targets] = slots
    kept = claim.take(targets) == slots
    lost = np.flatnonzero(~kept)
    if not len(lost):
        return slots
    # Only where several want one patch keys are needed.
    contested = traffic.flags
    contested[targets[lost]] = True
    rivals = np.flatnonzero(contested.take(targets))
    order = np.argsort(keys(traffic.seed, traffic.tick_number, traffic.state.id[slots[rivals]], CONFLICT))
    backwards = rivals[order[::-1]]
    claim[targets[backwards]] = slots[backwards]  # the last one written stays: the lowest key
    kept[rivals] = claim.take(targets[rivals]) == slots[rivals]
    if traffic.rules.friction:
        patches = targets[rivals]
        rubbed = all_happen(keys(traffic.seed, traffic.tick_number, patches, FRICTION), traffic.rules.friction)
        kept[rivals[rubbed]] = False
    contested[targets[lost]] = False
    found: Numbers = slots[kept]
    return found


def uncrossed(traffic: Traffic, movers: Numbers, swaps: Numbers, columns: Numbers) -> tuple[Numbers, Numbers]:
    """Of walkers whose diagonals cross keep the ones with the lowest keys; the lower of a pair decides for both."""
    everyone = np.concatenate([movers, swaps])
    patches = traffic.state.patch[everyone].astype(np.int64)
    corners = traffic.road.corner.take(patches * traffic.road.moves.shape[1] + columns[everyone])
    cutting = np.flatnonzero(corners >= 0)
    if not len(cutting):
        return movers, swaps
    corner, which = corners[cutting] >> 1, corners[cutting] & 1
    found = keys(traffic.seed, traffic.tick_number, traffic.state.id[everyone[cutting]], CONFLICT)
    first = np.argsort(found)[::-1]
    winner = traffic.scratch
    winner[corner[first]] = which[first]
    stays = np.zeros(len(everyone), dtype=bool)
    stays[cutting] = winner.take(corner) != which
    return movers[~stays[: len(movers)]], swaps[~stays[len(movers) :]]


def _following(top: int, movers: Numbers, owners: NDArray[np.int32], swaps: Numbers) -> Numbers:
    """Of those who won their patches, the ones who move: in queues whose first one moves, and in closed rings.

    Each follows at most one other and is followed by at most one, so they form queues and rings. All of a queue share
    the fate of its first one. One looks ahead 1, 2, 4, … places, so that after some rounds only rings are left.
    """
    goes = np.zeros(top, dtype=bool)  # known to move
    open_ = np.zeros(top, dtype=bool)  # not known yet
    open_[movers] = True
    ahead = owners[movers]
    goes[movers[ahead < 0]] = True
    open_[movers[ahead < 0]] = False
    goes[swaps] = True
    pending = movers[ahead >= 0]
    link = np.arange(top)
    link[pending] = owners[pending]
    facing = pending[link[link[pending]] == pending]
    open_[facing] = False  # two who face each other cannot pass
    pending = pending[open_[pending]]
    for _ in range(max(len(pending), 1).bit_length() + 1):
        if not len(pending):
            break
        following = link[pending]
        goes[pending] = goes[following]
        known = ~open_[following]
        link[pending] = link[following]
        open_[pending[known]] = False
        pending = pending[~known]
    goes[pending] = True
    return movers[goes[movers]]


def move(traffic: Traffic, movers: Numbers, targets: Numbers, columns: Numbers) -> None:
    """Put walkers on their next patches, all at once, and let the others wait."""
    state = traffic.state
    state.owner[state.patch.take(movers)] = -1
    state.owner[targets] = movers
    state.patch[movers] = targets
    state.direction[movers] = columns
    state.speed[: state.top] = 0
    state.speed[movers] = 1
    state.waiting[: state.top] += 1
    state.waiting[movers] = 0
