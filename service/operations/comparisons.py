"""The operation that compares many candidates."""

from functools import partial

from pricing.catalog.library import Library
from pricing.comparisons.answer import ComparisonAnswer
from pricing.comparisons.comparison import comparison
from pricing.comparisons.query import ComparisonQuery, Vary
from pricing.unit_costs.query import Load
from service.operations.examples import pinned
from service.operations.operation import Operation


def operations(*, max_scenarios: int) -> tuple[Operation, ...]:
    """The operations; max_scenarios: the most candidates of a comparison."""
    return (
        Operation(
            id="compare",
            method="POST",
            path="/v1/comparisons",
            tag="sweeps",
            summary="The best of many candidates",
            description="Takes a workload, an SLO and what may vary. Ranks the candidates by"
            " one objective, with the Pareto fronts of cost against latency and energy, and the"
            " reason for every excluded candidate.",
            asks=ComparisonQuery,
            answers=ComparisonAnswer,
            answer=partial(comparison, limit=max_scenarios),
            example=_example,
            is_heavy=True,
        ),
    )


def _example(library: Library) -> ComparisonQuery:
    return ComparisonQuery(
        model="llama-3.1-70b",
        load=Load(input_tokens=1024.0, output_tokens=256.0),
        vary=Vary(devices=("h100-sxm-80gb", "mi300x", "t4"), device_counts=(8,)),
        limit_count=2,
        **pinned(library),
    )
