from typing import Literal

SpeculationMethod = Literal["draft_model", "eagle", "mtp", "ngram"]

SPECULATION_METHOD_VALUES: set[SpeculationMethod] = {
    "draft_model",
    "eagle",
    "mtp",
    "ngram",
}


def check_speculation_method(value: str) -> SpeculationMethod:
    if value in SPECULATION_METHOD_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SPECULATION_METHOD_VALUES!r}")
