"""The layout of a deployment, on as many devices as a load takes, and its throughput."""

from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Measurement
from pricing.errors import Infeasible, Refusal
from pricing.purchasing.charges import Charges, charges_of
from pricing.quote.context import QuoteContext
from pricing.serving.layout_search import replicas_of
from pricing.serving.replica_sizes import counts
from pricing.unit_costs.plan import MORE_GAIN_RATIO, PLAIN_GAIN_RATIO, is_beyond, plan
from pricing.unit_costs.planning.best_plan import best_plan, task_of, wide_counts
from pricing.unit_costs.planning.question import Question
from pricing.unit_costs.planning.slo import ALIKE_RATIO
from pricing.unit_costs.planning.task import Plan
from pricing.unit_costs.query import UnitCostQuery
from pricing.unit_costs.throughput import Throughput, measured_rows, throughput
from pricing.unit_costs.workload import Workload


class Sustained(Struct, frozen=True, gc=False):
    """A layout and its throughput; rows: measurements of exactly this configuration."""

    found: Plan
    throughput: Throughput
    rows: tuple[Measurement, ...]


def open_charges(
    catalog: Catalog, as_of: str, device: Device, query: UnitCostQuery
) -> Charges | None:
    """What counts of devices are charged for, where a query leaves the count to its price."""
    deployment, measured = query.deployment, query.measured
    given = (
        measured.requests_per_second,
        measured.output_tokens_per_second,
        query.load.requests_per_second,
    )
    if deployment.is_counted or any(value is not None for value in given):
        return None
    charges = charges_of(catalog, as_of, device, query.purchase)
    is_loaded = query.load.concurrency is not None
    return charges if charges is None or is_loaded else charges.of_filled


def sustained(context: QuoteContext, workload: Workload, question: Question) -> Sustained:
    """The layout of the highest throughput of a device within the objectives.

    Raises a Refusal where nothing fits or keeps the objectives.
    """
    fastest = _keeping(workload)
    if not workload.is_counted:
        _tell_counts(context, workload, fastest)
    rows = measured_rows(workload, question, fastest.layout.device_count)
    if fastest.layout.room.spread is not None:
        rows = ()  # none was measured over groups and stages
    found = _as_measured(workload, fastest, rows)
    reached = throughput(context, workload, question.measured, found, rows)
    if found is not fastest and reached.basis == "measured":
        _warn_of_layout(context, found, fastest, reached)
    return Sustained(found, reached, rows)


def _keeping(workload: Workload) -> Plan:
    """The layout that keeps the objectives; without a count, on more devices where it takes more.

    Raises Infeasible where none does.
    """
    try:
        return best_plan(workload)
    except Infeasible:
        found = _that_keeps(workload) if workload.device_count is None else None
        if found is None:
            raise
        return found


def _that_keeps(workload: Workload) -> Plan | None:
    """The layout on the fewest devices of a node that keep the objectives, where any do."""
    for count in tried_counts(workload):
        if count <= workload.device.node_device_count:
            with suppress(Refusal):
                return best_plan(workload.on(count))
    return None


def _tell_counts(context: QuoteContext, workload: Workload, found: Plan) -> None:
    """Say which counts were looked at."""
    count, options = f"{found.layout.device_count:,}", replicas_of(found.task.search)
    counts = {int(one.device_count) for one in options}
    is_wide, ratio = found.layout.room.spread is not None, ALIKE_RATIO
    if is_wide:
        without = plan(task_of(workload))
        is_wider = is_beyond(without, workload.hardware.node)
        ratio = PLAIN_GAIN_RATIO if is_wider else MORE_GAIN_RATIO
        counts = {*wide_counts(workload, without), int(without.plan.layout.device_count)}
    listed = ", ".join(f"{one:,}" for one in sorted(counts))
    if is_wide and len(counts) == 1:
        told = (
            f"{count} are those that groups and stages take of the count that costs least per"
            " token without"
        )
    elif len(options) == 1 and not is_wide:
        told = f"{count} is the only one that fits"
    elif len(counts) == 1:
        told = f"{count} fill the instances that are paid for"
    else:
        told = f"of {listed}, a count of {count} costs least per token within {ratio - 1.0:.0%}"
    context.warn_last(f"no device_count was asked for: {told}")


def _as_measured(workload: Workload, fastest: Plan, rows: Sequence[Measurement]) -> Plan:
    """The layout that rows of exactly this configuration ran in, where it was left open."""
    if not rows:
        return fastest
    sizes = {row.tensor_parallel for row in rows}
    size = sizes.pop() if len(sizes) == 1 else None
    if size is None or size == fastest.layout.size:
        return fastest
    count = fastest.layout.device_count
    try:
        return best_plan(replace(workload, device_count=int(count), tensor_parallel=size))
    except Refusal:
        return fastest  # it ran, whatever the roofline holds


def _warn_of_layout(context: QuoteContext, found: Plan, fastest: Plan, reached: Throughput) -> None:
    if fastest.requests_per_second > reached.requests_per_second:
        tokens = fastest.requests_per_second * fastest.layout.request.output_tokens
        context.warn(
            f"this was measured with tensor_parallel {found.layout.size}:"
            f" {fastest.layout.size} is modelled to reach {tokens:,.0f} output tokens"
            " per second"
        )


def tried_counts(workload: Workload) -> list[int]:
    """The device counts that a search tries, whole replicas each."""
    size = workload.tensor_parallel or 1
    return [count for count in counts(workload.device.node_device_count) if count % size == 0]
