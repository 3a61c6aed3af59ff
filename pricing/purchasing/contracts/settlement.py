"""What contracts take off a bill by month, and what their minimums leave to be paid."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from msgspec import Struct

from pricing.formulas.contracts.spend import discount_within_usd, reached_fraction, shortfall_usd
from pricing.numerics.number import Array
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
    contract = agreement.contract
    covers = frozenset(contract.covers)
    counts = covers if contract.minimum_counts is None else frozenset(contract.minimum_counts)
    other = contract.other_usd_per_month
    shape = np.broadcast_shapes(*(usd.shape for usd in spend.values()))
    covered = np.broadcast_to(_sum(_until(agreement.end, spend), covers), shape)
    rates, shortfall = np.zeros((2, *shape))
    valid, reached = np.zeros(shape[-1]), []
    for period in agreement.periods:
        months = slice(period.first, period.last)
        valid[months] = 1.0
        within = {kind: usd[..., months] for kind, usd in spend.items()}
        own = _until(period.end, within, period.first)
        total = _sum(own, covers) + other
        found = rates[..., months] = _rates(agreement, period, total)
        counted = total if counts == covers else _sum(own, counts) + other
        both = total if covers <= counts else _sum(own, covers & counts) + other
        net = counted - found * both
        reached.append(period.before_usd + net.sum(axis=-1))
        if agreement.minimum_usd:
            shortfall[..., period.last - 1] = shortfall_usd(
                minimum_usd=agreement.minimum_usd * period.part, counted_usd=reached[-1]
            )
    beyond = _beyond(agreement.end, spend)[..., -1] * float("commitments" in covers)
    later = -rates[..., -1] * beyond
    if agreement.periods[-1].is_cut:
        later = later + shortfall[..., -1]
    return Settled(
        agreement, covered * valid, covered * rates, shortfall, rates, tuple(reached), later
    )


def _until(end: int | None, spend: Spend, first: int = 0) -> Spend:
    """Spend with the later fees of commitments up to a month, without it: see _beyond.

    They go on as in the month that is charged with them.
    """
    if not spend["beyond"].any():
        return {kind: usd for kind, usd in spend.items() if kind != "beyond"}
    beyond = _beyond(end, spend, first)
    fees = spend["commitments"] + beyond
    return {**spend, "commitments": fees, "beyond": np.zeros_like(beyond)}


def _beyond(end: int | None, spend: Spend, first: int = 0) -> Array:
    """The later fees of commitments up to a month; None: all of them.

    first: the month in which the spend begins.
    """
    fees, beyond = spend["commitments"], spend["beyond"]
    if end is not None:
        months_left = np.maximum(end - 1.0 - first - np.arange(fees.shape[-1]), 0.0)
        beyond = np.minimum(beyond, fees * months_left)
    return beyond


def _rates(agreement: Agreement, period: Period, total: Array) -> Array:
    """The discount of every month of a period over what is spent in it [fraction]."""
    tiers = [(begin * period.part, fraction) for begin, fraction in agreement.tiers]
    if agreement.contract.tiers_hold_for == "whole_spend":
        whole = period.before_usd + total.sum(axis=-1, keepdims=True)
        return np.broadcast_to(reached_fraction(spend_usd=whole, tiers=tiers), total.shape)
    so_far = period.before_usd + total.cumsum(axis=-1)
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
