from typing import Literal, cast

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
    """The value, although it may be one that a newer service has added."""
    return cast(TermOfferOption, value)
