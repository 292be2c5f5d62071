"""Runs of the model that must not end too early, end wrongly, or say something wrong."""

import numpy as np
import pytest

from agents.walker import Walker
from models.traffic import TrafficModel
from patchwalk.history import same
from patchwalk.parameters import ParameterError
from patchwalk.world import make_world
from rules.maps import SOLID, Map

# --- gridlock ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [
        {"scenario": "open road", "width": 12, "beta": 0.01, "update": "random sequential"},
        {"scenario": "open road", "width": 12, "beta": 0.01},
        {"scenario": "door", "width": 8, "height": 8, "walkers": 60, "friction": 0.95},
        {"scenario": "door", "width": 8, "height": 8, "walkers": 60, "slowdown": 0.97, "friction": 0.5},
    ],
)
def test_a_run_that_only_luck_holds_up_goes_on(values):
    model = TrafficModel(**values, rng=1)
    for _ in range(600):
        model.step()
        if not model.traffic.state.count and values["scenario"] == "door":
            break
        assert model.running
        assert not model.gridlock


def test_an_open_road_whose_exit_is_shut_stands_for_good():
    model = TrafficModel(scenario="open road", width=8, beta=0.0, rng=1)
    model.advance(200)
    assert (model.gridlock, model.running) == ("suspected", False)
    model.change("beta", 0.5)
    assert model.running
    model.advance(10)
    assert model.arrivals or model.moved


def test_what_a_breed_of_its_own_will_do_is_not_proved():
    class Patient(Walker):
        def propose(self):
            if self.waiting > 30:
                here, world = self.patch, self.model.world
                free = [int(p) for p in world.neighbors[here] if p >= 0 and self.model.traffic.state.owner[p] < 0]
                return free[0] if free else -1
            return super().propose()

    class Model(TrafficModel):
        walker_breed = Patient

    drawn = Map(make_world("square", 8, 2))
    model = Model(terrain=drawn, walkers=0, destinations=2, quiet=60, on_gridlock="remove", rng=1)
    model.targets[[0, 7]] = True
    model.repave()
    west = int(model.traffic.road.goals[1][0] == 0)
    model.add_walker(3, 1 - west)
    model.add_walker(4, west)
    model.advance(60)
    assert model.traffic.state.removed == {}
    assert model.traffic.trips_done == 2


def test_where_gridlock_is_only_suspected_somebody_is_removed_and_it_is_said():
    model = TrafficModel(
        scenario="crossing", width=24, height=24, streets=3, green=5, all_red=0, density=0.9, rng=1,
        on_gridlock="remove",
    )  # fmt: skip
    model.advance(1500)
    assert sum(model.traffic.state.removed.values()) > 0
    assert set(model.traffic.state.removed) <= {"gridlock", "gridlock, suspected"}
    assert model.traffic.state.conserved()
    slow = TrafficModel(width=8, height=8, walkers=20, slowdown=1.0, quiet=10, on_gridlock="remove", rng=1)
    slow.advance(10)
    assert slow.traffic.state.removed == {"gridlock, suspected": 1}
    assert "suspected" in slow.message


def test_to_choose_remove_after_the_proof_keeps_it_and_acts_in_the_next_tick():
    model = TrafficModel(terrain="open", width=21, height=21, walkers=150, blocked="wait", rng=7)
    model.advance(500)
    members = model.traffic.members.copy()
    assert (model.gridlock, model.running) == ("proved", False)
    model.change("on_gridlock", "remove")
    assert (model.gridlock, model.running) == ("proved", True)
    assert np.array_equal(model.traffic.members, members)
    model.advance(1)
    assert model.traffic.state.removed["gridlock"] > 0
    assert "taken off the road" in model.message


def test_too_little_room_at_a_setup_is_said_but_the_number_stays_wanted():
    model = TrafficModel(scenario="crossing", width=6, height=6, walkers=100, rng=1)
    assert model.traffic.state.count < 100
    assert "fewer than wanted" in model.message
    assert model.parameters["walkers"] == 100


def test_a_run_goes_on_when_one_of_the_knot_is_taken_off_by_hand():
    drawn = Map(make_world("square", 8, 1))
    model = TrafficModel(terrain=drawn, walkers=0, destinations=2, rng=1)
    model.targets[[0, 7]] = True
    model.repave()
    west = int(model.traffic.road.goals[1][0] == 0)
    first, second = model.add_walker(3, 1 - west), model.add_walker(4, west)
    model.advance(20)
    assert (model.gridlock, model.running) == ("proved", False)
    first.remove()
    assert (model.gridlock, model.running) == ("", True)
    model.advance(5)
    assert second.to_go < 4 or model.traffic.trips_done


# --- zones, drawing ------------------------------------------------------------------------------------------------


def test_origins_are_put_back_too():
    model = TrafficModel(width=20, height=20, demand="zones", rate=2, rng=1)
    twin = TrafficModel(width=20, height=20, demand="zones", rate=2, rng=1)
    model.advance(5)
    twin.advance(5)
    kept = model.state()
    model.origins[[44, 45]] = True
    model.repave()
    model.advance(3)
    model.restore(kept)
    assert np.array_equal(model.layout.origins, twin.layout.origins)
    model.advance(10)
    twin.advance(10)
    assert same(model.state(), twin.state())


def test_origins_and_exits_of_a_fork_are_back_when_what_was_built_on_them_is_gone():
    model = TrafficModel(scenario="fork", rng=1)
    origins, exits = model.layout.origins.copy(), model.traffic.road.goals[0].copy()
    for patch in (int(origins[1]), int(exits[0])):
        model.map.set_kind(patch, SOLID)
    model.repave()
    assert len(model.layout.origins) == len(origins) - 1
    assert len(model.traffic.road.goals[0]) == len(exits) - 1
    for patch in (int(origins[1]), int(exits[0])):
        model.map.erase(patch)
    model.repave()
    assert np.array_equal(model.layout.origins, origins)
    assert np.array_equal(model.traffic.road.goals[0], exits)


def test_a_destination_painted_under_walkers_lets_them_arrive():
    model = TrafficModel(width=12, height=12, demand="zones", rate=2, rng=1)
    model.advance(10)
    here = model.traffic.state.patch[model.traffic.state.slots]
    there = int(np.count_nonzero(here % 12 > 0))
    model.targets[np.arange(144) % 12 > 0] = True
    model.repave()
    model.traffic.tick()
    assert model.traffic.state.arrived >= there > 5


def test_a_demand_without_a_way_says_so():
    drawn = Map(make_world("square", 10, 10))
    for patch in range(5, 100, 10):
        drawn.set_kind(patch, SOLID)
    model = TrafficModel(terrain=drawn, demand="zones", rate=2, rng=1)
    model.advance(5)
    assert model.traffic.state.created == 0
    assert model.turned_away == 10


def test_more_zones_than_there_may_be_are_not_passed_over_in_silence():
    model = TrafficModel(width=40, height=40, walkers=10, rng=1)
    model.targets.reshape(40, 40)[::2, ::2] = True
    model.repave()
    assert "400 zones are painted; the first 64 count" in model.message


# --- numbers that are shown ----------------------------------------------------------------------------------------


def test_speed_and_share_stay_what_they_were_when_walkers_are_taken_off():
    model = TrafficModel(scenario="ring", width=40, walkers=10, rng=1)
    model.advance(10)
    share, speed = model.moved_share, model.mean_speed
    model.change("walkers", 2)
    assert (model.moved_share, model.mean_speed) == (share, speed)
    assert max(share, speed) <= 1


def test_cars_that_move_at_each_of_their_turns_are_free():
    model = TrafficModel(scenario="bml", density=0.05, rng=1)
    model.advance(400)
    assert model.mean_speed == 1.0
    assert model.standing == 0
    assert model.paces[1] > 0.85


def test_walkers_and_density_say_what_there_is():
    model = TrafficModel(width=20, height=20, density=0.3, rng=1)
    assert model.parameters["walkers"] == model.traffic.state.count == 120
    model.change("walkers", 5000)
    assert model.parameters["density"] is None
    assert model.parameters["walkers"] == model.traffic.state.count == 400
    model.change("density", 0.1)
    assert model.parameters["walkers"] == model.traffic.state.count == 40
    assert TrafficModel.bounds({"width": 30, "height": 20})["walkers"] == (0, 600, 1)


# --- bad input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ({"neighbors": 8, "v_max": 2}, "v_max"),
        ({"scenario": "door", "neighbors": 8, "v_max": 2}, "v_max"),
        ({"scenario": "ring", "width": 2}, "width"),
        ({"scenario": "bml", "width": 1, "height": 1}, "width"),
        ({"scenario": "bml", "width": 8, "height": 2}, "height"),
        ({"scenario": "door", "width": 2, "height": 5}, "width"),
        ({"v_max": 3, "blocked": "swap"}, "v_max"),
    ],
)
def test_what_cannot_run_is_refused_at_setup_by_name(values, name):
    with pytest.raises(ParameterError) as refused:
        TrafficModel(**values, rng=1)
    assert refused.value.name == name


def test_several_patches_a_tick_are_refused_live_where_there_are_diagonals():
    model = TrafficModel(neighbors=8, rng=1)
    with pytest.raises(ParameterError):
        model.change("v_max", 2)
    model.advance(3)
    assert model.parameters["v_max"] == 1


def test_walkers_cannot_be_put_off_the_world_or_where_no_way_leads():
    drawn = Map(make_world("square", 10, 10))
    model = TrafficModel(terrain=drawn, walkers=1, rng=1)
    (walker,) = model.agents
    for patch in (-1, 100, 10**6):
        with pytest.raises(ValueError, match="blocked or taken"):
            walker.patch = patch
    with pytest.raises(ValueError, match="goals are 0 to"):
        model.add_walker(50, 99)
    assert model.traffic.state.conserved()


def test_a_walker_can_be_turned_north():
    model = TrafficModel(width=10, height=10, walkers=1, rng=1)
    (walker,) = model.agents
    for heading in (90, 0, 180):
        walker.heading = heading
        assert walker.heading == heading


def test_a_proposal_that_is_no_patch_is_refused():
    class Odd(Walker):
        def propose(self):
            return 1.5

    class Model(TrafficModel):
        walker_breed = Odd

    with pytest.raises(TypeError, match=r"Odd.propose returns a patch, or -1 to stay, not 1.5"):
        Model(width=8, height=8, walkers=3, rng=1).tick()


def test_hexes_on_a_torus_come_up_without_a_size():
    model = TrafficModel(grid="hex", wrap=True, walkers=20, rng=1)
    assert (model.world.width, model.world.height) == (60, 60)
    model.advance(5)
    assert model.moved
