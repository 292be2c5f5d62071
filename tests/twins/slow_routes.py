"""A slow twin of the routes, written from the rules alone: a walker on dictionaries, and Dijkstra with a heap.

Where things lie is geometry: a step goes to the cell whose centre lies one unit off in that heading (degrees, 0 up,
clockwise). So the same walker does squares and hexes of any layout, y up or down; it only needs to be told the centres.

A state is (xy, None) for one who stands and may choose, (xy, heading) for one who slides over ice. A length is a pair
(straight, diagonal) of whole numbers: as the square root of 2 is irrational, lengths are equal only if the pairs are.

Readings where the rules leave room:

- An L-shaped way is open if nothing shuts it: no edge, solid patch, no-entry flag or end of the map. What a walker
  would have to do on the patch at its corner (arrow, ice, warp) is not asked.
- One who slides has no choice, so an optional warp can be taken only where one stands. A forced warp ends the slide.
- No diagonal leaves a one-way floor but along its own arrow, if that is one; it keeps to the rule of the diagonals.
- A side of a loop floor whose border edges are shut leads nowhere, so no diagonal goes over that seam, not even where
  diagonals ask only for a free end. Elsewhere those pass the ends of walls.
- A warp has no direction: one who arrives on ice by it stands there.
"""

from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import cos, hypot, radians, sin, sqrt

SQUARE_SIDES = (0, 90, 180, 270)
HEX_FLAT_SIDES = (0, 60, 120, 180, 240, 300)
HEX_POINTY_SIDES = (30, 90, 150, 210, 270, 330)
DIAGONALS = (45, 135, 225, 315)
FLOOR, SOLID, ICE = ".", "#", "~"


def back(heading):
    return (heading + 180) % 360


def length_of(pair):
    return pair[0] + pair[1] * sqrt(2)


@dataclass
class Plan:
    """A map as a walker sees it. `kinds` holds FLOOR, SOLID, ICE or, for a one-way floor, the heading of its arrow.

    `edges` maps (xy, heading) to "wall", "door", "locked", "out" (may be passed only leaving xy that way) or "in".
    `warps` maps a source to (target, forced); `loops` holds rectangles (x0, y0, x1, y1), all inclusive.
    """

    kinds: dict
    center: object
    sides: tuple
    diagonals: str = "none"
    doors_open: bool = False
    cheap_diagonals: bool = False
    no_entry: set = field(default_factory=set)
    edges: dict = field(default_factory=dict)
    warps: dict = field(default_factory=dict)
    loops: list = field(default_factory=list)
    # What `ahead` and `moves` have found: a plan must not be changed once somebody has walked on it.
    beside: dict = field(default_factory=dict, init=False, repr=False)
    known_moves: dict = field(default_factory=dict, init=False, repr=False)

    def ahead(self, xy, heading):
        """The cell next to one, on the map or not."""
        if (xy, heading) not in self.beside:
            self.beside[xy, heading] = self.look_ahead(xy, heading)
        return self.beside[xy, heading]

    def look_ahead(self, xy, heading):
        far = sqrt(2) if self.sides == SQUARE_SIDES and heading in DIAGONALS else 1
        x, y = self.center(*xy)
        x, y = x + far * sin(radians(heading)), y + far * cos(radians(heading))
        for near in ((xy[0] + i, xy[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
            there = self.center(*near)
            if hypot(there[0] - x, there[1] - y) < 0.01:
                return near
        raise AssertionError(f"nothing lies {heading} degrees from {xy}")

    def loop_at(self, xy):
        for x0, y0, x1, y1 in self.loops:
            if x0 <= xy[0] <= x1 and y0 <= xy[1] <= y1:
                return x0, y0, x1, y1
        return None

    def folded(self, xy, cell):
        """Where one is who leaves xy for a cell beside it: on a loop floor always on that floor."""
        loop = self.loop_at(xy)
        if loop is None:
            return cell
        x0, y0, x1, y1 = loop
        return (cell[0] - x0) % (x1 - x0 + 1) + x0, (cell[1] - y0) % (y1 - y0 + 1) + y0

    def edge(self, xy, heading):
        """An edge as seen from one of its sides."""
        if (xy, heading) in self.edges:
            return self.edges[xy, heading]
        kind = self.edges.get((self.ahead(xy, heading), back(heading)), "open")
        return {"out": "in", "in": "out"}.get(kind, kind)

    def passes(self, kind, one_way):
        return kind in ("open", "door", one_way) or (kind == "locked" and self.doors_open)

    def free(self, xy):
        return self.kinds.get(xy, SOLID) != SOLID and xy not in self.no_entry

    def leads(self, xy, heading):
        """Where a side leads, if no edge shuts it: the one there, and over a seam also the one on its other end."""
        if not self.passes(self.edge(xy, heading), "out"):
            return None
        beyond = self.ahead(xy, heading)
        end = self.folded(xy, beyond)
        return end if end == beyond or self.passes(self.edge(end, back(heading)), "in") else None

    def step(self, xy, heading):
        """Where a step across a side leads, or None if something shuts it."""
        end = self.leads(xy, heading)
        return end if end is not None and self.free(end) else None

    def diagonal(self, xy, heading):
        """Where a diagonal step leads under the rule, or None."""
        corner_ways = ((heading - 45) % 360, (heading + 45) % 360), ((heading + 45) % 360, (heading - 45) % 360)
        if self.diagonals == "always":
            ends = [self.across(xy, heading, corner_ways[0])]
        else:
            ends = [self.two_steps(xy, first, second) for first, second in corner_ways]
            if self.diagonals == "one side":
                ends = [end for end in ends if end is not None] or [None]
        if None in ends or len(set(ends)) > 1 or self.kinds[ends[0]] == ICE:
            return None
        return ends[0]

    def across(self, xy, heading, sides):
        """Where a diagonal leads that asks for nothing but a free end, and a side that is open where it is a seam."""
        for side in sides:
            beyond = self.ahead(xy, side)
            if self.folded(xy, beyond) != beyond and self.leads(xy, side) is None:
                return None
        end = self.folded(xy, self.ahead(xy, heading))
        return end if self.free(end) else None

    def two_steps(self, xy, first, second):
        corner = self.step(xy, first)
        return None if corner is None else self.step(corner, second)

    def warp(self, xy):
        """(target, forced) of a warp that works, or None."""
        warp = self.warps.get(xy)
        return warp if warp and self.free(warp[0]) else None

    def arrive(self, xy, heading):
        """The state of one who has stepped onto xy."""
        if self.kinds[xy] != ICE or self.step(xy, heading) is None or (self.warp(xy) or (None, False))[1]:
            return xy, None
        return xy, heading

    def moves(self, state):
        """All moves from a state: (state after it, (straight, diagonal), whether it is a jump)."""
        if state not in self.known_moves:
            self.known_moves[state] = self.find_moves(state)
        return self.known_moves[state]

    def find_moves(self, state):
        xy, sliding = state
        if sliding is not None:
            end = self.step(xy, sliding)
            return [(self.arrive(end, sliding), (1, 0), end != self.ahead(xy, sliding))]
        warp, kind = self.warp(xy), self.kinds[xy]
        found = [((warp[0], None), (1, 0), True)] if warp else []
        if warp and warp[1]:
            return found
        arrow = None if kind in (FLOOR, ICE) else kind
        for heading in self.sides if arrow is None else {arrow}.intersection(self.sides):
            end = self.step(xy, heading)
            if end is not None:
                found.append((self.arrive(end, heading), (1, 0), end != self.ahead(xy, heading)))
        if kind == ICE or self.diagonals == "none" or self.sides != SQUARE_SIDES:
            return found
        price = (1, 0) if self.cheap_diagonals else (0, 1)
        for heading in DIAGONALS if arrow is None else {arrow}.intersection(DIAGONALS):
            end = self.diagonal(xy, heading)
            if end is not None:
                found.append(((end, None), price, end != self.ahead(xy, heading)))
        return found

    def successors(self, state):
        """The states one move on, each with its cheapest price."""
        cheapest = {}
        for after, price, _ in self.moves(state):
            if after not in cheapest or length_of(price) < length_of(cheapest[after]):
                cheapest[after] = price
        return cheapest


@dataclass
class Found:
    """What a search found: per state its length (straight, diagonal), how many shortest ways, one state before it."""

    lengths: dict
    ways: dict
    before: dict

    def patch_lengths(self, touch=True):
        """Per cell the shortest length; sliding over a cell counts as reaching it if `touch`."""
        best = {}
        for (xy, sliding), pair in self.lengths.items():
            if (touch or sliding is None) and (xy not in best or length_of(pair) < length_of(best[xy])):
                best[xy] = pair
        return best

    def way(self, goal, touch=True):
        """The states of one shortest way and the number of all, or (None, 0)."""
        ends = [state for state in self.lengths if state[0] == goal and (touch or state[1] is None)]
        if not ends:
            return None, 0
        nearest = min(length_of(self.lengths[state]) for state in ends)
        ends = [state for state in ends if length_of(self.lengths[state]) == nearest]
        way = [ends[0]]
        while self.before[way[-1]] is not None:
            way.append(self.before[way[-1]])
        return way[::-1], sum(self.ways[state] for state in ends)


def dijkstra(starts, successors):
    """Shortest lengths from states, over a function state -> {next state: (straight, diagonal)}."""
    lengths, ways, before, done = {}, {}, {}, set()
    heap = []
    for serial, state in enumerate(starts):
        lengths[state], ways[state], before[state] = (0, 0), 1, None
        heappush(heap, (0.0, serial, state))
    serial = len(heap)
    while heap:
        _, _, state = heappop(heap)
        if state in done:
            continue
        done.add(state)
        for after, price in successors(state).items():
            pair = lengths[state][0] + price[0], lengths[state][1] + price[1]
            if after not in lengths or length_of(pair) < length_of(lengths[after]):
                lengths[after], ways[after], before[after] = pair, ways[state], state
                heappush(heap, (length_of(pair), serial, after))
                serial += 1
            elif pair == lengths[after]:
                ways[after] += ways[state]
    return Found(lengths, ways, before)


def search(plan, start):
    """All that can be reached by one who stands on a cell."""
    return dijkstra([(start, None)], plan.successors)


def search_back(plan, goals, touch=True):
    """The lengths from every state to the nearest of some cells."""
    before, waiting = {}, [(xy, None) for xy in plan.kinds if plan.kinds[xy] != SOLID]
    states = set(waiting)
    while waiting:
        state = waiting.pop()
        for after, price in plan.successors(state).items():
            before.setdefault(after, {})[state] = price
            if after not in states:
                states.add(after)
                waiting.append(after)
    ends = [state for state in states if state[0] in goals and (touch or state[1] is None)]
    return dijkstra(ends, lambda state: before.get(state, {}))


def rings(plan, start, goal):
    """Per cell the ring of the wave that shows it: k - 1 < d <= k, up to d(goal), or all without a way."""
    lengths = search(plan, start).patch_lengths()
    last = length_of(lengths[goal]) if goal in lengths else float("inf")
    shown = {xy: length_of(pair) for xy, pair in lengths.items() if length_of(pair) <= last}
    # Apart from whole numbers themselves no length lies within a millionth of one on the small plans of the tests.
    return {xy: int(length) + (length - int(length) > 1e-6) for xy, length in shown.items()}


def walk(plan, start, cells, jumps=None):
    """The states in which one can be who went along these cells one move each: {state: {(straight, diagonal), ...}}.

    Empty if that cannot be walked. With `jumps` (a flag a move) each move must be a jump or not as the flag says.
    """
    now = {(start, None): {(0, 0)}} if cells and cells[0] == start else {}
    for number, cell in enumerate(cells[1:]):
        then = {}
        for state, pairs in now.items():
            for after, price, jump in plan.moves(state):
                if after[0] == cell and (jumps is None or jump == jumps[number]):
                    then.setdefault(after, set()).update((s + price[0], d + price[1]) for s, d in pairs)
        now = then
    return now
