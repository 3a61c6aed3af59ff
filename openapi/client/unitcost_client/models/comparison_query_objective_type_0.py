from typing import Literal, cast

ComparisonQueryObjectiveType0 = Literal[
    "grams_co2e_per_million_output_tokens",
    "joules_per_output_token",
    "tpot_seconds",
    "ttft_seconds",
    "usd_per_document",
    "usd_per_image",
    "usd_per_million_input_tokens",
    "usd_per_million_output_tokens",
    "usd_per_million_tokens",
    "usd_per_month",
    "usd_per_request",
    "usd_per_watt_year",
]

COMPARISON_QUERY_OBJECTIVE_TYPE_0_VALUES: set[ComparisonQueryObjectiveType0] = {
    "grams_co2e_per_million_output_tokens",
    "joules_per_output_token",
    "tpot_seconds",
    "ttft_seconds",
    "usd_per_document",
    "usd_per_image",
    "usd_per_million_input_tokens",
    "usd_per_million_output_tokens",
    "usd_per_million_tokens",
    "usd_per_month",
    "usd_per_request",
    "usd_per_watt_year",
}


def check_comparison_query_objective_type_0(value: str) -> ComparisonQueryObjectiveType0:
    """The value, although it may be one that a newer service has added."""
    return cast(ComparisonQueryObjectiveType0, value)
