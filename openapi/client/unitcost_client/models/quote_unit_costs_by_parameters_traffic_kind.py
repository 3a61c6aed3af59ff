from typing import Literal

QuoteUnitCostsByParametersTrafficKind = Literal["agents", "chat", "none", "retrieval"]

QUOTE_UNIT_COSTS_BY_PARAMETERS_TRAFFIC_KIND_VALUES: set[QuoteUnitCostsByParametersTrafficKind] = {
    "agents",
    "chat",
    "none",
    "retrieval",
}


def check_quote_unit_costs_by_parameters_traffic_kind(
    value: str,
) -> QuoteUnitCostsByParametersTrafficKind:
    if value in QUOTE_UNIT_COSTS_BY_PARAMETERS_TRAFFIC_KIND_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {QUOTE_UNIT_COSTS_BY_PARAMETERS_TRAFFIC_KIND_VALUES!r}"
    )
