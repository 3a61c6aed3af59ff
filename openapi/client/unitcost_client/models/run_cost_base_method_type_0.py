from typing import Literal

RunCostBaseMethodType0 = Literal[
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

RUN_COST_BASE_METHOD_TYPE_0_VALUES: set[RunCostBaseMethodType0] = {
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


def check_run_cost_base_method_type_0(value: str) -> RunCostBaseMethodType0:
    if value in RUN_COST_BASE_METHOD_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RUN_COST_BASE_METHOD_TYPE_0_VALUES!r}"
    )
