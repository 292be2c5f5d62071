"""Numbers of a minefield, and what one opening lays open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components


def count_mines(layout: NDArray[np.bool_], neighbors: NDArray[np.int32]) -> NDArray[np.int8]:
    """The number of each patch: how many mines are around it.

    Args:
        layout: bool layer or flat (patches,), True where a mine is.
        neighbors: (patches, directions), -1 where there is none.

    Returns:
        int8, in the shape of `layout`; mined patches have their number too.
    """
    padded = np.append(layout.reshape(-1), False)  # the last one answers for -1
    counts: NDArray[np.int8] = padded[neighbors].sum(axis=1, dtype=np.int8).reshape(layout.shape)
    return counts


def cascade(
    start: Sequence[int], numbers: NDArray[np.int8], neighbors: NDArray[np.int32], closed: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """All patches that are laid open: those one starts with, and from each zero on all around it.

    It goes ring by ring; an explicit list instead of recursion, so no board is too large.

    Args:
        start: patches to be opened, none of them closed.
        numbers: (patches,), the number of each.
        neighbors: (patches, directions), -1 where there is none.
        closed: (patches,), where nothing is to be opened: already shown, or flagged.

    Returns:
        The patches, the first ones first.
    """
    ring = np.asarray(start, dtype=np.int64)
    rings = [ring]
    zeros = ring[numbers[ring] == 0]
    if zeros.size:
        done = np.append(closed, True)
        done[ring] = True
        while zeros.size:
            near = neighbors[zeros].reshape(-1)
            ring = np.unique(near[~done[near]]).astype(np.int64)
            done[ring] = True
            rings.append(ring)
            zeros = ring[numbers[ring] == 0]
    return np.concatenate(rings)


def first_area(
    patch: int, layout: NDArray[np.bool_], neighbors: NDArray[np.int32], rng: np.random.Generator
) -> tuple[int, ...]:
    """What is to be free of mines so that a first move opens an area: the patch and all around it.

    Where the other patches have no room for that many mines, it is as many of those around as can be, drawn; and only
    the patch itself where as many are free already, so that no mine is moved for nothing.

    Args:
        patch: where the first move is made.
        layout: bool (patches,), True where a mine is.
        neighbors: (patches, directions), -1 where there is none.
        rng: draws.
    """
    near: list[int] = neighbors[patch][neighbors[patch] >= 0].tolist()
    room = int(np.count_nonzero(~layout)) - 1
    if room < len(near):
        if not layout[patch] and np.count_nonzero(~layout[near]) >= room:
            return (patch,)
        near = rng.permutation(near)[:room].tolist()
    return (patch, *near)


def three_bv(layout: NDArray[np.bool_], neighbors: NDArray[np.int32]) -> int:
    """3BV, the fewest openings that show all safe patches: one for each area of zeros, one for each number by itself.

    Args:
        layout: bool layer or flat (patches,), True where a mine is.
        neighbors: (patches, directions), -1 where there is none.
    """
    mined = layout.reshape(-1)
    zero = np.append((count_mines(mined, neighbors) == 0) & ~mined, False)
    beside_zero = zero[neighbors]
    lonely = ~mined & ~zero[:-1] & ~beside_zero.any(axis=1)
    zeros = np.flatnonzero(zero)
    rows, directions = np.nonzero(beside_zero[zeros])
    number_of = np.full(zero.size, -1)
    number_of[zeros] = np.arange(zeros.size)
    links: Any = (np.ones(rows.size, dtype=np.int8), (rows, number_of[neighbors[zeros[rows], directions]]))
    areas = connected_components(csr_array(links, shape=(zeros.size, zeros.size)), False)[0] if zeros.size else 0
    return int(areas + np.count_nonzero(lonely))


def mines_from_percent(patches: int, percent: float) -> int:
    """So many mines are this share of a board, rounded down; at least 1, at most all patches but one."""
    return max(1, min(int(patches * percent // 100), patches - 1))


def mines_from_chance(patches: int, chance: float, rng: np.random.Generator) -> int:
    """Draw how many of the patches are mined if each is with this probability; at least 1, at most all but one."""
    return max(1, min(int(rng.binomial(patches, chance)), patches - 1))
