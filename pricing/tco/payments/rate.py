"""The rate at which the payments of a service are discounted."""

from collections.abc import Sequence

from pricing.fleet.arrays import Array
from pricing.fleet.calendar import Span, starts_of
from pricing.fleet.purchases.price_path import change_ratios
from pricing.purchasing.owning.terms import cost_of_capital
from pricing.quote.context import QuoteContext
from pricing.tco.query import TcoQuery


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
