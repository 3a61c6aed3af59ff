from typing import Literal

RunCostQueryMethod = Literal["full_finetuning", "int8_lora", "lora", "pretraining", "qlora"]

RUN_COST_QUERY_METHOD_VALUES: set[RunCostQueryMethod] = {
    "full_finetuning",
    "int8_lora",
    "lora",
    "pretraining",
    "qlora",
}


def check_run_cost_query_method(value: str) -> RunCostQueryMethod:
    if value in RUN_COST_QUERY_METHOD_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RUN_COST_QUERY_METHOD_VALUES!r}")
