from typing import Literal, cast

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
    """The value, although it may be one that a newer service has added."""
    return cast(DriverFigure, value)
