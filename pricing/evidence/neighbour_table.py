"""The neighbours of many rows at once: their weights and sums, as matrices and arrays."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct

from pricing.evidence.neighbours import NO_WEIGHT_LOG, SLICES, Neighbourhood
from pricing.numerics.number import Number
from pricing.numerics.structs import Column

SMALLEST_LOG, ONE = np.array(-100.0), np.array(1.0)
"""Of a weight. Processors take fifty times as long over numbers that are too small for all their
digits, as the seventh power of a smaller one is; and a weight of 4e-44 says as little as none.
Numpy takes its own numbers as they are, and plain ones only after a look."""

PIECE_ROWS = 1_024
"""Rows whose weights are in a cache at once; few enough for a product of matrices to stay on the
thread that asks for it."""

FEW_PLACES = 8
"""Sets of neighbours up to which rows are better told apart than each row's gathered."""

FEW_ROWS = 512
"""Rows up to which all of their neighbours are gathered at once: the steps of numpy cost more than
the numbers."""


class Sums(Struct, frozen=True, gc=False):
    """Of weights, of weighted residuals and of weighted squares of residuals."""

    weight: Number
    drift: Number
    square: Number


class Near(Struct, frozen=True, gc=False):
    """What the neighbours of one quantity come to: their sums, and the weight of the nearest."""

    sums: Sums
    nearest_weight: Number


class NeighbourTable:
    """Neighbourhoods that rows are gathered from, all of one release."""

    def __init__(self, neighbourhoods: Sequence[Neighbourhood], size_count: int) -> None:
        """neighbourhoods: deployment by deployment, of every size of replica in turn."""
        self.kernel = neighbourhoods[0].kernel
        self.gain = np.array(self.kernel.near_gain)
        self.size_count = size_count
        self.slopes = np.array([near.slopes for near in neighbourhoods])
        self.residuals = np.array([near.residuals for near in neighbourhoods])
        self.multiples = _all_or_none([near.multiples for near in neighbourhoods])
        self.own = _all_or_none([near.own for near in neighbourhoods])
        # The nearest come first, and those that are not there last.
        found = np.asarray((self.slopes[:, :, 0] > NO_WEIGHT_LOG).any(axis=0))
        self._there = {
            part.start: slice(part.start, part.start + max(1, np.count_nonzero(found[part])))
            for part in SLICES.values()
        }
        highest = self.residuals[:, SLICES["throughput"]].max(axis=1)
        self.highest_ratios = np.exp(np.maximum(highest, 0.0))

    @cached_property
    def figures(self) -> Column:
        """By neighbour and figure, one for each neighbourhood: slopes, residual, and these."""
        more = [self.residuals, *(one for one in (self.own, self.multiples) if one is not None)]
        both = np.concatenate([self.slopes[:, :, :-1], *(one[:, :, None] for one in more)], axis=2)
        return both.transpose(1, 2, 0).copy()

    def own_and_multiples(self, more: Sequence[Column]) -> tuple[Column | None, Sequence[Column]]:
        """Of what figures hold beside residuals: which are its own, and as how many each counts."""
        return (None, more) if self.own is None else (more[0], more[1:])

    def near(self, part: slice, places: Number, question: Column) -> Near:
        """What the neighbours of a quantity come to.

        part: of SLICES; places: which neighbourhood each row has, a whole number where all have the
        same; question: 1, the scaled batch, input and output, and minus half their squares.
        """
        part = self._there[part.start]
        if not isinstance(places, np.ndarray):
            return _of_one(self, part, places, question)
        if len(self.slopes) <= FEW_PLACES:
            return _of_few(self, part, places, question)
        of_each = _at_once if len(places) <= FEW_ROWS else _in_turn
        return of_each(self, part, places, question)


def _all_or_none(found: Sequence[Column | None]) -> Column | None:
    """One of each neighbourhood, ones for those without; None where none has any."""
    shape = next((one.shape for one in found if one is not None), None)
    if shape is None:
        return None
    return np.array([np.ones(shape) if one is None else one for one in found])


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
    if table.multiples is not None:
        powers *= table.multiples[place, part]
    own = None if table.own is None else table.own[place, part]
    if question.ndim == 1:
        weights = slopes @ question
        weigh(weights, table.gain)
        near = weights if own is None else weights * own
        return Near(Sums(*(powers @ weights).tolist()), float(near.max()))
    count = question.shape[1]
    sums, nearest = np.empty((3, count)), np.empty(count)
    for start in range(0, count, PIECE_ROWS):
        piece = slice(start, start + PIECE_ROWS)
        weights = slopes @ question[:, piece]
        weigh(weights, table.gain)
        nearest[piece] = (weights if own is None else weights * own[:, None]).max(axis=0)
        sums[:, piece] = powers @ weights
    return Near(Sums(*sums), nearest)


def _at_once(table: NeighbourTable, part: slice, places: Column, question: Column) -> Near:
    """Where few rows have neighbours of their own, these are matrices: neighbours by rows."""
    gathered = table.figures[part].take(places, axis=2, mode="clip").transpose(1, 0, 2)
    origin, batch, length_in, length_out, residual, *more = gathered
    own, multiples = table.own_and_multiples(more)
    one = question[-1] + origin
    for slope, place in zip((batch, length_in, length_out), question[1:-1], strict=True):
        one += slope * place
    weigh(one, table.gain)
    nearest = (one if own is None else one * own).max(axis=0)
    for multiple in multiples:
        one *= multiple
    # Added up side by side, and so in the order of the neighbours, as in turn.
    powers = np.empty((len(one), 3, len(places)))
    powers[:, 0] = one
    np.multiply(one, residual, out=powers[:, 1])
    np.multiply(powers[:, 1], residual, out=powers[:, 2])
    return Near(Sums(*np.add.reduce(powers, axis=0)), nearest)


def _in_turn(table: NeighbourTable, part: slice, places: Column, question: Column) -> Near:
    """Where many rows have neighbours of their own, a neighbour at a time and in place."""
    shape = question.shape[1:]
    weight, drift, square = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    nearest, one, gained = np.zeros(shape), np.empty(shape), np.empty(shape)
    for neighbour in table.figures[part]:
        origin, batch, length_in, length_out, residual, *more = (one[places] for one in neighbour)
        own, multiples = table.own_and_multiples(more)
        np.add(question[-1], origin, out=one)
        slopes = (batch, length_in, length_out)
        for slope, place in zip(slopes, question[1:-1], strict=True):
            np.multiply(slope, place, out=gained)
            np.add(one, gained, out=one)
        weigh(one, table.gain)
        np.maximum(nearest, one if own is None else one * own, out=nearest)
        for multiple in multiples:
            np.multiply(one, multiple, out=one)
        np.add(weight, one, out=weight)
        np.multiply(one, residual, out=one)
        np.add(drift, one, out=drift)
        np.multiply(one, residual, out=one)
        np.add(square, one, out=square)
    return Near(Sums(weight, drift, square), nearest)


def weigh(logs: Column, gain: Column) -> None:
    """Weights in place of the logarithms of what falls with distance."""
    multiply = np.multiply
    np.maximum(logs, SMALLEST_LOG, out=logs)
    np.exp(logs, logs)
    rise = logs * logs
    multiply(rise, logs, rise)  # a place that is named takes as long as the step
    multiply(rise, rise, rise)
    multiply(rise, gain, rise)
    np.add(rise, ONE, rise)
    multiply(logs, rise, logs)
