"""What tables of published rows share: their files, what is kept aside, and who answers them."""

from collections.abc import Hashable, Iterable, Mapping
from contextlib import suppress
from statistics import median
from typing import TypeVar

from msgspec import Struct, convert

from pricing.calibration.folds import is_aside
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.lists import rows_of
from pricing.sweeps.fields import changed
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs

PRICED = {"purchase.usd_per_device_hour": "1"}
"""A price, since every question has one."""


class Published(Struct, frozen=True, kw_only=True):
    """A published row, and the question that it is."""

    source: str
    question: UnitCostQuery

    @property
    def is_aside(self) -> bool:
        """Whether its source is kept aside."""
        return is_aside(self.source)


Row = TypeVar("Row", bound=Struct)


def published(name: str, row: type[Row], query: type[Struct] = UnitCostQuery) -> list[Row]:
    """The rows of a file of the folder, each with its question."""
    return asked_in(columns_of(name), row, query)


def columns_of(name: str) -> list[dict[str, str]]:
    """The rows of a file of the folder as they stand there."""
    return rows_of("pricing.calibration.published", f"{name}.csv")


def asked_in(
    rows: Iterable[Mapping[str, str]], row: type[Row], query: type[Struct] = UnitCostQuery
) -> list[Row]:
    """Rows of a table with their questions.

    The question of a row is in the columns that have names of the query's fields. What its source
    leaves open is empty there.
    """
    found = []
    for columns in rows:
        told = {name: text for name, text in columns.items() if text}
        asked = {
            name: text
            for name, text in told.items()
            if name.partition(".")[0] in query.__struct_fields__
        }
        question = convert(changed({}, asked | PRICED), query, strict=False)
        found.append(convert(told | {"question": question}, row, strict=False))
    return found


def medians(errors: Iterable[tuple[Hashable, float]]) -> list[float]:
    """The median of each group, such as a source: a few of them have most of the rows."""
    groups: dict[Hashable, list[float]] = {}
    for group, error in errors:
        groups.setdefault(group, []).append(error)
    return list(map(median, groups.values()))


def weighted_quantile(pairs: Iterable[tuple[float, float]], fraction: float) -> float:
    """The value up to which a fraction of the weight lies; pairs: value and weight."""
    ordered = sorted(pairs)
    whole, reached = sum(weight for _, weight in ordered), 0.0
    for value, weight in ordered:
        reached += weight
        if reached >= fraction * whole:
            return value
    return ordered[-1][0]


def answered(library: Library, queries: Iterable[UnitCostQuery]) -> UnitCostAnswer | None:
    """The answer to the first of questions that is not refused; None where all are."""
    for query in queries:
        with suppress(Refusal):
            return unit_costs(query, library)
    return None
