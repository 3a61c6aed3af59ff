from typing import Literal

ComputeMfuBasis = Literal["given", "modelled"]

COMPUTE_MFU_BASIS_VALUES: set[ComputeMfuBasis] = {
    "given",
    "modelled",
}


def check_compute_mfu_basis(value: str) -> ComputeMfuBasis:
    if value in COMPUTE_MFU_BASIS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {COMPUTE_MFU_BASIS_VALUES!r}")
