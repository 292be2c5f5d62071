"""Minesweeper as an environment for reinforcement learning; needs gymnasium (extra `rl`).

import gymnasium
import models.minesweeper_env  # registers it

env = gymnasium.make("Patchwalk/Minesweeper-v0", width=9, height=9, mines=10)
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from models.minesweeper import MinesweeperModel
from models.minesweeper_drawing import Drawing, as_text
from rules.mine_rules import FLAG

ID = "Patchwalk/Minesweeper-v0"
HIDDEN, FLAGGED = -1, -2
LOSS, WASTED = -1.0, -0.05


class MinesweeperEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """A game of minesweeper that an agent plays alone.

    ## Description

    Under a board lie mines; each open patch shows how many of its neighbours are mined. The agent opens patches, and
    has won when all patches without a mine are open. The rules are those of `rules.mine_rules`. With `fair` (the
    default) a guess is survived when nothing on the board is certainly safe; so an agent that finds what can be found
    always wins. The agent is never asked before a guess.

    ## Action space

    `Discrete(width * height)`: open patch `y * width + x`, where x goes to the right and y **up**. An action that opens
    nothing (the patch is open, outside, or the episode has ended) changes nothing; `info["message"]` says why.
    `info["action_mask"]` (int8, as `action_space.sample(mask)` takes it) and `action_masks()` (bool) tell which actions
    open something.

    ## Observation space

    `Box(-2, 8, (height, width), int8)`, row 0 is y = 0 (the bottom): the number of an open patch, -1 where it is
    hidden, -2 where it carries a flag (only the mines of a game that has been won do). Layout and certainty are no part
    of it, nor of `info`.

    ## Rewards

    For each action the share of the safe patches that it opened, so a game that is won gives 1 altogether; -1 for a
    loss; -0.05 for an action that opens nothing.

    ## Starting state

    All patches are hidden. The seed of `reset` decides the mines and all redraws. `reset(options={"layout": ...})`
    plays a given minefield, bool (height, width).

    ## Episode end

    Terminated when the game is won or lost; never truncated.

    ## Arguments

    `width`, `height`, `mines`, `grid` ("square" or "hex"), `neighbors` (8 or 4), `wrap`, `fair`, `guesses` ("classic"
    or "punish"), `first_opens_area`: as in `models.minesweeper.MinesweeperModel`. `render_mode`: "rgb_array" or
    "ansi".
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 8}

    def __init__(
        self,
        width: int = 9,
        height: int = 9,
        mines: int = 10,
        grid: Literal["square", "hex"] = "square",
        neighbors: Literal[8, 4] = 8,
        wrap: bool = False,
        fair: bool = True,
        guesses: Literal["classic", "punish"] = "classic",
        first_opens_area: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """See the class.

        Raises:
            ValueError: such a board cannot be, or there is no such render mode.
        """
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is one of {', '.join(self.metadata['render_modes'])}, not {render_mode!r}")
        self.render_mode = render_mode
        self._values: dict[str, Any] = {
            "width": width, "height": height, "mines": mines, "grid": grid, "neighbors": neighbors, "wrap": wrap,
            "fair": fair, "guesses": guesses, "first_opens_area": first_opens_area,
        }  # fmt: skip
        self.model = MinesweeperModel(**self._values, rng=0)  # also checks the values
        self._drawing = Drawing(self.model.world) if render_mode == "rgb_array" else None
        self.observation_space = spaces.Box(FLAGGED, 8, self.model.world.shape, np.int8)
        self.action_space = spaces.Discrete(self.model.world.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin another game; see the class."""
        super().reset(seed=seed)
        layout = (options or {}).get("layout")
        values = self._values
        if layout is not None:
            values = {**values, "layout": np.asarray(layout), "mines": int(np.count_nonzero(layout))}
        self.model = MinesweeperModel(**values, rng=int(self.np_random.integers(2**63 - 1)))
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Open a patch; see the class."""
        model = self.model
        before = model.field.revealed
        result = model.reveal(int(action), ask=False)
        opened = (model.field.revealed - before) / (model.world.size - model.mines)
        reward = LOSS if result == "lost" else WASTED if result == "nothing" else opened
        info = self._info()
        if result == "nothing":
            info["message"] = model.notice or f"{model.place(int(action))} is open already"
        return self._observation(), float(reward), model.ended, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions open something: bool (patches,)."""
        closed = (self.model.shown < 0) & (not self.model.ended)
        return closed.reshape(-1)

    def render(self) -> NDArray[np.uint8] | str | None:  # type: ignore[override]
        """The board as an image, uint8 (pixels, pixels, 3), or as text."""
        if self._drawing is not None:
            return self._drawing.image(self.model)
        return as_text(self.model) if self.render_mode == "ansi" else None

    def _observation(self) -> NDArray[np.int8]:
        model = self.model
        flagged = (model.shown < 0) & (model.field.marks == FLAG)
        return np.where(flagged, FLAGGED, model.shown).astype(np.int8)

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.action_masks().astype(np.int8),
            "mines_left": self.model.field.mines_left,
            "forced_guesses": self.model.field.forced_guesses,
            "won": self.model.state == "won",
        }


def register() -> None:
    """Make it known to gymnasium, once."""
    if ID not in gymnasium.registry:
        gymnasium.register(ID, entry_point="models.minesweeper_env:MinesweeperEnv")


register()
