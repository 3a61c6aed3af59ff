from typing import Literal, cast

RunCostQueryOptimizerType0 = Literal[
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

RUN_COST_QUERY_OPTIMIZER_TYPE_0_VALUES: set[RunCostQueryOptimizerType0] = {
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


def check_run_cost_query_optimizer_type_0(value: str) -> RunCostQueryOptimizerType0:
    """The value, although it may be one that a newer service has added."""
    return cast(RunCostQueryOptimizerType0, value)
