"""A slow twin of minesweeper, written from the rules alone: sets of patches, and every layout written out.

The board is geometry: two patches are near each other if their centres lie one step apart. What is known of a position
is counted over the list of all layouts that fit. The referee says, from that list, what a move must lead to; it draws
nothing, it only names the layouts the board may have afterwards.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import hypot, sqrt


def nearness(grid, width, height, neighbors, wrap):
    """For each patch (y * width + x) the set of patches around it."""
    column = sqrt(3) / 2 if grid == "hex" else 1.0
    cells = [(x, y) for y in range(height) for x in range(width)]
    round_x = (-1, 0, 1) if wrap in ("x", "both") else (0,)
    round_y = (-1, 0, 1) if wrap in ("y", "both") else (0,)
    images = [(i, j) for i in round_x for j in round_y]

    def beside(a, b):
        for i, j in images:
            right = (b[0] - a[0] + i * width) * column
            up = b[1] - a[1] + j * height
            if grid == "hex":  # odd columns lie half a patch lower
                up += (a[0] % 2 - b[0] % 2) / 2
            farthest = max(abs(right), abs(up)) if neighbors == 8 else hypot(right, up)
            if a != b and farthest < 1.01:
                return True
        return False

    return [frozenset(k for k, b in enumerate(cells) if beside(a, b)) for a in cells]


def fits(near, shown, layout):
    """Whether a layout has no mine on a shown patch and the right number of them around each."""
    return all(patch not in layout and len(near[patch] & layout) == number for patch, number in shown.items())


def all_layouts(near, shown, mines, safe=frozenset(), mined=frozenset()):
    """Every layout with so many mines that fits what is shown (patch -> number), safe and mined where that is said."""
    rest = [patch for patch in range(len(near)) if patch not in shown and patch not in safe and patch not in mined]
    free = mines - len(mined)
    if safe & mined or mined & shown.keys() or not 0 <= free <= len(rest):
        return []
    layouts = (mined.union(places) for places in combinations(rest, free))
    return [layout for layout in layouts if fits(near, shown, layout)]


def meetable(near, numbers, hidden):
    """Whether all these numbers (patch -> number) can be met by mines on hidden patches, however many it takes."""
    around = sorted(hidden.intersection(frozenset().union(*(near[patch] for patch in numbers))))
    return any(
        all(len(near[patch].intersection(places)) == number for patch, number in numbers.items())
        for mines in range(len(around) + 1)
        for places in combinations(around, mines)
    )


def to_blame(near, numbers, hidden, patch):
    """Whether a number makes others that can be met unmeetable, those around it or further off."""
    others = [other for other in numbers if other != patch]
    groups = (chosen for count in range(len(numbers)) for chosen in combinations(others, count))
    for chosen in groups:
        group = {other: numbers[other] for other in chosen}
        if meetable(near, group, hidden) and not meetable(near, group | {patch: numbers[patch]}, hidden):
            return True
    return False


@dataclass(frozen=True)
class Known:
    """What a list of layouts says about the hidden patches."""

    hidden: frozenset
    layouts: list

    def share(self, patch):
        return Fraction(sum(patch in layout for layout in self.layouts), len(self.layouts))

    @property
    def safe(self):
        return self.hidden.difference(*self.layouts) if self.layouts else frozenset()

    @property
    def mined(self):
        return self.hidden.intersection(*self.layouts) if self.layouts else frozenset()

    @property
    def forced(self):
        return bool(self.layouts) and not self.safe and self.mined != self.hidden

    @property
    def won(self):
        return bool(self.layouts) and self.mined == self.hidden


@dataclass(frozen=True)
class Position:
    """A board in the middle of a game.

    Attributes:
        near: for each patch those around it.
        fitting: all layouts that fit what is shown.
        shown: patch -> number.
        flags, layout: sets of patches.
    """

    near: list
    fitting: list
    shown: dict
    flags: frozenset
    layout: frozenset

    @property
    def hidden(self):
        return frozenset(range(len(self.near))) - self.shown.keys()

    def opened(self, targets, layout):
        """What is shown after these patches were opened; zeros open all around them but for flagged patches."""
        shown, waiting = dict(self.shown), list(targets)
        while waiting:
            patch = waiting.pop()
            if patch in shown or patch in self.flags:
                continue
            shown[patch] = len(self.near[patch] & layout)
            if shown[patch] == 0:
                waiting.extend(self.near[patch])
        return shown

    def chorded(self, patch):
        """The patches that a chord opens; none where there is nothing to chord."""
        around = self.near[patch] - self.shown.keys()
        flagged = around & self.flags
        return around - flagged if self.shown.get(patch) == len(flagged) else frozenset()


@dataclass(frozen=True)
class Ruling:
    """What a move must lead to: whether one survives it, and the layouts the board may have afterwards."""

    kind: str
    survives: bool
    layouts: list


def referee(position, known, targets, rules):
    """Judge the opening of patches (one, or those of a chord), none of them shown or flagged.

    `known` is what the player knows: with `flags_are_truth` of the layouts in which the flags are mines.
    """
    layouts, now = known.layouts, position.layout
    decided = Ruling("decided by the layout", not targets & now, [now])
    if not layouts:  # only if flags are taken for the truth
        return decided
    if targets <= known.safe and rules.fair:  # F1
        return Ruling("safe", True, [now] if not targets & now else layouts)
    if not position.shown and (rules.first_opens_area or not rules.fair):
        return _first(position, layouts, targets, rules)
    if not rules.fair:
        return decided
    if targets & known.mined:  # F2, and for chords F7
        return Ruling("mine", False, [now] if targets & now else layouts)
    if known.safe or (rules.certain_mine_is_move and known.mined - position.flags):  # F4
        if rules.guesses == "classic":
            return Ruling("avoidable", decided.survives, [now])
        return Ruling("avoidable", False, [layout for layout in [now, *layouts] if targets & layout])
    spared = [layout for layout in layouts if not targets & layout]
    if spared:  # F3
        return Ruling("forced", True, spared if targets & now else [now])
    return Ruling("no way out", False, [now] if targets & now else layouts)


def _first(position, layouts, targets, rules):
    """The first move without fairness, or when it opens an area: never a mine, for an area as few around as can be.

    A layout that leaves as much room is kept.
    """
    (patch,) = targets
    now, near = position.layout, position.near[patch]
    spared = [layout for layout in layouts if patch not in layout]
    if not rules.first_opens_area:
        return Ruling("forced", True, spared if patch in now else [now])
    fewest = min(len(near & layout) for layout in spared)
    if patch not in now and len(near & now) <= fewest:
        return Ruling("forced", True, [now])
    return Ruling("forced", True, [layout for layout in spared if len(near & layout) == fewest])
