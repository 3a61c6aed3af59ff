from typing import Literal

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
    if value in SERVICE_COMPARISON_QUERY_OBJECTIVE_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {SERVICE_COMPARISON_QUERY_OBJECTIVE_VALUES!r}"
    )
