from typing import Literal

ContractTiersHoldFor = Literal["spend_within", "whole_spend"]

CONTRACT_TIERS_HOLD_FOR_VALUES: set[ContractTiersHoldFor] = {
    "spend_within",
    "whole_spend",
}


def check_contract_tiers_hold_for(value: str) -> ContractTiersHoldFor:
    if value in CONTRACT_TIERS_HOLD_FOR_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {CONTRACT_TIERS_HOLD_FOR_VALUES!r}"
    )
