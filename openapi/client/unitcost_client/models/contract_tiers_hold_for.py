from typing import Literal, cast

ContractTiersHoldFor = Literal["spend_within", "whole_spend"]

CONTRACT_TIERS_HOLD_FOR_VALUES: set[ContractTiersHoldFor] = {
    "spend_within",
    "whole_spend",
}


def check_contract_tiers_hold_for(value: str) -> ContractTiersHoldFor:
    """The value, although it may be one that a newer service has added."""
    return cast(ContractTiersHoldFor, value)
