"""Imports run one way: each in a fresh process, what it loads."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCREEN = ("solara", "reacton", "anywidget", "ipyvuetify")
CASES = {
    "import patchwalk": ("mesa", "numpy", "scipy", *SCREEN),
    "import patchwalk.world": ("mesa", "networkx", *SCREEN),
    "import rules.carving, rules.flooding, rules.recursion, rules.statistics, rules.maze_run": ("mesa", *SCREEN),
    "import models.maze, models.trails": SCREEN,
    "from patchwalk import Session, WorldModel, Slider, discover, check_model; discover()": SCREEN,
}


def loaded(statement):
    """Top-level names of all modules that a statement loads in a fresh process."""
    script = f"{statement}\nimport sys\nprint(*sorted({{name.partition('.')[0] for name in sys.modules}}))"
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(run.stdout.split())


@pytest.mark.parametrize("statement", CASES)
def test_what_an_import_does_not_load(statement):
    assert not loaded(statement).intersection(CASES[statement])


def test_every_public_name_is_there():
    import patchwalk

    assert dir(patchwalk) == sorted(set(dir(patchwalk)))
    for name in dir(patchwalk):
        if name not in ("Page", "Board"):  # those load Solara, which this test does without
            assert getattr(patchwalk, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        patchwalk.Nothing  # noqa: B018
