from typing import Literal, cast

RunCostQueryMethod = Literal[
    "distillation",
    "dpo",
    "full_finetuning",
    "grpo",
    "int8_lora",
    "lora",
    "ppo",
    "pretraining",
    "qlora",
]

RUN_COST_QUERY_METHOD_VALUES: set[RunCostQueryMethod] = {
    "distillation",
    "dpo",
    "full_finetuning",
    "grpo",
    "int8_lora",
    "lora",
    "ppo",
    "pretraining",
    "qlora",
}


def check_run_cost_query_method(value: str) -> RunCostQueryMethod:
    """The value, although it may be one that a newer service has added."""
    return cast(RunCostQueryMethod, value)
