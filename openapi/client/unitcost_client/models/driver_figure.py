from typing import Literal

DriverFigure = Literal[
    "usd_mean",
    "usd_per_million_input_tokens",
    "usd_per_million_output_tokens",
    "usd_per_request",
    "usd_total",
]

DRIVER_FIGURE_VALUES: set[DriverFigure] = {
    "usd_mean",
    "usd_per_million_input_tokens",
    "usd_per_million_output_tokens",
    "usd_per_request",
    "usd_total",
}


def check_driver_figure(value: str) -> DriverFigure:
    if value in DRIVER_FIGURE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {DRIVER_FIGURE_VALUES!r}")
