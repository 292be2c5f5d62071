"""Routes without a screen: moves and search, against networkx and pathfinding; next steps; and what ice costs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from math import hypot
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Row, alternating, best_of, time_once
from benchmarks.peers import Missing, networkx_distances, pathfinding_way
from patchwalk.world import make_world
from rules.maps import ICE, Map
from rules.routes import build_moves, distances_from, distances_to, next_steps
from rules.steps import lattice

SEED = 7
SOLID_SHARE, ICE_SHARE = 0.25, 0.15
LIMITS = {101: 10.0, 512: 250.0, 1024: 1200.0}  # milliseconds
ICE_LIMITS = {101: 3.0, 512: 2.0}
EXPLORERS = 1000
PEER_SIZE = 101


def rows(quick: bool = False) -> Iterator[Row]:
    """All of them, one by one as they are measured.

    Args:
        quick: fewer runs.
    """
    yield from searching(3 if quick else 10)
    yield from against_peers(1 if quick else 5)
    yield explorers(5 if quick else 30)
    yield from sliding(3 if quick else 10)


def random_map(size: int, ice: float = 0.0) -> Map:
    """Squares with eight neighbours, a quarter of them solid, with a way from S (bottom left) to G (top right).

    Args:
        size: columns and rows.
        ice: share of the patches that are ice.
    """
    world = make_world("square", size, size, neighbors=8)
    luck = np.random.default_rng(SEED)
    solid = luck.random(world.size) < SOLID_SHARE
    icy = luck.random(world.size) < ice / (1 - SOLID_SHARE)  # of those that are not solid
    start, goal = 0, world.size - 1
    for patch in (start, goal):
        corner = [patch, *world.neighbors_of(patch)]
        solid[corner] = icy[corner] = False
    made = Map.from_solid(world, solid.reshape(world.shape))
    made.fill(kind=np.where(icy & ~solid, ICE, made.kind))
    made.set_start(start)
    made.set_goal(goal)
    return made


def search(map: Map) -> NDArray[np.float64]:
    """Moves and distances from S, on a map that nobody has searched yet."""
    return distances_from(build_moves(map), int(map.start or 0))


def unseen(map: Map) -> Map:
    """A copy of which nothing is known yet, not even where its patches' neighbours lie."""
    lattice.cache_clear()
    return map.copy()


def searching(runs: int) -> Iterator[Row]:
    """Build and search, for several sizes."""
    for size, limit in LIMITS.items():
        map = random_map(size)
        timing = best_of(search, partial(unseen, map), runs * (5 if size < 500 else 1))
        reached = int(np.isfinite(search(map)).sum())
        note = f"{reached:,} patches reached"
        yield Row(f"build and search {size} x {size}, 25 % solid, 8 neighbours", limit).timed(timing, note)


def against_peers(rounds: int) -> Iterator[Row]:
    """The same map and the same task, in turns: build, and search from one corner to the opposite one."""
    map = random_map(PEER_SIZE)
    start, goal = int(map.start or 0), int(map.goal or 0)
    length = float(search(map)[goal])
    moves = build_moves(map)
    free = (map.kind == 0).astype(int).reshape(map.world.shape).tolist()
    corner = map.world.xy(goal)
    peers: dict[str, Any] = {
        "networkx": lambda _: networkx_distances(moves, start)[goal],
        "pathfinding": lambda _: walked(pathfinding_way(free, (0, 0), corner)),
    }
    for name, theirs in peers.items():
        row = Row(f"{name}'s time / ours, build and search {PEER_SIZE} x {PEER_SIZE}", 20, "x", least=True)
        try:
            found = theirs(None)
        except Missing as missing:
            yield row.missing(str(missing))
            continue
        if abs(found - length) > 1e-6:
            raise RuntimeError(f"{name} finds a way of {found}, ours has {length}")
        actions = {
            "ours": lambda: min(time_once(search, partial(unseen, map)) for _ in range(10)),
            name: partial(time_once, theirs, lambda: None),
        }
        times = alternating(actions, rounds)
        ours, other = times["ours"].best, times[name].best
        said = f"{ours * 1e3:.3g} ms against {other * 1e3:.3g} ms, the same length"
        yield row.measured(other / ours, said, times["ours"].yardstick)


def walked(way: list[tuple[int, int]]) -> float:
    """The length of a way over neighbouring patches."""
    return sum(hypot(x - before_x, y - before_y) for (before_x, before_y), (x, y) in pairwise(way))


def explorers(runs: int) -> Row:
    """A new goal on a map whose moves are known: where each of many explorers goes next."""
    map = random_map(PEER_SIZE)
    goal = int(map.goal or 0)
    free = np.flatnonzero(map.kind == 0)
    places = np.random.default_rng(SEED).choice(free, EXPLORERS)

    def prepare() -> Any:
        return build_moves(unseen(map))

    def steps(moves: Any) -> NDArray[np.int32]:
        return next_steps(moves, distances_to(moves, goal))[places]

    what = f"next steps of {EXPLORERS:,} explorers to a new goal, {PEER_SIZE} x {PEER_SIZE}"
    return Row(what, 5).timed(best_of(steps, prepare, runs))


def sliding(rounds: int) -> Iterator[Row]:
    """The same map with ice on some patches and without, in turns."""
    for size, limit in ICE_LIMITS.items():
        plain, icy = random_map(size), random_map(size, ICE_SHARE)
        times = alternating(
            {
                "plain": partial(time_once, search, partial(unseen, plain)),
                "ice": partial(time_once, search, partial(unseen, icy)),
            },
            rounds * (5 if size < 500 else 1),
        )
        ours, base = times["ice"].best, times["plain"].best
        said = f"{ours * 1e3:.3g} ms against {base * 1e3:.3g} ms"
        row = Row(f"ice on 15 % of the patches: time / that without, {size} x {size}", limit, "x")
        yield row.measured(ours / base, said, times["ice"].yardstick)
