"""Evidence: what published measurements near a question say that the roofline does not.

The roofline gives the shape; the residuals of the nearest measured rows correct it, with
weights that fall with distance.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import exp as exp_of_float
from math import log, log2

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Measurement
from pricing.evidence.cases import Case, cases
from pricing.evidence.features import LENGTH_OFFSET_TOKENS, Features, Setup, standing
from pricing.evidence.kernel import Kernel, Known, distances_of, known_of
from pricing.numerics.number import NORMAL_P90, Number, exp, greatest, sqrt
from pricing.serving.layout import Demand, Layout

NEAR_COUNT = 24
"""Rows that a question is compared with: the nearest by everything but lengths and batch."""

FAR_DISTANCE = 18.0
"""Squared distance beyond the nearest row at which a weight has fallen ten-thousandfold."""

ROUNDING_RATIO = 1e-9
"""By which a weight may come out above what it is."""

SHOWN_COUNT = 5
SHOWN_FRACTION = 0.05
"""An answer lists at most this many rows, each with at least this share."""


Quantity = Callable[[Catalog], Iterable[Case]]
"""The measured rows of a release that correct one quantity."""


class Neighbourhood(Struct, frozen=True, eq=False):
    """The cases that a deployment is compared with, as the blend reads them.

    figures: of each case, what the logarithm of its weight is at the origin and gains by the
    question's batch, input and output, see weighed; and its residual, the logarithm of measured
    over modelled; highest_ratio: no blend of the cases is above it.
    """

    figures: tuple[tuple[float, float, float, float, float], ...]
    highest_ratio: float
    measurements: tuple[Measurement, ...] = ()


class Point(Struct, frozen=True, gc=False):
    """The load of a replica as the figures of its neighbours read it, see weighed; own: −x²/2."""

    kernel: Kernel
    batch: float
    lengths_in: float
    lengths_out: float
    own: float


class Sums(Struct, frozen=True, gc=False):
    """Of weights, of weighted residuals and of weighted squares of residuals."""

    weight: Number
    drift: Number
    square: Number


class Weighed(Struct, frozen=True, gc=False):
    """The weight of every neighbour of a question, and what a blend needs of them."""

    weights: list[float]
    sums: Sums


class Blend(Struct, frozen=True, gc=False):
    """What neighbours make of a question: see mixed."""

    ratio: Number
    band_ratio: Number
    whole: Number


class Correction(Struct, frozen=True, gc=False):
    """What to multiply the modelled throughput by, its 80% band, and the rows behind it.

    weights: of the neighbours; whole: their sum and the prior's weight; point: where they are
    weighed from.
    """

    ratio: float
    band_ratio: float
    whole: float
    weights: Sequence[float]
    neighbours: Neighbourhood
    point: Point

    @property
    def near(self) -> bool:
        """Whether a row is near enough for the answer to count as measured."""
        enough = near_weight(self.point.kernel)
        return self.whole > enough and max(self.weights, default=0.0) > enough

    @property
    def rows(self) -> tuple[tuple[Measurement, float], ...]:
        """The weightiest rows, each with its share of the correction [fraction]."""
        measurements, weights = self.neighbours.measurements, self.weights
        return tuple(
            [
                (measurements[place], weights[place] / self.whole)
                for place in shown(weights, self.whole)
            ]
        )


@lru_cache(maxsize=64)
def kernel_of(catalog: Catalog) -> Kernel:
    """The kernel, from the constants of the engine."""
    table = {
        name: value
        for (_, phase, _, name), value in catalog.calibration.items()
        if phase == "evidence"
    }
    return Kernel(*(table[name] for name in Kernel.__struct_fields__))


def neighbourhood(
    kernel: Kernel, place: Features, known: Known, *, near_count: int
) -> Neighbourhood:
    """The cases nearest to a place, batch and lengths apart, the nearest first.

    near_count: the most that there are. Those that are so much farther than the nearest that they
    could not matter are left out.
    """
    distances = distances_of(kernel, place, known)
    nearest = sorted(range(len(distances)), key=distances.__getitem__)[:near_count]
    horizon = distances[nearest[0]] + FAR_DISTANCE if nearest else 0.0
    near = [
        (distances[index], known.cases[index]) for index in nearest if distances[index] <= horizon
    ]
    residual_logs = [case.residual_log_for(place.engine) for _, case in near]
    return Neighbourhood(
        figures=tuple(
            (*place_of(kernel, distance, case.features), residual_log)
            for (distance, case), residual_log in zip(near, residual_logs, strict=True)
        ),
        # The prior pulls a blend towards 1.
        highest_ratio=exp_of_float(max([0.0, *residual_logs])),
        measurements=tuple(case.measurement for _, case in near),
    )


@lru_cache(maxsize=64)
def known_cases(catalog: Catalog, quantity: Quantity) -> Known:
    """The cases of a quantity, made ready for distances."""
    return known_of(quantity(catalog))


def place_of(kernel: Kernel, distance: float, case: Features) -> tuple[float, float, float, float]:
    """A case as weighed reads it: −(d + (p − x)²)/2 is −(d + p²)/2 + p·x − x²/2."""
    batch, lengths_in, lengths_out = _scaled(
        kernel, case.batch_log, case.input_log, case.output_log
    )
    squared = batch * batch + lengths_in * lengths_in + lengths_out * lengths_out
    return -0.5 * (distance + squared), batch, lengths_in, lengths_out


def _scaled(
    kernel: Kernel, batch_log: float, input_log: float, output_log: float
) -> tuple[float, float, float]:
    return kernel.batch * batch_log, kernel.input * input_log, kernel.output * output_log


def point_of(kernel: Kernel, *, batch_log: float, input_log: float, output_log: float) -> Point:
    """Where a load stands: see Features."""
    batch, lengths_in, lengths_out = _scaled(kernel, batch_log, input_log, output_log)
    own = -0.5 * (batch * batch + lengths_in * lengths_in + lengths_out * lengths_out)
    return Point(kernel, batch, lengths_in, lengths_out, own)


def weighed(near: Neighbourhood, point: Point) -> Weighed:
    """The neighbours of a question, each weighed by w = u + g·u⁷, u = e^(−d²/2).

    d² is the squared distance: that of the deployments, and of batch and lengths. g: see Kernel.
    """
    batch, lengths_in, lengths_out = point.batch, point.lengths_in, point.lengths_out
    own, gain, weights = point.own, point.kernel.near_gain, []
    whole = drift = square = 0.0
    # One pass and plain additions: a new question comes here for each layout, and the built-in
    # sum of floats depends on the version of Python.
    for origin, by_batch, by_input, by_output, residual in near.figures:
        nearness = exp_of_float(
            own + origin + by_batch * batch + by_input * lengths_in + by_output * lengths_out
        )
        cube = nearness * nearness * nearness
        weight = nearness * (1.0 + gain * cube * cube)
        weights.append(weight)
        moved = weight * residual
        whole += weight
        drift += moved
        square += moved * residual
    return Weighed(weights, Sums(whole, drift, square))


@lru_cache(maxsize=64)
def near_weight(kernel: Kernel) -> float:
    """The weight above which the nearest row lets an answer count as measured.

    That of a row which is another device's and nothing else: no device is measured by another.
    """
    nearness = exp_of_float(-0.5 * kernel.device**2)
    return nearness * (1.0 + kernel.near_gain * nearness**6) * (1.0 + ROUNDING_RATIO)


def drifted(kernel: Kernel, sums: Sums) -> Number:
    """The correction that weighted residuals make: e^(Σ w·r / (Σ w + w₀))."""
    return exp(sums.drift / (sums.weight + kernel.prior_weight))


def mixed(kernel: Kernel, sums: Sums) -> Blend:
    """The correction that weighted residuals make, and its 80% band. Floats or arrays.

    c = Σ w·r / (Σ w + w₀); σ² = floor² + k·Σ w·(r − c)² / (Σ w + w₀) + far²·w₀ / (Σ w + w₀)

    r: logarithms of measured over modelled; the ratio is e^c, the band e^(±1.28·σ).
    """
    whole = sums.weight + kernel.prior_weight
    correction = sums.drift / whole
    # Σ w·(r − c)², expanded so that sums over columns are enough.
    spread = greatest(0.0, sums.square - correction * (2.0 * sums.drift - sums.weight * correction))
    variance = (
        kernel.floor_deviation**2
        + (kernel.local_ratio * spread + kernel.far_deviation**2 * kernel.prior_weight) / whole
    )
    return Blend(exp(correction), exp(NORMAL_P90 * sqrt(variance)), whole)


def point_in(setup: Setup, layout: Layout, demand: Demand) -> Point:
    """Where a layout stands under its load."""
    return point_of(
        kernel_of(setup.catalog),
        batch_log=log2(layout.concurrency),
        input_log=log(demand.input_tokens + LENGTH_OFFSET_TOKENS),
        output_log=log(demand.output_tokens),
    )


def shown(weights: Sequence[float], whole: float) -> list[int]:
    """The places of the rows that an answer lists, the weightiest first."""
    lightest, places = SHOWN_FRACTION * whole, []
    # A comprehension is a call of its own, and a new question comes here three times.
    for place, weight in enumerate(weights):
        if weight >= lightest:
            places.append(place)
    places.sort(key=weights.__getitem__, reverse=True)
    return places[:SHOWN_COUNT]


@lru_cache(maxsize=8192)
def neighbourhood_of(
    setup: Setup, devices: int, known: Quantity = cases, near_count: int = NEAR_COUNT
) -> Neighbourhood:
    """What replicas of so many devices are compared with among the measurements of a release."""
    return neighbourhood(
        kernel_of(setup.catalog),
        standing(setup, devices),
        known_cases(setup.catalog, known),
        near_count=near_count,
    )


def correction(setup: Setup, layout: Layout, demand: Demand) -> Correction:
    """The correction of a question by the measurements of its release, the weightiest named."""
    near, point = neighbourhood_of(setup, layout.tensor_parallel), point_in(setup, layout, demand)
    found = weighed(near, point)
    blend = mixed(point.kernel, found.sums)
    return Correction(blend.ratio, blend.band_ratio, blend.whole, found.weights, near, point)


def highest_ratio(setup: Setup, layout: Layout) -> float:
    """What the correction of a layout cannot pass, whatever its load."""
    return neighbourhood_of(setup, layout.tensor_parallel).highest_ratio
