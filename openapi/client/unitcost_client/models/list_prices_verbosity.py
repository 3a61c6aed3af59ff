from typing import Literal

ListPricesVerbosity = Literal["brief", "full"]

LIST_PRICES_VERBOSITY_VALUES: set[ListPricesVerbosity] = {
    "brief",
    "full",
}


def check_list_prices_verbosity(value: str) -> ListPricesVerbosity:
    if value in LIST_PRICES_VERBOSITY_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LIST_PRICES_VERBOSITY_VALUES!r}")
