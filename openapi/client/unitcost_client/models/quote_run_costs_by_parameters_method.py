from typing import Literal, cast

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
    """The value, although it may be one that a newer service has added."""
    return cast(QuoteRunCostsByParametersMethod, value)
