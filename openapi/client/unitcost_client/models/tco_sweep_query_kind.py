from typing import Literal

TcoSweepQueryKind = Literal["tco"]

TCO_SWEEP_QUERY_KIND_VALUES: set[TcoSweepQueryKind] = {
    "tco",
}


def check_tco_sweep_query_kind(value: str) -> TcoSweepQueryKind:
    if value in TCO_SWEEP_QUERY_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TCO_SWEEP_QUERY_KIND_VALUES!r}")
