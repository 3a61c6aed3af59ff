from typing import Literal, cast

ComparisonQueryPriceBasisType0 = Literal["any", "owned", "rented"]

COMPARISON_QUERY_PRICE_BASIS_TYPE_0_VALUES: set[ComparisonQueryPriceBasisType0] = {
    "any",
    "owned",
    "rented",
}


def check_comparison_query_price_basis_type_0(value: str) -> ComparisonQueryPriceBasisType0:
    """The value, although it may be one that a newer service has added."""
    return cast(ComparisonQueryPriceBasisType0, value)
