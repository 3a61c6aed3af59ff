from typing import Literal, cast

DoubtName = Literal[
    "estimated_price",
    "interruptions",
    "load",
    "load_growth",
    "preemption_rate",
    "price_change",
    "spot_price_change",
    "throughput",
]

DOUBT_NAME_VALUES: set[DoubtName] = {
    "estimated_price",
    "interruptions",
    "load",
    "load_growth",
    "preemption_rate",
    "price_change",
    "spot_price_change",
    "throughput",
}


def check_doubt_name(value: str) -> DoubtName:
    """The value, although it may be one that a newer service has added."""
    return cast(DoubtName, value)
