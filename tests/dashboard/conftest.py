"""A toy model, a server that shows it, and a browser, for the tests of the page."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SERVE = """
import sys
from patchwalk.dashboard import launcher

launcher.options.package = "toys"
launcher.serve(sys.argv[1:])
"""


@pytest.fixture(scope="session")
def models():
    """Toy models by name, found the same way as the real ones."""
    from patchwalk.discovery import discover

    sys.path.insert(0, str(HERE))
    try:
        return discover("toys")
    finally:
        sys.path.remove(str(HERE))


@pytest.fixture(scope="session")
def lamps(models):
    """The class of the toy model."""
    return models["lamps"]


@pytest.fixture(scope="session")
def toy_server(tmp_path_factory):
    """Address of a dashboard of the toy models, with no way to any other host."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    paths = os.pathsep.join([str(HERE.parent.parent), str(HERE)])
    environment = {**os.environ, "PYTHONPATH": paths, "SOLARA_ASSETS_CDN": "http://127.0.0.1:9/"}
    command = [sys.executable, "-c", SERVE, "--port", str(port)]
    report = tmp_path_factory.mktemp("server") / "log"
    with report.open("w") as log, subprocess.Popen(command, env=environment, stdout=log, stderr=log) as server:
        try:
            _wait_for(server, port, report)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def _wait_for(server, port, report):
    until = time.monotonic() + 60
    while time.monotonic() < until and server.poll() is None:
        try:
            with socket.create_connection(("127.0.0.1", port), 1):
                return
        except OSError:
            time.sleep(0.1)
    server.kill()
    raise RuntimeError(f"the dashboard does not come up: {report.read_text()[-2000:]}")


@pytest.fixture(scope="session")
def chromium(browser):
    """The browser of all tests."""
    return browser
