"""Unit costs of a sweep: the performance and the price of every row, put together in a bill."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import polars as pl

from pricing.catalog.library import Library
from pricing.sweeps.batches import Answered, in_batches
from pricing.sweeps.bills import bill_of
from pricing.sweeps.performances import Performances, decisive, is_blended
from pricing.sweeps.pricings import pricings_of
from pricing.sweeps.refusals import OWN_PRICE, PRICE_FIELDS
from pricing.sweeps.scenarios import Narrowed, Scenarios, places

KEPT_ROWS = 262_144
"""Up to so many distinct performances are worked out once and kept; more, batch by batch."""

SHARED_ROWS = 65_536
"""Up to so many distinct pairs of a performance and a price are kept as well."""


def unit_cost_rows(
    library: Library,
    scenarios: Scenarios,
    base: Mapping[str, Any],
    columns: Collection[str],
) -> Iterator[pl.DataFrame]:
    """The inputs and the wanted results of every scenario, in order.

    base: the fields in which the scenarios do not differ, by dotted name. Where a result has the
    name of an input, the input stands.
    """
    wanted = [name for name in columns if name not in scenarios.names]
    shared = scenarios.narrowed([*decisive(scenarios, base), *PRICE_FIELDS], known=(OWN_PRICE,))
    if shared.scenarios.count <= min(SHARED_ROWS, scenarios.count // 2):
        answered = _by_parts(library, scenarios, base, wanted, shared)
    else:
        answered = _by_rows(library, scenarios, base, wanted)
    yield from in_batches(answered, scenarios.count)


def _by_parts(
    library: Library,
    scenarios: Scenarios,
    base: Mapping[str, Any],
    wanted: Collection[str],
    shared: Narrowed,
) -> Answered:
    """Where many scenarios share performance and price: all that rests on these, worked out once.

    A row gathers its own, and adds what only it has.
    """
    parts = Parts(library, shared.scenarios, base, wanted, among=scenarios)
    every = places(0, shared.scenarios.count)
    ahead = parts.bill.ahead(parts.at(every))
    inside = [name for name in shared.scenarios.names if name != OWN_PRICE]
    inputs = shared.scenarios.take(every, inside)
    outside = [name for name in scenarios.names if name not in inside]

    def answered(start: int, end: int) -> pl.DataFrame:
        at = places(start, end)
        place = shared.places_of(at)
        given = [
            *(scenarios.take(at, outside) if outside else ()),
            *(inputs[place] if inside else ()),
        ]
        row = pl.DataFrame(given).select(scenarios.names)
        return pl.concat([row, ahead.on(place, parts.inputs(row))], how="horizontal")

    return answered


def _by_rows(
    library: Library, scenarios: Scenarios, base: Mapping[str, Any], wanted: Collection[str]
) -> Answered:
    """Where scenarios have a performance or a price of their own."""
    parts = Parts(library, scenarios, base, wanted, among=scenarios)

    def answered(start: int, end: int) -> pl.DataFrame:
        at = places(start, end)
        row = scenarios.take(at)
        frame = pl.concat([parts.inputs(row), parts.at(at)], how="horizontal")
        return pl.concat([row, parts.bill.on(frame)], how="horizontal")

    return answered


class Parts:
    """Performance and price of scenarios, each distinct one worked out once, and their bill."""

    def __init__(
        self,
        library: Library,
        scenarios: Scenarios,
        base: Mapping[str, Any],
        wanted: Collection[str],
        *,
        among: Scenarios,
    ) -> None:
        """among: the scenarios of the sweep, of which these may be distinct parts."""
        blended = is_blended(among, base)
        self._pricings = pricings_of(library, scenarios, base)
        owned = bool(self._pricings.frame["is_owned"].any())
        self.bill = bill_of(among.names, base, wanted, owned=owned, blended=blended)
        self._needed = self.bill.needed
        self._narrowed = scenarios.narrowed(decisive(among, base))
        distinct = self._narrowed.scenarios
        self._performances = Performances(library, distinct, base, self._needed, is_blended=blended)
        self._kept = None
        if distinct.count <= min(KEPT_ROWS, among.count // 2):
            self._kept = self._performances.at(places(0, distinct.count))

    def at(self, at: pl.Series) -> pl.DataFrame:
        """What the bill rests on, of the scenarios at some places, in that order."""
        own = self._narrowed.places_of(at)
        performance = self._found(own) if self._kept is None else self._kept[own]
        return pl.concat([performance, self._pricings.at(at, self._needed)], how="horizontal")

    def inputs(self, rows: pl.DataFrame) -> pl.DataFrame:
        """What the bill reads of the fields of some scenarios, under its own names."""
        return rows.select(
            pl.col(name).alias(f"in.{name}")
            for name in rows.columns
            if f"in.{name}" in self._needed
        )

    def _found(self, own: pl.Series) -> pl.DataFrame:
        distinct = own.unique(maintain_order=True)
        found = self._performances.at(distinct)
        if len(distinct) == len(own):
            return found
        position = pl.DataFrame({"own": own}).join(
            pl.DataFrame({"own": distinct}).with_row_index("at"),
            on="own",
            how="left",
            maintain_order="left",
        )["at"]
        return found[position]
