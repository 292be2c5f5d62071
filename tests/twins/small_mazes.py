"""Small mazes to draw examples from, and what a test asks of a model beside its twin."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

COUNTED = settings(derandomize=True, deadline=None, max_examples=50)
SIZES = {"square": [(3, 3), (3, 11), (11, 3), (7, 9), (13, 13)], "hex": [(3, 3), (3, 8), (13, 4), (7, 9), (11, 12)]}


@st.composite
def mazes(draw, **fixed):
    """Parameters of a small maze; those in `fixed` stay as they are."""
    grid = draw(st.sampled_from(["square", "hex"]))
    width, height = draw(st.sampled_from(SIZES[grid]))
    drawn = {
        "width": width,
        "height": height,
        "grid": grid,
        "outer_wall": draw(st.booleans()),
        "turtles": draw(st.integers(1, 9)),
        "curviness": draw(st.sampled_from([0, 1, 30, 50, 77, 99, 100])),
        "turn_order": draw(st.sampled_from(["random", "fixed"])),
        "rng": draw(st.integers(0, 2**32)),
    }
    return drawn | fixed


def cells(layer):
    """The (x, y) where a layer is not zero."""
    rows, columns = np.nonzero(layer)
    return set(zip(columns.tolist(), rows.tolist(), strict=True))


def arrivals(model):
    """(x, y) -> arrival of the wet patches."""
    rows, columns = np.nonzero(model.arrival >= 0)
    return dict(
        zip(zip(columns.tolist(), rows.tolist(), strict=True), model.arrival[rows, columns].tolist(), strict=True)
    )


def assert_carved_like(model, twin):
    """The model stands where the twin stands, in everything that carving is about."""
    assert (model.ticks, model.moves) == (twin.ticks, twin.moves)
    assert cells(model.corridor) == twin.carved.keys()
    assert model.running == twin.running
    for carver, turtle in zip(model.carvers, twin.turtles, strict=True):
        assert carver.alive == turtle.alive
        assert carver.xy == turtle.at
        assert [tuple(model.world.xy(room)) for room in carver.stack] == turtle.stack
        assert carver.depth == len(turtle.stack)
        if turtle.alive:
            assert carver.heading == model.world.headings[turtle.facing]


def assert_wet_like(model, twin):
    """The same patches are wet since the same ticks, by a liquid that can have come there; drops are on the front."""
    assert arrivals(model) == twin.arrival
    liquid = model.flood.liquid
    assert {(x, y): int(liquid[y, x]) for x, y in cells(liquid)}.keys() == twin.arrival.keys()
    for (x, y), possible in twin.liquids.items():
        assert model.describe(model.world.patch(x, y)) in possible
    where = [drop.xy for drop in model.drops]
    assert len(set(where)) == len(where), "one drop a patch"
    assert set(where) == {patch for patch, tick in twin.arrival.items() if tick == twin.ticks}
    assert {drop.unique_id for drop in model.drops} <= {agent.unique_id for agent in model.agents}
    assert len(model.agents) == len(model.living) + len(model.drops)
