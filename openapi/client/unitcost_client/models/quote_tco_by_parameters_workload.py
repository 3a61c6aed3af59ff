from typing import Literal, cast

QuoteTcoByParametersWorkload = Literal["batch", "interactive"]

QUOTE_TCO_BY_PARAMETERS_WORKLOAD_VALUES: set[QuoteTcoByParametersWorkload] = {
    "batch",
    "interactive",
}


def check_quote_tco_by_parameters_workload(value: str) -> QuoteTcoByParametersWorkload:
    """The value, although it may be one that a newer service has added."""
    return cast(QuoteTcoByParametersWorkload, value)
