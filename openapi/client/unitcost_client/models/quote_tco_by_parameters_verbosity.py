from typing import Literal

QuoteTcoByParametersVerbosity = Literal["brief", "full"]

QUOTE_TCO_BY_PARAMETERS_VERBOSITY_VALUES: set[QuoteTcoByParametersVerbosity] = {
    "brief",
    "full",
}


def check_quote_tco_by_parameters_verbosity(value: str) -> QuoteTcoByParametersVerbosity:
    if value in QUOTE_TCO_BY_PARAMETERS_VERBOSITY_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {QUOTE_TCO_BY_PARAMETERS_VERBOSITY_VALUES!r}"
    )
