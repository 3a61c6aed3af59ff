from typing import Literal, cast

AlternativeCostKind = Literal["api", "deployment"]

ALTERNATIVE_COST_KIND_VALUES: set[AlternativeCostKind] = {
    "api",
    "deployment",
}


def check_alternative_cost_kind(value: str) -> AlternativeCostKind:
    """The value, although it may be one that a newer service has added."""
    return cast(AlternativeCostKind, value)
