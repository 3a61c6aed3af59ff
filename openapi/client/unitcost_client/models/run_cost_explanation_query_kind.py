from typing import Literal

RunCostExplanationQueryKind = Literal["run_costs"]

RUN_COST_EXPLANATION_QUERY_KIND_VALUES: set[RunCostExplanationQueryKind] = {
    "run_costs",
}


def check_run_cost_explanation_query_kind(value: str) -> RunCostExplanationQueryKind:
    if value in RUN_COST_EXPLANATION_QUERY_KIND_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RUN_COST_EXPLANATION_QUERY_KIND_VALUES!r}"
    )
