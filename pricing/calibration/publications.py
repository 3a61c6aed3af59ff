"""What tables of published rows share: their files, what is kept aside, and who answers them."""

import csv
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from pricing.calibration.folds import is_aside
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs

FOLDER = Path(__file__).resolve().parent / "published"


class Published(Struct, frozen=True, kw_only=True):
    """A published row."""

    source: str

    @property
    def is_aside(self) -> bool:
        """Whether its source is kept aside."""
        return is_aside(self.source)


def published(name: str) -> list[dict[str, str]]:
    """The rows of a file of the folder."""
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def answered(library: Library, queries: Iterable[UnitCostQuery]) -> UnitCostAnswer | None:
    """The answer to the first of questions that is not refused; None where all are."""
    for query in queries:
        with suppress(Refusal):
            return unit_costs(query, library)
    return None
