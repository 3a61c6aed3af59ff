from typing import Literal

RunCostSweepQueryKind = Literal["run_costs"]

RUN_COST_SWEEP_QUERY_KIND_VALUES: set[RunCostSweepQueryKind] = {
    "run_costs",
}


def check_run_cost_sweep_query_kind(value: str) -> RunCostSweepQueryKind:
    if value in RUN_COST_SWEEP_QUERY_KIND_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RUN_COST_SWEEP_QUERY_KIND_VALUES!r}"
    )
