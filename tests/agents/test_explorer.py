"""Explorers: their next step, their line, and what they do when the map changes under them."""

import numpy as np
import pytest

from agents.explorer import Explorer
from models.routes import RoutesModel
from patchwalk.world import make_world
from rules.maps import ARROW, ICE, SOLID, Map
from tests.helpers.random_maps import fill


def followed(model, explorer, state):
    """The states that one passes who follows the explorer's proposals, and what the moves cost."""
    states, cost = [state], 0.0
    while (after := explorer.propose(states[-1])) >= 0:
        number = model.moves.number(states[-1], after)
        cost += float(model.moves.weights[number])
        states.append(after)
        assert len(states) <= model.moves.states, "it walks for ever"
    return states, cost


@pytest.mark.parametrize("grid", [("square", 4), ("square", 8), ("hex", 6)], ids=lambda grid: f"{grid[0]}-{grid[1]}")
@pytest.mark.parametrize("seed", range(4))
def test_following_the_proposals_costs_exactly_the_distance(grid, seed):
    rng = np.random.default_rng(seed)
    drawn = Map(make_world(grid[0], 12, 9, neighbors=grid[1]))
    fill(drawn, rng, share=0.15)
    drawn.set_floor("round", 14, 14 + 3 + 24)
    free = np.flatnonzero(drawn.kind != SOLID)
    start, goal = (int(patch) for patch in rng.choice(free, 2))
    model = RoutesModel(terrain=drawn, start=start, goal=goal, carry=False)
    explorer = model.explorers[0]
    to_goal = model.search.to_goal
    for state in np.flatnonzero(np.isfinite(to_goal)).tolist():
        states, cost = followed(model, explorer, state)
        assert cost == pytest.approx(to_goal[state], abs=1e-9)
        assert to_goal[states[-1]] == 0


def test_it_walks_the_drawn_way_and_is_on_each_of_its_patches():
    model = RoutesModel(terrain="example", rng=1)
    explorer, visited = model.explorers[0], []
    while model.running:
        model.step()
        if not visited or visited[-1] != explorer.patch:
            visited.append(explorer.patch)
    assert visited == model.route.patches.tolist()


def test_equal_times_give_equal_arc_lengths():
    model = RoutesModel(15, 15, terrain="random", rng=3)
    explorer = model.explorers[0]
    while not model.way_done:
        model.step()
    line = model.search.curve
    places = []
    while model.running:
        model.step()
        places.append(explorer.walked)
    steps = np.diff(places)[:-1]
    np.testing.assert_allclose(steps, model.pace)
    assert places[-1] == line.length


def test_they_set_out_one_after_the_other_and_all_arrive():
    model = RoutesModel(30, 3, start=(0, 1), goal=(29, 1), explorers=10)
    while not model.way_done:
        model.step()
    model.advance(30)
    walked = [explorer.walked for explorer in model.explorers]
    assert walked == sorted(walked, reverse=True)
    np.testing.assert_allclose(np.diff(walked), -2.9)
    model.finish()
    assert model.arrived == 10


def test_more_of_them_begin_at_the_start_and_the_last_ones_go():
    model = RoutesModel(20, 3, start=(0, 1), goal=(19, 1))
    model.advance(50)
    first = model.explorers[0]
    model.change("explorers", 200)
    assert len(model.explorers) == len(model.agents) == 200
    assert model.explorers[0] is first
    assert first.walked > 0 >= model.explorers[1].walked
    model.change("explorers", 2)
    assert [explorer.number for explorer in model.explorers] == [0, 1]
    model.finish()
    assert model.arrived == 2


def test_an_obstacle_in_its_way_makes_it_look_for_another_one_from_where_it_is():
    model = RoutesModel(21, 7, start=(0, 3), goal=(20, 3))
    explorer = model.explorers[0]
    model.advance(model.search.last_ring + model.search.steps + 20)
    here = explorer.patch
    assert here == model.world.patch(10, 3)
    model.map.set_kind(model.world.patch(14, 3), SOLID)
    model.running = model.active()
    assert explorer.patch == here
    assert model.world.patch(14, 3) not in explorer.plan.patches
    model.finish()
    assert explorer.at_goal


def test_an_edit_beside_its_way_does_not_move_it():
    model = RoutesModel(21, 7, start=(0, 3), goal=(20, 3))
    explorer = model.explorers[0]
    model.advance(model.search.last_ring + model.search.steps + 15)
    plan, walked = explorer.plan, explorer.walked
    model.map.set_kind(model.world.patch(14, 0), SOLID)
    model.map.set_kind(model.world.patch(3, 3), SOLID)
    model.running = model.active()
    assert (explorer.plan, explorer.walked) == (plan, walked)


def test_one_that_slides_goes_on_sliding_when_other_ice_comes_and_goes():
    drawn = Map(make_world("square", 12, 3, neighbors=4))
    for x in range(3, 9):
        drawn.set_kind(drawn.world.patch(x, 1), ICE)
    model = RoutesModel(terrain=drawn, start=(0, 1), goal=(11, 1))
    explorer = model.explorers[0]
    model.advance(model.search.last_ring + model.search.steps + 10)
    assert explorer.state >= model.world.size
    patch, side = explorer.patch, (explorer.state - model.world.size) % 4
    model.map.set_kind(0, ICE)
    model.running = model.active()
    assert (explorer.patch, (explorer.state - model.world.size) % 4) == (patch, side)
    model.map.set_kind(patch, 0)
    model.running = model.active()
    assert explorer.state == patch
    model.finish()
    assert explorer.at_goal


def test_those_that_wait_go_with_the_start():
    model = RoutesModel(9, 9, start=(0, 0), goal=(8, 8), explorers=3)
    model.map.set_start(4)
    model.running = model.active()
    assert {explorer.patch for explorer in model.explorers} == {4}
    model.map.set_start(None)
    model.running = model.active()
    assert model.explorers == []
    assert len(model.agents) == 0


def ring_of_arrows():
    """Four one-way floors that lead round, S on one of them, G outside."""
    drawn = Map(make_world("square", 6, 6, neighbors=4))
    for place, direction in (((1, 1), 0), ((1, 2), 1), ((2, 2), 2), ((2, 1), 3)):
        drawn.set_kind(drawn.world.patch(*place), ARROW + direction)
    drawn.set_start(drawn.world.patch(1, 1))
    drawn.set_goal(drawn.world.patch(5, 5))
    return drawn


def test_a_ring_of_one_way_floors_carries_one_lap_and_says_so():
    model = RoutesModel(terrain=ring_of_arrows())
    explorer = model.explorers[0]
    model.finish()
    assert model.route is None
    assert explorer.plan.patches.tolist() == [
        model.world.patch(*place) for place in ((1, 1), (1, 2), (2, 2), (2, 1), (1, 1))
    ]
    assert model.carried_round
    assert "one lap" in model.message
    still = RoutesModel(terrain=ring_of_arrows(), carry=False)
    still.finish()
    assert still.explorers[0].plan.patches.tolist() == [model.world.patch(1, 1)]
    assert "one lap" not in still.message
    still.change("carry", True)
    assert still.running


def test_a_breed_that_proposes_otherwise_walks_otherwise():
    class Stubborn(Explorer):
        """Walks east as long as it can."""

        def propose(self, state):
            return state + 1 if state % 9 < 8 else -1

    class StubbornRoutes(RoutesModel):
        explorer_breed = Stubborn

    model = StubbornRoutes(9, 9, start=(2, 4), goal=(4, 8))
    model.finish()
    assert model.explorers[0].patch == model.world.patch(8, 4)
    assert model.arrived == 0


def test_it_can_be_put_elsewhere_and_finds_its_way_from_there():
    model = RoutesModel(9, 9, start=(0, 0), goal=(8, 8))
    explorer = model.explorers[0]
    explorer.move_to(72)
    assert (explorer.patch, explorer.plan.patches[-1]) == (72, 80)
    young = explorer.hatch()[0]
    assert (young.patch, len(model.explorers)) == (72, 2)
    model.finish()
    assert model.arrived == 2


def test_two_of_one_seed_walk_alike():
    states = []
    for _ in range(2):
        model = RoutesModel(13, 13, terrain="random", explorers=4, rng=6)
        model.advance(45)
        states.append([(explorer.patch, explorer.heading) for explorer in model.explorers])
    assert states[0] == states[1]
