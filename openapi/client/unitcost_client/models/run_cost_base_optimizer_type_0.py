from typing import Literal

RunCostBaseOptimizerType0 = Literal[
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

RUN_COST_BASE_OPTIMIZER_TYPE_0_VALUES: set[RunCostBaseOptimizerType0] = {
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


def check_run_cost_base_optimizer_type_0(value: str) -> RunCostBaseOptimizerType0:
    if value in RUN_COST_BASE_OPTIMIZER_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RUN_COST_BASE_OPTIMIZER_TYPE_0_VALUES!r}"
    )
