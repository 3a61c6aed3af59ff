from typing import Literal

ContractMinimumCountsType0Item = Literal["commitments", "egress", "on_demand", "spot", "storage"]

CONTRACT_MINIMUM_COUNTS_TYPE_0_ITEM_VALUES: set[ContractMinimumCountsType0Item] = {
    "commitments",
    "egress",
    "on_demand",
    "spot",
    "storage",
}


def check_contract_minimum_counts_type_0_item(value: str) -> ContractMinimumCountsType0Item:
    if value in CONTRACT_MINIMUM_COUNTS_TYPE_0_ITEM_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {CONTRACT_MINIMUM_COUNTS_TYPE_0_ITEM_VALUES!r}"
    )
