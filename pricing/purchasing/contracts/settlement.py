"""What contracts take off a bill by month, and what their minimums leave to be paid."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

import numpy as np
from msgspec import Struct

from pricing.formulas.contracts.spend import discount_within_usd, reached_fraction, shortfall_usd
from pricing.numerics.number import Array, Counts, Number
from pricing.purchasing.contracts.agreement import Agreement, Period

CONTRACT_ITEMS = DISCOUNT, SHORTFALL = ("contract_discount", "contract_shortfall")
"""What contracts add to the items of a bill."""

Spend = Mapping[str, Array]
"""Spend by kind and month, the months last [USD]. beyond: fees of commitments that are charged in a
month for later ones."""


class Settled(Struct, frozen=True, eq=False):
    """A contract over the months of a bill, the months last.

    covered: spend of the bill that has the discount, before it; discount, shortfall: what is taken
    off and what is due; rates: the discount over what is covered [fraction]; reached: what counts
    for the minimum of each period in all, with other spend; later: what is due after the last month
    of what the contract changes. All but rates are in USD.
    """

    agreement: Agreement
    covered: Array
    discount: Array
    shortfall: Array
    rates: Array
    reached: tuple[Array, ...]
    later: Array


def settled(agreement: Agreement, spend: Spend) -> Settled:
    """A contract over the spend of its provider."""
    contract, periods = agreement.contract, _months_of(agreement.periods)
    covers = frozenset(contract.covers)
    counts = covers if contract.minimum_counts is None else frozenset(contract.minimum_counts)
    shape = np.broadcast_shapes(*(usd.shape for usd in spend.values()))
    covered = np.broadcast_to(_sum(_until(agreement.end, spend), covers), shape)
    ends = np.array([period.end for period in agreement.periods])
    valid = np.zeros(shape[-1])
    valid[periods.months] = 1.0
    month_ends = np.zeros(shape[-1])
    month_ends[periods.months] = ends[periods.rows]
    own = _until(month_ends, spend)

    def by_period(kinds: Collection[str]) -> Array:
        """What each month of each period spends on some kinds, with other spend."""
        found = np.zeros((*shape[:-1], len(ends), periods.longest))
        usd = np.broadcast_to(_sum(own, kinds), shape)[..., periods.months]
        found[..., periods.rows, periods.columns] = usd + contract.other_usd_per_month
        return found

    total = by_period(covers)
    found = _rates(agreement, total)
    rates, shortfall = np.zeros((2, *shape))
    rates[..., periods.months] = found[..., periods.rows, periods.columns]
    counted = total if counts == covers else by_period(counts)
    both = total if covers <= counts else by_period(covers & counts)
    before = np.array([period.before_usd for period in agreement.periods])
    reached = before + (counted - found * both).sum(axis=-1)
    if agreement.minimum_usd:
        parts = np.array([period.part for period in agreement.periods])
        shortfall[..., [period.last - 1 for period in agreement.periods]] = shortfall_usd(
            minimum_usd=agreement.minimum_usd * parts, counted_usd=reached
        )
    beyond = _beyond(agreement.end, spend)[..., -1] * float("commitments" in covers)
    later = -rates[..., -1] * beyond
    if agreement.periods[-1].is_cut:
        later = later + shortfall[..., -1]
    return Settled(
        *(agreement, covered * valid, covered * rates, shortfall, rates),
        *(tuple(np.moveaxis(reached, -1, 0)), later),
    )


class _Months(Struct, frozen=True, eq=False):
    """The months of periods as rows of a table: of each month its row and its column.

    longest: months of the longest period.
    """

    months: Counts
    rows: Counts
    columns: Counts
    longest: int


@lru_cache(maxsize=64)
def _months_of(periods: tuple[Period, ...]) -> _Months:
    """Where the months of periods stand."""
    places = [
        (month, row, month - period.first)
        for row, period in enumerate(periods)
        for month in range(period.first, period.last)
    ]
    months, rows, columns = np.array(places).T
    return _Months(months, rows, columns, max(one.last - one.first for one in periods))


def _until(end: Number | None, spend: Spend) -> Spend:
    """Spend with the later fees of commitments up to a month, without it: see _beyond.

    They go on as in the month that is charged with them.
    """
    if not spend["beyond"].any():
        return {kind: usd for kind, usd in spend.items() if kind != "beyond"}
    beyond = _beyond(end, spend)
    fees = spend["commitments"] + beyond
    return {**spend, "commitments": fees, "beyond": np.zeros_like(beyond)}


def _beyond(end: Number | None, spend: Spend) -> Array:
    """The later fees of commitments up to a month, or one for each month; None: all of them."""
    fees, beyond = spend["commitments"], spend["beyond"]
    if end is not None:
        months_left = np.maximum(end - 1.0 - np.arange(fees.shape[-1]), 0.0)
        beyond = np.minimum(beyond, fees * months_left)
    return beyond


def _rates(agreement: Agreement, total: Array) -> Array:
    """The discount over what is spent, by period and its months [fraction]."""
    before = np.array([[period.before_usd] for period in agreement.periods])
    parts = np.array([[period.part] for period in agreement.periods])
    tiers = [(begin * parts, fraction) for begin, fraction in agreement.tiers]
    if agreement.contract.tiers_hold_for == "whole_spend":
        whole = before + total.sum(axis=-1, keepdims=True)
        return np.broadcast_to(reached_fraction(spend_usd=whole, tiers=tiers), total.shape)
    so_far = before + total.cumsum(axis=-1)
    usd = discount_within_usd(spend_usd=so_far, tiers=tiers) - discount_within_usd(
        spend_usd=so_far - total, tiers=tiers
    )
    return np.asarray(usd / np.where(total > 0.0, total, 1.0))


def _sum(spend: Spend, kinds: Collection[str]) -> Array:
    """The spend of some kinds."""
    found = [usd for kind, usd in spend.items() if kind in kinds]
    return np.asarray(sum(found[1:], found[0])) if found else np.zeros_like(spend["commitments"])


def together(contracts: Sequence[Settled], like: Array) -> tuple[Array, Array]:
    """What all contracts take off and what they leave to be paid; like: of the same shape [USD]."""
    none = np.zeros_like(like)
    return (
        np.asarray(sum((one.discount for one in contracts), none)),
        np.asarray(sum((one.shortfall for one in contracts), none)),
    )
