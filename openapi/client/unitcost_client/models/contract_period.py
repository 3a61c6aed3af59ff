from typing import Literal, cast

ContractPeriod = Literal["month", "term", "year"]

CONTRACT_PERIOD_VALUES: set[ContractPeriod] = {
    "month",
    "term",
    "year",
}


def check_contract_period(value: str) -> ContractPeriod:
    """The value, although it may be one that a newer service has added."""
    return cast(ContractPeriod, value)
