from typing import Literal, cast

AskedAgainMethod = Literal["GET", "POST"]

ASKED_AGAIN_METHOD_VALUES: set[AskedAgainMethod] = {
    "GET",
    "POST",
}


def check_asked_again_method(value: str) -> AskedAgainMethod:
    """The value, although it may be one that a newer service has added."""
    return cast(AskedAgainMethod, value)
