"""Sweepers: what they open, how they get there, by which policy they guess."""

import numpy as np
import pytest

from agents.sweeper import Sweeper
from models.minesweeper import MinesweeperModel


def played(position="", **values):
    return MinesweeperModel(**{"position": position, "sweepers": 1, "rng": 5, **values})


def test_one_opens_the_nearest_patch_that_is_safe():
    model = played("mines 1\n#####0######", neighbors=4, sweepers=1)
    (sweeper,) = model.sweepers
    for start, nearest in ((0, 4), (4, 4), (6, 6), (11, 6)):
        sweeper.patch = start
        assert sweeper.decide(sweeper.look()) == nearest


def test_one_jumps_and_opens_a_patch_a_tick():
    model = played(width=9, height=9, mines=10)
    opened = 0
    while model.running:
        model.step()
        assert model.field.revealed > opened
        opened = model.field.revealed
        assert model.shown.flat[model.sweepers[0].patch] >= 0
    assert model.state == "won"


@pytest.mark.parametrize("values", [{}, {"neighbors": 4}, {"grid": "hex", "width": 8}, {"wrap": True}])
def test_one_walks_a_patch_a_tick_looking_ahead(values):
    model = played(walk=True, **values)
    (sweeper,) = model.sweepers
    while model.running:
        before = sweeper.patch
        model.step()
        steps = int(model.world.distance(before, sweeper.patch))
        assert steps <= 1
        if steps:
            assert model.world.ahead(before, sweeper.heading) == sweeper.patch
    assert model.state == "won"


def test_walkers_and_jumpers_can_change_on_the_way():
    model = played(walk=True, sweepers=3)
    for walk in (False, True) * 10:
        model.advance(3)
        model.change("walk", walk)
    model.finish()
    assert model.state == "won"


@pytest.mark.parametrize("policy", ["careful", "bold"])
@pytest.mark.parametrize("walk", [False, True])
def test_under_fair_rules_they_always_win(policy, walk):
    for seed in range(6):
        model = MinesweeperModel(8, 8, percent=20 + 5 * seed, sweepers=seed + 1, policy=policy, walk=walk, rng=seed)
        model.finish()
        assert (model.state, model.field.avoidable_guesses) == ("won", 0)


def test_logic_only_stops_when_nothing_is_certain():
    model = played("mines 1\n#10#\n#10#", policy="logic only")
    model.finish()
    assert (model.state, model.ended, model.running) == ("playing", False, False)
    assert model.shown[:, 3].tolist() == [0, 0]
    assert "stuck" in model.message
    assert model.reveal(0) == "won", "a person may go on"
    again = played("mines 1\n#10#\n#10#", policy="logic only")
    again.finish()
    again.change("policy", "careful")
    assert again.running
    again.finish()
    assert again.state == "won"


def test_careful_takes_the_lowest_probability():
    model = played("mines 4\n2#####\n######\n######\n######")
    probability = model.analysis().probability
    chosen = model.sweepers[0].guess()
    assert probability.flat[chosen] == np.nanmin(probability)
    assert np.nanmin(probability) < np.nanmax(probability)


def test_careful_prefers_patches_beside_numbers_and_then_few_hidden_neighbours():
    model = played("mines 2\n1##\n###\n###")
    (sweeper,) = model.sweepers
    sweeper.model = Level(model)
    # (1, 2), (0, 1) and (1, 1) are beside the number; the first two have fewer hidden neighbours, (0, 1) comes first.
    assert sweeper.guess() == model.world.patch(0, 1)


def test_careful_begins_in_the_middle_where_the_first_move_opens_an_area():
    model = MinesweeperModel(9, 9, 10, first_opens_area=True, sweepers=1, rng=3)
    assert model.sweepers[0].guess() == model.world.patch(4, 4)
    model.step()
    assert not model.opens_area_next
    elsewhere = MinesweeperModel(9, 9, 10, sweepers=1, rng=3)
    assert elsewhere.sweepers[0].guess() == 0, "a corner has the fewest neighbours"


class Level:
    """A game in which all chances are the same."""

    def __init__(self, model):
        self.real = model

    def __getattr__(self, name):
        return getattr(self.real, name)

    def analysis(self):
        known = self.real.analysis()
        level = np.where(self.real.shown < 0, 0.25, np.nan)
        return type("Known", (), {"probability": level, "mine": known.mine, "safe": known.safe})


def test_bold_opens_any_open_patch():
    chosen = set()
    for seed in range(60):
        model = played("mines 2\n1####", policy="bold", rng=seed)
        chosen.add(model.sweepers[0].guess())
    assert chosen == {2, 3, 4}, "but no certain mine"


def test_they_are_never_asked_and_wait_while_somebody_is():
    model = played("mines 1\n#10#\n#10#", warn=True, policy="bold")
    model.reveal(0)
    assert (model.state, model.running) == ("asking", False)
    assert model.advance(5) == 0
    model.answer("back")
    assert model.running
    model.finish()
    assert model.state == "won"
    guessing = played("mines 2\n1####", warn=True, certain_mine_is_move=True)
    guessing.step()
    assert guessing.question is None


def test_they_move_one_after_the_other_and_each_sees_what_the_last_has_opened():
    order = []

    class Noting(Sweeper):
        def move(self):
            order.append((self.number, self.model.field.revealed))
            super().move()

    class NotedModel(MinesweeperModel):
        sweeper_breed = Noting

    model = NotedModel(sweepers=3, rng=2)
    model.advance(2)
    assert [number for number, _ in order] == [0, 1, 2, 0, 1, 2]
    opened = [revealed for _, revealed in order]
    assert opened == sorted(set(opened))


def test_flags_on_safe_patches_are_taken_off_only_when_nothing_else_is_left():
    model = MinesweeperModel(5, 1, layout="*....", sweepers=1)
    model.reveal(4)
    assert model.state == "won"
    model = MinesweeperModel(6, 1, mines=1, layout="*.....", sweepers=1)
    model.flag(2)
    model.reveal(5)
    assert model.shown[0].tolist() == [-1, -1, -1, 0, 0, 0]
    model.step()
    assert model.shown[0, 2] == 0
    assert model.running is False


def test_they_come_and_go_at_once():
    model = played(sweepers=2)
    homes = [sweeper.patch for sweeper in model.sweepers]
    model.change("sweepers", 5)
    assert [sweeper.patch for sweeper in model.sweepers[:2]] == homes
    assert len(list(model.agents)) == 5
    model.change("sweepers", 0)
    assert (model.running, len(list(model.agents))) == (False, 0)
    assert not model.can_finish
    with pytest.raises(RuntimeError, match="never ends by itself"):
        model.finish()


def test_another_rule_is_a_method():
    class Careless(Sweeper):
        def decide(self, safe):
            return int(np.flatnonzero(self.model.shown < 0)[0])

    class CarelessModel(MinesweeperModel):
        sweeper_breed = Careless

    model = CarelessModel(fair=False, sweepers=1, percent=40, rng=1)
    model.finish()
    assert model.state == "lost"
