"""What is said about traffic: the status line, and what there is to know about a patch and about who stands there."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from models.traffic import TrafficModel
    from rules.percolation import Sweep

THIN_SPACE = "\u202f"
NEWS_TICKS = 12  # for so many ticks it is said that the walker that is followed has arrived, or is gone
SHORTER = {"no way to any destination": "no way on", "died": "taken away"}  # where there is little room for a reason


def said(number: float) -> str:
    """A whole number with thin spaces between thousands."""
    return f"{number:,.0f}".replace(",", THIN_SPACE)


def kind(model: TrafficModel) -> str:
    """What goes on the road, one of them."""
    return "walker" if model.can_draw else "car"


def people(model: TrafficModel, number: int) -> str:
    """So many walkers, or cars."""
    return times(number, kind(model))


def times(number: int, what: str, ending: str = "s") -> str:
    """So many of something."""
    return f"{said(number)} {what}{'' if number == 1 else ending}"


# --- who was taken off the road ------------------------------------------------------------------------------------


def reasons(model: TrafficModel) -> list[tuple[str, int]]:
    """Why walkers were taken off the road, in words, and how many; the most frequent first."""
    found = ((SHORTER.get(reason, reason), number) for reason, number in model.traffic.state.removed.items() if number)
    return sorted(found, key=lambda one: (-one[1], one[0]))


def reasons_said(model: TrafficModel) -> str:
    """The reason where there is only one; else how many there are, which the tab Inspect tells."""
    found = reasons(model)
    if not found:
        return ""
    return found[0][0] if len(found) == 1 else f"for {len(found)} reasons"


def removed_said(model: TrafficModel) -> str:
    """How many were taken off the road, and why: `12 removed (10 built over, 2 gridlock)`; empty for nobody."""
    found = reasons(model)
    if not found:
        return ""
    number = said(sum(number for _, number in found))
    if len(found) == 1:
        return f"{number} removed: {found[0][0]}"
    return f"{number} removed: " + ", ".join(f"{said(number)} {reason}" for reason, number in found)


# --- the status line -----------------------------------------------------------------------------------------------


def news_of(model: TrafficModel) -> str:
    """What goes on: the one that is followed, gridlock or how many are standing, and who was taken off the road."""
    parts = [gridlock_said(model), followed_said(model)]
    if not parts[0]:
        parts.append(standing_said(model))
    if model.followed < 0:
        parts.append(removed_said(model))
    return "; ".join(part for part in parts if part)


def standing_said(model: TrafficModel) -> str:
    """How many are standing, or that there is nobody."""
    state = model.traffic.state
    if state.count:
        are = "is" if model.standing == 1 else "are"
        return f"{said(model.standing)} of {people(model, state.count)} {are} standing"
    if model.parameters["scenario"] == "door" and state.created:
        return f"Everybody is out at tick {said(model.traffic.ticks)}"
    return "Nobody is on the road"


def gridlock_said(model: TrafficModel) -> str:
    """Gridlock, and what would help; empty where there is none."""
    traffic = model.traffic
    if traffic.gridlock == "suspected":
        return f"Gridlock, suspected: nobody has moved for {times(traffic.quiet, 'tick')}. {help_against(model)}"
    if traffic.gridlock != "proved":
        return ""
    many = people(model, len(traffic.members))
    if traffic.moved == 0 and model.nobody_can_move:
        what = f"{many} wait for each other, and nobody can ever move again"
    else:
        what = f"{many} wait for each other for good, others still move"
    return f"Gridlock, proved: {what}. {help_against(model)}"


def help_against(model: TrafficModel) -> str:
    """What would get walkers out of gridlock, by the labels on the page."""
    if model.can_draw and model.parameters["blocked"] == "wait":
        return "Choose “sidestep” or “swap” for If blocked"
    if model.parameters["on_gridlock"] != "remove":
        return "Choose “remove” for On gridlock"
    return f"Take fewer {kind(model)}s"


def followed_said(model: TrafficModel) -> str:
    """The walker that is followed: speed, time under way, how far to go; or that it has arrived, or is gone."""
    if model.followed < 0:
        return ""
    name, slot = f"{kind(model).capitalize()} {model.followed}", model.followed_slot
    if slot is None:
        return _gone(model, name)
    state, born = model.traffic.state, int(model.traffic.state.born[slot])
    since = model.traffic.ticks - born
    parts = [f"speed {speed_of(model, slot):.2f}", f"{times(since, 'tick')} under way"]
    left = to_go(model, slot)
    if left is not None:
        parts.append(f"{left:.0f} to go")
    if born > model.followed_since and since < NEWS_TICKS:
        return f"{name} has arrived and goes on to destination {int(state.goal[slot]) + 1}: {', '.join(parts)}"
    return f"Following {kind(model)} {model.followed}: {', '.join(parts)}"


def _gone(model: TrafficModel, name: str) -> str:
    """For a few ticks: that the one that is followed has arrived, or why it was taken off the road."""
    if model.traffic.ticks - model.followed_left >= NEWS_TICKS:
        return ""
    why = next((gone.reason for gone in reversed(model.traffic.state.log) if gone.id == model.followed), "")
    return f"{name} was removed: {why}" if why else f"{name} has arrived and left the road"


def swept_said(found: Sweep, endless: float) -> str:
    """What a percolation sweep has found, and the density from which on endless worlds are spanned."""
    half = f"Half of {said(found.runs)} worlds of this size are spanned at a density of {found.half:.3f}"
    return f"{half}; endless worlds from {endless:.3f} on"


# --- one patch, one walker -----------------------------------------------------------------------------------------


def speed_of(model: TrafficModel, slot: int) -> float:
    """How fast a walker has been lately, in patches a tick."""
    return float(model.pace[slot]) * model.traffic.rules.v_max


def to_go(model: TrafficModel, slot: int) -> float | None:
    """How many moves a walker is from its destination; None where it only goes on and on."""
    traffic = model.traffic
    goal, patch = traffic.state.goal[slot : slot + 1], traffic.state.patch[slot : slot + 1]
    if not len(traffic.road.goals) or not len(traffic.road.goals[int(goal[0])]):
        return None
    left = float(traffic.moves_to(goal, patch)[0])
    return left if isfinite(left) else None


def kind_of(model: TrafficModel, patch: int) -> str:
    """Road, block, or who is there."""
    slot = int(model.traffic.state.owner[patch])
    if slot >= 0:
        return f"{kind(model)} {model.traffic.state.id[slot]}"
    return "road" if model.traffic.road.free[patch] else "block"


def facts(model: TrafficModel, patch: int) -> list[tuple[str, str]]:
    """Rows of label and value about a patch, about who stands there, and about who was taken off the road."""
    road, slot = model.traffic.road, int(model.traffic.state.owner[patch])
    rows = [] if slot < 0 else walker_facts(model, slot)
    rows += [("Patch", model.place(patch)), ("Kind", "road" if road.free[patch] else "block")]
    if model.origins[patch] or (model.flows and np.isin(patch, model.layout.origins)):
        rows.append(("Zone", "origin"))
    numbers = [str(k + 1) for k, goal in enumerate(road.goals) if np.isin(patch, goal)]
    if numbers:
        rows.append(("Destination", ", ".join(numbers)))
    rows.append(("Occupied", f"{100 * float(model.heat[patch]):.0f} % of the last ticks"))
    rows += [(f"Removed, {reason}", said(number)) for reason, number in reasons(model)]
    return rows


def walker_facts(model: TrafficModel, slot: int) -> list[tuple[str, str]]:
    """Rows about a walker."""
    traffic, state = model.traffic, model.traffic.state
    under_way = traffic.ticks - int(state.born[slot])
    rows = [
        (kind(model).capitalize(), str(state.id[slot])),
        ("Speed, of late", f"{speed_of(model, slot):.2f} patches/tick"),
        ("Last tick", times(int(state.speed[slot]), "patch", "es")),
        ("Under way", times(under_way, "tick")),
    ]
    left, free_speed = to_go(model, slot), traffic.rules.free_speed
    if left is not None:
        rows.append(("Going to", f"destination {int(state.goal[slot]) + 1}"))
        rows.append(("To go", f"{left:.0f} moves"))
        if free_speed > 0:
            late = under_way - (float(state.distance[slot]) - left) / free_speed
            rows.append(("Delay", f"{late:.0f} ticks"))
    if state.waiting[slot]:
        rows.append(("Standing", f"for {times(int(state.waiting[slot]), 'tick')}"))
    if slot in traffic.members:
        rows.append(("Gridlock", "can never move by itself"))
    return rows
