from typing import Literal, cast

ComputeMfuBasis = Literal["given", "modelled"]

COMPUTE_MFU_BASIS_VALUES: set[ComputeMfuBasis] = {
    "given",
    "modelled",
}


def check_compute_mfu_basis(value: str) -> ComputeMfuBasis:
    """The value, although it may be one that a newer service has added."""
    return cast(ComputeMfuBasis, value)
