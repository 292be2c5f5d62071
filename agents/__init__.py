"""One breed of turtle a file."""
