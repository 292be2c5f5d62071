"""What a map holds: layers of patches, edges, warps, named floors, S and G; copied, compared, kept and put back.

`rules.maps.Map` adds the edits and what they refuse.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from patchwalk.world import World, make_world
from rules.map_codes import OPEN, TURNED, WALL, Floor, MapError, Warp

LAYERS = ("kind", "color", "no_entry", "keys")
MOVES = "moves"
Flags = NDArray[np.bool_]
Codes = NDArray[np.uint8]

_TURNED = np.array(TURNED, dtype=np.uint8)


class MapLayers:
    """The data of a map. Arrays and collections are for reading; what changes them are the edits of `Map`.

    Attributes:
        world: where the patches lie; it never wraps.
        kind: uint8 (size,), the kind of each patch, see `rules.map_codes`.
        color: uint8 (size,), 1 to 8, or 0 for none.
        no_entry: bool (size,), where a flag bars entering.
        keys: bool (size,), where a key lies.
        edges: uint8 (size, directions), each edge once. The edge between two patches belongs to the one from which it
            lies in a direction < directions / 2, and is kept as that one sees it; the edge of a patch with nothing
            beyond belongs to this patch. Diagonal directions hold nothing.
        warps: source -> warp.
        floors: the named floors, in the order in which they were made.
        start: the patch with the flag S, or None.
        goal: the patch with the flag G, or None.
        version: rises with each change.
        cache: what others have worked out from this version of the map, by tuples; each change empties it. What begins
            with `MOVES` stays as long as only flags S and G, colours and keys are changed.
    """

    def __init__(self, world: World) -> None:
        """A map that is all floor.

        Args:
            world: of any kind. A wrapped one is turned into the same world without wrapping, all of which is a loop
                floor; if it wraps in one axis only, walls along the rim shut the other one.
        """
        self.world = make_world(world.grid, world.width, world.height, neighbors=world.directions)
        size = world.size
        self._layers: dict[str, NDArray[Any]] = {
            "kind": np.zeros(size, dtype=np.uint8),
            "color": np.zeros(size, dtype=np.uint8),
            "no_entry": np.zeros(size, dtype=bool),
            "keys": np.zeros(size, dtype=bool),
            "edges": np.zeros((size, world.directions), dtype=np.uint8),
        }
        self._show()
        self.warps: dict[int, Warp] = {}
        self.floors: list[Floor] = []
        self.start: int | None = None
        self.goal: int | None = None
        self.version = 0
        self.cache: dict[Any, Any] = {}
        if world.wrap != "none":
            self.floors.append(Floor("world", 0, 0, world.width - 1, world.height - 1, loop=True))
            if world.wrap != "both":
                sides = list(world.sides)
                self._layers["edges"][:, sides] = np.where(world.neighbors[:, sides] < 0, WALL, OPEN)

    def _show(self) -> None:
        """Offer the layers as arrays that cannot be written, so that no change goes by unnoticed."""
        shown = {name: layer.view() for name, layer in self._layers.items()}
        for view in shown.values():
            view.flags.writeable = False
        self.kind: Codes = shown["kind"]
        self.color: Codes = shown["color"]
        self.no_entry: Flags = shown["no_entry"]
        self.keys: Flags = shown["keys"]
        self.edges: Codes = shown["edges"]

    def _changed(self, moves: bool = True) -> bool:
        """Note a change.

        Args:
            moves: whether it may have changed a move; else the moves need not be built anew.
        """
        self.version += 1
        self.cache = {} if moves else {key: made for key, made in self.cache.items() if key[0] == MOVES}
        return True

    # --- edges -----------------------------------------------------------------------------------------------------

    def edge_owner(self, patch: int, direction: int) -> tuple[int, int, bool]:
        """Where the edge across a side of a patch is kept.

        Returns:
            The patch and the direction that hold it in `edges`, and whether it is kept as seen from the other side.
        """
        beyond = self.world.neighbor(patch, direction)
        if beyond < 0 or 2 * direction < self.world.directions:
            return patch, direction, False
        return beyond, self.world.opposite(direction), True

    def edge(self, patch: int, direction: int) -> int:
        """The kind of the edge across a side of a patch, as seen from this patch; OPEN in a diagonal direction."""
        owner, side, turned = self.edge_owner(patch, direction)
        kind = int(self.edges[owner, side])
        return TURNED[kind] if turned else kind

    def edges_seen(self) -> Codes:
        """The kinds of all edges as each patch sees them: uint8 (size, directions)."""
        seen = self.edges.copy()
        if not seen.any():
            return seen
        for side in self.world.sides:
            if 2 * side >= self.world.directions:
                beyond = self.world.neighbors[:, side]
                theirs = _TURNED[self.edges[beyond, self.world.opposite(side)]]
                seen[:, side] = np.where(beyond >= 0, theirs, seen[:, side])
        return seen

    # --- questions -------------------------------------------------------------------------------------------------

    def at(self, patch: int) -> str:
        """A patch as messages name it: "(x, y)"."""
        x, y = self.world.xy(patch)
        return f"({x}, {y})"

    def floor_at(self, patch: int) -> Floor | None:
        """The innermost named floor that a patch is on: the smallest one, of equal ones the newest."""
        x, y = self.world.xy(patch)
        found = [floor for floor in reversed(self.floors) if floor.has(x, y)]
        return min(found, key=lambda floor: floor.columns * floor.rows, default=None)

    # --- kept and put back -----------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """All that the map holds, as copies: arrays by name, and lists and numbers that JSON can hold."""
        kept: dict[str, Any] = {name: layer.copy() for name, layer in self._layers.items()}
        kept["warps"] = [[source, *warp] for source, warp in sorted(self.warps.items())]
        kept["floors"] = [list(floor) for floor in self.floors]
        return kept | {"start": self.start, "goal": self.goal}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take over what `state` gave, of this map or of another one on an equal world.

        Raises:
            MapError: it is of a world of another size or kind.
        """
        for name, layer in self._layers.items():
            if np.shape(state[name]) != layer.shape:
                raise MapError(f"{name} has the shape {np.shape(state[name])}, but this map needs {layer.shape}")
        for name, layer in self._layers.items():
            layer[...] = state[name]
        self.warps = {source: Warp(*warp) for source, *warp in state["warps"]}
        self.floors = [Floor(*floor) for floor in state["floors"]]
        self.start, self.goal = state["start"], state["goal"]
        self._changed()

    def copy(self) -> Self:
        """An equal map with a life of its own."""
        made = type(self)(self.world)
        made.restore(self.state())
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """The same as `copy`: what is cached need not travel."""
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MapLayers) or self.world != other.world:
            return False
        rest = (self.warps, self.floors, self.start, self.goal) == (other.warps, other.floors, other.start, other.goal)
        return rest and all(np.array_equal(layer, other._layers[name]) for name, layer in self._layers.items())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} on {self.world!r}, version {self.version}>"
