"""Zones as a text that setups, links and session files keep: where walkers of a demand come from, and where they go."""

from __future__ import annotations

import json
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from patchwalk.world import World

Flags = NDArray[np.bool_]
KINDS: Final = ("origins", "destinations")


def written_zones(world: World, origins: ArrayLike, destinations: ArrayLike) -> str | None:
    """Zones as a text, a list of [x, y, length] for each kind; None if there are none.

    Args:
        world: in which they are.
        origins: bool (height, width) or flat.
        destinations: likewise.
    """
    found: dict[str, list[list[int]]] = {}
    for kind, layer in zip(KINDS, (origins, destinations), strict=True):
        rows = np.asarray(layer, dtype=bool).reshape(world.shape)
        edges = np.diff(np.pad(rows, ((0, 0), (1, 1))).astype(np.int8), axis=1)
        (y, first), (_, last) = np.nonzero(edges > 0), np.nonzero(edges < 0)
        found[kind] = np.stack([first, y, last - first], axis=1).tolist()
    return json.dumps(found, separators=(",", ":")) if any(found.values()) else None


def parse_zones(text: str) -> str:
    """Check such a text.

    Raises:
        ValueError: it is none.
    """
    try:
        found = json.loads(text)
        good = set(found) == set(KINDS) and all(_is_run(run) for kind in KINDS for run in found[kind])
    except (ValueError, TypeError):
        good = False
    if not good:
        raise ValueError('zones are {"origins": [[x, y, length], ...], "destinations": [...]}, all of it 0 or more')
    return text


def _is_run(run: Any) -> bool:
    return isinstance(run, list) and len(run) == 3 and all(type(number) is int and number >= 0 for number in run)


def read_zones(text: str | None, world: World) -> tuple[Flags, Flags]:
    """Origins and destinations in a world, bool (size,) each; what lies outside of it is left out."""
    layers = np.zeros((2, *world.shape), dtype=bool)
    found = {} if text is None else json.loads(text)
    for kind, layer in zip(KINDS, layers, strict=True):
        for x, y, length in found.get(kind, ()):
            if y < world.height:
                layer[y, x : x + length] = True
    origins, destinations = layers.reshape(2, -1)
    return origins, destinations
