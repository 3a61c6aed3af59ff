"""Inference: what a token, a request and a watt cost on one deployment."""

from typing import Literal

from pricing.catalog.library import Library
from pricing.catalog.rows import Device, Measurement
from pricing.formulas import power, unit_cost
from pricing.performance.layout import Demand, Layout
from pricing.quotes.answers import (
    Efficiency,
    Evidence,
    HourlyLineItem,
    Memory,
    Performance,
    Power,
    UnitCostAnswer,
    UnitCosts,
)
from pricing.quotes.facilities import Site, site
from pricing.quotes.ledger import Ledger
from pricing.quotes.purchasing import Bought, buy
from pricing.quotes.queries import UnitCostQuery
from pricing.quotes.throughput import Estimate, Throughput, Tokens, estimate
from pricing.units import BYTES_PER_GIBIBYTE, TOKENS_PER_MILLION_TOKENS, WATTS_PER_KILOWATT


def unit_costs(query: UnitCostQuery, library: Library) -> UnitCostAnswer:
    """Answer a unit-cost query.

    Raises a Refusal where there is no honest answer: see pricing.errors.
    """
    ledger = Ledger.open(library, catalog=query.catalog, as_of=query.as_of)
    device = ledger.catalog.devices.find(query.deployment.device, field="deployment.device")
    found = estimate(ledger, device, query)
    tokens, device_count = found.tokens, found.device_count
    bought = buy(ledger, device, query.purchase, field="purchase")
    _warn_of_units(ledger, bought, device_count)
    place = site(
        ledger,
        query.facility,
        provider=bought.provider,
        region=bought.region,
        pays_energy=bought.owned is not None,
    )
    used = query.utilization_fraction
    if used is None:
        used = ledger.assume("utilization_fraction")
    watts = _power(ledger, device, query, found, used, place)
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
        unit_costs=_unit_costs(usd_per_hour, watts, served, found),
        efficiency=_efficiency(watts, served, device_count, place, tokens),
        performance=_performance(found.throughput, tokens),
        memory=_memory(tokens.layout) if tokens else None,
        power=watts,
        price=bought.price,
        line_items=items,
        assumptions=ledger.assumptions,
        warnings=tuple(ledger.warnings),
        provenance=ledger.provenance(query),
    )


def _warn_of_units(ledger: Ledger, bought: Bought, device_count: int) -> None:
    size = bought.instance_device_count
    if size and size > 1 and device_count % size:
        ledger.warn(
            f"{bought.instance_type} is rented {size:g} devices at a time: this answer charges"
            f" for {device_count}"
        )


def _power(
    ledger: Ledger,
    device: Device,
    query: UnitCostQuery,
    found: Estimate,
    used: float,
    place: Site,
) -> Power:
    if query.measured.watts_per_device is not None:
        watts = query.measured.watts_per_device
    else:
        ledger.note_tdp(device)
        # The light end of the power curve is a batch that leaves the arithmetic idle.
        load = _load_fraction(found.tokens.layout) if found.tokens else 1.0
        watts = power.device_watts(
            idle_watts=device.idle_watts,
            tdp_watts=device.tdp_watts,
            low_fraction=ledger.assume("power.light_tdp_fraction"),
            high_fraction=ledger.assume("power.full_tdp_fraction"),
            load_fraction=load,
            busy_fraction=used,
        )
    system_watts = power.system_watts(
        device_watts=watts,
        host_watts=ledger.assume(f"power.host_watts.{device.family}"),
        devices=float(found.device_count),
    )
    return Power(
        device_watts=watts,
        system_watts=system_watts,
        facility_watts=power.facility_watts(system_watts=system_watts, pue_ratio=place.pue_ratio),
    )


def _load_fraction(layout: Layout) -> float:
    """Where the batch stands between reading weights for one request and full arithmetic."""
    step = layout.speed.step
    busiest = max(step.memory_seconds, step.compute_seconds)
    return float(min(1.0, step.compute_seconds / busiest)) if busiest else 1.0


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
        idle_usd = sum(usd for _, usd, _, _ in parts)
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
                "facility.usd_per_kilowatt_hour",
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


def _unit_costs(usd_per_hour: float, watts: Power, served: float, found: Estimate) -> UnitCosts:
    usd_per_request = unit_cost.usd_per_request(
        usd_per_hour=usd_per_hour, requests_per_second=served
    )
    usd_per_kilowatt_hour = unit_cost.usd_per_kilowatt_hour(
        usd_per_hour=usd_per_hour, facility_watts=watts.facility_watts
    )
    usd_per_watt_year = unit_cost.usd_per_watt_year(
        usd_per_hour=usd_per_hour, facility_watts=watts.facility_watts
    )
    if found.tokens is None:
        return UnitCosts(
            usd_per_million_input_tokens=None,
            usd_per_million_output_tokens=None,
            usd_per_million_tokens=None,
            usd_per_million_output_tokens_all_in=None,
            usd_per_million_output_tokens_all_in_low=None,
            usd_per_million_output_tokens_all_in_high=None,
            usd_per_request=usd_per_request,
            usd_per_hour=usd_per_hour,
            usd_per_kilowatt_hour=usd_per_kilowatt_hour,
            usd_per_watt_year=usd_per_watt_year,
            output_tokens_per_usd=None,
        )
    layout, demand = found.tokens.layout, found.tokens.demand
    share = unit_cost.prefill_share_fraction(
        prefill_seconds=layout.speed.prefill_seconds,
        step_seconds=layout.speed.step.seconds,
        output_tokens=demand.output_tokens,
        concurrency=layout.concurrency,
    )
    all_in = _usd_per_million(usd_per_request, 1.0, demand.output_tokens)
    return UnitCosts(
        usd_per_million_input_tokens=(
            _usd_per_million(usd_per_request, share, demand.input_tokens)
            if demand.input_tokens
            else None
        ),
        usd_per_million_output_tokens=_usd_per_million(
            usd_per_request, 1.0 - share, demand.output_tokens
        ),
        usd_per_million_tokens=_usd_per_million(
            usd_per_request, 1.0, demand.input_tokens + demand.output_tokens
        ),
        usd_per_million_output_tokens_all_in=all_in,
        usd_per_million_output_tokens_all_in_low=all_in / found.throughput.high_ratio,
        usd_per_million_output_tokens_all_in_high=all_in / found.throughput.low_ratio,
        usd_per_request=usd_per_request,
        usd_per_hour=usd_per_hour,
        usd_per_kilowatt_hour=usd_per_kilowatt_hour,
        usd_per_watt_year=usd_per_watt_year,
        output_tokens_per_usd=demand.output_tokens / usd_per_request,
    )


def _usd_per_million(usd_per_request: float, share_fraction: float, tokens: float) -> float:
    return float(
        unit_cost.usd_per_million_tokens(
            usd_per_request=usd_per_request, share_fraction=share_fraction, tokens=tokens
        )
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


def _performance(throughput: Throughput, tokens: Tokens | None) -> Performance:
    rate = throughput.output_tokens_per_second
    if tokens is None or rate is None:
        return Performance(
            output_tokens_per_second=None,
            output_tokens_per_second_low=None,
            output_tokens_per_second_high=None,
            requests_per_second=throughput.requests_per_second,
            ttft_seconds=None,
            tpot_seconds=None,
            concurrency=None,
            tensor_parallel=None,
            replica_count=None,
            basis=throughput.basis,
            bound=None,
            regime=None,
            evidence=(),
        )
    layout = tokens.layout
    return Performance(
        output_tokens_per_second=rate,
        output_tokens_per_second_low=rate * throughput.low_ratio,
        output_tokens_per_second_high=rate * throughput.high_ratio,
        requests_per_second=throughput.requests_per_second,
        ttft_seconds=layout.ttft_seconds,
        tpot_seconds=layout.tpot_seconds
        * layout.requests_per_second
        / throughput.requests_per_second,
        concurrency=layout.concurrency * layout.replica_count,
        tensor_parallel=layout.tensor_parallel,
        replica_count=layout.replica_count,
        basis=throughput.basis,
        bound=_bound(layout, tokens.demand),
        regime="throughput_bound" if layout.saturated else "latency_bound",
        evidence=tuple(_evidence(row, share) for row, share in throughput.rows),
    )


def _bound(layout: Layout, demand: Demand) -> Literal["compute", "memory_bandwidth", "overhead"]:
    """What most of the time of a request goes to, prefill and decoding together."""
    step, prefill = layout.speed.step, layout.speed.prefill
    decoding = demand.output_tokens / layout.concurrency
    filling = layout.speed.prefill_seconds / prefill.seconds
    computing = decoding * step.compute_seconds + filling * prefill.compute_seconds
    reading = decoding * step.memory_seconds + filling * prefill.memory_seconds
    waiting = decoding * step.overhead_seconds + filling * prefill.overhead_seconds
    if computing >= reading and computing >= waiting:
        return "compute"
    return "memory_bandwidth" if reading >= waiting else "overhead"


def _evidence(row: Measurement, weight_fraction: float) -> Evidence:
    return Evidence(
        id=row.id,
        device=row.device,
        device_count=row.device_count,
        model=row.model,
        precision=row.precision,
        engine=row.engine,
        scenario=row.scenario,
        input_tokens=row.input_tokens,
        output_tokens=row.output_tokens,
        concurrency=row.concurrency,
        output_tokens_per_second=row.output_tokens_per_second,
        weight_fraction=weight_fraction,
        source=row.source,
        confidence=row.confidence,
    )


def _memory(layout: Layout) -> Memory:
    return Memory(
        weights_gibibytes=layout.room.weights_bytes / BYTES_PER_GIBIBYTE,
        kv_cache_gibibytes=layout.concurrency * layout.room.kv_bytes / BYTES_PER_GIBIBYTE,
        capacity_gibibytes=(layout.tensor_parallel * layout.room.usable_bytes / BYTES_PER_GIBIBYTE),
        fits=True,
    )
