from typing import Literal

AlternativeCostKind = Literal["api", "deployment"]

ALTERNATIVE_COST_KIND_VALUES: set[AlternativeCostKind] = {
    "api",
    "deployment",
}


def check_alternative_cost_kind(value: str) -> AlternativeCostKind:
    if value in ALTERNATIVE_COST_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ALTERNATIVE_COST_KIND_VALUES!r}")
