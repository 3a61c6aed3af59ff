from typing import Literal

RunLayoutBasis = Literal["found", "given"]

RUN_LAYOUT_BASIS_VALUES: set[RunLayoutBasis] = {
    "found",
    "given",
}


def check_run_layout_basis(value: str) -> RunLayoutBasis:
    if value in RUN_LAYOUT_BASIS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RUN_LAYOUT_BASIS_VALUES!r}")
