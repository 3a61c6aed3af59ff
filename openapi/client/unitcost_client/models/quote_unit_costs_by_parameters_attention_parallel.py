from typing import Literal, cast

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
    """The value, although it may be one that a newer service has added."""
    return cast(QuoteUnitCostsByParametersAttentionParallel, value)
