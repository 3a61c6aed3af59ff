"""Print the validation of the newest release or write it, in minutes, or compare it, in seconds.

python -m pricing.validation [--into DIRECTORY | --check DIRECTORY]
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from pricing.catalog.library import Library
from pricing.validation.page import asked, stale, validate, write


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 1 where a file of the checked directory is stale."""
    parser = ArgumentParser(prog="python -m pricing.validation", description=__doc__)
    into = parser.add_mutually_exclusive_group()
    into.add_argument("--into", type=Path, help="write the page and its picture into a directory")
    into.add_argument("--check", type=Path, help="compare those of a directory, fail if stale")
    chosen = parser.parse_args(arguments)
    newest = Library.load().newest
    if chosen.check is not None:
        files = stale(asked(newest), chosen.check)
        for name in files:
            sys.stderr.write(f"{chosen.check / name} is stale: run make validation\n")
        return 1 if files else 0
    found = validate(newest)
    if chosen.into is not None:
        write(found, chosen.into)
    else:
        sys.stdout.write(found.page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
