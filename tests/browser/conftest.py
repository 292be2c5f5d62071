"""The dashboard as its README starts it, and a real Chromium to use it with."""

import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OWN_HOSTS = re.compile(r"(https?|wss?)://127\.0\.0\.1[:/]|data:|blob:")


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def address(browser, tmp_path_factory):
    """Address of a server started by `python server.py`, with the content delivery network out of reach."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path_factory.mktemp("server") / "log"
    environment = {**os.environ, "SOLARA_ASSETS_CDN": "http://127.0.0.1:9/", "PYTHONDONTWRITEBYTECODE": "1"}
    with log.open("w") as output:
        server = subprocess.Popen(
            [sys.executable, "server.py", "--port", str(port)], cwd=ROOT, env=environment, stdout=output, stderr=output
        )
        try:
            wait_for(port, server, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(timeout=20)
    assert "Traceback" not in log.read_text(), log.read_text()


def wait_for(port, server, log):
    for _ in range(300):
        if server.poll() is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"the server did not start: {log.read_text()}")


class Visit:
    """One visitor's page, in the words of the tests."""

    def __init__(self, page, address):
        self.page = page
        self.address = address

    def open(self, query):
        self.page.goto(f"{self.address}/?{query}")
        self.page.get_by_test_id("board").wait_for(timeout=30_000)
        self.page.wait_for_function("document.querySelector('[data-testid=status]').innerText.trim() !== ''")
        self.page.wait_for_timeout(400)
        return self

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def slider(self, name):
        return self.page.get_by_role("slider", name=name, exact=True)

    @property
    def ticks(self):
        return int(re.sub(r"\D", "", self.page.get_by_test_id("ticks").inner_text()))

    def monitor(self, name):
        return self.page.get_by_test_id(f"monitor-{name}").inner_text()

    @property
    def status(self):
        return self.page.get_by_test_id("status").inner_text()

    def until(self, script, timeout=15_000):
        self.page.wait_for_function(script, timeout=timeout)

    def until_ticks(self, at_least):
        self.until(
            "Number(document.querySelector('[data-testid=ticks]').innerText.replace(/\\D/g, '')) >= " + str(at_least)
        )

    def until_status(self, word):
        self.until(f"document.querySelector('[data-testid=status]').innerText.includes({word!r})")

    def pause(self, milliseconds):
        self.page.wait_for_timeout(milliseconds)  # never time.sleep: it holds back websocket events

    def canvas(self):
        """Where the canvas of the board is, in page pixels."""
        return self.page.get_by_test_id("board").locator("canvas").first.bounding_box()


@pytest.fixture
def visit(browser, address):
    """Makes visitors. At the end no page has asked another host for anything, and no console has an error."""
    contexts, foreign, errors = [], [], []

    def make(query="model=maze&rng=7", *, size=(1280, 800), scheme="light"):
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda r: foreign.append(r.url) if not OWN_HOSTS.match(r.url) else None)
        page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda e: errors.append(str(e)))
        return Visit(page, address).open(query)

    yield make
    for context in contexts:
        context.close()
    assert not foreign
    assert not errors
