from typing import Literal

QuoteRunCostsByParametersMethod = Literal[
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

QUOTE_RUN_COSTS_BY_PARAMETERS_METHOD_VALUES: set[QuoteRunCostsByParametersMethod] = {
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


def check_quote_run_costs_by_parameters_method(value: str) -> QuoteRunCostsByParametersMethod:
    if value in QUOTE_RUN_COSTS_BY_PARAMETERS_METHOD_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {QUOTE_RUN_COSTS_BY_PARAMETERS_METHOD_VALUES!r}"
    )
