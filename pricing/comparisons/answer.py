"""Candidates by one objective: the shape of the answer."""

from typing import Annotated

from msgspec import Meta

from pricing.quote.answer import Answer, Provenance, Row


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
