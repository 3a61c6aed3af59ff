"""APIs that serve the same requests and charge per token."""

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.api_prices import ApiPrice
from pricing.errors import InvalidQuery
from pricing.purchasing.api_prices import api_price_of, use_api_price
from pricing.quote.context import QuoteContext
from pricing.quote.query import ModelNumbers
from pricing.tco.answer import TokenPrices
from pricing.tco.query import Alternative
from pricing.unit_costs.estimate import Tokens
from pricing.unit_costs.query import Measured, WorkloadKind
from pricing.units import TOKENS_PER_MILLION_TOKENS

GIVEN = ("usd_per_million_input_tokens", "usd_per_million_output_tokens")
PRICES = (*GIVEN, "usd_per_million_cached_input_tokens")


class Api(Struct, frozen=True):
    """The prices of an API for the requests of a query."""

    name: str
    prices: TokenPrices
    change_per_year: float


def api_of(
    context: QuoteContext, alternative: Alternative, tokens: Tokens | None, workload: WorkloadKind
) -> Api:
    """The prices of an API, for batch work those of its batch tier.

    Raises a Refusal for contradictory fields and unknown names.
    """
    if tokens is None:
        raise InvalidQuery(
            "an API charges per token, and the query has no model: give a model, or compare with"
            " another deployment",
            field="provider",
        )
    _check(alternative)
    demand = tokens.demand
    cached_tokens = demand.input_tokens * demand.cached_fraction
    if _has_prices(alternative):
        prices = _given(alternative, demand.input_tokens, cached_tokens, demand.output_tokens)
        name = alternative.name or "API at given prices"
        return Api(name, prices, alternative.price_change_per_year_fraction)
    provider, model = alternative.provider, alternative.model
    if provider is None or model is None or isinstance(model, ModelNumbers):
        raise InvalidQuery(
            "an alternative needs provider and model of an API, its prices per token, or a"
            " deployment",
            field="provider" if provider is None else "model",
        )
    price = api_price_of(
        context,
        provider,
        model,
        input_tokens=demand.input_tokens,
        cached_input_tokens=cached_tokens,
        output_tokens=demand.output_tokens,
    )
    if workload == "batch":
        price = at_batch_tier(context, price, cached_tokens)
    _warn_of(context, price, tokens)
    return Api(
        alternative.name or f"{price.provider} {price.model}{', batch' * (workload == 'batch')}",
        TokenPrices(
            usd_per_million_input_tokens=price.usd_per_million_input_tokens,
            usd_per_million_cached_input_tokens=price.usd_per_million_cached_input_tokens,
            usd_per_million_output_tokens=price.usd_per_million_output_tokens,
            usd_per_request=price.usd_per_request,
            source=price.source,
        ),
        alternative.price_change_per_year_fraction,
    )


def _has_prices(alternative: Alternative) -> bool:
    return any(getattr(alternative, name) is not None for name in PRICES)


def _check(alternative: Alternative) -> None:
    """Refuse fields that an API does not have, and prices beside the name of an API."""
    if alternative.purchase is not None or alternative.capacity is not None:
        raise InvalidQuery(
            "an API has no capacity to buy: leave out purchase and capacity, or give a deployment",
            field="purchase" if alternative.purchase is not None else "capacity",
        )
    if alternative.measured != Measured():
        raise InvalidQuery(
            "measured applies to a deployment: leave it out, or give a deployment", field="measured"
        )
    named = [name for name in ("provider", "model") if getattr(alternative, name) is not None]
    if named and _has_prices(alternative):
        raise InvalidQuery(
            "prices per token replace provider and model: leave out one or the other",
            field=named[0],
        )


def _warn_of(context: QuoteContext, price: ApiPrice, tokens: Tokens) -> None:
    """What the prices of an API alone do not say, and where they are from."""
    demand = tokens.demand
    if demand.images.count:
        context.warn(
            f"an image is taken to be {demand.images.tokens:,.0f} tokens to the API too, as it is"
            f" to {tokens.model.name}: APIs count images by rules of their own"
        )
    use_api_price(context, price)


def _given(
    alternative: Alternative, input_tokens: float, cached_tokens: float, output_tokens: float
) -> TokenPrices:
    """The prices that the caller gave."""
    missing = [name for name in GIVEN if getattr(alternative, name) is None]
    if missing:
        raise InvalidQuery("give the prices of both input and output tokens", field=missing[0])
    uncached = alternative.usd_per_million_input_tokens or 0.0
    output = alternative.usd_per_million_output_tokens or 0.0
    cached = alternative.usd_per_million_cached_input_tokens
    cached = uncached if cached is None else cached
    usd = (input_tokens - cached_tokens) * uncached + cached_tokens * cached
    per_request = (usd + output_tokens * output) / TOKENS_PER_MILLION_TOKENS
    if not per_request > 0.0:
        raise InvalidQuery("these prices make the API free: give its real prices", field=GIVEN[1])
    return TokenPrices(
        usd_per_million_input_tokens=uncached,
        usd_per_million_cached_input_tokens=cached,
        usd_per_million_output_tokens=output,
        usd_per_request=per_request,
        source="given",
    )


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
