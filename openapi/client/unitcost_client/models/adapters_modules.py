from typing import Literal, cast

AdaptersModules = Literal["all_linear", "attention", "query_value"]

ADAPTERS_MODULES_VALUES: set[AdaptersModules] = {
    "all_linear",
    "attention",
    "query_value",
}


def check_adapters_modules(value: str) -> AdaptersModules:
    """The value, although it may be one that a newer service has added."""
    return cast(AdaptersModules, value)
