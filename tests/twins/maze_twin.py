"""A slow twin of the maze and its flood, written from the rules alone: sets and dictionaries of (x, y), no arrays.

Carving: each living turtle makes one move a tick, in order: a step into a fresh room two patches on; else a merge, one
wall opened to a room of another tree; else back to the room it pops, and with nothing to pop it dies. Each step and
each merge is a choice, and choice k of the run uses the k-th of the given lucky numbers.

Flooding: a patch gets wet one tick after the later of its carving and its first wet neighbour.
"""

from dataclasses import dataclass, field

SQUARE = ((0, 1), (1, 0), (0, -1), (-1, 0))
# Columns 1, 3, 5, ... lie half a patch down, so that what is north-east of them stands in the same row.
HEX_EVEN = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1))
HEX_ODD = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0))


def next_cell(grid, cell, direction):
    """The cell next to one, inside the world or not; directions count clockwise from north."""
    x, y = cell
    steps = SQUARE if grid == "square" else HEX_ODD if x % 2 else HEX_EVEN
    dx, dy = steps[direction]
    return x + dx, y + dy


def directions_of(grid):
    return range(4 if grid == "square" else 6)


def rooms_in(grid, width, height, outer_wall):
    """The rooms: every second patch along both axes, inside a closed border (or up to the world's edge)."""
    edge = 1 if outer_wall else 0
    cells = {(x, y) for x in range(edge, width - edge) for y in range(edge, height - edge)}
    if grid == "square":
        return {(x, y) for x, y in cells if x % 2 == edge and y % 2 == edge}
    # Axial coordinates: q = x, and r counts rows along the axis on which all columns agree.
    return {(x, y) for x, y in cells if x % 2 == edge and (y + x // 2) % 2 == edge}


def links_in(grid, rooms):
    """Patch between two rooms -> those two rooms."""
    links = {}
    for room in rooms:
        for direction in directions_of(grid):
            between = next_cell(grid, room, direction)
            other = next_cell(grid, between, direction)
            if other in rooms:
                links[between] = frozenset((room, other))
    return links


def distances(grid, open_patches, sources):
    """Patch -> steps along open patches from the nearest of the sources (patch -> head start)."""
    reached = {}
    waiting = dict(sources)
    now = min(waiting.values(), default=0)
    ring = set()
    while waiting or ring:
        ring |= {patch for patch, start in waiting.items() if start == now and patch not in reached}
        waiting = {patch: start for patch, start in waiting.items() if start > now}
        reached.update(dict.fromkeys(ring, now))
        around = {next_cell(grid, patch, direction) for patch in ring for direction in directions_of(grid)}
        ring = {patch for patch in around if patch in open_patches and patch not in reached}
        now += 1
    return reached


@dataclass
class TwinTurtle:
    at: tuple
    facing: int
    number: int
    stack: list = field(default_factory=list)
    alive: bool = True


class MazeTwin:
    """A maze in the making.

    Args:
        grid, width, height, outer_wall, curviness, fixed_turns: as the model's parameters.
        starts: ((x, y), direction) of each turtle.
        luck: numbers from 0 to below 1.
    """

    def __init__(self, grid, width, height, outer_wall, starts, luck, curviness, fixed_turns):
        self.grid, self.curviness, self.fixed_turns, self.luck = grid, curviness, fixed_turns, luck
        self.inside = {(x, y) for x in range(width) for y in range(height)}
        self.rooms = rooms_in(grid, width, height, outer_wall)
        self.turtles = [TwinTurtle(at, facing, k) for k, (at, facing) in enumerate(starts)]
        self.tree = {turtle.at: turtle.number for turtle in self.turtles}
        self.entered = {turtle.at: turtle.facing for turtle in self.turtles}
        self.carved = {turtle.at: 0 for turtle in self.turtles}  # patch -> tick
        self.ticks = self.moves = self.choices = 0
        self.arrival = {}
        self.liquids = {}  # patch -> what it may be; more than one where two liquids come at the same time

    @classmethod
    def of(cls, model):
        """The twin of a model that was just set up."""
        wanted = model.parameters
        headings = list(model.world.headings)
        starts = [(turtle.xy, headings.index(turtle.heading)) for turtle in model.carvers]
        return cls(
            wanted["grid"], model.world.width, model.world.height, wanted["outer_wall"], starts,
            model.luck.tolist(), wanted["curviness"], wanted["turn_order"] == "fixed",
        )  # fmt: skip

    def tick(self):
        """Liquid first, then each living turtle."""
        self.ticks += 1
        self.flood()
        for turtle in self.turtles:
            if turtle.alive:
                self.move(turtle)

    def move(self, turtle):
        self.moves += 1
        fresh, foreign = [], []
        for direction in directions_of(self.grid):
            link = next_cell(self.grid, turtle.at, direction)
            room = next_cell(self.grid, link, direction)
            if room in self.rooms and link not in self.carved and room not in self.carved:
                fresh.append(direction)
            elif room in self.carved and self.tree[room] != self.tree[turtle.at]:
                foreign.append(direction)
        if fresh:
            self.step(turtle, self.choose(turtle, fresh))
        elif foreign:
            self.merge(turtle, self.choose(turtle, foreign))
        elif turtle.stack:
            turtle.at = turtle.stack.pop()
            turtle.facing = self.entered[turtle.at]
        else:
            turtle.alive = False

    def choose(self, turtle, ways):
        count = len(directions_of(self.grid))
        clockwise = sorted(ways, key=lambda direction: (direction - turtle.facing) % count)
        turns = [direction for direction in clockwise if direction != turtle.facing]
        lucky = self.luck[self.choices]
        self.choices += 1
        if len(turns) < len(clockwise):
            if not turns or lucky * 100 < self.curviness:
                return turtle.facing
            lucky = (lucky * 100 - self.curviness) / (100 - self.curviness)
        return turns[0 if self.fixed_turns else min(int(lucky * len(turns)), len(turns) - 1)]

    def step(self, turtle, direction):
        link = next_cell(self.grid, turtle.at, direction)
        room = next_cell(self.grid, link, direction)
        self.carved[link] = self.carved[room] = self.ticks
        self.tree[room] = self.tree[turtle.at]
        self.entered[room] = turtle.facing = direction
        turtle.stack.append(turtle.at)
        turtle.at = room

    def merge(self, turtle, direction):
        link = next_cell(self.grid, turtle.at, direction)
        other = self.tree[next_cell(self.grid, link, direction)]
        self.carved[link] = self.ticks
        self.tree = {room: self.tree[turtle.at] if tree == other else tree for room, tree in self.tree.items()}

    def pour(self, patch, liquid):
        if patch in self.carved and patch not in self.arrival:
            self.arrival[patch] = self.ticks
            self.liquids[patch] = {liquid}

    def wet_neighbors(self, patch):
        around = {next_cell(self.grid, patch, direction) for direction in directions_of(self.grid)}
        return [other for other in around if other in self.arrival]

    def getting_wet(self):
        """The patches that get wet in the next tick, with what may come to them."""
        coming = {}
        for patch in self.carved.keys() - self.arrival.keys():
            if wet := self.wet_neighbors(patch):
                coming[patch] = set().union(*(self.liquids[other] for other in wet))
        return coming

    def flood(self):
        coming = self.getting_wet()
        self.arrival.update(dict.fromkeys(coming, self.ticks))
        self.liquids.update(coming)

    @property
    def running(self):
        return any(turtle.alive for turtle in self.turtles) or bool(self.getting_wet())

    def dry(self):
        self.arrival, self.liquids = {}, {}
