from typing import Literal

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
    if value in RUN_COST_QUERY_METHOD_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RUN_COST_QUERY_METHOD_VALUES!r}")
