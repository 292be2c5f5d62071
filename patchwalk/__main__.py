"""The command line: `python -m patchwalk list`, `... run maze --turtles 6 --runs 100`, `... maze COMMAND`."""

from __future__ import annotations

import sys

from patchwalk.cli import main

if __name__ == "__main__":
    sys.exit(main())
