"""Stages within a node: what they would do where the slots of a host join the devices."""

from pricing.quote.context import QuoteContext
from pricing.serving.parallel.wide_layouts import stages_in_node
from pricing.unit_costs.device_count import Sustained
from pricing.unit_costs.plan import PLAIN_GAIN_RATIO, is_better, plan
from pricing.unit_costs.planning.best_plan import task_of
from pricing.unit_costs.workload import Workload


def warn_of_stages(context: QuoteContext, workload: Workload, full: Sustained) -> None:
    """Say of an open layout whose devices share every layer over slots what stages do better.

    The answer stays: nearly all runs that were measured on such devices shared every layer.
    """
    layout, rank = full.found.layout, full.found.rank
    is_open = workload.tensor_parallel is None and layout.room.spread is None
    if not is_open or layout.size <= workload.device.linked_device_count:
        return
    count, engine = int(layout.device_count), workload.engine
    shapes = stages_in_node(workload.model, engine, count, workload.device.node_device_count)
    if not shapes:
        return
    task = task_of(workload.on(count).over(shapes))
    found = plan(task, least_rank=PLAIN_GAIN_RATIO * rank)
    spread = found.plan.layout.room.spread
    if not (found.fits and is_better(found, keeps_all=True, rank=rank) and spread):
        return
    ratio = found.plan.requests_per_second / full.throughput.requests_per_second
    context.warn(
        f"the {layout.size:,.0f} devices of a replica share every layer through the slots of their"
        f" host: tensor_parallel {spread.tensor_parallel:,.0f} with pipeline_parallel"
        f" {spread.pipeline_parallel:,.0f} is modelled at {ratio:.2g} times this throughput, and at"
        f" {found.plan.tpot_seconds:.2g} s a token. Few runs were measured so: ask with both fields"
    )
