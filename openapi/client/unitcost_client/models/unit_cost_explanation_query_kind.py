from typing import Literal, cast

UnitCostExplanationQueryKind = Literal["unit_costs"]

UNIT_COST_EXPLANATION_QUERY_KIND_VALUES: set[UnitCostExplanationQueryKind] = {
    "unit_costs",
}


def check_unit_cost_explanation_query_kind(value: str) -> UnitCostExplanationQueryKind:
    """The value, although it may be one that a newer service has added."""
    return cast(UnitCostExplanationQueryKind, value)
