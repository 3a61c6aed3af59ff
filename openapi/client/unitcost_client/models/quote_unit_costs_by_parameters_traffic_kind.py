from typing import Literal, cast

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
    """The value, although it may be one that a newer service has added."""
    return cast(QuoteUnitCostsByParametersTrafficKind, value)
