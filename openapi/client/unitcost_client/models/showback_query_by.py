from typing import Literal, cast

ShowbackQueryBy = Literal["requests", "time", "tokens"]

SHOWBACK_QUERY_BY_VALUES: set[ShowbackQueryBy] = {
    "requests",
    "time",
    "tokens",
}


def check_showback_query_by(value: str) -> ShowbackQueryBy:
    """The value, although it may be one that a newer service has added."""
    return cast(ShowbackQueryBy, value)
