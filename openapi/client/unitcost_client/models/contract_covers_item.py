from typing import Literal, cast

ContractCoversItem = Literal["commitments", "egress", "on_demand", "spot", "storage"]

CONTRACT_COVERS_ITEM_VALUES: set[ContractCoversItem] = {
    "commitments",
    "egress",
    "on_demand",
    "spot",
    "storage",
}


def check_contract_covers_item(value: str) -> ContractCoversItem:
    """The value, although it may be one that a newer service has added."""
    return cast(ContractCoversItem, value)
