from typing import Literal

UnitCostExplanationQueryKind = Literal["unit_costs"]

UNIT_COST_EXPLANATION_QUERY_KIND_VALUES: set[UnitCostExplanationQueryKind] = {
    "unit_costs",
}


def check_unit_cost_explanation_query_kind(value: str) -> UnitCostExplanationQueryKind:
    if value in UNIT_COST_EXPLANATION_QUERY_KIND_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {UNIT_COST_EXPLANATION_QUERY_KIND_VALUES!r}"
    )
