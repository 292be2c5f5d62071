"""Games of minesweeper against a referee who knows all layouts: rules F0 to F8 in whatever position comes up."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from patchwalk.world import make_world
from rules.mine_rules import FLAG, NO_MARK, QUESTION, MineRules
from rules.minefield import Minefield
from tests.twins.mines_twin import Known, Position, all_layouts, fits, nearness, referee

BOARDS = [
    ("square", 3, 3, 8, "none"),
    ("square", 4, 3, 8, "none"),
    ("square", 7, 1, 8, "none"),
    ("square", 2, 2, 8, "none"),
    ("square", 3, 4, 4, "none"),
    ("square", 4, 3, 8, "both"),
    ("hex", 3, 4, 6, "none"),
    ("hex", 4, 3, 6, "both"),
]


def patches(layer):
    """The patches where a layer is true."""
    return frozenset(np.flatnonzero(layer).tolist())


class Match:
    """A game on a small board and what a referee says to it."""

    def __init__(self, board, mines, seed, rules):
        grid, width, height, neighbors, wrap = board
        world = make_world(grid, width, height, neighbors=neighbors, wrap=wrap)
        self.near, self.rules = nearness(grid, width, height, neighbors, wrap), rules
        self.field = Minefield(world.neighbors, world.shape, mines, np.random.default_rng(seed), rules)
        self.mines = mines
        self.fitting = all_layouts(self.near, {}, mines)
        self.analyses = []

    def put(self, layout, shown, flags):
        """Go to a position."""
        field = self.field
        for layer in (field.layout, field.marks):
            layer[...] = 0
        field.layout.flat[list(layout)] = True
        field.marks.flat[list(flags)] = FLAG
        field.numbers.flat[:] = [len(near & layout) for near in self.near]
        field.shown.flat[:] = [shown.get(patch, -1) for patch in range(len(self.near))]
        field.restore(field.state() | {"phase": "playing", "revealed": len(shown), "hit": -1, "missed": -1})
        self.fitting = all_layouts(self.near, shown, self.mines)

    def position(self):
        field = self.field
        flat = field.shown.reshape(-1).tolist()
        shown = {patch: number for patch, number in enumerate(flat) if number >= 0}
        self.fitting = [layout for layout in self.fitting if fits(self.near, shown, layout)]
        return Position(self.near, self.fitting, shown, patches(field.marks == FLAG), patches(field.layout))

    def known(self, position):
        """What the player can know; with `flags_are_truth` flags count, from the first number on."""
        layouts = position.fitting
        assert position.layout in layouts, "F8: M mines, the numbers unchanged, no revealed patch mined"
        if self.rules.flags_are_truth and self.rules.fair and position.shown:
            layouts = [layout for layout in layouts if position.flags <= layout]
        return Known(position.hidden, layouts)

    def snapshot(self):
        """All there is, with the state of the generator."""
        field = self.field
        kept = {
            name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in field.state().items()
        }
        return kept, field.rng.bit_generator.state

    def assert_analysed(self, late):
        """What the board says is known is what the referee knows, also if one looks at it only later."""
        self.analyses.append((self.field.analysis(), self.known(self.position())))
        while self.analyses and not late:
            self.assert_known(*self.analyses.pop())

    def assert_known(self, analysis, known):
        assert analysis.consistent == bool(known.layouts)
        assert analysis.layouts == len(known.layouts)
        assert patches(analysis.safe) == known.safe
        assert patches(analysis.mine) == known.mined
        assert analysis.forced == known.forced
        if known.layouts:
            for patch in known.hidden:
                assert analysis.probability.flat[patch] == pytest.approx(float(known.share(patch)), abs=1e-12)

    # --- moves ---

    def mark(self, patch):
        before, marks = self.position(), self.field.marks.reshape(-1).copy()
        snapshot = self.snapshot()
        result = self.field.flag(patch)
        if patch in before.shown:
            assert self.snapshot() == snapshot
            return
        marks[patch] = {NO_MARK: FLAG, FLAG: QUESTION, QUESTION: NO_MARK}[int(marks[patch])]
        after = self.position()
        assert after.layout == before.layout
        if result != "won":
            assert after.shown == before.shown, "F5: flagging reveals nothing"
            np.testing.assert_array_equal(self.field.marks.reshape(-1), marks)
        self.assert_phase(after, lost=False)

    def move(self, patch, chord, asks, goes_on):
        """Open a patch or chord on a number, and see that it leads to what it must."""
        before = self.position()
        targets = before.chorded(patch) if chord else frozenset({patch}) - before.shown.keys() - before.flags
        known = self.known(before)
        ruling = referee(before, known, targets, self.rules) if targets else None
        snapshot, counted = self.snapshot(), self.counters()
        result = (self.field.chord if chord else self.field.open)(patch, ask=asks)
        if ruling is None:
            assert result == "nothing"
            assert self.snapshot() == snapshot
            return
        asked = ruling.kind == "avoidable" and self.rules.warn and asks
        assert (result == "asked") == asked
        if asked and not self.answer(snapshot, goes_on):
            return
        self.assert_ruled(before, known, targets, ruling)
        assert self.field.flag_is_wrong == (not known.layouts)
        self.assert_counted(counted, ruling, before)

    def answer(self, snapshot, goes_on):
        """Answer the question; says whether the move was made."""
        field = self.field
        assert field.phase == "asking"
        (asking, luck), (before, luck_before) = self.snapshot(), snapshot
        assert asking | {"phase": "playing", "pending": before["pending"]} == before
        assert luck == luck_before
        result = field.answer(goes_on)
        if goes_on:
            return True
        assert result == "nothing"
        after, luck = self.snapshot()
        assert after == before | {"hints": before["hints"] + 1}
        assert luck == luck_before
        return False

    # --- what must hold then ---

    def assert_ruled(self, before, known, targets, ruling):
        field, after = self.field, self.position()
        assert after.layout in ruling.layouts
        assert len(after.layout) == self.mines
        if ruling.survives and not (self.rules.flags_win and field.phase == "won"):
            assert after.shown == before.opened(targets, after.layout)
        if not ruling.survives:
            assert before.shown.items() <= after.shown.items()
            assert field.hit in targets & after.layout
            assert field.missed in (known.safe or {-1})
        assert not after.layout & after.shown.keys()
        assert fits(self.near, after.shown, after.layout)
        if field.phase != "won":
            assert after.flags == before.flags, "no move touches a flag"
        self.assert_phase(after, lost=not ruling.survives)

    def assert_phase(self, after, lost):
        """F6, or with `flags_win` exactly the mines are flagged."""
        done = after.flags == after.layout if self.rules.flags_win else after.hidden == after.layout
        expected = "lost" if lost else "won" if done else "playing"
        assert self.field.phase == expected
        assert self.field.revealed == len(after.shown)
        if done and not lost:
            assert after.flags == after.layout == after.hidden, "at the end the mines are flagged, the numbers shown"

    def counters(self):
        field = self.field
        return field.forced_guesses, field.avoidable_guesses, field.mines_moved

    def assert_counted(self, counted, ruling, before):
        forced, avoidable, moved = counted
        if self.rules.fair:
            forced += ruling.kind == "forced"
            avoidable += ruling.kind == "avoidable"
            assert self.counters()[:2] == (forced, avoidable)
        assert self.field.mines_moved == moved + len(self.position().layout - before.layout)

    def assert_over(self):
        """After the end nothing changes any more."""
        snapshot = self.snapshot()
        for patch in range(len(self.near)):
            assert {self.field.open(patch), self.field.chord(patch), self.field.flag(patch)} == {"nothing"}
        assert self.snapshot() == snapshot

    def some_patch(self, sort, pick):
        """One of the patches that suit a sort of move, or of all."""
        position = self.position()
        known = self.known(position)
        sorts = {
            "guess": known.hidden - known.safe - known.mined,
            "safe": known.safe,
            "mine": known.mined,
            "flag a mine": position.layout - position.flags,
            "flag": position.hidden,
            "chord": {patch for patch in position.shown if position.chorded(patch)},
        }
        suitable = sorted(sorts.get(sort, ())) or range(len(self.near))
        return suitable[pick % len(suitable)]

    def play(self, moves, analysed=False):
        """Make moves until the game is over."""
        for sort, pick, asks, goes_on in moves:
            if self.field.phase != "playing":
                break
            patch = self.some_patch(sort, pick)
            if sort.startswith("flag"):
                self.mark(patch)
            else:
                self.move(patch, sort == "chord", asks, goes_on)
            if analysed and self.field.phase == "playing":
                self.assert_analysed(late=pick % 3 > 0)
        if self.field.phase != "playing":
            self.assert_over()
            return
        self.assert_analysed(late=False)


def every_position(near, mines):
    """All that can come up when patches are opened that are safe: (layout, what is shown)."""
    for layout in all_layouts(near, {}, mines):
        seen, waiting = set(), [{}]
        while waiting:
            shown = waiting.pop()
            if frozenset(shown) in seen or len(shown) == len(near) - mines:
                continue
            seen.add(frozenset(shown))
            yield layout, shown
            position = Position(near, [], shown, frozenset(), layout)
            waiting += [position.opened({patch}, layout) for patch in position.hidden - layout]


TINY = [
    (("square", 3, 2, 8, "none"), 2),
    (("square", 5, 1, 8, "none"), 2),
    (("square", 3, 2, 4, "none"), 3),
    (("hex", 2, 3, 6, "none"), 2),
    (("square", 2, 2, 8, "none"), 1),
]


@pytest.mark.parametrize("guesses", ["classic", "punish"])
@pytest.mark.parametrize(("board", "mines"), TINY)
def test_every_opening_in_every_position_of_tiny_boards(board, mines, guesses):
    match = Match(board, mines, 7, MineRules(guesses=guesses))
    for layout, shown in every_position(match.near, mines):
        for patch in set(range(len(match.near))) - shown.keys():
            match.put(layout, shown, ())
            match.move(patch, chord=False, asks=False, goes_on=True)


@pytest.mark.parametrize("guesses", ["classic", "punish"])
@pytest.mark.parametrize(("board", "mines"), TINY[:2])
def test_every_chord_in_every_position_of_tiny_boards(board, mines, guesses):
    match = Match(board, mines, 8, MineRules(guesses=guesses))
    for layout, shown in every_position(match.near, mines):
        for patch, number in shown.items():
            for flags in combinations(match.near[patch] - shown.keys(), number):
                match.put(layout, shown, flags)
                match.move(patch, chord=True, asks=False, goes_on=True)


def test_the_question_leaves_the_word_about_flags_as_it_is():
    match = Match(("square", 6, 1, 8, "none"), 1, 9, MineRules(warn=True, flags_are_truth=True))
    match.put(frozenset({5}), {0: 0}, {2, 3})
    assert match.field.open(1) == "opened"
    assert match.field.flag_is_wrong, "two flags, one mine"
    for patch in (2, 2, 3, 3):
        match.field.flag(patch)
    match.move(4, chord=False, asks=True, goes_on=False)
    assert match.field.flag_is_wrong
    match.move(4, chord=False, asks=True, goes_on=True)
    assert not match.field.flag_is_wrong


SORTS = ["guess", "guess", "safe", "any", "flag a mine", "flag a mine", "flag", "chord", "chord", "mine"]
MOVES = st.lists(
    st.tuples(st.sampled_from(SORTS), st.integers(0, 99), st.sampled_from([True, True, False]), st.booleans()),
    min_size=4,
    max_size=14,
)
OPTIONS = ["first_opens_area", "flags_are_truth", "flags_win", "certain_mine_is_move"]


@st.composite
def matches(draw, **fixed):
    """A match on a small board."""
    board = draw(st.sampled_from(BOARDS))
    size = board[1] * board[2]
    mines = draw(st.integers(1, min(size - 1, 5)))
    return Match(board, mines, draw(st.integers(0, 2**32)), MineRules(**fixed))


@pytest.mark.parametrize("warn", [False, True])
@pytest.mark.parametrize("guesses", ["classic", "punish"])
@given(data=st.data(), moves=MOVES)
@settings(max_examples=30)
def test_the_fair_rules_hold(data, moves, guesses, warn):
    data.draw(matches(guesses=guesses, warn=warn)).play(moves, analysed=True)


@pytest.mark.parametrize("option", OPTIONS)
@given(data=st.data(), moves=MOVES, guesses=st.sampled_from(["classic", "punish"]), warn=st.booleans())
@settings(max_examples=30)
def test_each_option_changes_what_it_says(data, moves, guesses, warn, option):
    data.draw(matches(guesses=guesses, warn=warn, **{option: True})).play(moves)


@given(
    data=st.data(),
    moves=MOVES,
    fair=st.booleans(),
    guesses=st.sampled_from(["classic", "punish"]),
    options=st.lists(st.booleans(), min_size=5, max_size=5),
)
@settings(max_examples=60)
def test_all_options_go_together(data, moves, fair, guesses, options):
    chosen = dict(zip(["warn", *OPTIONS], options, strict=True))
    data.draw(matches(fair=fair, guesses=guesses, **chosen)).play(moves)
