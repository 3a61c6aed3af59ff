"""Costs per unit: an hourly bill over the output of the hour."""

from pricing.numerics.number import Number, exp, log, sqrt, where
from pricing.units import (
    HOURS_PER_YEAR,
    SECONDS_PER_HOUR,
    TOKENS_PER_MILLION_TOKENS,
    WATTS_PER_KILOWATT,
)


def line_usd(*, quantity: Number, usd_per_unit: Number) -> Number:
    """Cost of one item of a bill.

    c = q · p

    quantity: q, in the item's unit; usd_per_unit: p [USD per unit]. Returns [USD].
    Source: definition.

    >>> line_usd(quantity=8.0, usd_per_unit=2.5)
    20.0
    """
    return quantity * usd_per_unit


def joined_ratio(*, first_ratio: Number, second_ratio: Number) -> Number:
    """End of the interval of a product of two independent factors, over the product.

    r = e^(±√(ln² r₁ + ln² r₂)), with the sign of ln(r₁ · r₂)

    first_ratio, second_ratio: r₁ and r₂, the same end of each factor's interval over the factor
    [ratio]. Returns [ratio].
    Valid for factors whose logarithms are nearly normal, and for two low or two high ends.
    Source: JCGM 100:2008 (GUM), 5.1.2, for the logarithms.

    >>> joined_ratio(first_ratio=0.5, second_ratio=1.0)
    0.5
    """
    sign = where(first_ratio * second_ratio < 1.0, -1.0, 1.0)
    joined = exp(sign * sqrt(log(first_ratio) ** 2.0 + log(second_ratio) ** 2.0))
    return where(second_ratio == 1.0, first_ratio, where(first_ratio == 1.0, second_ratio, joined))


def usd_per_request(*, usd_per_hour: Number, requests_per_second: Number) -> Number:
    """Cost of a request.

    c = C / (3600 · X)

    usd_per_hour: C, the whole bill [USD per hour]; requests_per_second: X, served requests
    [per second]. Returns [USD].
    Source: definition.

    >>> usd_per_request(usd_per_hour=7.2, requests_per_second=2.0)
    0.001
    """
    return usd_per_hour / (SECONDS_PER_HOUR * requests_per_second)


def usd_per_million_tokens(
    *, usd_per_request: Number, share_fraction: Number, tokens: Number
) -> Number:
    """Cost of a million input or output tokens of a request.

    c = 10⁶ · c_r · x / n

    usd_per_request: c_r [USD]; share_fraction: x, share of these tokens in the device time of the
    request [fraction]; tokens: n, number of these tokens per request [tokens].
    Returns [USD per million tokens]. Input with the share of prefill and output with the
    remaining share add up to the request.
    Source: definition; time-proportional allocation of joint cost.

    >>> usd_per_million_tokens(usd_per_request=0.001, share_fraction=0.5, tokens=1000.0)
    0.5
    """
    return TOKENS_PER_MILLION_TOKENS * usd_per_request * share_fraction / tokens


def usd_per_image(
    *,
    usd_per_request: Number,
    encoder_fraction: Number,
    images: Number,
    tokens_per_image: Number,
    usd_per_million_tokens: Number,
) -> Number:
    """Cost of an image of a request: what its encoder takes, and its tokens.

    c = c_r · x / n + t · c_i / 10⁶

    usd_per_request: c_r [USD]; encoder_fraction: x, share of the encoder in the device time of the
    request [fraction]; images: n, of a request [count]; tokens_per_image: t [tokens];
    usd_per_million_tokens: c_i, of any input [USD per million tokens]. Returns [USD].
    Source: definition; time-proportional allocation of joint cost.

    >>> usd_per_image(usd_per_request=0.004, encoder_fraction=0.25, images=2.0,
    ...     tokens_per_image=1000.0, usd_per_million_tokens=0.5)
    0.001
    """
    of_tokens = tokens_per_image * usd_per_million_tokens / TOKENS_PER_MILLION_TOKENS
    return usd_per_request * encoder_fraction / images + of_tokens


def prefill_share_fraction(
    *, prefill_seconds: Number, step_seconds: Number, output_tokens: Number, concurrency: Number
) -> Number:
    """Share of prefill in the time that a request takes from its replica.

    x = t_p / (t_p + o · t_s / B)

    prefill_seconds: t_p; step_seconds: t_s [seconds]; output_tokens: o [tokens];
    concurrency: B [count]. Returns [fraction].
    Source: time-proportional allocation of joint cost.

    >>> prefill_share_fraction(prefill_seconds=0.5, step_seconds=0.1, output_tokens=10.0,
    ...     concurrency=2.0)
    0.5
    """
    return prefill_seconds / (prefill_seconds + output_tokens * step_seconds / concurrency)


def shared_usd_per_request(
    *,
    usd_per_hour: Number,
    used_fraction: Number,
    whole_fraction: Number,
    requests_per_second: Number,
) -> Number:
    """Cost of a request of one tier of work of several on the same devices.

    c = C · u / (3600 · w · λ)

    usd_per_hour: C [USD per hour]; used_fraction: u, of the time of the devices, what the tier
    takes; whole_fraction: w, what all take together [fraction]; requests_per_second: λ, served of
    the tier. Returns [USD].
    Source: definition; time-proportional allocation of joint cost, idle time included.

    >>> shared_usd_per_request(usd_per_hour=36.0, used_fraction=0.6, whole_fraction=0.9,
    ...     requests_per_second=2.0)
    0.0033333333333333335
    """
    return (
        usd_per_hour * (used_fraction / whole_fraction) / (SECONDS_PER_HOUR * requests_per_second)
    )


def usd_per_kilowatt_hour(*, usd_per_hour: Number, facility_watts: Number) -> Number:
    """Whole bill per kilowatt-hour at the meter.

    c = 1000 · C / P

    usd_per_hour: C [USD per hour]; facility_watts: P at the meter [watts].
    Returns [USD per kWh].
    Source: definition.

    >>> usd_per_kilowatt_hour(usd_per_hour=55.0, facility_watts=10_000.0)
    5.5
    """
    return WATTS_PER_KILOWATT * usd_per_hour / facility_watts


def usd_per_watt_year(*, usd_per_hour: Number, facility_watts: Number) -> Number:
    """Whole bill of a year per watt at the meter.

    c = 8760 · C / P

    usd_per_hour: C [USD per hour]; facility_watts: P at the meter [watts].
    Returns [USD per watt-year].
    Source: definition.

    >>> usd_per_watt_year(usd_per_hour=10.0, facility_watts=8760.0)
    10.0
    """
    return HOURS_PER_YEAR * usd_per_hour / facility_watts


def sold_usd_per_request(
    *,
    input_tokens: Number,
    output_tokens: Number,
    usd_per_million_input_tokens: Number,
    usd_per_million_output_tokens: Number,
) -> Number:
    """What a request is sold for at prices of tokens.

    r = (i · p_i + o · p_o) / 10⁶

    input_tokens, output_tokens: i and o, of the request [tokens]; usd_per_million_input_tokens,
    usd_per_million_output_tokens: p_i and p_o [USD per million tokens]. Returns [USD].
    Source: definition.

    >>> sold_usd_per_request(input_tokens=1000.0, output_tokens=500.0,
    ...     usd_per_million_input_tokens=1.0, usd_per_million_output_tokens=4.0)
    0.003
    """
    usd = input_tokens * usd_per_million_input_tokens
    return (usd + output_tokens * usd_per_million_output_tokens) / TOKENS_PER_MILLION_TOKENS


def gross_margin_fraction(*, sold_usd: Number, cost_usd: Number) -> Number:
    """Share of what something is sold for that its cost leaves.

    m = 1 − c / r

    sold_usd: r; cost_usd: c, both of the same [USD]. Returns [fraction], negative below cost.
    Source: gross profit over revenue, IAS 1.103.

    >>> gross_margin_fraction(sold_usd=4.0, cost_usd=3.0)
    0.25
    """
    return 1.0 - cost_usd / sold_usd


def usd_at_margin(*, cost_usd: Number, margin_fraction: Number) -> Number:
    """What something is to be sold for, so that its cost leaves a margin.

    r = c / (1 − m)

    cost_usd: c [USD]; margin_fraction: m, below 1 [fraction]. Returns [USD].
    Source: the gross margin, solved for the revenue.

    >>> usd_at_margin(cost_usd=3.0, margin_fraction=0.25)
    4.0
    """
    return cost_usd / (1.0 - margin_fraction)
