from typing import Literal

ForecastMonthBasis = Literal["actual", "plan"]

FORECAST_MONTH_BASIS_VALUES: set[ForecastMonthBasis] = {
    "actual",
    "plan",
}


def check_forecast_month_basis(value: str) -> ForecastMonthBasis:
    if value in FORECAST_MONTH_BASIS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {FORECAST_MONTH_BASIS_VALUES!r}")
