"""Inference: what a token, a request and a watt cost on one deployment."""

from functools import lru_cache

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.catalog.rows import Device, Measurement, Model
from pricing.errors import InvalidQuery
from pricing.formulas import power, unit_cost
from pricing.performance.constants import calibrated, inference_constants
from pricing.performance.evidence import Finding, measured
from pricing.performance.formats import Format, default_precision, resolve
from pricing.performance.layout import Demand, Layout, layout_of
from pricing.performance.replica import Rates, rates_of
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
from pricing.quotes.models import model_of
from pricing.quotes.purchasing import Bought, buy
from pricing.quotes.queries import Measured, UnitCostQuery
from pricing.units import BYTES_PER_GIBIBYTE, WATTS_PER_KILOWATT


class Throughput(Struct, frozen=True):
    """What the deployment sustains at full use, and how that is known.

    Rates are of all devices [per second]; tokens and prefill share are None for work that is
    not tokens.
    """

    requests_per_second: float
    output_tokens_per_second: float | None
    low_ratio: float
    high_ratio: float
    basis: str
    rows: tuple[Measurement, ...] = ()


def unit_costs(query: UnitCostQuery, library: Library) -> UnitCostAnswer:
    """Answer a unit-cost query.

    Raises a Refusal where there is no honest answer: see pricing.errors.
    """
    ledger = Ledger.open(library, catalog=query.catalog, as_of=query.as_of)
    device = ledger.catalog.devices.find(query.deployment.device, field="deployment.device")
    if query.model is None:
        return _anything(ledger, device, query)
    return _tokens(ledger, device, query)


def _anything(ledger: Ledger, device: Device, query: UnitCostQuery) -> UnitCostAnswer:
    """Requests of any kind, from the caller's own measurement alone."""
    rate = query.measured.requests_per_second
    if rate is None:
        raise InvalidQuery(
            "without a model, measured.requests_per_second must say what the deployment does",
            field="model",
        )
    if query.measured.output_tokens_per_second is not None:
        raise InvalidQuery(
            "measured.output_tokens_per_second needs a model and its load", field="model"
        )
    throughput = Throughput(rate, None, 1.0, 1.0, "given")
    return _answer(
        ledger,
        device,
        query,
        device_count=query.deployment.device_count or 1,
        throughput=throughput,
        model=None,
        number_format=None,
        layout=None,
        demand=None,
    )


def _tokens(ledger: Ledger, device: Device, query: UnitCostQuery) -> UnitCostAnswer:
    """Tokens of a model: the layout, its throughput, and the bill."""
    model = model_of(ledger, query.model)
    number_format = _format(ledger, device, model, query)
    rates = _rates(ledger.catalog, model, device, number_format)
    demand = _demand(ledger, query)
    layout = layout_of(
        rates,
        device,
        demand,
        usable_fraction=ledger.assume("memory.usable_fraction"),
        concurrency_limit=ledger.assume("engine.concurrency_count"),
        device_count=query.deployment.device_count,
        tensor_parallel=query.deployment.tensor_parallel,
    )
    if demand.concurrency is not None:
        served = layout.concurrency * layout.replica_count
        if served < 0.999 * demand.concurrency:
            ledger.warn(
                f"the engine runs at most {served:g} of the {demand.concurrency:g} requests at"
                " once: the others wait in its queue"
            )
    throughput = _throughput(ledger, device, model, number_format, query, demand, layout)
    return _answer(
        ledger,
        device,
        query,
        device_count=layout.device_count,
        throughput=throughput,
        model=model,
        number_format=number_format,
        layout=layout,
        demand=demand,
    )


def _format(ledger: Ledger, device: Device, model: Model, query: UnitCostQuery) -> Format:
    precision = query.deployment.precision
    if precision is None:
        precision = default_precision(device, model.native_precision)
        ledger.warn(f"no precision was asked for: {precision} is used")
    number_format = resolve(
        ledger.catalog, device, precision, query.deployment.kv_cache_precision
    )
    for assumption in number_format.assumptions:
        ledger.note(assumption)
    if number_format.emulated:
        ledger.warn(
            f"{device.name} does not compute in {number_format.name}: weights are stored in it and"
            f" computed in {number_format.arithmetic}, so memory shrinks and compute does not"
            " speed up"
        )
    return number_format


@lru_cache(maxsize=8192)
def _rates(catalog: Catalog, model: Model, device: Device, number_format: Format) -> Rates:
    return rates_of(
        model,
        device,
        inference_constants(catalog, device.family, number_format.arithmetic),
        weight_bits=number_format.weight_bits,
        kv_bits=number_format.kv_bits,
        flops_per_second=number_format.flops_per_second,
    )


def _demand(ledger: Ledger, query: UnitCostQuery) -> Demand:
    load = query.load
    return Demand(
        input_tokens=(
            ledger.assume("load.input_tokens") if load.input_tokens is None else load.input_tokens
        ),
        output_tokens=(
            ledger.assume("load.output_tokens")
            if load.output_tokens is None
            else load.output_tokens
        ),
        concurrency=load.concurrency,
        ttft_seconds=query.slo.ttft_seconds,
        tpot_seconds=query.slo.tpot_seconds,
    )


def _throughput(
    ledger: Ledger,
    device: Device,
    model: Model,
    number_format: Format,
    query: UnitCostQuery,
    demand: Demand,
    layout: Layout,
) -> Throughput:
    """The caller's own measurement, else measured rows, else the roofline."""
    given = _given(query.measured, demand)
    if given is not None:
        return given
    finding = _finding(ledger, device, model, number_format, query, demand, layout)
    if finding is not None:
        tokens = finding.output_tokens_per_second
        spread = ledger.assume("performance.measured_band_ratio")
        return Throughput(
            requests_per_second=tokens / demand.output_tokens,
            output_tokens_per_second=tokens,
            low_ratio=finding.low_tokens_per_second / tokens / spread,
            high_ratio=finding.high_tokens_per_second / tokens * spread,
            basis="measured",
            rows=finding.rows,
        )
    band = calibrated(
        ledger.catalog, device.family, "inference", number_format.arithmetic, "band_ratio"
    )
    requests = layout.requests_per_second
    return Throughput(
        requests_per_second=requests,
        output_tokens_per_second=requests * demand.output_tokens,
        low_ratio=1.0 / band,
        high_ratio=band,
        basis="modelled",
    )


def _given(given: Measured, demand: Demand) -> Throughput | None:
    tokens, requests = given.output_tokens_per_second, given.requests_per_second
    if tokens is None and requests is None:
        return None
    if requests is None:
        requests = (tokens or 0.0) / demand.output_tokens
    if tokens is None:
        tokens = requests * demand.output_tokens
    elif abs(tokens - requests * demand.output_tokens) > 0.01 * tokens:
        raise InvalidQuery(
            f"measured.output_tokens_per_second {tokens:g} is not measured.requests_per_second"
            f" {requests:g} times the {demand.output_tokens:g} output tokens of a request",
            field="measured.requests_per_second",
            nearest=[f"{tokens / demand.output_tokens:.6g}"],
        )
    return Throughput(requests, tokens, 1.0, 1.0, "given")


def _finding(
    ledger: Ledger,
    device: Device,
    model: Model,
    number_format: Format,
    query: UnitCostQuery,
    demand: Demand,
    layout: Layout,
) -> Finding | None:
    if demand.ttft_seconds is not None or demand.tpot_seconds is not None:
        return None
    return measured(
        ledger.catalog,
        device=device.name,
        device_count=layout.device_count,
        model=model.name,
        precision=number_format.name,
        tensor_parallel=query.deployment.tensor_parallel,
        engine=query.deployment.engine,
        input_tokens=demand.input_tokens,
        output_tokens=demand.output_tokens,
        concurrency=demand.concurrency,
    )


def _answer(
    ledger: Ledger,
    device: Device,
    query: UnitCostQuery,
    *,
    device_count: int,
    throughput: Throughput,
    model: Model | None,
    number_format: Format | None,
    layout: Layout | None,
    demand: Demand | None,
) -> UnitCostAnswer:
    bought = buy(ledger, device, query.purchase, field="purchase")
    _warn_of_units(ledger, bought, device_count)
    place = site(
        ledger,
        query.facility,
        provider=bought.provider,
        region=bought.region,
        pays_energy=bought.owned is not None,
    )
    used = (
        ledger.assume("utilization_fraction")
        if query.utilization_fraction is None
        else query.utilization_fraction
    )
    watts = _power(ledger, device, query, device_count, layout, used, place)
    items = _line_items(bought, place, watts, device_count, used)
    usd_per_hour = 0.0
    for item in items:
        usd_per_hour += item.usd_per_hour
    served = throughput.requests_per_second * used
    return UnitCostAnswer(
        model=model.name if model else None,
        device=device.name,
        device_count=device_count,
        precision=number_format.name if number_format else None,
        unit_costs=_unit_costs(usd_per_hour, watts, served, throughput, layout, demand),
        efficiency=_efficiency(watts, served, device_count, place, demand),
        performance=_performance(throughput, layout, demand),
        memory=_memory(layout),
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
    device_count: int,
    layout: Layout | None,
    used: float,
    place: Site,
) -> Power:
    if query.measured.watts_per_device is not None:
        watts = query.measured.watts_per_device
    else:
        # The light end of the power curve is a batch that leaves the arithmetic idle.
        load = 1.0 if layout is None else _load_fraction(layout)
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
        devices=float(device_count),
    )
    return Power(
        device_watts=watts,
        system_watts=system_watts,
        facility_watts=power.facility_watts(
            system_watts=system_watts, pue_ratio=place.pue_ratio
        ),
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


def _unit_costs(
    usd_per_hour: float,
    watts: Power,
    served: float,
    throughput: Throughput,
    layout: Layout | None,
    demand: Demand | None,
) -> UnitCosts:
    usd_per_request = unit_cost.usd_per_request(
        usd_per_hour=usd_per_hour, requests_per_second=served
    )
    tokens = demand and layout and _token_costs(usd_per_request, layout, demand)
    input_usd, output_usd, any_usd, all_in_usd = tokens or (None, None, None, None)
    return UnitCosts(
        usd_per_million_input_tokens=input_usd,
        usd_per_million_output_tokens=output_usd,
        usd_per_million_tokens=any_usd,
        usd_per_million_output_tokens_all_in=all_in_usd,
        usd_per_million_output_tokens_all_in_low=all_in_usd and all_in_usd / throughput.high_ratio,
        usd_per_million_output_tokens_all_in_high=all_in_usd and all_in_usd / throughput.low_ratio,
        usd_per_request=usd_per_request,
        usd_per_hour=usd_per_hour,
        usd_per_kilowatt_hour=unit_cost.usd_per_kilowatt_hour(
            usd_per_hour=usd_per_hour, facility_watts=watts.facility_watts
        ),
        usd_per_watt_year=unit_cost.usd_per_watt_year(
            usd_per_hour=usd_per_hour, facility_watts=watts.facility_watts
        ),
        output_tokens_per_usd=demand and demand.output_tokens / usd_per_request,
    )


def _token_costs(
    usd_per_request: float, layout: Layout, demand: Demand
) -> tuple[float | None, float, float, float]:
    """USD per million: input, output, any token, and the whole bill on the output."""
    share = unit_cost.prefill_share_fraction(
        prefill_seconds=layout.speed.prefill_seconds,
        step_seconds=layout.speed.step.seconds,
        output_tokens=demand.output_tokens,
        concurrency=layout.concurrency,
    )

    def usd_per_million(share_fraction: float, tokens: float) -> float:
        return float(
            unit_cost.usd_per_million_tokens(
                usd_per_request=usd_per_request, share_fraction=share_fraction, tokens=tokens
            )
        )

    return (
        usd_per_million(share, demand.input_tokens) if demand.input_tokens else None,
        usd_per_million(1.0 - share, demand.output_tokens),
        usd_per_million(1.0, demand.input_tokens + demand.output_tokens),
        usd_per_million(1.0, demand.output_tokens),
    )


def _efficiency(
    watts: Power, served: float, device_count: int, place: Site, demand: Demand | None
) -> Efficiency:
    per_request = power.joules_per_unit(watts=watts.facility_watts, units_per_second=served)
    if demand is None:
        return Efficiency(
            output_tokens_per_joule=None,
            joules_per_output_token=None,
            output_tokens_per_device_joule=None,
            joules_per_request=per_request,
            grams_co2e_per_million_output_tokens=None,
        )
    per_token = per_request / demand.output_tokens
    grams = power.grams_co2e_per_joule(
        grams_co2e_per_kilowatt_hour=place.grams_co2e_per_kilowatt_hour
    )
    return Efficiency(
        output_tokens_per_joule=1.0 / per_token,
        joules_per_output_token=per_token,
        output_tokens_per_device_joule=(
            served * demand.output_tokens / (watts.device_watts * device_count)
        ),
        joules_per_request=per_request,
        grams_co2e_per_million_output_tokens=1e6 * per_token * grams,
    )


def _performance(
    throughput: Throughput, layout: Layout | None, demand: Demand | None
) -> Performance:
    tokens = throughput.output_tokens_per_second
    return Performance(
        output_tokens_per_second=tokens,
        output_tokens_per_second_low=tokens and tokens * throughput.low_ratio,
        output_tokens_per_second_high=tokens and tokens * throughput.high_ratio,
        requests_per_second=throughput.requests_per_second,
        ttft_seconds=layout and layout.ttft_seconds,
        tpot_seconds=layout and layout.tpot_seconds,
        concurrency=layout and layout.concurrency * layout.replica_count,
        tensor_parallel=layout and layout.tensor_parallel,
        replica_count=layout and layout.replica_count,
        basis=throughput.basis,
        bound=layout and demand and _bound(layout, demand),
        regime=layout and ("throughput_bound" if layout.saturated else "latency_bound"),
        evidence=tuple(
            _evidence(row, 1.0 / len(throughput.rows)) for row in throughput.rows
        ),
    )


def _bound(layout: Layout, demand: Demand) -> str:
    """What most of the time of a request goes to, prefill and decoding together."""
    speed = layout.speed
    decode = demand.output_tokens / layout.concurrency
    prefill = speed.prefill_seconds / speed.prefill.seconds

    def seconds(part: str) -> float:
        return float(decode * getattr(speed.step, part) + prefill * getattr(speed.prefill, part))

    spent = {
        "compute": seconds("compute_seconds"),
        "memory_bandwidth": seconds("memory_seconds"),
        "overhead": seconds("overhead_seconds"),
    }
    return max(spent, key=lambda name: spent[name])


def _evidence(row: Measurement, weight: float) -> Evidence:
    return Evidence(
        weight_fraction=weight,
        **{
            name: getattr(row, name)
            for name in Evidence.__struct_fields__
            if name != "weight_fraction"
        },
    )


def _memory(layout: Layout | None) -> Memory | None:
    if layout is None:
        return None
    return Memory(
        weights_gibibytes=layout.room.weights_bytes / BYTES_PER_GIBIBYTE,
        kv_cache_gibibytes=layout.concurrency * layout.room.kv_bytes / BYTES_PER_GIBIBYTE,
        capacity_gibibytes=(
            layout.tensor_parallel * layout.room.usable_bytes / BYTES_PER_GIBIBYTE
        ),
        fits=True,
    )


