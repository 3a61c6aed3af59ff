"""Cases: published measurements, set beside what the roofline says of the same configuration."""

from functools import lru_cache
from math import log, log2

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.names import normalised
from pricing.catalog.rows import Device, Measurement, Model
from pricing.errors import Refusal
from pricing.performance.constants import inference_constants
from pricing.performance.formats import resolve
from pricing.performance.layout import Demand, Layout, layout_of
from pricing.performance.replica import Constants, Rates, rates_of

SUSTAINED_REGIMES = frozenset({"offline", "static", "concurrency", "single"})
"""Regimes that show what a system sustains at a known or at the highest load. Servers and
interactive ones ran under a latency objective that the row does not state."""

OVERLOADED_SCENARIOS = frozenset({"online_qps_INF", "online_qps_1000"})
"""Request rates far above what the system sustains: as good as offline."""

USUAL_OUTPUT_TOKENS = 256.0
LENGTH_OFFSET_TOKENS = 50.0
"""Added to an input before its logarithm: below it, lengths hardly differ."""

ENGINES = ("tensorrt", "vllm", "sglang", "llama.cpp", "ollama", "neuron", "optimum", "jetstream")


class Features(Struct, frozen=True, gc=False):
    """Where a configuration stands, for distances; logarithms of base e, counts of base 2."""

    device: str
    architecture: str
    family: str
    model: str
    active_log: float
    sparsity_log: float
    precision: str
    count_log: float
    batch_log: float
    input_log: float
    output_log: float
    engine: str | None


class Case(Struct, frozen=True, gc=False):
    """A measurement and the logarithm of measured over modelled throughput."""

    measurement: Measurement
    features: Features
    residual_log: float


class Prepared(Struct, frozen=True, gc=False):
    """A measurement as a question to the roofline."""

    measurement: Measurement
    rates: Rates
    demand: Demand


def engine_class(engine: str | None) -> str | None:
    """The engine that a name stands for, whatever its version; None for one not known."""
    if engine is None:
        return None
    name = normalised(engine)
    for known in ENGINES:
        if known in name:
            return "llama.cpp" if known == "ollama" else known
    return name


def features(
    device: Device,
    model: Model,
    *,
    precision: str,
    device_count: int,
    engine: str | None,
    concurrency: float,
    input_tokens: float,
    output_tokens: float,
) -> Features:
    """Where a configuration stands; concurrency is that of one replica."""
    return Features(
        device=device.name,
        architecture=device.architecture,
        family=device.family,
        model=model.name,
        active_log=log(model.active_parameters),
        sparsity_log=log(model.parameters / model.active_parameters),
        precision=precision,
        count_log=log2(device_count),
        batch_log=log2(concurrency),
        input_log=log(input_tokens + LENGTH_OFFSET_TOKENS),
        output_log=log(output_tokens),
        engine=engine_class(engine),
    )


def sustained(measurement: Measurement) -> bool:
    """Whether a row shows what a system sustains, in generating more than a first token."""
    return (measurement.output_tokens or USUAL_OUTPUT_TOKENS) > 1.0 and (
        measurement.regime in SUSTAINED_REGIMES or measurement.scenario in OVERLOADED_SCENARIOS
    )


def prepare(
    catalog: Catalog, measurement: Measurement, constants: Constants | None = None
) -> Prepared | None:
    """A measurement as a question, None where it does not show what a system sustains.

    Lengths that a source does not print are the mean of its data set, from the assumptions.
    constants: those to try, else the release's own.
    """
    if not sustained(measurement):
        return None
    device = catalog.devices[measurement.device]
    model = catalog.models[measurement.model]
    try:
        number_format = resolve(catalog, device, measurement.precision)
    except Refusal:
        return None
    input_tokens = measurement.input_tokens
    if input_tokens is None:
        input_tokens = catalog.assumptions[f"dataset.{measurement.dataset}.input_tokens"].value
    rates = rates_of(
        model,
        device,
        constants or inference_constants(catalog, device.family, number_format.arithmetic),
        weight_bits=measurement.weight_bits or number_format.weight_bits,
        kv_bits=number_format.kv_bits,
        flops_per_second=number_format.flops_per_second,
    )
    output_tokens = measurement.output_tokens or USUAL_OUTPUT_TOKENS
    demand = Demand(input_tokens, output_tokens, measurement.concurrency, None, None)
    return Prepared(measurement, rates, demand)


def modelled(catalog: Catalog, prepared: Prepared) -> Layout | None:
    """The roofline's layout for a measurement, None where it holds that nothing fits.

    A load above the memory is tried at what fits: engines queue the rest.
    """
    measurement, demand = prepared.measurement, prepared.demand
    unlimited = Demand(demand.input_tokens, demand.output_tokens, None, None, None)
    for load in (demand, unlimited):
        try:
            return layout_of(
                prepared.rates,
                catalog.devices[measurement.device],
                load,
                usable_fraction=catalog.assumptions["memory.usable_fraction"].value,
                concurrency_limit=catalog.assumptions["engine.concurrency_count"].value,
                device_count=measurement.device_count,
                tensor_parallel=measurement.tensor_parallel,
            )
        except Refusal:
            continue
    return None


@lru_cache(maxsize=16)
def cases(catalog: Catalog) -> tuple[Case, ...]:
    """Every measurement of a release that can correct the roofline, by id."""
    found = []
    for rows in catalog.measurements.values():
        for measurement in rows:
            prepared = prepare(catalog, measurement)
            layout = prepared and modelled(catalog, prepared)
            if prepared and layout:
                found.append(_case(catalog, prepared, layout))
    found.sort(key=lambda case: case.measurement.id)
    return tuple(found)


def _case(catalog: Catalog, prepared: Prepared, layout: Layout) -> Case:
    measurement, demand = prepared.measurement, prepared.demand
    modelled_tokens = layout.requests_per_second * demand.output_tokens
    return Case(
        measurement=measurement,
        features=features(
            catalog.devices[measurement.device],
            catalog.models[measurement.model],
            precision=measurement.precision,
            device_count=measurement.device_count,
            engine=measurement.engine,
            concurrency=layout.concurrency,
            input_tokens=demand.input_tokens,
            output_tokens=demand.output_tokens,
        ),
        residual_log=log(measurement.output_tokens_per_second / modelled_tokens),
    )
