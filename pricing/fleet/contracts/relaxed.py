"""What a contract changes of a bill at least, as a straight line over the spend.

A contract takes at most so much off every dollar, and leaves at least so much of its minimum to be
paid. Such a line makes the plan under it a plan at other prices, whose cost is a bound of every
plan under the contract (Lagrangian relaxation, Geoffrion 1974).
"""

from collections.abc import Mapping

import numpy as np
from msgspec import Struct

from pricing.fleet.arrays import Array
from pricing.fleet.contracts.bill import Bound
from pricing.formulas.contracts.spend import discount_within_usd, reached_fraction
from pricing.purchasing.contracts.agreement import Agreement, Period

MOST_MISSING = 1.0 - 1e-6
"""Largest share of a shortfall that counts. At 1, spend would cost nothing."""

Part = Array | float


class Slope(Struct, frozen=True):
    """rate: discount of every dollar; missing: share of the shortfall that counts [fractions]."""

    rate: float
    missing: float = 0.0


class Line(Struct, frozen=True, eq=False):
    """What a contract changes of a bill at least [USD].

    ratios: of a dollar of each kind of spend in every month; usd: in any case.
    """

    ratios: Mapping[str, Array]
    usd: float


def slopes_of(agreement: Agreement, most_usd: float) -> list[Slope]:
    """The lines that are tried for a contract; most_usd: that may be spent."""
    rates = {fraction for begin, fraction in agreement.tiers if begin <= most_usd}
    top = _top(agreement, most_usd)
    missing = (0.0, 0.25, 0.5, 0.75, MOST_MISSING) if agreement.minimum_usd else (0.0,)
    return [Slope(rate, share) for rate in sorted({*rates, top}) for share in missing]


def line_below(bound: Bound, slope: Slope, most_usd: float) -> Line:
    """A line that is nowhere above what a contract changes; most_usd: that a plan may spend."""
    agreement = bound.agreement
    top = _top(agreement, most_usd)
    rate, missing = min(slope.rate, top), slope.missing
    usd = 0.0
    for period in agreement.periods:
        other_usd = agreement.contract.other_usd_per_month * (period.last - period.first)
        least_usd = agreement.minimum_usd * period.part - period.before_usd - other_usd
        usd += missing * least_usd
        usd -= (1.0 - missing) * _slack_usd(agreement, period, rate, top, most_usd)
    return Line(ratios_of(bound, rate, missing, top), usd)


def ratios_of(bound: Bound, rate: Part, missing: Part, top: Part) -> Mapping[str, Array]:
    """What a contract changes of a dollar of each kind of spend in every month [ratio].

    rate, missing: see Slope; top: discount of what does not count for the minimum.
    """
    contract = bound.agreement.contract
    covers = frozenset(contract.covers)
    counts = covers if contract.minimum_counts is None else frozenset(contract.minimum_counts)
    valid = np.zeros(len(bound.shares["storage"]))
    for period in bound.agreement.periods:
        valid[period.first : period.last] = 1.0
    off, ratios = (1.0 - missing) * rate, {}
    for kind, share in bound.shares.items():
        name = "commitments" if kind == "beyond" else kind
        ratio = missing if name in counts else 0.0
        if name in covers:
            ratio = ratio + (off if name in counts else off + missing * top)
        ratios[kind] = -share * valid * ratio
    return ratios


def _top(agreement: Agreement, most_usd: float) -> float:
    """The highest discount that a dollar may have [fraction]."""
    other_usd = agreement.contract.other_usd_per_month
    reached = max(
        (one.before_usd + (one.last - one.first) * other_usd + most_usd) / max(one.part, 1e-9)
        for one in agreement.periods
    )
    return max((rate for begin, rate in agreement.tiers if begin <= reached), default=0.0)


def _slack_usd(
    agreement: Agreement, period: Period, rate: float, top: float, most_usd: float
) -> float:
    """By how much the discount of a period may be above a rate of all of its spend [USD]."""
    other_usd = agreement.contract.other_usd_per_month * (period.last - period.first)
    tiers = [(begin * period.part, fraction) for begin, fraction in agreement.tiers]
    most, before = most_usd + other_usd, period.before_usd
    edges = np.array([begin - before for begin, _ in tiers])
    spend = np.clip(np.concatenate([edges, edges * (1.0 - 1e-12), [most]]), 0.0, most)
    if agreement.contract.tiers_hold_for == "whole_spend":
        off = reached_fraction(spend_usd=before + spend, tiers=tiers) * spend
    else:
        off = discount_within_usd(spend_usd=before + spend, tiers=tiers)
        off = off - discount_within_usd(spend_usd=before, tiers=tiers)
    above = float(np.max(off - rate * spend))
    return min(max(above, 0.0) + rate * other_usd, (top - rate) * most_usd)
