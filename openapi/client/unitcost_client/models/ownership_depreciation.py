from typing import Literal

OwnershipDepreciation = Literal["annuity", "declining", "straight_line"]

OWNERSHIP_DEPRECIATION_VALUES: set[OwnershipDepreciation] = {
    "annuity",
    "declining",
    "straight_line",
}


def check_ownership_depreciation(value: str) -> OwnershipDepreciation:
    if value in OWNERSHIP_DEPRECIATION_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {OWNERSHIP_DEPRECIATION_VALUES!r}"
    )
