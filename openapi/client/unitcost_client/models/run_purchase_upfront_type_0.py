from typing import Literal

RunPurchaseUpfrontType0 = Literal["all", "none", "partial"]

RUN_PURCHASE_UPFRONT_TYPE_0_VALUES: set[RunPurchaseUpfrontType0] = {
    "all",
    "none",
    "partial",
}


def check_run_purchase_upfront_type_0(value: str) -> RunPurchaseUpfrontType0:
    if value in RUN_PURCHASE_UPFRONT_TYPE_0_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {RUN_PURCHASE_UPFRONT_TYPE_0_VALUES!r}"
    )
