"""The answer of a sweep."""

from typing import Annotated

from msgspec import Meta

from pricing.quote.answer import Answer, Provenance, Row


class SweepAnswer(Answer, frozen=True, kw_only=True):
    """Every scenario with its inputs and its results, or with dry_run only their number."""

    kind: Annotated[str, Meta(description="The kind of quote.")]
    row_count: Annotated[int, Meta(description="Scenarios [count].")]
    columns: Annotated[
        tuple[str, ...],
        Meta(description="Columns of a row: inputs by dotted field name, then results by name."),
    ]
    provenance: Annotated[
        Provenance | None,
        Meta(
            description="Release and day are those of rows that name none. The digest is that of"
            " the whole query with the cells of its table. Null if there is no such release or day:"
            " the rows that need it are refused."
        ),
    ]
    rows: Annotated[
        tuple[Row, ...],
        Meta(
            description="Rows in the order of the scenarios. A row without an answer has the type"
            " of the problem in `refusal`, the reason in `refusal_detail`, and null results."
        ),
    ]
