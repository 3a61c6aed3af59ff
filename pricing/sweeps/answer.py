"""Many scenarios and candidates: the shape of the answers."""

from typing import Annotated

from msgspec import Meta

from pricing.quote.answer import Answer, Provenance, Row


class SweepAnswer(Answer, frozen=True, kw_only=True):
    """Every scenario with its inputs and its results, or (dry_run) how many there would be."""

    kind: Annotated[str, Meta(description="The quote that was asked for.")]
    row_count: Annotated[int, Meta(description="Scenarios [count].")]
    columns: Annotated[
        tuple[str, ...],
        Meta(description="Of every row: inputs by dotted field name, then results by name."),
    ]
    provenance: Annotated[
        Provenance | None,
        Meta(
            description="Release and day are those of rows that name none of their own, and the"
            " digest is that of the whole question, a table's cells included. Null where there"
            " is no such release or day: the rows that need it are refused."
        ),
    ]
    rows: Annotated[
        tuple[Row, ...],
        Meta(
            description="In the order of the scenarios; where there is no answer, `refusal` has"
            " the type of the problem, `refusal_detail` the reason, and the results are null."
        ),
    ]
