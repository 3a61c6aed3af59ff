from typing import Literal, cast

RunPurchaseUpfrontType0 = Literal["all", "none", "partial"]

RUN_PURCHASE_UPFRONT_TYPE_0_VALUES: set[RunPurchaseUpfrontType0] = {
    "all",
    "none",
    "partial",
}


def check_run_purchase_upfront_type_0(value: str) -> RunPurchaseUpfrontType0:
    """The value, although it may be one that a newer service has added."""
    return cast(RunPurchaseUpfrontType0, value)
