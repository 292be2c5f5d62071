"""What Solara serves as Mesa's page (see `benchmarks.peers`)."""

from benchmarks.peers import solara_viz

page = solara_viz()
