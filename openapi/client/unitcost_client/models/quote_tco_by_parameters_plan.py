from typing import Literal

QuoteTcoByParametersPlan = Literal["optimal"]

QUOTE_TCO_BY_PARAMETERS_PLAN_VALUES: set[QuoteTcoByParametersPlan] = {
    "optimal",
}


def check_quote_tco_by_parameters_plan(value: str) -> QuoteTcoByParametersPlan:
    if value in QUOTE_TCO_BY_PARAMETERS_PLAN_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {QUOTE_TCO_BY_PARAMETERS_PLAN_VALUES!r}"
    )
