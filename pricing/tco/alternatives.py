"""Alternatives: a life beside what else would serve the same requests."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pricing.fleet.bill import UNITS_PER_USD
from pricing.fleet.price_path import Market, change_ratios
from pricing.fleet.projection import Horizon, Life, check_sum
from pricing.fleet.traffic import days_of
from pricing.numerics.columns import Array
from pricing.tco.answer import AlternativeCost, AlternativeMonth, CurvePoint
from pricing.tco.apis import Api
from pricing.tco.break_even import Ask, Curve, break_evens
from pricing.tco.curves import Grid, monthly_costs
from pricing.tco.report import Accounts, money_of, replica_of
from pricing.units import TOKENS_PER_MILLION_TOKENS

POINTS = 25
"""Loads of a curve, in equal ratios."""

REACH_RATIO = 10.0
"""How far a curve goes beyond the loads that matter."""

LEAST_RATIO = 1e-6
"""The least load that a break-even is looked for at, over a curve's first."""

BELOW_POINTS = 49
"""Loads from there to the curve's first."""


class Own(Struct, frozen=True, eq=False):
    """The life that alternatives are held against."""

    life: Life
    accounts: Accounts
    training_usd: float
    factors: Array

    @property
    def training_usd_per_month(self) -> float:
        """Spread over the horizon."""
        return self.training_usd / len(self.accounts.totals)


class Rival(Struct, frozen=True, eq=False):
    """An alternative, month by month, in ten-thousandths of a dollar.

    Either `api` or `life` is set.
    """

    name: str
    totals: NDArray[np.int64]
    discounted: NDArray[np.int64]
    api: Api | None = None
    life: Life | None = None
    training_usd_per_month: float = 0.0

    @property
    def kind(self) -> Literal["api", "deployment"]:
        """What serves the requests."""
        return "deployment" if self.api is None else "api"


def rival_api(own: Own, api: Api, market: Market) -> Rival:
    """What an API charges for the requests of every month: its prices are of the last known day.

    Raises Infeasible for sums that are not held to the last digit.
    """
    usd = api.prices.usd_per_request
    requests = own.accounts.quantity("requests")
    ratios = change_ratios(api.change_per_year, market.unknown_months)
    costs_usd = requests * usd * ratios
    check_sum(costs_usd, api.name)
    totals = np.rint(costs_usd * UNITS_PER_USD).astype(np.int64)
    discounted = np.rint(totals * own.factors[:-1]).astype(np.int64)
    return Rival(api.name, totals, discounted, api=api)


def rival_life(own: Own, name: str, life: Life, *, is_same_model: bool) -> Rival:
    """What another deployment costs in every month.

    is_same_model: as the query's own, which had to be trained for it as well.
    """
    training_usd = own.training_usd if is_same_model else 0.0
    *_, totals, _, discounted = money_of(life, own.factors, training_usd=training_usd)
    per_month = own.training_usd_per_month if is_same_model else 0.0
    return Rival(name, totals, discounted, life=life, training_usd_per_month=per_month)


def compare(horizon: Horizon, own: Own, rivals: Sequence[Rival]) -> tuple[AlternativeCost, ...]:
    """Every rival beside the life, with its break-even and the curve of both."""

    def ask(places: Sequence[int], loads: Sequence[Array]) -> list[Curve]:
        return _curves(horizon, own, [rivals[at] for at in places], loads)

    every = range(len(rivals))
    curves = ask(every, [_loads(horizon, own, rival) for rival in rivals])
    evens = break_evens(curves, ask)
    for at, even in _lower(curves, evens, ask).items():
        evens[at] = even
        (curves[at],) = ask([at], [np.geomspace(even / REACH_RATIO, curves[at].loads[-1], POINTS)])
    return tuple(
        _cost(horizon, own, rival, curve, even)
        for rival, curve, even in zip(rivals, curves, evens, strict=True)
    )


def _lower(curves: Sequence[Curve], evens: Sequence[float | None], ask: Ask) -> dict[int, float]:
    """The break-evens, by place, of a life that is dearer at no load of a curve but below it.

    A large fleet costs less than an API at a tenth of its load, too: it breaks even where a few
    replicas do.
    """
    never = [at for at, curve in enumerate(curves) if evens[at] == curve.loads[0]]
    firsts = [curves[at].loads[0] for at in never]
    below = ask(never, [np.geomspace(first * LEAST_RATIO, first, BELOW_POINTS) for first in firsts])
    found = break_evens(below, lambda places, loads: ask([never[at] for at in places], loads))
    return {
        at: even
        for at, curve, even in zip(never, below, found, strict=True)
        if even is not None and even > curve.loads[0]
    }


def _loads(horizon: Horizon, own: Own, rival: Rival) -> Array:
    """Loads around the first month's, and around the one where an API costs as much."""
    asked = float(next(load for load in horizon.load.requests_per_day if load))
    even = asked
    if rival.api is not None:
        span = horizon.market.spans[0]
        usd_per_daily_request = rival.api.prices.usd_per_request * days_of(horizon.load.week, span)
        own_usd = float(own.accounts.totals[0] / UNITS_PER_USD)
        even = max(own_usd / usd_per_daily_request, asked * LEAST_RATIO)
    return np.geomspace(min(asked, even) / REACH_RATIO, max(asked, even) * REACH_RATIO, POINTS)


def _curves(
    horizon: Horizon, own: Own, rivals: Sequence[Rival], loads: Sequence[Array]
) -> list[Curve]:
    """What a month of the life and of every rival costs, each at its own loads."""
    if not rivals:
        return []
    asked = [
        Grid(own.life, own.training_usd_per_month, np.concatenate(loads)),
        *(
            Grid(rival.life, rival.training_usd_per_month, points)
            for rival, points in zip(rivals, loads, strict=True)
            if rival.life
        ),
    ]
    mine, *others = monthly_costs(horizon, asked)
    theirs, begin = iter(others), 0
    days = days_of(horizon.load.week, horizon.market.spans[0])
    curves = []
    for rival, points in zip(rivals, loads, strict=True):
        end = begin + len(points)
        usd = points * days * rival.api.prices.usd_per_request if rival.api else next(theirs)
        curves.append(Curve(points, mine[begin:end], usd))
        begin = end
    return curves


def break_even_month(own: NDArray[np.int64], other: NDArray[np.int64]) -> int | None:
    """The month from which on the own total has never been more; None where it is in the end."""
    dearer = np.flatnonzero(own.cumsum() > other.cumsum())
    if not dearer.size:
        return 0
    return None if dearer[-1] == len(own) - 1 else int(dearer[-1]) + 1


def _cost(
    horizon: Horizon, own: Own, rival: Rival, curve: Curve, requests_per_day: float | None
) -> AlternativeCost:
    spans = horizon.market.spans
    mine = own.accounts.totals
    month = break_even_month(mine, rival.totals)
    tokens = own.accounts.tokens_per_request * float(own.accounts.quantity("requests").sum())
    total = int(rival.totals.sum())
    total_usd = total / UNITS_PER_USD
    monthly = (rival.totals / UNITS_PER_USD).tolist()
    cumulative = (rival.totals.cumsum() / UNITS_PER_USD).tolist()
    life = rival.life
    return AlternativeCost(
        name=rival.name,
        kind=rival.kind,
        prices=rival.api.prices if rival.api else None,
        replica=replica_of(life.service.stages[0], life.held[0], spans[0]) if life else None,
        peak_replicas=int(life.months["replicas"].max()) if life else None,
        months=tuple(
            AlternativeMonth(month=span.label, usd_total=usd, usd_cumulative=so_far)
            for span, usd, so_far in zip(spans, monthly, cumulative, strict=True)
        ),
        usd_total=total_usd,
        usd_discounted=int(rival.discounted.sum()) / UNITS_PER_USD,
        usd_per_million_tokens=(total_usd / tokens * TOKENS_PER_MILLION_TOKENS if tokens else None),
        saving_usd=(total - int(mine.sum())) / UNITS_PER_USD,
        break_even_month=None if month is None else spans[month].label,
        break_even_requests_per_day=requests_per_day,
        curve=tuple(
            CurvePoint(requests_per_day=load, usd_per_month=usd, alternative_usd_per_month=other)
            for load, usd, other in zip(
                curve.loads.tolist(),
                curve.own_usd.tolist(),
                curve.other_usd.tolist(),
                strict=True,
            )
        ),
    )
