from typing import Literal

AdaptersModules = Literal["all_linear", "attention", "query_value"]

ADAPTERS_MODULES_VALUES: set[AdaptersModules] = {
    "all_linear",
    "attention",
    "query_value",
}


def check_adapters_modules(value: str) -> AdaptersModules:
    if value in ADAPTERS_MODULES_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ADAPTERS_MODULES_VALUES!r}")
