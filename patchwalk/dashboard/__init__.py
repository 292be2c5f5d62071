"""The parts of the web page; only this package and server.py know Solara."""
