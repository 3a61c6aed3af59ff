from typing import Literal

QuoteUnitCostsByParametersAttentionParallel = Literal["data", "tensor"]

QUOTE_UNIT_COSTS_BY_PARAMETERS_ATTENTION_PARALLEL_VALUES: set[
    QuoteUnitCostsByParametersAttentionParallel
] = {
    "data",
    "tensor",
}


def check_quote_unit_costs_by_parameters_attention_parallel(
    value: str,
) -> QuoteUnitCostsByParametersAttentionParallel:
    if value in QUOTE_UNIT_COSTS_BY_PARAMETERS_ATTENTION_PARALLEL_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {QUOTE_UNIT_COSTS_BY_PARAMETERS_ATTENTION_PARALLEL_VALUES!r}"
    )
