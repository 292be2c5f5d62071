"""One Mesa model a file, and beside it its info page."""
