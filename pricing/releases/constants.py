"""The constants of the engine: what a fit to the rows of a release decided.

They have the version of the engine and lie beside the releases, `pricing/constants/<version>.csv`,
with the release that each was fitted to. A new fit makes no new release.
"""

import csv
import hashlib
import io
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from pricing.version import ENGINE_VERSION

FILE = Path(__file__).resolve().parent.parent / "constants" / f"{ENGINE_VERSION}.csv"

Key: TypeAlias = tuple[str, str, str, str]
"""Family, phase, precision and name of a constant."""


class FittedConstants(Struct, frozen=True):
    """The constants by key, the release that they were fitted to, and the sha256 of their file."""

    values: Mapping[Key, float]
    release: str
    digest: str


@cache
def engine_constants() -> FittedConstants:
    """Those of this engine."""
    return read_constants(FILE)


def read_constants(path: Path) -> FittedConstants:
    """The constants of a file."""
    content = path.read_bytes()
    rows = list(csv.DictReader(io.StringIO(content.decode())))
    values = {
        (row["family"], row["phase"], row["precision"], row["name"]): float(row["value"])
        for row in rows
    }
    return FittedConstants(values, rows[0]["release"], hashlib.sha256(content).hexdigest())
