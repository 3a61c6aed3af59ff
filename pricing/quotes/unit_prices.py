"""Unit prices: the bill of an hour over what it serves, with the throughput's interval."""

from typing import Any

from pricing.formulas import unit_cost
from pricing.quotes.answers import UnitCosts
from pricing.quotes.estimates import Estimate, Tokens


def unit_prices(
    found: Estimate, *, usd_per_hour: float, facility_watts: float, served: float
) -> UnitCosts:
    """What each unit costs; served: requests a second."""
    usd_per_request = unit_cost.usd_per_request(
        usd_per_hour=usd_per_hour, requests_per_second=served
    )
    # Faster than expected is cheaper; where a rate says what is served, neither is either.
    at_rate = found.used_fraction is not None
    low_ratio = 1.0 if at_rate else 1.0 / found.throughput.high_ratio
    high_ratio = 1.0 if at_rate else 1.0 / found.throughput.low_ratio
    usd = _token_prices(usd_per_request, found.tokens)
    usd["usd_per_request"] = usd_per_request
    ranges: dict[str, Any] = {}
    for name, price in usd.items():
        ranges[f"{name}_low"] = None if price is None else price * low_ratio
        ranges[f"{name}_high"] = None if price is None else price * high_ratio
    return UnitCosts(
        **usd,
        **ranges,
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
        return dict.fromkeys(
            (
                "usd_per_million_input_tokens",
                "usd_per_million_output_tokens",
                "usd_per_million_tokens",
                "usd_per_million_output_tokens_all_in",
            )
        )
    layout, demand = tokens.serving.layout, tokens.demand
    share = unit_cost.prefill_share_fraction(
        prefill_seconds=layout.speed.prefill_seconds,
        step_seconds=layout.speed.step.seconds,
        output_tokens=demand.output_tokens,
        concurrency=layout.concurrency,
    )

    def usd_per_million(share_fraction: float, count: float) -> float:
        return float(
            unit_cost.usd_per_million_tokens(
                usd_per_request=usd_per_request, share_fraction=share_fraction, tokens=count
            )
        )

    return {
        "usd_per_million_input_tokens": (
            usd_per_million(share, demand.input_tokens) if demand.input_tokens else None
        ),
        "usd_per_million_output_tokens": usd_per_million(1.0 - share, demand.output_tokens),
        "usd_per_million_tokens": usd_per_million(1.0, demand.input_tokens + demand.output_tokens),
        "usd_per_million_output_tokens_all_in": usd_per_million(1.0, demand.output_tokens),
    }
