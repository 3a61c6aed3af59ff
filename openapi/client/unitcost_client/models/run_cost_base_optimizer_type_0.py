from typing import Literal, cast

RunCostBaseOptimizerType0 = Literal[
    "adafactor",
    "adamw",
    "adamw_8bit",
    "adamw_fused",
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
    "adamw_fused",
    "lion",
    "lion_8bit",
    "paged_adamw",
    "paged_adamw_8bit",
    "sgd",
    "sgd_momentum",
}


def check_run_cost_base_optimizer_type_0(value: str) -> RunCostBaseOptimizerType0:
    """The value, although it may be one that a newer service has added."""
    return cast(RunCostBaseOptimizerType0, value)
