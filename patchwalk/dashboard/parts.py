"""Small parts that the page is built from: a piece of HTML, a button, a button that is only an icon.

They are functions that make elements, not components: each component would cost every rendering of the page its share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import solara

from patchwalk.dashboard.icons import icon


def caption(text: str, key: str = "", *, symbol: str = "", paint: str = "", bare: bool = False) -> str:
    """What stands on a button, as HTML: icon, text, key. The key is hidden from the accessible name.

    Args:
        text: the name.
        key: the key's cap, or empty.
        symbol: name of an icon, or empty.
        paint: a colour for the icon.
        bare: leave the text out (the name is then given by `aria-label`).
    """
    mark = icon(symbol, paint=paint, classes="drop" if paint else "") if symbol else ""
    name = "" if bare else f"<span>{escape(text)}</span>"
    cap = f'<kbd aria-hidden="true">{escape(key)}</kbd>' if key else ""
    return mark + name + cap


def markup(html: str, *, tag: str = "div", classes: str = "", attributes: Mapping[str, str] | None = None) -> Any:
    """A piece of HTML of our own making; whatever is not ours in it is escaped by its maker."""
    return solara.HTML(tag=tag, unsafe_innerHTML=html, classes=classes.split(), attributes=dict(attributes or {}))


def press(
    html: str,
    on_click: Callable[[], Any] | None,
    *,
    classes: str = "",
    attributes: Mapping[str, str] | None = None,
    disabled: bool = False,
) -> Any:
    """A button with HTML on it.

    Args:
        html: from `caption`.
        on_click: called without arguments, or None where the page's script acts.
        classes: CSS classes.
        attributes: HTML attributes (`aria-pressed`, `role`, …).
        disabled: whether it is locked.
    """
    inner = solara.HTML(tag="span", unsafe_innerHTML=html, classes=["in"])
    return solara.Button(
        children=[inner], on_click=on_click, classes=classes.split(), attributes=dict(attributes or {}),
        disabled=disabled, ripple=False,
    )  # fmt: skip


def icon_button(
    symbol: str,
    name: str,
    on_click: Callable[[], Any] | None,
    *,
    tooltip: str = "",
    classes: str = "",
    attributes: Mapping[str, str] | None = None,
    disabled: bool = False,
) -> Any:
    """A button that is only an icon; its name is read out and shown as tooltip."""
    given = {"aria-label": name, "title": tooltip or name, **(attributes or {})}
    return press(icon(symbol), on_click, classes=f"icon {classes}", attributes=given, disabled=disabled)
