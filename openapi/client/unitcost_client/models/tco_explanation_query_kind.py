from typing import Literal, cast

TcoExplanationQueryKind = Literal["tco"]

TCO_EXPLANATION_QUERY_KIND_VALUES: set[TcoExplanationQueryKind] = {
    "tco",
}


def check_tco_explanation_query_kind(value: str) -> TcoExplanationQueryKind:
    """The value, although it may be one that a newer service has added."""
    return cast(TcoExplanationQueryKind, value)
