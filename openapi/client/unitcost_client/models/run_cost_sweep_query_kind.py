from typing import Literal, cast

RunCostSweepQueryKind = Literal["run_costs"]

RUN_COST_SWEEP_QUERY_KIND_VALUES: set[RunCostSweepQueryKind] = {
    "run_costs",
}


def check_run_cost_sweep_query_kind(value: str) -> RunCostSweepQueryKind:
    """The value, although it may be one that a newer service has added."""
    return cast(RunCostSweepQueryKind, value)
