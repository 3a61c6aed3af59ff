from typing import Literal

DoubtName = Literal[
    "estimated_price",
    "interruptions",
    "load",
    "load_growth",
    "preemption_rate",
    "price_change",
    "throughput",
]

DOUBT_NAME_VALUES: set[DoubtName] = {
    "estimated_price",
    "interruptions",
    "load",
    "load_growth",
    "preemption_rate",
    "price_change",
    "throughput",
}


def check_doubt_name(value: str) -> DoubtName:
    if value in DOUBT_NAME_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {DOUBT_NAME_VALUES!r}")
