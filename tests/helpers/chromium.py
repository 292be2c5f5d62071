"""The browser of the tests: which one, and what happens where there is none."""

import os
import shutil

import pytest

ARGUMENTS = ["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking"]


def chromium_path():
    """Path of an installed Chromium.

    Without one the test is skipped with the reason. PATCHWALK_BROWSER=required makes that a failure, and "off" skips
    the tests that drive the page (a second Python needs no second look at it).
    """
    wanted = os.environ.get("PATCHWALK_BROWSER", "")
    if wanted == "off":
        pytest.skip("the browser is turned off by PATCHWALK_BROWSER=off")
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        if wanted == "required":
            pytest.fail("no Chromium on the path, and PATCHWALK_BROWSER=required")
        pytest.skip("no Chromium on the path (Debian: apt-get install chromium)")
    return path
