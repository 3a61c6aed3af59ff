from typing import Literal

PriceBasis = Literal["estimated", "given", "table"]

PRICE_BASIS_VALUES: set[PriceBasis] = {
    "estimated",
    "given",
    "table",
}


def check_price_basis(value: str) -> PriceBasis:
    if value in PRICE_BASIS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {PRICE_BASIS_VALUES!r}")
