from typing import Literal, cast

RunLayoutBasis = Literal["found", "given"]

RUN_LAYOUT_BASIS_VALUES: set[RunLayoutBasis] = {
    "found",
    "given",
}


def check_run_layout_basis(value: str) -> RunLayoutBasis:
    """The value, although it may be one that a newer service has added."""
    return cast(RunLayoutBasis, value)
