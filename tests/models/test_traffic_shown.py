"""What is shown of traffic: colours, forms and places of walkers, legend, monitors, plots, and what is said."""

import numpy as np
import pytest

from models.traffic import TrafficModel
from models.traffic_palette import CODES, HUES, PALETTE
from patchwalk.history import same
from patchwalk.recorder import Recorder, curves
from patchwalk.view import MOST_TURTLES, NO_SHADE, SHAPES, Edge
from rules.percolation import THRESHOLDS
from tests.helpers.hand import click

ON = frozenset({"goals", "way"})  # the overlays to begin with
FIELD = {"width": 20, "height": 16, "walkers": 60, "blocked": "sidestep"}


# --- the picture ---------------------------------------------------------------------------------------------------


def test_colours_tell_speed_or_destination():
    model = TrafficModel(scenario="ring", width=30, walkers=29, rng=1)
    assert set(model.view().turtles.color.tolist()) == {CODES["v-3"]}
    model.advance(20)
    assert CODES["v-0"] in model.view().turtles.color.tolist()
    field = TrafficModel(**FIELD, rng=1, color="destination")
    goals = field.traffic.state.goal[field.traffic.state.slots]
    assert (field.view().turtles.color == CODES["to-0"] + goals % len(HUES)).all()
    codes = field.view(frozenset({"goals"})).codes.reshape(-1)
    assert [codes[goal[0]] for goal in field.traffic.road.goals] == [CODES[f"at-{k % 8}"] for k in range(16)]


def test_who_waits_for_long_is_standing_however_new_it_is():
    model = TrafficModel(scenario="ring", width=10, walkers=10, rng=1)
    model.advance(7)
    assert CODES["v-0"] not in model.view().turtles.color
    model.advance(1)
    assert set(model.view().turtles.color.tolist()) == {CODES["v-0"]}


def test_in_a_finished_gridlock_nobody_looks_free():
    model = TrafficModel(width=40, height=40, walkers=150, rng=3)
    model.advance(3000)
    assert model.gridlock
    assert not model.moved
    assert set(model.view().turtles.color.tolist()) <= {CODES["v-0"], CODES["locked"]}


def test_streets_in_turn_flow_freely_and_have_two_colours():
    model = TrafficModel(scenario="bml", density=0.1, color="destination", rng=1)
    model.advance(400)
    assert model.standing == 0
    assert set(model.view().turtles.color.tolist()) == {CODES["to-0"], CODES["to-1"]}
    assert {"color:eastward", "color:northward"}.isdisjoint(model.unused(ON))
    model.change("color", "speed")
    assert set(model.view().turtles.color.tolist()) == {CODES["v-3"]}


def test_members_of_gridlock_differ_in_form_too():
    for grid, own, other in (("square", "square", "circle"), ("hex", "circle", "square")):
        model = TrafficModel(width=30, height=30, walkers=120, grid=grid, rng=1)
        model.advance(2000)
        assert len(model.traffic.members)
        turtles, locked = model.view().turtles, model.view().turtles.color == CODES["locked"]
        assert set(turtles.shape[locked].tolist()) == {SHAPES.index(other)}
        assert SHAPES.index(own) in turtles.shape[~locked]


def test_a_destination_can_be_seen_round_who_stands_on_it():
    model = TrafficModel(width=9, height=9, walkers=20, destinations=2, rng=1)
    goals = [int(goal[0]) for goal in model.traffic.road.goals]
    seen = set()
    for _ in range(30):
        model.step()
        slots = model.traffic.state.slots
        shapes = dict(zip(model.traffic.state.patch[slots].tolist(), model.view().turtles.shape.tolist(), strict=True))
        seen |= {shapes[goal] for goal in goals if goal in shapes}
    assert seen == {SHAPES.index("circle")}


def place_of(model):
    turtles = model.view().turtles
    return turtles.x.astype(float), turtles.y.astype(float)


@pytest.mark.parametrize("world", [{"neighbors": 4}, {"neighbors": 8}, {"grid": "hex"}])
def test_smooth_ways_cut_corners_and_keep_walkers_apart(world):
    values = {**FIELD, "walkers": 250, "terrain": "random", "obstacles": 0.1, **world}
    model, farthest = TrafficModel(**values, rng=1), 0.0
    for _ in range(25):
        model.step()
        model.change("smooth_ways", False)
        plain = place_of(model)
        model.change("smooth_ways", True)
        x, y = place_of(model)
        off = np.hypot(x - plain[0], y - plain[1])
        slots = model.traffic.state.slots
        assert (off[model.traffic.state.speed[slots] == 0] < 1e-6).all()
        farthest = max(farthest, off.max())
        if model.world.grid == "hex":
            between = np.hypot(x[:, np.newaxis] - x, y[:, np.newaxis] - y)
        else:
            between = np.maximum(np.abs(x[:, np.newaxis] - x), np.abs(y[:, np.newaxis] - y))
        np.fill_diagonal(between, 1)
        # Patches are 1 wide, so this is an overlap of a quarter at most; discs on hexes are less wide.
        assert between.min() > (0.64 if model.world.grid == "hex" else 0.75) - 1e-5
    assert farthest > 0.1


def test_very_many_walkers_are_drawn_as_codes():
    model = TrafficModel(width=160, height=160, walkers=MOST_TURTLES + 1, destinations=1, rng=1)
    view = model.view(frozenset({"heat"}))
    assert view.turtles is None
    assert np.count_nonzero(view.codes == CODES["v-3"]) == MOST_TURTLES + 1


def test_heat_and_cluster_are_shown_on_demand():
    model = TrafficModel(**FIELD, terrain="random", obstacles=0.4, rng=1)
    model.advance(10)
    assert model.view().shade is None
    shade = model.view(frozenset({"heat"})).shade.reshape(-1)
    assert (shade[~model.traffic.road.free] == NO_SHADE).all()
    assert (shade[model.traffic.state.patch[model.traffic.state.slots]] != NO_SHADE).all()
    codes = model.view(frozenset({"clusters"})).codes
    assert np.array_equal(codes == CODES["cluster"], model.percolation.largest)


def test_red_signals_are_bars():
    model = TrafficModel(scenario="crossing", width=15, height=15, streets=1, walkers=5, rng=1)
    seen = set()
    for _ in range(22):
        edges = model.view().edges
        seen.add(int(np.count_nonzero(edges == Edge.STOP)))
        model.step()
    assert seen == {1, 2}


# --- plots ---------------------------------------------------------------------------------------------------------


def test_the_diagram_has_the_exact_curve_where_one_is_known():
    def curve(**values):
        model = TrafficModel(**values, rng=1)
        return curves(model, Recorder(model))["diagram"]["curve"]

    points = curve(scenario="ring", slowdown=0.25)
    assert max(y for _, y in points) == pytest.approx((1 - 0.5) / 2)
    assert curve(scenario="ring", update="random sequential") is not None
    assert curve(scenario="ring", v_max=5, slowdown=0.25) is None
    assert curve(scenario="open road", update="random sequential") is not None
    assert curve(width=9, height=9) is None


def test_the_strip_shows_the_middle_row():
    model = TrafficModel(scenario="ring", width=30, walkers=7, rng=1)
    row = model.strip_row()
    assert row.dtype == np.uint8
    assert np.count_nonzero(row == CODES["v-3"]) == 7
    assert len(TrafficModel(**FIELD, rng=1).strip_row()) == 20


def test_a_percolation_sweep_fills_its_plot_and_leaves_the_run_alone():
    model, other = TrafficModel(**FIELD, rng=1), TrafficModel(**FIELD, rng=1)
    plot = next(plot for plot in model.plots if plot.name == "percolation")
    assert "plot:percolation" in model.unused(ON)
    assert plot.history(model) == [[], []]
    progress = list(model.push("percolation_sweep"))
    assert progress == sorted(progress)
    assert progress[-1] == 1
    _, spanned = plot.history(model)
    assert (spanned[0], spanned[-1]) == (0, 1)
    assert spanned == sorted(spanned)
    assert plot.curve(model)[0] == [THRESHOLDS["square", 4]] * 2
    assert "plot:percolation" not in model.unused(ON)
    half = model.swept.half
    assert np.interp(half, model.swept.densities, model.swept.spanning) == pytest.approx(0.5)
    assert f"spanned at a density of {half:.3f}; endless worlds from 0.593 on" in model.message
    model.advance(20)
    other.advance(20)
    assert same(model.state(), other.state())


def test_free_patches_hang_together():
    model = TrafficModel(width=12, height=12, walkers=3, rng=1)
    assert (model.percolation.share, model.percolation.spans_x, model.percolation.spans_y) == (1, True, True)
    click(model, "solid", *[12 * y + 6 for y in range(12)])
    assert (model.percolation.spans_x, model.percolation.spans_y) == (False, True)
    assert model.percolation.said == "% spans y"


# --- what is shown when --------------------------------------------------------------------------------------------


def shown(model, kind, overlays=ON):
    names = {"monitor": model.monitors, "plot": model.plots, "color": PALETTE.swatches}[kind]
    labelled = [record.name for record in names if record.label]
    return [name for name in labelled if f"{kind}:{name}" not in model.unused(overlays)]


def test_monitors_are_those_that_apply():
    field, ring = TrafficModel(**FIELD, rng=1), TrafficModel(scenario="ring", width=40, walkers=9, rng=1)
    trips = {"arrival_rate", "travel_time", "delay"}
    assert trips | {"cluster_percent"} <= set(shown(field, "monitor"))
    for scenario in ("ring", "crossing", "bml"):
        model = TrafficModel(scenario=scenario, rng=1)
        assert not (trips | {"cluster_percent", "arrivals"}) & set(shown(model, "monitor")), scenario
    assert trips <= set(shown(TrafficModel(scenario="open road", rng=1), "monitor"))
    assert shown(ring, "plot")[0] == "strip"
    assert shown(field, "plot")[0] == "diagram"
    list(field.push("percolation_sweep"))
    assert shown(field, "plot")[0] == "percolation"


def test_the_legend_names_what_is_on_the_board():
    model = TrafficModel(**FIELD, destinations=3, rng=1)
    speeds = ["v-0", "v-1", "v-2", "v-3"]
    assert shown(model, "color") == ["road", *speeds, "destination"]
    assert "ramp" in model.unused(ON)
    every = ON | {"heat", "clusters"}
    assert "ramp" not in model.unused(every)
    click(model, "solid", 0)
    click(model, "follow", int(model.traffic.state.patch[model.traffic.state.slots[0]]))
    assert shown(model, "color", every) == ["road", "block", *speeds, "destination", "cluster", "followed", "way"]
    model.change("color", "destination")
    assert shown(model, "color", frozenset()) == ["road", "block", "followed", "to-0", "to-1", "to-2"]
    crossing = TrafficModel(scenario="crossing", width=15, height=15, streets=1, walkers=5, rng=1)
    assert shown(crossing, "color") == ["road", "block", *speeds, "stop"]
    assert "many-7" in shown(TrafficModel(**FIELD, color="destination", rng=1), "color")
    zones = TrafficModel(width=20, height=16, demand="zones", rng=1)
    assert "origin" in shown(zones, "color")


def test_arrivals_are_a_mean_over_the_last_ticks():
    model = TrafficModel(**FIELD, rng=1)
    assert model.arrival_rate is None
    arrived = []
    for _ in range(80):
        model.step()
        arrived.append(model.arrivals)
        weights = 0.95 ** np.arange(len(arrived))[::-1]
        assert model.arrival_rate == pytest.approx(np.average(arrived, weights=weights))


def test_why_walkers_were_removed_is_said_everywhere():
    model = TrafficModel(**FIELD, rng=1)
    unit = next(monitor.unit for monitor in model.monitors if monitor.name == "removed")
    assert unit(model) == ""
    model.change("walkers", 50)
    assert unit(model) == "fewer wanted"
    assert "10 removed: fewer wanted" in model.message
    click(model, "solid", int(model.traffic.state.patch[model.traffic.state.slots[0]]))
    assert unit(model) == "for 2 reasons"
    assert "11 removed: 10 fewer wanted, 1 built over" in model.message
    assert ("Removed, fewer wanted", "10") in model.inspect(0)


def test_looking_at_a_walker_tells_of_it():
    model = TrafficModel(**FIELD, rng=1)
    model.advance(5)
    state = model.traffic.state
    slot = int(state.slots[0])
    rows = dict(model.inspect(int(state.patch[slot])))
    assert rows["Walker"] == str(state.id[slot])
    assert rows["Under way"] == f"{5 - state.born[slot]} ticks"
    assert {"Speed, of late", "Going to", "To go", "Delay"} <= set(rows)
    ring = TrafficModel(scenario="ring", width=40, walkers=9, rng=1)
    rows = dict(ring.inspect(int(ring.traffic.state.patch[0])))
    assert rows["Car"] == "0"
    assert "To go" not in rows


def test_gridlock_is_said_with_what_helps():
    field = TrafficModel(width=30, height=30, walkers=120, rng=1)
    field.advance(2000)
    assert "Gridlock, proved" in field.message
    assert "walkers wait for each other" in field.message
    assert "sidestep" in field.message
    streets = TrafficModel(scenario="bml", density=0.6, width=24, height=24, rng=1)
    streets.advance(2000)
    assert "cars wait for each other" in streets.message
    assert "“remove” for On gridlock" in streets.message


def test_nothing_is_drawn_of_flux_before_the_first_tick():
    model = TrafficModel(**FIELD, rng=1)
    plot = next(plot for plot in model.plots if plot.name == "diagram")
    assert plot.pens[1].read(model) is None
    model.step()
    assert plot.pens[1].read(model) == model.flux
