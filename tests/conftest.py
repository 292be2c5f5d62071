"""What all tests share: the same hypothesis examples in every run, and one browser."""

import pytest
from hypothesis import settings

from tests.helpers.chromium import ARGUMENTS, chromium_path

settings.register_profile("patchwalk", derandomize=True, deadline=None)
settings.load_profile("patchwalk")


@pytest.fixture(scope="session")
def browser():
    """A headless Chromium. One for all: Playwright's sync API can be started only once in a thread."""
    path = chromium_path()
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra `test`)")
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield found
        found.close()
