"""The operation that answers a question in words."""

from pricing.asking.query import AskQuery
from pricing.catalog.library import Library
from service.asking.answer import Asked
from service.asking.ask import asked
from service.operations.operation import Operation


def _example(library: Library) -> AskQuery:
    return AskQuery(
        q="llama 70b on 8x h100 at aws, 1k in 200 out, spot",
        catalog=library.names[0],
        as_of="2026-05-01",
    )


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
        " something is refused with what to ask next.",
        asks=AskQuery,
        answers=Asked,
        answer=asked,
        example=_example,
        is_heavy=True,
    ),
)
