from typing import Literal

ContractCoversItem = Literal["commitments", "egress", "on_demand", "spot", "storage"]

CONTRACT_COVERS_ITEM_VALUES: set[ContractCoversItem] = {
    "commitments",
    "egress",
    "on_demand",
    "spot",
    "storage",
}


def check_contract_covers_item(value: str) -> ContractCoversItem:
    if value in CONTRACT_COVERS_ITEM_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {CONTRACT_COVERS_ITEM_VALUES!r}")
