from typing import Literal

TcoExplanationQueryKind = Literal["tco"]

TCO_EXPLANATION_QUERY_KIND_VALUES: set[TcoExplanationQueryKind] = {
    "tco",
}


def check_tco_explanation_query_kind(value: str) -> TcoExplanationQueryKind:
    if value in TCO_EXPLANATION_QUERY_KIND_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {TCO_EXPLANATION_QUERY_KIND_VALUES!r}"
    )
