from typing import Literal

ServiceComparisonAnswerKind = Literal["services"]

SERVICE_COMPARISON_ANSWER_KIND_VALUES: set[ServiceComparisonAnswerKind] = {
    "services",
}


def check_service_comparison_answer_kind(value: str) -> ServiceComparisonAnswerKind:
    if value in SERVICE_COMPARISON_ANSWER_KIND_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {SERVICE_COMPARISON_ANSWER_KIND_VALUES!r}"
    )
