"""The bridge in another currency: each side at the rate of its day, and the rates as one effect."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from pricing.errors import Refusal
from pricing.explanations.answer import ConvertedBridge, ConvertedEffect, Effect, ranked
from pricing.explanations.attribution import exact_effects, shapley_values
from pricing.explanations.coalitions import Settled
from pricing.explanations.query import ExplanationQuery
from pricing.explanations.sides import Side
from pricing.quote.currencies.conversion import amount_in, renamed_in
from pricing.quote.currencies.rates import ExchangeRate, rate_of
from pricing.tco.answer import TcoAnswer

RATES = "exchange_rates"
"""The effect of the rates."""


class SideRate(Struct, frozen=True):
    """The rate of a side.

    usd_per_currency_unit: the mean one of the months of a service, else that of the day [USD].
    """

    published: ExchangeRate
    usd_per_currency_unit: float

    @property
    def currency(self) -> str:
        """The currency, as three capitals."""
        return self.published.currency


def rate_of_side(query: ExplanationQuery, side: Side, answer: Any) -> SideRate | None:
    """The rate of a side, None for dollars. Raises as rate_of does, with the field of the request.

    answer: of its question, whose months may have rates of their own.
    """
    rate_of(side.catalog, query, side.as_of)  # of the request itself
    try:
        published = rate_of(side.catalog, side.asked, side.as_of)
    except Refusal as refusal:
        side.refuse(refusal)
    if published is None:
        return None
    rate = published.usd_per_currency_unit
    if isinstance(answer, TcoAnswer) and answer.converted and answer.converted.total:
        rate = answer.totals.usd_total / answer.converted.total
    return SideRate(published, rate)


def converted_bridge(
    figure: str,
    ends: tuple[float, float],
    found: Settled,
    effects: Sequence[Effect],
    rates: tuple[SideRate | None, SideRate | None],
) -> ConvertedBridge | None:
    """The bridge in a currency; None for dollars, and for what is no money.

    ends: the figure at both in dollars. No question is asked anew: sets of blocks with the rate of
    either side are those in dollars, converted.
    """
    one, other = rates
    if one is None or other is None or one.currency != other.currency:
        return None
    named = renamed_in(figure, one.currency)
    if named is None:
        return None
    last = figure.rpartition(".")[2]
    usd_per_unit = [side.usd_per_currency_unit for side in (one, other)]
    worths = [amount_in(last, worth, rate) for rate in usd_per_unit for worth in found.worths]
    names = [*(block.name for block in found.blocks), RATES]
    start, end = (amount_in(last, usd, rate) for usd, rate in zip(ends, usd_per_unit, strict=True))
    values = shapley_values(worths, len(names))
    changes = exact_effects(start, end, dict(zip(names, values, strict=True)))
    words = {effect.name: effect.words for effect in effects} | {RATES: _words(one, other)}
    return ConvertedBridge(
        currency=one.currency,
        figure=named,
        from_usd_per_currency_unit=usd_per_unit[0],
        to_usd_per_currency_unit=usd_per_unit[1],
        from_rate_day=one.published.day,
        to_rate_day=other.published.day,
        rate_source=other.published.source,
        from_value=start,
        to_value=end,
        change=end - start,
        effects=ranked(
            ConvertedEffect(name=name, words=words.get(name, name), change=change)
            for name, change in changes.items()
        ),
    )


def _words(one: SideRate, other: SideRate) -> str:
    rates = [f"{side.usd_per_currency_unit:.6g}" for side in (one, other)]
    return f"1 {one.currency} = {rates[0]} to {rates[1]} USD"
