from typing import Literal, cast

TcoSweepQueryKind = Literal["tco"]

TCO_SWEEP_QUERY_KIND_VALUES: set[TcoSweepQueryKind] = {
    "tco",
}


def check_tco_sweep_query_kind(value: str) -> TcoSweepQueryKind:
    """The value, although it may be one that a newer service has added."""
    return cast(TcoSweepQueryKind, value)
