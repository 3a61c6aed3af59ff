"""Charges of counts that rows leave open: of each distinct way of buying devices, as in a quote."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.numerics.number import Number
from pricing.numerics.structs import Column
from pricing.pauses import paused
from pricing.purchasing.charges import Charges, charges_of
from pricing.quote.context import QuoteContext
from pricing.sweeps.refusals import OWN_PRICE, PRICE_FIELDS, Refused, query_of
from pricing.sweeps.scenarios import Scenarios
from pricing.sweeps.unit_costs.loads import any_countless


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
        return self._each(lambda charges, own: charges.filled(own), size)

    def devices(self, device_count: Number, size: Number) -> Number:
        """Devices that replicas of a size pay for, as so many that are bought one by one."""
        return self._each(lambda charges, *own: charges.devices(*own), device_count, size)

    def _each(self, of: Callable[..., float], *values: Number) -> Number:
        """What holds of each distinct row; of rows without charges, or without a count, it is."""
        table = np.column_stack(
            [np.broadcast_to(value, len(self._own)) for value in (self._own, *values)]
        )
        rows, each = np.unique(table, axis=0, return_inverse=True)
        found = np.empty(len(rows))
        for at, (own, *numbers) in enumerate(rows.tolist()):
            charges = self._table[int(own)]
            is_known = charges is not None and numbers[0] == numbers[0]
            found[at] = of(charges, *numbers) if is_known else numbers[0]
        return found[each.reshape(-1)]


class OpenCharges:
    """The charges of scenarios that may leave their count open.

    fields: of a question that decide them, none where every count is given.
    """

    def __init__(
        self, library: Library, scenarios: Scenarios, base: Mapping[str, Any], *, is_open: bool
    ) -> None:
        """base: the fields in which the scenarios do not differ, by dotted name.

        is_open: whether any throughput is modelled.
        """
        self.fields: Sequence[str] = ()
        self._table: list[Charges | None] = []
        if not (is_open and any_countless(scenarios, base)):
            return
        self.fields = PRICE_FIELDS
        fixed = {name: base[name] for name in PRICE_FIELDS if name in base}
        names = [name for name in scenarios.names if name in PRICE_FIELDS]
        self._keys = scenarios.narrowed(names, known=(OWN_PRICE,))
        self._table = [
            _charges(library, tuple(sorted((fixed | row).items())))
            for row in paused(self._keys.rows())
        ]

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
        device = context.catalog.devices.find(query.deployment.device, field="deployment.device")
    except Refusal:
        return None
    return charges_of(context.catalog, context.as_of, device, query.purchase)
