from typing import Literal, cast

TermOfferUpfront = Literal["all", "none", "partial"]

TERM_OFFER_UPFRONT_VALUES: set[TermOfferUpfront] = {
    "all",
    "none",
    "partial",
}


def check_term_offer_upfront(value: str) -> TermOfferUpfront:
    """The value, although it may be one that a newer service has added."""
    return cast(TermOfferUpfront, value)
