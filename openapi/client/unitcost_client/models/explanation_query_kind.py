from typing import Literal

ExplanationQueryKind = Literal["run_costs", "tco", "unit_costs"]

EXPLANATION_QUERY_KIND_VALUES: set[ExplanationQueryKind] = {
    "run_costs",
    "tco",
    "unit_costs",
}


def check_explanation_query_kind(value: str) -> ExplanationQueryKind:
    if value in EXPLANATION_QUERY_KIND_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {EXPLANATION_QUERY_KIND_VALUES!r}"
    )
