"""Deals of a sweep of runs: each distinct purchase, resolved once by the point quote's functions.

What scales with a row (a discount, the caller's own price) is left to the row.
"""

from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl
from msgspec import Struct

from pricing.catalog.instances import Need
from pricing.catalog.library import Library
from pricing.errors import InvalidQuery, Refusal
from pricing.numerics.structs import Column, stacked
from pricing.pauses import paused
from pricing.purchasing.query import Facility, RunPurchase
from pricing.quote.context import QuoteContext
from pricing.run_costs.interruptions import SpotRates
from pricing.run_costs.offers import Deal, deal_of
from pricing.sweeps.refusals import OWN_PRICE, Refused, run_query_of
from pricing.sweeps.run_costs.fields import Values, decides_deal, distinct
from pricing.sweeps.scenarios import Questions, places

NO_SPOT = SpotRates(*[1.0] * 4)
"""What stands for the rates of spot where nothing is spot."""


class Sold(Struct, frozen=True, gc=False):
    """A purchase that has a price."""

    deal: Deal
    is_given: bool
    provider: str | None
    region: str | None

    @property
    def kind(self) -> tuple[Any, ...]:
        """What tells deals apart that are worked out in different ways."""
        deal, terms = self.deal, self.deal.terms
        return (
            deal.option,
            self.is_given,
            deal.rate.owned is None,
            terms
            and (
                terms.term_hours is None,
                terms.in_full,
                terms.is_shared,
                terms.cost_of_capital_fraction is None,
            ),
        )


class Deals:
    """The distinct deals of one way of buying the capacity of scenarios.

    kind_of: the kind of each, from 1 on, 0 where there is no price; kinds: the deals of each kind
    as a struct of arrays, in the places of all; is_wrong: whether the question contradicts itself;
    hangs_on_spread: whether any is paid by the term, or at the price of the devices.
    """

    def __init__(
        self, questions: Questions, purchase: RunPurchase | None, counts: Column, *, is_named: bool
    ) -> None:
        """purchase: that of all scenarios; None where it stands among their fields.

        is_named: whether the caller asked for it.
        """
        asked, place_of = distinct(questions, decides_deal, (OWN_PRICE,))
        sizes, size_of = np.unique(counts, return_inverse=True)
        pairs, self._own = np.unique(
            place_of(places(0, questions.scenarios.count)) * len(sizes) + size_of,
            return_inverse=True,
        )
        keys = list(asked)
        found = [
            _sold(
                questions.library,
                keys[pair // len(sizes)],
                purchase,
                is_named,
                float(sizes[pair % len(sizes)]),
            )
            for pair in paused(pairs.tolist())
        ]
        sold = [one if isinstance(one, Sold) else None for one in found]
        firsts = {one.kind: one for one in reversed(sold) if one}
        codes = {kind: code for code, kind in enumerate(firsts, 1)}
        self.kind_of = np.array([codes[one.kind] if one else 0 for one in sold])
        self.kinds = [
            stacked([one.deal if one and one.kind == kind else first.deal for one in sold])
            for kind, first in firsts.items()
        ]
        self.is_wrong = np.array([one is InvalidQuery for one in found])
        self.is_given = np.array([bool(one and one.is_given) for one in sold])
        spots = [one.deal.spot if one else None for one in sold]
        self.is_spot = np.array([bool(one) for one in spots])
        any_spot = next((one for one in spots if one is not None), NO_SPOT)
        self.spot = stacked([one or any_spot for one in spots])
        self.hangs_on_spread = any(
            one and one.deal.terms and (one.deal.terms.in_full or one.deal.rate.owned)
            for one in sold
        )
        self.texts = pl.DataFrame(
            [(one.deal.option, one.provider, one.region) if one else (None,) * 3 for one in sold],
            schema=dict.fromkeys(("option", "provider", "region"), pl.String),
            orient="row",
        )

    def places_of(self, at: pl.Series) -> Column:
        """The deals of scenarios at some places."""
        found: Column = self._own[at.to_numpy()]
        return found


@lru_cache(maxsize=65_536)
def _sold(
    library: Library,
    values: Values,
    purchase: RunPurchase | None,
    is_named: bool,  # noqa: FBT001 -- a cache has no names
    device_count: float,
) -> Sold | type[Refusal]:
    """A purchase of so many devices by dotted names, or what it is refused as."""
    # The price of a run does not hang on its model, which a query must have.
    query = run_query_of({"model": "", **dict(values)})
    if isinstance(query, Refused):
        return InvalidQuery
    if purchase is None:
        (purchase,) = query.purchases or (RunPurchase(),)
    try:
        context = QuoteContext.open(library, catalog=query.catalog, as_of=query.as_of)
        device = context.catalog.devices.find(query.deployment.device, field="deployment.device")
    except Refusal:
        return InvalidQuery
    try:
        bought, deal = deal_of(
            context,
            device,
            purchase,
            query.commitments,
            Facility(),
            query.reliability,
            field="purchases[0]",
            need=Need(device_count, device_count, purchase.shared_instances),
            is_named=is_named,
        )
    except InvalidQuery:
        return InvalidQuery
    except Refusal:
        return Refusal
    is_given = bought.price.basis == "given"
    return Sold(deal, is_given, bought.provider, bought.region)
