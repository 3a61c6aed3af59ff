"""The labels of a question, repeated by its answer."""

from typing import Any, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from pricing.quote.answer import Answer
from pricing.quote.query import Labelled, Labels

Answered = TypeVar("Answered", bound=Struct)
Question = TypeVar("Question", bound=Struct)

LABEL = "label."
"""What a column of a label begins with."""


class LabelledAnswer(Answer, frozen=True, kw_only=True):
    """Base of answers to questions that may have labels: it has them again, if there are any."""

    labels: Labels | UnsetType = UNSET


def labelled(query: Labelled, answer: Answered) -> Answered:
    """The answer with the labels of its question; without any, the answer as it is."""
    labels: Any = {"labels": query.labels}
    return replace(answer, **labels) if query.labels else answer


def unlabelled(query: Question) -> Question:
    """The question without labels, which no figure depends on."""
    none: Any = {"labels": None}
    return replace(query, **none) if getattr(query, "labels", None) is not None else query
