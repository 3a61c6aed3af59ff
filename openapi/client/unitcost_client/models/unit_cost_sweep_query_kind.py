from typing import Literal

UnitCostSweepQueryKind = Literal["unit_costs"]

UNIT_COST_SWEEP_QUERY_KIND_VALUES: set[UnitCostSweepQueryKind] = {
    "unit_costs",
}


def check_unit_cost_sweep_query_kind(value: str) -> UnitCostSweepQueryKind:
    if value in UNIT_COST_SWEEP_QUERY_KIND_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {UNIT_COST_SWEEP_QUERY_KIND_VALUES!r}"
    )
