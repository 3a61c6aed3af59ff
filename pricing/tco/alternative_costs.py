"""The cost of alternatives month by month and by load, compared with that of the deployment."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pricing.fleet.periods import Horizon, in_whole_months
from pricing.fleet.projection import Projection, check_sum
from pricing.fleet.purchases.price_path import Market, change_ratios
from pricing.fleet.traffic import days_of
from pricing.numerics.number import Array
from pricing.tco.answer import AlternativeCost, AlternativeMonth, CurvePoint
from pricing.tco.apis import Api
from pricing.tco.break_even import Curve, CurvesAt, break_even_month, break_evens
from pricing.tco.curves import Grid, monthly_costs
from pricing.tco.payments.cash import returns_of
from pricing.tco.payments.flows import Flows, flows_of, invoiced
from pricing.tco.replicas.replica import prices_of, replica_of
from pricing.tco.report import NO_ENDS, Accounts, money_of
from pricing.tco.uncertainty import interval
from pricing.units import TOKENS_PER_MILLION_TOKENS, UNITS_PER_USD

POINTS = 25
"""Number of loads of a curve, in equal ratios."""

MARGIN_RATIO = 10.0
"""Ends of a curve over the loads that it must contain."""

LEAST_RATIO = 1e-6
"""Least load that is searched for a break-even, over the first load of the curve."""

LOWER_POINTS = 49
"""Number of loads from there to the first load of the curve."""


class Baseline(Struct, frozen=True, eq=False):
    """The projection that alternatives are compared with.

    factors: present value of a dollar at the begin of each month, and at the end; months: length of
    the horizon, of which the first month may be a part; rate: of the discount; late_ratio: what a
    dollar of an invoice is worth at the begin of its month.
    """

    projection: Projection
    accounts: Accounts
    training_usd: float
    factors: Array
    months: float
    flows: Flows
    rate: float
    late_ratio: float = 1.0

    @property
    def training_usd_per_month(self) -> float:
        """The training bill in equal parts over the horizon."""
        return self.training_usd / self.months


class AlternativeTotals(Struct, frozen=True, eq=False):
    """The monthly totals of an alternative, in ten-thousandths of a dollar.

    Either `api` or `projection` is set.
    """

    name: str
    totals: NDArray[np.int64]
    discounted: NDArray[np.int64]
    api: Api | None = None
    projection: Projection | None = None
    training_usd: float = 0.0
    training_usd_per_month: float = 0.0

    @property
    def kind(self) -> Literal["api", "deployment"]:
        """Whether an API or a deployment serves the requests."""
        return "deployment" if self.api is None else "api"


def api_totals(baseline: Baseline, api: Api, market: Market) -> AlternativeTotals:
    """The monthly charges of an API, whose prices are those of the last known day.

    Raises Infeasible for sums that are too large for exact money.
    """
    usd = api.prices.usd_per_request
    requests = baseline.accounts.quantity("requests")
    ratios = change_ratios(api.change_per_year, market.unknown_months)
    costs_usd = requests * usd * ratios
    check_sum(costs_usd, api.name)
    totals = np.rint(costs_usd * UNITS_PER_USD).astype(np.int64)
    worth = totals * baseline.factors[:-1] * baseline.late_ratio
    discounted = np.rint(worth).astype(np.int64)
    return AlternativeTotals(api.name, totals, discounted, api=api)


def deployment_totals(
    baseline: Baseline, name: str, projection: Projection, *, is_same_model: bool
) -> AlternativeTotals:
    """The monthly totals of another deployment.

    is_same_model: whether it serves the model of the query, and so bears its training bill too.
    """
    training_usd = baseline.training_usd if is_same_model else 0.0
    *_, totals, _, discounted = money_of(
        projection, baseline.factors, training_usd=training_usd, late_ratio=baseline.late_ratio
    )
    per_month = baseline.training_usd_per_month if is_same_model else 0.0
    return AlternativeTotals(
        name,
        totals,
        discounted,
        projection=projection,
        training_usd=training_usd,
        training_usd_per_month=per_month,
    )


def compare(
    horizon: Horizon,
    baseline: Baseline,
    alternatives: Sequence[AlternativeTotals],
    *,
    has_intervals: bool,
) -> tuple[AlternativeCost, ...]:
    """The cost of every alternative, with its break-even and the curves of both.

    has_intervals: whether deployments have the interval of their total.
    """

    def curves_at(places: Sequence[int], loads: Sequence[Array]) -> list[Curve]:
        return _curves(whole, baseline, [alternatives[at] for at in places], loads)

    whole = in_whole_months(horizon)
    loads = [_loads(whole, baseline, alternative) for alternative in alternatives]
    curves = curves_at(range(len(alternatives)), loads)
    evens = break_evens(curves, curves_at)
    for at, even in _lower(curves, evens, curves_at).items():
        evens[at] = even
        (curves[at],) = curves_at(
            [at], [np.geomspace(even / MARGIN_RATIO, curves[at].loads[-1], POINTS)]
        )
    return tuple(
        _cost(horizon, baseline, alternative, curve, even, has_interval=has_intervals)
        for alternative, curve, even in zip(alternatives, curves, evens, strict=True)
    )


def _lower(
    curves: Sequence[Curve], evens: Sequence[float | None], curves_at: CurvesAt
) -> dict[int, float]:
    """Break-evens below the first load of a curve on which the deployment never costs more.

    A large fleet may cost less than an API even at a tenth of its load. Its break-even is then
    that of a few replicas. Returns the break-even loads by the index of the curve.
    """
    never = [at for at, curve in enumerate(curves) if evens[at] == curve.loads[0]]
    firsts = [curves[at].loads[0] for at in never]
    below = curves_at(
        never, [np.geomspace(first * LEAST_RATIO, first, LOWER_POINTS) for first in firsts]
    )
    break_even_loads = break_evens(
        below, lambda places, loads: curves_at([never[at] for at in places], loads)
    )
    return {
        at: even
        for at, curve, even in zip(never, below, break_even_loads, strict=True)
        if even is not None and even > curve.loads[0]
    }


def _loads(horizon: Horizon, baseline: Baseline, alternative: AlternativeTotals) -> Array:
    """Loads around that of the first month, and around that at which an API costs the same."""
    asked = float(next(load for load in horizon.load.requests_per_day if load))
    even = asked
    if alternative.api is not None:
        span = horizon.market.spans[0]
        usd_per_daily_request = alternative.api.prices.usd_per_request * days_of(
            horizon.load.week, span
        )
        first_fraction = baseline.months % 1.0 or 1.0
        baseline_usd = float(baseline.accounts.totals[0] / UNITS_PER_USD) / first_fraction
        even = max(baseline_usd / usd_per_daily_request, asked * LEAST_RATIO)
    return np.geomspace(min(asked, even) / MARGIN_RATIO, max(asked, even) * MARGIN_RATIO, POINTS)


def _curves(
    horizon: Horizon,
    baseline: Baseline,
    alternatives: Sequence[AlternativeTotals],
    loads: Sequence[Array],
) -> list[Curve]:
    """Monthly costs of the baseline and of every alternative, each at loads of its own."""
    if not alternatives:
        return []
    asked = [
        Grid(baseline.projection, baseline.training_usd_per_month, np.concatenate(loads)),
        *(
            Grid(alternative.projection, alternative.training_usd_per_month, points)
            for alternative, points in zip(alternatives, loads, strict=True)
            if alternative.projection
        ),
    ]
    baseline_usd, *deployments_usd = monthly_costs(horizon, asked)
    following, begin = iter(deployments_usd), 0
    days = days_of(horizon.load.week, horizon.market.spans[0])
    curves = []
    for alternative, points in zip(alternatives, loads, strict=True):
        end = begin + len(points)
        usd = (
            points * days * alternative.api.prices.usd_per_request
            if alternative.api
            else next(following)
        )
        curves.append(Curve(points, baseline_usd[begin:end], usd))
        begin = end
    return curves


def _flows(alternative: AlternativeTotals, late_months: int) -> Flows:
    """The payments of an alternative."""
    if alternative.projection is None:
        return invoiced(alternative.totals / UNITS_PER_USD, late_months)
    return flows_of(
        alternative.projection, training_usd=alternative.training_usd, late_months=late_months
    )


def _cost(
    horizon: Horizon,
    baseline: Baseline,
    alternative: AlternativeTotals,
    curve: Curve,
    requests_per_day: float | None,
    *,
    has_interval: bool,
) -> AlternativeCost:
    spans = horizon.market.spans
    baseline_totals = baseline.accounts.totals
    month = break_even_month(baseline_totals, alternative.totals)
    discounted = baseline.accounts.discounted
    late = break_even_month(discounted, alternative.discounted)
    tokens = baseline.accounts.tokens_per_request * float(
        baseline.accounts.quantity("requests").sum()
    )
    total = int(alternative.totals.sum())
    total_usd = total / UNITS_PER_USD
    monthly = (alternative.totals / UNITS_PER_USD).tolist()
    cumulative = (alternative.totals.cumsum() / UNITS_PER_USD).tolist()
    projection = alternative.projection
    low, high = NO_ENDS
    if projection and has_interval:
        low, high = interval(horizon, projection, total_usd=total_usd)
    npv_usd = int((alternative.discounted - discounted).sum()) / UNITS_PER_USD
    return AlternativeCost(
        name=alternative.name,
        kind=alternative.kind,
        prices=alternative.api.prices if alternative.api else None,
        replica=replica_of(projection, 0, spans) if projection else None,
        peak_replicas=int(projection.months["replicas"].max()) if projection else None,
        **(prices_of(projection) if projection else {"base": None, "burst": None}),
        months=tuple(
            AlternativeMonth(month=span.label, usd_total=usd, usd_cumulative=so_far)
            for span, usd, so_far in zip(spans, monthly, cumulative, strict=True)
        ),
        usd_total=total_usd,
        usd_total_low=low,
        usd_total_high=high,
        usd_discounted=int(alternative.discounted.sum()) / UNITS_PER_USD,
        usd_per_million_tokens=(total_usd / tokens * TOKENS_PER_MILLION_TOKENS if tokens else None),
        saving_usd=(total - int(baseline_totals.sum())) / UNITS_PER_USD,
        returns=returns_of(
            baseline.flows,
            _flows(alternative, baseline.flows.late_months),
            spans,
            npv_usd=npv_usd,
        ),
        saving_discounted_usd=npv_usd,
        break_even_month=None if month is None else spans[month].label,
        break_even_month_discounted=None if late is None else spans[late].label,
        break_even_requests_per_day=requests_per_day,
        curve=tuple(
            CurvePoint(requests_per_day=load, usd_per_month=usd, alternative_usd_per_month=other)
            for load, usd, other in zip(
                curve.loads.tolist(),
                curve.baseline_usd.tolist(),
                curve.alternative_usd.tolist(),
                strict=True,
            )
        ),
    )
