"""Many scenarios and candidates: the shape of the answers."""

from typing import Annotated, Any

from msgspec import Meta

from pricing.quotes.answers.parts import Answer, Provenance

Row = dict[str, Any]


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


class ComparisonAnswer(Answer, frozen=True, kw_only=True):
    """Candidates by one objective."""

    objective: Annotated[str, Meta(description="What candidates are ranked by.")]
    candidate_count: Annotated[int, Meta(description="Combinations looked at [count].")]
    feasible_count: Annotated[int, Meta(description="Those that have an answer [count].")]
    candidates: Annotated[
        tuple[Row, ...],
        Meta(
            description="The best first: `rank`, the deployment and its purchase, its costs and"
            " latency; `asked_precision`, `engine`: as they were asked for, null where left open;"
            " `…_low`, `…_high`: the 80% interval; `price_basis`: table, a price row, or estimated;"
            " `pareto_latency`: no candidate is cheaper per token and quicker; `pareto_energy`:"
            " none is cheaper and takes less energy; `pareto`: one of the two; `warnings`: of its"
            " quote, null beyond the twentieth candidate."
        ),
    ]
    excluded: Annotated[
        tuple[Row, ...],
        Meta(description="Candidates that have no answer, with `refusal` and `refusal_detail`."),
    ]
    excluded_counts: Annotated[
        dict[str, int], Meta(description="All of these by the type of their refusal [count].")
    ]
    provenance: Provenance
