from typing import Literal, cast

RunCostQueryBaseWeightFormatType0 = Literal[
    "bf16", "fp32", "fp4", "gptq_int4", "gptq_int8", "int8", "nf4", "nf4_double_quantised"
]

RUN_COST_QUERY_BASE_WEIGHT_FORMAT_TYPE_0_VALUES: set[RunCostQueryBaseWeightFormatType0] = {
    "bf16",
    "fp32",
    "fp4",
    "gptq_int4",
    "gptq_int8",
    "int8",
    "nf4",
    "nf4_double_quantised",
}


def check_run_cost_query_base_weight_format_type_0(value: str) -> RunCostQueryBaseWeightFormatType0:
    """The value, although it may be one that a newer service has added."""
    return cast(RunCostQueryBaseWeightFormatType0, value)
