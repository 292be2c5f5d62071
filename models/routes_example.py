"""The built-in example: a small map with every feature, the same one on squares and on hexes.

The way from S leads out of the house by its door, over a one-way floor through the hedge (the other gap has a no-entry
flag), through a warp into the cellar, slides over the ice and gets to G over the seam of the carousel, a floor that
loops. There is a shorter one for those who have a key: it lies in the dark attic, and opens the closet beside S.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from patchwalk.world import make_world
from rules.maps import ARROW, DARK, DOOR, FLOOR, ICE, LOCKED, OUT, SOLID, WALL, Map

WIDTH, HEIGHT = 34, 24

Place = tuple[int, int]
Box = tuple[int, int, int, int]  # first column, first row, last column, last row

HOUSE, ATTIC, CELLAR, CAROUSEL = (1, 1, 10, 9), (1, 13, 10, 21), (24, 1, 32, 4), (25, 13, 32, 18)
CLOSET, ROOM, LOFT = (1, 7, 3, 9), (6, 1, 10, 9), (6, 13, 10, 21)
SAND, GREEN, ROSE, VIOLET, TEAL = 2, 4, 1, 7, 5

HEDGE = [(12, 0, 12, 3), (12, 5, 12, 6), (12, 8, 12, 23)]
RIVER = [(21, 0, 22, 17), (21, 19, 22, 23)]
ROUND_THE_CAROUSEL = [(28, 13, 28, 18), (29, 12, 33, 12), (29, 19, 33, 19), (33, 13, 33, 18)]
TREES = [
    (15, 4),
    (18, 5),
    (14, 8),
    (17, 9),
    (16, 1),
    (19, 8),
    (14, 12),
    (18, 13),
    (16, 16),
    (14, 20),
    (19, 21),
    (17, 21),
]
ROCKS = [(25, 9), (28, 7), (31, 9), (27, 10), (24, 22), (29, 21), (30, 22), (6, 11), (3, 11)]
FLOWERS = [(13, 1), (14, 3), (17, 7), (20, 6), (13, 10), (15, 14), (19, 17), (17, 19)]


class _Drawing:
    """A map that is being drawn, by columns and rows."""

    def __init__(self, grid: str, neighbors: int) -> None:
        squares = neighbors if grid == "square" else None
        self.map = Map(make_world("hex" if grid == "hex" else "square", WIDTH, HEIGHT, neighbors=squares))

    def at(self, place: Place) -> int:
        """The patch at a place."""
        return self.map.world.patch(*place)

    def patches(self, *boxes: Box) -> list[int]:
        """The patches in boxes."""
        return [self.at(place) for x0, y0, x1, y1 in boxes for place in product(range(x0, x1 + 1), range(y0, y1 + 1))]

    def fill(self, kind: int, *boxes: Box) -> None:
        """Make all patches in boxes of one kind."""
        for patch in self.patches(*boxes):
            self.map.set_kind(patch, kind)

    def paint(self, color: int, *boxes: Box) -> None:
        """Paint all patches in boxes."""
        for patch in self.patches(*boxes):
            self.map.set_color(patch, color)

    def towards(self, place: Place, beside: Place) -> int:
        """The direction in which a neighbour lies."""
        return self.map.world.neighbors[self.at(place)].tolist().index(self.at(beside))

    def arrow(self, place: Place, beside: Place) -> None:
        """Put a one-way floor that leads to a neighbour."""
        self.map.set_kind(self.at(place), ARROW + self.towards(place, beside))

    def edge(self, place: Place, beside: Place, kind: int) -> None:
        """Set the edge to a neighbour."""
        self.map.set_edge(self.at(place), self.towards(place, beside), kind)

    def wall_off(self, box: Box) -> None:
        """Put walls on all edges that lead out of a box."""
        inside = set(self.patches(box))
        for patch in inside:
            for side in self.map.world.sides:
                if self.map.world.neighbor(patch, side) not in inside:
                    self.map.set_edge(patch, side, WALL)

    def floor(self, name: str, box: Box, loop: bool = False) -> None:
        """Name a box."""
        self.map.set_floor(name, self.at(box[:2]), self.at(box[2:]), loop)

    def warp(self, source: Place, target: Place, forced: bool = True, stairs: bool = False) -> None:
        """Let a warp lead from place to place."""
        self.map.set_warp(self.at(source), self.at(target), forced, stairs)


@lru_cache(maxsize=4)
def example_map(grid: str, neighbors: int) -> Map:
    """The example. It is shared: copy it before it is edited.

    Args:
        grid: "square" or "hex".
        neighbors: of a square.
    """
    drawing = _Drawing(grid, neighbors)
    _draw_grounds(drawing)
    _draw_house(drawing)
    drawing.arrow((12, 4), (13, 4))
    drawing.map.set_no_entry(drawing.at((12, 7)))
    for place, beside in (((22, 18), (21, 18)), ((21, 18), (20, 18))):
        drawing.arrow(place, beside)
    drawing.warp((19, 2), (25, 2))
    drawing.floor("House", HOUSE)
    drawing.floor("Attic", ATTIC)
    drawing.floor("Cellar", CELLAR)
    drawing.floor("Carousel", CAROUSEL, loop=True)
    drawing.map.set_start(drawing.at((3, 2)))
    drawing.map.set_goal(drawing.at((30, 16)))
    return drawing.map


def _draw_grounds(drawing: _Drawing) -> None:
    """Hedge, garden, river, ice, cellar, and what stands round the carousel."""
    drawing.fill(SOLID, *HEDGE, *RIVER, *ROUND_THE_CAROUSEL, *((*tree, *tree) for tree in (*TREES, *ROCKS)))
    drawing.fill(ICE, (23, 6, 33, 10))
    drawing.fill(SOLID, *((*rock, *rock) for rock in ROCKS))
    drawing.fill(DARK, CELLAR)
    drawing.fill(FLOOR, (25, 2, 25, 2))
    drawing.paint(GREEN, (13, 0, 20, 23))
    drawing.paint(ROSE, *((*flower, *flower) for flower in FLOWERS))
    drawing.paint(TEAL, CAROUSEL)


def _draw_house(drawing: _Drawing) -> None:
    """Two rooms and a closet; the stairs lead to the attic, where the key is."""
    drawing.paint(SAND, HOUSE)
    drawing.paint(VIOLET, ATTIC)
    for box in (HOUSE, ROOM, CLOSET, ATTIC, LOFT):
        drawing.wall_off(box)
    drawing.edge((5, 4), (6, 4), DOOR)
    drawing.edge((10, 5), (11, 5), DOOR)
    drawing.edge((2, 7), (2, 6), LOCKED)
    drawing.warp((2, 9), (26, 16), forced=False)
    drawing.warp((9, 8), (2, 20), forced=False, stairs=True)
    drawing.warp((2, 20), (9, 8), forced=False, stairs=True)
    drawing.fill(DARK, (6, 13, 10, 17), (1, 13, 5, 15))
    drawing.edge((5, 20), (6, 20), OUT)
    drawing.edge((6, 14), (5, 14), DOOR)
    drawing.map.set_key(drawing.at((9, 14)))
