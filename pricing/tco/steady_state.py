"""Steady: what a plan has of its own, term after term, where a load stays as it is."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from pricing.fleet.base_plan import DECISION_MONTHS, Hinges, best_levels
from pricing.fleet.holdings import hinges_at
from pricing.fleet.hours import Hours
from pricing.fleet.service import Service, Stage
from pricing.fleet.sourcing import TERM_MONTHS
from pricing.numerics.columns import Array


class Spell(Struct, frozen=True):
    """Months of the horizon in which a load is served alike.

    load: its place among those asked for; base: replicas committed or owned, of which one costs
    committed_usd an hour; beyond_usd: of terms that outlast the horizon, for all these months.
    """

    load: int
    months: int
    base: int
    committed_usd: float = 0.0
    beyond_usd: float = 0.0


class Term(Struct, frozen=True):
    """A reserved option at the first month's price: of a replica-hour, for so many months."""

    months: int
    usd: float


class Choice(Struct, frozen=True, eq=False):
    """The best of one kind for the next months of the horizon, an element a load.

    usd: what these months cost beyond what all choices cost alike, whole terms counted; term:
    None by the hour.
    """

    months: int
    usd: Array
    base: Sequence[int]
    term: Term | None = None


def spells_of(
    service: Service,
    stage: Stage,
    hours: Hours,
    peaks: Sequence[float],
    *,
    period_hours: float,
) -> list[Spell]:
    """What the stage's plan would commit for its months, did each load stay as it is.

    Everything has the price of the stage's first month, so that nothing but the rest of a term
    sets months apart. hours, peaks: of one month a load, each of `period_hours`.
    """
    sourcing, months = stage.sourcing, stage.last - stage.first
    size = sourcing.base_replicas
    bases = [int(peak) if size is None else size for peak in peaks]
    terms = [
        Term(
            TERM_MONTHS[course.option],
            float(course.usd_per_device_hour[stage.first]) * stage.fleet.device_count,
        )
        for course in sourcing.committed
    ]
    if sourcing.asset is not None:
        return [Spell(load, months, base) for load, base in enumerate(bases)]
    if not terms:
        return [Spell(load, months, 0) for load in range(len(peaks))]
    if sourcing.covers or size is not None:
        beyond_hours = -months % terms[0].months * period_hours
        return [
            Spell(load, months, base, terms[0].usd, base * terms[0].usd * beyond_hours)
            for load, base in enumerate(bases)
        ]
    hinges = hinges_at(service, stage, hours, np.full(len(peaks), stage.first))
    return [
        spell
        for load, choices in enumerate(_best(hinges, terms, months, period_hours))
        for spell in _spells(load, choices, period_hours)
    ]


def _best(
    hinges: Hinges, terms: Sequence[Term], months: int, period_hours: float
) -> list[list[tuple[Choice, int]]]:
    """For every load, the choices that make all months cheapest, and the base of each.

    As best_commitments chooses, every term is followed by the next decision: a term of any
    offer, or a year by the hour.
    """
    choices: dict[int, list[Choice]] = {}
    known: dict[tuple[int, int], Choice] = {}
    left = [months - begin for begin in range(0, months, DECISION_MONTHS)]
    for rest in left:
        choices[rest] = []
        for kind, term in enumerate((None, *terms)):
            length = min(term.months if term else DECISION_MONTHS, rest)
            if (kind, length) not in known:
                known[kind, length] = _choice(hinges, term, length, period_hours)
            choices[rest].append(known[kind, length])
    least = {0: np.zeros(len(hinges.weights))}
    taken = {}
    for rest in reversed(left):
        usd = np.array([one.usd + least[rest - one.months] for one in choices[rest]])
        taken[rest] = usd.argmin(axis=0).tolist()
        least[rest] = usd.min(axis=0)
    found = []
    for load in range(len(hinges.weights)):
        of_load, rest = [], months
        for _ in left:
            if rest:
                one = choices[rest][taken[rest][load]]
                of_load.append((one, one.base[load]))
                rest -= one.months
        found.append(of_load)
    return found


def _choice(hinges: Hinges, term: Term | None, months: int, period_hours: float) -> Choice:
    """A term, or a year, of which so many months lie within the horizon."""
    over = hinges.times(months)
    count = len(over.weights)
    if term is None:
        return Choice(months, over.hourly_usd(), [0] * count)
    paid = np.full(count, term.usd * period_hours * term.months)
    replicas, usd = best_levels(over, paid)
    return Choice(months, np.array(usd), replicas, term)


def _spells(load: int, choices: Sequence[tuple[Choice, int]], period_hours: float) -> list[Spell]:
    """The choices of a load, those that are alike as one."""
    months: dict[tuple[int, float], int] = {}
    beyond: dict[tuple[int, float], float] = {}
    for choice, replicas in choices:
        usd = choice.term.usd if choice.term and replicas else 0.0
        alike = replicas, usd
        months[alike] = months.get(alike, 0) + choice.months
        rest = choice.term.months - choice.months if choice.term else 0
        beyond[alike] = beyond.get(alike, 0.0) + replicas * usd * rest * period_hours
    return [Spell(load, months[alike], *alike, beyond[alike]) for alike in months]
