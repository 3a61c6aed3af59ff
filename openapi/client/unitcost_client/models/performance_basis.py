from typing import Literal, cast

PerformanceBasis = Literal["given", "measured", "modelled"]

PERFORMANCE_BASIS_VALUES: set[PerformanceBasis] = {
    "given",
    "measured",
    "modelled",
}


def check_performance_basis(value: str) -> PerformanceBasis:
    """The value, although it may be one that a newer service has added."""
    return cast(PerformanceBasis, value)
