"""Results: what a row of a sweep of unit costs may say."""

from functools import cache

import polars as pl

from pricing.sweeps.bills import bill_of

USUAL = (
    "model",
    "device",
    "device_count",
    "precision",
    "usd_per_million_input_tokens",
    "usd_per_million_output_tokens",
    "usd_per_million_output_tokens_low",
    "usd_per_million_output_tokens_high",
    "usd_per_million_tokens",
    "usd_per_request",
    "usd_per_hour",
    "usd_per_watt_year",
    "joules_per_output_token",
    "output_tokens_per_second",
    "ttft_seconds",
    "tpot_seconds",
    "concurrency",
    "tensor_parallel",
    "basis",
    "bound",
    "usd_per_device_hour",
    "option",
    "price_basis",
    "provider",
    "region",
)
"""The results that a row has unless others are asked for; why it has none stands behind."""


WHOLE = frozenset({"device_count", "tensor_parallel", "replica_count"})
TEXTS = frozenset(
    {
        "model",
        "device",
        "precision",
        "basis",
        "bound",
        "regime",
        "option",
        "price_basis",
        "provider",
        "region",
        "instance_type",
        "price_row",
        "refusal",
        "refusal_detail",
    }
)


@cache
def result_names() -> tuple[str, ...]:
    """Every result that a row of unit costs may have."""
    return bill_of((), {}, None).names


def result_types() -> dict[str, pl.DataType]:
    """The type of every result."""
    return {
        name: pl.String() if name in TEXTS else pl.Int64() if name in WHOLE else pl.Float64()
        for name in result_names()
    }
