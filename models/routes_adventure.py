"""Adventure mode: a person walks the map by keys."""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, degrees
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from agents.player import Player
from models.routes_dark import adventure_view
from models.routes_search import Search, Searching
from patchwalk.declarations import Button, KeyMode, Pointer
from patchwalk.view import View
from rules.maps import DARK, DOOR, LOCKED

WARP_KEYS = {"enter": "Take a warp", " ": "Take a warp"}

# Key -> what it does, and the step that this is: columns to the right and rows up.
STEPS = {
    "arrowup": ("Up", (0, 1)),
    "w": ("Up", (0, 1)),
    "arrowdown": ("Down", (0, -1)),
    "s": ("Down", (0, -1)),
    "arrowleft": ("Left", (-1, 0)),
    "a": ("Left", (-1, 0)),
    "arrowright": ("Right", (1, 0)),
    "d": ("Right", (1, 0)),
    "q": ("Up left", (-1, 1)),
    "e": ("Up right", (1, 1)),
    "z": ("Down left", (-1, -1)),
    "c": ("Down right", (1, -1)),
}

# On hexes: key -> what it does, and the direction of the world.
HEX_STEPS = {
    "w": ("Up", 0),
    "e": ("Up right", 1),
    "d": ("Down right", 2),
    "s": ("Down", 3),
    "a": ("Down left", 4),
    "q": ("Up left", 5),
    "arrowup": ("Up", 0),
    "arrowdown": ("Down", 3),
}

SQUARE_MODE = KeyMode(
    "adventure",
    "Adventure, the arrow keys walk",
    {key: does for key, (does, _) in STEPS.items()} | WARP_KEYS,
    runs=True,
)
HEX_MODE = KeyMode(
    "adventure-hex",
    "Adventure, Q W E A S D walk",
    {key: does for key, (does, _) in HEX_STEPS.items()} | WARP_KEYS,
    runs=True,
)
KEY_MODES: tuple[KeyMode, ...] = (SQUARE_MODE, HEX_MODE)

ADVENTURE_BUTTONS = (
    Button("adventure", "Adventure", "w", icon="explorer", help="Walk the map yourself, by keys, from S; Esc leaves"),
    Button("show_way", "Where am I?", "m", icon="compass", help="In adventure mode: show the way to G from here"),
)


class Adventure(Searching):
    """A map that is walked by keys.

    Doors that are opened and keys that are taken are as they were drawn again when the adventure ends.

    Attributes:
        player: the one who walks, or None outside adventure mode.
        visited: bool (size,), where it has been.
        taken: patches from which keys were taken.
        opened: (patch, side) of the doors that were opened.
        guided: whether the way from here to G is shown.
        said: what happened last.
    """

    player_breed: ClassVar[type[Player]] = Player

    player: Player | None = None
    visited: NDArray[np.bool_]
    taken: list[int]
    opened: list[list[int]]
    guided: bool = False
    said: str = ""
    kept_adventure: tuple[Any, ...] | None = None  # what `models.routes_dark` drew last; no part of the state

    # --- beginning and end -----------------------------------------------------------------------------------------

    def begin_search(self) -> None:
        """Show the wave from its beginning; nobody walks by keys."""
        if self.player is not None:
            self._leave()
        self._forget()
        super().begin_search()

    def adventure(self) -> None:
        """Begin at S, or leave."""
        self.notice = ""
        if self.player is not None:
            self._leave()
        elif self.map.start is None:
            self.notice = "An adventure begins at S: set it first, by Shift-click"
        else:
            self._forget()
            self.player = self.player_breed(self, self.map.start)
            self.visited[self.map.start] = True
            self._take_key(self.player)

    def show_way(self) -> None:
        """Show the way from where the player is to G, or hide it."""
        if self.player is None:
            self.notice = "Begin an adventure first: then this shows where you are, and the way from there"
        elif self.guided:
            self.guided = False
        else:
            self.guided = True
            self.notice = self._way_said(self.player)

    def _forget(self) -> None:
        self.visited = np.zeros(self.map.world.size, dtype=bool)
        self.taken, self.opened = [], []
        self.guided, self.said = False, ""

    def _leave(self) -> None:
        """Put keys and doors back as they were drawn, and go."""
        for patch in self.taken:
            self.map.set_key(patch, True)
        for patch, side in self.opened:
            if self.map.edge(patch, side) == DOOR:
                self.map.set_edge(patch, side, LOCKED)
        if self.player is not None:
            self.player.die()
        self.player = None
        self._forget()

    # --- walking ---------------------------------------------------------------------------------------------------

    @property
    def key_mode(self) -> str | None:
        """The keys of the map's kind of world, in adventure mode."""
        if self.player is None:
            return None
        return HEX_MODE.name if self.world.grid == "hex" else SQUARE_MODE.name

    def mode_key(self, mode: str, key: str) -> None:
        """Walk a step, take a warp, or leave."""
        player = self.player
        if player is None:
            return
        self.notice = ""
        if key == "escape":
            self._leave()
        elif key in WARP_KEYS:
            self._do(player.take_warp())
        elif (direction := self._direction_of(key)) is not None:
            self._do(player.go(direction))

    def _do(self, refused: str) -> None:
        """Say why a step was not possible."""
        if refused:
            self.notice = refused

    def _direction_of(self, key: str) -> int | None:
        if self.world.grid == "hex":
            return HEX_STEPS[key][1] if key in HEX_STEPS else None
        if key not in STEPS:
            return None
        across, up = STEPS[key][1]
        exact = degrees(atan2(across, up)) % 360.0
        return self.world.headings.index(exact) if exact in self.world.headings else None

    def press(self, tool: str, pointer: Pointer) -> None:
        """In adventure mode a click is a step towards it, or on the player itself takes a warp."""
        player = self.player
        if player is None:
            super().press(tool, pointer)
            return
        self.notice = ""
        if pointer.patch == player.patch:
            self._do(player.take_warp())
        elif pointer.patch >= 0:
            x, y = self.world.center(player.patch)
            to_x, to_y = self.world.center(pointer.patch)
            self._do(player.go(self.world.direction_of(degrees(atan2(to_x - x, to_y - y)) % 360.0)))

    def drag(self, tool: str, pointer: Pointer) -> None:
        """Nothing in adventure mode."""
        if self.player is None:
            super().drag(tool, pointer)

    def release(self, tool: str, pointer: Pointer) -> None:
        """Nothing in adventure mode."""
        if self.player is None:
            super().release(tool, pointer)

    def arrived_at(self, player: Player, before: int, *, warped: bool) -> None:
        """The player has made a move: mark the patch, take the key that lies there, say what is new.

        Args:
            player: who came.
            before: from where.
            warped: whether it was by a warp.
        """
        patch, floor = player.patch, self.map.floor_at(player.patch)
        old = self.map.floor_at(before)
        self.visited[patch] = True
        self.said = ""
        if warped:
            self.said = "Up or down the stairs" if self.map.warps[before].stairs else "Through the warp"
        if floor is not None and (old is None or old.name != floor.name):
            self.said = f"{self.said}: you come to {floor.name}" if self.said else f"You come to {floor.name}"
        self._take_key(player)
        if patch == self.map.goal:
            self.said = f"G is reached after {player.steps} steps"

    def _take_key(self, player: Player) -> None:
        if self.map.keys[player.patch]:
            self.map.set_key(player.patch, False)
            self.taken.append(player.patch)
            player.keys += 1
            self.said = "You pick up a key"
            self.follow()

    # --- time ------------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """The player is carried on; outside adventure mode the search is shown."""
        if self.player is None:
            super().tick()
        else:
            self.follow()
            self.player.step()

    def active(self) -> bool:
        """In adventure mode while the player is carried."""
        searching = super().active()
        return searching if self.player is None else self.player.onward() >= 0

    @property
    def ended(self) -> bool:
        """Whether the run is over; an adventure goes on as long as somebody presses keys."""
        return self.player is None and super().ended

    def follow(self) -> None:
        """Take note that the map or the rules have changed; the player stays where it is."""
        old = self._followed
        super().follow()
        if old is not None and self.player is not None:
            self._number_anew(self.player, old)

    def _number_anew(self, player: Player, old: Search) -> None:
        new = self.search
        if new is not old:
            state = new.state_of(old, player.state)
            if state != player.state:
                player.state, player.ride = state, (state,)

    # --- what is told ----------------------------------------------------------------------------------------------

    @property
    def news_of_adventure(self) -> str:
        """Where the player is and what happened, or empty."""
        player = self.player
        if player is None:
            return ""
        floor = self.map.floor_at(player.patch)
        parts = [] if floor is None else [floor.name]
        parts.append(f"{player.steps} step{'s' * (player.steps != 1)}")
        if player.keys:
            parts.append(f"{player.keys} key{'s' * (player.keys != 1)}")
        said = self.said
        if player.lap:
            said = "Once round, and nothing stops you here: go on by a key, undo, or leave by Esc"
        elif not said and player.patch in self.map.warps and player.onward() < 0:
            warp = self.map.warps[player.patch]
            if self.map.warp_works(player.patch):
                said = f"{'Stairs' if warp.stairs else 'A warp'}: Enter takes {'them' if warp.stairs else 'it'}"
        elif not said and not player.steps:
            said = f"You are at S {self.place(player.patch)}; the keys walk, Esc leaves"
        return " · ".join([*parts, *([said] if said else [])])

    def _way_said(self, player: Player) -> str:
        here = f"You are at {self.place(player.patch)}"
        if self.map.goal is None:
            return f"{here}; there is no G"
        far = float(self.search.to_goal[player.state])
        return f"{here}; G is {far:.2f} away".replace(".00 ", " ") if np.isfinite(far) else f"{here}; no way leads to G"

    # --- what is seen ----------------------------------------------------------------------------------------------

    @property
    def unseen(self) -> NDArray[np.bool_] | None:
        """Which patches the dark hides from the player, (size,); None if it hides nothing.

        One on a dark patch sees as far as the next patch; anybody else sees all but dark patches further away.
        """
        if self.player is None:
            return None
        dark = self.map.kind == DARK
        if not dark.any():
            return None
        hidden = np.ones(self.world.size, dtype=bool) if dark[self.player.patch] else dark
        hidden[[self.player.patch, *self.world.neighbors_of(self.player.patch)]] = False
        return hidden

    def sees(self, patch: int) -> bool:
        """Whether what lies on a patch may be told."""
        hidden = self.unseen
        return hidden is None or not hidden[patch]

    def show_adventure(self, view: View, overlays: frozenset[str]) -> None:
        """Put into the picture what only adventure mode shows, and take out what nobody sees there."""
        if self.player is not None:
            adventure_view(self, self.player, view, overlays)

    # --- undo, files -----------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Where the player is, and what became of the map."""
        player = self.player
        kept = None if player is None else [player.state, player.heading, player.keys, player.steps, player.lap]
        return super().state() | {
            "player": kept,
            "ride": [] if player is None else list(player.ride),
            "visited": self.visited.copy(),
            "taken": list(self.taken),
            "opened": [list(edge) for edge in self.opened],
            "guided": self.guided,
            "said": self.said,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Put all of it back."""
        if self.player is not None:
            self.player.die()
            self.player = None
        super().restore(state)
        self.visited = state["visited"].copy()
        self.taken, self.opened = list(state["taken"]), [list(edge) for edge in state["opened"]]
        self.guided, self.said = state["guided"], state["said"]
        if state["player"] is not None:
            at, heading, keys, steps, lap = state["player"]
            self.player = player = self.player_breed(self, 0)
            player.state, player.heading, player.keys, player.steps, player.lap = at, heading, keys, steps, lap
            player.ride = tuple(state["ride"])
        self.running = self.active()
