"""What a contract takes off by the spend of each of its periods, at its corners.

Between two corners the discount and the shortfall are straight.
"""

import numpy as np
from msgspec import Struct

from pricing.fleet.arrays import tall
from pricing.formulas.contracts.spend import discount_within_usd, reached_fraction
from pricing.numerics.number import Array, Number
from pricing.purchasing.contracts.agreement import Agreement

BESIDE = 1e-12
"""How far a spend just below a tier, or just above, is from it, over the spend where it begins."""


class Ends(Struct, frozen=True, eq=False):
    """What plans spend of what a contract covers, by period [USD].

    least, most: of a period alone; free: at most, where all months cost as little as they may;
    spare_usd: what all periods together may spend beyond that.
    """

    least: Array
    free: Array
    most: Array
    spare_usd: float


class Corners(Struct, frozen=True, eq=False):
    """Spend of each period at which the change by a contract bends: a row a period [USD].

    beyond: of the spend, what is beyond free; taken: discount on all that the period spends, with
    other work; own: on the spend alone, at most; due: of the minimum before any of the spend; top:
    the highest discount that a period reaches [fraction]. due and top have one element a period.
    free_usd: taken off in all without what is spare, and at most the top of that besides.
    """

    spend: Array
    beyond: Array
    taken: Array
    own: Array
    due: Array
    top: Array
    free_usd: float

    @property
    def missing(self) -> Array:
        """What is missing of the minimum."""
        return np.maximum(tall(self.due) - self.spend + self.taken, 0.0)


def corners_of(agreement: Agreement, ends: Ends) -> Corners:
    """The corners between the ends of what plans spend."""
    columns = [(one.part, one.before_usd, one.last - one.first) for one in agreement.periods]
    part, before, months = np.array(columns, float).T[..., np.newaxis]
    other = agreement.contract.other_usd_per_month * months
    known, is_whole = before + other, agreement.contract.tiers_hold_for == "whole_spend"
    begins = part * np.array([0.0, *(begin for begin, _ in agreement.tiers)])
    rates = np.array([0.0, *(rate for _, rate in agreement.tiers)])
    top = np.where(begins <= known + tall(ends.most), rates, 0.0).max(axis=1, keepdims=True)
    due = agreement.minimum_usd * part - known
    tiers = [(begins[:, [at]], float(rate)) for at, rate in enumerate(rates)]

    def within(usd: Array) -> Array:
        """The discount of a period that has spent so much."""
        return np.asarray(discount_within_usd(spend_usd=usd, tiers=tiers))

    # Within a tier the discount is its rate times the spend, and `fixed`.
    fixed = (
        rates * other if is_whole else within(begins) + rates * (known - begins) - within(before)
    )
    edges = begins - known
    ways = (
        *(
            edges - BESIDE * begins,
            edges + BESIDE * begins,
            tall(ends.least),
            tall(ends.free),
            tall(ends.most),
        ),
        (due + fixed) / (1.0 - rates),
        fixed / np.maximum(top - rates, BESIDE),
    )
    spend = np.clip(np.concatenate(ways, axis=1), tall(ends.least), tall(ends.most))
    if is_whole:
        reached: Number = reached_fraction(spend_usd=known + spend, tiers=tiers)
        taken, own = reached * (spend + other), reached * spend
    else:
        taken = within(known + spend) - within(before)
        own = np.minimum(taken, top * spend)
    beyond, free = np.maximum(spend - tall(ends.free), 0.0), top[:, 0] * ends.free
    if not is_whole:
        free = np.where(beyond > 0.0, 0.0, own).max(axis=1)
    return Corners(spend, beyond, taken, own, due[:, 0], top[:, 0], float(free.sum()))
