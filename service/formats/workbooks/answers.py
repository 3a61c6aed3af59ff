"""Answers that have a workbook of their own."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pricing.run_costs.answer import RunCostAnswer
from pricing.tco.answer import TcoAnswer


def has_book(answer: Struct) -> bool:
    """Whether an answer has a workbook of its own; others are a sheet of rows."""
    return isinstance(answer, TcoAnswer | RunCostAnswer)


def book_of(answer: Any, query: Any, words: str) -> bytes:
    """The workbook of such an answer; query: what was asked, words: the answer in sentences."""
    # A quarter of a second that few need.
    from service.formats.workbooks.runs import run_book  # noqa: PLC0415
    from service.formats.workbooks.services import service_book  # noqa: PLC0415

    said = {"catalog": answer.provenance.catalog, "as_of": answer.provenance.as_of}
    make = service_book if isinstance(answer, TcoAnswer) else run_book
    return make(answer, replace(query, **said), words)
