"""Weights of the measured rows near a deployment at a load, and their sums.

w = u + g·u⁷, u = e^(−d²/2). d² is the squared distance of the deployments, and of batch and
lengths; g: see Kernel. A question is a vector, and the rows that it is compared with a matrix.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log2
from operator import mul
from typing import TypeAlias

import numpy as np
from msgspec import Struct

from pricing.catalog.rows import Measurement
from pricing.evidence.features import Setup
from pricing.evidence.kernel import Kernel, Lengths, kernel_of, lengths_of
from pricing.evidence.neighbour_table import Near, NeighbourTable, Sums, weigh
from pricing.evidence.neighbours import (
    NEIGHBOURS,
    SLICES,
    WITHOUT_OUTPUT,
    Key,
    Quantity,
    known_cases,
    neighbourhood_of,
    neighbourhoods_of,
)
from pricing.numerics.number import Number, log
from pricing.numerics.structs import Column

LOG_2 = 0.6931471805599453

SHOWN_COUNT = 5
SHOWN_FRACTION = 0.05
"""An answer lists at most this many rows, each with at least this share."""


IS_WITHOUT_OUTPUT = np.concatenate(
    [
        np.full(part.stop - part.start, float(quantity in WITHOUT_OUTPUT))
        for quantity, part in SLICES.items()
    ]
)
"""Of each neighbour, 1 where the output does not count."""


class PointEvidence(Struct, frozen=True, gc=False, eq=False):
    """What is known of the replicas of one question.

    of_output: of each neighbour, what the output counts for where it does not count.
    """

    setup: Setup
    kernel: Kernel
    lengths: Lengths
    of_output: Column

    @classmethod
    def of(cls, setup: Setup, input_tokens: float, output_tokens: float) -> "PointEvidence":
        """For requests of these lengths."""
        kernel = kernel_of(setup.catalog)
        lengths = lengths_of(kernel, input_tokens, output_tokens)
        return cls(setup, kernel, lengths, lengths.of_output * IS_WITHOUT_OUTPUT)

    def at(self, _: Number, size: Number, concurrency: Number) -> "PointWeights":
        """The neighbours of replicas of a size at a load."""
        near, lengths = _few_of(self.setup, int(size)), self.lengths
        batch = self.kernel.batch * log2(concurrency)
        own = lengths.own - 0.5 * batch * batch
        weights = near.slopes.dot(np.array((1.0, batch, lengths.input, lengths.output, own)))
        np.add(weights, self.of_output, weights)
        weigh(weights, near.gain)
        return PointWeights(near, weights, near.powers.dot(weights).tolist())

    def look_up(self, sizes: Sequence[Number]) -> None:
        """Look for the neighbours of replicas of several sizes at once, which is quicker."""
        _look_up(tuple([(self.setup, int(size)) for size in sizes]))

    def highest_ratio(self, _: int, size: Number) -> float:
        """What no correction of their throughput passes."""
        return _few_of(self.setup, int(size)).highest_ratio


class _Few(Struct, frozen=True, eq=False):
    """A neighbourhood as one question reads it; powers: times the weights, the sums of each.

    gain: of the kernel; multiples, own: see Neighbourhood.
    """

    slopes: Column
    powers: Column
    gain: Column
    multiples: Sequence[float] | None
    highest_ratio: float
    measurements: tuple[Measurement | None, ...]
    own: Column | None


class PointWeights(Struct, frozen=True, eq=False, gc=False):
    """The neighbours of one question at its load; of_all: the sums of every quantity in turn."""

    neighbours: _Few
    weights: Column
    of_all: list[float]

    def near(self, quantity: Quantity) -> Near:
        """What they come to."""
        weights, own = self.weights, self.neighbours.own
        if own is not None:
            weights = weights * own
        return Near(self.sums(quantity), max(weights[SLICES[quantity]].tolist()))

    def sums(self, quantity: Quantity) -> Sums:
        """Their sums alone."""
        start, of_all = FIRST_SUM[quantity], self.of_all
        return Sums(of_all[start], of_all[start + 1], of_all[start + 2])


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
    lightest = SHOWN_FRACTION * whole
    # Plain steps: a new question comes here three times. As heavy to the last digits is as heavy.
    own, multiples = weights.weights[part].tolist(), weights.neighbours.multiples
    if multiples is not None:
        own = map(mul, own, multiples[part])
    heavy = [
        (-round(weight, 12), place, weight)
        for place, weight in enumerate(own, part.start)
        if weight >= lightest
    ]
    heavy.sort()
    return [
        (row, weight / whole)
        for _, place, weight in heavy[:SHOWN_COUNT]
        if (row := measurements[place]) is not None
    ]


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
    multiples = None
    if near.multiples is not None:
        powers, multiples = powers * near.multiples, near.multiples.tolist()
    gain = np.array(near.kernel.near_gain)
    return _Few(near.slopes, powers, gain, multiples, highest, tuple(measurements), near.own)


@lru_cache(maxsize=8192)
def _look_up(keys: tuple[Key, ...]) -> None:
    """Look for neighbours, and not again at every load."""
    neighbourhoods_of(keys)


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

    def look_up(self, _: Sequence[Number]) -> None:
        """Nothing is looked for: the table has all."""

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
            coordinates = self._coordinates
            if quantity in WITHOUT_OUTPUT:
                coordinates = coordinates.copy()
                coordinates[-1] += 0.5 * coordinates[-2] ** 2
            self._found[quantity] = self._table.near(SLICES[quantity], self._places, coordinates)
        return self._found[quantity]

    def sums(self, quantity: Quantity) -> Sums:
        """Their sums alone."""
        return self.near(quantity).sums


Weights: TypeAlias = PointWeights | RowWeights
"""The neighbours of some replicas, weighed at a load."""

Evidence: TypeAlias = PointEvidence | RowEvidence
"""What is known of the replicas that a deployment may have."""
