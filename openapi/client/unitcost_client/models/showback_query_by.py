from typing import Literal

ShowbackQueryBy = Literal["requests", "time", "tokens"]

SHOWBACK_QUERY_BY_VALUES: set[ShowbackQueryBy] = {
    "requests",
    "time",
    "tokens",
}


def check_showback_query_by(value: str) -> ShowbackQueryBy:
    if value in SHOWBACK_QUERY_BY_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SHOWBACK_QUERY_BY_VALUES!r}")
