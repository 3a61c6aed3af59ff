from typing import Literal, cast

ContractMinimumCountsType0Item = Literal["commitments", "egress", "on_demand", "spot", "storage"]

CONTRACT_MINIMUM_COUNTS_TYPE_0_ITEM_VALUES: set[ContractMinimumCountsType0Item] = {
    "commitments",
    "egress",
    "on_demand",
    "spot",
    "storage",
}


def check_contract_minimum_counts_type_0_item(value: str) -> ContractMinimumCountsType0Item:
    """The value, although it may be one that a newer service has added."""
    return cast(ContractMinimumCountsType0Item, value)
