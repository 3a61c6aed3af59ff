"""Time to first token: what measured rows say of it that the roofline does not.

A measured time to first token has a share of the throughput's correction. What is left shows what
tokenising, scheduling and the network add, and how well the family fills its prefills.
"""

from math import exp, isnan, log

import numpy as np
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Measurement
from pricing.catalog.variants import of_published
from pricing.evidence.cases import Case, cases, open_constants, open_logs, placed
from pricing.evidence.kernel import (
    Kernel,
    Known,
    distances,
    kernel_of,
    known_of,
    spot_of,
    spot_scales,
)
from pricing.evidence.questions import (
    SUSTAINED_REGIMES,
    USUAL_OUTPUT_TOKENS,
    Prepared,
    modelled,
    question,
    throughput_ratio,
)
from pricing.evidence.ratios import Centred, centred
from pricing.formulas import queueing
from pricing.numerics.number import Number
from pricing.numerics.structs import Column
from pricing.serving.constants import FIRST_OF_REQUEST, Constants
from pricing.serving.layout import Layout

STEADY_FRACTION = 0.7
"""A run that finishes less than this share of what arrives was overloaded: its time to first
token is the length of a queue that only grew, which says how long the run was."""

CLIP_LOG = log(10.0)
"""What lies farther from the typical than this was measured otherwise. Engines that synchronise
their requests reach it: no throughput shows that."""

BURST = "burst"
"""The regime of requests that all came at once: their wait is no wait of a steady loop."""

PLACED_FRACTION = 0.999
"""A run that holds less than this share of its requests at once keeps the others waiting for a
place, however fast its prefills are."""


def typical_ratio(catalog: Catalog) -> float:
    """What a measured time to first token is of the modelled one where many run, in the median.

    t^(1 − 1/c): what is in the way of a request that the model does not know of is other
    requests, and one alone has none in its way.
    """
    return _known(catalog).typical_ratio


def crowded_fraction(concurrency: Number) -> Number:
    """The power 1 − 1/c of it that so many requests in flight have. Floats or arrays."""
    return 1.0 - 1.0 / concurrency


def ttft_cases(catalog: Catalog) -> tuple[Case, ...]:
    """Every row of a release that prints a time to first token which compares."""
    return _known(catalog).cases


@of_published(maxsize=16)
def _known(catalog: Catalog) -> Centred:
    found = []
    for rows in catalog.measurements.values():
        for measurement in rows:
            own = compared(catalog, measurement)
            if own is not None:
                found.append(own)
    return centred(found, clip_log=CLIP_LOG, is_by_source=True)


@of_published(maxsize=16)
def ttft_open_logs(catalog: Catalog) -> dict[str, float]:
    """What such rows say of a question that names no engine, by id: see open_logs."""
    known, found = _known(catalog), {}
    for case in known.cases:
        constants = open_constants(catalog, case.measurement)
        other = constants and compared(catalog, case.measurement, constants)
        if other:
            found[case.measurement.id] = known.about(other[0].residual_log, other[1])
    return found


def compared(
    catalog: Catalog, measurement: Measurement, constants: Constants | None = None
) -> tuple[Case, float] | None:
    """A measured time to first token beside the modelled one, and its share of what is typical.

    None where it does not compare: where a row waits for a place besides, it does not.
    """
    prepared = question(catalog, measurement, constants) if is_told(measurement) else None
    layout = prepared and modelled(catalog, prepared)
    if not (prepared and layout and measurement.ttft_seconds):
        return None
    if layout.in_flight < PLACED_FRACTION * (prepared.demand.concurrency or 0.0):
        return None
    seconds = _modelled_seconds(prepared, layout)
    is_prefill = measurement.output_tokens == 1
    if is_prefill:
        # It says nothing of the throughput, and stands for requests of any output.
        usual = replace(prepared.demand, output_tokens=USUAL_OUTPUT_TOKENS)
        prepared = replace(prepared, demand=usual)
    case = placed(catalog, prepared, layout, residual_log=0.0)
    if is_prefill or isnan(measurement.output_tokens_per_second):
        speed_ratio = exp(_throughput_log(catalog, case, is_open=constants is not None))
    else:
        speed_ratio = throughput_ratio(prepared, layout)
    fixed_seconds = float(prepared.rates.first_token_seconds) - served_seconds(catalog, measurement)
    modelled_seconds = seconds / speed_ratio + fixed_seconds
    residual_log = log(measurement.ttft_seconds / modelled_seconds)
    return replace(case, residual_log=residual_log), float(crowded_fraction(layout.concurrency))


def served_seconds(catalog: Catalog, measurement: Measurement) -> float:
    """Of what is fixed of a first token, what the row does not have.

    A first token alone is of a program that runs the model itself, as llama-bench does: there is
    no connection, no tokeniser and no scheduler.
    """
    return catalog.constants.get(FIRST_OF_REQUEST, 0.0) if measurement.output_tokens == 1 else 0.0


def _throughput_log(catalog: Catalog, case: Case, *, is_open: bool) -> float:
    """What rows of throughput correct that of a row by which prints none [logarithm]."""
    kernel, known, spots = _throughputs(catalog)
    place = case.features
    if is_open:
        place = replace(place, engine=None)
    own = spot_scales(kernel) * spot_of(place)
    squared = distances(kernel, [place], known)[0] + ((spots - own) ** 2).sum(axis=1)
    weights = np.exp(np.maximum(-0.5 * squared, -100.0))
    weights *= 1.0 + kernel.near_gain * weights**6
    drift = weights @ (_open_residuals(catalog) if is_open else known.residual_logs)
    return float(drift / (weights.sum() + kernel.prior_weight))


@of_published(maxsize=16)
def _throughputs(catalog: Catalog) -> tuple[Kernel, Known, Column]:
    """The cases of throughput, and their batch and lengths as they count."""
    kernel, known = kernel_of(catalog), known_of(cases(catalog))
    return kernel, known, known.spots * spot_scales(kernel)


@of_published(maxsize=16)
def _open_residuals(catalog: Catalog) -> Column:
    """The residuals of the same cases for a question that names no engine."""
    return _throughputs(catalog)[1].residual_logs_with(open_logs(catalog))


def is_told(measurement: Measurement) -> bool:
    """Whether a row prints a time to first token that compares: of a steady loop or of a burst."""
    return steady(measurement) or bool(measurement.ttft_seconds and measurement.regime == BURST)


def steady(measurement: Measurement) -> bool:
    """Whether a row prints a time to first token that does not hang on how long the run was.

    Servers print the percentile of their objective or the mean, and do not say which.
    """
    if not measurement.ttft_seconds or measurement.regime not in SUSTAINED_REGIMES:
        return False
    if measurement.regime != "rate":
        return True
    offered, tokens = measurement.requests_per_second, measurement.output_tokens
    return (
        offered is not None
        and tokens is not None
        and measurement.output_tokens_per_second >= STEADY_FRACTION * offered * tokens
    )


def _modelled_seconds(prepared: Prepared, layout: Layout) -> float:
    """At the load of the row."""
    regime, speed = prepared.measurement.regime, layout.speed
    if regime == BURST:
        return float(layout.burst_seconds)
    if regime != "rate":
        return float(layout.ttft_seconds)
    load_fraction = speed.requests_per_second * speed.prefill_seconds
    wait = queueing.pass_wait_seconds(
        queue_fraction=load_fraction,
        queue_seconds=queueing.open_queue_seconds(
            prefill_seconds=speed.prefill_seconds, load_fraction=load_fraction
        ),
        step_seconds=speed.step.seconds,
        busy_fraction=1.0,
    )
    return float(layout.first_seconds + wait)
