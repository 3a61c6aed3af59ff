"""What an API charges for tokens, and for requests of a length."""

from pricing.asking.answer import ApiPriceAnswer
from pricing.asking.query import ApiPriceQuery
from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.purchasing.api_prices import api_price_of, use_api_price
from pricing.quote.context import QuoteContext
from pricing.quote.currencies.conversion import in_currency
from pricing.quote.currencies.rates import rate_of
from pricing.units import TOKENS_PER_MILLION_TOKENS


def price_of_api(query: ApiPriceQuery, library: Library) -> ApiPriceAnswer:
    """The prices of an API on a day, by rows of the caller's own or the packaged prices.

    Raises UnknownName, NoPrice, or InvalidQuery for requests without tokens.
    """
    context = QuoteContext.open(library, catalog=query.catalog, as_of=query.as_of)
    tokens_in = context.given_or(query.input_tokens, "load.input_tokens")
    tokens_out = context.given_or(query.output_tokens, "load.output_tokens")
    if not tokens_in + tokens_out:
        raise InvalidQuery(
            "a request without tokens has no price: name some",
            field="q",
            nearest=(f"{query.model} with 1k in 200 out",),
        )
    price = api_price_of(
        context,
        query.provider,
        query.model,
        input_tokens=tokens_in,
        cached_input_tokens=tokens_in * (query.cached_input_fraction or 0.0),
        output_tokens=tokens_out,
        is_batch=query.is_batch,
    )
    use_api_price(context, price)
    if query.is_batch and not price.is_batch:
        context.warn(
            f"no batch price of {price.model} at {price.provider} is known on {context.as_of}:"
            " requests cost what they do when answered at once"
        )
    if not price.is_dated and context.day < context.catalog.known_by.toordinal():
        context.warn(
            f"one price of {price.model} alone is known: it is told for {context.as_of}, and may"
            " have been another then"
        )
    both = tokens_in + tokens_out
    per_month = query.requests_per_month
    if per_month is None and query.tokens_per_month is not None:
        per_month = query.tokens_per_month / both
    rate = rate_of(context.catalog, query, context.as_of)
    answer = ApiPriceAnswer(
        provider=price.provider,
        model=price.model,
        usd_per_million_input_tokens=price.usd_per_million_input_tokens,
        usd_per_million_cached_input_tokens=price.usd_per_million_cached_input_tokens,
        usd_per_million_output_tokens=price.usd_per_million_output_tokens,
        is_batch=price.is_batch,
        input_tokens=tokens_in,
        output_tokens=tokens_out,
        usd_per_request=price.usd_per_request,
        usd_per_million_tokens=price.usd_per_request / both * TOKENS_PER_MILLION_TOKENS,
        usd_per_month=None if per_month is None else per_month * price.usd_per_request,
        source=price.source,
        assumptions=context.assumptions,
        warnings=context.warnings,
        provenance=context.provenance(query),
    )
    return in_currency(answer, rate)
