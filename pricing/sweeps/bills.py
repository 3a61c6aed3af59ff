"""Bills of a sweep: performance and price of every row put together, as the point quote does.

Rows are refused for what a point quote would be refused for, the first reason first.
"""

from collections.abc import Collection, Mapping
from typing import Any

import polars as pl
from msgspec import Struct

from pricing.formulas import power, unit_cost
from pricing.numerics.number import Number, otherwise, where
from pricing.purchasing.buy import DISCOUNTED_TWICE
from pricing.sweeps.loads import FIELDS, GIVEN_FIELDS, Asked, is_given
from pricing.sweeps.outcomes import Bill
from pricing.sweeps.refusals import OWN_PRICE
from pricing.sweeps.sheet import Sheet
from pricing.unit_costs.estimate import SAME_RATIO
from pricing.unit_costs.unit_prices import RANGES, token_prices
from pricing.units import TOKENS_PER_MILLION_TOKENS, WATTS_PER_KILOWATT

ITEMS = ("compute", "capital", "operations", "hosting", "idle", "discount", "energy")
NOTHING = pl.lit(None, dtype=pl.Float64())

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


class Rates(Struct, frozen=True):
    """What is sustained a second, and the ends of its interval.

    changed: what the caller's own measurement changes besides.
    """

    requests: Number
    output_tokens: Number
    low_ratio: Number
    high_ratio: Number
    changed: dict[str, Number]


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

    def asked(name: str) -> Number:
        return pl.col(f"in.{name}") if name in varying else base.get(name)

    sheet = Sheet()
    counted = sheet.keep(pl.col("device_count").cast(pl.Float64))
    used = sheet.keep(_used(asked))
    rates = _rates(sheet, asked, blended=blended)
    served = sheet.keep(rates.requests * used)
    watts = _watts(sheet, asked, used, counted)
    items = sheet.keep(_items(asked, used, counted, watts["facility_watts"], owned=owned))
    results: dict[str, Number] = {
        **_unit_costs(sheet, asked, rates, served, items, watts["facility_watts"]),
        **_efficiency(sheet, asked, served, watts, counted),
        **_performance(rates, used, served),
        **watts,
        "usd_per_device_hour": _usd_per_device_hour(asked, owned=owned),
        **{name: pl.col(name) for name in _PRICE},
        **{f"{name}_usd_per_hour": items.get(name, NOTHING) for name in ITEMS},
    }
    if columns is not None:
        results = {name: results[name] for name in columns if name in results}
    return Bill(sheet, results, _refusals(asked))


def _used(asked: Asked) -> Number:
    """The share that is served: without an arrival rate, what the caller says, or the default."""
    wanted = otherwise(asked("utilization_fraction"), pl.col("default_used"))
    if asked(FIELDS["arriving"]) is None:
        return wanted
    return otherwise(pl.col("used_fraction"), wanted)


def _rates(sheet: Sheet, asked: Asked, *, blended: bool) -> Rates:
    """What is sustained; the caller's own measurement wins, in requests or in tokens."""
    col = pl.col
    requests, output_tokens = col("requests_per_second"), col("output_tokens_per_second")
    low_ratio, high_ratio = col("low_ratio"), col("high_ratio")
    given_tokens, given = (asked(name) for name in GIVEN_FIELDS)
    if given_tokens is not None:
        given = otherwise(given, given_tokens / col("output_tokens"))
    if given is None:
        return Rates(requests, output_tokens, low_ratio, high_ratio, {})
    is_known = is_given(given) if blended else True
    sustained = sheet.keep(otherwise(given, requests))
    # Whoever goes faster than modelled takes less time for every token.
    scale = sheet.keep(requests / sustained)
    output_tokens = where(is_known, sustained * col("output_tokens"), output_tokens)
    return Rates(
        requests=sustained,
        output_tokens=sheet.keep(otherwise(given_tokens, output_tokens)),
        low_ratio=where(is_known, 1.0, low_ratio),
        high_ratio=where(is_known, 1.0, high_ratio),
        changed=_timed(scale) | {"basis": where(is_known, pl.lit("given"), col("basis"))},
    )


def _timed(scale: Number) -> dict[str, Number]:
    """Times at the caller's own throughput, but for those that a measurement prints."""
    return {
        name: pl.col(name)
        * where(pl.col(f"is_{name.partition('_')[0]}_measured").fill_null(value=False), 1.0, scale)
        for name in ("ttft_seconds", "ttft_p99_seconds", "tpot_seconds", "tpot_p99_seconds")
    }


def _unit_costs(
    sheet: Sheet,
    asked: Asked,
    rates: Rates,
    served: Number,
    items: Mapping[str, Number],
    facility_watts: Number,
) -> dict[str, Number]:
    """What a unit costs: the bill of an hour over what it serves."""
    usd_per_hour: Number = 0.0
    for item in items.values():
        usd_per_hour = usd_per_hour + item.fill_null(0.0)
    usd_per_hour = sheet.keep(usd_per_hour)
    usd_per_request = sheet.keep(
        unit_cost.usd_per_request(usd_per_hour=usd_per_hour, requests_per_second=served)
    )
    usd = token_prices(
        usd_per_request,
        share_fraction=pl.col("share_fraction"),
        input_tokens=pl.col("input_tokens"),
        output_tokens=pl.col("output_tokens"),
    )
    usd = sheet.keep({**usd, "usd_per_request": usd_per_request})
    return {
        **usd,
        **_ranges(sheet, asked, rates, usd),
        "usd_per_hour": usd_per_hour,
        "usd_per_kilowatt_hour": unit_cost.usd_per_kilowatt_hour(
            usd_per_hour=usd_per_hour, facility_watts=facility_watts
        ),
        "usd_per_watt_year": unit_cost.usd_per_watt_year(
            usd_per_hour=usd_per_hour, facility_watts=facility_watts
        ),
        "output_tokens_per_usd": pl.col("output_tokens") / usd_per_request,
    }


def _ranges(
    sheet: Sheet, asked: Asked, rates: Rates, usd: Mapping[str, Number]
) -> dict[str, Number]:
    """The ends of every price, which are the price itself where a rate says what is served."""
    is_open = True if asked(FIELDS["arriving"]) is None else pl.col("used_fraction").is_null()
    low_ratio = sheet.keep(where(is_open, 1.0 / rates.high_ratio, 1.0))
    high_ratio = sheet.keep(where(is_open, 1.0 / rates.low_ratio, 1.0))
    ranges = {}
    for name, (low, high) in RANGES.items():
        ranges[low] = usd[name] * low_ratio
        ranges[high] = usd[name] * high_ratio
    return ranges


def _efficiency(
    sheet: Sheet, asked: Asked, served: Number, watts: Mapping[str, Number], counted: Number
) -> dict[str, Number]:
    """What a token costs in energy and carbon."""
    joules = sheet.keep(
        power.joules_per_unit(watts=watts["facility_watts"], units_per_second=served)
    )
    per_token = sheet.keep(joules / pl.col("output_tokens"))
    grams = power.grams_co2e_per_joule(
        grams_co2e_per_kilowatt_hour=otherwise(
            asked("facility.grams_co2e_per_kilowatt_hour"),
            pl.col("site_grams_co2e_per_kilowatt_hour"),
        )
    )
    device_watts = watts["device_watts"] * counted
    return {
        "output_tokens_per_joule": 1.0 / per_token,
        "joules_per_output_token": per_token,
        "output_tokens_per_device_joule": served * pl.col("output_tokens") / device_watts,
        "joules_per_request": joules,
        "grams_co2e_per_million_output_tokens": TOKENS_PER_MILLION_TOKENS * per_token * grams,
    }


def _performance(rates: Rates, used: Number, served: Number) -> dict[str, Number]:
    """What is sustained, and what requests see."""
    return {
        "output_tokens_per_second": rates.output_tokens,
        "output_tokens_per_second_low": rates.output_tokens * rates.low_ratio,
        "output_tokens_per_second_high": rates.output_tokens * rates.high_ratio,
        "requests_per_second": rates.requests,
        "served_requests_per_second": served,
        "utilization_fraction": used,
        **{name: pl.col(name) for name in _PERFORMANCE},
        **rates.changed,
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


def _busy(asked: Asked, used: Number) -> Number:
    """Under an arrival rate a replica works while any request is in flight.

    A share that is given alternates between full use and none; replicas that no request is
    left for never work. Where neither is asked for, every replica works while any does.
    """
    if asked(FIELDS["arriving"]) is None and asked(FIELDS["concurrency"]) is None:
        return used
    at_rate, busy = pl.col("used_fraction"), pl.col("busy_fraction")
    return where(at_rate.is_not_null(), busy.fill_null(used), used * busy.fill_null(1.0))


def _watts(sheet: Sheet, asked: Asked, used: Number, counted: Number) -> dict[str, Number]:
    """Mean power; the caller's own measurement of a device wins."""
    col = pl.col
    modelled = power.device_watts(
        busy_watts=col("busy_watts"),
        idle_watts=col("idle_watts"),
        busy_fraction=_busy(asked, used),
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
