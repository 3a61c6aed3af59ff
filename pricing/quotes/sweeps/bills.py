"""Bills of a sweep: performance and price of every row put together, as the point quote does.

Rows are refused for what a point quote would be refused for, the first reason first.
"""

from collections.abc import Collection, Mapping
from typing import Any

import polars as pl
from msgspec import Struct

from pricing.formulas import power, unit_cost
from pricing.numbers import Number, otherwise, where
from pricing.quotes.estimates import SAME_RATIO
from pricing.quotes.sweeps.loads import FIELDS, GIVEN_FIELDS, Asked, is_given
from pricing.quotes.sweeps.outcomes import Bill
from pricing.quotes.sweeps.questions import OWN_PRICE
from pricing.quotes.sweeps.sheet import Sheet
from pricing.quotes.unit_prices import token_prices
from pricing.units import TOKENS_PER_MILLION_TOKENS, WATTS_PER_KILOWATT

DISCOUNTED_TWICE = (
    "a discount is taken off the table's price: leave it out, or leave out usd_per_device_hour"
)


def bill_of(
    varying: Collection[str],
    base: Mapping[str, Any],
    columns: Collection[str] | None,
    *,
    owned: bool = True,
    blended: bool = True,
) -> Bill:
    """The bill of rows that have their performance and their price.

    varying: fields in which the rows differ, `in.` before them in the frame; base: the values of
    the others; columns: the results wanted, None for all; owned: whether any row is of owned
    devices; blended: whether any throughput is modelled.
    """
    sheet = Sheet()

    def asked(name: str) -> Number:
        return pl.col(f"in.{name}") if name in varying else base.get(name)

    col = pl.col
    # Without an arrival rate nothing says how much is used but the caller, or the default.
    at_rate = None if asked(FIELDS["arriving"]) is None else col("used_fraction")
    wanted_use = otherwise(asked("utilization_fraction"), col("default_used"))
    used = sheet.keep(otherwise(at_rate, wanted_use))
    open_ended = True if at_rate is None else at_rate.is_null()
    counted = sheet.keep(col("device_count").cast(pl.Float64))
    refusal = _refusals(asked)
    # Where neither is asked for, every replica works while any does.
    is_plain = at_rate is None and asked(FIELDS["concurrency"]) is None
    watts = _watts(sheet, asked, used if is_plain else _busy(used), counted)
    items = sheet.keep(_items(asked, used, counted, watts["facility_watts"], owned=owned))
    usd_per_hour: Number = 0.0
    for item in items.values():
        usd_per_hour = usd_per_hour + item.fill_null(0.0)
    usd_per_hour = sheet.keep(usd_per_hour)
    given = _given(asked, blended=blended)
    scale: Number = 1.0
    if given is None:
        requests = col("requests_per_second")
    else:
        requests = sheet.keep(otherwise(given.requests, col("requests_per_second")))
        # Whoever goes faster than modelled takes less time for every token.
        scale = sheet.keep(col("requests_per_second") / requests)
    served = sheet.keep(requests * used)
    usd_per_request = sheet.keep(
        unit_cost.usd_per_request(usd_per_hour=usd_per_hour, requests_per_second=served)
    )
    usd = token_prices(
        usd_per_request,
        share_fraction=col("share_fraction"),
        input_tokens=col("input_tokens"),
        output_tokens=col("output_tokens"),
    )
    usd = sheet.keep({**usd, "usd_per_request": usd_per_request})
    low_ratio, high_ratio = col("low_ratio"), col("high_ratio")
    if given is not None:
        low_ratio = where(given.is_known, 1.0, low_ratio)
        high_ratio = where(given.is_known, 1.0, high_ratio)
    low = sheet.keep(where(open_ended, 1.0 / high_ratio, 1.0))
    high = sheet.keep(where(open_ended, 1.0 / low_ratio, 1.0))
    ranges = {}
    for name, price in usd.items():
        ranges[f"{name}_low"] = price * low
        ranges[f"{name}_high"] = price * high
    facility_watts = watts["facility_watts"]
    joules = sheet.keep(power.joules_per_unit(watts=facility_watts, units_per_second=served))
    per_token = sheet.keep(joules / col("output_tokens"))
    grams = otherwise(
        asked("facility.grams_co2e_per_kilowatt_hour"), col("site_grams_co2e_per_kilowatt_hour")
    )
    tokens_per_second = col("output_tokens_per_second")
    if given is not None:
        modelled = where(given.is_known, requests * col("output_tokens"), tokens_per_second)
        tokens_per_second = sheet.keep(otherwise(given.tokens, modelled))
    results: dict[str, Number] = {
        **usd,
        **ranges,
        "usd_per_hour": usd_per_hour,
        "usd_per_kilowatt_hour": unit_cost.usd_per_kilowatt_hour(
            usd_per_hour=usd_per_hour, facility_watts=facility_watts
        ),
        "usd_per_watt_year": unit_cost.usd_per_watt_year(
            usd_per_hour=usd_per_hour, facility_watts=facility_watts
        ),
        "output_tokens_per_usd": col("output_tokens") / usd_per_request,
        "output_tokens_per_joule": 1.0 / per_token,
        "joules_per_output_token": per_token,
        "output_tokens_per_device_joule": served
        * col("output_tokens")
        / (watts["device_watts"] * counted),
        "joules_per_request": joules,
        "grams_co2e_per_million_output_tokens": TOKENS_PER_MILLION_TOKENS
        * per_token
        * power.grams_co2e_per_joule(grams_co2e_per_kilowatt_hour=grams),
        "output_tokens_per_second": tokens_per_second,
        "output_tokens_per_second_low": tokens_per_second * low_ratio,
        "output_tokens_per_second_high": tokens_per_second * high_ratio,
        "requests_per_second": requests,
        "served_requests_per_second": served,
        "utilization_fraction": used,
        **{name: col(name) for name in _PERFORMANCE},
        **(_timed(scale) | {"basis": _basis(given)} if given is not None else {}),
        **watts,
        "usd_per_device_hour": _usd_per_device_hour(asked, owned=owned),
        **{name: col(name) for name in _PRICE},
        **{f"{name}_usd_per_hour": items.get(name, NOTHING) for name in ITEMS},
    }
    if columns is not None:
        results = {name: results[name] for name in columns if name in results}
    return Bill(sheet, results, refusal)


_PERFORMANCE = (
    "model",
    "device",
    "device_count",
    "precision",
    "basis",
    "bound",
    "regime",
    "ttft_seconds",
    "ttft_p99_seconds",
    "tpot_seconds",
    "tpot_p99_seconds",
    "concurrency",
    "tensor_parallel",
    "replica_count",
    "weights_gibibytes",
    "kv_cache_gibibytes",
    "capacity_gibibytes",
)
_PRICE = ("option", "price_basis", "provider", "region", "instance_type", "price_row")


ITEMS = ("compute", "capital", "operations", "hosting", "idle", "discount", "energy")
NOTHING = pl.lit(None, dtype=pl.Float64())


class Given(Struct, frozen=True):
    """What the caller has measured; None, or null, where nothing; and where that is anything."""

    tokens: Number
    requests: Number
    is_known: Any


def _given(asked: Asked, *, blended: bool) -> Given | None:
    """The caller's own measurement, in requests and in tokens; None where no row has any."""
    tokens, requests = (asked(name) for name in GIVEN_FIELDS)
    if tokens is not None:
        requests = otherwise(requests, tokens / pl.col("output_tokens"))
    if requests is None:
        return None
    return Given(tokens, requests, is_given(requests) if blended else True)


def _basis(given: Given) -> Number:
    return where(given.is_known, pl.lit("given"), pl.col("basis"))


def _timed(scale: Number) -> dict[str, Number]:
    """Times at the caller's own throughput, but for those that a measurement prints."""
    return {
        name: pl.col(name)
        * where(pl.col(f"is_{name.partition('_')[0]}_measured").fill_null(value=False), 1.0, scale)
        for name in ("ttft_seconds", "ttft_p99_seconds", "tpot_seconds", "tpot_p99_seconds")
    }


def _refusals(asked: Asked) -> dict[str, pl.Expr]:
    """Why a row has no answer, in the order in which a point quote looks."""
    col, used = pl.col, pl.col("used_fraction")
    wanted, discount = asked("utilization_fraction"), asked("purchase.discount_fraction")
    priced = (col("price_refusal"), col("price_refusal_detail"))
    reasons = [
        (col("is_refused_early"), *priced),
        (col("refusal").is_not_null(), col("refusal"), col("refusal_detail")),
    ]
    if wanted is not None and asked(FIELDS["arriving"]) is not None:
        detail = pl.format(
            "load.requests_per_second uses {} of what the deployment sustains, not the"
            " utilization_fraction {}: leave one of them out",
            used.round_sig_figs(4),
            wanted,
        )
        contradicts = (wanted - used).abs() > SAME_RATIO * used
        reasons.append((contradicts, pl.lit("invalid-query"), detail))
    reasons.append((col("price_refusal").is_not_null(), *priced))
    if discount is not None:
        twice = col("is_given") & (discount > 0.0)
        reasons.append((twice, pl.lit("invalid-query"), pl.lit(DISCOUNTED_TWICE)))
    kinds: Any = None
    details: Any = None
    for condition, kind, detail in reversed(reasons):
        kinds = pl.when(condition).then(kind).otherwise(kinds)
        details = pl.when(condition).then(detail).otherwise(details)
    return {"refusal": kinds, "refusal_detail": details}


def _busy(used: Number) -> Number:
    """Under an arrival rate a replica works while any request is in flight.

    A share that is given alternates between full use and none; replicas that no request is
    left for never work.
    """
    at_rate, busy = pl.col("used_fraction"), pl.col("busy_fraction")
    return where(at_rate.is_not_null(), busy.fill_null(used), used * busy.fill_null(1.0))


def _watts(sheet: Sheet, asked: Asked, busy_fraction: Number, counted: Number) -> dict[str, Number]:
    """Mean power; the caller's own measurement of a device wins."""
    col = pl.col
    modelled = power.device_watts(
        busy_watts=col("busy_watts"), idle_watts=col("idle_watts"), busy_fraction=busy_fraction
    )
    device_watts = sheet.keep(otherwise(asked("measured.watts_per_device"), modelled))
    system_watts = sheet.keep(
        power.system_watts(device_watts=device_watts, host_watts=col("host_watts"), devices=counted)
    )
    facility_watts = power.facility_watts(
        system_watts=system_watts,
        pue_ratio=otherwise(asked("facility.pue_ratio"), col("site_pue_ratio")),
    )
    return {
        "device_watts": device_watts,
        "system_watts": system_watts,
        "facility_watts": sheet.keep(facility_watts),
    }


def _listed(asked: Asked) -> Number:
    own = asked(OWN_PRICE)
    return pl.col("list_usd") if own is None else where(pl.col("is_given"), own, pl.col("list_usd"))


def _kept(asked: Asked) -> Number:
    """What is left of a price after the discount [fraction]."""
    return 1.0 - otherwise(asked("purchase.discount_fraction"), 0.0)


def _usd_per_device_hour(asked: Asked, *, owned: bool) -> Number:
    rented = _listed(asked) * _kept(asked)
    if not owned:
        return rented
    owning = (pl.col("capital_usd") + pl.col("operations_usd")) * _kept(asked)
    return where(pl.col("is_owned"), owning + pl.col("hosting_usd"), rented)


def _items(
    asked: Asked, used: Number, counted: Number, facility_watts: Number, *, owned: bool
) -> dict[str, Number]:
    """The bill of an hour, item by item; null where the point quote has no such item."""
    kept, listed = _kept(asked), _listed(asked)
    is_owned = pl.col("is_owned") if owned else pl.lit(value=False)

    def item(quantity: Number, usd_per_unit: Number) -> Number:
        return unit_cost.line_usd(quantity=quantity, usd_per_unit=usd_per_unit)

    parts = {"compute": where(is_owned, None, listed) if owned else listed}
    whole = listed
    if owned:
        parts |= {
            "capital": where(is_owned, pl.col("capital_usd") * kept, None),
            "operations": where(is_owned, pl.col("operations_usd") * kept, None),
            "hosting": where(is_owned, pl.col("hosting_usd"), None),
        }
        owning = (pl.col("capital_usd") + pl.col("operations_usd")) * kept + pl.col("hosting_usd")
        whole = where(is_owned, owning, listed)
    items = {name: item(counted * used, part) for name, part in parts.items()}
    items["idle"] = where(used < 1.0, item(counted * (1.0 - used), whole), NOTHING)
    if isinstance(kept, pl.Expr) or kept < 1.0:
        off = where(~is_owned & (kept < 1.0), listed * kept - listed, None)
        items["discount"] = item(counted, off)
    if owned:
        electricity = otherwise(
            asked("facility.usd_per_kilowatt_hour"), pl.col("site_usd_per_kilowatt_hour")
        )
        spent = item(facility_watts / WATTS_PER_KILOWATT, electricity)
        items["energy"] = where(is_owned, spent, None)
    return items
