"""Unit prices: the bill of an hour, and its energy, over what the hour serves. Floats or arrays."""

from collections.abc import Container
from sys import intern
from typing import Any

from pricing.formulas import power, unit_cost
from pricing.numerics.number import (
    Number,
    all_of,
    any_of,
    greatest,
    negated,
    only_where,
    otherwise,
    present,
    where,
)
from pricing.serving.passes.reading import writes_nothing, written
from pricing.unit_costs.answer import Efficiency
from pricing.unit_costs.answer_costs import AtFullUse, UnitCosts
from pricing.unit_costs.hour import Hour, Output
from pricing.units import SECONDS_PER_HOUR, TOKENS_PER_MILLION_TOKENS

EXACT = (1.0, 1.0)
"""The ends of a bill without an estimate."""

SMALLEST_TOKENS = 1e-9
"""Keeps a quotient finite where a request has no input."""


TOKEN_PRICES = (
    "usd_per_million_input_tokens",
    "usd_per_million_cached_input_tokens",
    "usd_per_million_output_tokens",
    "usd_per_million_tokens",
    "usd_per_million_output_tokens_all_in",
)

INTERVALS = {
    name: (intern(f"{name}_low"), intern(f"{name}_high"))
    for name in (
        *TOKEN_PRICES,
        "usd_per_request",
        "usd_per_document",
        "usd_per_image",
        "usd_per_audio_hour",
    )
}
"""The fields of either end of a price. A Struct finds fields by identity first."""

FULL_USE = {name: intern(f"{name}_at_full_use") for name in AtFullUse.__struct_fields__}
"""The results of a row that are prices at full use."""

EVERY_RESULT = frozenset(
    {*UnitCosts.__struct_fields__, *Efficiency.__struct_fields__, *FULL_USE.values()}
)


def unit_costs_of(
    output: Output,
    usd_per_hour: Number,
    served: Number,
    facility_watts: Number,
    wanted: Container[str],
    bill_ratios: tuple[Number, Number],
) -> UnitCosts:
    """What each unit costs: the bill of an hour over what it serves; served: requests a second.

    bill_ratios: ends of the interval of the bill over it, of prices that are estimates.
    """
    usd_per_request = unit_cost.usd_per_request(
        usd_per_hour=usd_per_hour, requests_per_second=served
    )
    # Faster than expected is cheaper; where a rate says what is served, neither is either.
    at_rate = present(output.used_fraction)
    low_ratio = where(at_rate, 1.0, 1.0 / output.high_ratio)
    high_ratio = where(at_rate, 1.0, 1.0 / output.low_ratio)
    if bill_ratios is not EXACT:
        low_ratio, high_ratio = (
            unit_cost.joined_ratio(first_ratio=served_ratio, second_ratio=bill_ratio)
            for served_ratio, bill_ratio in zip((low_ratio, high_ratio), bill_ratios, strict=True)
        )
    usd = _token_prices(usd_per_request, output)
    usd["usd_per_request"] = usd_per_request
    usd["usd_per_document"] = of_read(output, usd_per_request, output.documents)
    usd["usd_per_audio_hour"] = _of_media(usd_per_request, output.audio_seconds, SECONDS_PER_HOUR)
    if has_any(output.generated_images):
        of_images = _of_media(usd_per_request, output.generated_images, 1.0)
        usd["usd_per_image"] = otherwise(usd["usd_per_image"], of_images)
    for name, (low, high) in INTERVALS.items():
        price = usd[name]
        usd[low] = price * low_ratio if price is not None and low in wanted else None
        usd[high] = price * high_ratio if price is not None and high in wanted else None
    return UnitCosts(
        **usd,
        usd_per_hour=usd_per_hour,
        usd_per_hour_low=usd_per_hour * bill_ratios[0],
        usd_per_hour_high=usd_per_hour * bill_ratios[1],
        usd_per_kilowatt_hour=unit_cost.usd_per_kilowatt_hour(
            usd_per_hour=usd_per_hour, facility_watts=facility_watts
        ),
        usd_per_watt_year=unit_cost.usd_per_watt_year(
            usd_per_hour=usd_per_hour, facility_watts=facility_watts
        ),
        output_tokens_per_usd=(
            None
            if output.output_tokens is None
            else of_written(output, output.output_tokens / usd_per_request)
        ),
    )


def at_full_use_of(costs: UnitCosts, ratio: Number) -> AtFullUse:
    """The prices with all of the throughput used; ratio: theirs over those at the use."""
    usd: dict[str, Any] = {name: getattr(costs, name) for name in AtFullUse.__struct_fields__}
    for name, one in usd.items():
        if one is not None:
            usd[name] = one * ratio
    return AtFullUse(**usd)


def of_read(output: Output, value: Number, documents: Number) -> Number:
    """What of a request is that of a document where nothing is written; absent elsewhere."""
    if output.output_tokens is None:
        return None
    reads = writes_nothing(output.output_tokens)
    return only_where(reads, value / documents) if any_of(reads) else None


def of_written(output: Output, value: Number) -> Number:
    """A figure of output tokens; absent where none are written."""
    reads = writes_nothing(output.output_tokens)
    return only_where(negated(reads), value) if any_of(reads) else value


def _of_media(usd_per_request: Number, count: Number, units: float) -> Number:
    """The price of so many units of what a request has a count of; absent where it has none."""
    if not has_any(count):
        return None
    return only_where(count > 0.0, usd_per_request * units / greatest(count, SMALLEST_TOKENS))


def has_any(count: Number) -> bool:
    """Whether any row may have some of what there mostly is none of."""
    return not isinstance(count, float) or count != 0.0


def _token_prices(usd_per_request: Number, output: Output) -> dict[str, Number]:
    """What a million tokens cost: of the input, the output, both, and all of it on the output.

    Cached input has a price of its own: what attending to it takes in prefill. So has an image: its
    tokens, and what its encoder takes, which no token of text pays for. A request without input has
    no price of it; work that is not tokens has none at all.
    """
    input_tokens, output_tokens = output.input_tokens, output.output_tokens
    if output_tokens is None:
        return dict.fromkeys((*TOKEN_PRICES, "usd_per_image"))
    share_fraction = computed_fraction = output.share_fraction
    cached_tokens, computed_tokens = output.cached_tokens, input_tokens
    divisor = written(output_tokens)
    usd_per_million = unit_cost.usd_per_million_tokens
    of_cached = None
    if has_any(cached_tokens):
        computed_fraction = share_fraction - output.cached_share_fraction
        computed_tokens = input_tokens - cached_tokens
        of_cached = only_where(
            cached_tokens > 0.0,
            usd_per_million(
                usd_per_request=usd_per_request,
                share_fraction=output.cached_share_fraction,
                tokens=greatest(cached_tokens, SMALLEST_TOKENS),
            ),
        )
    images, of_images = output.encoded_images, None
    if has_any(images):
        computed_fraction = computed_fraction - output.image_share_fraction
    # An empty input costs nothing, whatever it is divided by.
    of_input = usd_per_million(
        usd_per_request=usd_per_request,
        share_fraction=computed_fraction,
        tokens=greatest(computed_tokens, SMALLEST_TOKENS),
    )
    if has_any(images):
        of_images = only_where(
            (images > 0.0) & (input_tokens > 0.0),
            unit_cost.usd_per_image(
                usd_per_request=usd_per_request,
                encoder_fraction=output.image_share_fraction,
                images=greatest(images, SMALLEST_TOKENS),
                tokens_per_image=output.tokens_per_image,
                usd_per_million_tokens=of_input,
            ),
        )
    return {
        "usd_per_image": of_images,
        "usd_per_million_input_tokens": only_where(input_tokens > 0.0, of_input),
        "usd_per_million_cached_input_tokens": of_cached,
        "usd_per_million_output_tokens": of_written(
            output,
            usd_per_million(
                usd_per_request=usd_per_request, share_fraction=1.0 - share_fraction, tokens=divisor
            ),
        ),
        "usd_per_million_tokens": usd_per_million(
            usd_per_request=usd_per_request, share_fraction=1.0, tokens=input_tokens + output_tokens
        ),
        "usd_per_million_output_tokens_all_in": of_written(
            output,
            usd_per_million(usd_per_request=usd_per_request, share_fraction=1.0, tokens=divisor),
        ),
    }


def efficiency_of(hour: Hour, served: Number, wanted: Container[str]) -> Efficiency:
    """What a token and a request take in energy and carbon; served: requests a second."""
    output_tokens, watts = hour.output.output_tokens, hour.power
    per_request = power.joules_per_unit(watts=watts.facility_watts, units_per_second=served)
    found: dict[str, Any] = dict.fromkeys(Efficiency.__struct_fields__)
    found["joules_per_request"] = per_request
    if output_tokens is None or all_of(writes_nothing(output_tokens)):
        return Efficiency(**found)
    per_token = of_written(hour.output, per_request / written(output_tokens))
    found["joules_per_output_token"] = per_token
    if "output_tokens_per_joule" in wanted:
        found["output_tokens_per_joule"] = 1.0 / per_token
    if "output_tokens_per_device_joule" in wanted:
        device_watts = watts.device_watts * hour.output.device_count
        found["output_tokens_per_device_joule"] = of_written(
            hour.output, served * output_tokens / device_watts
        )
    if "grams_co2e_per_million_output_tokens" in wanted:
        found["grams_co2e_per_million_output_tokens"] = (
            TOKENS_PER_MILLION_TOKENS
            * per_token
            * power.grams_co2e_per_joule(
                grams_co2e_per_kilowatt_hour=hour.place.grams_co2e_per_kilowatt_hour
            )
        )
    return Efficiency(**found)
