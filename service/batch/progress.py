"""A progress bar on standard error."""

import sys

WIDTH = 30


class Bar:
    """A progress bar over a number of rows."""

    def __init__(self, total: int) -> None:
        self._total = total

    def show(self, done: int) -> None:
        """Show how many rows are done."""
        full = WIDTH * done // max(self._total, 1)
        bar = "█" * full + "·" * (WIDTH - full)
        sys.stderr.write(f"\r{bar} {done:,} of {self._total:,}")
        sys.stderr.flush()

    @staticmethod
    def end() -> None:
        """End the line."""
        sys.stderr.write("\n")
