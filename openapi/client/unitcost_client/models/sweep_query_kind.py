from typing import Literal

SweepQueryKind = Literal["run_costs", "tco", "unit_costs"]

SWEEP_QUERY_KIND_VALUES: set[SweepQueryKind] = {
    "run_costs",
    "tco",
    "unit_costs",
}


def check_sweep_query_kind(value: str) -> SweepQueryKind:
    if value in SWEEP_QUERY_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SWEEP_QUERY_KIND_VALUES!r}")
