"""Unit prices: the bill of an hour over what it serves, with the throughput's interval."""

from sys import intern
from typing import Any

from pricing.errors import check_finite
from pricing.formulas import unit_cost
from pricing.numerics.number import Number, greatest, where
from pricing.unit_costs.answer import UnitCosts
from pricing.unit_costs.estimate import Estimate, Tokens

TOKEN_PRICES = (
    "usd_per_million_input_tokens",
    "usd_per_million_output_tokens",
    "usd_per_million_tokens",
    "usd_per_million_output_tokens_all_in",
)

RANGES = {
    name: (intern(f"{name}_low"), intern(f"{name}_high"))
    for name in (*TOKEN_PRICES, "usd_per_request")
}
"""The fields of either end of a price. A Struct finds fields by identity first."""

SMALLEST_TOKENS = 1e-9
"""Keeps a quotient finite where a request has no input."""


def unit_prices(
    found: Estimate, *, usd_per_hour: float, facility_watts: float, served: float
) -> UnitCosts:
    """What each unit costs; served: requests a second."""
    usd_per_request = unit_cost.usd_per_request(
        usd_per_hour=usd_per_hour, requests_per_second=served
    )
    check_finite(usd_per_hour, usd_per_request)
    # Faster than expected is cheaper; where a rate says what is served, neither is either.
    at_rate = found.used_fraction is not None
    low_ratio = 1.0 if at_rate else 1.0 / found.throughput.high_ratio
    high_ratio = 1.0 if at_rate else 1.0 / found.throughput.low_ratio
    usd = _token_prices(usd_per_request, found.tokens)
    usd["usd_per_request"] = usd_per_request
    for name, (low, high) in RANGES.items():
        price = usd[name]
        usd[low] = None if price is None else price * low_ratio
        usd[high] = None if price is None else price * high_ratio
    return UnitCosts(
        **usd,
        usd_per_hour=usd_per_hour,
        usd_per_kilowatt_hour=unit_cost.usd_per_kilowatt_hour(
            usd_per_hour=usd_per_hour, facility_watts=facility_watts
        ),
        usd_per_watt_year=unit_cost.usd_per_watt_year(
            usd_per_hour=usd_per_hour, facility_watts=facility_watts
        ),
        output_tokens_per_usd=(
            found.tokens.demand.output_tokens / usd_per_request if found.tokens else None
        ),
    )


def _token_prices(usd_per_request: float, tokens: Tokens | None) -> dict[str, Any]:
    """What a million tokens of each kind cost, None where there are none."""
    if tokens is None:
        return dict.fromkeys(TOKEN_PRICES)
    return token_prices(
        usd_per_request,
        share_fraction=tokens.serving.layout.prefill_share_fraction,
        input_tokens=tokens.demand.input_tokens,
        output_tokens=tokens.demand.output_tokens,
    )


def token_prices(
    usd_per_request: Number,
    *,
    share_fraction: Number,
    input_tokens: Number,
    output_tokens: Number,
) -> dict[str, Number]:
    """What a million tokens of each kind cost. Floats or expressions.

    share_fraction: of the bill, for the input [fraction]. A request without input has no price
    of it.
    """
    usd_per_million = unit_cost.usd_per_million_tokens
    # An empty input costs nothing, whatever it is divided by.
    of_input = usd_per_million(
        usd_per_request=usd_per_request,
        share_fraction=share_fraction,
        tokens=greatest(input_tokens, SMALLEST_TOKENS),
    )
    return {
        "usd_per_million_input_tokens": where(input_tokens > 0.0, of_input, None),
        "usd_per_million_output_tokens": usd_per_million(
            usd_per_request=usd_per_request,
            share_fraction=1.0 - share_fraction,
            tokens=output_tokens,
        ),
        "usd_per_million_tokens": usd_per_million(
            usd_per_request=usd_per_request,
            share_fraction=1.0,
            tokens=input_tokens + output_tokens,
        ),
        "usd_per_million_output_tokens_all_in": usd_per_million(
            usd_per_request=usd_per_request, share_fraction=1.0, tokens=output_tokens
        ),
    }
