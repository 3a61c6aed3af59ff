"""What makes a run fit on devices that are too small for it."""

from collections.abc import Iterator

from msgspec.structs import replace

from pricing.errors import DoesNotFit, Refusal
from pricing.quote.context import QuoteContext
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.tasks.task import Task, task_of
from pricing.run_costs.tuning.query import Offload
from pricing.run_costs.tuning.states import is_tuning, trains_adapters
from pricing.training.layout import fitting
from pricing.units import BYTES_PER_GIBIBYTE


def with_savings(
    refused: DoesNotFit, context: QuoteContext, task: Task, device_count: int | None
) -> DoesNotFit:
    """The refusal, with the first way to save memory under which the run fits on its count."""
    # A long search of layouts is not done again for each loss.
    if device_count is None or not (is_tuning(task.query) or None not in task.wanted.sizes):
        return refused
    for said, query in _savings(task.query):
        try:
            saved = task_of(context.fresh(), query)
        except Refusal:
            continue
        layout = fitting(saved.needs, saved.wanted, device_count)
        if layout is not None:
            host = layout.footprint.host_bytes / BYTES_PER_GIBIBYTE
            beside = f", and {host:,.0f} GiB on the host for each device" if host else ""
            detail = f"{refused.detail}; it fits with {said}{beside}"
            return DoesNotFit(detail, field=refused.field, nearest=refused.nearest)
    return refused


def _savings(query: RunCostQuery) -> Iterator[tuple[str, RunCostQuery]]:
    """Ways to save memory, from those that cost least time on, and the question with each."""
    if not is_tuning(query):
        if query.loss in {None, "plain"}:
            yield "loss parallel", replace(query, loss="parallel")
            yield "loss fused", replace(query, loss="fused")
        return
    chunked = replace(query, loss="chunked")
    yield "loss chunked", chunked
    if query.method == "full_finetuning":
        if query.optimizer in {None, "adamw", "adamw_fused"}:
            yield (
                "optimizer adamw_fused, base_weight_format bf16 and loss chunked",
                replace(chunked, optimizer="adamw_fused", base_weight_format="bf16"),
            )
        yield (
            "optimizer adamw_8bit, base_weight_format bf16, optimizer_in_backward and loss chunked",
            replace(
                chunked,
                optimizer="adamw_8bit",
                base_weight_format="bf16",
                optimizer_in_backward=True,
            ),
        )
    link = query.offload.link_gigabytes_per_second
    optimizer = Offload(optimizer=True, link_gigabytes_per_second=link)
    if not trains_adapters(query):
        yield "offload.optimizer and loss chunked", replace(chunked, offload=optimizer)
    both = replace(optimizer, parameters=True)
    yield ("offload.optimizer, offload.parameters and loss chunked", replace(chunked, offload=both))
