"""Fit the constants of the engine to the rows of a release: half a minute's work.

python -m pricing.calibration [--release NAME] [--check | --fill TRAINING_RUNS]
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from pricing.calibration.comparable_mfu import fill_comparable
from pricing.calibration.fit import constants_file
from pricing.catalog.library import Library
from pricing.releases.constants import FILE


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 1 where the constants are stale. Raises CatalogError and UnknownName."""
    parser = ArgumentParser(prog="python -m pricing.calibration", description=__doc__)
    parser.add_argument("--release", help="whose rows; left out: the newest")
    doing = parser.add_mutually_exclusive_group()
    doing.add_argument("--check", action="store_true", help="compare, fail if stale")
    doing.add_argument("--fill", type=Path, help="write comparable MFUs into a table of runs")
    chosen = parser.parse_args(arguments)
    catalog = Library.load().get(chosen.release)
    if chosen.fill:
        fill_comparable(chosen.fill, catalog)
        return 0
    constants = constants_file(catalog)
    if chosen.check:
        if constants != FILE.read_text(encoding="utf-8"):
            sys.stderr.write(f"{FILE} is stale: run python -m pricing.calibration\n")
            return 1
        return 0
    FILE.write_text(constants, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
