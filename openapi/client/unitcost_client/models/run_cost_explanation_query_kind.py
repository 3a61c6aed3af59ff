from typing import Literal, cast

RunCostExplanationQueryKind = Literal["run_costs"]

RUN_COST_EXPLANATION_QUERY_KIND_VALUES: set[RunCostExplanationQueryKind] = {
    "run_costs",
}


def check_run_cost_explanation_query_kind(value: str) -> RunCostExplanationQueryKind:
    """The value, although it may be one that a newer service has added."""
    return cast(RunCostExplanationQueryKind, value)
