"""Minesweeper games to begin tests with."""

import numpy as np

from models.minesweeper import MinesweeperModel
from tests.helpers.stage import Stage

CORNER = "mines 1\n#10#\n#10#"  # left a 50/50, right two patches that are safe


def game(position="", **values):
    return MinesweeperModel(**{"rng": 5, "position": position, **values})


def open_all(model):
    """Open whatever is certain, and survive what is forced, to the end."""
    while not model.ended:
        safe = np.flatnonzero(model.analysis().safe)
        hidden = np.flatnonzero((model.shown < 0) & ~model.analysis().mine)
        assert model.reveal(int(safe[0] if safe.size else hidden[0])) in ("opened", "won")
    return model


def stage(position="", **values):
    return Stage(MinesweeperModel, {"position": position, "sweepers": 0, **values}, seed=5)


def said(of):
    return of.screen.last["message"]
