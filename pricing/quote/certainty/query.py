"""The field that asks how sure a cost is."""

from typing import Annotated

from msgspec import Meta

from pricing.quote.messages import said

LEAST_LEVEL, MOST_LEVEL = 0.01, 0.99
"""Bands hold 80% of outcomes: they say nothing of what one in a hundred exceeds."""

Level = Annotated[float, Meta(ge=LEAST_LEVEL, le=MOST_LEVEL)]
Levels = Annotated[tuple[Level, ...], Meta(min_length=1, max_length=20)]

SingleLevel = Annotated[
    float,
    said(
        "The probability with which the cost stays within the amount that is wanted"
        " [fraction]. 0.8: the 80th percentile.",
        ge=LEAST_LEVEL,
        le=MOST_LEVEL,
        examples=[0.8],
    ),
]

Confidence = Annotated[
    Level | Levels,
    said(
        "How sure the cost is to be: the answer has the amounts that it stays within"
        " with these probabilities, one or several [fraction]. 0.8: the 80th percentile. p10, p50"
        " and p90 come with any.",
        examples=[0.8],
    ),
]


def levels_of(asked: float | tuple[float, ...]) -> tuple[float, ...]:
    """The probabilities that are asked for, from low to high, each once.

    >>> levels_of((0.95, 0.8, 0.8))
    (0.8, 0.95)
    """
    return tuple(sorted({asked} if isinstance(asked, int | float) else set(asked)))
