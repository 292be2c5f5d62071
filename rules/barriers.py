"""What bars a single step on a map, in words for the one who tries it."""

from __future__ import annotations

from rules.maps import ARROW, DOOR, IN, LOCKED, OPEN, OUT, SOLID, WALL, Map


def beyond(map: Map, patch: int, direction: int) -> int:
    """The patch to which a step in a direction leads, over the seams of loop floors; -1 off the map."""
    x, y = map.world.xy(patch)
    to_x, to_y = map.world.shift(x, y, direction)
    for floor in map.floors:
        if floor.loop and floor.has(x, y) and not floor.has(to_x, to_y):
            to_x = floor.x0 + (to_x - floor.x0) % floor.columns
            to_y = floor.y0 + (to_y - floor.y0) % floor.rows
    inside = 0 <= to_x < map.world.width and 0 <= to_y < map.world.height
    return map.world.patch(to_x, to_y) if inside else -1


def edges_on_the_way(map: Map, patch: int, direction: int) -> list[tuple[int, int, bool]]:
    """The edges that a step to a side passes: one between neighbours, two at the seam of a loop floor.

    Returns:
        (patch, side, entering) of each: an edge of this patch, and whether it is passed on the way in.
    """
    if direction not in map.world.sides:
        return []
    edges = [(patch, direction, False)]
    target = beyond(map, patch, direction)
    if target >= 0 and target != map.world.neighbor(patch, direction):
        edges.append((target, map.world.opposite(direction), True))
    return edges


def locked_edges(map: Map, patch: int, direction: int) -> list[tuple[int, int]]:
    """The locked doors that a step to a side passes, as (patch, side)."""
    edges = edges_on_the_way(map, patch, direction)
    return [(owner, side) for owner, side, _ in edges if map.edge(owner, side) == LOCKED]


def why_barred(map: Map, patch: int, direction: int, *, doors_open: bool = False) -> str:
    """What bars a step from a patch in a direction: a sentence, or empty if nothing does.

    Of a diagonal only its end is looked at, not its corners.

    Args:
        map: where one steps.
        patch: where one stands.
        direction: of the world.
        doors_open: whether locked doors let pass.
    """
    kind = int(map.kind[patch])
    if kind >= ARROW and kind != ARROW + direction:
        return "A one-way floor is left only by its arrow"
    target = beyond(map, patch, direction)
    if target < 0:
        return "The map ends here"
    for owner, side, entering in edges_on_the_way(map, patch, direction):
        edge = map.edge(owner, side)
        if edge == WALL:
            return "A wall bars the way"
        if edge == LOCKED and not doors_open:
            return "The door is locked"
        if edge not in (OPEN, DOOR, LOCKED, IN if entering else OUT):
            return "That edge is one-way, and not this way"
    if map.kind[target] == SOLID:
        return "Solid rock bars the way"
    return "A no-entry flag bars the way" if map.no_entry[target] else ""
