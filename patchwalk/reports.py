"""What the page is told: wording, throttling and publishing of a session's status."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from patchwalk.declarations import Monitor
from patchwalk.recorder import columns_of
from patchwalk.status import PageState

if TYPE_CHECKING:
    from patchwalk.session import Session

EVERY = 0.1  # seconds between two readings of the monitors while it runs
THIN_SPACE = "\u202f"
Rows = list[tuple[str, str]]


class Reports:
    """Words and numbers about one session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._subscribers: list[Callable[[PageState], None]] = []
        self._inspectors: list[Callable[[Rows], None]] = []
        self._rows: Rows = []
        self._rows_read = -1.0
        self._page: PageState | None = None
        self._touched = True
        self._monitors: dict[str, tuple[str, str, bool]] = {}
        self._monitors_read = -1.0
        self._status_due = False

    @property
    def patience(self) -> float:
        """Seconds for which nothing is to be said when nothing happens."""
        return 1.0

    def touch(self) -> None:
        """Something may have changed that the page shows."""
        self._touched = self._status_due = True

    def subscribe(self, callback: Callable[[PageState], None]) -> Callable[[], None]:
        """See `Session.subscribe`."""
        self._subscribers.append(callback)
        return lambda: self._subscribers.remove(callback) if callback in self._subscribers else None

    def on_inspect(self, callback: Callable[[Rows], None]) -> Callable[[], None]:
        """See `Session.on_inspect`."""
        self._inspectors.append(callback)
        callback(self._rows)
        return lambda: self._inspectors.remove(callback) if callback in self._inspectors else None

    # --- the seldom changing part ----------------------------------------------------------------------------------

    def publish(self) -> PageState:
        """Tell the subscribers if anything they show has changed; returns the newest state."""
        self._publish_rows()
        if self._page is not None and not self._touched:
            return self._page
        self._touched = False
        page = self._read_page()
        if self._page is None or replace(page, version=self._page.version) != self._page:
            self._page = page
            for callback in list(self._subscribers):
                callback(page)
        return self._page

    def _read_page(self) -> PageState:
        session, settings = self.session, self.session.settings
        model = session.play.model
        key_mode = model.key_mode if model is not None else None
        labels = {mode.name: mode.label for mode in session.model_class.key_modes}
        return PageState(
            version=0 if self._page is None else self._page.version + 1,
            state=session.state,
            values=dict(settings.resolved),
            waiting=settings.waiting(model) if model is not None else frozenset(),
            bounds=session.model_class.bounds(settings.resolved),
            seed=settings.seed if settings.seed is not None else (model.seed if model is not None else 0),
            seed_locked=settings.locked,
            error=session.error[1] if session.error else None,
            error_where=session.error[0] if session.error else "",
            refusal=settings.refusal,
            question=model.question if model is not None else None,
            can_finish=bool(model is not None and model.can_finish),
            can_undo=session.play.history.can_undo,
            can_redo=session.play.history.can_redo,
            tool=session.tool.name,
            overlays=session.overlays,
            speed=session.pacer.speed,
            speed_text=session.pacer.pace.text,
            key_mode=labels.get(key_mode, key_mode) if key_mode is not None else None,
            world_version=session.play.worlds,
        )

    def _publish_rows(self) -> None:
        session, now = self.session, self.session.clock()
        if not self._inspectors or now - self._rows_read < 2 * EVERY:
            return
        self._rows_read = now
        rows: Rows = []
        if session.inspected >= 0 and session.play.model is not None and session.error is None:
            rows = session.model.inspect(session.inspected)
        if rows != self._rows:
            self._rows = rows
            for callback in list(self._inspectors):
                callback(rows)

    # --- the part that goes with the frames ------------------------------------------------------------------------

    def readout_due(self, now: float) -> bool:
        """Whether something beside the board is to be told without a frame."""
        return self._status_due and now - self._monitors_read >= 0.0

    def readout(self, now: float, *, final: bool) -> dict[str, Any]:
        """The `Readout` as JSON.

        Args:
            now: the clock.
            final: read the monitors now, however short ago they were read.
        """
        self._status_due = False
        session = self.session
        model = session.play.model
        if model is not None and session.error is None and (final or now - self._monitors_read >= EVERY):
            self._monitors_read = now
            self._monitors = {m.name: _shown(m, model) for m in session.model_class.monitors}
        return {
            "state": session.state,
            "ticks": model.ticks if model is not None else 0,
            "message": self.message(),
            "where": self.where(),
            "progress": session.progress if session.task is not None else None,
            "monitors": {name: list(value) for name, value in self._monitors.items()},
        }

    def message(self) -> str:
        """The status line."""
        session = self.session
        if session.error is not None:
            return "Step, Go and Finish are locked until Setup"
        if session.task is not None:
            done = session.progress
            return f"{session.task_label}: {done:.0%}" if done is not None else f"{session.task_label} …"
        if session.said:
            return session.said
        model = session.play.model
        if model is None:
            return "Press Setup to begin"
        if model.question is not None:
            return "A question is waiting for your answer"
        if model.message:
            return model.message
        return {"stopped": "", "finished": "Nothing moves any more"}.get(session.state, "")

    def why_locked(self) -> str:
        """Why Step, Go and Finish do nothing."""
        session = self.session
        if session.error is not None:
            return "An error has stopped this run; Setup begins anew"
        if session.play.model is None:
            return "Press Setup to begin"
        if session.model.question is not None:
            return "A question is waiting for your answer"
        return session.model.message or "Nothing moves any more; Setup begins anew"

    def where(self) -> str:
        """What is under the pointer."""
        session = self.session
        if session.hovered < 0 or session.play.model is None or session.hovered >= session.model.world.size:
            return ""
        return f"{session.model.place(session.hovered)} {session.model.describe(session.hovered)}".strip()

    # --- files -----------------------------------------------------------------------------------------------------

    def export(self, suffix: str) -> tuple[str, bytes]:
        """See `Session.export`."""
        session = self.session
        model = session.model
        name = f"{session.name}-{model.seed}-{model.ticks}{suffix}"
        if suffix == ".json":
            return name, session.play.to_json(session.name).encode("utf-8")
        if suffix == ".csv":
            return name, self._table().encode("utf-8")
        for kind in model.exports:
            if kind.suffix == suffix:
                return name, kind.write(model)
        raise ValueError(f"{model.title} writes no {suffix[:20]!r} files")

    def _table(self) -> str:
        """Every plot's numbers, one row a plot, pen and tick."""
        session = self.session
        text = io.StringIO()
        table = csv.writer(text, lineterminator="\n")
        table.writerow(("plot", "pen", session.model_class.plots[0].x if session.model_class.plots else "tick", "value"))
        for plot in session.model_class.plots:
            if plot.kind == "strip" or session.recorder is None:
                continue
            ticks, columns = columns_of(plot, session.model, session.recorder)
            for pen, column in zip(plot.pens, columns, strict=True):
                table.writerows((plot.name, pen.label, tick, value) for tick, value in zip(ticks, column, strict=False))
        for monitor in session.model_class.monitors:
            table.writerow(("monitor", monitor.name, session.model.ticks, monitor.read(session.model)))
        return text.getvalue()


def _shown(monitor: Monitor, model: Any) -> tuple[str, str, bool]:
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
