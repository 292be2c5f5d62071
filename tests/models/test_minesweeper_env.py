"""The environment: gymnasium's own check, and that it tells no more than the board."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import models.minesweeper_env
from models.minesweeper_env import ID, WASTED, MinesweeperEnv
from patchwalk.discovery import model_names


def make(**values):
    return gymnasium.make(ID, **values).unwrapped


@pytest.mark.parametrize("mode", [None, "rgb_array", "ansi"])
@pytest.mark.parametrize("fair", [True, False])
@pytest.mark.parametrize("grid", ["square", "hex"])
def test_gymnasium_has_nothing_to_object(grid, fair, mode):
    check_env(make(grid=grid, fair=fair, width=6, height=5, mines=5, render_mode=mode))  # warnings are errors here


def test_it_is_registered_once_and_is_no_model_of_the_page():
    models.minesweeper_env.register()
    assert isinstance(make(), MinesweeperEnv)
    assert "minesweeper_env" not in model_names()
    assert "minesweeper" in model_names()


def test_a_fair_game_that_is_thought_through_is_won_and_gives_one():
    for grid in ("square", "hex"):
        env = make(grid=grid, width=8, height=8, mines=12)
        for seed in range(3):
            observation, info = env.reset(seed=seed)
            total, ended = 0.0, False
            while not ended:
                known = env.model.analysis()
                safe = np.flatnonzero(known.safe)
                hidden = np.flatnonzero((observation < 0) & ~known.mine)
                observation, reward, ended, cut, info = env.step((safe if safe.size else hidden)[0])
                assert not cut
                total += reward
            assert total == pytest.approx(1)
            assert info["won"]
            assert (observation == -2).sum() == 12, "the mines are flagged"
            assert not info["action_mask"].any()


def test_a_loss_ends_it():
    env = make(fair=False)
    env.reset(seed=1, options={"layout": np.eye(9, dtype=bool)})
    observation, reward, ended, _, info = env.step(0)
    assert (reward, ended, info["won"]) == (-1.0, True, False)
    assert (observation == -1).all(), "a mine that was hit is no number"
    _, reward, ended, _, info = env.step(1)
    assert (reward, ended) == (WASTED, True)
    assert "over" in info["message"]


def test_actions_that_open_nothing_change_nothing():
    env = make()
    env.reset(seed=3)
    first, *_ = env.step(40)
    for action in (40, -1, 81, np.int64(10**6)):
        observation, reward, ended, _, info = env.step(action)
        np.testing.assert_array_equal(observation, first)
        assert (reward, ended) == (WASTED, False)
        assert info["message"]
    assert "(4, 4) is open already" in env.step(40)[4]["message"]


def test_masks_tell_what_is_hidden_and_nothing_else():
    env = make(mines=20)
    observation, info = env.reset(seed=5)
    assert env.action_masks().all()
    observation, *_, info = env.step(40)
    np.testing.assert_array_equal(env.action_masks(), observation.reshape(-1) < 0)
    np.testing.assert_array_equal(info["action_mask"], env.action_masks())
    assert env.action_space.sample(info["action_mask"]) in np.flatnonzero(env.action_masks())
    assert set(info) == {"action_mask", "mines_left", "forced_guesses", "won"}
    assert (info["mines_left"], info["won"]) == (20, False)


def test_one_seed_and_the_same_actions_give_one_game():
    def play():
        env = make(mines=25)
        seen = [env.reset(seed=9)[0]]
        rng = np.random.default_rng(0)
        for action in rng.permutation(81):
            observation, _, ended, _, _ = env.step(action)
            seen.append(observation)
            if ended:
                break
        return np.array(seen)

    np.testing.assert_array_equal(play(), play())


def test_games_of_one_environment_differ():
    env = make()
    env.reset(seed=0)
    first = env.model.layout
    env.reset()
    assert (env.model.layout != first).any()


@pytest.mark.parametrize("grid", ["square", "hex"])
def test_it_can_be_drawn(grid):
    env = make(grid=grid, width=5, height=4, mines=3, render_mode="rgb_array")
    env.reset(seed=2)
    before = env.render()
    assert before.dtype == np.uint8
    assert before.ndim == 3
    env.step(7)
    assert (env.render() != before).any()


def test_it_can_be_written():
    env = make(width=4, height=2, mines=1, render_mode="ansi", fair=False)
    env.reset(seed=2, options={"layout": [[0, 0, 0, 0], [1, 0, 0, 0]]})
    assert env.render() == "# # # #\n# # # #\n"
    env.step(3)
    assert env.render() == "# 1    \n# 1    \n"
    env.step(4)
    assert env.render() == "* 1    \n# 1    \n"
    hexes = make(grid="hex", width=3, height=2, mines=1, render_mode="ansi")
    hexes.reset(seed=0)
    assert hexes.render() == "#   #\n  #\n#   #\n  #\n\n"


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="at least one patch must be free"):
        MinesweeperEnv(width=2, height=2, mines=4)
    with pytest.raises(ValueError, match="render_mode is one of"):
        MinesweeperEnv(render_mode="human")
