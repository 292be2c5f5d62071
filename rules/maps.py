"""Maps to find ways on: what lies on the patches and edges of a world, how it is edited, and what is refused.

The rules, the same for search, display and walking, stand in `rules.moves`. Every edit either succeeds and says whether
anything is different now, or raises `MapError` and changes nothing.
"""

from __future__ import annotations

from operator import index
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from patchwalk.world import World
from rules.map_codes import (
    ARROW,
    COLORS,
    DARK,
    DOOR,
    EDGE_KINDS,
    FLOOR,
    ICE,
    IN,
    LOCKED,
    LONGEST_NAME,
    OPEN,
    OUT,
    SOLID,
    TURNED,
    WALL,
    Floor,
    MapError,
    Warp,
)
from rules.map_layers import MapLayers

__all__ = [
    "ARROW",
    "DARK",
    "DOOR",
    "FLOOR",
    "ICE",
    "IN",
    "LOCKED",
    "OPEN",
    "OUT",
    "SOLID",
    "WALL",
    "Floor",
    "Map",
    "MapError",
    "Warp",
]


class Map(MapLayers):
    """A map on a square or hex world; see `MapLayers` for what it holds."""

    @classmethod
    def from_solid(cls, world: World, solid: ArrayLike) -> Self:
        """A map of floor and solid patches.

        Args:
            world: where they lie.
            solid: bool (height, width), row 0 being y = 0; or flat.

        Raises:
            MapError: the shape is another one, or nothing is floor.
        """
        made = cls(world)
        made.fill(kind=np.where(np.asarray(solid, dtype=bool), SOLID, FLOOR))
        made.version = 0
        return made

    # --- patches ---------------------------------------------------------------------------------------------------

    def fill(
        self,
        kind: ArrayLike | None = None,
        color: ArrayLike | None = None,
        no_entry: ArrayLike | None = None,
        keys: ArrayLike | None = None,
    ) -> bool:
        """Set whole layers at once; those left out stay.

        Args:
            kind: codes of kinds, (height, width) with row 0 being y = 0, or flat; so are the others.
            color: 0 to 8.
            no_entry: bool.
            keys: bool.

        Raises:
            MapError: a shape or a code is wrong, S or G would be solid, or no floor would be left.
        """
        given = {"kind": kind, "color": color, "no_entry": no_entry, "keys": keys}
        new = {name: self._checked_layer(name, values) for name, values in given.items() if values is not None}
        if kind is not None:
            solid = new["kind"] == SOLID
            for flag, patch in (("S", self.start), ("G", self.goal)):
                if patch is not None and solid[patch]:
                    raise self._no_solid_under(flag, patch)
            if solid.all():
                raise MapError("a map needs a patch of floor, and all of these are solid: leave one that is not")
        if all(np.array_equal(self._layers[name], values) for name, values in new.items()):
            return False
        for name, values in new.items():
            self._layers[name][...] = values
        return self._changed()

    def set_kind(self, patch: int, kind: int) -> bool:
        """Make a patch FLOOR, SOLID, ICE, DARK, or ARROW + a direction of the world.

        Raises:
            MapError: there is no such patch or kind, or it cannot be solid: S or G is there, or it is the last floor.
        """
        patch, kind = self._patch(patch), index(kind)
        if not self._is_kind(np.array(kind)):
            raise MapError(f"kind {kind} at {self.at(patch)}: {self._kinds_said()}")
        if kind == SOLID:
            for flag, place in (("S", self.start), ("G", self.goal)):
                if patch == place:
                    raise self._no_solid_under(flag, patch)
            if self.kind[patch] != SOLID and np.count_nonzero(self.kind != SOLID) == 1:
                raise MapError(f"{self.at(patch)} is the last patch that is not solid: a map needs one")
        return self._put("kind", patch, kind)

    def set_color(self, patch: int, color: int) -> bool:
        """Paint a patch in a colour from 1 to 8; 0 takes the colour away.

        Raises:
            MapError: there is no such patch or colour.
        """
        patch, color = self._patch(patch), index(color)
        if not 0 <= color <= COLORS:
            raise MapError(f"color {color} at {self.at(patch)}: colors are 1 to {COLORS}, and 0 for none")
        return self._put("color", patch, color)

    def set_no_entry(self, patch: int, on: bool = True) -> bool:
        """Put a no-entry flag on a patch, or take it away."""
        return self._put("no_entry", self._patch(patch), bool(on))

    def set_key(self, patch: int, on: bool = True) -> bool:
        """Lay a key on a patch, or take it away."""
        return self._put("keys", self._patch(patch), bool(on))

    # --- edges -----------------------------------------------------------------------------------------------------

    def set_edge(self, patch: int, direction: int, kind: int) -> bool:
        """Set the edge across a side of a patch: OPEN, WALL, DOOR, LOCKED, OUT or IN, as seen from this patch.

        Raises:
            MapError: there is no such patch, side or kind.
        """
        patch, direction, kind = self._patch(patch), index(direction), index(kind)
        if direction not in self.world.sides:
            sides = ", ".join(map(str, self.world.sides))
            raise MapError(f"no edge of {self.at(patch)} lies in direction {direction}: there are {sides}")
        if not 0 <= kind < EDGE_KINDS:
            raise MapError(f"edge kind {kind} at {self.at(patch)}: kinds of edges are 0 to {EDGE_KINDS - 1}")
        owner, side, turned = self.edge_owner(patch, direction)
        return self._put("edges", (owner, side), TURNED[kind] if turned else kind)

    # --- warps -----------------------------------------------------------------------------------------------------

    def set_warp(self, source: int, target: int, forced: bool = True, stairs: bool = False) -> bool:
        """Let a warp begin at a patch, in place of the one that began there.

        Raises:
            MapError: an end is off the map, or both are the same patch.
        """
        source, target = self._patch(source), self._patch(target)
        if source == target:
            raise MapError(f"a warp from {self.at(source)} to itself leads nowhere: let it end on another patch")
        warp = Warp(target, bool(forced), bool(stairs))
        if self.warps.get(source) == warp:
            return False
        self.warps[source] = warp
        return self._changed()

    def remove_warp(self, source: int) -> bool:
        """Take away the warp that begins at a patch, if one does."""
        return self.warps.pop(self._patch(source), None) is not None and self._changed()

    def warp_works(self, source: int) -> bool:
        """Whether a warp begins at a patch and its end may be entered."""
        warp = self.warps.get(source)
        return warp is not None and self.kind[warp.target] != SOLID and not self.no_entry[warp.target]

    def problems(self) -> list[str]:
        """What on the map does nothing, in words: warps whose end cannot be entered, and such from solid patches."""
        said = []
        for source, warp in sorted(self.warps.items()):
            what = f"the warp from {self.at(source)} to {self.at(warp.target)} does nothing"
            if self.kind[source] == SOLID:
                said.append(f"{what}: it begins on a solid patch")
            elif self.kind[warp.target] == SOLID:
                said.append(f"{what}: its end is solid")
            elif self.no_entry[warp.target]:
                said.append(f"{what}: a no-entry flag is at its end")
        return said

    # --- floors ----------------------------------------------------------------------------------------------------

    def set_floor(self, name: str, corner_a: int, corner_b: int, loop: bool = True) -> bool:
        """Name the rectangle between two patches, in place of the floor that had this name.

        Raises:
            MapError: the name is empty or too long, a corner is off the map, or the floor cannot loop: it is one patch,
                another one that loops has patches of it, or on hexes its width is odd.
        """
        if not isinstance(name, str) or not 0 < len(name.strip()) <= LONGEST_NAME:
            raise MapError(f"a floor's name has 1 to {LONGEST_NAME} characters, unlike {name!r}")
        (ax, ay), (bx, by) = (self.world.xy(self._patch(corner)) for corner in (corner_a, corner_b))
        floor = Floor(name.strip(), min(ax, bx), min(ay, by), max(ax, bx), max(ay, by), bool(loop))
        if loop:
            self._check_loop(floor)
        for place, old in enumerate(self.floors):
            if old.name == floor.name:
                if old == floor:
                    return False
                self.floors[place] = floor
                break
        else:
            self.floors.append(floor)
        return self._changed()

    def remove_floor(self, name: str) -> bool:
        """Take away a floor's name, and with it the loop, if there is one of this name."""
        left = [floor for floor in self.floors if floor.name != name]
        if len(left) == len(self.floors):
            return False
        self.floors = left
        return self._changed()

    def _check_loop(self, floor: Floor) -> None:
        where = f"({floor.x0}, {floor.y0}) to ({floor.x1}, {floor.y1})"
        if floor.columns * floor.rows == 1:
            raise MapError(f"the floor {floor.name!r} at ({floor.x0}, {floor.y0}) is one patch: to loop it needs two")
        if self.world.grid == "hex" and floor.columns % 2:
            good = [size for size in (floor.columns - 1, floor.columns + 1) if 2 <= size <= self.world.width]
            raise MapError(
                f"the floor {floor.name!r}, {where}, is {floor.columns} patches wide: on hexes one that loops has an "
                f"even width, since every other column is shifted; take {' or '.join(map(str, good)) or 'a wider map'}"
            )
        for other in self.floors:
            if other.loop and other.name != floor.name and floor.meets(other):
                raise MapError(
                    f"the floor {floor.name!r}, {where}, overlaps {other.name!r}, ({other.x0}, {other.y0}) to "
                    f"({other.x1}, {other.y1}), which loops too: floors that loop lie apart"
                )

    # --- flags and erasing -----------------------------------------------------------------------------------------

    def set_start(self, patch: int | None) -> bool:
        """Move the flag S to a patch, or take it away.

        Raises:
            MapError: there is no such patch, or it is solid.
        """
        return self._set_flag("start", "S", patch)

    def set_goal(self, patch: int | None) -> bool:
        """Move the flag G to a patch, or take it away.

        Raises:
            MapError: there is no such patch, or it is solid.
        """
        return self._set_flag("goal", "G", patch)

    def _set_flag(self, name: str, flag: str, patch: int | None) -> bool:
        if patch is not None and self.kind[patch := self._patch(patch)] == SOLID:
            raise MapError(f"{flag} cannot stand at {self.at(patch)}, which is solid: take a patch that is not")
        if getattr(self, name) == patch:
            return False
        setattr(self, name, patch)
        return self._changed(moves=False)

    def erase(self, patch: int) -> bool:
        """Make a patch plain floor: no colour, flags, key, edges around it, nor warps that begin or end there."""
        patch = self._patch(patch)
        before = self.version
        for name in ("kind", "color", "no_entry", "keys"):
            self._put(name, patch, 0)
        for side in self.world.sides:
            self.set_edge(patch, side, OPEN)
        for source in [source for source, warp in self.warps.items() if patch in (source, warp.target)]:
            self.remove_warp(source)
        if patch == self.start:
            self.set_start(None)
        if patch == self.goal:
            self.set_goal(None)
        return self.version > before

    def remove_flags(self) -> bool:
        """Take away all flags: S, G and every no-entry flag."""
        before = self.version
        self.set_start(None)
        self.set_goal(None)
        self.fill(no_entry=np.zeros(self.world.size, dtype=bool))
        return self.version > before

    # --- checks ----------------------------------------------------------------------------------------------------

    def _put(self, name: str, place: Any, value: int) -> bool:
        layer = self._layers[name]
        if layer[place] == value:
            return False
        layer[place] = value
        return self._changed(moves=name not in ("color", "keys"))

    def _patch(self, patch: int) -> int:
        patch = index(patch)
        if not 0 <= patch < self.world.size:
            width, height = self.world.width, self.world.height
            raise MapError(f"patch {patch} is off the map, which has {width} x {height}: 0 to {self.world.size - 1}")
        return patch

    def _checked_layer(self, name: str, values: ArrayLike) -> NDArray[Any]:
        given = np.asarray(values)
        if given.shape not in (self.world.shape, (self.world.size,)):
            raise MapError(f"{name} has the shape {given.shape}, but this map needs {self.world.shape}")
        given = given.reshape(-1)
        good = np.ones(given.shape, dtype=bool)
        said = ""
        if name == "kind":
            good, said = self._is_kind(given), self._kinds_said()
        elif name == "color":
            good, said = (given >= 0) & (given <= COLORS), f"colors are 0 to {COLORS}"
        if not good.all():
            place = int(np.argmin(good))
            raise MapError(f"{name} {given[place]} at {self.at(place)}: {said}")
        return given

    def _is_kind(self, kind: NDArray[Any]) -> NDArray[np.bool_]:
        plain = (kind >= FLOOR) & (kind <= DARK)
        arrow = (kind >= ARROW) & (kind < ARROW + self.world.directions)
        found: NDArray[np.bool_] = (plain | arrow) & (kind % 1 == 0)
        return found

    def _kinds_said(self) -> str:
        return f"kinds are 0 to {DARK}, and {ARROW} to {ARROW + self.world.directions - 1} for arrows"

    def _no_solid_under(self, flag: str, patch: int) -> MapError:
        return MapError(f"{self.at(patch)} cannot be solid, since {flag} stands there: move {flag} first")
