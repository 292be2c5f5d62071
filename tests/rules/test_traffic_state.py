"""The books of walkers: never two on a patch, nobody lost."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.traffic_state import ARRAYS, TrafficState


def test_added_walkers_have_slots_and_ids_of_their_own():
    state = TrafficState(100)
    slots = state.add([5, 7, 9], goals=[0, 1, 2], tick=3, distances=4.0)
    assert state.count == state.created == 3
    assert state.owner[[5, 7, 9]].tolist() == slots.tolist()
    assert state.id[slots].tolist() == [0, 1, 2]
    assert state.born[slots].tolist() == [3, 3, 3]
    state.remove(slots[1:2], "test")
    again = state.add([50])
    assert again.tolist() == [slots[1]]
    assert state.id[again].tolist() == [3]


@pytest.mark.parametrize(
    ("patches", "said"), [([3], "taken"), ([8, 8], "twice"), ([-1], "0 to 99"), ([100], "0 to 99")]
)
def test_a_patch_that_is_taken_named_twice_or_off_the_world_is_refused_and_nothing_changes(patches, said):
    state = TrafficState(100)
    state.add([3])
    with pytest.raises(ValueError, match=said):
        state.add([4, *patches])
    assert state.count == 1
    assert state.conserved()


def test_removed_walkers_are_counted_and_logged_with_their_reason():
    state = TrafficState(100)
    slots = state.add(range(10))
    state.remove(slots[:2], "gridlock", tick=8)
    state.arrive(slots[2:5])
    gone = state.remove_random(99, np.random.default_rng(1), tick=9)
    assert len(gone) == 5
    assert state.removed == {"gridlock": 2, "fewer wanted": 5}
    assert state.arrived == 3
    assert state.log[0] == (8, 0, 0, "gridlock")
    assert {entry.reason for entry in state.log[2:]} == {"fewer wanted"}
    assert state.count == 0
    assert state.conserved()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["add", "remove", "arrive"]), st.integers(0, 200)), max_size=25))
def test_books_balance_whatever_comes_and_goes(deeds):
    state, rng = TrafficState(300), np.random.default_rng(1)
    for deed, number in deeds:
        if deed == "add":
            state.add(rng.permutation(np.flatnonzero(state.owner < 0))[:number])
        elif deed == "remove":
            state.remove_random(number, rng)
        else:
            state.arrive(rng.permutation(state.slots)[:number])
        assert state.conserved()
        assert len(np.unique(state.id[state.slots])) == state.count


def test_state_put_back_is_the_same():
    state, rng = TrafficState(300), np.random.default_rng(1)
    state.add(rng.permutation(300)[:120], goals=3)
    state.remove_random(50, rng)
    kept = state.state()
    other = TrafficState(300)
    other.restore(kept)
    state.add(np.flatnonzero(state.owner < 0)[:80])
    other.add(np.flatnonzero(other.owner < 0)[:80])
    assert np.array_equal(state.owner, other.owner)
    assert state.top == other.top
    for name in ARRAYS:
        assert np.array_equal(getattr(state, name)[: state.top], getattr(other, name)[: state.top])
    assert other.conserved()
