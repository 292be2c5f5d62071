"""The editor: what the pointer does to the map."""

from __future__ import annotations

from models.routes_search import Searching
from patchwalk.declarations import LOOK, Tool

TOOLS: tuple[Tool, ...] = (LOOK,)


class Tools(Searching):
    """A map that is drawn with the pointer."""
