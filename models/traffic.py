"""Traffic: many walkers follow their ways, get in each other's way, jam, and find ways round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

import numpy as np

from models import traffic_sliders as say
from models.routes_fit import fitted
from models.traffic_drawing import Drawing
from models.traffic_page import (
    BUTTONS,
    EXPORTS,
    IMPORTS,
    MONITORS,
    OVERLAYS,
    PLOTS,
    PRESETS,
    TOOLS,
    left_out,
)
from models.traffic_palette import PALETTE, RAMP, colors_of
from models.traffic_setup import (
    drawn_values,
    idle_parameters,
    map_of,
    resolved,
    rules_of,
    scenario_of,
    world_of,
)
from models.traffic_view import ground, traffic_view
from models.traffic_words import facts, kind_of, news_of, swept_said
from models.traffic_zones import read_zones, written_zones
from patchwalk.view import Line, View
from rules.maps import Map
from rules.percolation import sweep, threshold
from rules.traffic import Ends, Traffic


class TrafficModel(Drawing):
    """Walkers on a road. See traffic.md for what it is about.

    Attributes:
        traffic: road, rules, walkers and counts; see `rules.traffic`.
        kept_way: what `models.traffic_view` drew last of its way; no part of the state.
    """

    title = "Traffic"
    order = 5
    palette, ramp = PALETTE, RAMP
    buttons, tools, overlays = BUTTONS, TOOLS, OVERLAYS
    monitors, plots, presets = MONITORS, PLOTS, PRESETS
    imports, exports = IMPORTS, EXPORTS
    more_switches = frozenset({"pointy"})
    page_values: ClassVar[Mapping[str, Any]] = {"blocked": "sidestep", "terrain": "random"}

    def __init__(
        self,
        scenario: Annotated[
            Literal["field", "ring", "crossing", "fork", "bml", "door", "open road"], say.SCENARIO
        ] = "field",
        width: Annotated[int | None, say.SIZE] = None,
        height: Annotated[int | None, say.SIZE] = None,
        grid: Literal["square", "hex"] = "square",
        neighbors: Annotated[Literal[4, 8], say.NEIGHBORS] = 4,
        wrap: Annotated[bool, say.WRAP] = False,
        terrain: Annotated[Literal["open", "random", "maze", "drawn"], say.TERRAIN] = "open",
        obstacles: Annotated[float, say.OBSTACLES] = 0.1,
        curviness: Annotated[int, say.CURVINESS] = 50,
        walkers: Annotated[int, say.WALKERS] = 200,
        density: Annotated[float | None, say.DENSITY] = None,
        v_max: Annotated[int, say.V_MAX] = 1,
        slowdown: Annotated[float, say.SLOWDOWN] = 0.0,
        update: Annotated[Literal["parallel", "random sequential", "shuffled"], say.UPDATE] = "parallel",
        blocked: Annotated[Literal["wait", "sidestep", "swap", "reroute"], say.BLOCKED] = "wait",
        friction: Annotated[float, say.FRICTION] = 0.0,
        congestion: Annotated[float, say.CONGESTION] = 0.0,
        targets: Annotated[Literal["strict", "follow"], say.TARGETS] = "strict",
        patience: Annotated[int, say.PATIENCE] = 1,
        memory: Annotated[int, say.MEMORY] = 5,
        demand: Annotated[Literal["destinations", "zones", "exits"], say.DEMAND] = "destinations",
        destinations: Annotated[int, say.DESTINATIONS] = 16,
        rate: Annotated[float, say.RATE] = 0.8,
        alpha: Annotated[float, say.ALPHA] = 1.0,
        beta: Annotated[float, say.BETA] = 1.0,
        streets: Annotated[int | None, say.STREETS] = None,
        green: Annotated[int, say.GREEN] = 10,
        all_red: Annotated[int, say.ALL_RED] = 1,
        opening: Annotated[int, say.OPENING] = 1,
        on_gridlock: Annotated[Literal["stop", "remove"], say.ON_GRIDLOCK] = "stop",
        quiet: Annotated[int, say.QUIET] = 20,
        color: Annotated[Literal["speed", "destination"], say.COLOR] = "speed",
        smooth_ways: Annotated[bool, say.SMOOTH] = False,
        drawing: Annotated[Any, say.DRAWING] = None,
        zones: Annotated[Any, say.ZONES] = None,
        rng: int | None = None,
    ) -> None:
        """Set up: the road, and the walkers on it.

        Args:
            scenario: a free field; ring roads (each row is one); crossing streets with signals; two corridors of
                unequal length; the streets of Biham, Middleton and Levine; a room with a door; an open road.
            width: patches; None for the scenario's own.
            height: patches, likewise; of rings and open roads, how many there are side by side.
            grid: kind of patches, of field and door.
            neighbors: of a square.
            wrap: whether the rims of a field are joined.
            terrain: of a field: open, random obstacles, a carved maze, or a `Map`, of which a copy is taken.
            obstacles: share of the patches that are solid at random.
            curviness: percent, of a carved maze.
            walkers: how many, as far as there is room.
            density: walkers a free patch, instead of `walkers`.
            v_max: the most patches a tick.
            slowdown: chance of going one patch less far.
            update: the rule of a tick; see `rules.traffic_rules`.
            blocked: what one does whose next patch is taken.
            friction: chance that of several who want one patch nobody gets it.
            congestion: how much longer a patch is where somebody always stands.
            targets: whether the next patch must be free when the tick begins.
            patience: ticks that one waits before it takes another way.
            memory: ticks over which crowds are remembered.
            demand: in a field: to destinations again and again; from origins to destinations; or all to the exits.
            destinations: how many there are, unless they are painted.
            rate: walkers that come in a tick, where they come by a demand.
            alpha: chance that one enters an open road when it can.
            beta: chance that one leaves it.
            streets: of a crossing, each way; None for as many as fit well.
            green: ticks.
            all_red: ticks between.
            opening: patches, of the door.
            on_gridlock: what happens when walkers are proved never to move again.
            quiet: ticks without a move after which gridlock is suspected.
            color: what the colour of walkers tells.
            smooth_ways: whether walkers are drawn on the spline of their way.
            drawing: the map for the terrain "drawn", as Tiled JSON; None for an open one.
            zones: origins and destinations painted on a field, as `models.traffic_zones` writes them.
            rng: the seed.
        """
        super().__init__(rng=rng)
        self.kept_way: tuple[Any, tuple[Line, ...], int] | None = None
        if scenario == "field":
            self.world = world_of(self.parameters)
            self.map = map_of(self.parameters, self.rng)
        else:
            self.layout = self.ready_made = scenario_of(self.parameters)
            self.world = self.layout.world
            self.map = Map.from_solid(self.world, ~self.layout.road.free)
        self.origins, self.targets = read_zones(self.parameters["zones"], self.world)
        if scenario == "field":
            self.layout = self.lay_out()
            self.say_blocked_zones()
        self._as_made = self._paved = self.map.version
        road, made = self.layout, rules_of(self.parameters)
        self.begin_crew(Traffic(road.road, made, self.seed, signals=road.signals, at_goal=road.at_goal, ends=road.ends))
        if not self.flows:
            self.set_number()
            if density is not None:
                self._say_number()

    @classmethod
    def resolve(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Fill in sizes; take the world from a given map; refuse what does not go together."""
        cls._check_update(values["update"])
        return resolved(values)

    @classmethod
    def idle(cls, values: Mapping[str, Any]) -> frozenset[str]:
        """Names of parameters that have no effect with these values; the page leaves them out."""
        return idle_parameters(values)

    @classmethod
    def bounds(cls, values: Mapping[str, Any]) -> dict[str, tuple[float, float, float]]:
        """There are at most as many walkers as patches."""
        return {"walkers": (0, min(say.MOST_WALKERS, values["width"] * values["height"]), 1)}

    def unused(self, overlays: frozenset[str]) -> frozenset[str]:
        """What the scenario has no use for, or what is not there now: tools, monitors, plots, colours."""
        return left_out(self, overlays)

    @property
    def precious(self) -> bool:
        """Whether something was drawn."""
        return self.can_draw and (self.map.version != self._as_made or bool(self.origins.any() or self.targets.any()))

    def handed_on(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Painted zones; and the map, if the next terrain is to be "drawn". Both are cut or enlarged to the world."""
        if values["scenario"] != "field":
            return {}
        zones = written_zones(self.world, self.origins, self.targets) if self.has_zones else None
        kept = {} if zones is None else {"zones": zones}
        if values["terrain"] != "drawn" or not self.can_draw:
            return kept
        world = world_of(
            {**values, "width": values["width"] or self.world.width, "height": values["height"] or self.world.height}
        )
        fits = (world.grid, world.width, world.height, world.directions)
        mine = self.map.world
        same = fits == (mine.grid, mine.width, mine.height, mine.directions)
        return kept | drawn_values(self.map if same else fitted(self.map, world))

    # --- time ------------------------------------------------------------------------------------------------------

    def active(self) -> bool:
        """While somebody is on the road, or may come; not when nobody moves any more, and that is to end it."""
        if self.stands_for_good:
            return False
        if self.traffic.state.count:
            return True
        if self.layout.ends is not None:
            return self.traffic.ends is not None and self.traffic.ends.alpha > 0
        return self.flows and float(self.parameters["rate"]) > 0

    def changed(self, name: str) -> None:
        """A live parameter has a new value: it acts at once."""
        if name in ("walkers", "density"):
            if name == "walkers":
                self.parameters["density"] = None  # it counted instead
            if not self.flows:
                self.set_number()
                self._say_number()
            self.traffic.forget_gridlock()
        elif name in ("alpha", "beta") and self.traffic.ends is not None:
            ends = self.traffic.ends
            alpha, beta = float(self.parameters["alpha"]), float(self.parameters["beta"])
            self.traffic.ends = Ends(ends.entries, ends.exits, alpha, beta)
            self._take_rules()
        elif name not in ("color", "smooth_ways", "rate", "on_gridlock"):
            self._take_rules()

    def _say_number(self) -> None:
        """Let the slider say how many there are. At a setup it keeps what is wanted, for a world with more room."""
        self.parameters["walkers"] = self.traffic.state.count

    def _take_rules(self) -> None:
        self._check_update(self.parameters["update"])
        self.traffic.rules = rules_of(self.parameters)
        self.traffic.forget_gridlock()

    def percolation_sweep(self) -> Iterator[float | None]:
        """Fill worlds like this one at random, many times, and see at which density they are spanned."""
        # Its luck is its own, so that the run goes on as if nobody had looked.
        for found in sweep(self.world, np.random.default_rng(self.seed), runs=sweep_runs(self.world.size)):
            self.swept = found
            yield found.progress
        self.notice = swept_said(found, threshold(self.world))

    # --- what is known ---------------------------------------------------------------------------------------------

    @property
    def flux(self) -> float:
        """Patches moved in the last tick, per patch of road."""
        return float(self.traffic.flux)

    @property
    def moved(self) -> int:
        """How many patches all walkers moved in the last tick."""
        return int(self.traffic.moved)

    @property
    def moved_share(self) -> float:
        """The share of the walkers that moved in the last tick, of those who had their turn."""
        return float(self.traffic.moved_share)

    @property
    def mean_speed(self) -> float:
        """Patches a walker moved in the last tick, of those who had their turn."""
        return float(self.traffic.mean_speed)

    @property
    def arrivals(self) -> int:
        """How many arrived in the last tick."""
        return int(self.traffic.arrivals)

    @property
    def gridlock(self) -> str:
        """Empty, "suspected" (nobody moved for some ticks) or "proved" (some can never move again)."""
        return str(self.traffic.gridlock)

    def strip_row(self) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """The middle row of the world as codes, for the picture of space and time."""
        row = self.world.height // 2
        first = row * self.world.width
        here = slice(first, first + self.world.width)
        codes = ground(self, frozenset())[here]
        slots = self.traffic.state.owner[here]
        on = slots >= 0
        codes[on] = colors_of(self, slots[on])
        return codes

    def view(self, overlays: frozenset[str] = frozenset()) -> View:
        """Road, walkers, and what is shown beside them."""
        return traffic_view(self, overlays)

    @property
    def message(self) -> str:
        """Who stands, and whether there is gridlock."""
        return self.notice or self.lately_dissolved or news_of(self)

    def describe(self, patch: int) -> str:
        """Road, block, or a walker."""
        return kind_of(self, patch)

    def inspect(self, patch: int) -> list[tuple[str, str]]:
        """What is there, and who."""
        return facts(self, patch)

    # --- undo, files -----------------------------------------------------------------------------------------------

    def restore(self, state: Mapping[str, Any]) -> None:
        """Put all of it back."""
        self.parameters.update(state["live"])
        self.restore_road(state)
        self.traffic.rules = rules_of(self.parameters)
        if self.traffic.ends is not None:
            self.changed("alpha")
        self.restore_crew(state)
        super().restore(state)


def sweep_runs(size: int) -> int:
    """How many worlds a sweep fills: many small ones, fewer large ones."""
    return int(np.clip(2_000_000 // size, 20, 400))
