from typing import Literal, cast

TrafficGrowth = Literal["compound", "linear"]

TRAFFIC_GROWTH_VALUES: set[TrafficGrowth] = {
    "compound",
    "linear",
}


def check_traffic_growth(value: str) -> TrafficGrowth:
    """The value, although it may be one that a newer service has added."""
    return cast(TrafficGrowth, value)
