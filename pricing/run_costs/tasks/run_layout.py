"""The layout of a run, and what it is worth: the fastest that fits, and speeds over each other."""

from msgspec.structs import replace

from pricing.errors import DoesNotFit
from pricing.quote.context import QuoteContext
from pricing.run_costs.query_training import TrainingLayout
from pricing.run_costs.tasks.savings import with_savings
from pricing.run_costs.tasks.task import Task, features_of
from pricing.run_costs.tuning.phases import update_count
from pricing.run_costs.tuning.query import Offload
from pricing.run_costs.tuning.speed import host_of
from pricing.run_costs.tuning.states import is_tuning, trains_adapters
from pricing.training.features import RunFeatures
from pricing.training.layout import Layout, layout_of
from pricing.training.layout_reference import fastest_of, speed_of, speed_ratio
from pricing.training.layout_speed import Pace, as_published, efficiency_of, speeds_of
from pricing.training.mfu_trend import trend_of, trend_utilisation

USUAL = (
    "micro_batches_per_stage",
    "kernel_most_fraction",
    "state_traffic_bytes",
    "unknown_link_ratio",
)
"""What the speed of a layout takes of the assumptions."""

OPEN_LAYOUT = TrainingLayout()
OFFLOADS_NOTHING = Offload()


def laid_of(context: QuoteContext, task: Task, device_count: int | None) -> Layout:
    """The layout of the run: that of the query, and of what it leaves open the fastest that fits.

    Where nobody gave the count, the first that fits. What is fast hangs on the batch: where none
    is given, it is the usual one. Raises DoesNotFit, or InvalidQuery.
    """
    device_count = update_count(task.query, device_count)
    try:
        layout = layout_of(task.needs, task.wanted, device_count)
    except DoesNotFit as refused:
        raise with_savings(refused, context, task, device_count) from None
    if device_count is None:
        layout = _serving_too(task, layout)
    if not _knows_layout(task) or task.is_laid:
        return layout
    device_count = layout.parallelism.device_count
    place = features_of(context.fresh(), task, layout, is_open=False)
    speeds, pace = speeds_of(context.catalog), pace_of(context, task, place)
    if task.tuned is not None:
        pace = as_published(pace)  # fine-tuning has its own measure of steps on the host
    # Long sequences may fit in parts alone: a search tries the parts of the first that fits.
    found = [
        fastest_of(
            speeds,
            task.needs,
            pace,
            replace(task.wanted, context_parallel=context),
            device_count,
            is_open=task.is_micro_batch_open,
        )
        for context in {task.wanted.context_parallel or 1, layout.parallelism.context_parallel}
    ]
    tried = [*(one for one in found if one is not None), layout]
    return max(tried, key=lambda one: speed_of(speeds, task.needs, pace, one))


def _serving_too(task: Task, layout: Layout) -> Layout:
    """The first layout that fits on a count that serves what is served in turn too."""
    beside = task.tuned.beside if task.tuned else None
    if beside is None or beside.device_count:
        return layout
    first = count = layout.parallelism.device_count
    while count < beside.least_count:
        count *= 2
    return layout if count == first else layout_of(task.needs, task.wanted, count)


def layout_ratio(context: QuoteContext, task: Task, layout: Layout, place: RunFeatures) -> float:
    """Speed of the layout over that of the layouts that published runs had.

    Where neither layout nor batch is given, nor anything lies on the host, the run is laid out as
    they were: 1, but for kernels.
    """
    is_plain = _has_plain_norms(task) or _has_plain_scores(task)
    is_told = _is_told(task) or task.query.offload != OFFLOADS_NOTHING
    if not _knows_layout(task) or not (is_told or is_plain):
        return 1.0
    speeds, pace = speeds_of(context.catalog), pace_of(context, task, place)
    if not is_told:
        run = layout.parallelism, layout.recompute
        plain, fused = (
            efficiency_of(speeds, task.needs, one, *run) for one in (pace, as_published(pace))
        )
        return float(plain / fused)
    return speed_ratio(speeds, task.needs, pace, layout, is_open=task.is_micro_batch_open)


def _is_told(task: Task) -> bool:
    """Whether the query says anything of the layout, or the batch that decides what is fast."""
    return task.needs.batch_sequences is not None or task.query.deployment.layout != OPEN_LAYOUT


def _has_plain_norms(task: Task) -> bool:
    """Whether norms are computed by single operations; fine-tuning has its own measure of it."""
    return task.query.fused_kernels is False and not is_tuning(task.query)


def _has_plain_scores(task: Task) -> bool:
    """The same of attention."""
    return not task.query.flash_attention and not is_tuning(task.query)


def _knows_layout(task: Task) -> bool:
    """Adapters gather no gradients of what is frozen: their layouts are not told apart."""
    return not trains_adapters(task.query)


def pace_of(context: QuoteContext, task: Task, place: RunFeatures) -> Pace:
    """The arithmetic of the run, as fast as runs like it are."""
    return Pace(
        flops_per_token=task.flops / task.tokens.trained,
        flops_per_second=task.number_format.flops_per_second,
        utilisation_fraction=float(trend_utilisation(trend_of(context.catalog), place)),
        usual_batch_tokens=context.assume("training.usual_batch_tokens"),
        **{name: context.assume(f"training.{name}") for name in USUAL},
        plain_norms=_has_plain_norms(task),
        plain_scores=_has_plain_scores(task),
        host_step_seconds=_host_step_seconds(context, task),
        fetching_seconds=_fetching_seconds(context, task),
    )


def _host_step_seconds(context: QuoteContext, task: Task) -> float:
    """Of a parameter that the host updates, with its gradient's way there and its own back."""
    if not task.query.offload.optimizer:
        return 0.0
    return host_of(context, task.query, task.device).step_seconds(1.0)


def _fetching_seconds(context: QuoteContext, task: Task) -> float:
    """Of a parameter that is fetched from the host."""
    if not task.query.offload.parameters:
        return 0.0
    host = host_of(context, task.query, task.device)
    return task.needs.value_bytes / host.link_bytes_per_second
