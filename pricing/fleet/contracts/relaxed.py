"""What a contract changes of a bill at least, as a straight line over the spend of each period.

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


class Slope(Struct, frozen=True, eq=False):
    """The line of a contract, by period [fractions].

    off: taken off every dollar, less what that adds to the shortfall; missing: share of the
    shortfall that counts.
    """

    off: Array
    missing: Array


class Line(Struct, frozen=True, eq=False):
    """What a contract changes of a bill at least [USD].

    ratios: of a dollar of each kind of spend in every month; usd: in any case; covered, counted:
    spend at which the line is nearest to the contract, which is covered and which counts less, by
    period.
    """

    ratios: Mapping[str, Array]
    usd: float
    covered: Array
    counted: Array


class Lines:
    """The lines below a contract.

    least_usd, most_usd: what plans may spend of what it covers in each of its periods.
    """

    def __init__(self, agreement: Agreement, least_usd: Array, most_usd: Array) -> None:
        self.agreement = agreement
        periods, contract = agreement.periods, agreement.contract
        other = contract.other_usd_per_month
        self._other = np.array([other * (one.last - one.first) for one in periods])
        before = np.array([one.before_usd for one in periods])
        part = np.array([one.part for one in periods])
        self._due = agreement.minimum_usd * part - before - self._other
        self._most = most_usd
        corners = [
            _corners(agreement, one, float(least), float(most))
            for one, least, most in zip(periods, least_usd, most_usd + self._other, strict=True)
        ]
        self._spend = np.array([spend for spend, _ in corners])
        self._taken = np.array([taken for _, taken in corners])
        reached = (before + self._other + most_usd) / np.maximum(part, 1e-9)
        self.top = np.max(
            [np.where(begin <= reached, rate, 0.0) for begin, rate in agreement.tiers], axis=0
        )

    def kept(self, slope: Slope) -> Slope:
        """The nearest slope that a line may have."""
        most = MOST_MISSING if self.agreement.minimum_usd else 0.0
        missing = np.clip(slope.missing, 0.0, most)
        return Slope(np.clip(slope.off, 0.0, self.top * (1.0 - missing)), missing)

    def ratios(self, bound: Bound, slope: Slope) -> Mapping[str, Array]:
        """What a line changes of a dollar of each kind of spend in every month."""
        given = np.array([slope.off, slope.missing, self.top])
        return ratios_of(bound, *by_month_of(self.agreement, given, len(bound.shares["storage"])))

    def by_period(self, usd: Array) -> Array:
        """The sums of months by period."""
        return by_period_of(self.agreement, usd)

    def below(self, bound: Bound, slope: Slope) -> Line:
        """A line that is nowhere above what the contract changes."""
        off, missing = slope.off, slope.missing
        left = 1.0 - missing
        above = left[:, np.newaxis] * self._taken - off[:, np.newaxis] * self._spend
        at = above.argmax(axis=1)[:, np.newaxis]
        spend, taken = (
            np.take_along_axis(one, at, axis=1)[:, 0] for one in (self._spend, self._taken)
        )
        nearest = left * taken - off * (spend - self._other)
        widest = (left * self.top - off) * self._most
        is_wide = widest < nearest
        return Line(
            self.ratios(bound, slope),
            float((missing * self._due - np.where(is_wide, widest, nearest)).sum()),
            np.where(is_wide, self._most, spend - self._other),
            self._due + np.where(is_wide, self.top * self._most, taken),
        )


def ratios_of(bound: Bound, off: Array, missing: Array, top: Array) -> Mapping[str, Array]:
    """What a contract changes of a dollar of each kind of spend in every month [ratio].

    off, missing: see Slope; top: discount of what does not count for the minimum. All by month.
    beyond: of later fees, which the last month is charged with.
    """
    covers, counts = kinds_of(bound.agreement)
    ratios = {}
    for kind, share in bound.shares.items():
        name = "commitments" if kind == "beyond" else kind
        ratio = missing if name in counts else np.zeros_like(missing)
        if name in covers:
            ratio = ratio + (off if name in counts else off + missing * top)
        ratios[kind] = -share * ratio
    last = bound.agreement.periods[-1]
    if not last.is_cut:
        # The minimum of no period counts later fees, and they have a discount if there is one then.
        goes_on = bound.agreement.end is None or bound.agreement.end > last.end
        ratios["beyond"] = (
            -bound.shares["beyond"] * top * float("commitments" in covers and goes_on)
        )
    return ratios


def by_month_of(agreement: Agreement, values: Array, months: int) -> Array:
    """Values of the periods of a contract in each of their months, 0 in others; values last."""
    found = np.zeros((*values.shape[:-1], months))
    for at, one in enumerate(agreement.periods):
        found[..., one.first : one.last] = values[..., at : at + 1]
    return found


def by_period_of(agreement: Agreement, usd: Array) -> Array:
    """The sums of months by the periods of a contract."""
    return np.array([usd[one.first : one.last].sum() for one in agreement.periods])


def kinds_of(agreement: Agreement) -> tuple[frozenset[str], frozenset[str]]:
    """The kinds of spend that a contract covers, and those that count for its minimum."""
    contract = agreement.contract
    covers = frozenset[str](contract.covers)
    counted = contract.minimum_counts
    return covers, covers if counted is None else frozenset[str](counted)


def _corners(
    agreement: Agreement, period: Period, least_usd: float, most_usd: float
) -> tuple[Array, Array]:
    """Spend of a period between which its discount is straight, and the discount there [USD]."""
    tiers = [(begin * period.part, fraction) for begin, fraction in agreement.tiers]
    before = period.before_usd
    edges = np.array([begin - before for begin, _ in tiers])
    corners = np.concatenate([edges, edges * (1.0 - 1e-12), [least_usd, most_usd]])
    spend = np.clip(corners, least_usd, most_usd)
    if agreement.contract.tiers_hold_for == "whole_spend":
        taken = reached_fraction(spend_usd=before + spend, tiers=tiers) * spend
    else:
        taken = discount_within_usd(spend_usd=before + spend, tiers=tiers)
        taken = taken - discount_within_usd(spend_usd=before, tiers=tiers)
    return spend, np.asarray(taken)
