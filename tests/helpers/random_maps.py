"""Maps with everything on them, at random, as a hypothesis strategy."""

import numpy as np
from hypothesis import strategies as st

from patchwalk.world import make_world
from rules.map_codes import LONGEST_NAME
from rules.maps import ARROW, SOLID, Map, MapError

NAMES = st.text(min_size=1, max_size=LONGEST_NAME).map(str.strip).filter(bool)


@st.composite
def maps(draw, grids=(("square", 4), ("square", 8), ("hex", 6))):
    """A map of up to 7 x 7 patches."""
    grid, neighbors = draw(st.sampled_from(grids))
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    drawn = Map(make_world(grid, width, height, neighbors=neighbors))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    fill(drawn, rng, share=draw(st.sampled_from([0.0, 0.2, 0.9])))
    for name in draw(st.lists(NAMES, max_size=3)):
        corners = rng.integers(drawn.world.size, size=2)
        try:
            drawn.set_floor(name, *corners, loop=draw(st.booleans()))
        except MapError:  # it cannot loop there
            drawn.set_floor(name, *corners, loop=False)
    return drawn


def fill(drawn, rng, share):
    """Put something of each sort on this share of the patches and edges of a map."""
    world = drawn.world
    kinds = np.array([0, SOLID, 2, 3, *range(ARROW, ARROW + world.directions)])
    kind = np.where(rng.random(world.size) < share, rng.choice(kinds, world.size), 0)
    kind[rng.integers(world.size)] = 0
    color = np.where(rng.random(world.size) < share, rng.integers(9, size=world.size), 0)
    drawn.fill(kind=kind, color=color, no_entry=rng.random(world.size) < share, keys=rng.random(world.size) < share)
    for patch in np.flatnonzero(rng.random(world.size) < share).tolist():
        for side in world.sides:
            drawn.set_edge(patch, side, int(rng.integers(6)))
        target = int(rng.integers(world.size))
        if target != patch:
            drawn.set_warp(patch, target, forced=bool(rng.integers(2)), stairs=bool(rng.integers(2)))
    free = np.flatnonzero(kind != SOLID)
    if share:
        drawn.set_start(int(rng.choice(free)))
        drawn.set_goal(int(rng.choice(free)))
