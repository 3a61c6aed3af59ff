from typing import Literal

AskVerbosity = Literal["brief", "full"]

ASK_VERBOSITY_VALUES: set[AskVerbosity] = {
    "brief",
    "full",
}


def check_ask_verbosity(value: str) -> AskVerbosity:
    if value in ASK_VERBOSITY_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ASK_VERBOSITY_VALUES!r}")
