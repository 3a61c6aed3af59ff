"""The answer that ranks candidate deployments by an objective."""

from typing import Annotated, Any

from msgspec import Meta

from pricing.quote.answer import SCALARS, LabelledAnswer, Provenance
from pricing.quote.currencies.conversion import ConvertedAmounts
from pricing.quote.messages import said

_TEXTS = {"type": "array", "items": {"type": "string"}}
Candidate = dict[str, Annotated[Any, Meta(extra_json_schema={"anyOf": [*SCALARS, _TEXTS]})]]
"""A candidate: its results by name. `warnings` are texts."""


class ComparisonAnswer(LabelledAnswer, frozen=True, kw_only=True):
    """Candidates ranked by one objective."""

    objective: Annotated[str, said("The result that ranks the candidates.")]
    price_basis: Annotated[str, said("Prices that candidates are ranked at: rented, owned or any.")]
    candidate_count: Annotated[int, said("Combinations that were evaluated [count].")]
    feasible_count: Annotated[int, said("Those that have an answer [count].")]
    candidates: Annotated[
        tuple[Candidate, ...],
        said(
            "Candidates, the best first, with `rank`, deployment, purchase, costs and"
            " latency. `asked_precision`, `engine`: as in the query, null if open. `…_low`,"
            " `…_high`: the 80% interval. `price_basis`: table, for a price row, or estimated."
            " `pareto_latency`: no candidate is both cheaper per token and faster. `pareto_energy`:"
            " none is both cheaper and uses less energy. `pareto`: one of the two. `warnings`: of"
            " its quote, null beyond the twentieth candidate."
        ),
    ]
    excluded: Annotated[
        tuple[Candidate, ...],
        said("Candidates without an answer, with `refusal` and `refusal_detail`."),
    ]
    excluded_counts: Annotated[
        dict[str, int], said("Number of excluded candidates by type of refusal [count].")
    ]
    converted: ConvertedAmounts | None = None
    provenance: Provenance
