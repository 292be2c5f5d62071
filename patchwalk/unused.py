"""What a model leaves out of its page for now: the names in `WorldModel.unused`, and how they are taken apart.

Tools, buttons, overlays and `more_switches` stand there by their bare names. Monitors, plots and the legend's colours
may be called like those, and like each other, so they carry their kind: `"monitor:flux"`, `"plot:flux"`, `"color:way"`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

RAMP = "ramp"  # in `unused`: the ramp in the legend


def left_out(unused: Collection[str], kind: str) -> frozenset[str]:
    """Names of one kind in `unused`.

    Args:
        unused: as `WorldModel.unused` gives it.
        kind: `"monitor"`, `"plot"` or `"color"`.
    """
    mark = f"{kind}:"
    return frozenset(name.removeprefix(mark) for name in unused if name.startswith(mark))


def nameable(model_class: Any) -> Iterator[str]:
    """All that `unused` of a model of this class may hold."""
    for kind in ("tools", "buttons", "overlays"):
        yield from (record.name for record in getattr(model_class, kind))
    yield from model_class.more_switches
    yield from (f"monitor:{monitor.name}" for monitor in model_class.monitors)
    yield from (f"plot:{plot.name}" for plot in model_class.plots)
    yield from (f"color:{swatch.name}" for swatch in model_class.palette.swatches)
    if model_class.ramp is not None:
        yield RAMP
