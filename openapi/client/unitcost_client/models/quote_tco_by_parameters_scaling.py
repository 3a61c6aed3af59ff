from typing import Literal

QuoteTcoByParametersScaling = Literal["autoscaled", "fixed", "scale_to_zero"]

QUOTE_TCO_BY_PARAMETERS_SCALING_VALUES: set[QuoteTcoByParametersScaling] = {
    "autoscaled",
    "fixed",
    "scale_to_zero",
}


def check_quote_tco_by_parameters_scaling(value: str) -> QuoteTcoByParametersScaling:
    if value in QUOTE_TCO_BY_PARAMETERS_SCALING_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {QUOTE_TCO_BY_PARAMETERS_SCALING_VALUES!r}"
    )
