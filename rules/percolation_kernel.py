"""The opening of patches one after the other as one sequential kernel; `rules.percolation` says what it is for."""

from __future__ import annotations

from rules.kernels import Vector, kernel


@kernel
def open_in_order(
    order: Vector, start: int, end: int, is_open: Vector, neighbors: Vector, turns: Vector, columns: int,
    parent: Vector, offset: Vector,
) -> int:  # fmt: skip
    """Open patches in order, join each to its open neighbours, and stop at the first that closes a winding loop.

    Sets of joined patches are trees. Each patch knows how many turns it lies beyond its parent; a step between two
    patches of one tree closes a loop, and the loop winds unless the turns along it add up to nothing (the trees are
    those of R. E. Tarjan; the offsets in them are those of J. Machta and others, Phys. Rev. E 54, 1332, 1996).

    Args:
        order: int32, patches; one that is open already may come again.
        start: where in the order to begin.
        end: where to stop before.
        is_open: uint8, by patch; written.
        neighbors: int32, at `columns` times the patch and after: the patches next to it, -1 where there is none.
        turns: int8, like neighbors: the turns of the step there.
        columns: how many neighbours a patch has at most.
        parent: int32, by patch, itself at a root; written.
        offset: int32, by patch, 0 at a root; written.

    Returns:
        The place in the order of the patch that closed a loop, or -1.
    """
    for place in range(start, end):
        patch = order[place]
        is_open[patch] = 1
        for step in range(patch * columns, patch * columns + columns):
            near = neighbors[step]
            if near < 0 or is_open[near] == 0:
                continue
            beyond = 0
            root = patch
            while parent[root] != root:
                above = parent[root]
                offset[root] += offset[above]  # 0 where `above` is the root
                parent[root] = parent[above]
                beyond += offset[root]
                root = parent[root]
            near_beyond = 0
            near_root = near
            while parent[near_root] != near_root:
                above = parent[near_root]
                offset[near_root] += offset[above]
                parent[near_root] = parent[above]
                near_beyond += offset[near_root]
                near_root = parent[near_root]
            loop = near_beyond - beyond - turns[step]
            if root != near_root:
                parent[root] = near_root
                offset[root] = loop
            elif loop != 0:
                return place
    return -1
