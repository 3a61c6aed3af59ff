"""The operations that rank candidates: by one objective now, and by their cost over time."""

from functools import partial

from pricing.catalog.library import Library
from pricing.comparisons.answer import ComparisonAnswer
from pricing.comparisons.comparison import comparison
from pricing.comparisons.query import ComparisonQuery, Vary
from pricing.comparisons.services.answer import ServiceComparisonAnswer
from pricing.comparisons.services.comparison import service_comparison
from pricing.comparisons.services.query import ServiceComparisonQuery, ServiceVary
from pricing.fleet.query import Traffic
from service.operations.examples import LOAD, MODEL, first_day, pinned
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
        model=MODEL,
        load=LOAD,
        vary=Vary(devices=("h100-sxm-80gb", "mi300x", "t4"), device_counts=(8,)),
        limit_count=2,
        **pinned(library),
    )


def _service_example(library: Library) -> ServiceComparisonQuery:
    return ServiceComparisonQuery(
        model=MODEL,
        load=LOAD,
        traffic=Traffic(requests_per_day=2e6, growth_per_month_fraction=0.02),
        horizon_months=24,
        start=first_day(library),
        vary=ServiceVary(
            devices=("h100-sxm-80gb", "mi300x", "t4"),
            plans=("on_demand", "optimal"),
        ),
        limit_count=3,
        **pinned(library),
    )


SERVICES = (
    Operation(
        id="compareTco",
        method="POST",
        path="/v1/inference/tco/comparisons",
        tag="inference",
        summary="The device, provider and plan that cost least over time",
        description="The question of a service over time, with what may `vary`: devices, counts,"
        " formats, engines, plans, providers and regions. Ranks every combination by its total over"
        " the horizon, with the reason for each that has no answer. `question` is that of the best"
        " one, which `/v1/inference/tco` answers month by month with the same total.",
        asks=ServiceComparisonQuery,
        answers=ServiceComparisonAnswer,
        answer=service_comparison,
        example=_service_example,
        is_heavy=True,
    ),
)
