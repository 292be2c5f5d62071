"""A visitor without a browser: takes the page's pictures over its websocket and acknowledges them, and draws nothing.

It tells how many visitors the server itself can serve, on a machine that has no processor to spare for their browsers.
"""

from __future__ import annotations

import json
import struct
import threading
import time
import urllib.request
import uuid
from typing import Any
from urllib.parse import urlsplit


class Guest:
    """One session at the page, in a thread of its own.

    Args:
        address: the page's, with its query.

    Attributes:
        painted: when each picture was taken, in seconds of `time.perf_counter`.
        status: the newest status.
        again: whether it sets up anew and goes on when a run has ended.
    """

    def __init__(self, address: str) -> None:
        from websockets.sync.client import connect

        parts = urlsplit(address)
        with urllib.request.urlopen(address, timeout=30) as answer:
            cookies = [value.split(";")[0] for name, value in answer.getheaders() if name.lower() == "set-cookie"]
        self.painted: list[float] = []
        self.status: dict[str, Any] = {}
        self.again = False
        self._session = uuid.uuid4().hex
        self._board = ""
        self._shown = threading.Event()
        path = f"/jupyter/api/kernels/{uuid.uuid4()}/channels?session_id={self._session}"
        told = {"Cookie": "; ".join(cookies)}
        self._socket = connect(f"ws://{parts.netloc}{path}", additional_headers=told, max_size=None, compression=None)
        control = uuid.uuid4().hex
        self._send("comm_open", {"comm_id": control, "target_name": "solara.control", "data": {}})
        where = {"path": f"{parts.path or '/'}?{parts.query}", "appName": None, "themes": None, "dark": False}
        self._send("comm_msg", {"comm_id": control, "data": {"method": "run", "args": where}})
        threading.Thread(target=self._listen, name="guest", daemon=True).start()
        if not self._shown.wait(60):
            raise TimeoutError("the guest saw no picture within a minute")

    def press(self, key: str) -> None:
        """Press a key of the board, by the name of what it does (`"go"`, `"setup"`, `"step"`, `"faster"`)."""
        self._tell({"kind": "key", "name": key})

    def full_speed(self) -> None:
        """Move the speed slider to its right end."""
        for _ in range(10):
            self.press("faster")
            time.sleep(0.05)

    def close(self) -> None:
        """Leave the page."""
        self._socket.close()

    def _listen(self) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            for message in self._socket:
                self._take(message)
        except ConnectionClosed:
            return

    def _take(self, message: str | bytes) -> None:
        if isinstance(message, str):
            read = json.loads(message)
        else:
            begin, end = struct.unpack_from("!II", message, 4)
            read = json.loads(message[begin:end])
        content = read.get("content", {})
        data = content.get("data", {}) if isinstance(content, dict) else {}
        kind = read["header"]["msg_type"]
        if kind == "comm_open" and "board_id" in data.get("state", {}):
            self._board = content["comm_id"]
            self._tell({"kind": "ready"})
        if kind != "comm_msg" or content.get("comm_id") != self._board or data.get("method") != "custom":
            return
        told = data["content"]
        self.status = told.get("status") or self.status
        if told.get("kind") == "frame":
            self.painted.append(time.perf_counter())
            self._tell({"kind": "ack", "number": told["number"], "gap": False})
            self._shown.set()
            if self.again and self.status["state"] == "finished":
                self.press("setup")
                self.press("go")

    def _tell(self, event: dict[str, Any]) -> None:
        self._send("comm_msg", {"comm_id": self._board, "data": {"method": "custom", "content": event}})

    def _send(self, kind: str, content: dict[str, Any]) -> None:
        header = {
            "msg_id": uuid.uuid4().hex, "msg_type": kind, "session": self._session, "username": "", "version": "5.2",
            "date": "2026-01-01T00:00:00.000Z",
        }  # fmt: skip
        message = {
            "header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell",
            "buffers": [],
        }  # fmt: skip
        self._socket.send(json.dumps(message))
