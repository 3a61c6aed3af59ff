"""Ratios of an option's price to the on-demand price of the same instance, as rows have them.

A ratio is taken where a provider had both prices of an instance in a region on the same day.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct

from pricing.catalog.instances import family_of
from pricing.catalog.listed.places import PriceQuestion
from pricing.catalog.prices import PriceBook, is_enough
from pricing.catalog.rows import PriceRow

ON_DEMAND = "on_demand"


class ObservedRatio(Struct, frozen=True):
    """A price over the on-demand price of the same instance and region.

    day: the first on which both were in force.
    """

    value: float
    row: PriceRow
    on_demand: PriceRow
    day: str


class Ratio(Struct, frozen=True):
    """A ratio that an estimate rests on.

    of: whose it is, in words; count: ratios between low and high, of which it is one.
    """

    value: float
    low: float
    high: float
    count: int
    of: str
    source: str
    confidence: str


class PriceRatios:
    """The ratios of a price book. Those of a provider's device are worked out once."""

    def __init__(self, book: PriceBook) -> None:
        self._book = book
        self._observed: dict[tuple[str, str, str], tuple[ObservedRatio, ...]] = {}
        self._of_provider: dict[tuple[str, str], tuple[ObservedRatio, ...]] = {}
        self._nearest: dict[tuple[str | None, ...], Ratio | None] = {}
        self._usual: dict[tuple[str | None, ...], Ratio | None] = {}

    def observed(self, device: str, option: str, provider: str) -> tuple[ObservedRatio, ...]:
        """The last ratio of each instance and region of a provider, the lowest first."""
        key = (device, option, provider)
        if key not in self._observed:
            rows = self._book.rows(PriceQuestion(*key))
            beside = self._book.rows(PriceQuestion(device, ON_DEMAND, provider)) if rows else ()
            # what a contract charges says nothing of list prices of other options
            listed = [row for row in rows if row.contract is None]
            self._observed[key] = _observed(listed, [row for row in beside if row.contract is None])
        return self._observed[key]

    def of_provider(self, option: str, provider: str) -> tuple[ObservedRatio, ...]:
        """The same of all devices that a provider has."""
        key = (option, provider)
        if key not in self._of_provider:
            found = [
                one
                for device in self._book.devices(option, provider)
                for one in self.observed(device, option, provider)
            ]
            self._of_provider[key] = tuple(sorted(found, key=_order))
        return self._of_provider[key]

    def nearest(self, row: PriceRow, option: str, minimum: str | None) -> Ratio | None:
        """The ratio of an instance, else that of its family.

        row: the on-demand price; minimum: the least confidence. The ratio of the same region goes
        before those of others. Instances with the same device go before others of the family. None
        where the provider never had both prices.
        """
        key = (row.device, row.provider, row.region, row.instance_type, option, minimum)
        if key not in self._nearest:
            self._nearest[key] = self._nearest_of(row, option, minimum)
        return self._nearest[key]

    def _nearest_of(self, row: PriceRow, option: str, minimum: str | None) -> Ratio | None:
        known = self._known(self.of_provider(option, row.provider), minimum)
        alike = self._known(self.observed(row.device, option, row.provider), minimum)
        own = [one for one in alike if one.row.instance_type == row.instance_type]
        here = [one for one in own if one.row.region.casefold() == row.region.casefold()]
        family = family_of(row.instance_type)
        kin = [one for one in known if family and family_of(one.row.instance_type) == family]
        for ratios, among, of in (
            (here, own, f"{row.instance_type} itself"),
            (own, own, f"{row.instance_type} elsewhere"),
            (alike, alike, f"other {row.device} instances of {row.provider}"),
            (kin, kin, f"other {family} instances of {row.provider}"),
        ):
            if ratios:
                return _ratio(ratios, among, of)
        return None

    def usual(self, provider: str, option: str, minimum: str | None) -> Ratio | None:
        """The ratio of all instances of a provider."""
        key = (provider, option, minimum)
        if key not in self._usual:
            known = self._known(self.of_provider(option, provider), minimum)
            told = f"other instances of {provider}"
            self._usual[key] = _ratio(known, known, told) if known else None
        return self._usual[key]

    @staticmethod
    def _known(ratios: Iterable[ObservedRatio], minimum: str | None) -> list[ObservedRatio]:
        return [one for one in ratios if is_enough(one.row.confidence, minimum)]


def _ratio(ratios: Sequence[ObservedRatio], among: Sequence[ObservedRatio], of: str) -> Ratio:
    """The lower median of some ratios, with the range of those among which it is."""
    middle = ratios[(len(ratios) - 1) // 2]
    return Ratio(
        value=middle.value,
        low=among[0].value,
        high=among[-1].value,
        count=len(among),
        of=of,
        source=f"{middle.row.id} over {middle.on_demand.id}",
        confidence=middle.row.confidence,
    )


def _order(one: ObservedRatio) -> tuple[float, str]:
    return one.value, one.row.id


def _observed(rows: Iterable[PriceRow], beside: Sequence[PriceRow]) -> tuple[ObservedRatio, ...]:
    on_demand: dict[tuple[str, str], list[PriceRow]] = defaultdict(list)
    for row in beside:
        on_demand[row.instance_type, row.region.casefold()].append(row)
    last: dict[tuple[str, str], ObservedRatio] = {}
    for row in rows:
        place = row.instance_type, row.region.casefold()
        for other in on_demand[place]:
            start = max(row.effective_from, other.effective_from)
            ends = [end for end in (row.effective_to, other.effective_to) if end is not None]
            if row.doubt is not None or other.doubt is not None or (ends and min(ends) <= start):
                continue
            value = row.usd_per_hour / other.usd_per_hour
            if place not in last or last[place].day < start:
                last[place] = ObservedRatio(value, row, other, start)
    return tuple(sorted(last.values(), key=_order))
