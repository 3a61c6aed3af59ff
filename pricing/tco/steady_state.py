"""Plans at constant load: the base that a purchase plan commits, term after term."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from pricing.fleet.base_plan import DECISION_MONTHS, PiecewiseLinear, best_levels
from pricing.fleet.holdings import hourly_cost_by_base
from pricing.fleet.hours import Hours
from pricing.fleet.service import Service, Stage
from pricing.fleet.sourcing import TERM_MONTHS
from pricing.numerics.columns import Array


class SteadyStatePlan(Struct, frozen=True):
    """Months of the horizon in which a constant load is served by the same base.

    load: index of the load; base: committed or owned replicas; committed_usd: hourly price of one;
    beyond_usd: cost of terms after the horizon, for all these months.
    """

    load: int
    months: int
    base: int
    committed_usd: float = 0.0
    beyond_usd: float = 0.0


class Term(Struct, frozen=True):
    """A reserved option: its term, and the price of a replica-hour in the first month [USD]."""

    months: int
    usd: float


class Choice(Struct, frozen=True, eq=False):
    """The best base with one term for the next months of the horizon. Arrays have one load each.

    usd: cost of these months with whole terms, apart from costs that all choices share; term:
    None by the hour.
    """

    months: int
    usd: Array
    base: Sequence[int]
    term: Term | None = None


def steady_state_plans(
    service: Service,
    stage: Stage,
    hours: Hours,
    peaks: Sequence[float],
    *,
    period_hours: float,
) -> list[SteadyStatePlan]:
    """The commitments of a stage's plan over its months, for each load held constant.

    Prices are those of the first month of the stage. Months thus differ only by the remaining part
    of a term. hours, peaks: one month for each load, of `period_hours`.
    """
    sourcing, months = stage.sourcing, stage.last - stage.first
    size = sourcing.base_replicas
    bases = [int(peak) if size is None else size for peak in peaks]
    terms = [
        Term(
            TERM_MONTHS[path.option],
            float(path.usd_per_device_hour[stage.first]) * stage.fleet.device_count,
        )
        for path in sourcing.committed
    ]
    if sourcing.asset is not None:
        return [SteadyStatePlan(load, months, base) for load, base in enumerate(bases)]
    if not terms:
        return [SteadyStatePlan(load, months, 0) for load in range(len(peaks))]
    if sourcing.covers or size is not None:
        beyond_hours = -months % terms[0].months * period_hours
        return [
            SteadyStatePlan(load, months, base, terms[0].usd, base * terms[0].usd * beyond_hours)
            for load, base in enumerate(bases)
        ]
    costs = hourly_cost_by_base(service, stage, hours, np.full(len(peaks), stage.first))
    return [
        plan
        for load, choices in enumerate(_best(costs, terms, months, period_hours))
        for plan in _merged_plans(load, choices, period_hours)
    ]


def _best(
    costs: PiecewiseLinear, terms: Sequence[Term], months: int, period_hours: float
) -> list[list[tuple[Choice, int]]]:
    """The choices with the least cost over all months for every load, each with its base.

    Each decision takes a term of any offer, or a year by the hour, as in best_commitments.
    """
    choices: dict[int, list[Choice]] = {}
    known: dict[tuple[int, int], Choice] = {}
    remaining = [months - begin for begin in range(0, months, DECISION_MONTHS)]
    for rest in remaining:
        choices[rest] = []
        for kind, term in enumerate((None, *terms)):
            length = min(term.months if term else DECISION_MONTHS, rest)
            if (kind, length) not in known:
                known[kind, length] = _choice(costs, term, length, period_hours)
            choices[rest].append(known[kind, length])
    least = {0: np.zeros(len(costs.weights))}
    taken = {}
    for rest in reversed(remaining):
        usd = np.array([one.usd + least[rest - one.months] for one in choices[rest]])
        taken[rest] = usd.argmin(axis=0).tolist()
        least[rest] = usd.min(axis=0)
    chosen = []
    for load in range(len(costs.weights)):
        of_load, rest = [], months
        for _ in remaining:
            if rest:
                one = choices[rest][taken[rest][load]]
                of_load.append((one, one.base[load]))
                rest -= one.months
        chosen.append(of_load)
    return chosen


def _choice(costs: PiecewiseLinear, term: Term | None, months: int, period_hours: float) -> Choice:
    """The choice of a term, or of a year by the hour, with so many months within the horizon."""
    summed = costs.scaled(months)
    count = len(summed.weights)
    if term is None:
        return Choice(months, summed.usd_without_base(), [0] * count)
    paid = np.full(count, term.usd * period_hours * term.months)
    replicas, usd = best_levels(summed, paid)
    return Choice(months, np.array(usd), replicas, term)


def _merged_plans(
    load: int, choices: Sequence[tuple[Choice, int]], period_hours: float
) -> list[SteadyStatePlan]:
    """The choices of a load, with equal ones merged."""
    months: dict[tuple[int, float], int] = {}
    beyond: dict[tuple[int, float], float] = {}
    for choice, replicas in choices:
        usd = choice.term.usd if choice.term and replicas else 0.0
        alike = replicas, usd
        months[alike] = months.get(alike, 0) + choice.months
        rest = choice.term.months - choice.months if choice.term else 0
        beyond[alike] = beyond.get(alike, 0.0) + replicas * usd * rest * period_hours
    return [SteadyStatePlan(load, months[alike], *alike, beyond[alike]) for alike in months]
