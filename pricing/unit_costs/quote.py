"""Inference: what a token, a request and a watt cost on one deployment."""

from functools import lru_cache
from math import fsum, isnan
from typing import Literal

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.catalog.rows import Device
from pricing.formulas import power, unit_cost
from pricing.numerics.number import Number, where
from pricing.purchasing.buy import buy
from pricing.purchasing.price import Bought
from pricing.purchasing.query import Facility, Purchase
from pricing.purchasing.site import PRICE_KEY, Site, site_of, warn_of_included
from pricing.purchasing.warnings import warn_of_units
from pricing.quote.context import Collected, Ledger
from pricing.serving.replica import Pass
from pricing.unit_costs.answer import (
    Efficiency,
    HourlyLineItem,
    Memory,
    Performance,
    Power,
    UnitCostAnswer,
)
from pricing.unit_costs.estimate import Estimate, Tokens, estimate
from pricing.unit_costs.power import powering
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.throughput import Throughput
from pricing.unit_costs.unit_prices import unit_prices
from pricing.units import BYTES_PER_GIBIBYTE, TOKENS_PER_MILLION_TOKENS, WATTS_PER_KILOWATT

BOUNDS: tuple[Literal["compute"], Literal["memory_bandwidth"], Literal["overhead"]] = (
    "compute",
    "memory_bandwidth",
    "overhead",
)
"""What the time of a request, prefill and decoding together, may mostly go to."""


class Terms(Struct, frozen=True, gc=False):
    """A price and a place of devices, and what a ledger collected on the way."""

    bought: Bought
    place: Site
    collected: Collected


def unit_costs(query: UnitCostQuery, library: Library) -> UnitCostAnswer:
    """Answer a unit-cost query.

    Raises a Refusal where there is no honest answer: see pricing.errors.
    """
    ledger = Ledger.open(library, catalog=query.catalog, as_of=query.as_of)
    device = ledger.device(query.deployment.device, field="deployment.device")
    found = estimate(ledger, device, query)
    tokens, device_count = found.tokens, found.device_count
    terms = _terms(ledger.catalog, ledger.as_of, device, query.purchase, query.facility)
    ledger.adopt(terms.collected)
    bought, place = terms.bought, terms.place
    warn_of_units(ledger, bought, device_count)
    warn_of_included(ledger, query.facility, pays_energy=bought.owned is not None)
    used = _used(ledger, query, found)
    watts = powering(ledger, device, query, found, used, place)
    items = _line_items(bought, place, watts, device_count, used)
    usd_per_hour = 0.0
    for item in items:
        usd_per_hour += item.usd_per_hour
    served = found.throughput.requests_per_second * used
    return UnitCostAnswer(
        model=tokens.model.name if tokens else None,
        device=device.name,
        device_count=device_count,
        precision=tokens.number_format.name if tokens else None,
        unit_costs=unit_prices(
            found, usd_per_hour=usd_per_hour, facility_watts=watts.facility_watts, served=served
        ),
        efficiency=_efficiency(watts, served, device_count, place, tokens),
        performance=_performance(found.throughput, used, tokens),
        memory=memory_held(tokens) if tokens else None,
        power=watts,
        price=bought.price,
        line_items=items,
        assumptions=ledger.assumptions,
        warnings=ledger.warnings,
        provenance=ledger.provenance(query),
    )


@lru_cache(maxsize=8192)
def _terms(
    catalog: Catalog, as_of: str, device: Device, purchase: Purchase, facility: Facility
) -> Terms:
    """What devices are had for, kept: most questions differ in their load alone."""
    ledger = Ledger(catalog, as_of)
    bought = buy(ledger, device, purchase, field="purchase")
    return Terms(bought, site_of(ledger, facility, bought), ledger.collected)


def _used(ledger: Ledger, query: UnitCostQuery, found: Estimate) -> float:
    """The share of the throughput that is served: what the rate says, the caller, or a default."""
    if found.used_fraction is not None:
        return found.used_fraction
    return ledger.given_or(query.utilization_fraction, "utilization_fraction")


def _line_items(
    bought: Bought, place: Site, watts: Power, device_count: int, used: float
) -> tuple[HourlyLineItem, ...]:
    """The bill of an hour. Rented prices include energy and hosting; owned ones do not."""
    if bought.owned is None:
        parts = [("compute", bought.list_usd_per_device_hour, bought.source, "unit_cost.line_usd")]
    else:
        parts = [
            ("capital", bought.owned.capital_usd, bought.source, "capital.annuity_usd_per_hour"),
            (
                "operations",
                bought.owned.operations_usd,
                "capital.operations_fraction",
                "capital.operations_usd_per_hour",
            ),
            (
                "hosting",
                bought.owned.hosting_usd,
                "capital.hosting_usd_per_kilowatt_month",
                "capital.hosting_usd_per_hour",
            ),
        ]
    items = [
        _item(name, device_count * used, "device-hour", usd, formula, source)
        for name, usd, source, formula in parts
    ]
    if used < 1.0:
        idle_usd = fsum(usd for _, usd, _, _ in parts)
        items.append(
            _item(
                "idle",
                device_count * (1.0 - used),
                "device-hour",
                idle_usd,
                "unit_cost.line_usd",
                bought.source,
            )
        )
    discount = bought.list_usd_per_device_hour - bought.price.usd_per_device_hour
    if discount:
        items.append(
            _item(
                "discount",
                float(device_count),
                "device-hour",
                -discount,
                "unit_cost.line_usd",
                "purchase.discount_fraction",
            )
        )
    if bought.owned is not None:
        items.append(
            _item(
                "energy",
                watts.facility_watts / WATTS_PER_KILOWATT,
                "kilowatt-hour",
                place.usd_per_kilowatt_hour,
                "power.kilowatt_hours",
                PRICE_KEY,
            )
        )
    return tuple(items)


def _item(
    name: str, quantity: float, unit: str, usd_per_unit: float, formula: str, source: str
) -> HourlyLineItem:
    return HourlyLineItem(
        name=name,
        quantity=quantity,
        unit=unit,
        usd_per_unit=usd_per_unit,
        usd_per_hour=unit_cost.line_usd(quantity=quantity, usd_per_unit=usd_per_unit),
        formula=formula,
        source=source,
    )


def _efficiency(
    watts: Power, served: float, device_count: int, place: Site, tokens: Tokens | None
) -> Efficiency:
    per_request = power.joules_per_unit(watts=watts.facility_watts, units_per_second=served)
    if tokens is None:
        return Efficiency(
            output_tokens_per_joule=None,
            joules_per_output_token=None,
            output_tokens_per_device_joule=None,
            joules_per_request=per_request,
            grams_co2e_per_million_output_tokens=None,
        )
    output_tokens = tokens.demand.output_tokens
    per_token = per_request / output_tokens
    grams = power.grams_co2e_per_joule(
        grams_co2e_per_kilowatt_hour=place.grams_co2e_per_kilowatt_hour
    )
    return Efficiency(
        output_tokens_per_joule=1.0 / per_token,
        joules_per_output_token=per_token,
        output_tokens_per_device_joule=served * output_tokens / (watts.device_watts * device_count),
        joules_per_request=per_request,
        grams_co2e_per_million_output_tokens=TOKENS_PER_MILLION_TOKENS * per_token * grams,
    )


def _performance(throughput: Throughput, used: float, tokens: Tokens | None) -> Performance:
    rate, requests = throughput.output_tokens_per_second, throughput.requests_per_second
    if tokens is None or rate is None:
        return Performance(
            output_tokens_per_second=None,
            output_tokens_per_second_low=None,
            output_tokens_per_second_high=None,
            requests_per_second=requests,
            served_requests_per_second=requests * used,
            utilization_fraction=used,
            ttft_seconds=None,
            ttft_p99_seconds=None,
            tpot_seconds=None,
            tpot_p99_seconds=None,
            concurrency=None,
            tensor_parallel=None,
            replica_count=None,
            basis=throughput.basis,
            bound=None,
            regime=None,
            evidence=(),
            ttft_evidence=(),
        )
    serving = tokens.serving
    layout = serving.layout
    return Performance(
        output_tokens_per_second=rate,
        output_tokens_per_second_low=rate * throughput.low_ratio,
        output_tokens_per_second_high=rate * throughput.high_ratio,
        requests_per_second=requests,
        served_requests_per_second=requests * used,
        utilization_fraction=used,
        ttft_seconds=serving.ttft_seconds,
        ttft_p99_seconds=_known(serving.ttft_p99_seconds),
        tpot_seconds=serving.tpot_seconds,
        tpot_p99_seconds=_known(serving.tpot_p99_seconds),
        concurrency=serving.concurrency,
        tensor_parallel=layout.tensor_parallel,
        replica_count=layout.replica_count,
        basis=throughput.basis,
        bound=BOUNDS[bound_of(tokens.draw.time)],
        regime="throughput_bound" if layout.saturated else "latency_bound",
        evidence=throughput.evidence,
        ttft_evidence=serving.ttft_rows,
    )


def _known(seconds: float) -> float | None:
    """A percentile; None where a queue has no end."""
    return None if isnan(seconds) else seconds


def bound_of(time: Pass) -> Number:
    """The place in BOUNDS of what most of a time goes to. Floats or arrays."""
    longer = where(time.memory_seconds >= time.overhead_seconds, 1, 2)
    computing = (time.compute_seconds >= time.memory_seconds) & (
        time.compute_seconds >= time.overhead_seconds
    )
    return where(computing, 0, longer)


def memory_held(tokens: Tokens) -> Memory:
    """What one replica holds at the load."""
    serving, layout = tokens.serving, tokens.serving.layout
    in_flight = serving.concurrency / layout.busy_count
    return Memory(
        weights_gibibytes=layout.room.weights_bytes / BYTES_PER_GIBIBYTE,
        kv_cache_gibibytes=in_flight
        * layout.room.kv_bytes_in(layout.tensor_parallel)
        / BYTES_PER_GIBIBYTE,
        capacity_gibibytes=(layout.tensor_parallel * layout.room.usable_bytes / BYTES_PER_GIBIBYTE),
        fits=True,
    )
