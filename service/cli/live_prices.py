"""Prices of this moment, by the package gpuhunt where it is installed and there is a network."""

import csv
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pricing.errors import CatalogError, InvalidQuery
from pricing.importers.readings import CLOUDS

GPUHUNT = "gpuhunt"
COLUMNS = (
    *("instance_name", "location", "price", "cpu", "memory", "gpu_count", "gpu_name"),
    *("gpu_memory", "spot", "disk_size", "gpu_vendor", "flags"),
)
"""Those of the package's own files."""

THEIRS = {CLOUDS[name]: name for name in ("lambdalabs", "vastai")}
"""Providers that the package calls otherwise."""


@contextmanager
def live_files(kind: str, provider: str | None) -> Iterator[list[Path]]:
    """Files of what gpuhunt offers now, one for each provider.

    Raises InvalidQuery for another format or without the package, CatalogError where it has
    nothing.
    """
    if kind != GPUHUNT:
        raise InvalidQuery(f"only {GPUHUNT} has prices of this moment", field="--live")
    offers = _offers(provider)
    with TemporaryDirectory() as scratch:
        yield [_written(Path(scratch), name, offers[name]) for name in sorted(offers)]


def _offers(provider: str | None) -> dict[str, list[Any]]:
    """The offers with devices, by provider."""
    try:
        package = import_module(GPUHUNT)
    except ImportError as error:
        raise InvalidQuery(
            f"it needs the package {GPUHUNT}: install it beside this one, or give its files",
            field="--live",
        ) from error
    asked = None if provider is None else THEIRS.get(provider, provider)
    try:
        found = package.query(provider=asked, min_gpu_count=1)
    except Exception as error:  # of networks, of sites and of their formats
        raise CatalogError(f"{GPUHUNT} has no prices: {error}; is there a network?") from error
    offers: dict[str, list[Any]] = defaultdict(list)
    for offer in found:
        offers[offer.provider].append(offer)
    if not offers:
        raise CatalogError(f"{GPUHUNT} has no prices of {asked or 'any provider'}")
    return offers


def _written(directory: Path, provider: str, offers: list[Any]) -> Path:
    """A file of offers, named after its provider."""
    path = directory / provider / "live.csv"
    path.parent.mkdir()
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for offer in offers:
            writer.writerow([_cell(getattr(offer, name, None)) for name in COLUMNS])
    return path


def _cell(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    return " ".join(map(str, value)) if isinstance(value, list) else value
