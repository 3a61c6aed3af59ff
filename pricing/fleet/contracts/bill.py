"""The bill of a service under the contracts of its providers."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pricing.fleet.arrays import Columns
from pricing.fleet.bill import spend_of
from pricing.fleet.purchases.price_path import PricePath
from pricing.fleet.service import Service, Stage
from pricing.numerics.number import Array
from pricing.purchasing.contracts.agreement import Agreement
from pricing.purchasing.contracts.settlement import (
    CONTRACT_ITEMS,
    DISCOUNT,
    SHORTFALL,
    Settled,
    settled,
    together,
)

FEES = ("commitments", "beyond")
"""Kinds of spend that every contract is asked of."""

PathOf = Callable[[Stage], PricePath | None]
"""How a stage rents by the hour."""


class Bound(Struct, frozen=True, eq=False):
    """A contract and the spend of a service that is its provider's.

    shares: 1 where a kind of spend of a month is the provider's, else 0.
    """

    agreement: Agreement
    shares: Mapping[str, Array]

    @property
    def is_bound(self) -> bool:
        """Whether any spend may be the provider's."""
        return any(share.any() for share in self.shares.values())


def by_the_hour(stage: Stage) -> PricePath | None:
    """How a stage rents by the hour."""
    return stage.sourcing.hourly or stage.on_demand


def bound_of(
    agreements: Sequence[Agreement], service: Service, path_of: PathOf = by_the_hour
) -> tuple[Bound, ...]:
    """The contracts of a service; a contract of another provider is none of its."""
    if not agreements:
        return ()
    found = [Bound(one, shares_of(one, service, path_of)) for one in agreements]
    return tuple(one for one in found if one.is_bound)


def shares_of(
    agreement: Agreement, service: Service, path_of: PathOf = by_the_hour
) -> Mapping[str, Array]:
    """Which spend of a service is that of a contract: see Bound."""
    months = service.stages[-1].last
    kinds = ("on_demand", "spot", "commitments", "beyond", "storage", "egress")
    shares = {kind: np.zeros(months) for kind in kinds}
    provider = agreement.contract.provider

    def is_its(path: PricePath | None) -> bool:
        return path is not None and provider in {None, path.bought.provider}

    for stage in service.stages:
        rows, hourly = slice(stage.first, stage.last), path_of(stage)
        kind = "spot" if hourly is not None and hourly.option == "spot" else "on_demand"
        shares[kind][rows] = float(is_its(hourly))
        commits = float(any(map(is_its, stage.sourcing.committed)))
        shares["commitments"][rows] = shares["beyond"][rows] = commits
    sends = provider is None or is_its(service.stages[0].sourcing.first)
    shares["storage"][:] = shares["egress"][:] = float(sends)
    return shares


def sellers_of(stage: Stage) -> tuple[object, ...]:
    """What the shares of a contract hang on in a stage: who sells what it buys."""
    paths = by_the_hour(stage), stage.sourcing.first, *stage.sourcing.committed
    sold = [None if path is None else (path.option, path.bought.provider) for path in paths]
    return stage.first, stage.last, *sold


def settled_of(contracts: Sequence[Bound], of: Columns, items: Columns) -> tuple[Settled, ...]:
    """The contracts of a service over columns of its months, or of several draws of them."""
    if not contracts:
        return ()
    return settle(contracts, spend_of(of, items))


def settle(contracts: Sequence[Bound], spend: Mapping[str, Array]) -> tuple[Settled, ...]:
    """The contracts of a service over its spend, by kind."""
    found = []
    for one in contracts:
        months, own = len(one.shares["storage"]), {}
        for kind, share in one.shares.items():
            if kind in FEES or share.any():
                usd = spend.get(kind, spend["by_the_hour"]).reshape(-1, months)
                own[kind] = usd if share.all() else usd * share
        found.append(settled(one.agreement, own))
    return tuple(found)


def monthly_change_usd(
    agreements: Sequence[Agreement], service: Service, spend: Mapping[str, Array]
) -> Array:
    """What contracts change in the mean month of a service whose months are all alike [USD].

    spend: of a month, by kind, one element a load. The first stage holds for all months.
    """
    months = service.stages[-1].last
    contracts = [
        replace(one, shares={kind: share[:1].repeat(months) for kind, share in one.shares.items()})
        for one in bound_of(agreements, service)
    ]
    in_all = {**spend, "commitments": spend["commitments"] + spend["beyond"]}
    in_all["beyond"] = np.zeros_like(spend["beyond"])
    of_months = {kind: usd.repeat(months) for kind, usd in in_all.items()}
    found = settle(contracts, of_months)
    like = next(iter(of_months.values())).reshape(-1, months)
    discount, shortfall = together(found, like)
    return np.asarray((shortfall - discount).mean(axis=-1))


def with_contracts(items: Columns, contracts: Sequence[Settled]) -> Columns:
    """The items of a bill with what contracts take off and leave to be paid."""
    like = next(iter(items.values()))
    if not contracts:
        none = np.zeros_like(like)
        return {**items, **dict.fromkeys(CONTRACT_ITEMS, none)}
    discount, shortfall = together(contracts, contracts[0].covered)
    return {
        **items,
        DISCOUNT: -discount.reshape(like.shape),
        SHORTFALL: shortfall.reshape(like.shape),
    }
