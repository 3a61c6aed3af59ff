"""Prices of a sweep: what a device-hour costs, once for each distinct way of buying it.

Each is found by the functions of the point quote. What scales with a row (a discount, the
caller's own price, the facility's values) is left to the row.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import nan
from typing import Any

import numpy as np
import polars as pl
from msgspec import Struct

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.numerics.number import Number, otherwise, where
from pricing.numerics.structs import Column, column, stacked, taken
from pricing.pauses import paused
from pricing.purchasing.buy import buy
from pricing.purchasing.price import Bought, OwnedCost, Rate
from pricing.purchasing.query import Facility
from pricing.purchasing.site import Site, site_of
from pricing.quote.context import QuoteContext
from pricing.sweeps.answer import PRICE_TEXTS
from pricing.sweeps.refusals import OWN_PRICE, PRICE_FIELDS, Refused, query_of, refused
from pricing.sweeps.scenarios import Scenarios

NOT_OWNED = OwnedCost(nan, nan, nan, nan)


class Priced(Struct, frozen=True):
    """A way of buying devices, and where they stand."""

    bought: Bought
    place: Site


class Unpriced(Struct, frozen=True):
    """Why there is no price; early: a point quote says so before it looks at anything else."""

    refused: Refused
    early: bool = False


class Prices:
    """The prices of scenarios; of each distinct way of buying one.

    refusals: of ways that have none. The places of ways that have one come before theirs.
    """

    def __init__(self, library: Library, scenarios: Scenarios, base: Mapping[str, Any]) -> None:
        """base: the fields in which the scenarios do not differ, by dotted name."""
        fixed = {name: base[name] for name in PRICE_FIELDS if name in base}
        self.names = [name for name in scenarios.names if name in PRICE_FIELDS]
        self._keys = scenarios.narrowed(self.names, known=(OWN_PRICE,))
        found = [
            _priced(library, tuple(sorted((fixed | row).items())))
            for row in paused(self._keys.rows())
        ]
        priced = [one for one in found if isinstance(one, Priced)]
        unpriced = [one for one in found if isinstance(one, Unpriced)]
        self.count = len(priced)
        self.refusals = [one.refused for one in unpriced]
        self.is_early = np.array([False] * len(priced) + [one.early for one in unpriced])
        order = np.argsort([isinstance(one, Unpriced) for one in found], kind="stable")
        place = np.empty(len(found), dtype=np.intp)
        place[order] = np.arange(len(found))
        self._place = pl.Series(place)
        bought = [one.bought for one in priced]
        self.texts = pl.DataFrame(
            list(map(_texts, bought)), schema=dict.fromkeys(PRICE_TEXTS, pl.String), orient="row"
        )
        self.is_owned = np.zeros(len(found), dtype=bool)
        self.is_owned[: self.count] = [one.owned is not None for one in bought]
        self.is_given = np.zeros(len(found), dtype=bool)
        self.is_given[: self.count] = [one.price.basis == "given" for one in bought]
        if priced:
            self._owned = stacked([one.owned or NOT_OWNED for one in bought])
            self._rented = column([one.list_usd_per_device_hour for one in bought])
            self._ends = tuple(
                column([getattr(one, name) for one in bought])
                for name in ("low_ratio", "high_ratio")
            )
            self._places = stacked([one.place for one in priced])

    def places_of(self, at: pl.Series) -> pl.Series:
        """The price of the scenarios at some places, by its place."""
        return self._place.gather(self._keys.places_of(at))

    def rates(
        self, priced: Column, *, is_owned: bool, discount_fraction: Number, own_usd: Number
    ) -> Rate:
        """The rates of rows whose prices are at some places, all owned or none.

        discount_fraction, own_usd: of the rows themselves, absent where they have none.
        """
        kept = 1.0 - otherwise(discount_fraction, 0.0)
        low_ratio, high_ratio = (taken(end, priced) for end in self._ends)
        if is_owned:
            owned = taken(self._owned, priced).discounted(kept)
            usd = owned.usd_per_device_hour
            return Rate(usd, usd, owned, low_ratio, high_ratio)
        list_usd = taken(self._rented, priced)
        if own_usd is not None:
            is_given = self.is_given[priced]
            list_usd = own_usd if is_given.all() else where(is_given, own_usd, list_usd)
        return Rate(list_usd, list_usd * kept, None, low_ratio, high_ratio)

    def sites(self, priced: Column, given: Mapping[str, Number]) -> Site:
        """The places of rows whose prices are at some places; given: the rows' own."""
        return Site(
            **{
                name: otherwise(
                    given[f"facility.{name}"], taken(getattr(self._places, name), priced)
                )
                for name in Site.__struct_fields__
            }
        )


def _texts(bought: Bought) -> tuple[Any, ...]:
    """What an answer says in words of what was bought, in the order of PRICE_TEXTS."""
    price = bought.price
    return (
        price.option,
        price.basis,
        bought.provider,
        bought.region,
        bought.instance_type,
        price.row and price.row.id,
    )


@lru_cache(maxsize=65_536)
def _priced(library: Library, values: tuple[tuple[str, Any], ...]) -> Priced | Unpriced:
    query = query_of(dict(values))
    if isinstance(query, Refused):
        return Unpriced(query, early=True)
    try:
        context = QuoteContext.open(library, catalog=query.catalog, as_of=query.as_of)
    except Refusal as error:
        return Unpriced(refused(error), early=True)
    try:
        device = context.catalog.devices.find(query.deployment.device, field="deployment.device")
        bought = buy(context, device, query.purchase, field="purchase", suggests=False)
        return Priced(bought, site_of(context, Facility(), bought))
    except Refusal as error:
        return Unpriced(refused(error))
