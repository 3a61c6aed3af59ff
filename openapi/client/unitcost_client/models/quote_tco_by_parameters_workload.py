from typing import Literal

QuoteTcoByParametersWorkload = Literal["batch", "interactive"]

QUOTE_TCO_BY_PARAMETERS_WORKLOAD_VALUES: set[QuoteTcoByParametersWorkload] = {
    "batch",
    "interactive",
}


def check_quote_tco_by_parameters_workload(value: str) -> QuoteTcoByParametersWorkload:
    if value in QUOTE_TCO_BY_PARAMETERS_WORKLOAD_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {QUOTE_TCO_BY_PARAMETERS_WORKLOAD_VALUES!r}"
    )
