"""What payments over time are worth: their discount rate, and the rate of return."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pricing.fleet.calendar import Span, starts_of
from pricing.fleet.purchases.price_path import change_ratios
from pricing.numerics.number import Array
from pricing.numerics.roots import bisection
from pricing.purchasing.owning.terms import cost_of_capital
from pricing.quote.context import QuoteContext
from pricing.tco.query import TcoQuery
from pricing.units import MONTHS_PER_YEAR

LEAST_RATE, MOST_RATE = -0.99, 1e6
"""Rates per year between which one is looked for."""

ROUNDS = 200
"""Halvings of that span: more than a double has digits."""

NO_CHANGE = "the payments never change sides: one way costs less at every rate"
BORROWED = "the deployment is paid later, not earlier: a rate would be that of a loan"
SEVERAL = "the payments change sides several times, so that several rates may fit"
BEYOND = "no rate from -99% to 1,000,000 times a year makes both equal"


def net_present_value_usd(
    *, usd: NDArray[np.float64], months: NDArray[np.float64], rate: float
) -> float:
    """Present value of payments.

    V = Σ p_k / (1 + r)^(m_k / 12)

    usd: p, signed [USD]; months: m, from today on [months]; rate: r per year, above −1 [fraction].
    Returns [USD].
    Source: Brealey, Myers, Allen, Principles of Corporate Finance, ch. 2.

    >>> round(net_present_value_usd(usd=np.array([-100.0, 121.0]), months=np.array([0.0, 12.0]),
    ...     rate=0.1), 9)
    10.0
    """
    return float(usd @ np.exp(-np.log1p(rate) * months / MONTHS_PER_YEAR))


def internal_rate_of_return(
    *, usd: NDArray[np.float64], months: NDArray[np.float64]
) -> tuple[float | None, str | None]:
    """The rate per year at which payments are worth nothing, else why there is none.

    V(r) = 0, unique where payments change sides once, from out to in (Descartes' rule of signs)

    usd: signed, out below 0 [USD]; months: from today on [months]. Returns the rate [fraction] or
    None, and the reason or None.
    Source: Norstrøm 1972, doi:10.2307/2329806; the root by bisection of ln(1 + r).

    >>> rate, _ = internal_rate_of_return(usd=np.array([-100.0, 121.0]),
    ...     months=np.array([0.0, 24.0]))
    >>> round(rate, 9)
    0.1
    """
    times, places = np.unique(months, return_inverse=True)
    sums = np.asarray(np.bincount(places, usd), np.float64)
    scale = float(np.abs(sums).max(initial=0.0))
    kept = np.abs(sums) > 1e-9 * scale
    sums, times = sums[kept], times[kept]
    changes = np.flatnonzero(np.diff(np.sign(sums)))
    if not len(changes):
        return None, NO_CHANGE
    if sums[0] > 0.0:
        return None, BORROWED if len(changes) == 1 else SEVERAL
    if len(changes) > 1 and not _is_one_by_sums(sums):
        return None, SEVERAL

    def is_worth(log_ratio: float, _: object) -> bool:
        rate = float(np.expm1(log_ratio))
        return net_present_value_usd(usd=sums, months=times, rate=rate) >= 0.0

    # Sums that change sides several times have one rate above 0.
    low = float(np.log1p(LEAST_RATE)) if len(changes) == 1 else 0.0
    high = float(np.log1p(MOST_RATE))
    if not is_worth(low, None) or is_worth(high, None):
        return None, BEYOND
    found, _ = bisection(is_worth, low, high, rounds=ROUNDS)
    return float(np.expm1(found)), None


def _is_one_by_sums(usd: NDArray[np.float64]) -> bool:
    """Whether sums of payments change sides once, and end above 0: one rate above 0 then fits."""
    sums = np.cumsum(usd)
    return bool(sums[-1] > 0.0 and np.count_nonzero(np.diff(np.sign(sums[sums != 0.0]))) == 1)


def discount_rate(context: QuoteContext, query: TcoQuery) -> float:
    """The discount rate of a query: given, else the cost of capital of what it owns [fraction].

    Both are what capital must earn, so that one of them says the other.
    """
    if query.discount_rate_fraction is not None:
        return query.discount_rate_fraction
    terms = query.purchase.ownership or (query.purchase.base and query.purchase.base.ownership)
    if terms:
        return cost_of_capital(context, terms)
    return context.assume("capital.cost_of_capital_fraction")


def discount_factors(rate: float, spans: Sequence[Span]) -> Array:
    """Present values of a dollar that is paid when each month begins, and at the end."""
    return 1.0 / change_ratios(rate, starts_of(spans))
