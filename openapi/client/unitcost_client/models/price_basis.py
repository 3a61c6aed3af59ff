from typing import Literal, cast

PriceBasis = Literal["estimated", "given", "table"]

PRICE_BASIS_VALUES: set[PriceBasis] = {
    "estimated",
    "given",
    "table",
}


def check_price_basis(value: str) -> PriceBasis:
    """The value, although it may be one that a newer service has added."""
    return cast(PriceBasis, value)
