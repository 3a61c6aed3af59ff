"""Neighbours on arrays: what measured rows near a question say, for many questions at once.

The formulas are those of pricing.evidence.correction, as products of matrices or a neighbour at a
time and in place: lists of arrays, one for each neighbour, would not stay in a core's cache.
"""

from collections.abc import Sequence
from weakref import WeakKeyDictionary

import numpy as np
from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.evidence import device_power, ttft
from pricing.evidence.cases import cases
from pricing.evidence.correction import (
    FAR_DISTANCE,
    NEAR_COUNT,
    Quantity,
    Sums,
    kernel_of,
    known_cases,
    place_of,
)
from pricing.evidence.features import LENGTH_OFFSET_TOKENS, Features, Setup, standing
from pricing.evidence.kernel import PARTS, Kernel, Known, distance_part
from pricing.evidence.ratios import NEAR_COUNT as RATIO_NEAR_COUNT
from pricing.numerics.number import Number, log
from pricing.serving.replica import Request
from pricing.sweeps.arrays import Array, part_of
from pricing.sweeps.layouts import Chosen
from pricing.sweeps.placements import Placement

LOG_2 = 0.6931471805599453

SMALLEST_LOG = -100.0
"""Of a weight. Processors take fifty times as long over numbers that are too small for all their
digits, as the seventh power of a smaller one is; and a weight of 4e-44 says as little as none."""

PIECE_ROWS = 1_024
"""Rows whose weights are in a cache at once; few enough for a product of matrices to stay on the
thread that asks for it."""

FEW_PLACES = 8
"""Sets of neighbours up to which rows are better told apart than each row's gathered."""

NO_WEIGHT_LOG = -1e6
"""The logarithm of the weight of a neighbour that is not there."""

QUANTITIES: dict[str, tuple[Quantity, int]] = {
    "throughput": (cases, NEAR_COUNT),
    "ttft": (ttft.ttft_cases, RATIO_NEAR_COUNT),
    "draw": (device_power.watts_cases, RATIO_NEAR_COUNT),
}
"""What measured rows correct, and how many rows each question is compared with."""

FIGURES = 5
"""What is known of a neighbour: its place_of, and its residual."""

_found: dict[str, WeakKeyDictionary[Placement, Array]] = {
    quantity: WeakKeyDictionary() for quantity in QUANTITIES
}


class Neighbours(Struct, frozen=True, eq=False):
    """Of placements: by quantity, figures of each neighbour; own: the placement of each row.

    figures: by neighbour, figure, placement and size of a replica; sizes: what replicas may be,
    of each row.
    """

    figures: dict[str, Array]
    own: Array
    sizes: tuple[Number, ...]

    @classmethod
    def of(
        cls, placements: Sequence[Placement], own: Array, sizes: tuple[Number, ...]
    ) -> "Neighbours":
        """Of placements of one shape; each is looked for once."""
        figures = {quantity: _figures(quantity, placements) for quantity in QUANTITIES}
        return cls(figures, own, sizes)

    def part(self, rows: Array | slice) -> "Neighbours":
        """Those of some rows."""
        return Neighbours(self.figures, self.own[rows], part_of(self.sizes, rows))

    def places(self, size: Number) -> Array:
        """Which figures belong to rows whose replicas have so many devices.

        A whole number where all rows have the same.
        """
        index = np.zeros((), dtype=np.intp)
        for place, one in enumerate(self.sizes):
            index = np.where(np.asarray(size == one), place, index)
        *_, placements, sizes = self.figures["throughput"].shape
        return index if placements == 1 else self.own * sizes + index


def _figures(quantity: str, placements: Sequence[Placement]) -> Array:
    """By neighbour, figure, placement and size of a replica."""
    found = _found[quantity]
    missing = [placement for placement in placements if placement not in found]
    if missing:
        for placement, figures in zip(missing, _looked_up(quantity, missing), strict=True):
            found[placement] = figures
    return np.array([found[placement] for placement in placements]).transpose(2, 3, 0, 1).copy()


def _looked_up(quantity: str, placements: Sequence[Placement]) -> Array:
    """By placement and size of a replica, the figures of the nearest cases.

    Replicas of one setup and size stand in one place, however many there are.
    """
    replicas: dict[tuple[Setup, int], int] = {}
    places = []
    for placement in placements:
        setup = placement.workload.setup
        places.append(
            [replicas.setdefault((setup, size), len(replicas)) for size in placement.sizes]
        )
    standings = [standing(setup, size) for setup, size in replicas]
    figures = _nearest(placements[0].workload.catalog, quantity, standings)
    return np.asarray(figures[np.array(places)])


def _nearest(catalog: Catalog, quantity: str, standings: Sequence[Features]) -> Array:
    """By replica, the figures of the nearest cases, the nearest first: see neighbourhood."""
    cases_of, count = QUANTITIES[quantity]
    kernel, known = kernel_of(catalog), known_cases(catalog, cases_of)
    figures = np.zeros((len(standings), count, FIGURES))
    figures[:, :, 0] = NO_WEIGHT_LOG
    if not known.cases:
        return figures
    distances = _distances(kernel, standings, known)
    nearest = np.argsort(distances, axis=1, kind="stable")[:, :count]
    reached = np.take_along_axis(distances, nearest, axis=1)
    own = np.array(
        [(*place_of(kernel, 0.0, case.features), case.residual_log) for case in known.cases]
    )[nearest]
    is_open = np.array([one.engine is None for one in standings])
    open_logs = np.array([case.residual_log_for(None) for case in known.cases])
    own[is_open, :, -1] = open_logs[nearest[is_open]]
    # An origin is −(d + p²)/2, and that of no distance at all −p²/2.
    own[:, :, 0] -= 0.5 * reached
    inside = reached <= reached[:, :1] + FAR_DISTANCE
    figures[:, : nearest.shape[1]][inside] = own[inside]
    return figures


def _distances(kernel: Kernel, standings: Sequence[Features], known: Known) -> Array:
    """The squared distance of every case from every replica."""
    places = np.array(known.places).T
    total = np.zeros((len(standings), len(known.places)))
    for name in PARTS:
        keys = [
            (one.active_log, one.sparsity_log)
            if name == "size"
            else getattr(one, "count_log" if name == "count" else name)
            for one in standings
        ]
        first = dict(zip(reversed(keys), reversed(standings), strict=True))
        parts = [distance_part(kernel, one, known, name) for one in first.values()]
        rows = np.array([part.values for part in parts])[:, places[parts[0].trait]]
        order = {key: place for place, key in enumerate(first)}
        total += rows[[order[key] for key in keys]]
    return total[:, known.standings]


class Near(Struct, frozen=True, eq=False):
    """What neighbours come to: the sums of a blend, and the weight of the nearest."""

    sums: Sums
    nearest_weight: Number


class Asked(Struct, frozen=True, eq=False):
    """Questions as their neighbours see them.

    places: which figures belong to each; a whole number where all have the same. coordinates:
    1, the scaled batch, input and output, and minus half the square of these three.
    """

    neighbours: Neighbours
    places: Array
    coordinates: Array
    near_gain: float

    @classmethod
    def of(
        cls, kernel: Kernel, neighbours: Neighbours, request: Request, chosen: Chosen
    ) -> "Asked":
        """Of rows by their requests and replicas."""
        batch = kernel.batch * (log(chosen.concurrency) / LOG_2)
        lengths_in = kernel.input * log(request.input_tokens + LENGTH_OFFSET_TOKENS)
        lengths_out = kernel.output * log(request.output_tokens)
        own = -0.5 * (batch * batch + lengths_in * lengths_in + lengths_out * lengths_out)
        places = neighbours.places(chosen.size)
        parts = np.broadcast_arrays(1.0, batch, lengths_in, lengths_out, own, places)
        return cls(neighbours, places, np.array(parts[:-1]), kernel.near_gain)

    def near(self, quantity: str) -> Near:
        """What their neighbours say of a quantity."""
        figures = self.neighbours.figures[quantity]
        figures = figures.reshape(*figures.shape[:2], -1)
        if not self.places.ndim:
            return _of_one(figures[:, :, self.places], self.coordinates, self.near_gain)
        if figures.shape[2] <= FEW_PLACES:
            return _of_few(figures, self.places, self.coordinates, self.near_gain)
        return _of_many(figures, self.places, self.coordinates, self.near_gain)


def _of_few(figures: Array, places: Array, question: Array, gain: float) -> Near:
    """Where rows have few sets of neighbours, those of a set go together."""
    sums, nearest = np.empty((3, len(places))), np.empty(len(places))
    for place in np.flatnonzero(np.bincount(places, minlength=figures.shape[2])):
        rows = np.flatnonzero(places == place)
        found = _of_one(figures[:, :, place], question[:, rows], gain)
        sums[:, rows] = found.sums.weight, found.sums.drift, found.sums.square
        nearest[rows] = found.nearest_weight
    return Near(Sums(*sums), nearest)


def _of_one(figures: Array, question: Array, gain: float) -> Near:
    """Where all rows have the same neighbours, these are a matrix."""
    shape = question.shape[1:]
    question = question.reshape(len(question), -1)
    count = question.shape[1]
    places = np.hstack([figures[:, :-1], np.ones((len(figures), 1))])
    residual = figures[:, -1]
    powers = np.array([np.ones(len(figures)), residual, residual * residual])
    sums, nearest = np.empty((3, count)), np.empty(count)
    for start in range(0, count, PIECE_ROWS):
        piece = slice(start, start + PIECE_ROWS)
        weights = places @ question[:, piece]
        _weigh(weights, gain)
        nearest[piece] = weights.max(axis=0)
        sums[:, piece] = powers @ weights
    return Near(Sums(*sums.reshape(3, *shape)), nearest.reshape(shape))


def _of_many(figures: Array, places: Array, question: Array, gain: float) -> Near:
    """Where rows have neighbours of their own, a neighbour at a time and in place."""
    shape = question.shape[1:]
    weight, drift, square = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    nearest, one, part = np.zeros(shape), np.empty(shape), np.empty(shape)
    for neighbour in figures:
        origin, *by, residual = (figure[places] for figure in neighbour)
        np.add(question[-1], origin, out=one)
        for slope, place in zip(by, question[1:-1], strict=True):
            np.multiply(slope, place, out=part)
            np.add(one, part, out=one)
        _weigh(one, gain)
        np.maximum(nearest, one, out=nearest)
        np.add(weight, one, out=weight)
        np.multiply(one, residual, out=one)
        np.add(drift, one, out=drift)
        np.multiply(one, residual, out=one)
        np.add(square, one, out=square)
    return Near(Sums(weight, drift, square), nearest)


def _weigh(logs: Array, gain: float) -> None:
    """Weights in place of the logarithms of what falls with distance."""
    np.maximum(logs, SMALLEST_LOG, out=logs)
    np.exp(logs, out=logs)
    if gain:
        rise = logs * logs * logs
        rise *= rise
        rise *= gain
        rise += 1.0
        logs *= rise
