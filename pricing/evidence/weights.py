"""Weights of the measured rows near a deployment at a load, and their sums.

w = u + g·u⁷, u = e^(−d²/2). d² is the squared distance of the deployments, and of batch and
lengths; g: see Kernel. A question is a vector, and the rows that it is compared with a matrix.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import exp, log2
from typing import TypeAlias

import numpy as np
from msgspec import Struct

from pricing.catalog.rows import Measurement
from pricing.evidence.features import Setup
from pricing.evidence.kernel import Kernel, Lengths, kernel_of, lengths_of
from pricing.evidence.neighbours import (
    NEIGHBOURS,
    SLICES,
    Neighbourhood,
    Quantity,
    known_cases,
    neighbourhood_of,
)
from pricing.numerics.number import Number, log
from pricing.numerics.structs import Column

LOG_2 = 0.6931471805599453

SMALLEST_LOG = -100.0
"""Of a weight. Processors take fifty times as long over numbers that are too small for all their
digits, as the seventh power of a smaller one is; and a weight of 4e-44 says as little as none."""

PIECE_ROWS = 1_024
"""Rows whose weights are in a cache at once; few enough for a product of matrices to stay on the
thread that asks for it."""

FEW_PLACES = 8
"""Sets of neighbours up to which rows are better told apart than each row's gathered."""

SHOWN_COUNT = 5
SHOWN_FRACTION = 0.05
"""An answer lists at most this many rows, each with at least this share."""


class Sums(Struct, frozen=True, gc=False):
    """Of weights, of weighted residuals and of weighted squares of residuals."""

    weight: Number
    drift: Number
    square: Number


class Near(Struct, frozen=True, gc=False):
    """What the neighbours of one quantity come to: their sums, and the weight of the nearest."""

    sums: Sums
    nearest_weight: Number


class PointEvidence(Struct, frozen=True, gc=False):
    """What is known of the replicas of one question."""

    setup: Setup
    kernel: Kernel
    lengths: Lengths

    @classmethod
    def of(cls, setup: Setup, input_tokens: float, output_tokens: float) -> "PointEvidence":
        """For requests of these lengths."""
        kernel = kernel_of(setup.catalog)
        return cls(setup, kernel, lengths_of(kernel, input_tokens, output_tokens))

    def at(self, _: Number, size: Number, concurrency: Number) -> "PointWeights":
        """The neighbours of replicas of a size at a load."""
        near, lengths = _few_of(self.setup, int(size)), self.lengths
        batch = self.kernel.batch * log2(concurrency)
        own = lengths.own - 0.5 * batch * batch
        weights = near.slopes.dot(np.array((1.0, batch, lengths.input, lengths.output, own)))
        _weigh(weights, self.kernel.near_gain)
        return PointWeights(near, weights.tolist(), near.powers.dot(weights).tolist())

    def highest_ratio(self, _: int, size: Number) -> float:
        """What no correction of their throughput passes."""
        return _few_of(self.setup, int(size)).highest_ratio


class _Few(Struct, frozen=True, eq=False):
    """A neighbourhood as one question reads it; powers: times the weights, the sums of each."""

    slopes: Column
    powers: Column
    highest_ratio: float
    measurements: tuple[Measurement | None, ...]


class PointWeights(Struct, frozen=True, eq=False, gc=False):
    """The neighbours of one question at its load; of_all: the sums of every quantity in turn."""

    neighbours: _Few
    weights: list[float]
    of_all: list[float]

    def near(self, quantity: Quantity) -> Near:
        """What they come to."""
        return Near(self.sums(quantity), max(self.weights[SLICES[quantity]]))

    def sums(self, quantity: Quantity) -> Sums:
        """Their sums alone."""
        start = FIRST_SUM[quantity]
        return Sums(*self.of_all[start : start + 3])


FIRST_SUM: dict[Quantity, int] = {quantity: 3 * at for at, quantity in enumerate(SLICES)}
"""The place of the first of a quantity's sums among those of all."""


def shown(
    kernel: Kernel, weights: "Weights", quantity: Quantity
) -> list[tuple[Measurement, float]]:
    """The weightiest rows of one question, each with its share of the correction [fraction]."""
    if not isinstance(weights, PointWeights):
        raise TypeError(weights)
    part, measurements = SLICES[quantity], weights.neighbours.measurements
    whole = weights.of_all[FIRST_SUM[quantity]] + kernel.prior_weight
    lightest, heavy, place = SHOWN_FRACTION * whole, [], part.start
    # Plain steps: a new question comes here three times. As heavy to the last digits is as heavy.
    for weight in weights.weights[part]:
        if weight >= lightest:
            heavy.append((-round(weight, 12), place, weight))
        place += 1
    heavy.sort()
    return [(measurements[place], weight / whole) for _, place, weight in heavy[:SHOWN_COUNT]]


@lru_cache(maxsize=8192)
def _few_of(setup: Setup, size: int) -> _Few:
    """The neighbours of replicas of so many devices, kept from one load to the next."""
    near = neighbourhood_of(setup, size)
    powers, measurements = np.zeros((3 * len(SLICES), NEIGHBOURS)), []
    for quantity, part in SLICES.items():
        own, residuals = powers[FIRST_SUM[quantity] :, part], near.residuals[part]
        own[0], own[1], own[2] = 1.0, residuals, residuals * residuals
        known = known_cases(setup.catalog, quantity).cases
        measurements += [known[at].measurement if at >= 0 else None for at in near.cases[part]]
    # No correction of a throughput is above the highest: the prior pulls one towards 1.
    highest = exp(max(0.0, float(near.residuals[SLICES["throughput"]].max())))
    return _Few(near.slopes, powers, highest, tuple(measurements))


class NeighbourTable:
    """Neighbourhoods that rows are gathered from, all of one release."""

    def __init__(self, neighbourhoods: Sequence[Neighbourhood], size_count: int) -> None:
        """neighbourhoods: deployment by deployment, of every size of replica in turn."""
        self.kernel = neighbourhoods[0].kernel
        self.size_count = size_count
        self.slopes = np.array([near.slopes for near in neighbourhoods])
        self.residuals = np.array([near.residuals for near in neighbourhoods])
        highest = self.residuals[:, SLICES["throughput"]].max(axis=1)
        self.highest_ratios = np.exp(np.maximum(highest, 0.0))

    @cached_property
    def figures(self) -> Column:
        """By neighbour and figure, an element for each neighbourhood: slopes, residuals last."""
        both = np.concatenate([self.slopes[:, :, :-1], self.residuals[:, :, np.newaxis]], axis=2)
        return both.transpose(1, 2, 0).copy()


class RowEvidence(Struct, frozen=True, eq=False):
    """What is known of the replicas of rows; own: the deployment of each in the table."""

    table: NeighbourTable
    own: Number
    lengths: Lengths

    @property
    def kernel(self) -> Kernel:
        """What weighs it."""
        return self.table.kernel

    def at(self, place: Number, _: Number, concurrency: Number) -> "RowWeights":
        """The neighbours of replicas at a load; place: of their size among those possible."""
        lengths = self.lengths
        batch = self.kernel.batch * (log(concurrency) / LOG_2)
        own = lengths.own - 0.5 * batch * batch
        places = self._places(place)
        parts = np.broadcast_arrays(1.0, batch, lengths.input, lengths.output, own, places)
        return RowWeights(self.table, places, np.array(parts[:-1]))

    def highest_ratio(self, place: int, _: Number) -> Number:
        """What no correction of their throughput passes."""
        highest, places = self.table.highest_ratios, self._places(place)
        return highest[places] if isinstance(places, np.ndarray) else float(highest[places])

    def _places(self, place: Number) -> Number:
        return self.own * self.table.size_count + place


class RowWeights:
    """The neighbours of rows at their loads; of a quantity they are weighed once."""

    def __init__(self, table: NeighbourTable, places: Number, coordinates: Column) -> None:
        """places: which neighbourhood each row has; a whole number where all have the same.

        coordinates: 1, the scaled batch, input and output, and minus half the square of these.
        """
        self._table, self._places, self._coordinates = table, places, coordinates
        self._found: dict[Quantity, Near] = {}

    def near(self, quantity: Quantity) -> Near:
        """What they come to."""
        if quantity not in self._found:
            self._found[quantity] = self._weighed(SLICES[quantity])
        return self._found[quantity]

    def _weighed(self, part: slice) -> Near:
        table, places, coordinates = self._table, self._places, self._coordinates
        if not isinstance(places, np.ndarray):
            return _of_one(table, part, places, coordinates)
        if len(table.slopes) <= FEW_PLACES:
            return _of_few(table, part, places, coordinates)
        return _of_many(table, part, places, coordinates)

    def sums(self, quantity: Quantity) -> Sums:
        """Their sums alone."""
        return self.near(quantity).sums


Weights: TypeAlias = PointWeights | RowWeights
"""The neighbours of some replicas, weighed at a load."""

Evidence: TypeAlias = PointEvidence | RowEvidence
"""What is known of the replicas that a deployment may have."""


def _of_few(table: NeighbourTable, part: slice, places: Column, question: Column) -> Near:
    """Where rows have few neighbourhoods, those of one go together."""
    sums, nearest = np.empty((3, len(places))), np.empty(len(places))
    for place in np.flatnonzero(np.bincount(places, minlength=len(table.slopes))):
        rows = np.flatnonzero(places == place)
        found = _of_one(table, part, int(place), question[:, rows])
        sums[:, rows] = found.sums.weight, found.sums.drift, found.sums.square
        nearest[rows] = found.nearest_weight
    return Near(Sums(*sums), nearest)


def _of_one(table: NeighbourTable, part: slice, place: int, question: Column) -> Near:
    """Where all rows have the same neighbours, these are a matrix."""
    slopes, residuals = table.slopes[place, part], table.residuals[place, part]
    powers = np.array([np.ones(len(residuals)), residuals, residuals * residuals])
    if question.ndim == 1:
        weights = slopes @ question
        _weigh(weights, table.kernel.near_gain)
        return Near(Sums(*(powers @ weights).tolist()), float(weights.max()))
    count = question.shape[1]
    sums, nearest = np.empty((3, count)), np.empty(count)
    for start in range(0, count, PIECE_ROWS):
        piece = slice(start, start + PIECE_ROWS)
        weights = slopes @ question[:, piece]
        _weigh(weights, table.kernel.near_gain)
        nearest[piece] = weights.max(axis=0)
        sums[:, piece] = powers @ weights
    return Near(Sums(*sums), nearest)


def _of_many(table: NeighbourTable, part: slice, places: Column, question: Column) -> Near:
    """Where rows have neighbours of their own, a neighbour at a time and in place."""
    shape = question.shape[1:]
    weight, drift, square = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    nearest, one, gained = np.zeros(shape), np.empty(shape), np.empty(shape)
    for neighbour in table.figures[part]:
        origin, *by, residual = (figure[places] for figure in neighbour)
        np.add(question[-1], origin, out=one)
        for slope, place in zip(by, question[1:-1], strict=True):
            np.multiply(slope, place, out=gained)
            np.add(one, gained, out=one)
        _weigh(one, table.kernel.near_gain)
        np.maximum(nearest, one, out=nearest)
        np.add(weight, one, out=weight)
        np.multiply(one, residual, out=one)
        np.add(drift, one, out=drift)
        np.multiply(one, residual, out=one)
        np.add(square, one, out=square)
    return Near(Sums(weight, drift, square), nearest)


def _weigh(logs: Column, gain: float) -> None:
    """Weights in place of the logarithms of what falls with distance."""
    np.maximum(logs, SMALLEST_LOG, out=logs)
    np.exp(logs, out=logs)
    if gain:
        rise = logs * logs
        rise *= logs
        rise *= rise
        rise *= gain
        rise += 1.0
        logs *= rise
