"""The address and what it says."""

import pytest

from patchwalk.dashboard.links import Address, check_address, read_address, write_address
from tests.helpers.stage import library


def test_an_address_is_taken_apart():
    address = read_address("?model=lamps&width=21&rng=7&theme=dark&brightness=0.25")
    assert address == Address("lamps", {"width": "21", "brightness": "0.25"}, "7", "dark", True)
    assert read_address(None) == read_address("") == Address()
    assert not read_address("rng=7&keep=off").keep
    assert read_address("theme=purple").theme == ""


def test_what_is_given_is_checked_and_counts(models):
    visit = check_address(read_address("model=lamps&width=21&grid=hex&frugal=on&rng=7"), models)
    assert visit.name == "lamps"
    assert visit.values == {"width": 21, "grid": "hex", "frugal": True}
    assert (visit.seed, visit.keep, visit.problems) == (7, True, ())


@pytest.mark.parametrize(
    ("search", "named"),
    [
        ("model=nothing", ["model", "nothing", "lamps"]),
        ("width=999", ["width", "999", "3", "61", "patches"]),
        ("width=wide", ["width", "wide", "whole number"]),
        ("grid=round", ["grid", "round", "square, hex"]),
        ("colour=red", ["colour", "no such parameter"]),
        ("rng=-1", ["rng", "-1"]),
        ("rng=seven", ["rng", "seven"]),
        ("width=" + "9" * 3000, ["width"]),
    ],
)
def test_what_is_wrong_is_named_and_the_rest_stays(search, named, models):
    visit = check_address(read_address(search + "&height=21"), models)
    (problem,) = visit.problems
    assert all(word in problem for word in named)
    assert len(problem) < 250
    assert visit.name == "lamps"
    if "model=" not in search:
        assert visit.values == {"height": 21}


@pytest.mark.parametrize(
    ("search", "kept", "out"),
    [
        ("scenario=crossing&streets=90", {"scenario": "crossing"}, "Streets 90"),
        ("scenario=fork&width=3&slowdown=0.2", {"scenario": "fork", "slowdown": 0.2}, "Width 3"),
        ("grid=hex&wrap=true&width=61", {"grid": "hex", "wrap": True}, "Width 61"),
        ("v_max=5&update=shuffled&walkers=77", {"update": "shuffled", "walkers": 77}, "Greatest speed 5"),
        ("scenario=bml&width=1&height=1", {"scenario": "bml"}, "Width 1, Height 1"),
    ],
)
def test_of_values_that_do_not_go_together_only_the_refused_are_left_out(search, kept, out):
    visit = check_address(read_address("model=traffic&" + search), library())
    assert visit.values == kept
    assert visit.problems[-1].endswith(f". Left out: {out}")
    assert len(visit.problems) == len(set(visit.problems))


def test_without_any_model_it_says_what_to_do():
    with pytest.raises(LookupError, match=r"X\.py and X\.md"):
        check_address(Address(), {})


def test_writing_and_reading_give_the_same(models):
    lamps = models["lamps"]
    values = lamps.parameter_list.defaults | {"width": 31, "brightness": 0.35, "frugal": True, "policy": "row by row"}
    search = write_address("lamps", lamps, values, 12, theme="dark", keep=False)
    assert search == "?model=lamps&width=31&brightness=0.35&policy=row+by+row&frugal=on&rng=12&keep=off&theme=dark"
    visit = check_address(read_address(search), models)
    assert lamps.parameter_list.check(visit.values) == values
    assert (visit.seed, visit.keep, visit.theme, visit.problems) == (12, False, "dark", ())


def test_defaults_and_unlocked_words_stay_out_of_links(models):
    lamps = models["lamps"]
    assert write_address("lamps", lamps, lamps.parameter_list.defaults, None) == "?model=lamps"


def test_what_is_too_long_for_an_address_is_left_out(models):
    lamps = models["lamps"]
    values = lamps.parameter_list.defaults | {"policy": "x" * 4000, "width": 31}
    assert write_address("lamps", lamps, values, None) == "?model=lamps&width=31"
