from typing import Literal, cast

SpeculationMethod = Literal["draft_model", "eagle", "mtp", "ngram"]

SPECULATION_METHOD_VALUES: set[SpeculationMethod] = {
    "draft_model",
    "eagle",
    "mtp",
    "ngram",
}


def check_speculation_method(value: str) -> SpeculationMethod:
    """The value, although it may be one that a newer service has added."""
    return cast(SpeculationMethod, value)
