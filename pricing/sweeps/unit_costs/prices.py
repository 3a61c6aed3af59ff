"""Prices of a sweep: what a device-hour costs, once for each distinct way of buying it.

Each is found by the functions of the point quote. What scales with a row (a discount, the
caller's own price, the facility's values) is left to the row.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import nan
from threading import Lock
from typing import Any, TypeAlias

import numpy as np
import polars as pl
from msgspec import Struct
from msgspec.structs import astuple

from pricing.catalog.instances import Need
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.numerics.frames import number_of
from pricing.numerics.number import Number, otherwise, where
from pricing.numerics.structs import Column, taken
from pricing.pauses import paused
from pricing.purchasing.buy import buy
from pricing.purchasing.owning.cost import OwnedCost
from pricing.purchasing.price import Bought, Rate
from pricing.purchasing.query import Facility
from pricing.purchasing.site import Site, site_of
from pricing.quote.context import QuoteContext
from pricing.sweeps.answer import PRICE_TEXTS
from pricing.sweeps.refusals import OWN_PRICE, PRICE_FIELDS, Refused, query_of, refused
from pricing.sweeps.scenarios import Questions

OPTION = "purchase.option"

MOST_TOGETHER = 2.0**24
"""More than the devices of any replica: tells needs apart."""

NOT_OWNED = OwnedCost(*[nan] * 10)


class Priced(Struct, frozen=True):
    """A way of buying devices, and where they stand; device: the name of one."""

    bought: Bought
    place: Site
    device: str


class Unpriced(Struct, frozen=True):
    """Why there is no price; early: a point quote says so before it looks at anything else."""

    refused: Refused
    early: bool = False


Unwanted: TypeAlias = Callable[[str | None, Priced], Refused | None]
"""Why candidates with an option that was asked for, and what is bought, are out; None if not."""


class Prices:
    """The prices of scenarios; of each distinct way of buying one, for each need that it meets.

    refusals: of ways that have none. The places of ways that have one come before theirs. For
    several threads.
    """

    def __init__(self, questions: Questions, unwanted: Unwanted | None = None) -> None:
        library, scenarios, base = questions
        fixed = {
            name: tuple(value) if isinstance(value, list) else value
            for name in PRICE_FIELDS
            if (value := base.get(name)) is not None
        }
        self.names = [name for name in scenarios.names if name in PRICE_FIELDS]
        self._keys = scenarios.narrowed(self.names, known=(OWN_PRICE,))
        self._library = library
        keys = [tuple(sorted((fixed | row).items())) for row in paused(self._keys.rows())]
        found = [_priced(library, key, None) for key in keys]
        if unwanted is not None:
            found = [_wanted(one, key, unwanted) for one, key in zip(found, keys, strict=True)]
        self._ways = [
            (key, one) for key, one in zip(keys, found, strict=True) if isinstance(one, Priced)
        ]
        unpriced = [one for one in found if isinstance(one, Unpriced)]
        self.count = len(self._ways)
        self.refusals = [one.refused for one in unpriced]
        self.is_early = np.array([False] * self.count + [one.early for one in unpriced])
        order = np.argsort([isinstance(one, Unpriced) for one in found], kind="stable")
        place = np.empty(len(found), dtype=np.intp)
        place[order] = np.arange(len(found))
        self._place = pl.Series(place)
        self.is_owned = np.zeros(len(found), dtype=bool)
        self.is_owned[: self.count] = [one.bought.owned is not None for _, one in self._ways]
        self.is_given = np.zeros(len(found), dtype=bool)
        self.is_given[: self.count] = [one.bought.price.basis == "given" for _, one in self._ways]
        self._lock = Lock()
        self._needs: dict[tuple[float, float], int] = {}
        self._met = np.full((len(found), 0), -1, dtype=np.intp)
        self._bought: list[Priced] = []
        self._texts = pl.DataFrame(schema=dict.fromkeys(PRICE_TEXTS, pl.String))
        self._columns: _Columns | None = None

    def places_of(self, at: pl.Series) -> pl.Series:
        """The price of the scenarios at some places, by its place."""
        return self._place.gather(self._keys.places_of(at))

    def needs_of(self, device_count: Number, together: Number, count: int) -> Column:
        """What so many deployments need of instances, by the place of the need.

        device_count, together: see Need; absent where a deployment has no answer.
        """
        pairs = np.empty((count, 2))
        for side, value in enumerate((device_count, together)):
            pairs[:, side] = 1.0 if value is None else np.nan_to_num(value, nan=1.0)
        codes = pairs[:, 0] * MOST_TOGETHER + pairs[:, 1]
        own, first, each = np.unique(codes, return_index=True, return_inverse=True)
        with self._lock:
            places = [
                self._needs.setdefault((float(pairs[at, 0]), float(pairs[at, 1])), len(self._needs))
                for at in first[: len(own)]
            ]
            wider = len(self._needs) - self._met.shape[1]
            self._met = np.pad(self._met, ((0, 0), (0, wider)), constant_values=-1)
        return np.array(places, dtype=np.intp)[each]

    def meeting(self, priced: Column, needs: Column) -> Column:
        """The prices that meet the needs of rows, by their place among all that were bought.

        priced, needs: by their places. Rows without a price have any.
        """
        found = self._met[priced, needs]
        if (found < 0).any():
            with self._lock:
                self._buy(priced, needs)
            found = self._met[priced, needs]
        return found

    def _buy(self, priced: Column, needs: Column) -> None:
        """Buy for all pairs that nothing was bought for yet."""
        before = len(self._bought)
        wanted = np.zeros(self._met.shape, dtype=bool)
        wanted[priced, needs] = True
        known = list(self._needs)
        for way, need in np.argwhere(wanted & (self._met < 0)).tolist():
            bought: Priced | Unpriced | None = None
            if way < self.count:
                key, usual = self._ways[way]
                bought = usual
                if not (self.is_given[way] or self.is_owned[way]):
                    bought = _priced(self._library, key, known[need])
            if isinstance(bought, Priced):
                self._bought.append(bought)
            self._met[way, need] = max(len(self._bought) - 1, 0)
        new = self._bought[before:]
        if new:
            numbers = np.array(list(map(_numbers, new)), dtype=np.float64)
            if self._columns is not None:
                numbers = np.vstack([self._columns.numbers, numbers])
            self._columns = _Columns(numbers)

    @property
    def texts(self) -> pl.DataFrame:
        """What answers say in words of what was bought, by its place."""
        with self._lock:
            new = self._bought[self._texts.height :]
            if new:
                rows = [_texts(one.bought) for one in new]
                more = pl.DataFrame(rows, schema=self._texts.schema, orient="row")
                self._texts = pl.concat([self._texts, more], rechunk=True)
            return self._texts

    def rates(
        self,
        met: Column,
        priced: Column,
        *,
        is_owned: bool,
        discount_fraction: Number,
        own_usd: Number,
    ) -> Rate:
        """The rates of rows whose prices are at some places, all owned or none.

        met: places of what was bought; priced: of the ways of buying it; discount_fraction,
        own_usd: of the rows themselves, absent where they have none.
        """
        kept, columns = 1.0 - otherwise(discount_fraction, 0.0), self._bought_columns
        low_ratio, high_ratio = (taken(end, met) for end in columns.ends)
        if is_owned:
            owned = taken(columns.owned, met).discounted(kept)
            usd = owned.usd_per_device_hour
            return Rate(usd, usd, owned, low_ratio, high_ratio)
        list_usd = taken(columns.rented, met)
        if own_usd is not None:
            is_given = self.is_given[priced]
            list_usd = own_usd if is_given.all() else where(is_given, own_usd, list_usd)
        sizes = taken(columns.sizes, met)
        return Rate(list_usd, list_usd * kept, None, low_ratio, high_ratio, sizes)

    def sites(self, met: Column, given: Mapping[str, Number]) -> Site:
        """The places of rows for which something was bought; given: the rows' own."""
        places = self._bought_columns.places
        return Site(
            **{
                name: otherwise(given[f"facility.{name}"], taken(getattr(places, name), met))
                for name in Site.__struct_fields__
            }
        )

    @property
    def _bought_columns(self) -> "_Columns":
        if self._columns is None:
            raise LookupError(self.names)
        return self._columns


class _Columns:
    """What was bought, as columns; numbers: a row each, see _numbers."""

    def __init__(self, numbers: Column) -> None:
        self.numbers = numbers
        found = list(map(number_of, numbers.T))
        own, rest = len(_RATE), len(_RATE) + len(OwnedCost.__struct_fields__)
        self.rented, *ends, self.sizes = found[:own]
        self.ends = tuple(ends)
        self.owned = OwnedCost(*found[own:rest])
        self.places = Site(*found[rest:])


_RATE = ("list_usd", "low_ratio", "high_ratio", "instance_device_count")


def _numbers(priced: Priced) -> tuple[float | None, ...]:
    """What a bill reads of what was bought."""
    rate = priced.bought.rate
    owned = NOT_OWNED if rate.owned is None else rate.owned
    return (*(getattr(rate, name) for name in _RATE), *astuple(owned), *astuple(priced.place))


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


def _wanted(
    one: Priced | Unpriced, key: Sequence[tuple[str, Any]], unwanted: Unwanted
) -> Priced | Unpriced:
    """What is bought, or why it is out."""
    why = unwanted(dict(key).get(OPTION), one) if isinstance(one, Priced) else None
    return one if why is None else Unpriced(why)


@lru_cache(maxsize=65_536)
def _priced(
    library: Library, values: tuple[tuple[str, Any], ...], needed: tuple[float, float] | None
) -> Priced | Unpriced:
    """What is bought; needed: devices in all and together, None where that is not known yet."""
    query = query_of(dict(values))
    if isinstance(query, Refused):
        return Unpriced(query, early=True)
    try:
        context = QuoteContext.open(library, catalog=query.catalog, as_of=query.as_of)
    except Refusal as error:
        return Unpriced(refused(error), early=True)
    try:
        device = context.catalog.devices.find(
            query.deployment.only_device, field="deployment.device"
        )
        need = needed and Need(*needed, query.purchase.shared_instances)
        purchase = query.purchase
        bought = buy(context, device, purchase, field="purchase", suggests=False, need=need)
        return Priced(bought, site_of(context, Facility(), bought), device.name)
    except Refusal as error:
        return Unpriced(refused(error))
