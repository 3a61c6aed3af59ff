"""Distances: how far measured deployments stand from a place, batch and lengths apart."""

from collections.abc import Iterable, Sequence

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
    near_gain: float
    prior_weight: float
    floor_deviation: float
    far_deviation: float
    local_ratio: float


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

    kinds: for each of TRAITS, one case of every distinct value; places: for each distinct
    deployment, the indexes of its values in `kinds`; standings: for each case, the index of its
    deployment in `places`.
    """

    cases: tuple[Case, ...]
    kinds: tuple[tuple[Features, ...], ...]
    places: tuple[tuple[int, ...], ...]
    standings: tuple[int, ...]


TRAITS = ("model", "count_log", "device", "precision", "engine", "is_drafted")
"""What decides a distance but for batch and lengths; few of them are distinct."""


def known_of(cases: Iterable[Case]) -> Known:
    """Cases made ready for distances, by id."""
    found = sorted(cases, key=lambda case: case.measurement.id)
    kinds, columns = [], []
    for trait in TRAITS:
        values = [getattr(case.features, trait) for case in found]
        first = {value: case.features for value, case in zip(values, found, strict=True)}
        place = {value: index for index, value in enumerate(first)}
        kinds.append(tuple(first.values()))
        columns.append([place[value] for value in values])
    rows = list(zip(*columns, strict=True))
    places = {row: index for index, row in enumerate(dict.fromkeys(rows))}
    return Known(tuple(found), tuple(kinds), tuple(places), tuple(places[row] for row in rows))


class Part(Struct, frozen=True):
    """One term of the squared distances from a place.

    trait: index in TRAITS of what decides it; values: for each kind of this trait.
    """

    trait: int
    values: list[float]


PARTS = {
    "size": 0,
    "count": 1,
    "device": 2,
    "architecture": 2,
    "family": 2,
    "model": 0,
    "precision": 3,
    "engine": 4,
    "is_drafted": 5,
}
"""The terms whose sum is a squared distance, in this order, each with the index in TRAITS of what
decides it."""


def distance_part(kernel: Kernel, one: Features, known: Known, name: str) -> Part:
    """One term of the squared distances from a place; a question without an engine fits any."""
    models, counts, devices, precisions, engines, draftings = known.kinds

    def apart(weight: float, kinds: Iterable[Features]) -> list[float]:
        own = getattr(one, name)
        return [weight**2 if own != getattr(kind, name) else 0.0 for kind in kinds]

    match name:
        case "size":
            values = [
                (kernel.active * (one.active_log - kind.active_log)) ** 2
                + (kernel.sparsity * (one.sparsity_log - kind.sparsity_log)) ** 2
                for kind in models
            ]
        case "count":
            values = [(kernel.count * (one.count_log - kind.count_log)) ** 2 for kind in counts]
        case "device" | "architecture" | "family":
            values = apart(getattr(kernel, name), devices)
        case "model":
            values = apart(kernel.model, models)
        case "precision":
            values = apart(kernel.precision, precisions)
        case "is_drafted":
            values = apart(kernel.is_drafted, draftings)
        case _:
            values = apart(0.0 if one.engine is None else kernel.engine, engines)
    return Part(PARTS[name], values)


def distances(kernel: Kernel, standings: Sequence[Features], known: Known) -> Column:
    """The squared distance of every case from every standing."""
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


class Lengths(Struct, frozen=True, gc=False):
    """Scaled logarithms of a request's input and output, and minus half of their squares."""

    input: Number
    output: Number
    own: Number


def lengths_of(kernel: Kernel, input_tokens: Number, output_tokens: Number) -> Lengths:
    """The scaled lengths of requests."""
    lengths_in = kernel.input * log(input_tokens + LENGTH_OFFSET_TOKENS)
    lengths_out = kernel.output * log(greatest(output_tokens, 1.0))
    own = -0.5 * (lengths_in * lengths_in + lengths_out * lengths_out)
    return Lengths(lengths_in, lengths_out, own)
