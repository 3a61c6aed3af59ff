from typing import Literal

TermOfferOption = Literal[
    "reserved_1y", "reserved_3m", "reserved_3y", "reserved_6m", "savings_plan_1y", "savings_plan_3y"
]

TERM_OFFER_OPTION_VALUES: set[TermOfferOption] = {
    "reserved_1y",
    "reserved_3m",
    "reserved_3y",
    "reserved_6m",
    "savings_plan_1y",
    "savings_plan_3y",
}


def check_term_offer_option(value: str) -> TermOfferOption:
    if value in TERM_OFFER_OPTION_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TERM_OFFER_OPTION_VALUES!r}")
