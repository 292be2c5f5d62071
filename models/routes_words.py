"""What a map and its search say in words."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from rules.maps import ARROW, DARK, FLOOR, ICE, SOLID
from rules.tiled import DIRECTION_NAMES

if TYPE_CHECKING:
    from models.routes import RoutesModel

KINDS = {FLOOR: "floor", SOLID: "solid", ICE: "ice", DARK: "dark floor"}


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its thing: "1 step", "2 steps"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def kind_of(model: RoutesModel, patch: int) -> str:
    """What lies on a patch, in a word or two."""
    drawn = model.map
    if patch == drawn.start:
        return "S"
    if patch == drawn.goal:
        return "G"
    if drawn.no_entry[patch]:
        return "no entry"
    if drawn.keys[patch]:
        return "key"
    if patch in drawn.warps:
        return "stairs" if drawn.warps[patch].stairs else "warp"
    kind = int(drawn.kind[patch])
    return KINDS[kind] if kind < ARROW else f"one-way {DIRECTION_NAMES[model.world.directions][kind - ARROW]}"


def facts(model: RoutesModel, patch: int) -> list[tuple[str, str]]:
    """What there is to know about a patch."""
    drawn, search = model.map, model.search
    rows = [("Patch", model.place(patch)), ("Number", str(patch)), ("Kind", kind_of(model, patch))]
    floor = drawn.floor_at(patch)
    if floor is not None:
        rows.append(("Floor", f"{floor.name}, a loop" if floor.loop else floor.name))
    if patch in drawn.warps:
        warp = drawn.warps[patch]
        how = "forced" if warp.forced else "optional"
        rows.append(("Warp", f"to {model.place(warp.target)}, {how if drawn.warp_works(patch) else 'does nothing'}"))
    if drawn.start is not None:
        far = float(search.distances[patch])
        rows.append(("From S", f"{far:.2f}" if isfinite(far) else "no way"))
    if drawn.goal is not None:
        far = float(search.to_goal[patch])
        rows.append(("To G", f"{far:.2f}" if isfinite(far) else "no way"))
    here = [explorer.number + 1 for explorer in model.explorers if explorer.patch == patch]
    if here:
        rows.append(("Explorers", ", ".join(map(str, here))))
    return rows


def length_said(model: RoutesModel) -> str:
    """The length of the way as straight and diagonal steps, and as a number."""
    way = model.route
    if way is None:
        return ""
    diagonal = f" + {way.diagonal} diagonal" if way.diagonal else ""
    steps = f"{way.straight}{diagonal} {'step' if len(way.patches) == 2 else 'steps'}"
    return f"{steps}, length {way.length:.2f}".removesuffix(".00")


def news_of(model: RoutesModel) -> str:
    """What the search and the explorers are doing, in a sentence."""
    drawn = model.map
    missing = [flag for flag, patch in (("S", drawn.start), ("G", drawn.goal)) if patch is None]
    if missing:
        return f"Set {' and '.join(missing)}: Shift-click puts S, Alt-click puts G"
    if model.route is None:
        if not model.wave_done:
            return "The wave fills what can be reached from S"
        said = f"No way leads from S to G: {counted(model.searched, 'patch', 'patches')} can be reached"
        return f"{said}; one-way floors led round in a ring, one lap" if model.carried_round else said
    if model.route is not None and not model.search.steps:
        return "S is G: the way is one patch, and nobody has to move"
    found = f"Way found: {length_said(model)}"
    if not model.wave_done:
        return found if model.preview else f"Searching: ring {model.ring} of {model.search.last_ring}"
    if model.way_done and model.running:
        return f"{found}. {counted(model.arrived, 'explorer')} of {len(model.explorers)} at G"
    return found
