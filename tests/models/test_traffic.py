"""The model of traffic: scenarios, sliders that act at once, demand, gridlock, what is known exactly, bad input."""

import numpy as np
import pytest

from models.traffic import TrafficModel
from patchwalk.history import same
from patchwalk.parameters import ParameterError
from patchwalk.world import make_world
from rules.maps import ICE, Map
from rules.theory import finite_parallel_ring_flux, open_road_flux

SCENARIOS = ("field", "ring", "crossing", "fork", "bml", "door", "open road")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_comes_up_and_moves(scenario):
    model = TrafficModel(scenario=scenario, rng=1)
    for _ in range(40):
        model.step()
        assert model.traffic.state.conserved()
    assert model.ticks == 40
    assert model.flux > 0
    assert 0 < model.moved_share <= 1
    assert model.moved == pytest.approx(model.flux * model.traffic.road.patches)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_one_seed_is_one_run_and_states_can_be_put_back(scenario):
    first, second = TrafficModel(scenario=scenario, rng=5), TrafficModel(scenario=scenario, rng=5)
    first.advance(10)
    kept = first.state()
    first.advance(15)
    second.advance(25)
    assert same(first.state(), second.state())
    first.restore(kept)
    first.advance(15)
    assert same(first.state(), second.state())


@pytest.mark.parametrize(("values", "ticks"), [({"blocked": "reroute"}, 30), ({"congestion": 8.0}, 30)])
def test_ways_that_change_are_put_back_too(values, ticks):
    plan = {"scenario": "fork", "rate": 0.8, **values}
    first, second = TrafficModel(**plan, rng=5), TrafficModel(**plan, rng=5)
    kept = first.state()
    first.advance(2 * ticks)
    first.restore(kept)
    first.advance(ticks)
    second.advance(ticks)
    assert same(first.state(), second.state())


# --- what is known exactly -----------------------------------------------------------------------------------------


def mean_flux(model, ticks, warm=300):
    model.advance(warm)
    found = []
    for _ in range(ticks):
        model.step()
        found.append(model.flux)
    return float(np.mean(found))


def test_flux_of_rings_side_by_side_is_the_exact_one():
    model = TrafficModel(scenario="ring", width=20, height=100, density=0.5, slowdown=0.25, rng=1)
    exact = finite_parallel_ring_flux(20, 10, 0.25)
    assert mean_flux(model, 400, 100) == pytest.approx(exact, abs=0.003)


def test_flux_of_an_open_road_is_the_exact_one():
    model = TrafficModel(scenario="open road", width=10, height=60, update="random sequential", rng=1)
    assert mean_flux(model, 300, 100) == pytest.approx(open_road_flux(10, 1, 1) * 11 / 10, abs=0.01)


def test_speed_falls_with_density():
    speeds = []
    for density in (0.1, 0.4, 0.7, 0.95):
        model = TrafficModel(scenario="ring", width=100, height=10, density=density, slowdown=0.2, rng=2)
        model.advance(60)
        speeds.append(np.mean([model.mean_speed for _ in range(20) if model.advance(1)]))
    assert speeds == sorted(speeds, reverse=True)
    assert speeds[0] > 2 * speeds[-1]


def test_streets_of_biham_middleton_and_levine_are_free_or_jammed():
    free = TrafficModel(scenario="bml", density=0.2, rng=1)
    free.advance(1500)
    assert free.mean_speed >= 0.995
    jammed = TrafficModel(scenario="bml", density=0.5, rng=1)
    jammed.advance(3000)
    assert jammed.moved == 0
    assert not jammed.running
    assert jammed.gridlock == "proved"


def test_the_longer_corridor_is_taken_where_ways_change():
    def throughput(**values):
        model = TrafficModel(scenario="fork", rate=0.8, **values, rng=3)
        model.advance(600)
        begun = model.traffic.state.arrived
        model.advance(600)
        return (model.traffic.state.arrived - begun) / 600

    assert throughput() <= 0.505
    assert throughput(blocked="sidestep", congestion=8.0) >= 0.78


# --- how many ------------------------------------------------------------------------------------------------------


def test_walkers_come_and_go_by_the_slider_and_are_counted():
    model = TrafficModel(width=30, height=30, walkers=100, rng=1)
    model.advance(5)
    model.change("walkers", 40)
    state = model.traffic.state
    assert state.count == len(model.agents) == 40
    assert state.removed == {"fewer wanted": 60}
    model.change("walkers", 300)
    assert state.count == 300
    assert state.created == 360 + 0
    model.change("walkers", 0)
    assert state.count == 0
    assert not model.running
    model.change("density", 0.5)
    assert state.count == 450
    assert model.running


@pytest.mark.parametrize("scenario", ["field", "ring", "crossing", "bml", "door"])
def test_more_walkers_than_there_is_room_for_are_clamped(scenario):
    model = TrafficModel(scenario=scenario, width=24, height=12, walkers=100_000, rng=1)
    state, road = model.traffic.state, model.traffic.road
    assert 0 < state.count <= road.patches
    assert state.conserved()
    assert "there is room for" in model.message
    model.advance(50)
    assert state.conserved()


def test_two_who_want_one_patch_get_it_equally_often():
    won = 0
    world = make_world("square", 5, 3)
    kind = np.ones(world.shape, dtype=np.uint8)
    kind[1, :] = kind[2, 2] = 0
    drawn = Map(world)
    drawn.fill(kind=kind)
    top = world.patch(2, 2)
    for seed in range(300):
        model = TrafficModel(terrain=drawn, walkers=0, destinations=1, rng=seed)
        model.targets[top] = True
        model.repave()
        model.traffic.add_at([world.patch(1, 1), world.patch(3, 1)], 0)
        model.running = model.active()
        model.step()
        assert model.moved == 1
        won += int(model.traffic.state.patch[0] == world.patch(2, 1))
    assert 120 < won < 180


def test_rings_are_filled_evenly():
    model = TrafficModel(scenario="ring", width=30, height=10, walkers=95, rng=1)
    each = np.bincount(model.traffic.state.patch[model.traffic.state.slots] // 30, minlength=10)
    assert each.min() >= 9
    assert each.max() <= 10
    assert each.sum() == 95


# --- demand --------------------------------------------------------------------------------------------------------


def test_walkers_go_from_zones_to_zones_by_a_rate():
    model = TrafficModel(width=20, height=20, demand="zones", rate=1.5, rng=1)
    assert model.traffic.state.count == 0
    model.advance(100)
    assert model.traffic.state.created == pytest.approx(150, abs=5)
    assert model.traffic.state.arrived > 100
    model.change("rate", 0)
    model.advance(100)
    assert model.traffic.state.count == 0
    assert not model.running


def test_everybody_leaves_by_the_exits():
    model = TrafficModel(width=20, height=20, demand="exits", walkers=50, blocked="sidestep", rng=1)
    model.advance(200)
    assert model.traffic.state.arrived == 50
    assert not model.running
    room = TrafficModel(scenario="door", width=15, height=15, walkers=60, blocked="sidestep", rng=1)
    room.advance(1000)
    assert room.traffic.state.arrived == 60
    assert room.message.startswith("Everybody is out")


def test_who_cannot_reach_any_destination_is_not_created_and_that_is_said():
    world = make_world("square", 11, 5)
    drawn = Map(world)
    kind = np.zeros(world.shape, dtype=np.uint8)
    kind[:, 5] = 1
    drawn.fill(kind=kind)
    model = TrafficModel(terrain=drawn, walkers=50, destinations=1, rng=1)
    assert model.traffic.state.count == 24  # one side, without the destination itself
    assert "no way leads from there" in model.message


# --- gridlock ------------------------------------------------------------------------------------------------------


def facing(**values):
    """Two who face each other in a corridor."""
    drawn = Map(make_world("square", 8, 1))
    model = TrafficModel(terrain=drawn, walkers=0, destinations=2, quiet=10, **values, rng=1)
    model.targets[[0, 7]] = True
    model.repave()
    west = int(model.traffic.road.goals[1][0] == 0)
    model.traffic.add_at([3, 4], [1 - west, west])
    model._changed_crew()
    model.running = model.active()
    return model


def test_gridlock_is_proved_and_stops_the_run():
    model = facing()
    model.advance(40)
    assert model.gridlock == "proved"
    assert len(model.traffic.members) == 2
    assert not model.running
    assert model.ticks <= 32
    assert "Gridlock, proved" in model.message
    codes = set(model.view().turtles.color.tolist())
    assert codes == {model.palette.code("locked")}


def test_gridlock_can_be_dissolved_with_a_counted_reason():
    model = facing(on_gridlock="remove")
    model.advance(20)
    assert model.traffic.state.removed == {"gridlock": 1}
    assert model.gridlock == ""
    assert model.traffic.state.log[0].reason == "gridlock"
    model.advance(20)
    assert model.traffic.state.conserved()


@pytest.mark.parametrize(("blocked", "passed"), [("wait", False), ("swap", True)])
def test_who_may_swap_passes(blocked, passed):
    model = facing(blocked=blocked)
    model.advance(10)
    assert bool(model.traffic.trips_done) == passed


def test_nobody_moves_where_all_slow_down():
    model = TrafficModel(width=20, height=20, walkers=10, slowdown=1.0, quiet=15, rng=1)
    model.advance(100)
    assert (model.gridlock, model.running) == ("suspected", False)
    model.change("slowdown", 0.0)
    assert model.running
    model.advance(5)
    assert model.moved
    assert model.gridlock == ""


# --- bad input -----------------------------------------------------------------------------------------------------

BAD = [
    ({"walkers": -1}, "walkers"),
    ({"walkers": 100_001}, "walkers"),
    ({"density": 1.5}, "density"),
    ({"slowdown": -0.1}, "slowdown"),
    ({"friction": 2}, "friction"),
    ({"congestion": -1}, "congestion"),
    ({"rate": -0.5}, "rate"),
    ({"alpha": 1.2}, "alpha"),
    ({"obstacles": "many"}, "obstacles"),
    ({"v_max": 3, "update": "shuffled"}, "v_max"),
    ({"v_max": 3, "targets": "follow"}, "v_max"),
    ({"scenario": "street"}, "scenario"),
    ({"terrain": "forest"}, "terrain"),
    ({"scenario": "fork", "width": 6, "height": 6}, "width x height"),
    ({"scenario": "crossing", "width": 9, "height": 9, "streets": 4}, "streets"),
    ({"scenario": "door", "width": 9, "height": 5, "opening": 6}, "opening"),
    ({"grid": "hex", "width": 11, "height": 10, "wrap": True}, "width x height"),
    ({"width": 2048, "height": 2048}, "width x height"),
]


@pytest.mark.parametrize(("values", "name"), BAD, ids=[str(values) for values, _ in BAD])
def test_what_does_not_go_is_refused_by_name(values, name):
    with pytest.raises(ParameterError) as refusal:
        TrafficModel(**values)
    assert refusal.value.name == name
    assert str(refusal.value).startswith(name)


def test_a_map_with_ice_is_refused():
    drawn = Map(make_world("square", 9, 9))
    drawn.set_kind(40, ICE)
    with pytest.raises(ParameterError, match=r"ice at \(4, 4\)"):
        TrafficModel(terrain=drawn)


def test_a_live_value_that_is_refused_changes_nothing():
    model = TrafficModel(v_max=3, rng=1)
    with pytest.raises(ParameterError):
        model.change("targets", "follow")
    assert model.parameters["targets"] == model.traffic.rules.targets == "strict"


# --- what is left out ----------------------------------------------------------------------------------------------


def test_only_what_a_scenario_uses_is_offered():
    def idle(**values):
        return TrafficModel.idle(TrafficModel.resolve(TrafficModel.parameter_list.check(values)))

    assert {"terrain", "grid", "rate", "streets", "alpha", "destinations", "congestion"} <= idle(scenario="ring")
    assert "v_max" not in idle(scenario="ring")
    assert {"walkers", "density", "terrain"} <= idle(scenario="fork")
    assert "rate" not in idle(scenario="fork")
    assert {"alpha", "beta"} & idle(scenario="open road") == set()
    assert "obstacles" in idle(terrain="open")
    assert "obstacles" not in idle(terrain="random")
    assert {"walkers", "rate"} & idle(demand="zones") == {"walkers"}
    assert "solid" in TrafficModel(scenario="ring").unused(frozenset())
    assert "solid" not in TrafficModel().unused(frozenset())


def test_delay_counts_from_the_free_way_whatever_the_crowd():
    model = TrafficModel(scenario="fork", congestion=8.0, blocked="sidestep", rate=0.8, rng=1)
    model.advance(200)
    assert model.traffic.delay > 0
    assert model.traffic.travel_time > 30
    assert model.moved_share <= 1
    assert model.mean_speed <= 1
