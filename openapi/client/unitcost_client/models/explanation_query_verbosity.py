from typing import Literal

ExplanationQueryVerbosity = Literal["brief", "full"]

EXPLANATION_QUERY_VERBOSITY_VALUES: set[ExplanationQueryVerbosity] = {
    "brief",
    "full",
}


def check_explanation_query_verbosity(value: str) -> ExplanationQueryVerbosity:
    if value in EXPLANATION_QUERY_VERBOSITY_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {EXPLANATION_QUERY_VERBOSITY_VALUES!r}"
    )
