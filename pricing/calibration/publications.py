"""What tables of published rows share: their files, what is kept aside, and who answers them."""

from collections.abc import Iterable
from contextlib import suppress

from msgspec import Struct

from pricing.calibration.folds import is_aside
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.lists import rows_of
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs


class Published(Struct, frozen=True, kw_only=True):
    """A published row."""

    source: str

    @property
    def is_aside(self) -> bool:
        """Whether its source is kept aside."""
        return is_aside(self.source)


def published(name: str) -> list[dict[str, str]]:
    """The rows of a file of the folder."""
    return rows_of("pricing.calibration", f"published/{name}.csv")


def answered(library: Library, queries: Iterable[UnitCostQuery]) -> UnitCostAnswer | None:
    """The answer to the first of questions that is not refused; None where all are."""
    for query in queries:
        with suppress(Refusal):
            return unit_costs(query, library)
    return None
