"""Plots: what ECharts is told about a model's curves (a pure function), and the components that show them."""

from __future__ import annotations

import base64
import math
import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import solara

from patchwalk.dashboard.parts import markup
from patchwalk.declarations import Plot
from patchwalk.view import Palette

INKS = {
    False: {"line": "#DCE1DD", "text": "#5E6A65", "panel": "#F8F9F7", "reference": "#5E6A65"},
    True: {"line": "#2B3432", "text": "#94A19C", "panel": "#171C1B", "reference": "#94A19C"},
}
PENS = {False: ("#1F6AAE", "#B8500A", "#17705C", "#7A4C9F"), True: ("#74B5F0", "#F0A35C", "#5FC4A8", "#C5A5EA")}
LOW, TALL = 104, 150  # px
LEFT, RIGHT, TOP, BOTTOM = 36, 8, 8, 20  # px round the drawing
THIN_SPACE = "\u202f"
Point = Sequence[Any]
NO_DATA: dict[str, Any] = {"pens": [], "curve": None, "rows": None}


def nice(value: float) -> float:
    """The next round number from `value` on: 1, 2, 2.5, 4, 5, 8 or 10 times a power of ten; 1 for nothing."""
    if not value > 0 or not math.isfinite(value):
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    share = value / power
    factor = next(k for k in (1, 2, 2.5, 4, 5, 8, 10) if share <= k * (1 + 1e-9))
    return float(f"{factor * power:.10g}")


def short(value: float) -> str:
    """A number on an axis: two or three decimals, of small ones two digits that count; thin spaces in thousands."""
    if abs(value) >= 1000:
        return f"{value:,.0f}".replace(",", THIN_SPACE)
    if 0 < abs(value) < 1e-3:
        return f"{value:.0e}".replace("e-0", "e-")
    decimals = 2 if abs(value) >= 1 or not value else max(3, 1 - math.floor(math.log10(abs(value))))
    return f"{value:.{decimals}f}".rstrip("0").rstrip(".") or "0"


def finite(points: Sequence[Point]) -> list[list[float | None]]:
    """Points as JSON can carry them; what is no number becomes a gap."""
    return [
        [float(x), None if y is None or not math.isfinite(y) else float(y)]
        for x, y in points
        if x is not None and math.isfinite(x)
    ]


def y_range(series: Sequence[Sequence[Point]]) -> tuple[float, float]:
    """Round ends of the y axis; it begins at 0 unless something is below."""
    values = [y for points in series for _, y in points if y is not None]
    low, high = min(values, default=0.0), max(values, default=0.0)
    return (-nice(-low) if low < 0 else 0.0), (nice(high) if high > 0 else 0.0 if low < 0 else 1.0)


def x_range(kind: str, series: Sequence[Sequence[Point]], curve: Sequence[Point]) -> tuple[float, float]:
    """Ends of the x axis: lines go from rim to rim, points of a scatter plot keep away from its right one."""
    values, known = ([x for points in some for x, _ in points] for some in (series, [curve]))
    first = min(0.0, *values, *known, 0.0)
    if kind != "scatter":
        return first, max(values, default=1.0) or 1.0
    return first, max(nice(1.1 * max(values, default=0.0)) if values else 0.0, max(known, default=0.0)) or 1.0


def plot_options(plot: Plot, data: dict[str, Any], *, dark: bool) -> dict[str, Any]:
    """The ECharts option of one plot.

    Args:
        plot: its declaration.
        data: `{"pens": [(label, points), ...], "curve": points or None, "now": point or None}` as `Session.plots` gives
            it; without `"now"` the plot does not follow the run.
        dark: theme.

    Returns:
        Plain JSON: no functions, no animation, at most what `data` holds.
    """
    ink, pens = INKS[dark], PENS[dark]
    lines = [finite(points) for _, points in data["pens"]]
    curve = finite(data.get("curve") or ())
    now = finite([data["now"]]) if data.get("now") else []
    low, high = plot.y_range or y_range([*lines, curve, now])
    first, last = plot.x_range or x_range(plot.kind, [*lines, now], curve)
    if plot.kind == "scatter":
        series = _scatter(lines, curve, now, pens, ink)
    else:
        series = [_line(points, pens[k % len(pens)]) for k, points in enumerate(lines)]
    return {
        "animation": False,
        "silent": True,
        "grid": {"left": LEFT, "right": RIGHT, "top": TOP, "bottom": BOTTOM},
        "xAxis": {"type": "value", "min": first, "max": last, "show": False},
        "yAxis": {
            "type": "value", "min": low, "max": high, "interval": (high - low) / 2 or 1,
            "axisLabel": {"show": False}, "axisLine": {"show": False}, "axisTick": {"show": False},
            "splitLine": {"lineStyle": {"color": ink["line"]}},
        },
        "series": series,
        "graphic": _axis_words(plot, first, last, low, high, ink["text"]),
    }  # fmt: skip


def _line(points: list[list[float | None]], color: str) -> dict[str, Any]:
    return {
        "type": "line", "data": points, "showSymbol": len(points) == 1, "symbolSize": 4, "connectNulls": False,
        "lineStyle": {"width": 1.6, "color": color, "join": "round"}, "itemStyle": {"color": color},
    }  # fmt: skip


def _scatter(lines: Any, curve: Any, now: Any, pens: Sequence[str], ink: dict[str, str]) -> list[dict[str, Any]]:
    dots = lines[0] if lines else []
    series: list[dict[str, Any]] = [
        {"type": "scatter", "data": dots, "symbolSize": 3.2, "itemStyle": {"color": pens[0], "opacity": 0.55}}
    ]
    if curve:
        dashed = {"width": 1.5, "type": [4, 3], "color": ink["reference"]}
        series.append({"type": "line", "data": curve, "showSymbol": False, "lineStyle": dashed})
    if now:  # where the run stands now
        ring = {"color": pens[1], "borderColor": ink["panel"], "borderWidth": 2}
        series.append({"type": "scatter", "data": now, "symbolSize": 11, "itemStyle": ring, "z": 5})
    return series


def _axis_words(plot: Plot, first: float, last: float, low: float, high: float, color: str) -> list[dict[str, Any]]:
    """The numbers at the axes, as texts of our own: ECharts would centre those at the ends and cut them off."""
    height = (TALL if plot.tall else LOW) - TOP - BOTTOM
    style = {"fill": color, "fontSize": 11}
    below = (("left", LEFT, short(first)), ("left", "center", plot.x), ("right", RIGHT, short(last)))
    words: list[dict[str, Any]] = [
        {"type": "text", "silent": True, side: place, "bottom": 3, "style": {**style, "text": text}}
        for side, place, text in below
    ]
    for k, value in enumerate((high, (low + high) / 2, low)):
        beside = {**style, "text": short(value), "align": "right", "verticalAlign": "middle"}
        words.append({"type": "text", "silent": True, "x": LEFT - 6, "y": TOP + k * height / 2, "style": beside})
    return words


def strip_image(rows: Sequence[bytes], palette: Palette, *, dark: bool) -> str:
    """Rows of palette codes as a PNG in a data address, a pixel a patch; the newest row at the bottom.

    Args:
        rows: codes, all of one length.
        palette: their colours.
        dark: theme.
    """
    colors = b"".join(bytes.fromhex((s.dark if dark else s.light)[1:]) for s in palette.swatches)
    width = len(rows[-1])
    lines = b"".join(b"\0" + row for row in rows if len(row) == width)
    height = sum(len(row) == width for row in rows)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    image = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"PLTE", colors)
    image += chunk(b"IDAT", zlib.compress(lines, 1)) + chunk(b"IEND", b"")
    return "data:image/png;base64," + base64.b64encode(image).decode("ascii")


def plot_caption(plot: Plot, dark: bool, *, curve: bool = True) -> str:
    """Name, unit and pens as HTML; the reference curve is among them only where there is one."""

    def pen(label: str, color: str, dash: str = "") -> str:
        stroke = f'stroke="{color}" stroke-width="{1.5 if dash else 2}"{dash}'
        return f'<em><svg aria-hidden="true"><path d="M0 4h18" {stroke}/></svg>{escape(label)}</em>'

    name = f"<b>{escape(plot.label)}" + (f" <span>{escape(plot.unit)}</span>" if plot.unit else "") + "</b>"
    legend = ""
    if plot.kind == "lines":
        legend = "".join(pen(p.label, PENS[dark][k % 4]) for k, p in enumerate(plot.pens) if p.label)
    elif plot.kind == "scatter" and plot.curve_label and curve:
        legend = pen(plot.curve_label, INKS[dark]["reference"], ' stroke-dasharray="4 3"')
    return name + legend


def face(plot: Plot, data: dict[str, Any], palette: Palette, *, dark: bool) -> dict[str, Any]:
    """The traits of a plot's widget that change with its data."""
    if plot.kind != "strip":
        return {"option": plot_options(plot, data, dark=dark)}
    rows = data.get("rows") or ()
    source = {"src": strip_image(rows, palette, dark=dark)} if rows else {"hidden": "hidden"}
    return {"attributes": {"class": "strip", "alt": plot.label, **source}}


@dataclass(frozen=True)
class Chart:
    """What is on the page of one plot.

    Attributes:
        plot: its declaration.
        palette: of the model.
        widget: draws.
        set_curve: says whether there is a reference curve; the caption is rendered anew when that changes.
    """

    plot: Plot
    palette: Palette
    widget: Any
    set_curve: Callable[[bool], None]

    def show(self, data: dict[str, Any], *, dark: bool) -> None:
        """Draw new data."""
        for trait, value in face(self.plot, data, self.palette, dark=dark).items():
            setattr(self.widget, trait, value)
        self.set_curve(bool(data["curve"]))


@solara.component
def PlotView(plot: Plot, palette: Palette, dark: bool, latest: dict[str, Any], charts: dict[str, Any]) -> None:
    """One plot with its caption.

    Args:
        plot: its declaration.
        palette: of the model.
        dark: theme.
        latest: plot name -> data, to begin with.
        charts: plot name -> its `Chart`, which is put into it, so that new data need no rendering.
    """
    data = latest.get(plot.name, NO_DATA)
    begin = face(plot, data, palette, dark=dark)
    _, render_again = solara.use_state(bool(data["curve"]))
    with solara.Div(classes=["plot"], attributes={"role": "group", "aria-label": plot.label}):
        markup(plot_caption(plot, dark, curve=bool(data["curve"])), classes="cap")
        if plot.kind == "strip":
            element = solara.HTML(tag="img", attributes=begin["attributes"])
        else:
            height = TALL if plot.tall else LOW
            frame = {"style": f"height:{height}px;margin-top:4px", "role": "img", "aria-label": plot.label}
            element = solara.FigureEcharts(option=begin["option"], attributes=frame, responsive=True)

    def remember() -> Callable[[], None]:
        charts[plot.name] = Chart(plot, palette, solara.get_widget(element), render_again)

        def forget() -> None:
            charts.pop(plot.name, None)

        return forget

    solara.use_effect(remember, [])
