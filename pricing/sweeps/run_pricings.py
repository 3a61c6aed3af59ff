"""Prices of a sweep's runs: each distinct way of buying their capacity, once.

Each is found by the functions of the point quote. What scales with a row (a discount, the
caller's own price, the facility's values, the rate of preemption) is left to the row.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import polars as pl
from msgspec.structs import asdict, replace

from pricing.catalog.library import Library
from pricing.errors import InvalidQuery, Refusal
from pricing.purchasing.buy import buy
from pricing.purchasing.commitments import Terms, committed
from pricing.purchasing.price import Bought
from pricing.purchasing.query import Facility, RunPurchase
from pricing.purchasing.site import Site, site_of
from pricing.quote.context import Ledger
from pricing.run_costs.interruptions import (
    preemptions_per_hour,
    usual_instance_device_count,
)
from pricing.run_costs.quote import reason_of
from pricing.sweeps.distinct import Combinations, Values
from pricing.sweeps.pricings import price_columns
from pricing.sweeps.refusals import OWN_PRICE, Refused, refused, run_query_of
from pricing.sweeps.scenarios import Scenarios

DISCOUNT = "purchase.discount_fraction"

FIELDS = (
    "catalog",
    "as_of",
    "deployment.device",
    "commitments",
    "reliability.spot_preemption_source",
)
"""What decides a price, besides the purchase itself."""

NUMBERS = (
    "list_usd",
    "capital_usd",
    "operations_usd",
    "hosting_usd",
    "instance_device_count",
    "preemptions_per_instance_hour",
    "term_hours",
    "use_fraction",
    "upfront_fraction",
    "cost_of_capital_fraction",
    "pue_ratio",
    "usd_per_kilowatt_hour",
    "grams_co2e_per_kilowatt_hour",
)
TRUTHS = ("is_early", "is_given", "is_owned", "is_spot", "is_committed", "borne")
TEXTS = ("refusal", "refusal_detail", "option", "provider", "region")

COLUMNS = {
    **dict.fromkeys(TEXTS, pl.String()),
    **dict.fromkeys(TRUTHS, pl.Boolean()),
    **dict.fromkeys(NUMBERS, pl.Float64()),
}
"""What a way of buying is made of; is_early: refused before anything else is looked at."""


def run_pricings_of(
    library: Library,
    scenarios: Scenarios,
    base: Mapping[str, Any],
    purchase: RunPurchase | None,
) -> Combinations:
    """One way of buying the capacity of scenarios.

    base: the fields in which the scenarios do not differ; purchase: theirs, where all have the
    same; else it stands among their fields.
    """
    if purchase is not None and purchase.usd_per_device_hour is None:
        purchase = replace(purchase, discount_fraction=0.0)

    def rows(asked: Iterator[Values]) -> list[Mapping[str, Any]]:
        return [_priced(library, values, purchase) for values in asked]

    return Combinations(scenarios, base, _decides, (OWN_PRICE,), rows, COLUMNS)


def _decides(name: str) -> bool:
    return name in FIELDS or (name.startswith("purchase.") and name != DISCOUNT)


@lru_cache(maxsize=65_536)
def _priced(library: Library, values: Values, purchase: RunPurchase | None) -> Mapping[str, Any]:
    # The price of a run does not hang on its model, which a query must have.
    query = run_query_of({"model": "", **dict(values)})
    if isinstance(query, Refused):
        return {**_row(query), "is_early": True}
    if purchase is None:
        (purchase,) = query.purchases or (RunPurchase(),)
    try:
        ledger = Ledger.open(library, catalog=query.catalog, as_of=query.as_of)
    except Refusal as error:
        return {**_row(refused(error)), "is_early": True}
    field = "purchases[0]"
    try:
        device = ledger.catalog.devices.find(query.deployment.device, field="deployment.device")
        bought = buy(ledger, device, purchase, field=field, ownership=purchase.ownership)
        bought, terms = committed(ledger, purchase, bought, query.commitments, field=field)
        place = site_of(ledger, Facility(), bought)
        rate = 0.0
        if bought.price.option == "spot":
            rate = preemptions_per_hour(ledger, query.reliability, device, bought)
    except InvalidQuery as error:
        return _row(refused(error))
    except Refusal as error:
        return _row(Refused("no-price", reason_of(error)))
    return {
        **_columns(bought, place),
        **_commitment(terms),
        "instance_device_count": usual_instance_device_count(ledger, device, bought),
        "preemptions_per_instance_hour": rate,
    }


def _row(found: Refused) -> dict[str, Any]:
    return {
        **asdict(found),
        "is_early": False,
        **dict.fromkeys(("is_given", "is_owned", "is_spot", "is_committed"), False),
    }


def _columns(bought: Bought, place: Site) -> dict[str, Any]:
    return {
        **price_columns(bought),
        "is_early": False,
        "is_spot": bought.price.option == "spot",
        "pue_ratio": place.pue_ratio,
        "usd_per_kilowatt_hour": place.usd_per_kilowatt_hour,
        "grams_co2e_per_kilowatt_hour": place.grams_co2e_per_kilowatt_hour,
    }


def _commitment(terms: Terms | None) -> dict[str, Any]:
    """The terms; where nothing is committed, some that leave no hour unused."""
    found = terms or Terms(term_hours=None, use_fraction=1.0, borne=False)
    return {
        "is_committed": terms is not None,
        "term_hours": found.term_hours,
        "use_fraction": found.use_fraction,
        "borne": found.borne,
        "upfront_fraction": found.upfront_fraction,
        "cost_of_capital_fraction": found.cost_of_capital_fraction,
    }
