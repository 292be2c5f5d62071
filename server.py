"""The dashboard: `python server.py`, or `solara run server.py`."""

from patchwalk.dashboard.launcher import configure, is_script, serve
from patchwalk.dashboard.page import Page

__all__ = ["Page"]

configure()

if is_script(globals()):
    serve()
