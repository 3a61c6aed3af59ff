"""The usual region of a provider: the one that people mean who name the provider alone."""

from collections.abc import Callable, Mapping
from functools import cached_property

from pricing.catalog.rows import PriceRow

MOST_SOLD_IN = "USA"
"""The country whose regions go before others."""


class UsualRegions:
    """An order of the regions of each provider, the most usual first.

    It is the region with the most prices in the United States; elsewhere where it has none there.
    """

    def __init__(
        self,
        countries: Mapping[tuple[str, str], tuple[str | None, str | None]],
        price_counts: Callable[[], Mapping[tuple[str, str], int]],
    ) -> None:
        """countries: of each provider and region, with its state; price_counts: prices of each."""
        self._countries = countries
        self._price_counts = price_counts

    @cached_property
    def _counts(self) -> Mapping[tuple[str, str], int]:
        return self._price_counts()

    def place(self, provider: str, region: str) -> tuple[bool, int, str]:
        """The place of a region in the order."""
        country = self._countries.get((provider, region), (None, None))[0]
        return country != MOST_SOLD_IN, -self._counts.get((provider, region), 0), region

    def of(self, rows: list[PriceRow]) -> str | None:
        """The usual region of the prices of one provider; None where all are of one."""
        regions = {row.region for row in rows}
        if len(regions) <= 1:
            return None
        return min(regions, key=lambda region: self.place(rows[0].provider, region))
