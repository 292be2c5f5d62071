"""What the page offers for a maze: colours, tools, buttons, monitors, the plot; and how a maze becomes a view."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from patchwalk.declarations import LOOK, Button, Monitor, Overlay, Pen, Plot, Preset, Tool
from patchwalk.view import SHAPES, Palette, Swatch, Turtles, View
from rules.flooding import WATER

if TYPE_CHECKING:
    from models.maze import MazeModel

PALETTE = Palette(
    (
        Swatch("wall", "wall", "#171C1B", "#060908"),
        Swatch("corridor", "corridor", "#FFFFFF", "#D8DEDA"),
        Swatch("trail", "on the stack", "#F3DDA6", "#D9B86A"),
        Swatch("water", "water", "#2272C3", "#2569B3"),
        Swatch("water-front", "", "#8CC4F2", "#79B4E6"),
        Swatch("blood", "blood", "#B3202C", "#A8202B"),
        Swatch("blood-front", "", "#EC8E92", "#DE7F84"),
        Swatch("turtle", "turtle", "#F08A1D", "#F08A1D"),
        Swatch("way", "", "#C2410C", "#FFA766"),
    )
)
CODES = PALETTE.codes()
# Code of a patch by its liquid (0 dry, 1 water, 2 blood); higher than those of wall, corridor and trail.
LIQUID_CODES = np.array([0, CODES["water"], CODES["blood"]], dtype=np.uint8)

TOOLS = (
    LOOK,
    Tool("water", "Water", "w", icon="drop", gesture="hold", color="water", runs=True, help="Pour water while pressed"),
    Tool("blood", "Blood", "b", icon="drop", gesture="hold", color="blood", runs=True, help="Pour blood while pressed"),
    Tool("way", "Way", "y", icon="way", help="Click two patches of the corridors to see the way between them"),
    Tool("place", "Turtle", "p", icon="turtle", help="Put the first turtle here, before the first tick"),
)

BUTTONS = (
    Button(
        "make_maze", "Make maze", "m", kind="long", icon="maze", setup=True, help="Set up anew and carve to the end"
    ),
    Button("pour_at_random", "Pour at random", "x", icon="dice", runs=True, help="Pour on a random dry corridor patch"),
    Button("dry", "Dry", "d", icon="dry", help="Make everything dry"),
)

OVERLAYS = (Overlay("trails", "Trails", "r", on=True, help="Tint the rooms on the turtles' stacks"),)

PRESETS = (
    Preset("The assignment", {"grid": "square", "width": 101, "height": 101, "turtles": 1, "curviness": 50}),
    Preset("To the world's edge", {"grid": "square", "width": 101, "height": 101, "outer_wall": False}),
    Preset("Many turtles", {"grid": "square", "width": 101, "height": 101, "turtles": 16, "curviness": 72}),
    Preset("Long corridors", {"grid": "square", "width": 101, "height": 101, "turtles": 4, "curviness": 96}),
    Preset("Hexes", {"grid": "hex", "width": 101, "height": 100, "turtles": 6, "curviness": 60}),
)

MONITORS = (
    Monitor("ticks", "Ticks", lambda m: m.ticks),
    Monitor("turtles", "Turtles alive", lambda m: len(m.living), unit=lambda m: f"of {len(m.carvers)}"),
    Monitor(
        "rooms", "Rooms carved", lambda m: m.rooms_carved, unit=lambda m: f"of {m.rooms.count:,}".replace(",", "\u202f")
    ),
    Monitor("depth", "Stack depth", lambda m: m.depths[-1], unit=lambda m: f"deepest {m.deepest}"),
    Monitor("dead_ends", "Dead ends", lambda m: 100 * m.statistics().dead_ends, digits=1, unit="%"),
    Monitor("corridor", "Mean corridor", lambda m: m.statistics().mean_corridor, digits=2, unit="rooms"),
    Monitor("wet", "Wet", lambda m: 100 * m.flood.wet_count / np.count_nonzero(m.corridor), digits=1, unit="%"),
    Monitor("front", "Front", lambda m: len(m.flood.front) if m.flood.can_spread() else 0, unit="patches"),
)

PLOTS = (
    Plot(
        "stack_depth",
        "Stack depth",
        unit="rooms",
        pens=(Pen("deepest turtle", lambda m: m.depths[-1]),),
        history=lambda m: [m.depths[: m.ticks + 1]],
    ),
)


def spaced(number: int) -> str:
    """A number with thin spaces between thousands."""
    return f"{number:,}".replace(",", "\u202f")


def maze_view(model: MazeModel, overlays: frozenset[str]) -> View:
    """A maze as a view: whole arrays are looked up and added to, so that a million patches take a millisecond."""
    codes = model.corridor.view(np.uint8).copy()
    flat = codes.reshape(-1)
    if "trails" in overlays:
        for carver in model.living:
            flat[stack_patches(model, carver)] = CODES["trail"]
    if model.flood.wet_count:
        np.maximum(codes, LIQUID_CODES[model.flood.liquid], out=codes)
        for ring in model.flood.recent:
            flat[ring] += 1
    view = View(codes=codes, turtles=turtles_of(model, model.living, CODES["turtle"]))
    model.show_way(view)
    return view


def stack_patches(model: MazeModel, carver: Any) -> NDArray[np.int32]:
    """The rooms on a carver's stack, the one where it stands, and the links between them."""
    # An array of Python's own takes a long list in a third of the time that numpy needs.
    way = array("i", carver.stack)
    way.append(carver.patch)
    rooms = np.frombuffer(way, dtype=np.int32)
    entered = model.carving.entered[rooms[1:]]
    back_to_link = np.array(model.rooms.link_step, dtype=np.int32) - np.array(model.rooms.room_step, dtype=np.int32)
    return np.concatenate([rooms, rooms[1:] + back_to_link[entered]])


def turtles_of(model: Any, turtles: list[Any], color: int) -> Turtles:
    """Turtles as the board wants them."""
    patches = np.array([turtle.patch for turtle in turtles], dtype=np.int64)
    x, y = model.world.center(patches)
    return Turtles(
        id=np.array([turtle.unique_id for turtle in turtles], dtype=np.int32),
        x=np.asarray(x, dtype=np.float32),
        y=np.asarray(y, dtype=np.float32),
        heading=np.array([turtle.heading for turtle in turtles], dtype=np.float32),
        shape=np.array([SHAPES.index(turtle.shape) for turtle in turtles], dtype=np.uint8),
        color=np.full(len(turtles), color, dtype=np.uint8),
    )


def kind_of(model: MazeModel, patch: int) -> str:
    """Wall, corridor, water or blood."""
    liquid = int(model.flood.liquid.flat[patch])
    if liquid:
        return "water" if liquid == WATER else "blood"
    return "corridor" if model.corridor.flat[patch] else "wall"


def known_about(model: MazeModel, patch: int) -> list[tuple[str, str]]:
    """What is there, who carved it, since when it is wet."""
    rows = [("Patch", model.place(patch)), ("Number", str(patch)), ("Kind", kind_of(model, patch))]
    if model.rooms.is_room[patch]:
        rows[2] = (
            "Kind",
            f"{kind_of(model, patch)}, a room" if model.corridor.flat[patch] else "room, not carved yet",
        )
    if model.rooms.is_room[patch] and model.corridor.flat[patch]:
        rows.append(("Carved by", f"turtle {int(model.carving.tree[patch]) + 1}"))
    arrival = int(model.arrival.flat[patch])
    if arrival >= 0:
        rows.append(("Wet since", f"tick {arrival}"))
    here = [carver for carver in model.living if carver.patch == patch]
    rows += [("Turtle", f"{c.number + 1}, heading {c.heading:g}°, {c.depth} rooms on its stack") for c in here]
    return rows


def news_of(model: MazeModel) -> str:
    """What the turtles and the liquids are doing, in a sentence."""
    if model.pouring and model.running:
        return model.pouring
    if model.living:
        return f"{spaced(model.rooms_carved)} of {spaced(model.rooms.count)} rooms carved"
    if model.flood.can_spread():
        return "The liquid spreads"
    dry = np.any(model.corridor & (model.flood.liquid == 0))
    return "The maze is done: pour water into it" if dry else "Everything is wet"
