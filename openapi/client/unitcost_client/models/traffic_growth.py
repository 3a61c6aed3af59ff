from typing import Literal

TrafficGrowth = Literal["compound", "linear"]

TRAFFIC_GROWTH_VALUES: set[TrafficGrowth] = {
    "compound",
    "linear",
}


def check_traffic_growth(value: str) -> TrafficGrowth:
    if value in TRAFFIC_GROWTH_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TRAFFIC_GROWTH_VALUES!r}")
