"""The editor: what the pointer does to the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from string import ascii_uppercase
from typing import Any, Literal

from patchwalk.declarations import LOOK, Button, Pointer, Tool
from patchwalk.model import WorldModel
from rules.maps import ARROW, DARK, DOOR, FLOOR, ICE, LOCKED, OPEN, OUT, SOLID, WALL, Floor, Map, MapError
from rules.strokes import edges_between, lane_to

Color = Literal["red", "orange", "yellow", "green", "teal", "blue", "violet", "pink"]
COLOR_NAMES: tuple[Color, ...] = ("red", "orange", "yellow", "green", "teal", "blue", "violet", "pink")

TOOLS: tuple[Tool, ...] = (
    LOOK,
    Tool("floor", "Floor", "1", gesture="paint", help="Floor: drag over what is to be plain again"),
    Tool("solid", "Solid", "2", gesture="paint", help="Solid: drag to paint; begun on a solid patch it clears"),
    Tool("wall", "Wall", "3", gesture="edge", help="Wall on an edge: click near it, or drag along; again removes it"),
    Tool("door", "Door", "4", gesture="edge", help="Door on an edge: click near it; again removes it"),
    Tool("locked", "Locked door", "d", gesture="edge", help="Locked door: a key opens it in adventure mode"),
    Tool("one-way-edge", "One-way edge", "u", gesture="edge", help="One-way edge: click in the patch one may leave"),
    Tool("one-way", "One-way floor", "5", gesture="direction", help="One-way floor: drag to where it leads"),
    Tool("ice", "Ice", "6", gesture="paint", help="Ice: one slides over it until something stops"),
    Tool("dark", "Dark", "7", gesture="paint", help="Dark floor: in adventure mode one sees no farther than a patch"),
    Tool("color", "Colour", "c", gesture="paint", help="Colour: paint floor in the colour chosen under Colour"),
    Tool("warp", "Warp", "8", gesture="link", help="Warp: press where it begins, let go where it ends"),
    Tool("loop", "Loop floor", "9", gesture="rectangle", help="Loop floor: drag a rectangle; click it to change it"),
    Tool("no-entry", "No entry", "0", gesture="paint", help="No-entry flag: nobody may enter"),
    Tool("key", "Key", "k", gesture="paint", help="Key: opens one locked door in adventure mode"),
    Tool("start", "Start S", "i", gesture="paint", help="Start S: also Shift-click with any tool, again removes it"),
    Tool("goal", "Goal G", "o", gesture="paint", help="Goal G: also Alt-click with any tool, again removes it"),
    Tool("erase", "Eraser", "x", icon="erase", gesture="paint", help="Eraser: takes all from a patch"),
)

TOOL_BUTTONS = (
    Button("remove_flags", "Remove all flags", "r", icon="unflag", help="Take away S, G and all no-entry flags"),
)

EDGES = {"wall": WALL, "door": DOOR, "locked": LOCKED, "one-way-edge": OUT}
KINDS = {"floor": FLOOR, "solid": SOLID, "ice": ICE, "dark": DARK}
FLAGS = {"start": "S", "goal": "G"}
SECOND = 2  # the right button, or a long press: takes away what the tool puts


@dataclass(slots=True)
class Stroke:
    """What goes on between press and release.

    Attributes:
        act: what it does at the patch it comes to.
        start: where it began.
        at: where the pointer was last, in patch units.
        problems: what did nothing on the map before.
        edge: the heading across the first edge, for strokes along edges.
        kind: what such strokes set.
    """

    act: Callable[[int], object] | None
    start: int
    at: tuple[float, float]
    problems: list[str]
    edge: float = 0.0
    kind: int = OPEN


class Tools(WorldModel):
    """A map that is drawn with the pointer.

    A press, with all that follows until the release, is one thing that is done, and is undone at once. What is refused
    is said and changes nothing.

    Attributes:
        map: what is drawn.
    """

    map: Map

    # Both are forgotten when something is undone, so they are no part of the state.
    _stroke: Stroke | None = None
    _warp_from: int = -1

    def press(self, tool: str, pointer: Pointer) -> None:
        """Begin a stroke: set or remove what the tool puts; those with two ends wait for the release."""
        self.notice = ""
        patch, waiting = pointer.patch, self._warp_from
        self._stroke = None
        self._warp_from = waiting if tool == "warp" else -1
        if patch < 0 or pointer.button not in (0, SECOND):
            return
        stroke = self._stroke = Stroke(None, patch, (pointer.x, pointer.y), self.map.problems())
        flag = self._flag_of(tool, pointer)
        if flag:
            self._press_flag(flag, patch, pointer)
        elif tool in EDGES:
            self._press_edge(EDGES[tool], pointer)
        else:
            stroke.act = self._painting(tool, patch, pointer.button == SECOND)
            if stroke.act is not None:
                self._act(patch)

    def drag(self, tool: str, pointer: Pointer) -> None:
        """Go on with the stroke on all patches, or edges, that were passed."""
        stroke = self._stroke
        if stroke is None:
            return
        if stroke.act is not None:
            for patch in pointer.path:
                self._act(patch)
        elif tool in EDGES:
            self._drag_edge(stroke, (pointer.x, pointer.y))

    def release(self, tool: str, pointer: Pointer) -> None:
        """End the stroke; tools with two ends act now."""
        stroke, self._stroke = self._stroke, None
        if stroke is None or stroke.act is not None or tool not in ("one-way", "warp", "loop"):
            return
        second = pointer.button == SECOND
        if tool == "one-way":
            self._try(lambda: self._lay_lane(stroke.start, pointer, second), stroke)
        elif pointer.patch < 0:
            self.notice = "That is off the map: let go on a patch of it"
        elif tool == "warp":
            self._try(lambda: self._join(stroke.start, pointer.patch, second), stroke)
        else:
            self._try(lambda: self._frame(stroke.start, pointer.patch, second), stroke)

    def remove_flags(self) -> None:
        """Take away S, G and all no-entry flags."""
        if not self.map.remove_flags():
            self.notice = "There are no flags on this map"

    def restore(self, state: Mapping[str, Any]) -> None:
        """Put back a state; a stroke that goes on is forgotten."""
        self._stroke, self._warp_from = None, -1
        super().restore(state)

    # --- what all have ---------------------------------------------------------------------------------------------

    def _act(self, patch: int) -> None:
        stroke = self._stroke
        if stroke is not None and stroke.act is not None:
            act = stroke.act
            self._try(lambda: act(patch), stroke)

    def _try(self, edit: Callable[[], object], stroke: Stroke) -> None:
        """Edit the map; what is refused, and what does nothing now, is said."""
        before = self.map.version
        try:
            edit()
        except MapError as refusal:
            said = str(refusal)
            self.notice = said[:1].upper() + said[1:]
            return
        if self.map.version != before:
            new = [problem for problem in self.map.problems() if problem not in stroke.problems]
            if new:
                self.notice = new[0][:1].upper() + new[0][1:]

    # --- S and G ---------------------------------------------------------------------------------------------------

    def _flag_of(self, tool: str, pointer: Pointer) -> str:
        """Which flag a press is about: Shift is for S and Alt for G, whatever the tool."""
        if pointer.button == 0 and pointer.shift:
            return "start"
        if pointer.button == 0 and pointer.alt:
            return "goal"
        return tool if tool in FLAGS else ""

    def _press_flag(self, flag: str, patch: int, pointer: Pointer) -> None:
        stroke = self._stroke
        put = self.map.set_start if flag == "start" else self.map.set_goal
        away = pointer.shift or pointer.alt or pointer.button == SECOND
        if stroke is None:
            return
        stroke.act = put
        if away and patch == getattr(self.map, flag):
            self._try(lambda: put(None), stroke)
        elif pointer.button == 0:
            self._act(patch)
        else:
            self._stroke = None

    # --- paint -----------------------------------------------------------------------------------------------------

    def _painting(self, tool: str, patch: int, second: bool) -> Callable[[int], object] | None:
        """What a stroke of paint does to each patch; None if the tool is no paint."""
        drawn = self.map
        if tool in KINDS:
            kind = KINDS[tool]
            clears = second or (kind != FLOOR and drawn.kind[patch] == kind)
            return lambda passed: drawn.set_kind(passed, FLOOR if clears else kind)
        if tool == "color":
            color = COLOR_NAMES.index(self.parameters["color"]) + 1
            clears = second or drawn.color[patch] == color
            return lambda passed: drawn.set_color(passed, 0 if clears else color)
        if tool == "no-entry":
            puts = not (second or drawn.no_entry[patch])
            return lambda passed: drawn.set_no_entry(passed, puts)
        if tool == "key":
            puts = not (second or drawn.keys[patch])
            return lambda passed: drawn.set_key(passed, puts)
        return drawn.erase if tool == "erase" else None

    # --- edges -----------------------------------------------------------------------------------------------------

    def _press_edge(self, kind: int, pointer: Pointer) -> None:
        stroke, edge = self._stroke, pointer.edge
        if stroke is None or edge is None or edge[1] not in self.world.sides:
            self._stroke = None
            return
        stroke.edge = self.world.heading_of(edge[1])
        stroke.kind = OPEN if pointer.button == SECOND or self.map.edge(*edge) == kind else kind
        self._try(lambda: self.map.set_edge(*edge, stroke.kind), stroke)

    def _drag_edge(self, stroke: Stroke, point: tuple[float, float]) -> None:
        begin, stroke.at = stroke.at, point
        for patch, side in edges_between(self.world, begin, point):
            patch, side = self._seen_from(patch, side, stroke.edge)
            self.map.set_edge(patch, side, stroke.kind)

    def _seen_from(self, patch: int, side: int, heading: float) -> tuple[int, int]:
        """An edge as the one of its two patches sees it from where it lies more nearly in a heading."""
        turned = abs((self.world.heading_of(side) - heading + 180.0) % 360.0 - 180.0)
        beyond = self.world.neighbor(patch, side)
        return (beyond, self.world.opposite(side)) if turned > 90.0 and beyond >= 0 else (patch, side)

    # --- tools with two ends ---------------------------------------------------------------------------------------

    def _lay_lane(self, start: int, pointer: Pointer, second: bool) -> None:
        """One-way floor from a patch towards the release; a click alone turns the arrow there by one direction."""
        kind = int(self.map.kind[start])
        if second:
            self.map.set_kind(start, FLOOR if kind >= ARROW else kind)
        elif pointer.patch == start:
            turned = kind + 1 if kind >= ARROW else ARROW
            self.map.set_kind(start, turned if turned < ARROW + self.world.directions else FLOOR)
            self.notice = "Click again to turn it, or drag to where it is to lead"
        else:
            direction, lane = lane_to(self.world, start, (pointer.x, pointer.y))
            for patch in lane:
                self.map.set_kind(patch, ARROW + direction)

    def _join(self, start: int, end: int, second: bool) -> None:
        """A warp from a patch to another one, by a stroke or by two clicks; a click on one changes its kind."""
        waiting, self._warp_from = self._warp_from, -1
        if second:
            self.map.remove_warp(start)
        elif start != end:
            self._warp(start, end)
        elif waiting >= 0 and waiting != end:
            self._warp(waiting, end)
        elif start in self.map.warps:
            self._change_warp(start)
        else:
            self._warp_from = start
            self.map.set_warp(start, end)

    def _warp(self, source: int, target: int) -> None:
        self.map.set_warp(source, target)
        ends = f"from {self.map.at(source)} to {self.map.at(target)}"
        self.notice = f"A forced warp leads {ends}; click where it begins to make it optional, or stairs"

    def _change_warp(self, source: int) -> None:
        """Forced, optional, forced stairs, optional stairs, and forced again."""
        warp = self.map.warps[source]
        stairs = warp.stairs if warp.forced else not warp.stairs
        self.map.set_warp(source, warp.target, not warp.forced, stairs)
        what = "stairs" if stairs else "warp"
        self.notice = f"The {what} from {self.map.at(source)} is {'optional' if warp.forced else 'forced'} now"

    def _frame(self, start: int, end: int, second: bool) -> None:
        """A floor that loops, between two corners; a click on a floor renames it, stops its loop, or removes it."""
        floor = self.map.floor_at(start)
        name = str(self.parameters.get("floor_name", "")).strip()  # other models let floors be A, B, C, …
        if second:
            if floor is not None:
                self.map.remove_floor(floor.name)
        elif start != end or floor is None:
            name = self._next_name(name)
            self.map.set_floor(name, start, end)
            self.notice = f"The floor {name} loops; click on it to change that"
        elif name and name != floor.name:
            self._rename(floor, name)
        elif floor.loop:
            self._set_floor(floor, floor.name, loop=False)
            self.notice = f"The floor {floor.name} loops no more; click again to take its name away"
        else:
            self.map.remove_floor(floor.name)

    def _rename(self, floor: Floor, name: str) -> None:
        if name in {other.name for other in self.map.floors}:
            raise MapError(f"another floor is called {name!r} already: choose another name under Floor name")
        self.map.remove_floor(floor.name)
        self._set_floor(floor, name, loop=floor.loop)

    def _set_floor(self, floor: Floor, name: str, *, loop: bool) -> None:
        corners = self.world.patch(floor.x0, floor.y0), self.world.patch(floor.x1, floor.y1)
        self.map.set_floor(name, *corners, loop=loop)

    def _next_name(self, wanted: str) -> str:
        """The name that is wanted, or with a number the first that no floor has; else A, B, C, …, then A2, B2, …."""
        taken = {floor.name for floor in self.map.floors}
        names = (ascii_uppercase[k % 26] + (str(k // 26 + 1) if k >= 26 else "") for k in count())
        if wanted:
            names = (wanted if k == 1 else f"{wanted} {k}" for k in count(1))
        return next(name for name in names if name not in taken)
