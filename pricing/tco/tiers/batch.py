"""What APIs charge for work that may wait: their list prices less a discount."""

from msgspec.structs import replace

from pricing.catalog.api_prices import ApiPrice
from pricing.quote.context import QuoteContext
from pricing.units import TOKENS_PER_MILLION_TOKENS

DISCOUNT, CACHED_DISCOUNT = "api.batch_discount_fraction", "api.batch_cached_discount_fraction"
"""The assumptions, by provider; the second where cached input has another discount."""


def at_batch_tier(context: QuoteContext, price: ApiPrice, cached_tokens: float) -> ApiPrice:
    """The prices of the batch tier of an API; list prices, with a warning, where none is known.

    cached_tokens: of a request. What is charged for a request beside its tokens stays.
    """
    known = context.catalog.assumptions
    key = f"{DISCOUNT}.{price.provider}"
    if key not in known:
        context.warn(
            f"no batch price of {price.provider} is known: its list prices stand, and most APIs"
            " take half off for batch work"
        )
        return price
    others = 1.0 - context.assume(key)
    own = f"{CACHED_DISCOUNT}.{price.provider}"
    cached = 1.0 - context.assume(own) if own in known else others
    of_cached = cached_tokens * price.usd_per_million_cached_input_tokens
    of_cached /= TOKENS_PER_MILLION_TOKENS
    fee = price.fee_usd_per_request
    of_others = price.usd_per_request - fee - of_cached
    return replace(
        price,
        source=f"{price.source}, batch tier",
        usd_per_request=fee + of_others * others + of_cached * cached,
        usd_per_million_input_tokens=price.usd_per_million_input_tokens * others,
        usd_per_million_cached_input_tokens=price.usd_per_million_cached_input_tokens * cached,
        usd_per_million_output_tokens=price.usd_per_million_output_tokens * others,
    )
