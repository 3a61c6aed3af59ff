"""Progress: a bar on standard error that says how far long work is."""

import sys

WIDTH = 30


class Bar:
    """A bar of so many rows."""

    def __init__(self, total: int) -> None:
        self._total = total

    def show(self, done: int) -> None:
        """Say how many are done."""
        full = WIDTH * done // max(self._total, 1)
        bar = "█" * full + "·" * (WIDTH - full)
        sys.stderr.write(f"\r{bar} {done:,} of {self._total:,}")
        sys.stderr.flush()

    @staticmethod
    def end() -> None:
        """Leave the line."""
        sys.stderr.write("\n")
