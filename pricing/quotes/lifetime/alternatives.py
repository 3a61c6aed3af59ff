"""Alternatives: a life beside what else would serve the same requests."""

from collections.abc import Sequence
from itertools import chain
from typing import Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pricing.quotes.answers import AlternativeCost, AlternativeMonth, CurvePoint
from pricing.quotes.lifetime.apis import Api
from pricing.quotes.lifetime.arrays import Array
from pricing.quotes.lifetime.bill import UNITS_PER_USD
from pricing.quotes.lifetime.curves import (
    BELOW_POINTS,
    CLOSER_POINTS,
    LEAST_RATIO,
    POINTS,
    REACH_RATIO,
    Grid,
    crossing,
    loads_between,
    monthly_costs,
)
from pricing.quotes.lifetime.lives import Horizon, Life, check_sum
from pricing.quotes.lifetime.load import days_of
from pricing.quotes.lifetime.prices import Market, change_ratios
from pricing.quotes.lifetime.report import Accounts, money_of, replica_of
from pricing.units import TOKENS_PER_MILLION_TOKENS


class Own(Struct, frozen=True, eq=False):
    """The life that alternatives are held against."""

    life: Life
    accounts: Accounts
    training_usd_per_month: float
    factors: Array


class Rival(Struct, frozen=True, eq=False):
    """An alternative, month by month, in ten-thousandths of a dollar.

    Either `api` or `life` is set.
    """

    name: str
    totals: NDArray[np.int64]
    discounted: NDArray[np.int64]
    api: Api | None = None
    life: Life | None = None

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


def rival_life(own: Own, name: str, life: Life) -> Rival:
    """What another deployment costs in every month."""
    *_, totals, _, discounted = money_of(life, own.factors, training_usd=0.0)
    return Rival(name, totals, discounted, life=life)


def compare(horizon: Horizon, own: Own, rivals: Sequence[Rival]) -> tuple[AlternativeCost, ...]:
    """Every rival beside the life, with its break-even and the curve of both."""
    loads = [_loads(horizon, own, rival) for rival in rivals]
    curves = _curves(horizon, own, rivals, loads)
    lower = _lower(horizon, own, rivals, curves)
    curves = [lower[at].whole if at in lower else curve for at, curve in enumerate(curves)]
    # Where the costs cross, look closer: both are stairs.
    near = [lower[at].near if at in lower else curve for at, curve in enumerate(curves)]
    found = [crossing(*curve) for curve in near]
    closer = [
        (
            at,
            loads_between(near[at][0][place[0]], near[at][0][place[0] + 1], CLOSER_POINTS),
        )
        for at, place in enumerate(found)
        if place is not None and place[1] > near[at][0][0]
    ]
    refined = _curves(
        horizon, own, [rivals[at] for at, _ in closer], [points for _, points in closer]
    )
    crossings = {at: crossing(*curve) for (at, _), curve in zip(closer, refined, strict=True)}
    answered = []
    for at, (rival, curve, place) in enumerate(zip(rivals, curves, found, strict=True)):
        place = crossings.get(at, place)  # noqa: PLW2901 -- the closer one
        answered.append(_cost(horizon, own, rival, curve, place[1] if place else None))
    return tuple(answered)


Curve = tuple[tuple[float, ...], list[float], list[float]]
"""Loads, and what a month of the life and of the rival costs at each [USD]."""


def _loads(horizon: Horizon, own: Own, rival: Rival) -> tuple[float, ...]:
    """Loads around the first month's, and around the one where an API costs as much."""
    asked = float(next(load for load in horizon.load.requests_per_day if load))
    even = asked
    if rival.api is not None:
        span = horizon.market.spans[0]
        usd_per_daily_request = rival.api.prices.usd_per_request * days_of(horizon.load.week, span)
        own_usd = float(own.accounts.totals[0] / UNITS_PER_USD)
        even = max(own_usd / usd_per_daily_request, asked * LEAST_RATIO)
    low, high = min(asked, even) / REACH_RATIO, max(asked, even) * REACH_RATIO
    return loads_between(low, high, POINTS)


def _curves(
    horizon: Horizon,
    own: Own,
    rivals: Sequence[Rival],
    loads: Sequence[tuple[float, ...]],
) -> list[Curve]:
    lives = [rival.life for rival in rivals]
    every = tuple(chain.from_iterable(loads))
    asked = [
        Grid(own.life, own.training_usd_per_month, every),
        *(Grid(life, 0.0, points) for life, points in zip(lives, loads, strict=True) if life),
    ]
    if not every:
        return []
    mine, *others = monthly_costs(horizon, asked)
    theirs, begin = iter(others), 0
    days = days_of(horizon.load.week, horizon.market.spans[0])
    curves = []
    for rival, points in zip(rivals, loads, strict=True):
        end = begin + len(points)
        if rival.api is None:
            usd = next(theirs)
        else:
            usd = [load * days * rival.api.prices.usd_per_request for load in points]
        curves.append((points, mine[begin:end], usd))
        begin = end
    return curves


class Lowered(Struct, frozen=True):
    """A curve that begins lower, and what of it is about the break-even, on closer loads."""

    whole: Curve
    near: Curve


def _lower(
    horizon: Horizon, own: Own, rivals: Sequence[Rival], curves: Sequence[Curve]
) -> dict[int, Lowered]:
    """The curves, by place, of a life that is dearer at none of their loads but below them.

    A large fleet costs less than an API at a tenth of its load, too: it breaks even where a few
    replicas do.
    """
    firsts = {at: curve[0][0] for at, curve in enumerate(curves)}
    never = [at for at, first in firsts.items() if crossing(*curves[at]) == (0, first)]
    below = _curves(
        horizon,
        own,
        [rivals[at] for at in never],
        [loads_between(firsts[at] * LEAST_RATIO, firsts[at], BELOW_POINTS) for at in never],
    )
    even = {
        at: place[1]
        for at, curve in zip(never, below, strict=True)
        if (place := crossing(*curve)) is not None and place[1] > curve[0][0]
    }
    lowered = [rivals[at] for at in even]
    ends = [
        *((load / REACH_RATIO, curves[at][0][-1]) for at, load in even.items()),
        *((load / REACH_RATIO, load * REACH_RATIO) for load in even.values()),
    ]
    points = [loads_between(low, high, POINTS) for low, high in ends]
    found = _curves(horizon, own, [*lowered, *lowered], points)
    pairs = zip(found[: len(even)], found[len(even) :], strict=True)
    # The last of the closer loads may be on a stair where the life is dearer once more.
    return {
        at: Lowered(whole, whole if crossing(*near) is None else near)
        for at, (whole, near) in zip(even, pairs, strict=True)
    }


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
            for load, usd, other in zip(*curve, strict=True)
        ),
    )
