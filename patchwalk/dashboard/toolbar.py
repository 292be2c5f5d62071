"""The row over the board: what the pointer does, the model's buttons, what is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import solara

from patchwalk.dashboard.icons import icon
from patchwalk.dashboard.keysheet import hint
from patchwalk.dashboard.parts import caption, press
from patchwalk.declarations import Button, Overlay, Tool

MANY_TOOLS = 8  # from so many on, tools and buttons are icons only


@solara.component
def Toolbar(
    session: Any,
    model_class: Any,
    dark: bool,
    tool: str,
    overlays: frozenset[str],
    unused: frozenset[str],
    history: tuple[bool, bool],
    switches: frozenset[str],
    on_switch: Callable[[str], None],
) -> None:
    """All groups of the toolbar.

    Args:
        session: what the tools act on.
        model_class: declares tools, buttons and overlays.
        dark: whether swatches show their dark colours.
        tool: name of the chosen tool.
        overlays: names of those that are shown.
        unused: names of tools, buttons, overlays and further switches that are left out.
        history: whether there is something to undo, to redo.
        switches: names of the board's own switches that are on: `"grid"`, `"neighbors"`, `"pointy"`.
        on_switch: called with the name of such a switch.
    """
    paints = {swatch.name: swatch.dark if dark else swatch.light for swatch in model_class.palette.swatches}
    with solara.Div(classes=["tools"], attributes={"role": "toolbar", "aria-label": "Tools"}):
        tools = tuple(one for one in model_class.tools if one.name not in unused)
        ToolGroup(tools, tool, paints, session.choose_tool)
        buttons = tuple(button for button in model_class.buttons if button.name not in unused)
        if buttons:
            ButtonGroup(buttons, len(tools) >= MANY_TOOLS, session.button)
        if model_class.overlays:
            shown = tuple(overlay for overlay in model_class.overlays if overlay.name not in unused)
            OverlayGroup(shown, overlays, session.toggle_overlay)
        BoardGroup(session, history, model_class.more_switches - unused, switches, on_switch)


@solara.component
def ToolGroup(
    tools: tuple[Tool, ...], chosen: str, paints: Mapping[str, str], on_choose: Callable[[str], None]
) -> None:
    """One row of radio buttons; icons only when there are many."""
    bare = len(tools) >= MANY_TOOLS
    classes = ["group", "many"] if bare else ["group"]
    with solara.Div(classes=classes, attributes={"role": "radiogroup", "aria-label": "What the pointer does"}):
        for tool in tools:
            attributes = {
                "role": "radio",
                "aria-checked": "true" if tool.name == chosen else "false",
                "aria-label": tool.label,
                "title": f"{tool.help or tool.label} ({hint(tool.key)})" if tool.key else tool.help or tool.label,
            }
            face = caption(
                tool.label, hint(tool.key), symbol=tool.icon or tool.name, paint=paints.get(tool.color, ""), bare=bare
            )
            press(face, partial(on_choose, tool.name), classes=tool_classes(bare), attributes=attributes)


def tool_classes(bare: bool) -> str:
    """Style classes of a tool or a button, with a name or without."""
    return "tool only" if bare else "tool"


@solara.component
def ButtonGroup(buttons: tuple[Button, ...], bare: bool, on_press: Callable[[str], None]) -> None:
    """The model's own buttons; `bare` ones are icons only."""
    with solara.Div(classes=["group"], attributes={"role": "group", "aria-label": "Actions"}):
        for button in buttons:
            said = f"{button.label}: {button.help}" if bare and button.help else button.help or button.label
            attributes = {"title": f"{said} ({hint(button.key)})" if bare and button.key else said}
            if bare:
                attributes["aria-label"] = button.label
            face = caption(button.label, hint(button.key), symbol=button.icon, bare=bare)
            press(face, partial(on_press, button.name), classes=tool_classes(bare), attributes=attributes)


@solara.component
def OverlayGroup(overlays: tuple[Overlay, ...], shown: frozenset[str], on_toggle: Callable[[str], None]) -> None:
    """What can be shown or not, with tick boxes, so that it never looks like a tool."""
    with solara.Div(classes=["group"], attributes={"role": "group", "aria-label": "Shown"}):
        for overlay in overlays:
            attributes = {
                "aria-pressed": "true" if overlay.name in shown else "false",
                "title": overlay.help or overlay.label,
            }
            face = f'<span class="box">{icon("check")}</span>' + caption(overlay.label, hint(overlay.key))
            press(face, partial(on_toggle, overlay.name), classes="tool tog", attributes=attributes)


@solara.component
def BoardGroup(
    session: Any,
    history: tuple[bool, bool],
    more: frozenset[str],
    switches: frozenset[str],
    on_switch: Callable[[str], None],
) -> None:
    """Undo and redo, and the board's own switches: two that all models have, and those of `more`."""
    own = [("grid", "Grid lines"), ("neighbors", "Neighbours")]
    own += [(name, label) for name, label in (("pointy", "Pointy tops"),) if name in more]
    with solara.Div(classes=["group"], attributes={"role": "group", "aria-label": "Board"}):
        for symbol, name, action, possible in (
            ("undo", "Undo", session.undo, history[0]),
            ("redo", "Redo", session.redo, history[1]),
        ):
            keys = "Z, Ctrl Z" if symbol == "undo" else "Ctrl Y"
            attributes = {"aria-label": name, "title": f"{name} ({keys})"}
            press(icon(symbol), action, classes="tool only", attributes=attributes, disabled=not possible)
        for name, label in own:
            attributes = {"aria-label": label, "title": label, "aria-pressed": "true" if name in switches else "false"}
            press(icon(name), partial(on_switch, name), classes="tool tog only", attributes=attributes)
