"""Cases: published measurements, set beside what the roofline says of the same configuration."""

from contextlib import suppress
from itertools import product
from math import isnan, log

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Measurement
from pricing.catalog.variants import of_published
from pricing.errors import Refusal
from pricing.evidence.features import Features, Setup, features
from pricing.serving.attention import SHARED, attention_bytes_of, attention_of
from pricing.serving.checkpoints.weights import weights_of
from pricing.serving.constants import Constants, inference_constants
from pricing.serving.engines import divided_heads, engine_class, sharing_fraction
from pricing.serving.layout import Demand, Layout
from pricing.serving.layout_search import Hardware
from pricing.serving.point_search import fastest, layouts_of
from pricing.serving.precision import Format, resolve, utilised_as
from pricing.serving.precision_names import spelled
from pricing.serving.rates import Rates, rates_of
from pricing.serving.reserve import EngineLimits, bare, kept_of

SUSTAINED_REGIMES = frozenset({"offline", "static", "concurrency", "single", "rate"})
"""Regimes that show what a system sustains at a known or at the highest load. Servers and
interactive ones ran under a latency objective that the row does not state."""

USUAL_OUTPUT_TOKENS = 256.0


class Case(Struct, frozen=True, gc=False):
    """A measurement and the logarithm of measured over modelled, of throughput or another.

    open_residual_log: the same over what is modelled of no engine in particular, where the
    constants of its own are others.
    """

    measurement: Measurement
    features: Features
    residual_log: float
    open_residual_log: float | None = None

    def residual_log_for(self, engine: str | None) -> float:
        """What it says of a question that names this engine, or none."""
        if engine is None and self.open_residual_log is not None:
            return self.open_residual_log
        return self.residual_log


class Prepared(Struct, frozen=True, gc=False):
    """A measurement as a question to the roofline."""

    measurement: Measurement
    rates: Rates
    demand: Demand


def sustained(measurement: Measurement) -> bool:
    """Whether a row shows what a system sustains, in generating more than a first token."""
    return (
        not isnan(measurement.output_tokens_per_second)
        and (measurement.output_tokens or USUAL_OUTPUT_TOKENS) > 1.0
        and measurement.regime in SUSTAINED_REGIMES
        and (measurement.regime != "rate" or in_flight(measurement) is not None)
    )


def in_flight(measurement: Measurement) -> float | None:
    """Requests in flight [count]; None where as many as fit.

    Under an arrival rate, Little's law says it: tokens a second × seconds a token.
    """
    if measurement.regime == "rate" and measurement.tpot_seconds is not None:
        return max(1.0, measurement.output_tokens_per_second * measurement.tpot_seconds)
    return measurement.concurrency


def format_of(catalog: Catalog, measurement: Measurement) -> Format:
    """The format that a row ran in, its cache as its source or its engine has it."""
    return resolve(
        catalog,
        catalog.devices[measurement.device],
        spelled(measurement.precision, measurement.weight_bits),
        measurement.kv_cache_precision,
        engine=engine_class(measurement.engine),
        model=catalog.models[measurement.model],
    )


def stored_bits(catalog: Catalog, measurement: Measurement) -> float:
    """What a weight took in a row, scales included."""
    return measurement.weight_bits or format_of(catalog, measurement).weight_bits


@of_published(maxsize=16)
def measured_arithmetic(catalog: Catalog) -> frozenset[tuple[str, str]]:
    """The devices and the formats of arithmetic that measurements of a release ran in."""
    found = set()
    for rows in catalog.measurements.values():
        for row in rows:
            if isnan(row.output_tokens_per_second):
                continue
            with suppress(Refusal):
                found.add((row.device, format_of(catalog, row).arithmetic))
    return frozenset(found)


def filled_as(catalog: Catalog, device: Device, number_format: Format) -> str:
    """The arithmetic whose utilisation a format has on a device where it serves.

    As in training, but where rows of this very device and format had a part in the fit: the
    utilisation of the format is then what they show.
    """
    known = number_format.arithmetic
    if (device.name, known) in measured_arithmetic(catalog):
        return known
    return utilised_as(device, number_format)


def prepare(
    catalog: Catalog, measurement: Measurement, constants: Constants | None = None
) -> Prepared | None:
    """A measurement of sustained throughput as a question, None for one of anything else.

    constants: those to try, else the release's own.
    """
    return question(catalog, measurement, constants) if sustained(measurement) else None


def question(
    catalog: Catalog, measurement: Measurement, constants: Constants | None = None
) -> Prepared | None:
    """A measurement as a question, None where the hardware lacks its format.

    Lengths that a source does not print are the mean of its data set, from the assumptions.
    """
    device = catalog.devices[measurement.device]
    model = catalog.models[measurement.model]
    try:
        number_format = format_of(catalog, measurement)
    except Refusal:
        return None
    input_tokens = measurement.input_tokens
    if input_tokens is None:
        input_tokens = catalog.assumptions[f"dataset.{measurement.dataset}.input_tokens"].value
    rates = rates_of(
        model,
        device,
        constants
        or inference_constants(
            catalog, device.family, number_format.arithmetic, engine_class(measurement.engine)
        ),
        weights=weights_of(model, number_format.recipe),
        kv_bits=number_format.kv_bits,
        flops_per_second=number_format.flops_per_second,
        sharing_fraction=sharing_fraction(measurement.engine),
    )
    output_tokens = measurement.output_tokens or USUAL_OUTPUT_TOKENS
    demand = Demand(input_tokens, output_tokens, in_flight(measurement))
    return Prepared(measurement, rates, demand)


def layouts_for(
    catalog: Catalog, prepared: Prepared, *, is_laid_out: bool = True
) -> tuple[Demand, list[Layout]]:
    """Every layout that a measurement may have run in, none where nothing fits, and its load.

    is_laid_out: as its source says that it ran, if it does; else any. A load above the memory is
    tried at what fits: engines queue the rest. What ran had room, whatever its engine was told.
    """
    measurement, demand = prepared.measurement, prepared.demand
    device, model = catalog.devices[measurement.device], catalog.models[measurement.model]
    hardware = Hardware(
        rates=prepared.rates,
        reserve=kept_of(catalog, model, device, measurement.engine, EngineLimits()).reserve,
        concurrency_limit=catalog.assumptions["engine.concurrency_count"].value,
        node=device.node_device_count,
        heads=divided_heads(model, device, measurement.engine),
        tdp_watts=device.tdp_watts,
        attention=attention_of(model, prepared.rates.sharing_fraction, None),
        attention_bytes=attention_bytes_of(model, stored_bits(catalog, measurement)),
    )
    unlimited = Demand(demand.input_tokens, demand.output_tokens, None)
    roomy = replace(hardware, reserve=bare(device.memory_bytes, hardware.reserve), attention=SHARED)
    for tried, load in product((hardware, roomy), (demand, unlimited)):
        with suppress(Refusal):
            return load, layouts_of(
                tried,
                device.name,
                load,
                device_count=measurement.device_count,
                tensor_parallel=measurement.tensor_parallel if is_laid_out else None,
            )
    return unlimited, []


def modelled(catalog: Catalog, prepared: Prepared, *, is_laid_out: bool = True) -> Layout | None:
    """The roofline's layout for a measurement, None where it holds that nothing fits.

    is_laid_out: see layouts_for; of several, the fastest.
    """
    load, layouts = layouts_for(catalog, prepared, is_laid_out=is_laid_out)
    return fastest(layouts, load) if layouts else None


@of_published(maxsize=16)
def cases(catalog: Catalog) -> tuple[Case, ...]:
    """Every measurement of a release that can correct the roofline, by id, as it was laid out."""
    return _cases(catalog, is_laid_out=True)


@of_published(maxsize=16)
def most_in_flight(catalog: Catalog) -> dict[tuple[str, str | None], float]:
    """The most requests that a replica had in flight in any measurement.

    By family of devices and class of engine, None for any.
    """
    most: dict[tuple[str, str | None], float] = {}
    for case in cases(catalog):
        place = case.features
        for engine in (None, place.engine):
            key = place.family, engine
            most[key] = max(2.0**place.batch_log, most.get(key, 0.0))
    return most


@of_published(maxsize=16)
def measured_architectures(catalog: Catalog) -> frozenset[str]:
    """The architectures of devices that any measurement can correct the roofline of."""
    return frozenset(case.features.architecture for case in cases(catalog))


def open_cases(catalog: Catalog) -> tuple[Case, ...]:
    """The same measurements in the fastest layout, as a question that leaves it open."""
    return _cases(catalog, is_laid_out=False)


def open_constants(catalog: Catalog, measurement: Measurement) -> Constants | None:
    """The constants of a question that names no engine; None where the engine shares them."""
    family = catalog.devices[measurement.device].family
    arithmetic = format_of(catalog, measurement).arithmetic
    own = inference_constants(catalog, family, arithmetic, engine_class(measurement.engine))
    anyone = inference_constants(catalog, family, arithmetic)
    return None if anyone == own else anyone


def _cases(catalog: Catalog, *, is_laid_out: bool) -> tuple[Case, ...]:
    found = []
    for rows in catalog.measurements.values():
        for measurement in rows:
            case = _case(catalog, prepare(catalog, measurement), is_laid_out=is_laid_out)
            if case is None:
                continue
            constants = open_constants(catalog, measurement)
            if constants is not None:
                prepared = prepare(catalog, measurement, constants)
                other = _case(catalog, prepared, is_laid_out=is_laid_out)
                case = replace(case, open_residual_log=other and other.residual_log)
            found.append(case)
    found.sort(key=lambda case: case.measurement.id)
    return tuple(found)


def _case(catalog: Catalog, prepared: Prepared | None, *, is_laid_out: bool) -> Case | None:
    layout = modelled(catalog, prepared, is_laid_out=is_laid_out) if prepared else None
    if prepared is None or layout is None:
        return None
    residual_log = log(throughput_ratio(prepared, layout))
    return placed(catalog, prepared, layout, residual_log=residual_log)


def throughput_ratio(prepared: Prepared, layout: Layout) -> float:
    """Measured over modelled throughput."""
    modelled_tokens = layout.requests_per_second * prepared.demand.output_tokens
    return float(prepared.measurement.output_tokens_per_second / modelled_tokens)


def placed(catalog: Catalog, prepared: Prepared, layout: Layout, *, residual_log: float) -> Case:
    """A measurement where it stands, with what the model missed it by."""
    measurement, demand = prepared.measurement, prepared.demand
    return Case(
        measurement=measurement,
        features=features(
            Setup(
                catalog,
                catalog.devices[measurement.device],
                catalog.models[measurement.model],
                format_of(catalog, measurement).name,
                measurement.engine,
            ),
            devices=layout.size,
            concurrency=layout.concurrency,
            input_tokens=demand.input_tokens,
            output_tokens=demand.output_tokens,
        ),
        residual_log=residual_log,
    )
