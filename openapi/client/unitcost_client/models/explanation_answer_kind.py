from typing import Literal, cast

ExplanationAnswerKind = Literal["run_costs", "tco", "unit_costs"]

EXPLANATION_ANSWER_KIND_VALUES: set[ExplanationAnswerKind] = {
    "run_costs",
    "tco",
    "unit_costs",
}


def check_explanation_answer_kind(value: str) -> ExplanationAnswerKind:
    """The value, although it may be one that a newer service has added."""
    return cast(ExplanationAnswerKind, value)
