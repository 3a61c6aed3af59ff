"""Places: where the rows of the price table stand that a question matches.

The index has an entry for each device, option, provider and region. Of a table of millions of rows
a question reads those of its entries, and nothing is made of any other row.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from typing import Any, TypeAlias

import numpy as np
import polars as pl
from msgspec import Struct
from numpy.typing import NDArray

from pricing.catalog.rows import PriceRow

Places: TypeAlias = NDArray[np.uint32]
"""Places of rows in the table, in its order."""

FEW = 16
"""Rows that are read one by one: frames take as long for one row as for hundreds."""

NONE = 2**32 - 1
"""The number of no name."""

INDEXED = ("device", "option", "provider", "region")

FOREVER = date.max.toordinal() + 1
EPOCH = date(1970, 1, 1).toordinal()


class PriceQuestion(Struct, frozen=True):
    """The rows that match. None matches everything, but for isolated regions.

    Providers may write the same region in different case. All of these match. minimum_confidence:
    the least of the words of confidence that is good enough.
    """

    device: str
    option: str
    provider: str | None = None
    region: str | None = None
    instance_type: str | None = None
    minimum_confidence: str | None = None


class ListedPrices:
    """The rows of a price table that a device of the catalogue stands for.

    own: ids of the rows of an overlay's own that were made so far.
    """

    def __init__(
        self,
        frame: pl.DataFrame,
        make: Callable[[Mapping[str, Any]], PriceRow],
        is_own: pl.Series | None = None,
    ) -> None:
        """make: makes a price of a row; is_own: whether a row is one of an overlay's own."""
        self._frame = frame
        self._make = make
        self._codes, self._types = _coded(frame["instance_type"])
        self._is_own = is_own
        self._made: dict[int, PriceRow] = {}
        self.own: set[str] = set()
        self._index = _index(frame)
        self._sellers: dict[str, list[str]] = {}
        self._starts = _ordinals(frame["effective_from"])
        self._ends = _ordinals(frame["effective_to"])

    def find(self, question: PriceQuestion) -> Places:
        """The places of the rows that match on any day, whether they count or not."""
        found = list(self._entries(question))
        if not found:
            return np.empty(0, np.uint32)
        places: Places = found[0] if len(found) == 1 else np.sort(np.concatenate(found))
        if question.instance_type is None:
            return places
        asked: Places = places[self._types[places] == self._codes.get(question.instance_type, NONE)]
        return asked

    def at(self, places: Places) -> list[PriceRow]:
        """The prices at some places, in their order."""
        missing = [place for place in places.tolist() if place not in self._made]
        for place, row in zip(missing, self._rows(missing), strict=True):
            made = self._made[place] = self._make(row)
            if self._is_own is not None and self._is_own[place]:
                self.own.add(made.id)
        return [self._made[place] for place in places.tolist()]

    def _rows(self, places: list[int]) -> Iterable[Mapping[str, Any]]:
        if len(places) <= FEW:
            return [self._frame.row(place, named=True) for place in places]
        return self._frame[places].iter_rows(named=True)

    def days(self, places: Places) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The first days of some prices, and the first days after them [ordinals]."""
        return self._starts[places], self._ends[places]

    def on(self, places: Places, day: int) -> Places:
        """The places of the prices that are in force on a day (proleptic ordinal)."""
        starts, ends = self.days(places)
        there: Places = places[(starts <= day) & (day < ends)]
        return there

    def usd_per_device_hour(self, places: Places) -> NDArray[np.float64]:
        """List prices of a device-hour [USD], without those of contracts."""
        rows = self._frame[places].filter(pl.col("contract").is_null())
        return (rows["usd_per_hour"] / rows["device_count"]).to_numpy()

    @property
    def sold(self) -> Iterator[tuple[str, str]]:
        """The devices and options that any row has."""
        yield from self._index

    def providers(self, device: str) -> list[str]:
        """The providers of which any row has a device, in order."""
        if device not in self._sellers:
            of_device = (sellers for (name, _), sellers in self._index.items() if name == device)
            self._sellers[device] = sorted(set().union(*of_device))
        return self._sellers[device]

    def devices(self, option: str, provider: str) -> tuple[str, ...]:
        """The devices of which any row has an option at a provider."""
        return tuple(
            device
            for (device, sold_as), sellers in self._index.items()
            if sold_as == option and provider in sellers
        )

    def _entries(self, question: PriceQuestion) -> Iterator[Places]:
        sellers = self._index.get((question.device, question.option), {})
        provider, region = question.provider, question.region
        chosen = sellers.values() if provider is None else (sellers.get(provider, {}),)
        for regions in chosen:
            if region is None:
                yield from (places for known in regions.values() for places in known)
            else:
                yield from regions.get(region.casefold(), ())


Index: TypeAlias = dict[tuple[str, str], dict[str, dict[str, list[Places]]]]


def _index(frame: pl.DataFrame) -> Index:
    """Places by device and option, provider, and region in lower case."""
    index: Index = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    numbered = frame.select(*INDEXED, place=pl.int_range(pl.len(), dtype=pl.UInt32))
    numbered = numbered.filter(pl.col("device").is_not_null())
    groups = numbered.group_by(*INDEXED, maintain_order=True).agg("place")
    named = groups.select(INDEXED).iter_rows()
    for (device, option, provider, region), places in zip(named, groups["place"], strict=True):
        index[device, option][provider][region.casefold()].append(places.to_numpy())
    return {sold: dict(sellers) for sold, sellers in index.items()}


def _coded(names: pl.Series) -> tuple[dict[str, int], NDArray[np.uint32]]:
    """Numbers of names, and the number of each row."""
    codes = names.cast(pl.Categorical).to_physical()
    pairs = pl.DataFrame({"name": names, "code": codes}).unique()
    return dict(pairs.iter_rows()), codes.to_numpy()


def _ordinals(days: pl.Series) -> NDArray[np.int32]:
    """Days as proleptic ordinals; one that is open never comes."""
    return (days.cast(pl.Int32) + EPOCH).fill_null(FOREVER).to_numpy()
