from typing import Literal

ComparisonQueryPriceBasisType0 = Literal["any", "owned", "rented"]

COMPARISON_QUERY_PRICE_BASIS_TYPE_0_VALUES: set[ComparisonQueryPriceBasisType0] = {
    "any",
    "owned",
    "rented",
}


def check_comparison_query_price_basis_type_0(value: str) -> ComparisonQueryPriceBasisType0:
    if value in COMPARISON_QUERY_PRICE_BASIS_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {COMPARISON_QUERY_PRICE_BASIS_TYPE_0_VALUES!r}"
    )
