"""Evidence: what published measurements near a question say that the roofline does not.

The roofline gives the shape; the residuals of the nearest measured rows correct it, with
weights that fall with distance.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import exp, log, log2, sqrt
from operator import mul
from statistics import median

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Measurement, Model
from pricing.numbers import NORMAL_P90
from pricing.performance.cases import (
    LENGTH_OFFSET_TOKENS,
    Case,
    Features,
    cases,
    engine_class,
    features,
    sustained,
)
from pricing.performance.constants import ANY, calibrated
from pricing.performance.layout import Demand, Layout

SAME_RATIO = 0.02
"""Lengths and loads this close count as the same: dataset means are rounded."""

NEAR_COUNT = 24
"""Rows that a question is compared with: the nearest by everything but lengths and batch."""

FAR_DISTANCE = 18.0
"""Squared distance beyond the nearest row at which a weight has fallen ten-thousandfold."""

SHOWN_COUNT = 5
SHOWN_FRACTION = 0.05
"""An answer lists at most this many rows, each with at least this share."""

NEAR_WEIGHT = 0.5
"""The weight of the nearest row above which an answer counts as measured."""


class Kernel(Struct, frozen=True):
    """How fast a row's weight falls: e^(−d²/2), d² the sum of squared differences × these.

    Flags count 0 or 1; the others are differences of logarithms. prior_weight: the weight of
    the roofline itself; the rest shapes the 80% band.
    """

    device: float
    architecture: float
    family: float
    model: float
    active: float
    sparsity: float
    precision: float
    count: float
    batch: float
    input: float
    output: float
    engine: float
    prior_weight: float
    floor_deviation: float
    far_deviation: float
    local_ratio: float


class Neighbourhood(Struct, frozen=True, eq=False):
    """The cases that a deployment is compared with, as the blend reads them: by column.

    places: squared distance but for batch and lengths, then batch, input and output [log].
    """

    places: tuple[tuple[float, float, float, float], ...]
    residuals: tuple[float, ...]
    squares: tuple[float, ...]
    measurements: tuple[Measurement, ...]


class Correction(Struct, frozen=True, gc=False):
    """What to multiply the modelled throughput by, its 80% band, and the rows behind it.

    rows: each with its share of the correction [fraction]; near: whether a row is near
    enough for the answer to count as measured.
    """

    ratio: float
    band_ratio: float
    near: bool
    rows: tuple[tuple[Measurement, float], ...]


@lru_cache(maxsize=64)
def kernel_of(catalog: Catalog) -> Kernel:
    """The kernel of a release, from its calibration table."""
    return Kernel(
        *(calibrated(catalog, ANY, "evidence", ANY, name) for name in Kernel.__struct_fields__)
    )


def static_distance(kernel: Kernel, one: Features, other: Features) -> float:
    """Squared distance but for batch and lengths; a question without an engine fits any."""
    distance = (kernel.active * (one.active_log - other.active_log)) ** 2
    distance += (kernel.sparsity * (one.sparsity_log - other.sparsity_log)) ** 2
    distance += (kernel.count * (one.count_log - other.count_log)) ** 2
    if one.device != other.device:
        distance += kernel.device**2
    if one.architecture != other.architecture:
        distance += kernel.architecture**2
    if one.family != other.family:
        distance += kernel.family**2
    if one.model != other.model:
        distance += kernel.model**2
    if one.precision != other.precision:
        distance += kernel.precision**2
    if one.engine is not None and one.engine != other.engine:
        distance += kernel.engine**2
    return distance


def neighbourhood(kernel: Kernel, place: Features, known: Iterable[Case]) -> Neighbourhood:
    """The cases nearest to a place, batch and lengths apart, the nearest first.

    Those that are so much farther than the nearest that they could not matter are left out.
    """
    found = [(static_distance(kernel, place, case.features), case) for case in known]
    found.sort(key=lambda pair: (pair[0], pair[1].measurement.id))
    horizon = found[0][0] + FAR_DISTANCE if found else 0.0
    near = [pair for pair in found[:NEAR_COUNT] if pair[0] <= horizon]
    return Neighbourhood(
        places=tuple(
            (distance, case.features.batch_log, case.features.input_log, case.features.output_log)
            for distance, case in near
        ),
        residuals=tuple(case.residual_log for _, case in near),
        squares=tuple(case.residual_log**2 for _, case in near),
        measurements=tuple(case.measurement for _, case in near),
    )


def blend(
    kernel: Kernel,
    near: Neighbourhood,
    *,
    batch_log: float,
    input_log: float,
    output_log: float,
) -> Correction:
    """The correction that the neighbours of a question make.

    c = Σ w·r / (Σ w + w₀); σ² = floor² + k·Σ w·(r − c)² / (Σ w + w₀) + far²·w₀ / (Σ w + w₀)

    r: logarithms of measured over modelled; the band is e^(±1.28·σ).
    """
    batch, lengths_in, lengths_out = kernel.batch**2, kernel.input**2, kernel.output**2
    weights = [
        exp(
            -0.5
            * (
                distance
                + batch * (batch_log - its_batch) ** 2
                + lengths_in * (input_log - its_input) ** 2
                + lengths_out * (output_log - its_output) ** 2
            )
        )
        for distance, its_batch, its_input, its_output in near.places
    ]
    total = sum(weights)
    whole = total + kernel.prior_weight
    drift = sum(map(mul, weights, near.residuals))
    correction = drift / whole
    # Σ w·(r − c)², expanded so that sums over columns are enough.
    spread = max(
        0.0,
        sum(map(mul, weights, near.squares)) - correction * (2.0 * drift - total * correction),
    )
    variance = (
        kernel.floor_deviation**2
        + (kernel.local_ratio * spread + kernel.far_deviation**2 * kernel.prior_weight) / whole
    )
    shown = sorted(range(len(weights)), key=weights.__getitem__, reverse=True)[:SHOWN_COUNT]
    return Correction(
        ratio=exp(correction),
        band_ratio=exp(NORMAL_P90 * sqrt(variance)),
        near=bool(shown) and weights[shown[0]] >= NEAR_WEIGHT,
        rows=tuple(
            (near.measurements[index], weights[index] / whole)
            for index in shown
            if weights[index] >= SHOWN_FRACTION * whole
        ),
    )


@lru_cache(maxsize=8192)
def neighbourhood_of(
    catalog: Catalog,
    device: Device,
    model: Model,
    *,
    precision: str,
    device_count: int,
    engine: str | None,
) -> Neighbourhood:
    """What a deployment is compared with among the measurements of a release."""
    place = features(
        device,
        model,
        precision=precision,
        device_count=device_count,
        engine=engine,
        concurrency=1.0,
        input_tokens=0.0,
        output_tokens=1.0,
    )
    return neighbourhood(kernel_of(catalog), place, cases(catalog))


@lru_cache(maxsize=8192)
def correction(
    catalog: Catalog,
    device: Device,
    model: Model,
    layout: Layout,
    demand: Demand,
    *,
    precision: str,
    engine: str | None,
) -> Correction:
    """The correction of a question by the measurements of a release.

    Kept, since neither price nor place nor day changes it.
    """
    near = neighbourhood_of(
        catalog,
        device,
        model,
        precision=precision,
        device_count=layout.device_count,
        engine=engine,
    )
    return blend(
        kernel_of(catalog),
        near,
        batch_log=log2(layout.concurrency),
        input_log=log(demand.input_tokens + LENGTH_OFFSET_TOKENS),
        output_log=log(demand.output_tokens),
    )


def exact(
    catalog: Catalog,
    *,
    device: str,
    device_count: int,
    model: str,
    precision: str,
    tensor_parallel: int | None,
    engine: str | None,
    input_tokens: float | None,
    output_tokens: float,
    concurrency: float | None,
) -> tuple[Measurement, ...]:
    """The rows of exactly this configuration.

    A row without a load ran as much as fits; a question without an input fits rows that do
    not print theirs.
    """
    known = engine_class(engine)
    return tuple(
        row
        for row in catalog.measurements.get((device, model), ())
        if row.device_count == device_count
        and row.precision == precision
        and (tensor_parallel is None or row.tensor_parallel in {None, tensor_parallel})
        and (known is None or engine_class(row.engine) == known)
        and _same(row.output_tokens, output_tokens)
        and _same(row.input_tokens, input_tokens)
        and _same(row.concurrency, concurrency)
        and sustained(row)
    )


def typical(rows: Iterable[Measurement]) -> tuple[float, float, float]:
    """Lowest, median and highest throughput of rows [output tokens per second]."""
    rates = [row.output_tokens_per_second for row in rows]
    return min(rates), median(rates), max(rates)


def _same(measured: float | None, asked: float | None) -> bool:
    if measured is None or asked is None:
        return measured is asked
    return abs(measured - asked) <= SAME_RATIO * max(asked, 1.0)
