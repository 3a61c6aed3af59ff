"""Ratios: what to multiply a modelled quantity by, after the measured rows near a question.

Where no row is near, it is what is typical of all rows of the release.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log, log2
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from pricing.performance.cases import LENGTH_OFFSET_TOKENS, Case, Setup
from pricing.performance.evidence import (
    SHOWN_COUNT,
    SHOWN_FRACTION,
    Quantity,
    drifted,
    kernel_of,
    neighbourhood_of,
    summed,
    weights_of,
)
from pricing.performance.layout import Demand, Layout

NEAR_COUNT = 12
"""Rows that a question is compared with: fewer print a latency or a power than a throughput."""

CLIP_LOG = log(5.0)
"""What lies farther from the typical than a factor of five was measured otherwise: it counts as
a factor of five."""


class Centred(Struct, frozen=True, eq=False):
    """Cases of one quantity, their residuals about what is typical of them."""

    typical_ratio: float
    cases: tuple[Case, ...]


class Ratio(Struct, frozen=True, gc=False):
    """What to multiply by, and the ids of the rows behind it, the weightiest first."""

    value: float
    rows: tuple[str, ...]


def centred(found: Sequence[Case]) -> Centred:
    """The cases about their median, by id."""
    if not found:
        return Centred(1.0, ())
    middle_log = median(case.residual_log for case in found)
    return Centred(
        exp(middle_log),
        tuple(
            replace(
                case, residual_log=max(-CLIP_LOG, min(CLIP_LOG, case.residual_log - middle_log))
            )
            for case in sorted(found, key=lambda case: case.measurement.id)
        ),
    )


@lru_cache(maxsize=8192)
def ratio(setup: Setup, layout: Layout, demand: Demand, known: Quantity) -> Ratio:
    """The ratio of a question to what is typical, from centred cases.

    e^(Σ w·r / (Σ w + w₀)), with the weights of pricing.performance.evidence. Kept, since
    neither price nor place nor day changes it.
    """
    near = neighbourhood_of(setup, layout.tensor_parallel, known=known, near_count=NEAR_COUNT)
    kernel = kernel_of(setup.catalog)
    weights = weights_of(
        kernel,
        near,
        batch_log=log2(layout.concurrency),
        input_log=log(demand.input_tokens + LENGTH_OFFSET_TOKENS),
        output_log=log(demand.output_tokens),
    )
    whole = sum(weights) + kernel.prior_weight
    least = SHOWN_FRACTION * whole
    shown = sorted((-weight, index) for index, weight in enumerate(weights) if weight >= least)
    return Ratio(
        drifted(kernel, summed(weights, near.residuals)),
        tuple(near.measurements[index].id for _, index in shown[:SHOWN_COUNT]),
    )
