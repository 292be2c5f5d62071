"""Minesweeper: a board that never lets luck decide, for people and for turtles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Literal

import numpy as np

from agents.sweeper import Sweeper
from models.minesweeper_hand import MineHand
from models.minesweeper_page import (
    ANALYSIS_ONLY,
    BUTTONS,
    EXPORTS,
    GAME_ONLY,
    IMPORTS,
    MONITORS,
    OVERLAYS,
    PALETTE,
    PLOTS,
    PRESETS,
    RAMP,
    TOOLS,
)
from models.minesweeper_setup import MOST_PATCHES, field_of, resolved, rules_of
from models.minesweeper_text import LONGEST_SIDE
from models.minesweeper_view import away_from_numbers, minesweeper_view
from models.minesweeper_words import facts, kind_of, percent, status
from patchwalk.model import WorldModel
from patchwalk.parameters import Chooser, Hidden, Slider, Switch, Text
from patchwalk.view import View
from patchwalk.world import make_world
from rules.opening import mines_from_chance

MOST_SWEEPERS = 8

# Labels and helps of the page; what the values mean stands below, where they are used.
SIDE = Slider(1, LONGEST_SIDE, unit="patches")
MINES = Slider(0, MOST_PATCHES, unit="mines")
PERCENT = Slider(1, 100, unit="%", label="Mines in percent", follows="mines", below="mines")
BY_CHANCE = Switch("Each patch by chance", below="percent", help="Draw the number of mines, too")
NEIGHBORS = Chooser("Neighbours", help="Of a square; a hex has 6")
WRAP = Switch("Wrap", help="The edges join: a torus")
FAIR = Switch("Fair", help="A guess that nobody could avoid is survived")
GUESSES = Chooser("Avoidable guesses", live=True, help="What they lead to: the layout decides, or a mine")
WARN = Switch("Warn", live=True, help="Ask before an avoidable guess")
AREA = Switch("First move opens an area")
TRUTH = Switch("Flags are truth", help="Older rule: flags count as known mines")
FLAGS_WIN = Switch("Flags win", help="Older rule: won when just the mines are flagged")
MINE_MOVE = Switch("Certain mine is a move", help="Older rule: guess only when no mine is left to flag")
LAYOUT = Hidden(help="a minefield: rows from the top, * a mine, . none, / between rows")
SWEEPERS = Slider(0, MOST_SWEEPERS, live=True)
POLICY = Chooser("Policy", live=True, help="What sweepers do where nothing is certain")
WALK = Switch("Sweepers walk", live=True, help="A patch a tick, instead of jumping")
BOARD = Chooser("Board", help="Play, or analyse a position")
POSITION = Text(
    "Position", longest=2_000_000, help="Rows from the top: digits, # hidden, F hidden with a flag; or a JSON object"
)


class GameState(str):
    """Where the game stands: "playing", "asking", "won" or "lost". Called, it gives what `WorldModel.state` gives."""

    kept: Callable[[], dict[str, Any]]

    def __new__(cls, phase: str, kept: Callable[[], dict[str, Any]]) -> GameState:
        """Make the word, with what is to be called."""
        word = super().__new__(cls, phase)
        word.kept = kept
        return word

    def __call__(self) -> dict[str, Any]:
        """All that the run depends on."""
        return self.kept()


class MinesweeperModel(MineHand):
    """A game of minesweeper, or a position to be analysed. See minesweeper.md for what it is about.

    Attributes:
        homes: where each sweeper begins.
        counted_layouts: tick -> logarithm of the number of layouts, for the plot; no part of the state.
    """

    title = "Minesweeper"
    order = 3
    palette, ramp = PALETTE, RAMP
    tools, buttons, overlays = TOOLS, BUTTONS, OVERLAYS
    monitors, plots, presets = MONITORS, PLOTS, PRESETS
    imports, exports = IMPORTS, EXPORTS
    first_tool, board_switches, more_switches = "open", frozenset({"grid"}), frozenset({"pointy"})
    enter_begins = True
    page_values: ClassVar[Mapping[str, Any]] = {"sweepers": 1}
    sweeper_breed: ClassVar[type[Sweeper]] = Sweeper

    def __init__(
        self,
        width: Annotated[int, SIDE] = 9,
        height: Annotated[int, SIDE] = 9,
        mines: Annotated[int, MINES] = 10,
        grid: Literal["square", "hex"] = "square",
        neighbors: Annotated[Literal[8, 4], NEIGHBORS] = 8,
        wrap: Annotated[bool, WRAP] = False,
        fair: Annotated[bool, FAIR] = True,
        guesses: Annotated[Literal["classic", "punish"], GUESSES] = "classic",
        warn: Annotated[bool, WARN] = False,
        first_opens_area: Annotated[bool, AREA] = False,
        flags_are_truth: Annotated[bool, TRUTH] = False,
        flags_win: Annotated[bool, FLAGS_WIN] = False,
        certain_mine_is_move: Annotated[bool, MINE_MOVE] = False,
        layout: Annotated[Any, LAYOUT] = None,
        sweepers: Annotated[int, SWEEPERS] = 0,
        policy: Annotated[Literal["careful", "bold", "logic only"], POLICY] = "careful",
        walk: Annotated[bool, WALK] = False,
        percent: Annotated[int | None, PERCENT] = None,
        by_chance: Annotated[bool, BY_CHANCE] = False,
        board: Annotated[Literal["game", "analysis"], BOARD] = "game",
        position: Annotated[str, POSITION] = "",
        rng: int | None = None,
    ) -> None:
        """Lay the mines, or the position.

        Args:
            width: patches.
            height: patches.
            mines: how many there are.
            grid: kind of patches.
            neighbors: of a square.
            wrap: whether both axes wrap.
            fair: F1 to F4 of `rules.mine_rules`; without, the layout decides everything but the first move.
            guesses: what an avoidable guess leads to: the layout decides, or a mine is put there.
            warn: ask a person before an avoidable guess.
            first_opens_area: the first move opens a zero, where there is room.
            flags_are_truth: flags count as known mines.
            flags_win: won when just the mines are flagged, and only so.
            certain_mine_is_move: an unflagged certain mine counts as a sure move.
            layout: a given minefield, bool (height, width) with row 0 at the bottom, or text.
            sweepers: how many turtles play.
            policy: what they do where nothing is certain: take the lowest probability, any patch, or none.
            walk: whether they walk, a patch a tick, or jump.
            percent: mines in percent of the patches, rounded down; it goes before `mines`.
            by_chance: each patch is mined with that share as its probability, and the number is drawn so.
            board: a game, or the analysis board.
            position: where the game begins, or what is analysed; see `models.minesweeper_text`.
            rng: the seed.
        """
        super().__init__(rng=rng)
        self.world = make_world(grid, width, height, neighbors=neighbors if grid == "square" else None, wrap=wrap)
        self.analysing = board == "analysis"
        if by_chance and board == "game" and not position:
            share = (100 * mines / self.world.size if percent is None else percent) / 100
            mines = mines_from_chance(self.world.size, share, self.rng)
        self.field = field_of(self.world, mines, self.parameters, self.rng)
        # Drawn whether sweepers are wanted or not: so one seed means one board.
        self.homes: list[int] = self.rng.integers(self.world.size, size=MOST_SWEEPERS).tolist()
        self.sweepers = []
        self._beginning = (self.field.state(), self.rng.bit_generator.state)
        self._begin()

    @classmethod
    def resolve(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Take size and mines from a position, a layout or the percentage; refuse what cannot be played."""
        return resolved(values)

    @classmethod
    def bounds(cls, values: Mapping[str, Any]) -> dict[str, tuple[float, float, float]]:
        """In a game there is at least one mine, and at least one patch without."""
        return {"mines": (1, max(1, values["width"] * values["height"] - 1), 1)}

    def _begin(self) -> None:
        self.opened_at = self.world.layer(np.int32, -1)
        self.opened_at[self.shown >= 0] = 0
        self.certain = self.world.layer(np.bool_)
        self.counted_layouts = {}
        self.asked = self.pointed = -1
        self.pressed = False
        self._reason = None
        self._crew(0)
        self._crew(int(self.parameters["sweepers"]))

    def _crew(self, wanted: int) -> None:
        """So many sweepers: new ones begin at home, the last ones go. The analysis board has none."""
        wanted = 0 if self.analysing else wanted
        for sweeper in self.sweepers[wanted:]:
            sweeper.die()
        del self.sweepers[wanted:]
        for number in range(len(self.sweepers), wanted):
            self.sweepers.append(self.sweeper_breed(self, self.homes[number], number))

    def again(self) -> None:
        """The same board from the beginning: the same moves lead to the same game, redraws included."""
        if self.analysing:
            self.notice = "That is for games; Setup begins the position again"
            return
        field, luck = self._beginning
        self.field.restore(field)
        self.rng.bit_generator.state = luck
        self.ticks, self.question = 0, None
        self._begin()
        self.running = self.active()

    # --- time ------------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Each sweeper makes one move."""
        self.asked = self.pointed = -1
        for sweeper in self.sweepers:
            if self.field.phase == "playing":
                sweeper.move()
        self._note_opened()

    def active(self) -> bool:
        """While the game is played, nobody is asked, and a sweeper has something to do."""
        return self.field.phase == "playing" and any(sweeper.has_move() for sweeper in self.sweepers)

    def changed(self, name: str) -> None:
        """Sweepers come and go, and decide anew; the rules act from now on."""
        self.field.rules = rules_of(self.parameters)
        self._crew(int(self.parameters["sweepers"]))
        for sweeper in self.sweepers:
            sweeper.target = -1

    @property
    def policy(self) -> str:
        """What sweepers do where nothing is certain, live."""
        return str(self.parameters["policy"])

    @property
    def walking(self) -> bool:
        """Whether sweepers walk, live."""
        return bool(self.parameters["walk"])

    @property
    def ended(self) -> bool:
        """Whether it is won or lost; where only the sweepers are stuck, a person may go on."""
        return self.field.phase in ("won", "lost")

    @property
    def can_go(self) -> bool:
        """A game has sweepers, or could have some; on the analysis board no time passes."""
        return not self.analysing

    @property
    def can_finish(self) -> bool:
        """With sweepers every game comes to its end, or to where they are stuck."""
        return bool(self.sweepers)

    @property
    def progress(self) -> float:
        """Share of the safe patches that are open."""
        return min(1.0, self.field.revealed / max(1, self.world.size - self.mines))

    @property
    def timing(self) -> bool:
        """The clock runs from the first move to the end."""
        return not self.analysing and not self.ended and self.ticks > 0

    @property
    def undoable(self) -> bool:
        """Only on the analysis board: in a game, taking moves back would tell where the mines are."""
        return self.analysing

    def unused(self, overlays: frozenset[str]) -> frozenset[str]:
        """A game sets no numbers, and the analysis board opens nothing."""
        tools = GAME_ONLY if self.analysing else ANALYSIS_ONLY
        return tools if self.world.grid == "hex" else tools | {"pointy"}

    # --- what is known ---------------------------------------------------------------------------------------------

    def view(self, overlays: frozenset[str] = frozenset()) -> View:
        """Patches, numbers, marks and sweepers, and what the overlays show."""
        return minesweeper_view(self, overlays)

    def legend(self, overlays: frozenset[str]) -> tuple[tuple[str, float], ...]:
        """The share of layouts with a mine on a patch away from all numbers: they all have the same."""
        share = away_from_numbers(self, overlays)
        return () if share is None else ((f"away from numbers {percent(share)}", share),)

    @property
    def message(self) -> str:
        """How the game stands, and whose move it is."""
        return self.notice or status(self)

    def describe(self, patch: int) -> str:
        """Hidden, a number, a flag."""
        return kind_of(self, patch)

    def inspect(self, patch: int) -> list[tuple[str, str]]:
        """What one sees there, and what can be known."""
        here = [sweeper for sweeper in self.sweepers if sweeper.patch == patch]
        return [*facts(self, patch), *(("Sweeper", str(sweeper.number + 1)) for sweeper in here)]

    # --- undo, files -----------------------------------------------------------------------------------------------

    @property
    def state(self) -> GameState:  # type: ignore[override]
        """Where the game stands, a word; called, `model.state()`, all that the run depends on."""
        return GameState(self.field.phase, self._kept)

    def _kept(self) -> dict[str, Any]:
        return WorldModel.state(self) | {
            "field": self.field.state(),
            "opened_at": self.opened_at.copy(),
            "certain": self.certain.copy(),
            "at": np.array([sweeper.patch for sweeper in self.sweepers], dtype=np.int32),
            "headings": np.array([sweeper.heading for sweeper in self.sweepers], dtype=np.float64),
            "targets": np.array([sweeper.target for sweeper in self.sweepers], dtype=np.int32),
            "asked": self.asked,
            "pointed": self.pointed,
            "pressed": self.pressed,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Put all of it back."""
        self.parameters.update(state["live"])
        self.field.restore(state["field"])
        self.field.rules = rules_of(self.parameters)
        self.opened_at[...], self.certain[...] = state["opened_at"], state["certain"]
        self.asked, self.pointed, self.pressed = state["asked"], state["pointed"], state["pressed"]
        self._reason, self.counted_layouts = None, {}
        at, headings, targets = (state[name].tolist() for name in ("at", "headings", "targets"))
        self._crew(len(at))
        for k, sweeper in enumerate(self.sweepers):
            sweeper.patch, sweeper.heading, sweeper.target = at[k], headings[k], targets[k]
        super().restore(state)
