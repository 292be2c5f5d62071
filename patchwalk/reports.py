"""What the page is told: wording, throttling and publishing of a session's status."""

from __future__ import annotations

import csv
import io
import logging
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from patchwalk.declarations import Monitor
from patchwalk.recorder import columns_of
from patchwalk.run import Run
from patchwalk.status import PageState
from patchwalk.unused import left_out

EVERY = 0.2  # seconds between two readings of the monitors while it runs
THIN_SPACE = "\u202f"
Rows = list[tuple[str, str]]
Places = tuple[tuple[str, float], ...]

log = logging.getLogger(__name__)


class Reports:
    """Words and numbers about one run.

    Args:
        run: what they are about.
        name: of the model's module, for files.
    """

    def __init__(self, run: Run, name: str) -> None:
        self.run = run
        self.name = name
        self._subscribers: list[Callable[[PageState], None]] = []
        self._inspectors: list[Callable[[Rows], None]] = []
        self._rows: Rows = []
        self._rows_read = -math.inf
        self._readers: list[Callable[[Places], None]] = []
        self._legend: Places = ()
        self._legend_read = -math.inf
        self._page: PageState | None = None
        self._unused_read = -math.inf
        self._monitors: dict[str, tuple[str, str, bool]] = {}
        self._monitors_read = -math.inf
        self._news = ""  # what the model said when the monitors were read
        self._words = ("", "")

    def subscribe(self, callback: Callable[[PageState], None]) -> Callable[[], None]:
        """See `Session.subscribe`."""
        self._subscribers.append(callback)
        return lambda: self._subscribers.remove(callback) if callback in self._subscribers else None

    def on_inspect(self, callback: Callable[[Rows], None]) -> Callable[[], None]:
        """See `Session.on_inspect`."""
        self._inspectors.append(callback)
        callback(self._rows)
        return lambda: self._inspectors.remove(callback) if callback in self._inspectors else None

    def on_legend(self, callback: Callable[[Places], None]) -> Callable[[], None]:
        """See `Session.on_legend`."""
        self._readers.append(callback)
        callback(self._legend)
        return lambda: self._readers.remove(callback) if callback in self._readers else None

    # --- the seldom changing part ----------------------------------------------------------------------------------

    def publish(self) -> PageState:
        """Tell the subscribers if anything they show has changed; returns the newest state."""
        run = self.run
        with run.guarded("inspect"):
            self._publish_rows()
        with run.guarded("legend"):
            self._publish_legend()
        with run.guarded("unused"):
            self._look_at_unused()
        if self._page is not None and not run.touched:
            return self._page
        run.touched = False
        page: PageState | None = None
        with run.guarded("page"):
            page = self._read_page()
        page = page or self._read_page()  # an error by now, for which the model is not asked again
        if self._page is None or replace(page, version=self._page.version) != self._page:
            self._page = page
            _tell(self._subscribers, page)
        return self._page

    def _read_page(self) -> PageState:
        run, settings = self.run, self.run.settings
        model = run.play.model
        well = model if run.error is None else None  # the model, as long as it can be asked
        key_mode = well.key_mode if well is not None else None
        labels = {mode.name: mode.label for mode in run.model_class.key_modes}
        return PageState(
            version=0 if self._page is None else self._page.version + 1,
            state=run.state,
            values=dict(settings.resolved),
            waiting=settings.waiting(model) if model is not None else frozenset(),
            bounds=self._page.bounds if well is None and self._page else run.model_class.bounds(settings.resolved),
            seed=settings.seed if settings.seed is not None else (model.seed if model is not None else 0),
            seed_locked=settings.locked,
            error=run.error[1] if run.error else None,
            error_where=run.error[0] if run.error else "",
            refusal=settings.refusal,
            question=well.question if well is not None else None,
            can_finish=bool(well is not None and well.can_finish),
            can_undo=bool(run.play.history.can_undo and well is not None and well.undoable),
            can_redo=bool(run.play.history.can_redo and well is not None and well.undoable),
            tool=run.tool.name,
            overlays=run.overlays,
            speed=run.pacer.speed,
            speed_text=run.pacer.pace.text,
            key_mode=labels.get(key_mode, key_mode) if key_mode is not None else None,
            world_version=run.play.worlds,
            unused=well.unused(run.overlays) if well is not None else frozenset(),
            idle=self._page.idle if well is None and self._page else run.model_class.idle(settings.resolved),
            can_go=well is None or well.can_go,
            preset=settings.preset,
        )

    def _publish_rows(self) -> None:
        run, now = self.run, self.run.clock()
        if not self._inspectors or (run.going and now - self._rows_read < 2 * EVERY):
            return
        self._rows_read = now
        rows: Rows = []
        if run.inspected >= 0 and run.play.model is not None and run.error is None:
            rows = run.model.inspect(run.inspected)
        if rows != self._rows:
            self._rows = rows
            _tell(self._inspectors, rows)

    def _publish_legend(self) -> None:
        run, now = self.run, self.run.clock()
        if not (run.touched or run.going) or (run.going and now - self._legend_read < 2 * EVERY):
            return
        self._legend_read = now
        if self._readers and run.play.model is not None and run.error is None:
            places = run.model.legend(run.overlays)
            if places != self._legend:
                self._legend = places
                _tell(self._readers, places)

    def _look_at_unused(self) -> None:
        """What the page leaves out may change while time passes or something long works, with nobody doing anything."""
        run, now = self.run, self.run.clock()
        busy = run.going or run.task is not None
        if not busy or run.touched or self._page is None or now - self._unused_read < 2 * EVERY:
            return
        self._unused_read = now
        if run.play.model is not None and run.error is None:
            run.touched = run.model.unused(run.overlays) != self._page.unused

    # --- the part that goes with the frames ------------------------------------------------------------------------

    def readout(self, now: float, *, final: bool) -> dict[str, Any]:
        """The `Readout` as JSON.

        Args:
            now: the clock.
            final: read monitors and message now, however short ago they were read.
        """
        run = self.run
        model = run.play.model
        if run.error is None:
            with run.guarded("monitors"):
                if model is not None and (final or now - self._monitors_read >= EVERY):
                    self._monitors_read = now
                    out = left_out(model.unused(run.overlays), "monitor")
                    shown = (monitor for monitor in run.model_class.monitors if monitor.name not in out)
                    self._monitors = {monitor.name: self._shown(monitor, model) for monitor in shown}
                    self._news = model.message
                self._words = self.message(), self.where()
        if run.error is not None:
            self._words = self.message(), ""
        return {
            "state": run.state,
            "ticks": model.ticks if model is not None else 0,
            "message": self._words[0],
            "where": self._words[1],
            "progress": run.progress if run.task is not None else None,
            "monitors": {name: list(value) for name, value in self._monitors.items()},
        }

    def _shown(self, monitor: Monitor, model: Any) -> tuple[str, str, bool]:
        if monitor.clock and self.run.stopwatch.seconds is not None:
            return self.run.stopwatch.text, "", False
        return shown_monitor(monitor, model)

    def message(self) -> str:
        """The status line; the model's own words are those of the tick that the monitors show."""
        run = self.run
        if run.error is not None:
            return "Step, Go and Finish are locked until Setup"
        if run.task is not None:
            done = "…" if run.progress is None else f"{run.progress:.0%}"
            return f"{run.task.label}: {done}"
        if run.said:
            return run.said
        model = run.play.model
        if model is None:
            return "Press Setup to begin"
        if model.question is not None:
            return "A question is waiting for your answer"
        if self._news:
            return self._news
        return {"stopped": "", "finished": "Nothing moves any more"}.get(run.state, "")

    def where(self) -> str:
        """What is under the pointer."""
        run = self.run
        if run.hovered < 0 or run.play.model is None or run.hovered >= run.model.world.size:
            return ""
        return f"{run.model.place(run.hovered)} {run.model.describe(run.hovered)}".strip()

    # --- files -----------------------------------------------------------------------------------------------------

    def export(self, suffix: str) -> tuple[str, bytes]:
        """See `Session.export`."""
        run = self.run
        model = run.model
        name = f"{self.name}-{model.seed}-{model.ticks}{suffix}"
        if suffix == ".json":
            return name, run.play.to_json(self.name).encode("utf-8")
        if suffix == ".csv":
            return name, self._table().encode("utf-8")
        for kind in model.exports:
            if kind.suffix == suffix:
                return name, kind.write(model)
        raise ValueError(f"{model.title} writes no {suffix[:20]!r} files")

    def _table(self) -> str:
        """Every plot's numbers, one row a plot, pen and tick."""
        run = self.run
        text = io.StringIO()
        table = csv.writer(text, lineterminator="\n")
        table.writerow(("plot", "pen", run.model_class.plots[0].x if run.model_class.plots else "tick", "value"))
        for plot in run.model_class.plots:
            if plot.kind == "strip" or run.recorder is None:
                continue
            ticks, columns = columns_of(plot, run.model, run.recorder)
            for pen, column in zip(plot.pens, columns, strict=True):
                table.writerows((plot.name, pen.label, tick, value) for tick, value in zip(ticks, column, strict=False))
        for monitor in run.model_class.monitors:
            table.writerow(("monitor", monitor.name, run.model.ticks, monitor.read(run.model)))
        return text.getvalue()


def _tell(listeners: list[Callable[[Any], None]], news: Any) -> None:
    """Call all listeners; one that fails is logged and stops nothing."""
    for listener in list(listeners):
        try:
            listener(news)
        except Exception:
            log.exception("a listener failed")


def shown_monitor(monitor: Monitor, model: Any) -> tuple[str, str, bool]:
    """A monitor's value and unit as the page writes them, and whether it alerts."""
    value = monitor.read(model)
    unit = monitor.unit(model) if callable(monitor.unit) else monitor.unit
    alert = bool(monitor.alert(model)) if monitor.alert is not None else False
    return written(value, monitor.digits), unit, alert


def written(value: Any, digits: int = 0) -> str:
    """A number with thin spaces between thousands (from 10 000 on, and in 1 000 too), text as it is, None as a dash."""
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    if value != value:  # not a number
        return "–"
    return f"{value:,.{digits}f}".replace(",", THIN_SPACE)
