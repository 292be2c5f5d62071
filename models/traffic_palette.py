"""The colours of traffic: what they stand for, which walkers have which, and what the legend leaves out for now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from models.traffic_crew import PACE_MEMORY, PACES
from patchwalk.view import Palette, Ramp, Swatch

if TYPE_CHECKING:
    from models.traffic import TrafficModel

Codes = NDArray[np.uint8]

ROAD = ("#FAFBF8", "#2D3634")

# Hues for destinations, used in turn. In both themes each has a contrast of 3.3 or more with the road and lies clear of
# standing, of gridlock and of the others (17 and more, 11 and more in Oklab, of 100).
HUES = (
    ("#2378C2", "#72D1FE"),
    ("#DE602F", "#CBB67B"),
    ("#3E9727", "#6EA518"),
    ("#610372", "#937CF1"),
    ("#054980", "#10A6AD"),
    ("#6E6A4F", "#F3F55D"),
    ("#A87AA3", "#FFE1F4"),
    ("#154A06", "#4EF2AA"),
)
TINT = 0.42  # of a hue on the road, where walkers of this hue go to
PACE_NAMES = ("v-0", "v-1", "v-2", "v-3")


def tinted(hue: str, ground: str) -> str:
    """A hue seen through, on the ground: `#rrggbb`."""
    over, under = bytes.fromhex(hue[1:]), bytes.fromhex(ground[1:])
    return "#" + bytes(round(TINT * a + (1 - TINT) * b) for a, b in zip(over, under, strict=True)).hex().upper()


def _hues() -> list[Swatch]:
    """Walkers by destination, the tints of destinations, and the legend's words: for few destinations and for many."""
    swatches = [Swatch(f"to-{k}", f"to {k + 1}", *hue) for k, hue in enumerate(HUES)]
    for k, (light, dark) in enumerate(HUES):
        swatches.append(Swatch(f"at-{k}", "", tinted(light, ROAD[0]), tinted(dark, ROAD[1])))
        swatches.append(Swatch(f"many-{k}", f"to {k + 1}, {k + 1 + len(HUES)} …", light, dark))
    swatches += [Swatch("eastward", "going east", *HUES[0]), Swatch("northward", "going north", *HUES[1])]
    return swatches


PALETTE = Palette(
    (
        Swatch("road", "road", *ROAD),
        Swatch("block", "block", "#D3DAD6", "#131817"),
        Swatch("v-0", "standing", "#9B1C1C", "#FF6F61"),
        Swatch("v-1", "slow", "#D9660B", "#F4A340"),
        Swatch("v-2", "steady", "#4F94CC", "#6AAFE6"),
        Swatch("v-3", "free", "#1E4F8F", "#B8DCFF"),
        Swatch("locked", "gridlock", "#C218B8", "#FF5CF0"),
        Swatch("destination", "destination", "#BFE3D4", "#1F5C4B", sign="◎"),
        Swatch("origin", "origin", "#F3DDA6", "#5F4D1C", "dotted"),
        Swatch("cluster", "largest free cluster", "#DCE9F6", "#22384C"),
        Swatch("stop", "red signal", "#9B1C1C", "#FF6F61", sign="❘"),
        Swatch("followed", "followed", "#17201E", "#E9EEEB"),
        Swatch("way", "its way", "#C2410C", "#FFA766"),
        Swatch("warp", "", "#8A2A86", "#F7B3E8"),
        *_hues(),
    )
)
CODES = PALETTE.codes()
LEGEND = {swatch.name for swatch in PALETTE.swatches if swatch.label}
BY_PACE = np.array([CODES[name] for name in PACE_NAMES], dtype=np.uint8)
BY_GOAL = np.array([CODES[f"to-{k}"] for k in range(len(HUES))], dtype=np.uint8)
TINT_BY_GOAL = np.array([CODES[f"at-{k}"] for k in range(len(HUES))], dtype=np.uint8)

RAMP = Ramp(
    "how often somebody stood there",
    ("#FFF7E0", "#FBD89A", "#F2A65A", "#D95F3C", "#9B1C1C"),
    ("#33302A", "#5E4A22", "#94602A", "#CC7A4A", "#FFB199"),
)


def by_destination(model: TrafficModel) -> bool:
    """Whether colours tell where walkers go."""
    return bool(model.parameters["color"] == "destination")


def stands(model: TrafficModel, slots: NDArray[Any]) -> NDArray[np.bool_]:
    """Who is standing whatever its pace was: it has waited for long, or nobody will move any more. bool (slots,)."""
    traffic = model.traffic
    turns = len(traffic.road.goals) if traffic.rules.alternate else 1
    waiting = traffic.state.waiting[slots]
    over = bool(traffic.gridlock) and traffic.moved == 0
    found: NDArray[np.bool_] = waiting >= (turns if over else round(PACE_MEMORY) * turns)
    return found


def members_among(model: TrafficModel, slots: NDArray[Any]) -> NDArray[np.bool_]:
    """Which of these walkers are proved to wait for each other for good: bool (slots,)."""
    locked = np.zeros(model.traffic.state.top, dtype=bool)
    locked[model.traffic.members] = True
    found: NDArray[np.bool_] = locked[slots]
    return found


def colors_of(model: TrafficModel, slots: NDArray[Any]) -> Codes:
    """The code of each walker: by pace or by destination; those in proved gridlock have their own.

    Where all are in gridlock, it tells more where they wanted to go.
    """
    state, members = model.traffic.state, model.traffic.members
    if by_destination(model):
        found = BY_GOAL[state.goal[slots] % len(HUES)]
        if len(members) == state.count:
            return found
    else:
        found = BY_PACE[np.searchsorted(PACES, model.pace[slots])]
        found[stands(model, slots)] = BY_PACE[0]
    if len(members):
        found[members_among(model, slots)] = CODES["locked"]
    return found


# --- the legend ----------------------------------------------------------------------------------------------------


def on_the_board(model: TrafficModel, overlays: frozenset[str]) -> set[str]:
    """The swatches that can be on the board as things are."""
    traffic, road = model.traffic, model.traffic.road
    names = {"road"}
    if road.patches < model.world.size:
        names.add("block")
    places = any(len(goal) for goal in road.goals)
    if by_destination(model):
        names |= _hues_in_use(model)
    else:
        names |= set(PACE_NAMES)
        names |= {"destination"} if places and "goals" in overlays else set()
    if len(traffic.members):
        names.add("locked")
    if "goals" in overlays and (model.flows or model.origins.any()):
        names.add("origin")
    if "clusters" in overlays:
        names.add("cluster")
    if traffic.signals is not None:
        names.add("stop")
    if model.followed_slot is not None:
        names |= {"followed", "way"} if "way" in overlays else {"followed"}
    return names


def _hues_in_use(model: TrafficModel) -> set[str]:
    goals = len(model.traffic.road.goals)
    if model.traffic.rules.alternate:
        return {"eastward", "northward"}
    if goals <= len(HUES):
        return {f"to-{k}" for k in range(goals)}
    return {f"many-{k}" if k + len(HUES) < goals else f"to-{k}" for k in range(len(HUES))}


def out_of_legend(model: TrafficModel, overlays: frozenset[str]) -> set[str]:
    """What the legend leaves out, as names of `unused`."""
    out = {f"color:{name}" for name in LEGEND - on_the_board(model, overlays)}
    return out if "heat" in overlays else out | {"ramp"}
