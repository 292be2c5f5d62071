"""One parallel tick for all walkers at once. `rules.traffic_walkers` has the same rule walker by walker, to be read.

Arrays have an entry a slot up to `state.top`; slots that nobody has propose nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from rules.steps import NOWHERE
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
from rules.traffic_state import NOBODY

if TYPE_CHECKING:
    from rules.traffic import Traffic

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

MOST_COLUMNS: Final = 9
# Of a mask's bits one is chosen by a number below ODDS, which all numbers of bits divide: PICK holds which at
# ODDS * mask + number, and -1 where no bit is set.
ODDS: Final = 2520
PICK: Final = np.full((1 << MOST_COLUMNS, ODDS), -1, dtype=np.int8)
for _mask in range(1, 1 << MOST_COLUMNS):
    _set = np.flatnonzero(_mask >> np.arange(MOST_COLUMNS) & 1)
    PICK[_mask] = np.repeat(_set, ODDS // len(_set))

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


def one_of(masks: Numbers, luck: Keys) -> Numbers:
    """The number of one of each mask's bits, all equally likely, by a key each; -1 where no bit is set."""
    places = all_below(luck, ODDS)
    places += masks * ODDS
    return PICK.reshape(-1).take(places).astype(np.int64)


def next_columns(traffic: Traffic, patches: Numbers, step: int = 0) -> Numbers:
    """The moves that walkers choose: one on a shortest way to their goals, of several any by their keys.

    Args:
        traffic: the walkers.
        patches: where each is, -1 for nobody.
        step: which step of the tick it is.

    Returns:
        int64 (top,), -1 for those who have no way, stand at a red light or have no turn; that is the road's column
        `stay` too.
    """
    road, state = traffic.road, traffic.state
    places = rows_of(traffic) * road.ways.shape[1]
    places += patches
    ways = road.ways.reshape(-1).take(places).astype(np.int64)
    columns = one_of(ways, keys(traffic.seed, traffic.tick_number, state.id[: state.top], CHOICE + PURPOSES * step))
    if traffic.signals is not None:
        columns[traffic.signals.red(traffic.tick_number).take(patches)] = -1
    if traffic.rules.alternate:
        columns[state.goal[: state.top] != traffic.turn] = -1
    return columns


def targets_of(road: Road, patches: Numbers, columns: Numbers) -> Numbers:
    """Where moves lead, -1 for none. The two broadcast; a column of -1 is the last one."""
    places = patches * road.moves.shape[1] + columns
    found: Numbers = road.moves.reshape(-1).take(places)
    return found


def propose(traffic: Traffic) -> tuple[Numbers, Numbers, NDArray[np.int32]]:
    """The patch that everybody proposes, -1 for none, the move that leads there, and who is there: `owner_or_off`."""
    road, state = traffic.road, traffic.state
    patches = state.patch[: state.top].astype(np.int64)
    columns = next_columns(traffic, patches)
    targets = targets_of(road, patches, columns)
    owners = state.owner_or_off.take(targets)
    if traffic.rules.blocked == "sidestep":
        stuck = np.flatnonzero((owners >= 0) & (owners < OFF))
        if len(stuck):
            stuck, others = aside(traffic, stuck)
            columns[stuck] = others
            targets[stuck] = targets_of(road, patches.take(stuck), others)
            owners[stuck] = NOBODY
    return targets, columns, owners


def aside(traffic: Traffic, slots: Numbers) -> tuple[Numbers, Numbers]:
    """Where walkers go whose patch is taken: another shortest way, else the free patch nearest the goal.

    They go back only if nothing else is free, and then at even odds.

    Args:
        traffic: the walkers.
        slots: of those who are stuck.

    Returns:
        The slots of those who can step aside, and the moves they make.
    """
    road, state = traffic.road, traffic.state
    patches = state.patch.take(slots).astype(np.int64)
    beyond = targets_of(road, patches, np.arange(road.stay)[:, np.newaxis])
    free = _as_bits(state.owner_or_off.take(beyond) < 0)
    rows = rows_of(traffic, slots) * road.ways.shape[1]
    ways = free & road.ways.reshape(-1).take(rows + patches)
    luck = keys(traffic.seed, traffic.tick_number, state.id.take(slots), SIDESTEP)
    rest = np.flatnonzero((ways == 0) & (free > 0))
    came = state.direction.take(slots.take(rest)).astype(np.int64)
    ways[rest] = _nearest(road, rows.take(rest), beyond.take(rest, axis=1), free.take(rest), came, luck.take(rest))
    chosen = one_of(ways, luck)
    able = np.flatnonzero(chosen >= 0)
    return slots.take(able), chosen.take(able)


def _as_bits(flags: Flags) -> Numbers:
    """Flags (columns, n) as masks of bits (n,)."""
    bits = flags.astype(np.int64)
    bits <<= np.arange(len(flags))[:, np.newaxis]
    masks: Numbers = np.bitwise_or.reduce(bits, axis=0)
    return masks


def _nearest(road: Road, rows: Numbers, beyond: Numbers, free: Numbers, came: Numbers, luck: Keys) -> Numbers:
    """The bits of those free moves that end nearest the goal, of which the way back is only one at need.

    Args:
        road: what they move on.
        rows: where the fields of each walker's goal begin in `road.distance`.
        beyond: (columns, n), where their moves lead.
        free: the bits of the moves that end where nobody is.
        came: the moves by which they came.
        luck: even keys let go back.
    """
    directions = road.world.directions
    # By a warp one came from nowhere in particular.
    back = np.where(came < directions, 1 << (came + directions // 2) % directions, 0)
    allowed = free & ~back
    only_back = np.flatnonzero(allowed == 0)
    allowed[only_back] = np.where((luck.take(only_back) & np.uint64(1)) == 0, free.take(only_back), 0)
    shut = (allowed >> np.arange(road.stay)[:, np.newaxis] & 1) == 0
    np.putmask(beyond, shut, NOWHERE)  # off the road, which is infinitely far from all goals
    distances = road.distance.reshape(-1).take(rows + beyond)
    nearest = np.fmin.reduce(distances, axis=0)  # fmin: goals that are only directions have no distances
    nearest[nearest == INFINITE] = -1.0
    return _as_bits(distances == nearest)


# --- who moves -----------------------------------------------------------------------------------------------------


def tick_parallel(traffic: Traffic) -> Numbers:
    """All propose a patch, it is decided who of them gets it, and these move.

    Returns:
        The slots of those who moved.
    """
    rules, state = traffic.rules, traffic.state
    number = traffic.tick_number
    targets, columns, owners = propose(traffic)
    wants = owners < OFF
    if rules.slowdown:
        wants &= ~all_happen(keys(traffic.seed, number, state.id[: state.top], SLOWDOWN), rules.slowdown)
    if rules.v_max < 1:
        wants[:] = False
    swaps = _swaps(traffic, owners, wants, targets) if rules.blocked == "swap" else np.zeros(0, dtype=np.int64)
    if rules.targets == "strict":
        wants &= owners < 0
    movers = one_each(traffic, wants, targets)
    if traffic.road.has_diagonals:
        movers, swaps = uncrossed(traffic, movers, swaps, columns)
    if rules.targets == "follow":
        movers = _following(state.top, movers, owners, swaps)
    movers = np.concatenate([movers, swaps]) if len(swaps) else movers
    move(traffic, movers, targets.take(movers), columns.take(movers))
    return movers


def _swaps(traffic: Traffic, owners: NDArray[np.int32], wants: Flags, targets: Numbers) -> Numbers:
    """Those who change places with one another; they want nothing else then, and nobody wants their patches."""
    stuck = np.flatnonzero(wants & (owners >= 0))
    other = owners[stuck]
    both: Numbers = stuck[wants[other] & (owners[other] == stuck)]
    wants[both] = False
    # Who else wants one of their patches, which are left and entered in this very tick, does not get it.
    entered = np.zeros(traffic.road.world.size + 1, dtype=bool)
    entered[targets[both]] = True
    wants &= ~entered.take(targets)
    return both


def one_each(traffic: Traffic, wants: Flags, targets: Numbers) -> Numbers:
    """Of walkers who want patches the one for each patch with the lowest key, or nobody by friction; their slots."""
    claim, ids = traffic.scratch, traffic.state.id
    targets = np.where(wants, targets, NOWHERE)
    everyone = np.arange(len(targets))
    claim[targets] = everyone  # of those who want a patch somebody has it, for now
    gets = claim.take(targets) == everyone
    gets &= wants
    rivals = np.flatnonzero(gets != wants)
    if not len(rivals):
        return np.flatnonzero(gets)
    patches = contested = targets.take(rivals)
    found = keys(traffic.seed, traffic.tick_number, ids.take(rivals), CONFLICT)
    while len(rivals):
        holders = ids.take(claim.take(patches))
        lower = np.flatnonzero(found < keys(traffic.seed, traffic.tick_number, holders, CONFLICT))
        rivals, patches, found = rivals.take(lower), patches.take(lower), found.take(lower)
        claim[patches] = rivals
    if traffic.rules.friction:
        rubs = all_happen(keys(traffic.seed, traffic.tick_number, contested, FRICTION), traffic.rules.friction)
        claim[contested[rubs]] = NOBODY
    return np.flatnonzero((claim.take(targets) == everyone) & wants)


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
    state, top = traffic.state, traffic.state.top
    state.owner[state.patch.take(movers)] = NOBODY
    # Casts beforehand: numpy is slow where it casts and scatters in one.
    state.owner[targets] = movers.astype(np.int32)
    state.patch[movers] = targets.astype(np.int32)
    state.direction[movers] = columns.astype(np.int8)
    state.speed[:top] = 0
    state.speed[movers] = 1
    waiting = state.waiting[:top]
    waiting += 1
    waiting *= state.speed[:top] == 0
