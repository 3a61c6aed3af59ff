"""Distances: how far measured deployments stand from a place, batch and lengths apart."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

import numpy as np
from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.variants import of_published
from pricing.evidence.cases import Case
from pricing.evidence.features import LENGTH_OFFSET_TOKENS, Features
from pricing.numerics.number import Number, greatest, log
from pricing.numerics.structs import Column


class Kernel(Struct, frozen=True, cache_hash=True):
    """How fast a row's weight falls: u + g·u⁷, u = e^(−d²/2), d² the squared differences × these.

    Flags count 0 or 1; the others are differences of logarithms. near_gain: g, what a row at the
    question counts beyond those around it, in two fifths of the distance; prior_weight: the weight
    of the roofline itself; the rest shapes the 80% band.
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
    is_drafted: float
    is_data_parallel: float
    near_gain: float
    prior_weight: float
    floor_deviation: float
    far_deviation: float
    local_ratio: float

    @property
    def chip(self) -> float:
        """What another chip counts: devices with the same one are no farther apart."""
        return self.device


@of_published(maxsize=64)
def kernel_of(catalog: Catalog) -> Kernel:
    """The kernel, from the constants of the engine."""
    table = {
        name: value
        for (_, phase, _, name), value in catalog.constants.items()
        if phase == "evidence"
    }
    return Kernel(*(table[name] for name in Kernel.__struct_fields__))


class Known(Struct, frozen=True, eq=False):
    """Cases, with the work that they share: few deployments are distinct, and have many cases each.

    kinds: each feature of a trait, for every distinct value of the trait, by name; places: for each
    of TRAITS and each distinct deployment, the index of its value in `kinds`; standings: for each
    case, the index of its deployment in `places`; spots: its batch, input and output [logarithms];
    are_untuned: whether the source of each says that its engine was not tuned.
    """

    cases: tuple[Case, ...]
    kinds: dict[str, Column]
    places: Column
    standings: Column
    spots: Column
    residual_logs: Column
    are_untuned: Column

    def residual_logs_with(self, others: Mapping[str, float]) -> Column:
        """The residuals for another question; others: what other they are, by id."""
        return np.array([others.get(case.measurement.id, case.residual_log) for case in self.cases])


TRAITS = {
    "model": ("active_log", "sparsity_log", "model"),
    "count_log": ("count_log",),
    "device": ("device", "chip", "architecture", "family"),
    "precision": ("precision",),
    "engine": ("engine",),
    "is_drafted": ("is_drafted",),
    "is_data_parallel": ("is_data_parallel",),
}
"""What decides a distance but for batch and lengths, each with the features that follow from it;
few of its values are distinct."""


def known_of(cases: Iterable[Case]) -> Known:
    """Cases made ready for distances, by id."""
    found = sorted(cases, key=lambda case: case.measurement.id)
    kinds, columns = {}, []
    for trait, names in TRAITS.items():
        values = [getattr(case.features, trait) for case in found]
        first = {value: case.features for value, case in zip(values, found, strict=True)}
        place = {value: index for index, value in enumerate(first)}
        for name in names:
            own = [getattr(kind, name) for kind in first.values()]
            kinds[name] = np.array(own, dtype=float if name.endswith("_log") else object)
        columns.append([place[value] for value in values])
    rows = list(zip(*columns, strict=True))
    places = {row: index for index, row in enumerate(dict.fromkeys(rows))}
    return Known(
        cases=tuple(found),
        kinds=kinds,
        places=np.array(list(places), dtype=np.intp).reshape(-1, len(TRAITS)).T,
        standings=np.array([places[row] for row in rows], dtype=np.intp),
        spots=np.array([spot_of(case.features) for case in found]),
        residual_logs=np.array([case.residual_log for case in found]),
        are_untuned=np.array([case.measurement.is_tuned is False for case in found], dtype=bool),
    )


def spot_of(place: Features) -> tuple[float, float, float]:
    """Its batch, input and output [logarithms]."""
    return place.batch_log, place.input_log, place.output_log


@lru_cache(maxsize=64)
def spot_scales(kernel: Kernel) -> Column:
    """How much each of a spot counts in a distance."""
    return np.array((kernel.batch, kernel.input, kernel.output))


TRAIT_PLACES = {trait: place for place, trait in enumerate(TRAITS)}

PARTS = {
    "size": "model",
    "count": "count_log",
    "chip": "device",
    "architecture": "device",
    "family": "device",
    "model": "model",
    "precision": "precision",
    "engine": "engine",
    "is_drafted": "is_drafted",
    "is_data_parallel": "is_data_parallel",
}
"""The terms whose sum is a squared distance, in this order, each with the trait that decides it."""

_OTHER_VALUES = attrgetter(*(name for name in PARTS if name not in {"size", "count"}))


def _own_values(one: Features) -> tuple[Any, ...]:
    """What decides each of PARTS, of a place."""
    size = one.active_log, one.sparsity_log
    return size, one.count_log, *_OTHER_VALUES(one)


@lru_cache(maxsize=512)
def _part(kernel: Kernel, known: Known, name: str, own: Any) -> Column:
    """A term of the squared distances from every distinct deployment, kept: places share most.

    own: what decides it, of the place.
    """
    kinds = known.kinds
    if name == "size":
        active = kernel.active * (own[0] - kinds["active_log"])
        sparsity = kernel.sparsity * (own[1] - kinds["sparsity_log"])
        found = active * active + sparsity * sparsity
    elif name == "count":
        count = kernel.count * (own - kinds["count_log"])
        found = count * count
    else:
        # A question without an engine fits any.
        weight = 0.0 if own is None else getattr(kernel, name)
        found = np.where(kinds[name] != own, weight * weight, 0.0)
    of_deployments: Column = found[known.places[TRAIT_PLACES[PARTS[name]]]]
    return of_deployments


def distances(kernel: Kernel, standings: Sequence[Features], known: Known) -> Column:
    """The squared distance of every case from every standing."""
    total = np.zeros((len(standings), known.places.shape[1]))
    for name, owns in zip(PARTS, zip(*map(_own_values, standings), strict=True), strict=True):
        parts = {own: _part(kernel, known, name, own) for own in owns}
        if len(parts) == 1:
            total += parts[owns[0]]
        else:
            order = {own: place for place, own in enumerate(parts)}
            total += np.array(list(parts.values()))[[order[own] for own in owns]]
    return total.take(known.standings, axis=1)


class Lengths(Struct, frozen=True, gc=False):
    """Scaled logarithms of a request's input and output, and minus half of their squares."""

    input: Number
    output: Number
    own: Number

    @property
    def of_output(self) -> Number:
        """What the output adds to the squares, taken back where it does not count."""
        return 0.5 * self.output * self.output


def lengths_of(kernel: Kernel, input_tokens: Number, output_tokens: Number) -> Lengths:
    """The scaled lengths of requests."""
    lengths_in = kernel.input * log(input_tokens + LENGTH_OFFSET_TOKENS)
    lengths_out = kernel.output * log(greatest(output_tokens, 1.0))
    own = -0.5 * (lengths_in * lengths_in + lengths_out * lengths_out)
    return Lengths(lengths_in, lengths_out, own)
