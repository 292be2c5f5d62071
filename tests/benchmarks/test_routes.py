"""The maps and the arithmetic of the routes' benchmarks; nothing here is timed."""

from __future__ import annotations

from math import inf, sqrt

import numpy as np
import pytest

from benchmarks import peers, routes
from rules.maps import ICE, SOLID
from rules.routes import build_moves, distances_to


@pytest.mark.parametrize("ice", [0.0, routes.ICE_SHARE])
def test_maps_have_as_much_on_them_as_the_rows_say_and_a_way(ice):
    map = routes.random_map(101, ice)
    assert np.mean(map.kind == SOLID) == pytest.approx(routes.SOLID_SHARE, abs=0.01)
    assert np.mean(map.kind == ICE) == pytest.approx(ice, abs=0.01)
    assert routes.search(map)[map.goal] < inf


def test_a_copy_is_searched_anew_with_the_same_result():
    map = routes.random_map(21)
    before = routes.search(map)
    copy = routes.unseen(map)
    assert not copy.cache
    np.testing.assert_array_equal(routes.search(copy), before)


def test_ways_of_peers_are_measured_in_steps_and_diagonals():
    assert routes.walked([(0, 0), (1, 0), (2, 1), (2, 0)]) == pytest.approx(2 + sqrt(2))
    assert routes.walked([(3, 3)]) == 0


def test_networkx_searches_the_same_moves():
    pytest.importorskip("networkx")
    map = routes.random_map(15)
    found = peers.networkx_distances(build_moves(map), map.start)
    expected = routes.search(map)
    assert set(found) == set(np.flatnonzero(expected < inf).tolist())
    assert all(found[state] == pytest.approx(expected[state]) for state in found)


def test_pathfinding_finds_as_short_a_way():
    pytest.importorskip("pathfinding")
    map = routes.random_map(15)
    free = (map.kind == 0).astype(int).reshape(map.world.shape).tolist()
    way = peers.pathfinding_way(free, (0, 0), map.world.xy(map.goal))
    assert routes.walked(way) == pytest.approx(distances_to(build_moves(map), map.goal)[map.start])
