"""The price of an API in an answer: by a row of the caller's own, else by the packaged prices."""

from datetime import date

from pricing.catalog.api_prices import ApiPrice, api_price
from pricing.quote.answer import ApiPriceSource
from pricing.quote.context import QuoteContext


def api_price_of(
    context: QuoteContext,
    provider: str,
    model: str,
    *,
    input_tokens: float,
    cached_input_tokens: float,
    output_tokens: float,
    is_batch: bool = False,
) -> ApiPrice:
    """The price of a request on the day.

    input_tokens: all of them; cached_input_tokens: those in the cache of the provider; is_batch:
    whether answers may take a day, where the seller has a price of that. Raises UnknownName or
    NoPrice.
    """
    day = date.fromordinal(context.day)
    tokens = {
        "input_tokens": input_tokens,
        "cached_input_tokens": cached_input_tokens,
        "output_tokens": output_tokens,
    }
    own = context.catalog.own_api_prices.find(provider, model, day, **tokens)
    return own or api_price(provider, model, day, **tokens, is_batch=is_batch)


def use_api_price(context: QuoteContext, price: ApiPrice) -> None:
    """List a price that an answer uses, and warn of what its prices per token do not say."""
    if price.by_the_hour:
        context.warn(
            f"{price.provider} has prices of {price.model} by the hour of the day: this is the"
            " mean of a day"
        )
    if price.fee_usd_per_request:
        context.warn(
            f"{price.provider} charges {price.fee_usd_per_request:g} USD for a request of"
            f" {price.model} besides its tokens: usd_per_request includes this fee, the prices per"
            " token do not"
        )
    context.use_api_price(
        ApiPriceSource(
            provider=price.provider,
            model=price.model,
            package=price.package,
            version=price.version,
            row_digest=price.row_digest,
        )
    )
