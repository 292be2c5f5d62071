"""Routes: draw a map, find the way, walk it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from models.routes_adventure import ADVENTURE_BUTTONS, KEY_MODES, Adventure
from models.routes_fit import fitted
from models.routes_page import BUTTONS, EXPORTS, IMPORTS, MONITORS, OVERLAYS, PALETTE, PLOTS, PRESETS, RAMP
from models.routes_setup import LONGEST_SIDE, drawn_values, map_of, parse_map, resolved, set_places, world_of
from models.routes_tools import TOOL_BUTTONS, TOOLS, Color, Tools
from models.routes_view import routes_view
from models.routes_walk import Walking
from models.routes_words import facts, kind_of, news_of
from patchwalk.parameters import Chooser, Hidden, Slider, Switch, Text
from patchwalk.view import Line, View
from rules.carving import MOST_CARVERS
from rules.map_codes import LONGEST_NAME
from rules.places import parse_place

MOST_EXPLORERS = 200

# Labels and helps of the page; what the values mean stands below, where they are used.
SIDE = Slider(1, LONGEST_SIDE, unit="patches")
NEIGHBORS = Chooser("Neighbours", help="Of a square; a hex has 6")
DIAGONALS = Chooser("Diagonals", live=True, help="Which corners may be passed")
TERRAIN = Chooser("Terrain", parse=parse_map, help="The map at Setup; with drawn it is the one that is there")
OBSTACLES = Slider(0, 0.9, step=0.01, unit="of the patches", help="Share of random obstacles")
CURVINESS = Slider(0, 100, unit="%", ends=("0 twisty", "100 straight"), help="Of a carved maze")
TURTLES = Slider(1, MOST_CARVERS, help="That carve the maze")
EXPLORERS = Slider(1, MOST_EXPLORERS, live=True)
START = Hidden(parse_place, "patch number or x, y of S")
GOAL = Hidden(parse_place, "patch number or x, y of G")
DRAWING = Hidden(parse_map, "a map as Tiled JSON, for the terrain drawn")
DOORS = Switch("Doors open", live=True, help="Locked doors let pass")
CARRY = Switch("One-way floors carry", live=True, help="Who stands on one is moved on by its arrow")
GOAL_RULE = Chooser("Goal on ice", live=True, help="Touch: sliding over G counts; stop: one has to stand there")
COST = Chooser("Diagonals cost", live=True, help="With 1 the way zigzags")
WAY = Chooser("Way drawn as", live=True)
COLOR = Chooser("Colour", live=True, help="What the tool Colour paints with")
FLOOR_NAME = Text("Floor name", longest=LONGEST_NAME, live=True, help="Of the next loop floor; empty: A, B, C, …")


class RoutesModel(Adventure, Tools, Walking):
    """A map, the search for the shortest way on it, and explorers that walk it. See routes.md for what it is about.

    Attributes:
        map: what is drawn; edit it with its own methods, and everything follows.
        explorers: in the order in which they set out.
        kept_lines: what `models.routes_view` drew last; no part of the state.
    """

    title = "Routes"
    order = 4
    palette, ramp = PALETTE, RAMP
    buttons, tools = BUTTONS + ADVENTURE_BUTTONS + TOOL_BUTTONS, TOOLS
    overlays, key_modes = OVERLAYS, KEY_MODES
    monitors, plots, presets = MONITORS, PLOTS, PRESETS
    imports, exports = IMPORTS, EXPORTS
    board_switches = frozenset({"grid"})
    more_switches = frozenset({"pointy"})
    page_values: ClassVar[Mapping[str, Any]] = {"terrain": "example", "explorers": 4}

    def __init__(
        self,
        width: Annotated[int, SIDE] = 41,
        height: Annotated[int, SIDE] = 41,
        grid: Literal["square", "hex"] = "square",
        neighbors: Annotated[Literal[8, 4], NEIGHBORS] = 8,
        diagonals: Annotated[Literal["both sides", "one side", "always", "none"], DIAGONALS] = "both sides",
        terrain: Annotated[Literal["empty", "random", "maze", "example", "drawn"], TERRAIN] = "empty",
        obstacles: Annotated[float, OBSTACLES] = 0.25,
        curviness: Annotated[int, CURVINESS] = 50,
        turtles: Annotated[int, TURTLES] = 1,
        explorers: Annotated[int, EXPLORERS] = 1,
        start: Annotated[Any, START] = None,
        goal: Annotated[Any, GOAL] = None,
        drawing: Annotated[Any, DRAWING] = None,
        doors_open: Annotated[bool, DOORS] = False,
        carry: Annotated[bool, CARRY] = True,
        goal_rule: Annotated[Literal["touch", "stop"], GOAL_RULE] = "touch",
        diagonal_cost: Annotated[Literal["√2", "1"], COST] = "√2",
        way: Annotated[Literal["patches", "line", "curve"], WAY] = "curve",
        color: Annotated[Color, COLOR] = "yellow",
        floor_name: Annotated[str, FLOOR_NAME] = "",
        rng: int | None = None,
    ) -> None:
        """Set up: the map, S and G on it, and the explorers at S.

        Args:
            width: patches; a given map and the example have their own size.
            height: patches.
            grid: kind of patches.
            neighbors: of a square.
            diagonals: which diagonals may be walked; see `rules.moves`.
            terrain: what the map is at first: empty, random obstacles, a carved maze, the example of every feature,
                or a `Map`, of which a copy is taken. (It is then called "drawn", and stands in `drawing`.)
            obstacles: share of the patches that are solid at random.
            curviness: percent, of a carved maze.
            turtles: how many carve it.
            explorers: how many walk from S to G.
            start: S, a patch or (x, y); None for the map's own, or a random one.
            goal: G, likewise.
            drawing: the map for the terrain "drawn", as Tiled JSON; None for an empty one.
            doors_open: whether locked doors let pass.
            carry: whether one-way floors carry walkers.
            goal_rule: whether one has to stand on the goal, or may slide over it.
            diagonal_cost: what a diagonal costs in the search.
            way: how it is drawn.
            color: what the tool for colours paints with.
            floor_name: of the next floor that is drawn; empty for the next letter.
            rng: the seed.
        """
        super().__init__(rng=rng)
        self.explorers = []
        self.map = map_of(self.parameters, self.rng)
        self.world = self.map.world
        self.notice = set_places(self.map, self.parameters, self.rng)
        self.kept_lines: tuple[Any, tuple[Line, ...], int] | None = None
        self._as_made = self.map.version
        self.begin_search()

    @classmethod
    def resolve(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Take size and kind of the world from a given map; refuse what cannot be set up."""
        return resolved(values)

    @classmethod
    def idle(cls, values: Mapping[str, Any]) -> frozenset[str]:
        """Names of parameters that have no effect with these values; the page leaves them out."""
        return frozenset({"neighbors", "diagonals", "diagonal_cost"} if values["grid"] == "hex" else ())

    @property
    def precious(self) -> bool:
        """Whether the map was edited."""
        return self.map.version != self._as_made

    def handed_on(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The map that is there, if the next terrain is to be "drawn"; cut or enlarged to the wanted world."""
        if values["terrain"] != "drawn":
            return {}
        world = world_of(values)
        return drawn_values(self.map if world == self.map.world else fitted(self.map, world))

    @property
    def can_finish(self) -> bool:
        """Always: the wave ends, and so does the way."""
        return True

    @property
    def progress(self) -> float:
        """Share of the rings and of the way that is shown."""
        whole = self.search.last_ring + self.search.steps
        return (self.ring + self.drawn) / whole if whole else 1.0

    def search_again(self) -> None:
        """Show wave, way and explorers once more."""
        self.begin_search()

    # --- what is known ---------------------------------------------------------------------------------------------

    def view(self, overlays: frozenset[str] = frozenset()) -> View:
        """The map, what the search has found of it, and the explorers."""
        return routes_view(self, overlays)

    @property
    def message(self) -> str:
        """What the search and the explorers are doing."""
        return self.notice or self.news_of_adventure or news_of(self)

    def describe(self, patch: int) -> str:
        """Floor, solid, ice, a flag."""
        return kind_of(self, patch) if self.sees(patch) else "too dark to see"

    def inspect(self, patch: int) -> list[tuple[str, str]]:
        """What lies there, and how far it is from S and to G."""
        if not self.sees(patch):
            return [("Patch", self.place(patch)), ("Kind", "too dark to see")]
        return facts(self, patch)
