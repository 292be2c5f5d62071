"""Adventure mode: a person walks the map by keys."""

from __future__ import annotations

from models.routes_search import Searching
from patchwalk.declarations import KeyMode
from patchwalk.view import View

KEY_MODES: tuple[KeyMode, ...] = ()


class Adventure(Searching):
    """A map that is walked by keys."""

    def show_adventure(self, view: View, overlays: frozenset[str]) -> None:
        """Put into the picture what only adventure mode shows."""
