from typing import Literal

ReadPriceVerbosity = Literal["brief", "full"]

READ_PRICE_VERBOSITY_VALUES: set[ReadPriceVerbosity] = {
    "brief",
    "full",
}


def check_read_price_verbosity(value: str) -> ReadPriceVerbosity:
    if value in READ_PRICE_VERBOSITY_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {READ_PRICE_VERBOSITY_VALUES!r}")
