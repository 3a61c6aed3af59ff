from typing import Literal, cast

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
    """The value, although it may be one that a newer service has added."""
    return cast(RunCostBaseMethodType0, value)
