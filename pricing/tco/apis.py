"""APIs: the same requests served by somebody else, and paid per token."""

from datetime import date

from msgspec import Struct

from pricing.catalog.api_prices import api_price
from pricing.errors import InvalidQuery
from pricing.quote.context import Ledger
from pricing.quote.query import ModelNumbers
from pricing.tco.answer import TokenPrices
from pricing.tco.query import Alternative
from pricing.unit_costs.estimate import Tokens
from pricing.unit_costs.query import Measured
from pricing.units import TOKENS_PER_MILLION_TOKENS

GIVEN = ("usd_per_million_input_tokens", "usd_per_million_output_tokens")
PRICES = (*GIVEN, "usd_per_million_cached_input_tokens")


class Api(Struct, frozen=True):
    """An API's prices for the requests of a query."""

    name: str
    prices: TokenPrices
    change_per_year: float


def api_of(
    ledger: Ledger, alternative: Alternative, tokens: Tokens | None, cached_fraction: float
) -> Api:
    """The prices of an API alternative. Raises a Refusal for what contradicts or is unknown."""
    if tokens is None:
        raise InvalidQuery(
            "an API is priced per token, and the query has no model: give it, or compare with"
            " another deployment",
            field="provider",
        )
    if alternative.purchase is not None or alternative.capacity is not None:
        raise InvalidQuery(
            "an API has no capacity to buy: leave out purchase and capacity, or give a deployment",
            field="purchase" if alternative.purchase is not None else "capacity",
        )
    if alternative.measured != Measured():
        raise InvalidQuery(
            "what was measured is of a deployment: leave it out, or give one", field="measured"
        )
    demand = tokens.demand
    cached_tokens = demand.input_tokens * cached_fraction
    if any(getattr(alternative, name) is not None for name in PRICES):
        named = [name for name in ("provider", "model") if getattr(alternative, name) is not None]
        if named:
            raise InvalidQuery(
                "prices per token say what the API costs: leave them out, or provider and model",
                field=named[0],
            )
        prices = _given(alternative, demand.input_tokens, cached_tokens, demand.output_tokens)
        name = alternative.name or "API at given prices"
        return Api(name, prices, alternative.price_change_per_year_fraction)
    provider, model = alternative.provider, alternative.model
    if provider is None or model is None or isinstance(model, ModelNumbers):
        raise InvalidQuery(
            "say what the alternative is: provider and model of an API, its prices per token, or"
            " a deployment",
            field="provider" if provider is None else "model",
        )
    found = api_price(
        provider,
        model,
        date.fromordinal(ledger.day),
        input_tokens=demand.input_tokens,
        cached_input_tokens=cached_tokens,
        output_tokens=demand.output_tokens,
    )
    if found.by_the_hour:
        ledger.warn(
            f"{found.provider} prices {found.model} by the hour of the day: this is the mean of a"
            " day"
        )
    if found.fee_usd_per_request:
        ledger.warn(
            f"{found.provider} charges {found.fee_usd_per_request:g} USD for a request of"
            f" {found.model} besides its tokens: usd_per_request holds it, the prices per token do"
            " not"
        )
    return Api(
        alternative.name or f"{found.provider} {found.model}",
        TokenPrices(
            usd_per_million_input_tokens=found.usd_per_million_input_tokens,
            usd_per_million_cached_input_tokens=found.usd_per_million_cached_input_tokens,
            usd_per_million_output_tokens=found.usd_per_million_output_tokens,
            usd_per_request=found.usd_per_request,
            source=f"genai-prices {found.version}: {found.provider} {found.model}",
        ),
        alternative.price_change_per_year_fraction,
    )


def _given(
    alternative: Alternative, input_tokens: float, cached_tokens: float, output_tokens: float
) -> TokenPrices:
    """Prices of the caller's."""
    missing = [name for name in GIVEN if getattr(alternative, name) is None]
    if missing:
        raise InvalidQuery("a price of input and one of output are needed", field=missing[0])
    uncached = alternative.usd_per_million_input_tokens or 0.0
    output = alternative.usd_per_million_output_tokens or 0.0
    cached = alternative.usd_per_million_cached_input_tokens
    cached = uncached if cached is None else cached
    usd = (input_tokens - cached_tokens) * uncached + cached_tokens * cached
    per_request = (usd + output_tokens * output) / TOKENS_PER_MILLION_TOKENS
    if not per_request > 0.0:
        raise InvalidQuery(
            "at these prices the API is free: give what it really costs", field=GIVEN[1]
        )
    return TokenPrices(
        usd_per_million_input_tokens=uncached,
        usd_per_million_cached_input_tokens=cached,
        usd_per_million_output_tokens=output,
        usd_per_request=per_request,
        source="given",
    )
