"""An operation by parameters, made from the one that takes the whole question."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from msgspec import Struct

from pricing.catalog.library import Library
from service.operations.operation import Operation


def by_parameters(
    posted: Operation,
    asks: type[Struct],
    example: Callable[[Library], Struct],
    *,
    summary: str,
) -> Operation:
    """The GET of an operation by POST; asks: parameters, whose `query()` is the whole question."""

    def in_full(work: Callable[[Any, Library], Any]) -> Callable[[Any, Library], Any]:
        return lambda asked, library: work(asked.query(), library)

    return replace(
        posted,
        id=f"{posted.id}ByParameters",
        method="GET",
        summary=summary,
        description="The most common fields of the query as parameters, for spreadsheets and bots.",
        asks=asks,
        answer=in_full(posted.answer),
        rows={profile: in_full(rows) for profile, rows in posted.rows.items()},
        example=example,
    )
