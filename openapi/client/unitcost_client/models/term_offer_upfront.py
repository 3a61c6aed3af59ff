from typing import Literal

TermOfferUpfront = Literal["all", "none", "partial"]

TERM_OFFER_UPFRONT_VALUES: set[TermOfferUpfront] = {
    "all",
    "none",
    "partial",
}


def check_term_offer_upfront(value: str) -> TermOfferUpfront:
    if value in TERM_OFFER_UPFRONT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {TERM_OFFER_UPFRONT_VALUES!r}")
