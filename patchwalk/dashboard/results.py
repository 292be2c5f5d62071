"""The right column: monitors, legend, plots, and the tabs Info and Inspect."""

from __future__ import annotations

import asyncio
import importlib
import re
from collections.abc import Callable
from functools import lru_cache, partial
from html import escape
from typing import Any

import solara
import solara.lab

from patchwalk.dashboard.parts import caption, icon_button, markup, press
from patchwalk.dashboard.plots import PlotView
from patchwalk.unused import RAMP, left_out
from patchwalk.view import Palette, Ramp

PLOT_SECONDS = 0.25
PICTURES_A_PLOT = 5
LONGEST_WAIT = 4  # times PLOT_SECONDS
RAMP_SAMPLES = 5
Rows = tuple[tuple[str, str], ...]
Places = tuple[tuple[str, float], ...]


@lru_cache(maxsize=32)
def info_markup(text: str) -> str:
    """An info page as HTML; links leave the page alone and open beside it."""
    markdown: Any = importlib.import_module("markdown")
    html = str(markdown.markdown(text, extensions=["tables", "fenced_code", "sane_lists"]))
    return re.sub(r'<a href="(https?:[^"]*)"', r'<a target="_blank" rel="noopener noreferrer" href="\1"', html)


def rows_markup(rows: Rows) -> str:
    """Rows of label and value as HTML."""
    return "".join(f"<dt>{escape(label)}</dt><dd>{escape(value)}</dd>" for label, value in rows)


def mixed(colors: tuple[str, ...], share: float) -> str:
    """The colour at `share` (0 to 1) of a ramp of `#rrggbb` colours."""
    place = min(max(share, 0.0), 1.0) * (len(colors) - 1)
    k = min(int(place), len(colors) - 2)
    low, high = (bytes.fromhex(color[1:]) for color in colors[k : k + 2])
    return "#" + bytes(round(a + (b - a) * (place - k)) for a, b in zip(low, high, strict=True)).hex()


def legend_markup(
    palette: Palette, ramp: Ramp | None, *, dark: bool, places: Places = (), unused: frozenset[str] = frozenset()
) -> str:
    """The named colours of the board as HTML: written by the palette, not by hand.

    Args:
        palette: its swatches with a label.
        ramp: its label.
        dark: theme.
        places: (label, 0 to 1) of what is named on the ramp.
        unused: what the model leaves out.
    """
    entries = []
    out = left_out(unused, "color")
    for swatch in palette.swatches:
        if not swatch.label or swatch.name in out:
            continue
        color = swatch.dark if dark else swatch.light
        paint = f"background:{color}"
        if swatch.pattern:
            mark = "rgba(255,255,255,.6)" if dark else "rgba(0,0,0,.45)"
            form = {
                "hatched": f"repeating-linear-gradient(135deg,{mark} 0 1px,transparent 1px 4px)",
                "dotted": f"radial-gradient({mark} 1px,transparent 1.4px) 0 0/4px 4px",
            }.get(swatch.pattern, "none")
            paint = f"background:{form},{color}" if form != "none" else paint
        sign = f'<b aria-hidden="true">{escape(swatch.sign)}</b>' if swatch.sign else ""
        entries.append(f'<span><i style="{paint}"></i>{sign}{escape(swatch.label)}</span>')
    if ramp is not None and RAMP not in unused:
        colors = ramp.dark if dark else ramp.light
        steps = (mixed(colors, k / (RAMP_SAMPLES - 1)) for k in range(RAMP_SAMPLES))
        samples = "".join(f'<i style="background:{color}"></i>' for color in steps)
        entries.append(f'<span><span class="ramp">{samples}</span>{escape(ramp.label)}</span>')
        for label, share in places:
            entries.append(f'<span><i style="background:{mixed(colors, share)}"></i>{escape(label)}</span>')
    return "".join(entries)


@solara.component
def Legend(session: Any, model_class: Any, dark: bool, unused: frozenset[str]) -> None:
    """The legend; only it is rendered anew when the model names another place on the ramp."""
    places, set_places = solara.use_state(())
    solara.use_effect(lambda: session.on_legend(set_places), [])
    html = legend_markup(model_class.palette, model_class.ramp, dark=dark, places=places, unused=unused)
    markup(html, classes="legend")


@solara.component
def ResultsHead(
    dark: bool, on_menu: Callable[[], None], on_keys: Callable[[], None], on_theme: Callable[[], None], menu_open: bool
) -> None:
    """The title and four icons."""
    with solara.Div(classes=["rhead"]):
        markup("Monitors", classes="name", attributes={"role": "heading", "aria-level": "2"})
        icon_button("link", "Copy link", None, attributes={"data-do": "copy-link"})
        opened = {"aria-haspopup": "menu", "aria-expanded": "true" if menu_open else "false"}
        icon_button(
            "save", "Save and open", on_menu, tooltip="Save picture, data, session; open a file", attributes=opened
        )
        icon_button("keys", "Keys", on_keys, tooltip="Keys (?)")
        icon_button("sun" if dark else "moon", "Theme", on_theme, tooltip="Theme (T)")


@solara.component
def FileMenu(model_class: Any, on_save: Callable[[str], None], on_close: Callable[[], None]) -> None:
    """What can be saved and opened."""

    def saving(suffix: str) -> Callable[[], None]:
        def save() -> None:
            on_save(suffix)
            on_close()

        return save

    def item(symbol: str, text: str, note: str, on_click: Callable[[], None] | None, **attributes: str) -> None:
        face = caption(text, symbol=symbol) + f"<small>{escape(note)}</small>"
        press(face, on_click, classes="item", attributes={"role": "menuitem", "aria-label": text, **attributes})

    with solara.Div():
        press("", on_close, classes="away", attributes={"aria-hidden": "true", "tabindex": "-1"})
        with solara.Div(classes=["menu"], attributes={"role": "menu", "aria-label": "Save and open"}):
            item("picture", "Save picture", ".png", on_close, **{"data-do": "picture"})
            item("table", "Save data", ".csv", saving(".csv"))
            item("log", "Save session", ".json", saving(".json"))
            for export in model_class.exports:
                item("file", f"Save {export.label}", export.suffix, saving(export.suffix))
            solara.Div(classes=["rule"])
            kinds = " ".join(dict.fromkeys([".json", *(kind.suffix for kind in model_class.imports)]))
            item("folder", "Open a file", kinds, on_close, **{"data-do": "open-file"})


@solara.component
def Plots(session: Any, model_class: Any, dark: bool, handles: Any, left_out: frozenset[str]) -> None:
    """The plots; drawn anew at most four times a second, and only when frames have been painted.

    New data go straight to the widgets: rendering the page for them would cost ten times as much.

    Args:
        session: gives the curves.
        model_class: declares the plots.
        dark: theme.
        handles: its `painted` rises with every painted frame.
        left_out: names of plots that are not shown; nothing is worked out or sent for them.
    """
    latest = solara.use_memo(dict[str, Any], [])
    charts = solara.use_memo(dict[str, Any], [])
    theme = solara.use_ref(dark)
    theme.current = dark
    out = solara.use_ref(left_out)
    out.current = left_out
    # A plot that comes back begins with what happened meanwhile.
    solara.use_memo(lambda: latest.update(session.plots(left_out)), [left_out])

    def draw() -> None:
        latest.update(session.plots(out.current))
        for name, chart in list(charts.items()):
            if name in latest:
                chart.show(latest[name], dark=theme.current)

    async def follow() -> None:
        drawn, before, waited = -1, -1, 0
        while True:
            painted, waited = handles.painted, waited + 1
            # Where pictures come slowly, plots come still more slowly, and once more when the pictures rest.
            due = painted - drawn >= PICTURES_A_PLOT or painted == before or waited >= LONGEST_WAIT
            if painted != drawn and due:
                drawn, waited = painted, 0
                draw()
            before = painted
            await asyncio.sleep(PLOT_SECONDS)

    solara.lab.use_task(follow, dependencies=[])
    with solara.Div(classes=["plots"]):
        for plot in model_class.plots:
            if plot.name in left_out:
                continue
            PlotView(plot, model_class.palette, dark, latest, charts).key(plot.name)


@solara.component
def Tabs(info: str, rows: Rows, looked: int) -> None:
    """Info and Inspect.

    Args:
        info: the info page, Markdown.
        rows: about the patch that was looked at; empty before the first.
        looked: rises with every look, which brings Inspect to the front.
    """
    tab, set_tab = solara.use_state("info")

    def front() -> None:
        if looked:
            set_tab("inspect")

    solara.use_effect(front, [looked])
    with solara.Div(classes=["tabs"]):
        with solara.Div(classes=["tablist"], attributes={"role": "tablist", "aria-label": "About"}):
            for name, text in (("info", "Info"), ("inspect", "Inspect")):
                selected = {"role": "tab", "aria-selected": "true" if tab == name else "false"}
                press(f"<span>{text}</span>", partial(set_tab, name), attributes=selected)
        with solara.Div(
            classes=["tab"], attributes={"role": "tabpanel", "tabindex": "0", "aria-label": tab.capitalize()}
        ):
            if tab == "info":
                markup(info_markup(info) or "<p>This model has no info page.</p>")
            elif rows:
                markup(rows_markup(rows), tag="dl", classes="kv")
            else:
                markup("<p>Choose the tool Look (L) and press a patch: what is there is listed here.</p>")
