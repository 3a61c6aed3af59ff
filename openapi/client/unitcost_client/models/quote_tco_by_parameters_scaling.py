from typing import Literal, cast

QuoteTcoByParametersScaling = Literal["autoscaled", "fixed", "scale_to_zero"]

QUOTE_TCO_BY_PARAMETERS_SCALING_VALUES: set[QuoteTcoByParametersScaling] = {
    "autoscaled",
    "fixed",
    "scale_to_zero",
}


def check_quote_tco_by_parameters_scaling(value: str) -> QuoteTcoByParametersScaling:
    """The value, although it may be one that a newer service has added."""
    return cast(QuoteTcoByParametersScaling, value)
