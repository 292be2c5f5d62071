import importlib.util
import os
import subprocess
import sys

import numpy as np
import pytest

from rules import kernels
from rules.kernels import Vector, kernel

needs_numba = pytest.mark.skipif(
    importlib.util.find_spec("numba") is None, reason="numba, the extra 'fast', is not installed"
)

FACTOR = 3


@kernel
def scaled(number: int) -> int:
    return number * FACTOR


@kernel
def add_up(numbers: Vector, flags: Vector, out: Vector) -> int:
    """Add the flagged numbers, scaled."""
    total = 0
    for i in range(len(numbers)):
        if flags[i]:
            total += scaled(numbers[i])
            out[i] = total
            flags[i] = 0
    return total


def arrays() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return np.arange(5, dtype=np.int32), np.array([True, False, True, True, False]), np.zeros(5)


def check(run):
    numbers, flags, out = arrays()
    assert run(numbers, flags, out) == 3 * (0 + 2 + 3)
    assert not flags.any()
    assert out.tolist() == [0, 0, 6, 15, 0]


def test_plain_kernels_call_each_other_and_write_into_the_arrays():
    check(add_up.plain)


def test_tables_are_lists_in_plain_python_and_other_arrays_stay_the_caller_s():
    kinds = kernel(lambda *arrays: [type(array) for array in arrays])
    written, table = np.zeros(3), np.array([True, False])
    large = np.zeros(kernels.TABLE + 1, dtype=np.int32)
    table.flags.writeable = large.flags.writeable = False
    assert kinds.plain(written, table, large) == [memoryview, list, memoryview]
    assert kernel(lambda table: table).plain(table) == [1, 0]


@needs_numba
def test_compiled_kernels_do_the_same():
    check(add_up.compiled)


def test_the_chosen_version_runs(speed):
    assert kernels.available() == speed
    check(add_up)


def test_plain_kernels_see_pythons_own_numbers():
    seen = []

    @kernel
    def look(numbers: Vector, flags: Vector) -> None:
        seen.append((type(numbers), type(numbers[0]), type(flags[0])))

    look.plain(np.zeros(1, dtype=np.int8), np.zeros(1, dtype=np.bool_))
    assert seen == [(memoryview, int, int)]


def test_kernels_keep_their_name_and_words():
    assert add_up.__name__ == "add_up"
    assert add_up.__doc__ == "Add the flagged numbers, scaled."


def test_arguments_go_by_position():
    with pytest.raises(TypeError, match="by position"):
        scaled(number=3)


def test_an_unknown_choice_is_refused(monkeypatch):
    with pytest.raises(ValueError, match="'auto', 'plain' or 'fast', not 'slow'"):
        kernels.choose_kernels("slow")
    monkeypatch.setenv("PATCHWALK_KERNELS", "slow")
    kernels.choose_kernels(None)
    with pytest.raises(ValueError, match="PATCHWALK_KERNELS is 'auto', 'plain' or 'fast', not 'slow'"):
        kernels.chosen()
    monkeypatch.setenv("PATCHWALK_KERNELS", "Plain ")
    assert kernels.chosen() == "plain"
    assert kernels.available() == "plain"
    kernels.choose_kernels(None)


@needs_numba
def test_a_kernel_that_does_not_compile_warns_once_and_runs_plain():
    @kernel
    def unfit(numbers: Vector) -> str:
        return f"{numbers[0]:03d}" + str(object)[:1]

    kernels.choose_kernels("auto")
    try:
        with pytest.warns(UserWarning, match="unfit does not compile and runs plain"):
            assert unfit(np.ones(1, dtype=np.int32)) == "001<"
        assert unfit(np.ones(1, dtype=np.int32)) == "001<"
    finally:
        kernels.choose_kernels(None)


@needs_numba
def test_a_kernel_whose_cache_has_nowhere_to_go_is_compiled_all_the_same():
    names = {"__name__": "nowhere"}
    exec(compile("def double(number):\n    return 2 * number\n", "<nowhere>", "exec"), names)
    assert kernel(names["double"]).compiled(21) == 42


def run_python(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ | environment
    )
    return done.stdout.strip()


def test_without_numba_everything_runs_plain():
    code = """
import sys
sys.modules["numba"] = None
import numpy as np
from rules import kernels
from rules.flooding import Flood
from patchwalk.world import make_world
flood = Flood(make_world("square", 3, 3), np.ones((3, 3), dtype=bool))
flood.pour(0, 1, 0)
flood.advance(10, 0)
print(kernels.available(), kernels.warm(), flood.arrival.tolist())
try:
    kernels.kernel(len).compiled([])
except RuntimeError as error:
    print(error)
"""
    said = run_python(code, PATCHWALK_KERNELS="auto").splitlines()
    assert said[0] == "plain 0 [[0, 1, 2], [1, 2, 3], [2, 3, 4]]"
    assert said[1].startswith("compiled kernels need numba (pip install 'patchwalk[fast]')")


def test_importing_rules_loads_neither_numba_nor_mesa_nor_solara():
    code = """
import sys
import rules.carving, rules.flooding, rules.recursion, rules.statistics
print([name for name in ("numba", "mesa", "solara") if name in sys.modules])
"""
    assert run_python(code) == "[]"


@needs_numba
def test_warming_compiles_each_kernel_of_the_rules_once():
    from rules.carving_kernel import carve_ticks
    from rules.flooding_kernel import spread_ticks

    kernels.choose_kernels("fast")
    try:
        assert kernels.warm() >= 2
        assert [len(k._compiled.signatures) for k in (carve_ticks, spread_ticks)] == [1, 1]
    finally:
        kernels.choose_kernels(None)
