"""What one draws on traffic, and follows of it."""

import numpy as np
import pytest

from models.traffic import TrafficModel
from models.traffic_palette import CODES
from models.traffic_words import news_of
from patchwalk.declarations import Pointer
from patchwalk.history import same
from patchwalk.parameters import ParameterError
from rules.maps import SOLID, Map
from tests.helpers.hand import at, click
from tests.helpers.stage import Stage

FIELD = {"width": 20, "height": 16, "walkers": 60, "blocked": "sidestep"}


def free_patches(model):
    return np.flatnonzero(model.traffic.road.free & (model.traffic.state.owner < 0))


# --- drawing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grid", ["square", "hex"])
@pytest.mark.parametrize("wrap", [False, True])
def test_nobody_stands_or_goes_where_something_was_built(grid, wrap):
    model = TrafficModel(**FIELD, grid=grid, wrap=wrap, rng=1)
    model.advance(5)
    wall = [8 * 20 + x for x in range(2, 18)]
    click(model, "solid", *wall)
    state = model.traffic.state
    assert (model.map.kind[wall] == SOLID).all()
    assert state.removed.get("built over", 0) + state.count == 60
    for _ in range(60):
        model.step()
        assert state.conserved()
        assert not np.isin(state.patch[state.slots], wall).any()
    assert model.moved > 0
    assert len(model.agents) == state.count


def test_walls_on_edges_hold_for_walkers():
    model = TrafficModel(width=9, height=1, walkers=4, demand="exits", rng=1)
    model.point("press", "wall", Pointer(patch=4, x=4.5, y=0.0, edge=(4, 1), start=4, path=(4,)))
    model.point("release", "wall", Pointer(patch=4, x=4.5, y=0.0, edge=(4, 1), start=4, path=(4,)))
    before = model.traffic.state.patch.copy()
    for _ in range(20):
        model.step()
        now = model.traffic.state.patch
        stayed = (before >= 0) & (now >= 0)
        assert not ((np.minimum(before, now) == 4) & (np.maximum(before, now) == 5) & stayed).any()
        before = now.copy()
    assert model.traffic.state.conserved()


def test_drawing_is_undone_with_the_walkers_it_removed():
    stage = Stage(TrafficModel, dict(FIELD), seed=3)
    stage.do("step").do("step")
    before = stage.state()
    taken = int(stage.model.traffic.state.patch[stage.model.traffic.state.slots[0]])
    x, y = stage.model.world.center(taken)
    event = {"patch": taken, "x": float(x), "y": float(y), "edge": None, "start": taken, "path": [taken]}
    stage.do("choose_tool", "solid").do("pointer", "press", event).do("pointer", "release", event)
    assert stage.model.traffic.state.removed == {"built over": 1}
    stage.do("undo")
    assert same(stage.state(), before)


def test_streets_cannot_be_drawn_on():
    model = TrafficModel(scenario="ring", width=20, rng=1)
    before = model.state()
    click(model, "solid", 3)
    assert "cannot be drawn on" in model.message
    assert same(model.state(), before)


def test_the_last_exit_stays_open():
    model = TrafficModel(scenario="door", width=9, height=9, walkers=10, rng=1)
    exits = model.traffic.road.goals[0].tolist()
    click(model, "solid", *exits)
    assert "stays open" in model.message
    assert model.traffic.road.free[exits].any()


def test_a_drawn_map_is_handed_on_and_kept_in_a_file():
    model = TrafficModel(**FIELD, rng=1)
    click(model, "solid", 5, 6, 7)
    assert model.precious
    values = model.handed_on({**model.parameters, "terrain": "drawn"})
    again = TrafficModel(**{**model.parameters, **values}, rng=2)
    assert np.array_equal(again.map.kind, model.map.kind)
    assert b"layers" in model.exports[0].write(model)


# --- zones ---------------------------------------------------------------------------------------------------------


def test_zones_are_painted_and_lead_the_walkers():
    model = TrafficModel(width=20, height=16, demand="zones", rate=2, blocked="sidestep", rng=1)
    click(model, "origin", 0, 20, 40)
    click(model, "target", 19, 39)
    click(model, "target", 319)
    assert model.layout.origins.tolist() == [0, 20, 40]
    assert sorted(len(goal) for goal in model.traffic.road.goals) == [1, 2]
    model.advance(60)
    assert model.traffic.state.arrived > 20
    click(model, "origin", 0)  # begun on a zone it clears
    assert model.layout.origins.tolist() == [20, 40]
    model.push("clear_zones")
    assert not model.origins.any()
    assert model.layout.origins.tolist() == [20 * y for y in range(16)]


def test_zones_outlive_a_setup_and_count_only_on_free_road():
    model = TrafficModel(width=20, height=16, demand="zones", rng=1)
    click(model, "origin", 0, 20, 40)
    click(model, "target", 19, 39, 319)
    handed = model.handed_on({**model.parameters, "obstacles": 0.3})
    again = TrafficModel(**{**model.parameters, **handed}, rng=2)
    assert np.array_equal(again.origins, model.origins)
    assert np.array_equal(again.targets, model.targets)
    assert again.layout.origins.tolist() == [0, 20, 40]
    small = TrafficModel(**{**model.parameters, **handed, "width": 10, "height": 2}, rng=2)
    assert np.flatnonzero(small.origins).tolist() == [0, 10]
    assert not small.targets.any()
    drawn = TrafficModel(**model.handed_on({**model.parameters, "terrain": "drawn"}), demand="zones", rng=2)
    assert np.array_equal(drawn.targets, model.targets)
    everywhere = {"zones": '{"origins":[[0,0,16]],"destinations":[[0,15,16]]}', "demand": "zones"}
    rough = TrafficModel(width=16, height=16, terrain="random", obstacles=0.5, **everywhere, rng=2)
    assert "patches of zones are blocked" in rough.message
    assert rough.traffic.road.free[rough.layout.origins].all()
    model.push("clear_zones")
    assert "zones" not in model.handed_on(dict(model.parameters))


@pytest.mark.parametrize(
    "zones", ["[]", "no", '{"origins":[[0,0]],"destinations":[]}', '{"origins":[[-1,0,2]],"destinations":[]}']
)
def test_zones_that_are_none_are_refused(zones):
    with pytest.raises(ParameterError, match="zones are"):
        TrafficModel(zones=zones, rng=1)


def test_a_zone_on_a_wall_is_refused():
    drawn = Map(TrafficModel(width=12, height=9, walkers=0).world)
    drawn.set_kind(13, SOLID)
    model = TrafficModel(terrain=drawn, walkers=5, rng=1)
    click(model, "target", 13)
    assert "blocked" in model.message
    assert not model.targets.any()


# --- following -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("values", [{}, {"grid": "hex"}, {"wrap": True}, {"scenario": "ring"}, {"scenario": "door"}])
def test_a_walker_is_followed_along_its_way(values):
    model = TrafficModel(**{**FIELD, "width": 24, "height": 16, **values}, rng=1)
    state = model.traffic.state
    click(model, "follow", int(state.patch[state.slots[3]]))
    number = int(state.id[state.slots[3]])
    assert model.followed == number
    assert f"Following {'walker' if model.can_draw else 'car'} {number}: speed" in news_of(model)
    view = model.view(frozenset({"way"}))
    assert [mark.patch for mark in view.marks] == [state.patch[model.followed_slot]]
    assert view.marks[0].turtle == number
    assert number in view.turtles.id
    assert len(view.lines) == 1
    assert np.isfinite(view.lines[0].points[0]).all()
    model.advance(3)
    if model.followed_slot is not None:
        assert model.view().marks[0].patch == state.patch[model.followed_slot]
    model.change("walkers", 0)
    assert model.followed_slot is None
    assert not model.view(frozenset({"way"})).lines


def test_the_way_of_the_one_that_is_followed_begins_where_it_is_drawn():
    model = TrafficModel(**FIELD, smooth_ways=True, rng=1)
    model.advance(4)
    turtles = model.view().turtles
    off = np.hypot(turtles.x - turtles.x.round(), turtles.y - turtles.y.round())
    k = int(np.argmax(off))
    click(model, "follow", int(model.traffic.state.patch[model.traffic.state.slots[k]]))
    assert model.view(frozenset({"way"})).lines[0].points[0] == pytest.approx((turtles.x[k], turtles.y[k]))


def test_it_is_said_once_that_the_one_that_is_followed_has_arrived():
    model = TrafficModel(width=12, height=12, walkers=1, destinations=4, rng=2)
    click(model, "follow", int(model.traffic.state.patch[0]))
    said = []
    for _ in range(60):
        model.step()
        said.append(model.message)
    assert any("has arrived and goes on to destination" in words for words in said)
    assert "to go" in said[0]
    assert "tick under way" in said[0]


def test_it_is_said_for_a_while_that_the_one_that_is_followed_has_left():
    model = TrafficModel(scenario="door", width=9, height=9, walkers=20, rng=1)
    slot = int(np.argmax(model.traffic.state.distance[model.traffic.state.slots] < 4))
    click(model, "follow", int(model.traffic.state.patch[slot]))
    number, said = model.followed, []
    for _ in range(40):
        model.step()
        said.append(f"Walker {number} has arrived and left the road" in model.message)
    assert said.count(True) == 12
    gone = TrafficModel(**FIELD, rng=1)
    click(gone, "follow", int(gone.traffic.state.patch[7]))
    gone.change("walkers", 0)
    assert "Walker 7 was removed: fewer wanted" in gone.message


def test_nobody_is_followed_where_nobody_is():
    model = TrafficModel(width=20, height=20, walkers=1, rng=1)
    state = model.traffic.state
    far = next(int(p) for p in free_patches(model) if model.world.distance(int(p), int(state.patch[0])) > 3)
    click(model, "follow", far)
    assert (model.followed, model.message) == (-1, "Nobody is there to follow")


# --- large roads ---------------------------------------------------------------------------------------------------


def test_a_stroke_on_a_large_road_waits_for_the_tick(monkeypatch):
    monkeypatch.setattr("models.traffic_drawing.QUICKLY_MADE", 0)
    model = TrafficModel(**FIELD, rng=1)
    model.advance(2)
    wall = [8 * 20 + x for x in range(20)]
    model.point("press", "solid", at(model, wall[0]))
    for patch in wall[1:]:
        model.point("drag", "solid", at(model, patch))
    assert (model.view().codes[8] == CODES["block"]).all()
    assert model.traffic.road.free[wall].all()
    kept = model.state()
    model.step()
    assert not model.traffic.road.free[wall].any()
    assert not np.isin(model.traffic.state.patch[model.traffic.state.slots], wall).any()
    after = model.state()
    model.restore(kept)
    model.step()
    assert same(model.state(), after)


def test_streets_have_no_other_way_whatever_the_rule():
    model = TrafficModel(scenario="bml", density=0.6, blocked="sidestep", width=24, height=24, rng=1)
    model.advance(2000)
    assert model.gridlock == "proved"
    assert not model.running
