"""Writes the pages of the docs that show worked questions, with their pictures.

`python -m docs.worked.pages` writes them into docs/; with `--check` it fails where one is stale.
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from docs.worked import serving_costs, training_costs
from pricing.catalog.library import Library
from pricing.validation.charts import digest_in

DOCS = Path(__file__).resolve().parent.parent


def pages(library: Library) -> dict[str, str]:
    """Every page and picture by file name, worked out by the newest release."""
    return {**serving_costs.pages(library), **training_costs.pages(library)}


def write(found: Mapping[str, str], directory: Path) -> None:
    """Write pages and pictures by their names."""
    for name, text in found.items():
        (directory / name).write_text(text, encoding="utf-8")


def stale(found: Mapping[str, str], directory: Path) -> list[str]:
    """The files of a directory that are missing or say something else.

    A picture is compared by the page that it was drawn for, which it carries the digest of: its
    bytes depend on the build of the library that drew it.
    """
    return [
        name
        for name, text in found.items()
        if not (directory / name).is_file()
        or not _same(text, (directory / name).read_text(encoding="utf-8"))
    ]


def _same(text: str, there: str) -> bool:
    digest = digest_in(text)
    return there == text if digest is None else digest_in(there) == digest


def main(arguments: Sequence[str], directory: Path = DOCS) -> int:
    """Write the pages of the newest release into a directory, or compare them."""
    found = pages(Library.load())
    if "--check" not in arguments:
        write(found, directory)
        return 0
    names = stale(found, directory)
    for name in names:
        sys.stderr.write(f"{directory / name} is stale: run make pages\n")
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
