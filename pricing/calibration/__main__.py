"""Fit the constants to the rows of a release: half a minute's work.

python -m pricing.calibration DIRECTORY
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from pricing.calibration.fit import calibrate
from pricing.catalog.library import TABLES
from pricing.errors import CatalogError


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, and say how many constants there are. Raises CatalogError for a packaged release."""
    parser = ArgumentParser(prog="python -m pricing.calibration", description=__doc__)
    parser.add_argument("directory", type=Path, help="the release; it is published anew")
    directory = parser.parse_args(arguments).directory
    if directory.resolve().is_relative_to(TABLES):
        raise CatalogError(f"{directory}: releases of the package never change; work on a copy")
    sys.stdout.write(f"{directory}: {len(calibrate(directory))} constants\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
