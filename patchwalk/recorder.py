"""Curves over a run of any length in little memory: when a recorder is full, it keeps every second sample."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from patchwalk.declarations import Plot
from patchwalk.model import WorldModel

MOST_SAMPLES = 800
MOST_POINTS = 400  # a pen, on the page
MOST_ROWS = 256  # of a strip


class Recorder:
    """Samples the pens of those plots of a model that keep no history of their own."""

    def __init__(self, model: WorldModel) -> None:
        self.plots = [plot for plot in model.plots if plot.history is None and plot.kind != "strip"]
        self.strips = [plot for plot in model.plots if plot.kind == "strip"]
        self.stride = 1
        self.ticks: list[int] = []
        self.samples: list[list[Any]] = []
        self.rows: dict[str, list[Any]] = {plot.name: [] for plot in self.strips}
        self._row_ticks: list[int] = []
        self.sample(model)

    @property
    def idle(self) -> bool:
        """Whether there is nothing to sample."""
        return not self.plots and not self.strips

    def sample(self, model: WorldModel) -> None:
        """Take a sample of the present tick, if one is due."""
        self._sample_strips(model)
        while self.ticks and self.ticks[-1] >= model.ticks:  # an undo went back in time
            self.ticks.pop()
            self.samples.pop()
        if not self.plots or model.ticks % self.stride:
            return
        self.ticks.append(model.ticks)
        self.samples.append([pen.read(model) for plot in self.plots for pen in plot.pens])
        if len(self.ticks) > MOST_SAMPLES:
            self.stride *= 2
            kept = [k for k, tick in enumerate(self.ticks) if tick % self.stride == 0]
            self.ticks = [self.ticks[k] for k in kept]
            self.samples = [self.samples[k] for k in kept]

    def _sample_strips(self, model: WorldModel) -> None:
        """Strips show the newest ticks, every one of them."""
        while self._row_ticks and self._row_ticks[-1] >= model.ticks:
            self._row_ticks.pop()
            for rows in self.rows.values():
                rows.pop()
        for plot in self.strips:
            newest = bytes(plot.strip(model)) if plot.strip is not None else b""
            self.rows[plot.name] = [*self.rows[plot.name][1 - MOST_ROWS :], newest]
        if self.strips:
            self._row_ticks = [*self._row_ticks[1 - MOST_ROWS :], model.ticks]

    def column(self, plot: Plot) -> list[list[Any]]:
        """One list of values a pen of `plot`, along `ticks`."""
        first = sum(len(other.pens) for other in self.plots[: self.plots.index(plot)])
        return [[row[first + k] for row in self.samples] for k in range(len(plot.pens))]


def curves(model: WorldModel, recorder: Recorder, left_out: Collection[str] = ()) -> dict[str, dict[str, Any]]:
    """What each plot shows now.

    Args:
        model: as it stands.
        recorder: what was sampled.
        left_out: names of plots that are not asked for.

    Returns:
        Plot name -> `{"pens": [(label, [[x, y], ...]), ...], "curve": [[x, y], ...] or None, "rows": [...] or None}`,
        at most 400 points a pen; of scatter plots that follow the run also `"now": [x, y] or None`, where it stands.
    """
    shown: dict[str, dict[str, Any]] = {}
    for plot in model.plots:
        if plot.name in left_out:
            continue
        pens: list[tuple[str, list[list[Any]]]] = []
        if plot.kind != "strip":
            ticks, columns = columns_of(plot, model, recorder)
            if plot.kind == "scatter" and len(columns) == 2:
                pens.append((plot.pens[1].label, _thinned(columns[0], columns[1])))
            else:
                pens = [(pen.label, _thinned(ticks, column)) for pen, column in zip(plot.pens, columns, strict=True)]
        curve = plot.curve(model) if plot.curve is not None else None
        points = None if curve is None else [[float(x), float(y)] for x, y in zip(*curve, strict=True)]
        shown[plot.name] = {"pens": pens, "curve": points, "rows": recorder.rows.get(plot.name)}
        if plot.kind == "scatter" and plot.history is None:
            x, y = (pen.read(model) for pen in plot.pens)
            shown[plot.name]["now"] = next(iter(_thinned([x], [y])), None)
    return shown


def columns_of(plot: Plot, model: WorldModel, recorder: Recorder) -> tuple[Sequence[int], list[Any]]:
    """The ticks of a plot and its columns, one a pen."""
    if plot.history is None:
        return recorder.ticks, recorder.column(plot)
    columns = plot.history(model)
    return range(len(columns[0]) if columns else 0), columns


def _thinned(xs: Any, ys: Any) -> list[list[Any]]:
    stride = max(1, -(-len(xs) // MOST_POINTS))
    chosen = list(range(0, len(xs), stride))
    if chosen and chosen[-1] != len(xs) - 1:
        chosen[-1] = len(xs) - 1  # the curve always ends at the present tick
    pairs = ((xs[k], ys[k]) for k in chosen)
    return [[_number(x), _number(y)] for x, y in pairs if x is not None and y is not None and x == x and y == y]


def _number(value: Any) -> Any:
    """A number that JSON knows; "not a number", which it does not know, was left out as a gap."""
    return value.item() if hasattr(value, "item") else value
