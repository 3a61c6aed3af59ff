from typing import Literal, cast

QuoteTcoByParametersPlan = Literal["optimal"]

QUOTE_TCO_BY_PARAMETERS_PLAN_VALUES: set[QuoteTcoByParametersPlan] = {
    "optimal",
}


def check_quote_tco_by_parameters_plan(value: str) -> QuoteTcoByParametersPlan:
    """The value, although it may be one that a newer service has added."""
    return cast(QuoteTcoByParametersPlan, value)
