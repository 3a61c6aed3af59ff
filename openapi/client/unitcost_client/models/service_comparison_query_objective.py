from typing import Literal, cast

ServiceComparisonQueryObjective = Literal[
    "usd_discounted", "usd_per_million_tokens", "usd_per_request", "usd_total"
]

SERVICE_COMPARISON_QUERY_OBJECTIVE_VALUES: set[ServiceComparisonQueryObjective] = {
    "usd_discounted",
    "usd_per_million_tokens",
    "usd_per_request",
    "usd_total",
}


def check_service_comparison_query_objective(value: str) -> ServiceComparisonQueryObjective:
    """The value, although it may be one that a newer service has added."""
    return cast(ServiceComparisonQueryObjective, value)
