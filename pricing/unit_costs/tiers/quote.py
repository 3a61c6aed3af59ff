"""The batch tier: batch work on the same devices, which fills what interactive work leaves."""

from collections.abc import Callable

from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.errors import InvalidQuery
from pricing.formulas import unit_cost
from pricing.quote.context import QuoteContext
from pricing.quote.query import Model
from pricing.unit_costs.answer import UnitCostAnswer
from pricing.unit_costs.hour import used_key
from pricing.unit_costs.query import Deployment, PhasePool, Slo, UnitCostQuery, WorkloadKind
from pricing.unit_costs.tiers.answer import BatchTier, TierCosts

FIELD = "batch_tier"

DISCOUNT = "api.batch_discount_fraction"
"""The assumption of what APIs take off for batch work."""


def with_batch_tier(
    query: UnitCostQuery,
    answer: UnitCostAnswer,
    catalog: Catalog,
    ask: Callable[[UnitCostQuery, Catalog], UnitCostAnswer],
) -> UnitCostAnswer:
    """An answer with the batch tier beside it; ask: answers a query.

    Raises InvalidQuery where no interactive work of a model leaves anything, or a Refusal where
    batch work has no answer.
    """
    check_interactive(query.workload, query.model)
    context, pools = QuoteContext(catalog, answer.provenance.as_of), answer.pools
    used = answer.performance.utilization_fraction
    whole = max(used, context.assume(used_key("batch")))
    batch = ask(
        replace(
            query,
            workload="batch",
            deployment=counted(
                query.deployment,
                answer.device_count,
                None if pools is None else (pools.prefill.device_count, pools.decode.device_count),
            ),
            load=replace(query.load, concurrency=None, requests_per_second=None),
            slo=Slo(),
            utilization_fraction=whole,
            drivers=False,
            batch_tier=False,
        ),
        catalog,
    )
    if whole == used:
        context.warn(
            f"interactive work uses {used:.0%} of the devices and leaves nothing for batch work"
        )
    tier = _tier(answer, batch, used, whole, context.assume(DISCOUNT))
    known = {row.key for row in answer.assumptions}
    return replace(
        answer,
        batch_tier=tier,
        assumptions=(
            *answer.assumptions,
            *(row for row in context.assumptions if row.key not in known),
        ),
        warnings=(*answer.warnings, *context.warnings),
    )


def _tier(
    answer: UnitCostAnswer, batch: UnitCostAnswer, used: float, whole: float, discount: float
) -> BatchTier:
    usd_per_hour = batch.unit_costs.usd_per_hour
    served = answer.performance.served_requests_per_second
    shared = unit_cost.shared_usd_per_request(
        usd_per_hour=usd_per_hour,
        used_fraction=used,
        whole_fraction=whole,
        requests_per_second=served,
    )
    return BatchTier(
        utilization_fraction=whole,
        filled_fraction=whole - used,
        batch=_costs(batch, batch.performance.requests_per_second * (whole - used), 1.0),
        interactive=_costs(answer, served, shared / answer.unit_costs.usd_per_request),
        usd_ratio=batch.unit_costs.usd_per_request / answer.unit_costs.usd_per_request,
        api_discount_fraction=discount,
    )


def _costs(answer: UnitCostAnswer, served: float, ratio: float) -> TierCosts:
    """The prices of an answer, times a ratio."""
    costs = answer.unit_costs

    def scaled(usd: float | None) -> float | None:
        return None if usd is None else usd * ratio

    return TierCosts(
        requests_per_second=served,
        usd_per_request=costs.usd_per_request * ratio,
        usd_per_million_input_tokens=scaled(costs.usd_per_million_input_tokens),
        usd_per_million_output_tokens=scaled(costs.usd_per_million_output_tokens),
    )


def check_interactive(workload: WorkloadKind, model: Model | None) -> None:
    """Raises InvalidQuery where no interactive work of a model leaves anything to batch work."""
    if workload == "batch" or model is None:
        raise InvalidQuery(
            "batch_tier stands beside interactive work of a model: leave it out, or ask for"
            " workload interactive and a model",
            field=FIELD,
        )


def counted(
    deployment: Deployment, device_count: int, pool_counts: tuple[int, int] | None
) -> Deployment:
    """A deployment of so many devices, whoever counted them; pool_counts: of its two pools."""
    if pool_counts is None:
        return replace(deployment, device_count=device_count)

    def pool(asked: PhasePool | None, count: int) -> PhasePool:
        return replace(asked or PhasePool(), device_count=count)

    return replace(
        deployment,
        device_count=None,
        prefill=pool(deployment.prefill, pool_counts[0]),
        decode=pool(deployment.decode, pool_counts[1]),
    )
