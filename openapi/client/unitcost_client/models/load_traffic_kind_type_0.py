from typing import Literal, cast

LoadTrafficKindType0 = Literal["agents", "chat", "none", "retrieval"]

LOAD_TRAFFIC_KIND_TYPE_0_VALUES: set[LoadTrafficKindType0] = {
    "agents",
    "chat",
    "none",
    "retrieval",
}


def check_load_traffic_kind_type_0(value: str) -> LoadTrafficKindType0:
    """The value, although it may be one that a newer service has added."""
    return cast(LoadTrafficKindType0, value)
