from typing import Literal, cast

CaseName = Literal["base", "high", "low"]

CASE_NAME_VALUES: set[CaseName] = {
    "base",
    "high",
    "low",
}


def check_case_name(value: str) -> CaseName:
    """The value, although it may be one that a newer service has added."""
    return cast(CaseName, value)
