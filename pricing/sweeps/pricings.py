"""Prices of a sweep: what a device-hour costs, once for each distinct way of buying it.

Each is found by the functions of the point quote. What scales with a row (a discount, the
caller's own price, the facility's values) is left to the row.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import polars as pl

from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.purchasing.buy import buy
from pricing.purchasing.price import Bought
from pricing.purchasing.query import Facility
from pricing.purchasing.site import Site, site_of
from pricing.quote.context import Ledger
from pricing.sweeps.distinct import Combinations, Values
from pricing.sweeps.refusals import OWN_PRICE, PRICE_FIELDS, Refused, query_of, refused
from pricing.sweeps.scenarios import Scenarios

COLUMNS = {
    "price_refusal": pl.String,
    "price_refusal_detail": pl.String,
    "is_refused_early": pl.Boolean,
    "is_given": pl.Boolean,
    "is_owned": pl.Boolean,
    "list_usd": pl.Float64,
    "capital_usd": pl.Float64,
    "operations_usd": pl.Float64,
    "hosting_usd": pl.Float64,
    "option": pl.String,
    "price_basis": pl.String,
    "provider": pl.String,
    "region": pl.String,
    "instance_type": pl.String,
    "price_row": pl.String,
    "site_pue_ratio": pl.Float64,
    "site_usd_per_kilowatt_hour": pl.Float64,
    "site_grams_co2e_per_kilowatt_hour": pl.Float64,
}
"""What a way of buying is made of: rent, or the parts of owning; and the place's own values."""


def pricings_of(library: Library, scenarios: Scenarios, base: Mapping[str, Any]) -> Combinations:
    """The price of scenarios; base: the fields in which they do not differ, by dotted name."""

    def rows(asked: Iterator[Values]) -> list[Mapping[str, Any]]:
        return [_priced(library, tuple(sorted(values))) for values in asked]

    return Combinations(scenarios, base, PRICE_FIELDS.__contains__, (OWN_PRICE,), rows, COLUMNS)


@lru_cache(maxsize=65_536)
def _priced(library: Library, values: Values) -> dict[str, Any]:
    query = query_of(dict(values))
    if isinstance(query, Refused):
        return _refused(query, early=True)
    try:
        ledger = Ledger.open(library, catalog=query.catalog, as_of=query.as_of)
    except Refusal as error:
        return _refused(refused(error), early=True)
    try:
        device = ledger.catalog.devices.find(query.deployment.device, field="deployment.device")
        bought = buy(ledger, device, query.purchase, field="purchase", suggests=False)
        place = site_of(ledger, Facility(), bought)
    except Refusal as error:
        return _refused(refused(error), early=False)
    return _columns(bought, place)


def _refused(found: Refused, *, early: bool) -> dict[str, Any]:
    """A row of a refusal; early: before a point quote looks at anything else."""
    return {
        "price_refusal": found.refusal,
        "price_refusal_detail": found.refusal_detail,
        "is_refused_early": early,
    }


def price_columns(bought: Bought) -> dict[str, Any]:
    """What a row says of what was bought, whatever it is bought for."""
    owned, price = bought.owned, bought.price
    return {
        "is_given": price.basis == "given",
        "is_owned": owned is not None,
        "list_usd": bought.list_usd_per_device_hour,
        "capital_usd": owned and owned.capital_usd,
        "operations_usd": owned and owned.operations_usd,
        "hosting_usd": owned and owned.hosting_usd,
        "option": price.option,
        "provider": bought.provider,
        "region": bought.region,
    }


def _columns(bought: Bought, place: Site) -> dict[str, Any]:
    price = bought.price
    return {
        **price_columns(bought),
        "is_refused_early": False,
        "price_basis": price.basis,
        "instance_type": bought.instance_type,
        "price_row": price.row and price.row.id,
        "site_pue_ratio": place.pue_ratio,
        "site_usd_per_kilowatt_hour": place.usd_per_kilowatt_hour,
        "site_grams_co2e_per_kilowatt_hour": place.grams_co2e_per_kilowatt_hour,
    }
