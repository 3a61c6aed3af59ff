"""The operations that quote unit costs and run costs."""

from operator import attrgetter

from pricing.catalog.library import Library
from pricing.focus.quote import run_forecast
from pricing.purchasing.query import Purchase, RunPurchase
from pricing.run_costs.answer import RunCostAnswer
from pricing.run_costs.query import RunCostParameters, RunCostQuery
from pricing.run_costs.query_training import TrainingDeployment
from pricing.run_costs.quote import run_costs
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.by_parameters.query import UnitCostParameters
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.quote import unit_costs
from service.formats.long_form import long_options
from service.formats.media import FOCUS, LONG
from service.formats.pictures.views import RUN_PICTURES
from service.operations.examples import LOAD, MODEL, SERVED, pinned
from service.operations.operation import Operation
from service.operations.parameters import by_parameters


def _unit_cost_parameters(library: Library) -> UnitCostParameters:
    return UnitCostParameters(
        model=MODEL,
        device="h100-sxm-80gb",
        device_count=8,
        precision="fp8",
        input_tokens=1024,
        output_tokens=256,
        option="on_demand",
        provider="aws",
        region="us-east-1",
        **pinned(library),
    )


def _unit_cost_query(library: Library) -> UnitCostQuery:
    return UnitCostQuery(
        model=MODEL,
        deployment=SERVED,
        load=LOAD,
        purchase=Purchase(option="on_demand", provider="aws", region="us-east-1"),
        **pinned(library),
    )


def _run_cost_parameters(library: Library) -> RunCostParameters:
    return RunCostParameters(
        model="llama-3.1-8b",
        tokens=1e12,
        device="h100-sxm-80gb",
        device_count=1024,
        precision="bf16",
        sequence_length=8192,
        **pinned(library),
    )


def _run_cost_query(library: Library) -> RunCostQuery:
    return RunCostQuery(
        model="llama-3.1-8b",
        tokens=1e12,
        sequence_length=8192,
        deployment=TrainingDeployment(device="h100-sxm-80gb", device_count=1024, precision="bf16"),
        purchases=(
            RunPurchase(option="on_demand", provider="aws"),
            RunPurchase(option="spot", provider="aws"),
            RunPurchase(option="reserved_3y", provider="aws"),
        ),
        **pinned(library),
    )


def _is_long_run(query: RunCostQuery | RunCostParameters) -> bool:
    """Sizes that no published model has may have many layouts."""
    return query.drivers or not isinstance(query.model, str)


_QUOTED_UNIT_COSTS = Operation(
    id="quoteUnitCosts",
    method="POST",
    path="/v1/inference/unit-costs",
    tag="inference",
    summary="Cost per token, request and watt",
    description="Cost per input and output token, per request, per watt and per kilowatt-hour"
    " of one deployment. The answer has throughput, latency, memory, power, the price row and"
    " the line items of the bill. The same query, `catalog` and `as_of` give the same answer.",
    asks=UnitCostQuery,
    answers=UnitCostAnswer,
    answer=unit_costs,
    is_long=attrgetter("drivers"),  # each end of each assumption is a question of its own
    example=_unit_cost_query,
)

_QUOTED_RUN_COSTS = Operation(
    id="quoteRunCosts",
    method="POST",
    path="/v1/training/run-costs",
    tag="training",
    summary="Cost of a training run for each way of buying its capacity",
    description="Compute, memory, expected hours with checkpoints, failures and restarts, and"
    " the cost of the run for every purchase, with line items. An option without a price is"
    " estimated and marked, or listed under `unavailable`. With `Accept: image/svg+xml` or"
    " `image/png`, the ways of buying are drawn as bars; with `profile=drivers`, what moves the"
    " cost.",
    is_long=_is_long_run,
    asks=RunCostQuery,
    answers=RunCostAnswer,
    answer=run_costs,
    pictures=RUN_PICTURES,
    rows={
        FOCUS: run_forecast,
        LONG: lambda query, library: long_options(run_costs(query, library)),
    },
    example=_run_cost_query,
)

OPERATIONS = (
    _QUOTED_UNIT_COSTS,
    by_parameters(
        _QUOTED_UNIT_COSTS,
        UnitCostParameters,
        _unit_cost_parameters,
        summary="Unit costs by parameters",
    ),
    _QUOTED_RUN_COSTS,
    by_parameters(
        _QUOTED_RUN_COSTS,
        RunCostParameters,
        _run_cost_parameters,
        summary="Run costs by parameters",
    ),
)
