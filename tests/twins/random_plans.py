"""Small random maps with every feature at once: a plan for the slow walker, and the same as a `rules.maps.Map`."""

from dataclasses import dataclass, field
from math import sqrt

from patchwalk.world import make_world
from rules.maps import ARROW, DARK, DOOR, FLOOR, ICE, IN, LOCKED, OUT, SOLID, WALL, Map
from tests.twins import slow_routes
from tests.twins.slow_routes import DIAGONALS, HEX_FLAT_SIDES, SQUARE_SIDES, Plan

EDGES = {"wall": WALL, "door": DOOR, "locked": LOCKED, "out": OUT, "in": IN}
CENTERS = {
    "square": lambda x, y: (x, y),
    "hex": lambda x, y: (x * sqrt(3) / 2, y - x % 2 / 2),  # odd columns half a patch down, y up
}


@dataclass
class Drawn:
    """A plan and what the walker need not know."""

    grid: str
    neighbors: int
    width: int
    height: int
    plan: Plan
    dark: set = field(default_factory=set)
    quiet_floors: list = field(default_factory=list)  # named, but not looping

    def patch(self, xy):
        return xy[1] * self.width + xy[0]

    def xy(self, patch):
        return int(patch) % self.width, int(patch) // self.width

    @property
    def world(self):
        return make_world(self.grid, self.width, self.height, neighbors=self.neighbors)

    @property
    def open_cells(self):
        return [xy for xy, kind in self.plan.kinds.items() if kind != slow_routes.SOLID]

    def map(self):
        """The same in the program's own words."""
        world, plan = self.world, self.plan
        drawn, directions = Map(world), {int(heading): number for number, heading in enumerate(world.headings)}
        codes = {slow_routes.FLOOR: FLOOR, slow_routes.SOLID: SOLID, slow_routes.ICE: ICE}
        codes |= {heading: ARROW + number for heading, number in directions.items()}
        for xy, kind in plan.kinds.items():
            drawn.set_kind(self.patch(xy), DARK if xy in self.dark else codes[kind])
        for xy in plan.no_entry:
            drawn.set_no_entry(self.patch(xy), True)
        for (xy, heading), kind in plan.edges.items():
            drawn.set_edge(self.patch(xy), directions[heading], EDGES[kind])
        for source, (target, forced) in plan.warps.items():
            drawn.set_warp(self.patch(source), self.patch(target), forced=forced)
        floors = [(loop, True) for loop in plan.loops] + [(floor, False) for floor in self.quiet_floors]
        for number, ((x0, y0, x1, y1), loop) in enumerate(floors):
            drawn.set_floor(f"floor {number}", self.patch((x0, y0)), self.patch((x1, y1)), loop=loop)
        return drawn


def draw(luck, grid, neighbors, diagonals, most=9):
    """A random map of up to most x most patches, now and then of a single row or column.

    Args:
        luck: a random.Random.
        grid: "square" or "hex".
        neighbors: 4, 8 or 6.
        diagonals: the rule of the diagonals, for eight neighbours.
        most: the largest width and height.
    """
    width, height = (1 if luck.random() < 0.05 else luck.randint(2, most) for _ in "xy")
    sides = SQUARE_SIDES if grid == "square" else HEX_FLAT_SIDES
    cells = [(x, y) for y in range(height) for x in range(width)]
    plan = Plan(
        kinds=draw_kinds(luck, cells, sides + DIAGONALS if neighbors == 8 else sides),
        center=CENTERS[grid],
        sides=sides,
        diagonals=diagonals if neighbors == 8 else "none",
        doors_open=luck.random() < 0.3,
        loops=draw_loops(luck, width, height, grid == "hex"),
    )
    drawn = Drawn(grid, neighbors, width, height, plan)
    share = luck.choice((0, 0.05, 0.15))
    plan.no_entry = {xy for xy in cells if luck.random() < share}
    draw_edges(luck, plan, cells)
    for _ in range(luck.choice((0, 1, 2, 4, 8))):
        draw_warp(luck, plan, cells)
    drawn.dark = {xy for xy in cells if plan.kinds[xy] == slow_routes.FLOOR and luck.random() < 0.1}
    if luck.random() < 0.3:
        drawn.quiet_floors.append(draw_rectangle(luck, width, height))
    return drawn


def draw_kinds(luck, cells, arrow_headings):
    """A kind a cell, in shares drawn anew for each map; one cell at least is not solid."""
    solid, ice, arrows = luck.choice((0, 0.1, 0.3)), luck.choice((0, 0.2, 0.6)), luck.choice((0, 0.1, 0.3))
    kinds = {}
    for xy in cells:
        arrow = luck.choice(arrow_headings)
        plain = slow_routes.FLOOR, slow_routes.SOLID, slow_routes.ICE
        kinds[xy] = luck.choices((*plain, arrow), (1, solid, ice, arrows))[0]
    if all(kind == slow_routes.SOLID for kind in kinds.values()):
        kinds[luck.choice(cells)] = slow_routes.FLOOR
    return kinds


def draw_edges(luck, plan, cells):
    """Edges of every kind, named from either side, those at the rim too."""
    share = luck.choice((0, 0.05, 0.2))
    for xy in cells:
        for heading in plan.sides:
            other = plan.ahead(xy, heading), slow_routes.back(heading)
            if luck.random() < share and other not in plan.edges:
                plan.edges[xy, heading] = luck.choice(tuple(EDGES))


def draw_warp(luck, plan, cells):
    """A warp from anywhere to anywhere else, every second one to where another begins."""
    source = luck.choice(cells)
    targets = [xy for xy in (list(plan.warps) if luck.random() < 0.5 else cells) if xy != source]
    if targets:
        plan.warps[source] = luck.choice(targets), luck.random() < 0.5


def draw_rectangle(luck, width, height):
    x0, x1 = sorted((luck.randrange(width), luck.randrange(width)))
    y0, y1 = sorted((luck.randrange(height), luck.randrange(height)))
    return x0, y0, x1, y1


def draw_loops(luck, width, height, is_hex):
    """Loop floors that do not overlap, of two patches or more; on hexes of an even width."""
    wished = [draw_rectangle(luck, width, height) for _ in range(luck.choice((0, 0, 1, 2, 3)))]
    if luck.random() < 0.2:
        wished.insert(0, (0, 0, width - 1, height - 1))
    taken, loops = set(), []
    for x0, y0, x1, y1 in wished:
        patches = {(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)}
        fits = len(patches) > 1 and not (is_hex and (x1 - x0) % 2 == 0)
        if fits and not patches & taken:
            loops.append((x0, y0, x1, y1))
            taken |= patches
    return loops
