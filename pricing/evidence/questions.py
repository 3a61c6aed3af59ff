"""Measurements as questions to the roofline, laid out as their sources say that they ran."""

from contextlib import suppress
from itertools import product
from math import isnan
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Measurement, Model
from pricing.errors import Refusal
from pricing.formulas.roofline import tokens_per_step
from pricing.serving.attention import SHARED, AttentionParallel, attention_bytes_of, attention_of
from pricing.serving.checkpoints.weights import weights_of
from pricing.serving.constants import Constants, inference_constants
from pricing.serving.engines import (
    divided_heads,
    drafting_key,
    engine_class,
    sharing_fraction,
    whole_fraction,
)
from pricing.serving.layout import Demand, Layout
from pricing.serving.layout_search import Hardware
from pricing.serving.parallel.conventions import Counted, attention_told
from pricing.serving.parallel.shapes import Asked as Parallelism
from pricing.serving.parallel.shapes import laid
from pricing.serving.parallel.spread import Spread, spread_of
from pricing.serving.passes.drafting_rates import ACCEPTANCE, DRAFT_TOKENS, Method, drafting_rates
from pricing.serving.point_search import fastest, layouts_of
from pricing.serving.precision import Format, resolve
from pricing.serving.precision_names import spelled
from pricing.serving.rates import Rates, rates_of
from pricing.serving.reserve.engine_memory import EngineLimits, kept_of
from pricing.serving.reserve.reserve import bare

SUSTAINED_REGIMES = frozenset({"offline", "static", "concurrency", "single", "rate"})
"""Regimes that show what a system sustains at a known or at the highest load. Servers and
interactive ones ran under a latency objective that the row does not state."""

USUAL_OUTPUT_TOKENS = 256.0

USUAL_TEXT = "chat"
"""What is drafted where a source does not print how many drafts were kept."""


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


def admitted(catalog: Catalog, measurement: Measurement) -> float | None:
    """The most requests that the engine of a row ran at once by its default of drafting [count].

    None where nothing is drafted, where fewer were in flight, or where the row shows by Little's
    law that more ran: who measured then raised the limit.
    """
    key = drafting_key(catalog, measurement.engine) if measurement.speculation else None
    if key is None or measurement.tpot_seconds is None:
        return None
    most: float = catalog.assumptions[key].value
    if (measurement.concurrency or 0.0) <= most:
        return None
    running = measurement.output_tokens_per_second * measurement.tpot_seconds
    return most if running <= most else None


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
            catalog, device.family, number_format.arithmetic, measurement.engine
        ),
        weights=weights_of(model, number_format.recipe),
        kv_bits=number_format.kv_bits,
        arithmetic=number_format.peaks,
        sharing_fraction=sharing_fraction(measurement.engine),
        whole_fraction=whole_fraction(measurement.engine),
    )
    rates = _drafting(catalog, measurement, model, rates)
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
        concurrency_limit=admitted(catalog, measurement)
        or catalog.assumptions["engine.concurrency_count"].value,
        node=device.node_device_count,
        heads=divided_heads(model, device, measurement.engine),
        tdp_watts=device.tdp_watts,
        attention=attention_of(
            model, prepared.rates.sharing_fraction, _attention_parallel(measurement, model)
        ),
        attention_bytes=attention_bytes_of(model, stored_bits(catalog, measurement)),
    )
    unlimited = Demand(demand.input_tokens, demand.output_tokens, None)
    roomy = replace(hardware, reserve=bare(device.memory_bytes, hardware.reserve), attention=SHARED)
    asked = parallelism_of(measurement) if is_laid_out else Parallelism()
    for tried, load in product((hardware, roomy), (demand, unlimited)):
        with suppress(Refusal):
            count, tensor, shapes = laid(
                asked, model, measurement.device_count, device.node_device_count
            )
            return load, layouts_of(
                tried,
                device.name,
                load,
                device_count=count,
                tensor_parallel=tensor,
                shapes=shapes,
                spread=_spread(catalog, measurement) if shapes else None,
            )
    return unlimited, []


def parallelism_of(measurement: Measurement) -> Parallelism:
    """How the devices of a row shared the model, as far as its source says it."""
    return Parallelism(
        tensor=measurement.tensor_parallel,
        data=measurement.data_parallel,
        expert=measurement.expert_parallel,
        pipeline=measurement.pipeline_parallel,
    )


def is_data_parallel(catalog: Catalog, measurement: Measurement) -> bool:
    """Whether groups, or devices, of a replica of a row took requests of their own."""
    model = catalog.models[measurement.model]
    counted = Counted(parallelism_of(measurement), _attention_parallel(measurement, model))
    return counted.is_data_parallel(model)


def _attention_parallel(measurement: Measurement, model: Model) -> AttentionParallel | None:
    return attention_told(
        parallelism_of(measurement),
        cast(AttentionParallel | None, measurement.attention_parallel),
        model,
        engine_class(measurement.engine),
    )


def _spread(catalog: Catalog, measurement: Measurement) -> Spread:
    model, number_format = catalog.models[measurement.model], format_of(catalog, measurement)
    return spread_of(
        catalog,
        model,
        catalog.devices[measurement.device],
        expert_bytes=weights_of(model, number_format.recipe).expert_bytes,
        arithmetic=number_format.arithmetic,
    )


def _drafting(catalog: Catalog, measurement: Measurement, model: Model, rates: Rates) -> Rates:
    """The rates of a row that drafted tokens ahead; what its source does not say is assumed."""
    method = cast(Method | None, measurement.speculation)
    if method is None:
        return rates
    count = measurement.draft_tokens
    if count is None:
        count = int(catalog.assumptions[f"{DRAFT_TOKENS}.{method}"].value)
    kept = measurement.acceptance_length
    if kept is None:
        accepted = catalog.assumptions[f"{ACCEPTANCE}.{method}.{USUAL_TEXT}"].value
        kept = float(tokens_per_step(acceptance_fraction=accepted, draft_tokens=float(count)))
    draft = measurement.draft_model
    return drafting_rates(
        catalog,
        model,
        rates,
        method=method,
        draft=None if draft is None else catalog.models[draft],
        draft_tokens=count,
        tokens_per_step=kept,
        dense_weight_bits=stored_bits(catalog, measurement),
    )


def modelled(catalog: Catalog, prepared: Prepared, *, is_laid_out: bool = True) -> Layout | None:
    """The roofline's layout for a measurement, None where it holds that nothing fits.

    is_laid_out: see layouts_for; of several, the fastest.
    """
    load, layouts = layouts_for(catalog, prepared, is_laid_out=is_laid_out)
    return fastest(layouts, load) if layouts else None


def throughput_ratio(prepared: Prepared, layout: Layout) -> float:
    """Measured over modelled throughput."""
    modelled_tokens = layout.requests_per_second * prepared.demand.output_tokens
    return float(prepared.measurement.output_tokens_per_second / modelled_tokens)
