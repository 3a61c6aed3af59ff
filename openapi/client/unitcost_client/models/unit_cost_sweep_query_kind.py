from typing import Literal, cast

UnitCostSweepQueryKind = Literal["unit_costs"]

UNIT_COST_SWEEP_QUERY_KIND_VALUES: set[UnitCostSweepQueryKind] = {
    "unit_costs",
}


def check_unit_cost_sweep_query_kind(value: str) -> UnitCostSweepQueryKind:
    """The value, although it may be one that a newer service has added."""
    return cast(UnitCostSweepQueryKind, value)
