"""The built-in example: a small map with every feature, on squares and on hexes."""

from __future__ import annotations

from functools import lru_cache

from patchwalk.world import make_world
from rules.maps import Map


@lru_cache(maxsize=4)
def example_map(grid: str, neighbors: int) -> Map:
    """The example. It is shared: copy it before it is edited.

    Args:
        grid: "square" or "hex".
        neighbors: of a square.
    """
    world = make_world("hex", 24, 20) if grid == "hex" else make_world("square", 24, 20, neighbors=neighbors)
    return Map(world)
