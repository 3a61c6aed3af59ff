from typing import Literal

CaseName = Literal["base", "high", "low"]

CASE_NAME_VALUES: set[CaseName] = {
    "base",
    "high",
    "low",
}


def check_case_name(value: str) -> CaseName:
    if value in CASE_NAME_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {CASE_NAME_VALUES!r}")
