from typing import Literal

ContractPeriod = Literal["month", "term", "year"]

CONTRACT_PERIOD_VALUES: set[ContractPeriod] = {
    "month",
    "term",
    "year",
}


def check_contract_period(value: str) -> ContractPeriod:
    if value in CONTRACT_PERIOD_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {CONTRACT_PERIOD_VALUES!r}")
