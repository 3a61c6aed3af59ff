from typing import Literal

AskedAgainMethod = Literal["GET", "POST"]

ASKED_AGAIN_METHOD_VALUES: set[AskedAgainMethod] = {
    "GET",
    "POST",
}


def check_asked_again_method(value: str) -> AskedAgainMethod:
    if value in ASKED_AGAIN_METHOD_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ASKED_AGAIN_METHOD_VALUES!r}")
