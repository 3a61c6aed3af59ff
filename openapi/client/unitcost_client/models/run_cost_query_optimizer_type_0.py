from typing import Literal

RunCostQueryOptimizerType0 = Literal[
    "adafactor",
    "adamw",
    "adamw_8bit",
    "lion",
    "lion_8bit",
    "paged_adamw",
    "paged_adamw_8bit",
    "sgd",
    "sgd_momentum",
]

RUN_COST_QUERY_OPTIMIZER_TYPE_0_VALUES: set[RunCostQueryOptimizerType0] = {
    "adafactor",
    "adamw",
    "adamw_8bit",
    "lion",
    "lion_8bit",
    "paged_adamw",
    "paged_adamw_8bit",
    "sgd",
    "sgd_momentum",
}


def check_run_cost_query_optimizer_type_0(value: str) -> RunCostQueryOptimizerType0:
    if value in RUN_COST_QUERY_OPTIMIZER_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RUN_COST_QUERY_OPTIMIZER_TYPE_0_VALUES!r}"
    )
