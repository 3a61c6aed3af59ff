"""Charges of counts that rows leave open: of each distinct way of buying devices, as in a quote."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.numerics.number import Number
from pricing.numerics.structs import ALL, Column, Rows
from pricing.pauses import paused
from pricing.purchasing.charges import Charges, charges_of
from pricing.quote.context import QuoteContext
from pricing.sweeps.refusals import OWN_PRICE, PRICE_FIELDS, Refused, query_of
from pricing.sweeps.scenarios import Questions
from pricing.sweeps.unit_costs.loads import FIELDS, any_countless, decides

MOST_SIZE, MOST_COUNT = 2.0**13, 2.0**22
"""More than the devices of any replica, and of any count that is tried: tell rows apart."""

LOAD = FIELDS["concurrency"]


class RowCharges:
    """The charges of rows that share a search: see pricing.serving.layout_search.Charging."""

    def __init__(self, table: Sequence[Charges | None], own: Column) -> None:
        """table: of all ways of buying; own: of each row, its place among them."""
        self._table = table
        self._own = own

    def part(self, rows: Any) -> "RowCharges":
        """Those of some rows."""
        return RowCharges(self._table, self._own[rows])

    def filled(self, size: Number) -> Number:
        """Devices of replicas of a size that fill the instances which hold one of them [count]."""
        return self._each(_filled, size)

    def devices(self, device_count: Number, size: Number) -> Number:
        """Devices that replicas of a size pay for, as so many that are bought one by one."""
        return self._each(_devices, size, device_count)

    def _each(self, of: Callable[..., float], size: Number, device_count: Number = 0.0) -> Number:
        """What holds of each distinct row; of one without charges it is its own count."""
        counts = np.nan_to_num(device_count, nan=-1.0)
        codes = (self._own * MOST_SIZE + size) * MOST_COUNT + counts
        own, first, each = np.unique(codes, return_index=True, return_inverse=True)
        parts = [np.broadcast_to(value, len(codes))[first] for value in (size, device_count)]
        rows = zip(self._own[first].tolist(), *(part.tolist() for part in parts), strict=True)
        found = np.empty(len(own))
        for at, (way, *numbers) in enumerate(rows):
            found[at] = of(self._table[way], *numbers)
        return found[each.reshape(-1)]


def _filled(charges: Charges | None, size: float, _: float) -> float:
    return size if charges is None else charges.filled(int(size))


def _devices(charges: Charges | None, size: float, device_count: float) -> float:
    is_known = charges is not None and device_count == device_count  # noqa: PLR0124 -- NaN
    return charges.devices(device_count, size) if charges and is_known else device_count


class OpenCharges:
    """The charges of scenarios that may leave their count open."""

    def __init__(self, questions: Questions, *, is_open: bool) -> None:
        """is_open: whether any throughput is modelled."""
        library, scenarios, base = questions
        self._fields: Sequence[str] = ()
        self._table: list[Charges | None] = []
        if not (is_open and any_countless(scenarios, base)):
            return
        self._fields = PRICE_FIELDS
        fixed = {name: base[name] for name in PRICE_FIELDS if name in base}
        names = [name for name in scenarios.names if name in PRICE_FIELDS]
        self._keys = scenarios.narrowed(names, known=(OWN_PRICE,))
        self._table = [
            _charges(library, tuple(sorted((fixed | row).items())))
            for row in paused(self._keys.rows())
        ]
        self._own = scenarios.narrowed([name for name in scenarios.names if decides(name)])
        is_loaded = LOAD in scenarios.names or base.get(LOAD) is not None
        known: dict[Charges | None, int] = {}
        self._alike = np.array(
            [
                known.setdefault(one if one is None or is_loaded else one.of_filled, len(known))
                for one in self._table
            ]
        )

    def decides(self, name: str) -> bool:
        """Whether a field decides the performance of any row."""
        return decides(name) or name in self._fields

    def distinct(self, at: pl.Series) -> tuple[Rows, Rows]:
        """Of scenarios at some places the first of each performance, and for each which it is.

        Most days and providers charge alike.
        """
        if len(self._table) <= 1:
            return ALL, ALL
        codes = self._own.places_of(at).to_numpy().astype(np.int64) * len(self._table)
        codes += self._alike[self._keys.places_of(at).to_numpy()]
        _, first, each = np.unique(codes, return_index=True, return_inverse=True)
        return first, each

    def of(self, at: pl.Series) -> RowCharges | None:
        """Those of the scenarios at some places; None where every device costs the same."""
        if not any(self._table):
            return None
        return RowCharges(self._table, self._keys.places_of(at).to_numpy().astype(np.intp))


@lru_cache(maxsize=65_536)
def _charges(library: Library, values: tuple[tuple[str, Any], ...]) -> Charges | None:
    """The charges of a way of buying; None also where its price is refused."""
    query = query_of(dict(values))
    if isinstance(query, Refused):
        return None
    try:
        context = QuoteContext.open(library, catalog=query.catalog, as_of=query.as_of)
        device = context.catalog.devices.find(
            query.deployment.only_device, field="deployment.device"
        )
    except Refusal:
        return None
    return charges_of(context.catalog, context.as_of, device, query.purchase)
