"""Worked: pages of the docs that are written by asking the quotes, with their pictures."""

from collections.abc import Mapping
from pathlib import Path

from pricing.calibration.charts import digest_in
from pricing.catalog.library import Library
from service.worked import serving_costs, training_costs


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
