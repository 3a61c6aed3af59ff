from typing import Literal

PerformanceBasis = Literal["given", "measured", "modelled"]

PERFORMANCE_BASIS_VALUES: set[PerformanceBasis] = {
    "given",
    "measured",
    "modelled",
}


def check_performance_basis(value: str) -> PerformanceBasis:
    if value in PERFORMANCE_BASIS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PERFORMANCE_BASIS_VALUES!r}")
