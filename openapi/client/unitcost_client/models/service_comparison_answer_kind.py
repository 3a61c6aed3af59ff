from typing import Literal, cast

ServiceComparisonAnswerKind = Literal["services"]

SERVICE_COMPARISON_ANSWER_KIND_VALUES: set[ServiceComparisonAnswerKind] = {
    "services",
}


def check_service_comparison_answer_kind(value: str) -> ServiceComparisonAnswerKind:
    """The value, although it may be one that a newer service has added."""
    return cast(ServiceComparisonAnswerKind, value)
