from typing import Literal

LoadTrafficKindType0 = Literal["agents", "chat", "none", "retrieval"]

LOAD_TRAFFIC_KIND_TYPE_0_VALUES: set[LoadTrafficKindType0] = {
    "agents",
    "chat",
    "none",
    "retrieval",
}


def check_load_traffic_kind_type_0(value: str) -> LoadTrafficKindType0:
    if value in LOAD_TRAFFIC_KIND_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {LOAD_TRAFFIC_KIND_TYPE_0_VALUES!r}"
    )
