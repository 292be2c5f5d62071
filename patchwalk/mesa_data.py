"""Patchwalk's monitors as Mesa's `batch_run` wants them."""

from __future__ import annotations

from typing import Any

import mesa


class _AtEnd(list[Any]):
    """One value, that of the last step; Mesa 3.3 asks for it by the number of the step."""

    def __init__(self, value: Any, step: int) -> None:
        super().__init__([value])
        self._step = step

    def __getitem__(self, step: Any) -> Any:
        if step in (0, self._step):
            return super().__getitem__(0)
        raise IndexError(
            f"step {step}: monitors are read at the end of a run; to have them of every step, give the model a "
            "mesa.DataCollector as `datacollector`, and collect in a `step` of your own"
        )


def monitors_now(model: Any) -> mesa.DataCollector:
    """A collector that holds what the monitors of a model show now, a column each."""
    collector = mesa.DataCollector(model_reporters={monitor.name: monitor.read for monitor in model.monitors})
    collector.collect(model)
    for name, values in collector.model_vars.items():
        collector.model_vars[name] = _AtEnd(values[0], model.steps - 1)
    return collector
