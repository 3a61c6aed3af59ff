from typing import Literal, cast

ForecastMonthBasis = Literal["actual", "plan"]

FORECAST_MONTH_BASIS_VALUES: set[ForecastMonthBasis] = {
    "actual",
    "plan",
}


def check_forecast_month_basis(value: str) -> ForecastMonthBasis:
    """The value, although it may be one that a newer service has added."""
    return cast(ForecastMonthBasis, value)
