"""A real Chromium and the servers it visits, for as long as they are measured."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from benchmarks.peers import Missing, needs

ROOT = Path(__file__).parent.parent
WATCH = Path(__file__).with_name("watch.js")
SWITCHES = ("--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking")

PATIENCE = 60.0  # seconds for a server to start, or a page to show its first picture


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser of playwright.

    Raises:
        Missing: playwright or Chromium is not installed.
    """
    needs("playwright")
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        raise Missing("no Chromium is installed (apt install chromium)")
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=path, args=list(SWITCHES))
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def serving(arguments: Sequence[str], port: int) -> Iterator[str]:
    """A server in a process of its own, ended afterwards.

    Args:
        arguments: of the interpreter.
        port: at which it will listen.

    Yields:
        Its address, once it answers.

    Raises:
        Missing: it ended by itself, or did not answer; the message has its last line.
    """
    surroundings = {**os.environ, "SOLARA_ASSETS_CDN": "http://127.0.0.1:9/"}  # nothing may come from elsewhere
    command = [sys.executable, "-W", "ignore", *arguments]
    with subprocess.Popen(
        command, cwd=ROOT, env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as server:
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(server, address)
            yield address
        finally:
            server.terminate()
            server.communicate()


def wait_for(server: subprocess.Popen[str], address: str) -> None:
    """Wait until a server answers; see `serving`."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if server.poll() is not None:
            said = (server.stderr.read() if server.stderr else "").strip().splitlines()
            raise Missing(f"the server ended: {said[-1] if said else server.returncode}")
        try:
            urllib.request.urlopen(address, timeout=5).read()
            return
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            time.sleep(0.1)
    raise Missing(f"the server did not answer within {PATIENCE:.0f} s")


def free_port() -> int:
    """A port at which nobody listens now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


class Visitor:
    """One page in a browser context of its own, watched by `watch.js`.

    Args:
        browser: of `chromium`.
        address: the page's.
        ready: JavaScript that is true once the page can be used.
    """

    def __init__(self, browser: Any, address: str, ready: str = "bench.number > 0") -> None:
        self.context = browser.new_context(viewport={"width": 1280, "height": 800})
        self.page = self.context.new_page()
        self.page.add_init_script(path=str(WATCH))
        self.page.goto(address)
        self.page.wait_for_function(ready, timeout=PATIENCE * 1e3)

    def close(self) -> None:
        """Leave the page."""
        self.context.close()

    def click(self, name: str) -> None:
        """Click on a button by a real press of the mouse, as soon as it can be used."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def read(self, script: str) -> Any:
        """The value of some JavaScript; promises are waited for."""
        return self.page.evaluate(script)

    def wait(self, script: str, seconds: float = PATIENCE) -> bool:
        """Wait until some JavaScript is true; False if it has not become so in time."""
        from playwright.sync_api import TimeoutError as TooLate

        try:
            self.page.wait_for_function(script, timeout=seconds * 1e3, polling=20)
        except TooLate:
            return False
        return True

    def stop(self) -> None:
        """Click on Stop, unless the run ends by itself first."""
        from playwright.sync_api import TimeoutError as TooLate

        with suppress(TooLate):  # Stop became Go in between
            self.page.get_by_role("button", name="Stop", exact=True).click(timeout=2000)
        self.wait("bench.state !== 'running'")

    def full_speed(self) -> None:
        """Move the speed slider to its right end, by its key."""
        fastest = self.page.get_by_text("as fast as it can")
        for _ in range(40):
            if fastest.count():
                return
            self.page.keyboard.press("]")
            time.sleep(0.05)
        raise Missing("the speed slider did not come to its right end")

    def answer_to(self, name: str, awaited: str = "awaitTick", rest: float = 0.05) -> float:
        """Milliseconds from a click on a button to the painted picture.

        Args:
            name: of the button.
            awaited: what `watch.js` waits for, `"awaitTick"` or `"awaitImage"`.
            rest: seconds of quiet before.
        """
        time.sleep(rest)
        self.read(f"bench.{awaited}()")
        self.click(name)
        milliseconds: float = self.read("bench.answer")
        return milliseconds
