"""How many layouts there are: polynomials of components, and their product over the board.

The value of a state is a polynomial: its coefficient t is the number of ways with t mines so far. A polynomial is
packed into one big integer, each coefficient in its own run of bits, wide enough that sums never overflow; so adding
and multiplying polynomials is adding and multiplying integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import comb, lgamma, log, log10, prod

from rules.solution import Solution


class Tally:
    """The layouts of one component by their number of mines.

    Attributes:
        solution: what is counted.
        low: the lowest number of mines.
        layouts: layouts[t] is the number of layouts with low + t mines.
        width: bits of a coefficient, a multiple of 8.
        binomials: for each stage, in how many ways its group can have 0, 1, 2, … mines.
        forward: for each stage the states before it and in the end, each with its packed polynomial, which begins with
            the lowest number of mines in that state.
    """

    def __init__(self, solution: Solution) -> None:
        """Count the layouts of a component that has any."""
        self.solution = solution
        self.binomials = [
            [comb(len(stage.patches), mines) for mines in range(len(stage.patches) + 1)] for stage in solution.stages
        ]
        self.low = lowest(solution.totals)
        largest = max(len(stage.patches) for stage in solution.stages)
        self.width = whole_bytes(self._total() * largest)
        self.forward = self._forward()
        self.layouts = unpack(self.forward[-1][0], self.width)

    @cached_property
    def mined(self) -> list[list[int]]:
        """For each stage and number of mines in the component, the mines in that group, summed over the layouts."""
        width, solution = self.width, self.solution
        after = {0: 1}
        low_after = {0: 0}
        found = []
        for index in reversed(range(len(solution.stages))):
            before: dict[int, int] = {}
            low_before: dict[int, int] = {}
            steps, ways = solution.steps[index], self.binomials[index]
            for state, mines, then in steps:
                low = low_after[then] + mines
                if low < low_before.get(state, low + 1):
                    low_before[state] = low
            forward, counts = self.forward[index], solution.counts[index]
            marked = 0
            for state, mines, then in steps:
                rest, low = after[then] * ways[mines], low_after[then] + mines
                before[state] = before.get(state, 0) + (rest << width * (low - low_before[state]))
                if mines:
                    shift = lowest(counts[state]) + low - self.low
                    marked += mines * forward[state] * rest << width * shift
            found.append(unpack(marked, width))
            after, low_after = before, low_before
        return found[::-1]

    def _total(self) -> int:
        """The number of layouts, whatever their number of mines."""
        values = {0: 1}
        for steps, ways in zip(self.solution.steps, self.binomials, strict=True):
            after: dict[int, int] = {}
            for state, mines, then in steps:
                after[then] = after.get(then, 0) + values[state] * ways[mines]
            values = after
        return values[0]

    def _forward(self) -> list[dict[int, int]]:
        values = {0: 1}
        found = [values]
        counts = self.solution.counts
        for index, (steps, ways) in enumerate(zip(self.solution.steps, self.binomials, strict=True)):
            after: dict[int, int] = {}
            for state, mines, then in steps:
                shift = lowest(counts[index][state]) + mines - lowest(counts[index + 1][then])
                after[then] = after.get(then, 0) + (values[state] * ways[mines] << self.width * shift)
            values = after
            found.append(values)
        return found


class Joint:
    """All components and the patches that touch no number together, so that the total is right.

    Attributes:
        tallies: the components.
        untouched: how many patches touch no number.
        rest: how many mines the components and the untouched patches share.
        scale: the number of layouts is `scale` times a factor that all weights here have in common.
    """

    def __init__(self, tallies: Sequence[Tally], untouched: int, rest: int) -> None:
        """Join; there is at least one layout."""
        self.tallies, self.untouched, self.rest = tallies, untouched, rest
        self._products: dict[tuple[int, int], int] = {}
        self.low = sum(tally.low for tally in tallies)
        span = self._span(0, len(tallies))
        # With t mines in the components above the lowest number, `rest - low - t` are left for the untouched patches.
        self._least, self._most = max(0, rest - self.low - span), min(untouched, rest - self.low)
        ways = self._ways()
        self.ways = [ways.get(rest - self.low - t, 0) for t in range(span + 1)]
        self.width = whole_bytes(prod(sum(tally.layouts) for tally in tallies) * sum(self.ways) * (untouched + 1))
        # after[c][t]: weight of t mines above the lowest in the components before c
        self.after = [pack(self.ways, self.width)]
        for tally in reversed(tallies):
            self.after.append(self._correlate(self.after[-1], self._reverse(tally), len(tally.layouts)))
        self.after.reverse()
        self.scale = self.after[0] & (1 << self.width) - 1

    def layouts(self) -> int:
        """The number of layouts."""
        steps = prod(range(self._least + 1, self._most + 1))
        return self.scale * comb(self.untouched, self._least) // steps

    def log10_layouts(self) -> float:
        """The number of layouts as a logarithm."""
        steps = prod(range(self._least + 1, self._most + 1))
        n, r = self.untouched, self._least
        return log10(self.scale) - log10(steps) + (lgamma(n + 1) - lgamma(r + 1) - lgamma(n - r + 1)) / log(10)

    def weights(self) -> Iterator[list[int]]:
        """For each component: the weight of each of its numbers of mines, from the lowest on, by all the rest."""
        if self.tallies:
            yield from self._share(0, len(self.tallies), self.after[-1])

    def untouched_mines(self) -> int:
        """The mines in untouched patches, summed over all layouts, on the scale of `scale`."""
        layouts = unpack(self._product(0, len(self.tallies)), self.width)[::-1]
        left = self.rest - self.low
        return sum(count * ways * (left - t) for t, (count, ways) in enumerate(zip(layouts, self.ways, strict=True)))

    def _share(self, first: int, end: int, values: int) -> Iterator[list[int]]:
        """Weights of some components one by one, from those of the mines that they have together.

        By halves: so the huge products are few, however many components there are.
        """
        if end - first == 1:
            length = len(self.tallies[first].layouts)
            yield (unpack(values, self.width) + [0] * length)[:length]
            return
        middle = (first + end) // 2
        spans = self._span(first, middle), self._span(middle, end)
        left = self._correlate(values, self._product(middle, end), spans[1] + 1)
        yield from self._share(first, middle, left & (1 << self.width * (spans[0] + 1)) - 1)
        right = self._correlate(values, self._product(first, middle), spans[0] + 1)
        yield from self._share(middle, end, right & (1 << self.width * (spans[1] + 1)) - 1)

    def _span(self, first: int, end: int) -> int:
        """How many mines more than the fewest some components can have."""
        return sum(len(tally.layouts) - 1 for tally in self.tallies[first:end])

    def _product(self, first: int, end: int) -> int:
        """The layouts of some components together, by their number of mines, the most mines first."""
        if end - first < 2:
            return self._reverse(self.tallies[first]) if end > first else 1
        if (first, end) not in self._products:
            middle = (first + end) // 2
            self._products[first, end] = self._product(first, middle) * self._product(middle, end)
        return self._products[first, end]

    def _ways(self) -> dict[int, int]:
        """The ways to lay r mines into the untouched patches, up to a common factor, for each r that can be.

        The binomials themselves would be huge on a large board. C(n, r + 1) = C(n, r) (n - r) / (r + 1).
        """
        rs = range(self._least, self._most + 1)
        ups, downs = [1], [1]
        for r in rs[:-1]:
            ups.append(ups[-1] * (self.untouched - r))
        for r in reversed(rs[:-1]):
            downs.append(downs[-1] * (r + 1))
        return {r: up * down for r, up, down in zip(rs, ups, reversed(downs), strict=True)}

    def _reverse(self, tally: Tally) -> int:
        return pack(tally.layouts[::-1], self.width)

    def _correlate(self, values: int, reverse: int, length: int) -> int:
        """Polynomial whose coefficient t is the sum over o of values[t + o] times the other one's coefficient o."""
        return values * reverse >> self.width * (length - 1)


def lowest(bits: int) -> int:
    """The number of the lowest bit that is set."""
    return (bits & -bits).bit_length() - 1


def whole_bytes(largest: int) -> int:
    """Bits, in whole bytes, that hold every number up to the largest."""
    return (largest.bit_length() + 7) // 8 * 8


def pack(coefficients: Sequence[int], width: int) -> int:
    """Put coefficients into one integer, `width` bits each; the first one lowest."""
    size = width // 8
    return int.from_bytes(b"".join(number.to_bytes(size, "little") for number in coefficients), "little")


def unpack(packed: int, width: int) -> list[int]:
    """The coefficients of a packed polynomial."""
    size = width // 8
    raw = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
    return [int.from_bytes(raw[start : start + size], "little") for start in range(0, len(raw), size)]
