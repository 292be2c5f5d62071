"""Undo and redo by differences: whatever the states are, every one of them comes back exactly."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from patchwalk import history
from patchwalk.history import Delta, History, difference, patched, same

DTYPES = st.sampled_from(["u1", "i4", "f8", "?", "f4", "U3"])
ARRAYS = hnp.arrays(DTYPES.map(np.dtype), hnp.array_shapes(min_dims=0, max_dims=2, min_side=0, max_side=4))
PLAIN = st.one_of(
    st.integers(), st.floats(), st.text(max_size=3), st.none(), st.booleans(), st.lists(st.integers(), max_size=3)
)
VALUES = st.one_of(ARRAYS, PLAIN, st.dictionaries(st.sampled_from("ab"), st.one_of(ARRAYS, PLAIN), max_size=2))
STATES = st.dictionaries(st.sampled_from("abcd"), VALUES, max_size=4)


def alike_arrays(seed=0):
    """States of a run: the same names, shapes and types, other values."""
    rng = np.random.default_rng(seed)
    layer = rng.integers(0, 4, (5, 6))
    while True:
        layer = layer.copy()
        layer.flat[rng.integers(0, 30, rng.integers(0, 12))] = rng.integers(0, 4)
        yield {"layer": layer, "ticks": int(rng.integers(9)), "inner": {"x": layer[0].copy(), "y": 1}}


@settings(max_examples=40)
@given(STATES, STATES)
def test_a_difference_leads_from_one_state_to_the_other(source, target):
    found = patched(source, difference(source, target))
    assert same(found, target)
    assert same(target, found)


@settings(max_examples=40)
@given(STATES)
def test_a_state_is_the_same_as_itself_and_differs_in_nothing(state):
    assert same(state, state)
    delta = difference(state, state)
    assert not delta.gone
    assert same(patched(state, delta), state)


@settings(max_examples=40)
@given(STATES, STATES)
def test_states_that_are_the_same_are_so_both_ways(first, second):
    assert same(first, second) == same(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (1, True),
        (1, 1.0),
        (np.zeros(3), np.zeros(3, int)),
        (np.zeros(3), np.zeros((1, 3))),
        (np.zeros(3), [0.0, 0.0, 0.0]),
        ({"a": 1}, {"a": 1, "b": 1}),
        ([1, 2], [1]),
        (float("nan"), 0.0),
    ],
)
def test_what_is_not_quite_the_same_differs(first, second):
    assert not same(first, second)


def test_differences_of_arrays_share_nothing_with_what_goes_on():
    source, target = np.zeros((4, 4)), np.ones((4, 4))
    delta = difference({"a": source}, {"a": target})
    target[:] = 7
    assert patched({"a": source}, delta)["a"].sum() == 16
    assert source.sum() == 0


def test_few_changes_in_a_large_array_are_kept_in_few_bytes():
    source = np.zeros((1000, 1000), np.uint8)
    target = source.copy()
    target[3, 4:8] = 1
    assert difference({"a": source}, {"a": target}).nbytes < 500
    assert difference({"a": source}, {"a": source + 1}).nbytes < 1.1 * source.nbytes
    assert Delta({"random": (3, tuple(range(625)), None)}, ()).nbytes > 20_000


@given(st.lists(st.sampled_from(["mark", "undo", "redo", "go on"]), max_size=40), st.integers(0, 5))
def test_any_order_of_undo_and_redo_walks_along_the_states_that_were(deeds, seed):
    states = alike_arrays(seed)
    run, marks, undone = History(), [], []
    state = next(states)
    for deed in deeds:
        if deed == "mark":
            run.mark(state)
            marks.append(state)
            undone.clear()
            state = next(states)
        elif deed == "go on":
            run.forget_undone()
            undone.clear()
            state = next(states)
        elif deed == "undo" and marks:
            undone.append(state)
            state = run.undo(state)
            assert same(state, marks.pop())
        elif deed == "redo" and undone:
            marks.append(state)
            state = run.redo(state)
            assert same(state, undone.pop())
        assert run.can_undo == bool(marks)
        assert run.can_redo == bool(undone)


def test_nothing_to_undo_or_redo_says_so():
    for deed in (History().undo, History().redo):
        with pytest.raises(IndexError, match="nothing"):
            deed({})


def test_the_oldest_are_let_go_when_memory_is_short(monkeypatch):
    monkeypatch.setattr(history, "MOST_BYTES", 10_000)
    run = History()
    for k in range(50):
        run.mark({"a": np.full(1000, k, np.uint8)})
    assert 5 <= len(run.older) <= 10
    state = {"a": np.full(1000, 50, np.uint8)}
    for k in range(49, 49 - len(run.older) - 1, -1):
        state = run.undo(state)
        assert state["a"][0] == k
    assert not run.can_undo
    assert run._bytes == 0
