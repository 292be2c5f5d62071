"""Starting the dashboard: Solara's settings, and our own launcher."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from patchwalk.discovery import discover
from patchwalk.parameters import ParameterError
from patchwalk.settings import PATCH_LIMIT, Settings

HOST, PORT = "127.0.0.1", 8765

# Seconds after which a running thread lets a waiting one in. A frame passes through some six waits of the threads that
# serve the page; with Python's 5 ms each, a session that runs as fast as it can would hold up its own picture.
SWITCH = 0.001


@dataclass
class Options:
    """What the one who starts the server decides.

    Attributes:
        patch_limit: worlds with more patches are refused.
        package: where the models are.
    """

    patch_limit: int = PATCH_LIMIT
    package: str = "models"


options = Options()


def configure() -> None:
    """Set Solara up for this page. Environment variables would come too late under `solara run`."""
    from solara.server import settings

    sys.setswitchinterval(SWITCH)
    # Reacton's renderer that passes over what has not changed: what is published costs a tenth of the session's time.
    os.environ.setdefault("REACTON_FAST", "1")
    settings.telemetry.mixpanel_enable = False  # it is on by default
    settings.kernel.cull_timeout = os.environ.get("SOLARA_KERNEL_CULL_TIMEOUT", "1h")
    # Solara takes the cookie of a plain http address for a page in somebody's frame, and says so at length.
    warnings.filterwarnings("ignore", message="Cookies with samesite=none require https", category=UserWarning)
    settings.theme.show_banner = False
    settings.theme.title = "Patchwalk"
    assets = str(Path(__file__).with_name("assets"))  # the theme and the grounds before anything else is loaded
    if assets not in settings.assets.extra_locations:
        settings.assets.extra_locations.append(assets)


def is_script(namespace: dict[str, Any]) -> bool:
    """Whether this namespace is the script that Python was started with.

    Solara runs the file with `__name__ == "__main__"` too, so the name alone does not tell.
    """
    return namespace is vars(sys.modules["__main__"])


def serve(arguments: Sequence[str] | None = None) -> None:
    """Serve the dashboard until interrupted."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    _check_limit(parser, chosen.patch_limit)
    options.patch_limit = chosen.patch_limit
    os.environ["SOLARA_APP"] = "patchwalk.dashboard.page:Page"
    os.environ["SERVER_NAME"], os.environ["SERVER_PORT"] = chosen.host, str(chosen.port)
    configure()
    import uvicorn

    _warm_kernels()
    print(f"Patchwalk is at http://{chosen.host}:{chosen.port} (Ctrl-C stops it)", flush=True)
    uvicorn.run(
        "solara.server.starlette:app",
        host=chosen.host,
        port=chosen.port,
        log_level="warning",
        # Frames are small and already differences; deflating a whole one of a million patches takes five times as long.
        ws_per_message_deflate=False,
    )


def _check_limit(parser: argparse.ArgumentParser, patch_limit: int) -> None:
    """End with a message where a model could not even open; this also loads the models, and with them their kernels."""
    for name, model_class in discover(options.package).items():
        try:
            Settings(model_class, patch_limit)
        except ParameterError as refusal:
            parser.error(f"--patch-limit {patch_limit} is too small for {name} to open with. {refusal}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="server.py", description="Serve the Patchwalk dashboard.")
    parser.add_argument("--host", default=HOST, help="address to listen at (default %(default)s: this machine only)")
    parser.add_argument("--port", type=int, default=PORT, help="port (default %(default)s)")
    parser.add_argument(
        "--patch-limit", type=int, default=PATCH_LIMIT, help="refuse worlds of more patches (default %(default)s)"
    )
    return parser


def _warm_kernels() -> None:
    """Compile kernels before the first visitor comes; without numba there is nothing to do."""
    import threading

    rules = sys.modules.get("rules.kernels")
    if rules is not None:
        threading.Thread(target=rules.warm, name="warm kernels", daemon=True).start()
