"""The labels of a question, repeated by its answer."""

from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pricing.quote.query import Labelled

Answer = TypeVar("Answer", bound=Struct)
Question = TypeVar("Question", bound=Struct)

LABEL = "label."
"""What a column of a label begins with."""


def labelled(query: Labelled, answer: Answer) -> Answer:
    """The answer with the labels of its question; without any, the answer as it is."""
    labels: Any = {"labels": query.labels}
    return replace(answer, **labels) if query.labels else answer


def unlabelled(query: Question) -> Question:
    """The question without labels, which no figure depends on."""
    none: Any = {"labels": None}
    return replace(query, **none) if getattr(query, "labels", None) else query
