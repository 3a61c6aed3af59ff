"""The operation that answers a question in words."""

from collections.abc import Callable

from pricing.asking.query import AskQuery
from pricing.catalog.library import Library
from pricing.errors import InvalidQuery
from pricing.tco.answer import TcoAnswer
from service.asking.answer import Asked
from service.formats.pictures.months import png, svg
from service.operations.examples import pinned
from service.operations.operation import Operation

DRAWN = "llama 8b on l4, 1M requests a day"
"""A question whose answer has a picture."""


def _asked(query: AskQuery, library: Library) -> Asked:
    """Answer a question in words. Raises a Refusal with what to ask next."""
    # imported beside the first quotes, which need none of it
    from service.asking.ask import asked  # noqa: PLC0415

    return asked(query, library)


def _example(library: Library) -> AskQuery:
    return AskQuery(
        q="llama 70b on 8x h100 at aws, 1k in 200 out, spot",
        **pinned(library),
    )


def _drawing(draw: Callable[[TcoAnswer], bytes]) -> Callable[[Asked], bytes]:
    """Draws the months of a service. Raises InvalidQuery for other answers."""

    def drawn(answer: Asked) -> bytes:
        if not is_drawn(answer):
            raise InvalidQuery(
                "only the cost of one service by the month has a picture",
                field="q",
                nearest=[DRAWN],
            )
        return draw(answer.answer)

    return drawn


def is_drawn(answer: Asked) -> bool:
    """Whether an answer has a picture."""
    return answer.kind == "tco" and not answer.sides


OPERATIONS = (
    Operation(
        id="ask",
        method="GET",
        path="/v1/ask",
        tag="words",
        summary="A question in words",
        description="Reads a question as people type it, by a fixed grammar: models, devices,"
        " instance types, counts, loads, providers, places, ways of buying, training, months, days,"
        " `vs`, prices of APIs. The answer says first how it was read, what was not read, and what"
        " was assumed. `question` is the same question as a request. A question that lacks"
        " something is refused with what to ask next. `format=svg` and `format=png` draw the cost"
        " of a service by the month.",
        asks=AskQuery,
        answers=Asked,
        answer=_asked,
        example=_example,
        is_heavy=True,
        pictures={"image/svg+xml": _drawing(svg), "image/png": _drawing(png)},
    ),
)
