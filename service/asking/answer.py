"""The answer to a question in words."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from pricing.quote.answer import Answer

Kind = Literal[
    "unit_costs",
    "run_costs",
    "tco",
    "comparison",
    "device_price",
    "device_facts",
    "api_price",
]

PATHS = {
    "unit_costs": "/v1/inference/unit-costs",
    "run_costs": "/v1/training/run-costs",
    "tco": "/v1/inference/tco",
    "comparison": "/v1/comparisons",
}
"""Where the questions of rooms are posted."""

KindField = Annotated[
    Kind,
    Meta(
        description="What was asked: the cost of tokens, of a training run, of a service by the"
        " month, devices compared, the price or facts of a device, or the prices of an API."
    ),
]


class Figure(Answer, frozen=True, kw_only=True):
    """A figure of the answer, under the name that it has there."""

    name: Annotated[str, Meta(description="Its name; the unit is the end of it.")]
    value: Annotated[float, Meta(description="The figure [in the unit that the name ends in].")]
    low: Annotated[
        float | None,
        Meta(description="Low end of its interval [in the same unit]; null: a point."),
    ] = None
    high: Annotated[
        float | None, Meta(description="High end of its interval [in the same unit].")
    ] = None
    words: Annotated[str, Meta(description="What it is, in words.")]


class AskedAgain(Answer, frozen=True, kw_only=True):
    """The same question as a request."""

    method: Annotated[Literal["GET", "POST"], Meta(description="Its method.")]
    path: Annotated[str, Meta(description="Path, with the parameters of a GET.")]
    body: Annotated[Any, Meta(description="JSON body of a POST; null for a GET.")] = None


class Side(Answer, frozen=True, kw_only=True):
    """One side of a question, read and answered."""

    kind: KindField
    reading: Annotated[str, Meta(description="How it was read.")]
    sentence: Annotated[str, Meta(description="The answer for people.")]
    figures: Annotated[
        tuple[Figure, ...], Meta(description="The figures that matter, those asked for first.")
    ]
    question: AskedAgain
    answer: Annotated[Any, Meta(description="The whole answer, as the question has it.")]
    refusal: Annotated[
        str | None, Meta(description="Why this side has no answer; null where it has one.")
    ] = None
    nearest: Annotated[
        tuple[str, ...], Meta(description="What to ask instead, of a side without an answer.")
    ] = ()


class Asked(Answer, frozen=True, kw_only=True):
    """How a question in words was read, and its answer."""

    reading: Annotated[str, Meta(description="How the question was read, in plain words.")]
    unread: Annotated[
        tuple[str, ...],
        Meta(
            description="Words that say nothing that is known, or nothing here. They were ignored."
        ),
    ]
    assumed: Annotated[
        tuple[str, ...],
        Meta(description="What was chosen where the question leaves it open, and corrected words."),
    ]
    sentence: Annotated[str, Meta(description="The answer for people.")]
    verdict: Annotated[
        str | None,
        Meta(description="Which side costs least, and by how much; null: no price is common."),
    ] = None
    kind: KindField
    figures: tuple[Figure, ...]
    question: AskedAgain
    answer: Annotated[Any, Meta(description="The whole answer of `question`.")]
    sides: Annotated[
        tuple[Side, ...],
        Meta(description="What each side of `X vs Y` asks and answers; empty for one question."),
    ] = ()
