"""Ways on a map: how far it is to every patch, the way from S to G, the wave that finds it, and everybody's next step.

All searches are `scipy.sparse.csgraph.dijkstra` over the moves that `rules.moves` builds; warps, loops, arrows, locks
and slides are moves like any other. (An estimate of the distance left, as A* needs, would be wrong with warps.)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import dijkstra

from rules.moves import DIAGONAL, Moves, build_moves
from rules.steps import DIAGONALS, Diagonals

__all__ = [
    "DIAGONAL",
    "DIAGONALS",
    "Diagonals",
    "Moves",
    "Route",
    "build_moves",
    "choices",
    "distances_from",
    "distances_to",
    "next_steps",
    "patch_distances",
    "route",
    "waves",
]

Ints = NDArray[np.int32]
Distances = NDArray[np.float64]

# Lengths are a + b sqrt(2) in whole numbers a and b. Rounding makes equal ones differ by less than this, and unequal
# ones differ by more, up to millions of steps.
TIE = 1e-7


class Route(NamedTuple):
    """A shortest way.

    Attributes:
        states: int32 (k,), the states along it, see `Moves`.
        patches: int32 (k,), the patch of each.
        jumps: bool (k - 1,), which moves do not lead to the next patch: warps, and steps over the seam of a loop.
        straight: how many moves cost 1, warps among them.
        diagonal: how many are diagonals.
        length: what they cost together.
    """

    states: Ints
    patches: Ints
    jumps: NDArray[np.bool_]
    straight: int
    diagonal: int
    length: float


# --- distances -----------------------------------------------------------------------------------------------------


def distances_from(moves: Moves, start: int) -> Distances:
    """How far it is from a patch (one stands there), or from any state, to each state.

    Returns:
        float64 (states,), infinite where no way leads.
    """
    return _search(moves.matrix, _checked(moves, start))


def distances_to(moves: Moves, goals: int | Iterable[int], touch: bool = True) -> Distances:
    """How far it is from each state to the nearest of some goals.

    Args:
        moves: of the map.
        goals: a patch, or several.
        touch: whether sliding over a goal counts; else one has to stand there.

    Returns:
        float64 (states,), infinite where no way leads.
    """
    patches = [goals] if isinstance(goals, int | np.integer) else list(goals)
    ends = [state for patch in patches for state in _states_at(moves, patch, touch)]
    if not ends:
        return np.full(moves.states, np.inf)
    return _search(moves.reverse, *ends)


def patch_distances(moves: Moves, per_state: Distances, touch: bool = True) -> Distances:
    """The distances of patches, from those of their states.

    Args:
        moves: of the map.
        per_state: what `distances_from` gave.
        touch: whether one who slides over a patch has reached it.

    Returns:
        float64 (size,), infinite where no way leads.
    """
    size = moves.world.size
    found = per_state[:size].copy()
    if touch and moves.states > size:
        slides = len(moves.world.sides)
        ice = moves.patch[size::slides]
        found[ice] = np.minimum(found[ice], per_state[size:].reshape(-1, slides).min(axis=1))
    return found


def _search(matrix: Any, *states: int) -> Distances:
    if len(states) == 1:  # quicker than the search from several
        found: Distances = dijkstra(matrix, indices=states[0])
    else:
        found = dijkstra(matrix, indices=list(states), min_only=True)
    return found


def _checked(moves: Moves, state: int) -> int:
    if 0 <= state < moves.states:
        return int(state)
    raise ValueError(f"there is no state {state}: these moves have 0 to {moves.states - 1}")


def _states_at(moves: Moves, patch: int, touch: bool) -> list[int]:
    """The states in which a patch counts as reached, standing first."""
    moves.world.check_patch(patch)
    found, size = [int(patch)], moves.world.size
    if touch and moves.states > size:
        slides = len(moves.world.sides)
        ice = moves.patch[size::slides]
        place = int(np.searchsorted(ice, patch))
        if place < len(ice) and ice[place] == patch:
            found += range(size + place * slides, size + (place + 1) * slides)
    return found


# --- the way -------------------------------------------------------------------------------------------------------


def route(moves: Moves, start: int, goal: int, touch: bool = True, distances: Distances | None = None) -> Route | None:
    """A shortest way from one patch to another.

    Of several it is the one that, followed backwards from the goal, always comes from the patch nearest the straight
    line between the two (by the centres of patches; of equally near ones from the lowest state). So it is always the
    same, and looks natural.

    Args:
        moves: of the map; `moves.cheap` where diagonals cost 1.
        start: a patch, where one stands, or a state.
        goal: a patch.
        touch: whether sliding over the goal counts; else one has to stand there.
        distances: what `distances_from` gave for this start, if it is known.

    Returns:
        None where no way leads.
    """
    far = distances_from(moves, start) if distances is None else distances
    ends = _states_at(moves, goal, touch)
    end = min(ends, key=lambda state: float(far[state]))
    if not np.isfinite(far[end]):
        return None
    states = np.array(_backwards(moves, far, _checked(moves, start), end), dtype=np.int32)
    patches = moves.patch[states]
    numbers = np.array(
        [moves.number(*pair) for pair in zip(states[:-1].tolist(), states[1:].tolist(), strict=True)], dtype=np.int64
    )
    diagonal = moves.diagonal[moves.direction[numbers]]
    diagonals, straight = int(diagonal.sum()), int((~diagonal).sum())
    cost = moves.weights[numbers[diagonal][:1]].sum()  # of one diagonal
    jumps = moves.jumps(numbers, states[:-1])
    return Route(states, patches, jumps, straight, diagonals, straight + diagonals * float(cost))


def _backwards(moves: Moves, far: Distances, start: int, end: int) -> list[int]:
    """The states of a way, found from its end by what lies nearest the straight line."""
    reverse = moves.reverse
    first, sources, costs = reverse.indptr, reverse.indices, reverse.data
    start_x, start_y = moves.world.center(int(moves.patch[start]))
    end_x, end_y = moves.world.center(int(moves.patch[end]))

    def aside(state: int) -> float:
        """How far a state's patch lies from the line, in units of the line's length."""
        x, y = moves.world.center(int(moves.patch[state]))
        return round(float(abs((end_x - start_x) * (y - start_y) - (end_y - start_y) * (x - start_x))), 6)

    way = [end]
    while way[-1] != start:
        state = way[-1]
        near = slice(first[state], first[state + 1])
        before = sources[near]
        tight = before[far[before] + costs[near] <= far[state] + TIE].tolist()
        way.append(tight[0] if len(tight) == 1 else min((aside(source), source) for source in tight)[1])
    return way[::-1]


# --- the wave ------------------------------------------------------------------------------------------------------


def waves(
    moves: Moves,
    start: int,
    goal: int,
    touch: bool = True,
    cheap_diagonals: bool = False,
    distances: Distances | None = None,
) -> Ints:
    """In which ring of the wave each patch is reached: ring k holds those with k - 1 < distance <= k.

    Args:
        moves: of the map.
        start: a patch, or a state; its ring is 0.
        goal: a patch. Patches further away are in no ring; if no way leads there, all that can be reached are.
        touch: whether one who slides over a patch has reached it.
        cheap_diagonals: whether diagonals cost 1 here.
        distances: what `distances_from` gave for this start (of `moves.cheap` if diagonals are cheap), if it is known.

    Returns:
        int32 (size,), -1 for patches in no ring.
    """
    if distances is None:
        distances = distances_from(moves.cheap if cheap_diagonals else moves, start)
    far = patch_distances(moves, distances, touch)
    shown = np.isfinite(far) & (far <= far[moves.world.check_patch(goal)] + TIE)
    rings = np.full(len(far), -1, dtype=np.int32)
    # Sums of ones are exact, and those with the square root of 2 are no whole numbers: nothing to round here.
    rings[shown] = np.ceil(far[shown])
    return rings


# --- explorers -----------------------------------------------------------------------------------------------------


def choices(moves: Moves, to_goal: Distances) -> NDArray[np.bool_]:
    """Which moves lie on a shortest way: bool (moves,).

    Args:
        moves: of the map.
        to_goal: what `distances_to` gave.
    """
    # Infinite ones are as far as infinite ones, but no way leads from there.
    most = np.where(np.isfinite(to_goal), to_goal + TIE, -1.0)
    least = to_goal[moves.indices]
    least += moves.weights
    found: NDArray[np.bool_] = least <= most[moves.sources]
    return found


def next_steps(moves: Moves, to_goal: Distances) -> Ints:
    """For each state the next one on a shortest way; of several the lowest.

    Whoever follows them comes nearer to the goal with each step, and so swings between no two ways.

    Args:
        moves: of the map.
        to_goal: what `distances_to` gave.

    Returns:
        int32 (states,), -1 at a goal and where no way leads.
    """
    steps = np.full(moves.states, -1, dtype=np.int32)
    busy = np.flatnonzero(np.diff(moves.indptr))
    if len(busy):
        none = np.iinfo(np.int32).max
        targets = np.where(choices(moves, to_goal), moves.indices, np.int32(none))
        lowest = np.minimum.reduceat(targets, moves.indptr[busy])
        steps[busy] = np.where(lowest == none, -1, lowest)
    return steps
