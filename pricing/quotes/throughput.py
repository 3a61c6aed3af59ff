"""Throughput: what a deployment sustains, from the caller, from measurements or modelled."""

from functools import lru_cache
from math import inf
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Measurement, Model
from pricing.errors import Infeasible, InvalidQuery, Refusal
from pricing.performance.constants import inference_constants
from pricing.performance.evidence import Correction, correction, exact, typical
from pricing.performance.formats import Format, default_precision, resolve
from pricing.performance.layout import Demand, Layout, layout_of, sizes
from pricing.performance.replica import Rates, rates_of
from pricing.quotes.ledger import Ledger
from pricing.quotes.models import model_of
from pricing.quotes.queries import Measured, UnitCostQuery

SLO_ROUNDS = 40
SLO_START_RATIO = 2.0
"""Measurements have been up to twice as fast as the roofline: start looking from there."""

SLO_STEP_RATIO = 0.95
"""Each round asks for at least this much less, so that the search ends."""

Basis = Literal["given", "measured", "modelled"]


class Throughput(Struct, frozen=True, gc=False):
    """What the deployment sustains at full use, and how that is known.

    Rates are of all devices [per second]; low and high are the ends of the 80% interval over
    them; rows: the measurements leaned on, each with its share. Tokens are None for work that
    is not tokens.
    """

    requests_per_second: float
    output_tokens_per_second: float | None
    low_ratio: float
    high_ratio: float
    basis: Basis
    rows: tuple[tuple[Measurement, float], ...] = ()


class Tokens(Struct, frozen=True, gc=False):
    """The token side of an estimate."""

    model: Model
    number_format: Format
    layout: Layout
    demand: Demand


class Estimate(Struct, frozen=True, gc=False):
    """What a deployment does; `tokens` is None for work that is not tokens."""

    device_count: int
    throughput: Throughput
    tokens: Tokens | None = None


def estimate(ledger: Ledger, device: Device, query: UnitCostQuery) -> Estimate:
    """What the deployment of a query sustains.

    Raises a Refusal where it cannot: it does not fit, misses the SLO, lacks the format.
    """
    return _anything(query) if query.model is None else _tokens(ledger, device, query)


def _anything(query: UnitCostQuery) -> Estimate:
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
    return Estimate(
        device_count=query.deployment.device_count or 1,
        throughput=Throughput(rate, None, 1.0, 1.0, "given"),
    )


def _tokens(ledger: Ledger, device: Device, query: UnitCostQuery) -> Estimate:
    """Tokens of a model: the layout and its throughput."""
    model = model_of(ledger, query.model)
    number_format = _format(ledger, device, model, query)
    rates = _rates(ledger.catalog, model, device, number_format)
    demand = _demand(ledger, query)
    layout, corrected = _settled(ledger, device, model, number_format, rates, demand, query)
    if demand.concurrency is not None:
        served = layout.concurrency * layout.replica_count
        if served < 0.999 * demand.concurrency:
            ledger.warn(
                f"the engine runs at most {served:g} of the {demand.concurrency:g} requests at"
                " once: the others wait in its queue"
            )
    return Estimate(
        device_count=layout.device_count,
        throughput=_throughput(
            ledger, device, model, number_format, query, demand, layout, corrected
        ),
        tokens=Tokens(model, number_format, layout, demand),
    )


def _settled(
    ledger: Ledger,
    device: Device,
    model: Model,
    number_format: Format,
    rates: Rates,
    demand: Demand,
    query: UnitCostQuery,
) -> tuple[Layout, Correction]:
    """The layout, and what measurements correct it by, whose corrected TPOT keeps the SLO.

    The roofline is first asked for twice the time, then for what its correction leaves of the
    objective, until the corrected time is within it. Raises Infeasible with the best there is.
    """
    usable_fraction = ledger.assume("memory.usable_fraction")
    concurrency_limit = ledger.assume("engine.concurrency_count")

    def settled(asked: Demand, tensor_parallel: int | None) -> tuple[Layout, Correction]:
        layout = layout_of(
            rates,
            device,
            asked,
            usable_fraction=usable_fraction,
            concurrency_limit=concurrency_limit,
            device_count=query.deployment.device_count,
            tensor_parallel=tensor_parallel,
        )
        return layout, correction(
            ledger.catalog,
            device,
            model,
            layout,
            demand,
            precision=number_format.name,
            engine=query.deployment.engine,
        )

    tensor_parallel = query.deployment.tensor_parallel
    limit = demand.tpot_seconds
    if limit is None:
        return settled(demand, tensor_parallel)
    free = replace(demand, tpot_seconds=None)
    loosest, _ = settled(free, tensor_parallel)  # refuses what no TPOT would help
    target = limit * SLO_START_RATIO
    for _ in range(SLO_ROUNDS):
        try:
            layout, corrected = settled(replace(demand, tpot_seconds=target), tensor_parallel)
        except Infeasible:
            break
        if layout.tpot_seconds / corrected.ratio <= limit:
            return layout, corrected
        target = min(limit * corrected.ratio, target * SLO_STEP_RATIO)
    best_seconds = inf
    for size in sizes(loosest.device_count, device.node_device_count):
        load = demand.concurrency or loosest.device_count / size
        try:
            layout, corrected = settled(replace(free, concurrency=load), size)
        except Refusal:
            continue
        reached = layout.tpot_seconds / corrected.ratio
        if reached <= limit and demand.concurrency is None:
            return layout, corrected
        best_seconds = min(best_seconds, reached)
    raise Infeasible(
        f"no layout of {loosest.device_count} × {device.name} meets the SLO: the best time per"
        f" output token is {best_seconds:.4g} s",
        field="slo.tpot_seconds",
        nearest=(f"{best_seconds:.4g}",),
    )


def _format(ledger: Ledger, device: Device, model: Model, query: UnitCostQuery) -> Format:
    precision = query.deployment.precision
    if precision is None:
        precision = default_precision(device, model.native_precision)
        ledger.warn(f"no precision was asked for: {precision} is used")
    number_format = resolve(ledger.catalog, device, precision, query.deployment.kv_cache_precision)
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
    corrected: Correction,
) -> Throughput:
    """The caller's own measurement, else measured rows, else the roofline."""
    given = _given(query.measured, demand)
    if given is not None:
        return given
    rows = _exact(ledger, device, model, number_format, query, demand, layout)
    if rows:
        low, tokens, high = typical(rows)
        spread = ledger.assume("performance.measured_band_ratio")
        return Throughput(
            requests_per_second=tokens / demand.output_tokens,
            output_tokens_per_second=tokens,
            low_ratio=low / tokens / spread,
            high_ratio=high / tokens * spread,
            basis="measured",
            rows=tuple((row, 1.0 / len(rows)) for row in rows),
        )
    requests = layout.requests_per_second * corrected.ratio
    return Throughput(
        requests_per_second=requests,
        output_tokens_per_second=requests * demand.output_tokens,
        low_ratio=1.0 / corrected.band_ratio,
        high_ratio=corrected.band_ratio,
        basis="measured" if corrected.near else "modelled",
        rows=corrected.rows,
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


def _exact(
    ledger: Ledger,
    device: Device,
    model: Model,
    number_format: Format,
    query: UnitCostQuery,
    demand: Demand,
    layout: Layout,
) -> tuple[Measurement, ...]:
    """Rows of exactly this question; none are, of one under a latency objective."""
    if demand.ttft_seconds is not None or demand.tpot_seconds is not None:
        return ()
    return exact(
        ledger.catalog,
        device=device.name,
        device_count=layout.device_count,
        model=model.name,
        precision=number_format.name,
        tensor_parallel=query.deployment.tensor_parallel,
        engine=query.deployment.engine,
        input_tokens=query.load.input_tokens,
        output_tokens=demand.output_tokens,
        concurrency=demand.concurrency,
    )
