from typing import Literal

QuoteRunCostsByParametersMethod = Literal[
    "full_finetuning", "int8_lora", "lora", "pretraining", "qlora"
]

QUOTE_RUN_COSTS_BY_PARAMETERS_METHOD_VALUES: set[QuoteRunCostsByParametersMethod] = {
    "full_finetuning",
    "int8_lora",
    "lora",
    "pretraining",
    "qlora",
}


def check_quote_run_costs_by_parameters_method(value: str) -> QuoteRunCostsByParametersMethod:
    if value in QUOTE_RUN_COSTS_BY_PARAMETERS_METHOD_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {QUOTE_RUN_COSTS_BY_PARAMETERS_METHOD_VALUES!r}"
    )
