"""What only the browser can do for the page: clipboard, address, saving and opening files, the focus of dialogs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

LARGEST_FILE = 64 * 2**20  # bytes that are read from an opened file


class Browser(anywidget.AnyWidget):  # type: ignore[misc]
    """An element that is not seen.

    Elements of the page marked `data-do="copy-link"`, `"copy-seed"`, `"open-file"` are served by its script at once,
    since a browser grants clipboard and file chooser only within a click.

    Attributes:
        address: from `?` on; put into the address bar without loading anything.
        link: from `?` on; what "Copy link" copies.
        seed: what "Copy seed" copies.
        accept: suffixes that the file chooser offers, with commas between.
        title: of the page.
    """

    _esm = Path(__file__).with_name("js").joinpath("browser.js").read_text(encoding="utf-8")

    address = traitlets.Unicode("").tag(sync=True)
    link = traitlets.Unicode("").tag(sync=True)
    seed = traitlets.Unicode("").tag(sync=True)
    accept = traitlets.Unicode("").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.on_file: Callable[[str, bytes], None] | None = None
        self.on_msg(self._received)

    def save(self, name: str, data: bytes) -> None:
        """Have the browser save a file."""
        self.send({"kind": "save", "name": name}, [data])

    def _received(self, _widget: Any, message: Any, buffers: Any) -> None:
        if not (isinstance(message, dict) and message.get("kind") == "file" and buffers and self.on_file is not None):
            return
        data = bytes(buffers[0])
        if len(data) <= LARGEST_FILE:
            self.on_file(str(message.get("name", ""))[:200], data)
