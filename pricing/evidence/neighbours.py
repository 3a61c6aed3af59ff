"""The measured rows nearest to a deployment, by everything but batch and lengths."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Literal, TypeAlias

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.variants import of_published
from pricing.evidence.cases import Case, cases, open_logs, stalling_logs
from pricing.evidence.device_power import watts_cases
from pricing.evidence.features import Features, Setup, standing
from pricing.evidence.kernel import Kernel, Known, distances, kernel_of, known_of, spot_scales
from pricing.evidence.ttft import ttft_cases, ttft_open_logs
from pricing.numerics.structs import Column

Quantity: TypeAlias = Literal["throughput", "ttft", "power"]
Key: TypeAlias = tuple[Setup, int]
"""What replicas run, and the devices of one."""

Place: TypeAlias = tuple[Catalog, Features]
"""A release, and where replicas stand among its measured rows."""

CASES: dict[Quantity, Callable[[Catalog], Iterable[Case]]] = {
    "throughput": cases,
    "ttft": ttft_cases,
    "power": watts_cases,
}
"""The measured rows that correct a quantity."""

OPEN_LOGS: dict[Quantity, Callable[[Catalog], Mapping[str, float]]] = {
    "throughput": open_logs,
    "ttft": ttft_open_logs,
    "power": lambda _: {},
}
"""What other than this the rows say of a question that names no engine, by id [logarithm]."""

SLICES: dict[Quantity, slice] = {
    "throughput": slice(0, 24),
    "ttft": slice(24, 60),
    "power": slice(60, 72),
}
"""The places of the neighbours of each quantity among those of all: the nearest by everything but
lengths and batch. Fewer rows print a latency or a power than a throughput."""

NEIGHBOURS = 72

WITHOUT_OUTPUT: frozenset[Quantity] = frozenset({"ttft"})
"""Quantities that hang on what is read: rows of any output are as near."""

FAR_DISTANCE = 18.0
"""Squared distance beyond the nearest row at which a weight has fallen ten-thousandfold."""

NO_WEIGHT_LOG = -1e6
"""The logarithm of the weight of a neighbour that is not there."""

OWN_ROWS = 3.0
"""How many published rows a row of an overlay counts as. With it rows that were left out are
predicted best by others of their source, and 79% of them lie within the 80% interval: ADR 71."""

MOST_KEPT, MOST_PLACES = 4_096, 16_384
"""Neighbourhoods that are kept, and replicas of which it is known where they stand."""

NAMES = ("device", "chip", "architecture", "family", "model", "precision", "engine")
"""Features that are alike or not, and no farther apart than that."""

NOT_MEASURED = "not measured"
"""What stands for every name that no case has."""


class Neighbourhood(Struct, frozen=True, eq=False):
    """The cases that replicas of one setup and size are compared with, the nearest first.

    slopes: of each case, the logarithm of its weight at the origin, and what it gains by the
    batch, the input, the output, and by minus half of their squares, which is 1; no output counts
    in quantities of WITHOUT_OUTPUT; residuals: the logarithms of measured over modelled; cases:
    their places among the cases of a quantity, −1 for none; multiples: as how many rows each
    counts, None where all count as one; own: 1 of the device's own rows, 0 of others with its chip,
    None where there are none of these. The cases of all quantities stand one after the other: see
    SLICES.
    """

    catalog: Catalog
    kernel: Kernel
    slopes: Column
    residuals: Column
    cases: Column
    multiples: Column | None
    own: Column | None = None


_KEPT: dict[Place, Neighbourhood] = {}


def neighbourhood_of(setup: Setup, size: int) -> Neighbourhood:
    """What replicas of so many devices are compared with, kept from one load to the next."""
    return neighbourhoods_of([(setup, size)])[0]


def neighbourhoods_of(keys: Sequence[Key]) -> list[Neighbourhood]:
    """The same for many replicas of one release, those that are not kept looked for at once."""
    places = [_place_of(*key) for key in keys]
    found = {place: near for place in places if (near := _KEPT.get(place)) is not None}
    missing = [place for place in dict.fromkeys(places) if place not in found]
    if missing:
        new = dict(zip(missing, _looked_up(missing), strict=True))
        found |= new
        _KEPT.update(new)
        while len(_KEPT) > MOST_KEPT:
            _KEPT.pop(next(iter(_KEPT)), None)
    return [found[place] for place in places]


@lru_cache(maxsize=MOST_PLACES)
def _place_of(setup: Setup, size: int) -> Place:
    """Where replicas stand. What no measured row has is far from all of them, whatever it is."""
    own = standing(setup, size)
    others = {
        name: NOT_MEASURED
        for name, measured in _measured(setup.catalog).items()
        if (value := getattr(own, name)) is not None and value not in measured
    }
    return setup.catalog, replace(own, **others) if others else own


@of_published(maxsize=64)
def _measured(catalog: Catalog) -> Mapping[str, frozenset[Any]]:
    """What cases of any quantity have, by name."""
    kinds = [known_cases(catalog, quantity).kinds for quantity in SLICES]
    return {name: frozenset().union(*(one[name] for one in kinds)) for name in NAMES}


@of_published(maxsize=64)
def known_cases(catalog: Catalog, quantity: Quantity) -> Known:
    """The cases of a quantity, made ready for distances."""
    return known_of(CASES[quantity](catalog))


@of_published(maxsize=64)
def open_residual_logs_of(catalog: Catalog, quantity: Quantity) -> Column:
    """The residuals of the same cases for a question that names no engine."""
    return known_cases(catalog, quantity).residual_logs_with(OPEN_LOGS[quantity](catalog))


@of_published(maxsize=64)
def stalling_residual_logs_of(catalog: Catalog, quantity: Quantity) -> Column:
    """The residuals of the same cases for a question whose engine launches passes over prompts."""
    known = known_cases(catalog, quantity)
    others = stalling_logs(catalog) if quantity == "throughput" else {}
    return known.residual_logs_with(others)


def _looked_up(found: Sequence[Place]) -> list[Neighbourhood]:
    catalog = found[0][0]
    kernel = kernel_of(catalog)
    standings = [own for _, own in found]
    slopes = np.zeros((len(found), NEIGHBOURS, 5))
    slopes[:, :, 0], slopes[:, :, -1] = NO_WEIGHT_LOG, 1.0
    residuals = np.zeros((len(found), NEIGHBOURS))
    places = np.full((len(found), NEIGHBOURS), -1)
    for quantity, part in SLICES.items():
        known = known_cases(catalog, quantity)
        if known.cases:
            _find_nearest(
                kernel,
                standings,
                known,
                _scales(kernel, quantity),
                partial(open_residual_logs_of, catalog, quantity),
                partial(stalling_residual_logs_of, catalog, quantity),
                slopes[:, part],
                residuals[:, part],
                places[:, part],
            )
    multiples = _multiples(catalog, places)
    return [
        Neighbourhood(
            catalog,
            kernel,
            *of_one,
            multiples=None if multiples is None else multiples[at],
            own=_own(catalog, standings[at], of_one[-1]),
        )
        for at, of_one in enumerate(zip(slopes, residuals, places, strict=True))
    ]


@lru_cache(maxsize=64)
def _scales(kernel: Kernel, quantity: Quantity) -> Column:
    """How much each of a spot counts in a distance of cases of a quantity."""
    counts = np.array((1.0, 1.0, 0.0 if quantity in WITHOUT_OUTPUT else 1.0))
    return np.asarray(spot_scales(kernel) * counts)


def _own(catalog: Catalog, standing: Features, places: Column) -> Column | None:
    """Which neighbours are no other device's with the same chip; None where all are not."""
    own = np.ones(NEIGHBOURS)
    for quantity, part in SLICES.items():
        known = known_cases(catalog, quantity).cases
        own[part] = [
            at < 0
            or known[at].features.device == standing.device
            or known[at].features.chip != standing.chip
            for at in places[part].tolist()
        ]
    return None if own.all() else own


def _multiples(catalog: Catalog, places: Column) -> Column | None:
    """As how many rows each neighbour counts; None where no row is the caller's own."""
    if not catalog.own_measurements:
        return None
    multiples = np.ones(places.shape)
    for quantity, part in SLICES.items():
        is_own = [
            case.measurement.id in catalog.own_measurements
            for case in known_cases(catalog, quantity).cases
        ]
        if is_own:
            found = np.array(is_own)[places[:, part]] & (places[:, part] >= 0)
            multiples[:, part][found] = OWN_ROWS
    return multiples


def _least(apart: Column, most: int) -> Column:
    """The places of the least of each row, the least first, and the first of equals.

    Only what is no more than the last of them is put in order: a tenth of all, as a rule.
    """
    count = min(most, apart.shape[1])
    lasts = np.partition(apart, count - 1, axis=1)[:, count - 1]
    found = np.empty((len(apart), count), dtype=np.intp)
    for row, own, last in zip(found, apart, lasts, strict=True):
        places = np.flatnonzero(own <= last)
        row[:] = places[own[places].argsort(kind="stable")[:count]]
    return found


def _find_nearest(
    kernel: Kernel,
    standings: Sequence[Features],
    known: Known,
    scales: Column,
    open_residual_logs: Callable[[], Column],
    stalling_residual_logs: Callable[[], Column],
    slopes: Column,
    residuals: Column,
    places: Column,
) -> None:
    """Put the cases nearest to each standing, the nearest first, into what was made for them.

    scales: of their spots; open_residual_logs, stalling_residual_logs: those of a question that
    names no engine, or one that launches passes over prompts. Cases that are so much farther than
    the nearest that they could not matter are left out, and those of engines that were not tuned
    where the question names no engine: whoever leaves it open takes one that serves well.
    −(d + (p − x)²)/2 is −(d + p²)/2 + p·x − x²/2, for a case at p and a question at x.
    """
    apart = distances(kernel, standings, known)
    names_no_engine = np.array([one.engine is None for one in standings])
    if names_no_engine.any():
        apart[np.ix_(names_no_engine, known.are_untuned)] = np.inf
    nearest = _least(apart, slopes.shape[1])
    reached = apart[np.arange(len(apart))[:, np.newaxis], nearest]
    inside = reached <= reached[:, :1] + FAR_DISTANCE
    scaled = known.spots[nearest] * scales
    origins = -0.5 * (reached + (scaled * scaled).sum(axis=2))
    logs = known.residual_logs[nearest]
    for is_other, others in (
        (names_no_engine.tolist(), open_residual_logs),
        ([one.is_stalling for one in standings], stalling_residual_logs),
    ):
        if any(is_other):
            logs[is_other] = others()[nearest[is_other]]
    count = nearest.shape[1]
    np.copyto(slopes[:, :count, 0], origins, where=inside)
    np.copyto(slopes[:, :count, 1:4], scaled, where=inside[:, :, np.newaxis])
    np.copyto(residuals[:, :count], logs, where=inside)
    np.copyto(places[:, :count], nearest, where=inside)
