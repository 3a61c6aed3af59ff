from typing import Literal

ExplanationAnswerKind = Literal["run_costs", "tco", "unit_costs"]

EXPLANATION_ANSWER_KIND_VALUES: set[ExplanationAnswerKind] = {
    "run_costs",
    "tco",
    "unit_costs",
}


def check_explanation_answer_kind(value: str) -> ExplanationAnswerKind:
    if value in EXPLANATION_ANSWER_KIND_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {EXPLANATION_ANSWER_KIND_VALUES!r}"
    )
