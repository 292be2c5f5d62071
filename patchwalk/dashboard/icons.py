"""The page's own icons: line drawings in a box of 24 units, drawn in the colour of the text beside them."""

from __future__ import annotations

from html import escape

SHAPES: dict[str, str] = {
    "play": '<path class="f" d="M7 4.5v15l12-7.5z"/>',
    "stop": '<rect class="f" x="6" y="6" width="12" height="12" rx="1.5"/>',
    "step": '<path class="f" d="M5 5v14l9-7z"/><path d="M18 5v14"/>',
    "finish": '<path class="f" d="M3 5v14l8-7zM11 5v14l8-7z"/><path d="M21 5v14"/>',
    "setup": '<path d="M20 12a8 8 0 1 1-2.5-5.8M20 3v4h-4.5"/>',
    "chevron": '<path d="m7 10 5 5 5-5"/>',
    "copy": '<rect x="9" y="9" width="11" height="11" rx="2"/><path d="M5 15V6a2 2 0 0 1 2-2h9"/>',
    "dice": (
        '<rect x="4" y="4" width="16" height="16" rx="3"/><circle class="f" cx="9" cy="9" r="1.4"/>'
        '<circle class="f" cx="15" cy="15" r="1.4"/><circle class="f" cx="15" cy="9" r="1.4"/>'
        '<circle class="f" cx="9" cy="15" r="1.4"/>'
    ),
    "look": '<circle cx="11" cy="11" r="6"/><path d="m20 20-4.5-4.5"/>',
    "drop": '<path d="M12 3.5c3.5 4.2 6 7.2 6 10.5a6 6 0 0 1-12 0c0-3.3 2.5-6.3 6-10.5z"/>',
    "dry": '<path d="M4 20 20 4M9.5 6.7 12 3.5c3.5 4.2 6 7.2 6 10.5M16 18.5A6 6 0 0 1 6.5 12"/>',
    "way": (
        '<circle cx="6" cy="18" r="2.5"/><circle cx="18" cy="6" r="2.5"/>'
        '<path d="M8.5 18H14a3 3 0 0 0 0-6h-4a3 3 0 0 1 0-6h5.5"/>'
    ),
    "sun": (
        '<circle cx="12" cy="12" r="4"/>'
        '<path d="M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19"/>'
    ),
    "moon": '<path d="M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5z"/>',
    "keys": (
        '<rect x="2.5" y="6" width="19" height="12" rx="2"/>'
        '<path d="M6 10h.01M9 10h.01M12 10h.01M15 10h.01M18 10h.01M8 14h8"/>'
    ),
    "link": (
        '<path d="M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1-1"/>'
    ),
    "save": '<path d="M12 4v11M7.5 10.5 12 15l4.5-4.5M5 20h14"/>',
    "minus": '<path d="M6 12h12"/>',
    "plus": '<path d="M12 6v12M6 12h12"/>',
    "check": '<path d="m5 12 5 5 9-10"/>',
    "close": '<path d="m6 6 12 12M18 6 6 18"/>',
    "warn": '<path d="M12 4 2.5 20h19z"/><path d="M12 10v5M12 17.5v.01"/>',
    "open": '<path d="M4 11V4h7M20 13v7h-7M4 4l7 7M20 20l-7-7"/>',
    "flag": '<path d="M6 21V4"/><path class="f" d="m6 4 12 4-12 4z"/>',
    "chord": (
        '<circle cx="12" cy="12" r="3"/>'
        '<path d="M12 3v3M12 18v3M4.2 7.5l2.6 1.5M17.2 15l2.6 1.5M19.8 7.5 17.2 9M6.8 15l-2.6 1.5"/>'
    ),
    "why": '<circle cx="12" cy="12" r="9"/><path d="M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .9-1 1.7M12 16.5v.01"/>',
    "floor": '<rect x="4" y="4" width="16" height="16" rx="1"/>',
    "solid": '<rect class="f" x="4" y="4" width="16" height="16" rx="1"/>',
    "wall": '<path d="M12 3v18" stroke-width="3.5"/><path d="M4 4v16M20 4v16" stroke-dasharray="1.5 3.5"/>',
    "door": '<path d="M12 3v4M12 17v4" stroke-width="3.5"/><rect class="f" x="9.5" y="8.5" width="5" height="7"/>',
    "one-way": '<path d="M4 12h15M13 6l6 6-6 6"/>',
    "one-way-edge": (
        '<path d="M12 2.5v5.5M12 16v5.5" stroke-width="3.5"/><path d="M4 12h15M14.5 7.5 19 12l-4.5 4.5"/>'
    ),
    "locked": (
        '<path d="M12 2v3M12 19v3" stroke-width="3.5"/>'
        '<rect class="f" x="6.5" y="11" width="11" height="7.5" rx="1.5"/><path d="M9 11V9.2a3 3 0 0 1 6 0V11"/>'
    ),
    "color": (
        '<path d="M12 3.5a8.5 8.5 0 1 0 0 17c1.4 0 2-.9 2-1.9 0-1.7-.9-1.6-.9-2.7 0-.9.8-1.4 1.7-1.4h2a3.7 3.7 0 0 0 '
        '3.7-3.7c0-4.1-3.9-7.3-8.5-7.3z"/><circle class="f" cx="8" cy="12.5" r="1.3"/>'
        '<circle class="f" cx="9.5" cy="8.2" r="1.3"/><circle class="f" cx="14" cy="7.8" r="1.3"/>'
    ),
    "wave": (
        '<circle class="f" cx="12" cy="12" r="2"/><circle cx="12" cy="12" r="5.5"/>'
        '<path d="M12 3a9 9 0 0 1 9 9M21 12a9 9 0 0 1-9 9M3 12a9 9 0 0 1 9-9" stroke-dasharray="3.2 3"/>'
    ),
    "unflag": '<path d="M6 21V4M6 4l12 4-12 4"/><path d="m13.5 15 6 6M19.5 15l-6 6"/>',
    "explorer": (
        '<circle class="f" cx="12" cy="4.5" r="2.2"/><path d="M12 8v6M12 14l-3.5 6.5M12 14l3.5 6.5M7.5 12 12 9l4.5 3"/>'
    ),
    "compass": '<circle cx="12" cy="12" r="9"/><path class="f" d="m15.8 8.2-2.6 5-5 2.6 2.6-5z"/>',
    "ice": '<path d="M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9"/>',
    "dark": '<path class="f" d="M12 4a8 8 0 0 1 0 16z"/><circle cx="12" cy="12" r="8"/>',
    "warp": (
        '<circle cx="5.5" cy="17" r="2.5"/><circle cx="18.5" cy="7" r="2.5"/>'
        '<path d="M6 13.5C7 8 11 5.5 15.5 6" stroke-dasharray="3 3"/>'
    ),
    "loop": '<rect x="4" y="6" width="16" height="12" stroke-dasharray="3 3"/><path d="m9 9-3 3 3 3M15 9l3 3-3 3"/>',
    "no-entry": '<circle cx="12" cy="12" r="8.5"/><path d="M7.5 12h9"/>',
    "key": '<circle cx="8" cy="14" r="4"/><path d="m11 11 8-7M16 6.5l3 3"/>',
    "erase": '<path d="m8 20-5-5L14 4l7 7-9 9zM8.5 9.5l7 7M8 20h13"/>',
    "undo": '<path d="M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3"/>',
    "redo": '<path d="m16 5 4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h3"/>',
    "start": (
        '<circle cx="12" cy="12" r="8.5"/>'
        '<text x="12" y="16" text-anchor="middle" font-size="11" font-weight="700" stroke="none" '
        'fill="currentColor">S</text>'
    ),
    "goal": (
        '<circle class="f" cx="12" cy="12" r="9"/>'
        '<text x="12" y="16" text-anchor="middle" font-size="11" font-weight="700" stroke="none" '
        'fill="var(--desk)">G</text>'
    ),
    "pen": '<path d="m4 20 1-5L16 4l4 4L9 19z"/>',
    "zone": (
        '<rect x="4" y="4" width="16" height="16" stroke-dasharray="3 3"/><circle class="f" cx="12" cy="12" r="3"/>'
    ),
    "eye": (
        '<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/>'
        '<circle cx="12" cy="12" r="2.5"/>'
    ),
    "lock": '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>',
    "unlock": '<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V7.5a4 4 0 0 1 7.6-1.7"/>',
    "maze": '<path d="M4 4h16v16H8M4 4v16M8 8h8v8h-4M8 8v8M12 12v8"/>',
    "rain": (
        '<path d="M7 3c1.8 2.2 3 3.7 3 5.3a3 3 0 0 1-6 0C4 6.7 5.2 5.2 7 3zM17 6c1.8 2.2 3 3.7 3 5.3a3 3 0 0 1-6 '
        '0c0-1.6 1.2-3.1 3-5.3zM10.5 13c1.8 2.2 3 3.7 3 5.3a3 3 0 0 1-6 0c0-1.6 1.2-3.1 3-5.3z"/>'
    ),
    "turtle": '<path class="f" d="M12 3 19 20l-7-4-7 4z"/>',
    "picture": (
        '<rect x="3.5" y="5" width="17" height="14" rx="2"/><circle class="f" cx="9" cy="10" r="1.5"/>'
        '<path d="m4 17 5-4 3 2.5 4-4.5 4.5 5"/>'
    ),
    "table": '<rect x="4" y="5" width="16" height="14" rx="1.5"/><path d="M4 10h16M4 14.5h16M10 5v14"/>',
    "file": (
        '<path d="M13 3.5H7a1.5 1.5 0 0 0-1.5 1.5v14A1.5 1.5 0 0 0 7 20.5h10a1.5 1.5 0 0 0 1.5-1.5V9zM13 3.5V9h5.5"/>'
    ),
    "folder": (
        '<path d="M3.5 18V6.5A1.5 1.5 0 0 1 5 5h4l2 2.5h8A1.5 1.5 0 0 1 20.5 9v9a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 '
        '0 0 1 3.5 18z"/>'
    ),
    "log": '<path d="M5 6h.01M5 12h.01M5 18h.01M9 6h11M9 12h11M9 18h7"/>',
    "grid": '<path d="M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16"/>',
    "neighbors": (
        '<rect class="f" x="9.5" y="9.5" width="5" height="5"/>'
        '<path d="M9.5 3.5h5v3h-5zM9.5 17.5h5v3h-5zM3.5 9.5h3v5h-3zM17.5 9.5h3v5h-3z"/>'
    ),
    "pointy": '<path d="M12 3 19.8 7.5v9L12 21l-7.8-4.5v-9z"/><path d="m9 12 3-3 3 3M12 9v6.5"/>',
    "info": '<circle cx="12" cy="12" r="9"/><path d="M12 11v5.5M12 7.5v.01"/>',
    "bolt": '<path d="M13 3 5 13.5h6L10.5 21 19 10h-6z"/>',
}

MARK = (
    '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linejoin="round"'
    ' aria-hidden="true"><path d="M7 3.3h10l5 8.7-5 8.7H7L2 12z"/>'
    '<path d="M12 7.2 15.6 16 12 14.1 8.4 16z" fill="currentColor" stroke="none"/></svg>'
)


def icon(name: str, *, paint: str = "", classes: str = "") -> str:
    """An icon as SVG text, hidden from the accessible name of what it stands in.

    Args:
        name: one of `SHAPES`; an unknown one gives the plain ring, so that a model may not break the page.
        paint: a colour that fills the whole drawing (the two drops), or empty.
        classes: further CSS classes.
    """
    shape = SHAPES.get(name, '<circle cx="12" cy="12" r="7"/>')
    style = f' style="fill:{escape(paint)};stroke:{escape(paint)}"' if paint else ""
    return f'<svg class="i {escape(classes)}" viewBox="0 0 24 24" aria-hidden="true"{style}>{shape}</svg>'
