"""Terms that are paid upfront: their price, and what the payment costs in capital."""

from collections.abc import Iterator, Sequence

from pricing.errors import NoPrice
from pricing.fleet.pools.prices import joined
from pricing.fleet.purchases.price_path import Market, PricePath
from pricing.formulas.capital import financing_usd_per_hour
from pricing.purchasing.commitments import TERM_YEARS, UPFRONT_FRACTIONS, with_upfront
from pricing.quote.context import QuoteContext


def paid_upfront(
    context: QuoteContext, market: Market, path: PricePath, upfront: str, *, field: str
) -> PricePath:
    """The price of a term with a payment upfront. Raises NoPrice where none is sold.

    The payment costs capital at the discount rate of the query, else at that of the tables.
    """
    fraction = UPFRONT_FRACTIONS[upfront]
    if not fraction:
        return path
    if path.parts:
        return joined(
            [(paid_upfront(context, market, one, upfront, field=field), n) for one, n in path.parts]
        )
    bought = with_upfront(context, path.bought, upfront, field=field.removesuffix(".upfront"))
    ratio = bought.price.usd_per_device_hour / path.bought.price.usd_per_device_hour
    rate = context.given_or(market.discount_rate_fraction, "capital.cost_of_capital_fraction")
    capital_ratio = 0.0
    if rate:
        capital_ratio = float(
            financing_usd_per_hour(
                upfront_usd_per_hour=fraction,
                term_years=TERM_YEARS[path.option],
                cost_of_capital_fraction=rate,
            )
        )
    return PricePath(bought, path.usd_per_device_hour * ratio, upfront, fraction, capital_ratio)


def variants_of(
    context: QuoteContext, market: Market, upfronts: Sequence[str], paths: Sequence[PricePath]
) -> Iterator[PricePath]:
    """Every term with every payment upfront that its provider sells."""
    for path in paths:
        for upfront in dict.fromkeys(upfronts):
            try:
                yield paid_upfront(context, market, path, upfront, field="purchase.upfronts")
            except NoPrice as refusal:
                context.warn(f"{upfront} upfront is left out of the optimal plan: {refusal.detail}")
