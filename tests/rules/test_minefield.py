"""The rules of minesweeper: F1 to F8 in positions that are reached by play, and the options."""

from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from patchwalk.world import make_world
from rules.mine_rules import FLAG, NO_MARK, QUESTION, MineRules
from rules.minefield import Minefield
from tests.helpers.mine_games import assert_sound, finish, game, given_game

BOARDS = [
    ("square", 8, 4, 3, "none"),
    ("square", 8, 5, 3, "both"),
    ("square", 4, 4, 4, "none"),
    ("hex", 6, 4, 4, "none"),
    ("hex", 6, 4, 3, "both"),
    ("square", 8, 9, 1, "none"),
]


def fitting(field):
    """All layouts that fit what is shown, (layouts, patches), by enumeration."""
    shown = field.shown.reshape(-1)
    numbers = np.flatnonzero(shown >= 0)
    chosen = np.array(list(combinations(np.flatnonzero(shown < 0).tolist(), field.mines)), dtype=int)
    layouts = np.zeros((len(chosen), shown.size + 1), dtype=bool)
    layouts[np.arange(len(chosen))[:, np.newaxis], chosen.reshape(len(chosen), field.mines)] = True
    return layouts[(layouts[:, field.neighbors[numbers]].sum(axis=2) == shown[numbers]).all(axis=1), :-1]


def everything(field):
    return {**field.state(), "luck": field.rng.bit_generator.state}


def assert_same(before, after):
    assert before.keys() == after.keys()
    for name, value in before.items():
        np.testing.assert_array_equal(value, after[name], err_msg=name)


def expected(field, layouts, patches):
    """What the rules say of opening these patches: a verdict, by enumeration."""
    mined = layouts.sum(axis=0)
    hidden = (field.shown < 0).reshape(-1)
    safe, mine = hidden & (mined == 0), hidden & (mined == len(layouts))
    if all(safe[patch] for patch in patches):
        return "safe"
    if any(mine[patch] for patch in patches):
        return "mine"
    sure = safe.any()
    if field.rules.certain_mine_is_move:
        sure = sure or (mine & (field.marks.reshape(-1) != FLAG)).any()
    return "avoidable" if sure else "forced"


def check_move(field, patches, move):
    """Make a move that opens these patches, and check it against enumeration."""
    before, layouts, old = everything(field), fitting(field), field.layout.copy()
    assert (layouts == old.reshape(-1)).all(axis=1).any()
    verdict = expected(field, layouts, patches)
    result = move()
    if verdict == "avoidable" and field.rules.warn:
        assert result == "asked"
        assert field.phase == "asking"
        assert field.pending == tuple(patches)
        assert field.answer(go_on=False) == "nothing"
        assert_same(before | {"hints": before["hints"] + 1}, everything(field))
        move()
        result = field.answer(go_on=True)
    assert_sound(field)
    assert (layouts == field.layout.reshape(-1)).all(axis=1).any()
    was_mined = old.reshape(-1)[patches].any()
    if verdict == "avoidable":
        lost = was_mined or field.rules.guesses == "punish"
        assert field.avoidable_guesses == before["avoidable_guesses"] + 1
    elif verdict == "forced":
        lost = not (~layouts[:, patches]).all(axis=1).any()
        assert field.forced_guesses == before["forced_guesses"] + (not lost)
    else:
        lost = verdict == "mine"
    assert (result == "lost") == lost
    if lost:
        assert field.layout.reshape(-1)[field.hit]
        assert field.hit in patches
        certain_safe = (layouts.sum(axis=0) == 0) & (before["shown"] < 0).reshape(-1)
        assert certain_safe[field.missed] if certain_safe.any() else field.missed == -1
    else:
        assert (field.shown.reshape(-1)[patches] >= 0).all()
    if was_mined == lost and verdict != "mine":
        assert field.mines_moved == before["mines_moved"]
        assert field.rng.bit_generator.state == before["luck"]


@st.composite
def started(draw):
    grid, directions, width, height, wrap = draw(st.sampled_from(BOARDS))
    world = make_world(grid, width, height, neighbors=directions, wrap=wrap)
    rules = MineRules(
        guesses=draw(st.sampled_from(["classic", "punish"])),
        warn=draw(st.booleans()),
        certain_mine_is_move=draw(st.booleans()),
    )
    mines = draw(st.integers(1, 5))
    seed = draw(st.integers(0, 10**6))
    return Minefield(world.neighbors, world.shape, mines, np.random.default_rng(seed), rules), seed


@settings(max_examples=100, deadline=None, derandomize=True)
@given(started())
def test_the_rules_hold_in_play(field_and_seed):
    field, seed = field_and_seed
    luck = np.random.default_rng(seed)
    for _ in range(60):
        if field.phase != "playing":
            break
        hidden = np.flatnonzero(field.shown.reshape(-1) < 0)
        kind = luck.random()
        if kind < 0.3:  # F5: flags reveal nothing and change no certainty
            patch = int(luck.choice(hidden))
            before = field.analysis().safe.copy()
            assert field.mark(patch, int(luck.integers(3))) == "nothing"
            np.testing.assert_array_equal(field.analysis().safe, before)
        elif kind < 0.6:
            patch = int(luck.choice(hidden))
            if field.marks.reshape(-1)[patch] == FLAG:
                assert field.open(patch) == "nothing"
            else:
                check_move(field, [patch], lambda patch=patch: field.open(patch))
        else:
            patch = int(luck.integers(field.shown.size))
            near = [other for other in field.neighbors[patch].tolist() if other >= 0]
            flagged = [other for other in near if field.marks.reshape(-1)[other] == FLAG]
            targets = [other for other in near if other not in flagged and field.shown.reshape(-1)[other] < 0]
            if targets and field.shown.reshape(-1)[patch] == len(flagged):
                check_move(field, targets, lambda patch=patch: field.chord(patch))
            else:
                before = everything(field)
                assert field.chord(patch) == "nothing"
                assert_same(before, everything(field))


def test_a_mark_goes_round():
    field = game(3, 3, 1)
    marks = []
    for _ in range(4):
        field.flag(4)
        marks.append(int(field.marks[1, 1]))
    assert marks == [FLAG, QUESTION, NO_MARK, FLAG]


def test_after_the_end_nothing_moves():
    field = finish(game(5, 5, 5))
    before = everything(field)
    for patch in range(25):
        for move in (field.open, field.chord, field.flag):
            assert move(patch) == "nothing"
    assert field.answer(True) == "nothing"
    assert_same(before, everything(field))


def test_while_asking_nothing_else_moves():
    field = asked()
    before = everything(field)
    for patch in range(field.shown.size):
        for move in (field.open, field.chord, field.flag):
            assert move(patch) == "nothing"
    assert_same(before, everything(field))


def asked(**rules):
    """A game that asks: on the right are certain-safe patches, and 0 or 2 is a mine."""
    for seed in range(100):
        field = game(8, 1, 1, seed, warn=True, **rules)
        field.open(1)
        if field.shown[0, 1] == 1 and field.open(2) == "asked":
            return field
    raise AssertionError("no such game")


def test_agents_are_not_asked():
    field = asked()
    field.answer(False)
    assert field.open(2, ask=False) in ("opened", "lost", "won")
    assert field.avoidable_guesses == 1


def test_asked_and_punished():
    field = asked(guesses="punish")
    assert field.answer(True) == "lost"
    assert field.hit == 2
    assert field.layout[0, 2]
    assert field.analysis().safe.reshape(-1)[field.missed]
    assert_sound(field)


def test_a_given_layout_is_kept_without_the_fair_rules():
    assert given_game("*.. ...", fair=False).open(3) == "lost"
    field = given_game("*.. ...")
    assert field.open(3) == "opened"
    assert field.mines_moved == 1


def test_where_no_room_is_gained_the_first_area_moves_no_mine():
    field = given_game("*.. ... ***", first_opens_area=True)  # more than 4 of the 8 round the middle cannot be free
    before, luck = field.layout.copy(), field.rng.bit_generator.state
    assert field.open(4) == "opened"
    assert field.rng.bit_generator.state == luck
    np.testing.assert_array_equal(field.layout, before)
    for text, number in (("**.. *... ....", 0), ("***. *... ...*", 2)):
        field = given_game(text, first_opens_area=True)
        field.open(5)
        assert field.shown[1, 1] == number
        assert field.mines_moved > 0
        assert_sound(field)


def test_without_the_fair_rules_the_layout_decides():
    for seed in range(50):
        field = game(4, 4, 6, seed, fair=False)
        field.open(5)
        layout = field.layout.copy()
        while field.phase == "playing":
            choices = np.flatnonzero((field.shown < 0).reshape(-1))
            patch = int(choices[seed % len(choices)])
            assert (field.open(patch) == "lost") == layout.reshape(-1)[patch]
        np.testing.assert_array_equal(field.layout, layout)


def test_flags_may_be_taken_as_truth():
    games = [game(8, 1, 2, seed, flags_are_truth=True) for seed in range(50)]
    field = next(field for field in games if field.open(1) and field.shown[0, 1] == 1)
    assert not field.analysis().safe.any()
    field.mark(0, FLAG)
    assert field.analysis().safe[0].tolist() == [False, False, True] + [False] * 5
    assert field.open(2) in ("opened", "won")  # whatever the layout was
    assert_sound(field)
    assert field.layout[0, 0]


def test_the_chance_of_several_patches_is_that_of_any_mine_among_them():
    field = game(4, 3, 3, seed=3)
    field.open(5)
    layouts = fitting(field)
    for some in ([0], [0, 1], [3, 7, 11]):
        assert np.isclose(field.chance(some), layouts[:, some].any(axis=1).mean())


def test_flags_are_no_truth_before_the_first_number():
    for seed in range(60):
        for mines in (1, 2, 7):
            field = game(4, 2, mines, seed, flags_are_truth=True, first_opens_area=seed % 2 == 1)
            for patch in range(1, 8):
                field.mark(patch, FLAG)  # by these flags nothing is right, and patch 0 would be the only safe one
            field.mark(1 + seed % 7, NO_MARK)
            assert field.open(1 + seed % 7) in ("opened", "won")
            assert not field.flag_is_wrong
            assert_sound(field)


def test_flags_that_contradict_the_numbers_let_the_layout_decide():
    for seed in range(30):
        field = game(8, 1, 2, seed, flags_are_truth=True)
        field.open(1)
        if field.phase != "playing" or field.shown[0, 1] != 1:
            continue
        field.mark(0, FLAG)
        field.mark(2, FLAG)
        mined = field.layout[0, 5]
        result = field.open(5)
        assert field.flag_is_wrong
        assert (result == "lost") == mined
        assert_sound(field)


def test_flags_may_be_what_wins():
    field = given_game("*.. ... ..*", flags_win=True)
    for patch in np.flatnonzero(~field.layout.reshape(-1)):
        field.open(int(patch))
    assert field.phase == "playing"
    field.flag(2)
    assert field.flag(6) == "won"
    field = given_game("*.. ... ..*", flags_win=True)
    field.flag(2)
    field.flag(0)
    field.flag(6)
    assert field.phase == "playing"
    field.mark(0, NO_MARK)
    assert field.phase == "won"
    assert field.revealed == 7


def test_state_and_back():
    field = game(8, 8, 12, 3)
    field.open(27)
    field.flag(5)
    before = everything(field)
    finish(field)
    field.restore(before)
    field.rng.bit_generator.state = before["luck"]
    assert_same(before, everything(field))
    first = everything(finish(field))
    field.restore(before)
    field.rng.bit_generator.state = before["luck"]
    assert_same(first, everything(finish(field)))


def test_looking_on_changes_nothing():
    quiet, watched = game(9, 9, 20, 8), game(9, 9, 20, 8)
    luck = np.random.default_rng(1)
    for patch in luck.permutation(81).tolist():
        watched.analysis()
        assert watched.analysis().probability.shape == (9, 9)
        assert quiet.open(patch) == watched.open(patch)
    assert_same(everything(quiet), everything(watched))
