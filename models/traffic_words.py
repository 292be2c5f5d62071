"""What is said about traffic: the status line, and what there is to know about a patch."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from models.traffic import TrafficModel

THIN_SPACE = "\u202f"


def said(number: float) -> str:
    """A whole number with thin spaces between thousands."""
    return f"{number:,.0f}".replace(",", THIN_SPACE)


def news_of(model: TrafficModel) -> str:
    """What goes on, in a sentence."""
    traffic = model.traffic
    state = traffic.state
    if not state.count:
        if model.parameters["scenario"] == "door" and state.created:
            return f"Everybody is out at tick {said(traffic.ticks)}"
        return "Nobody is on the road"
    if traffic.gridlock == "proved":
        members = len(traffic.members)
        many = f"{said(members)} walkers wait for each other"
        what = "nobody can ever move again" if traffic.moved == 0 else "and can never move again by themselves"
        return f"Gridlock, proved: {many}: {what}" if traffic.moved == 0 else f"Gridlock, proved: {many}, {what}"
    if traffic.gridlock == "suspected":
        return f"Gridlock, suspected: nobody has moved for {said(traffic.quiet)} ticks"
    who = "cars" if not model.can_draw else "walkers"
    return f"{said(model.standing)} of {said(state.count)} {who} are standing"


def kind_of(model: TrafficModel, patch: int) -> str:
    """Road, block, or a walker."""
    if model.traffic.state.owner[patch] >= 0:
        return "walker"
    return "road" if model.traffic.road.free[patch] else "block"


def facts(model: TrafficModel, patch: int) -> list[tuple[str, str]]:
    """Rows of label and value about a patch, and about who stands there."""
    rows = [("Patch", model.place(patch)), ("Kind", kind_of(model, patch))]
    road, state = model.traffic.road, model.traffic.state
    if model.origins[patch] or (model.flows and np.isin(patch, model.layout.origins)):
        rows.append(("Zone", "origin"))
    numbers = [str(k) for k, goal in enumerate(road.goals) if np.isin(patch, goal)]
    if numbers:
        rows.append(("Destination", ", ".join(numbers)))
    rows.append(("Occupied", f"{100 * float(model.heat[patch]):.0f} % of the last ticks"))
    slot = int(state.owner[patch])
    if slot >= 0:
        goal = int(state.goal[slot])
        rows.append(("Walker", f"number {state.id[slot]}"))
        rows.append(("Going to", f"destination {goal}"))
        left = float(road.distance[goal, patch])
        if isfinite(left):
            rows.append(("Still to go", f"{left:.1f} patches"))
        rows.append(("Under way", f"{model.traffic.ticks - int(state.born[slot])} ticks"))
        rows.append(("Speed", f"{state.speed[slot]} patches in the last tick"))
        if state.waiting[slot]:
            rows.append(("Standing", f"for {state.waiting[slot]} ticks"))
    return rows
