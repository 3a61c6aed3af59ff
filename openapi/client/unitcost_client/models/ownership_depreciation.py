from typing import Literal, cast

OwnershipDepreciation = Literal["annuity", "declining", "straight_line"]

OWNERSHIP_DEPRECIATION_VALUES: set[OwnershipDepreciation] = {
    "annuity",
    "declining",
    "straight_line",
}


def check_ownership_depreciation(value: str) -> OwnershipDepreciation:
    """The value, although it may be one that a newer service has added."""
    return cast(OwnershipDepreciation, value)
