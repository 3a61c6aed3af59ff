"""The work of a training run: its tokens and FLOPs, before anything is bought."""

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.rows import Assumption
from pricing.formulas import compute
from pricing.quote.context import QuoteContext
from pricing.run_costs.answer import Compute
from pricing.run_costs.interruptions import failure_rates, failures_of
from pricing.run_costs.memory import ADAPTERS, learning_parameters
from pricing.run_costs.query_training import Reliability
from pricing.run_costs.tasks.laying import laid_of, layout_ratio
from pricing.run_costs.tasks.task import Task, features_of, headroom_of
from pricing.training.course import Run, Stops, stretch_of
from pricing.training.layout import Layout
from pricing.training.mfu import MFU_LIMIT_FRACTION, Mfu, overhead_ratio, run_mfus
from pricing.units import HOURS_PER_YEAR, SECONDS_PER_HOUR

USUAL_RELIABILITY = Reliability()

OVERHEAD_LEAP_RATIO = 1.05
"""How much more than the default published bills must show to be worth a warning."""


class Work(Struct, frozen=True):
    """A run that fits on its devices, before anything is bought."""

    layout: Layout
    compute: Compute
    run: Run
    failures: Stops
    learning_parameters: float


def work_of(
    context: QuoteContext, task: Task, device_count: int | None, *, is_open: bool = False
) -> Work:
    """The task on a count of devices, None for the smallest that fits.

    is_open: whether nobody chose the count, as where it is None.
    Raises DoesNotFit, or InvalidQuery for a layout that cannot be.
    """
    query, model = task.query, task.model
    layout = laid_of(context, task, device_count)
    count = layout.parallelism.device_count
    is_open = is_open or device_count is None
    place = features_of(context, task, layout, is_open=is_open)
    ratio = layout_ratio(context, task, layout, place)
    steady, billed = (
        replace(mfu, fraction=min(mfu.fraction * ratio, MFU_LIMIT_FRACTION))
        for mfu in run_mfus(context.catalog, place)
    )
    work = _compute(task, layout, steady)
    run = Run(
        device_count=count,
        productive_device_hours=work.productive_device_hours,
        overhead_ratio=1.0,
        headroom_fraction=headroom_of(context, query),
        evaluation_fraction=query.evaluation_fraction,
    )
    learning = learning_parameters(context, model, query)

    def failures_under(reliability: Reliability) -> Stops:
        return failures_of(failure_rates(context, task.device, reliability, count), learning)

    failures = failures_under(query.reliability)
    is_adapter = query.method in ADAPTERS
    if query.mfu_fraction is not None:
        _warn_of_peak(context, layout, work)
        run = replace(run, overhead_ratio=context.assume("training.run_overhead_ratio"))
        if not is_adapter:
            _warn_of_overhead(context, run, _overhead_ratio(run, failures, steady, billed))
    elif is_adapter:
        run = replace(run, band_ratio=steady.band_ratio)
    else:
        usual = failures
        if query.reliability != USUAL_RELIABILITY:
            usual = failures_under(USUAL_RELIABILITY)
        ratio = _overhead_ratio(run, usual, steady, billed)
        run = _with_overhead(context, run, ratio, billed)
    if is_open and run.work_hours > HOURS_PER_YEAR:
        context.warn(
            f"the smallest count that holds the run, {count}, takes"
            f" {run.work_hours / HOURS_PER_YEAR:.3g} years: give deployment.device_count, or a"
            " schedule with a deadline"
        )
    return Work(
        layout=layout, compute=work, run=run, failures=failures, learning_parameters=learning
    )


def _recomputed_flops(task: Task, recompute: str) -> float:
    """What is computed a second time: everything forward, or the attention alone."""
    if recompute == "none":
        return 0.0
    return float(
        compute.forward_flops(
            active_parameters=task.model.active_parameters if recompute == "full" else 0.0,
            tokens=task.tokens.trained,
            attention_width=task.model.attention_width,
            attended_tokens=task.attended_tokens,
        )
    )


def _compute(task: Task, layout: Layout, steady: Mfu) -> Compute:
    given = task.query.mfu_fraction
    mfu = steady if given is None else Mfu(given, 1.0, ())
    hours = compute.productive_device_hours(
        flops=task.flops,
        flops_per_second=task.number_format.flops_per_second,
        mfu_fraction=mfu.fraction,
    )
    count = layout.parallelism.device_count
    return Compute(
        tokens=task.tokens.trained,
        steps=task.tokens.steps,
        model_flops=task.flops,
        hardware_flops=task.flops + _recomputed_flops(task, layout.recompute),
        mfu_fraction=mfu.fraction,
        mfu_basis="modelled" if given is None else "given",
        tokens_per_second=task.tokens.trained / (hours / count * SECONDS_PER_HOUR),
        productive_device_hours=hours,
        productive_device_hours_low=hours / mfu.band_ratio,
        productive_device_hours_high=hours * mfu.band_ratio,
        evidence=mfu.evidence,
    )


def _warn_of_peak(context: QuoteContext, layout: Layout, work: Compute) -> None:
    """Say that what is recomputed besides the given MFU is more than the devices can do."""
    share = work.mfu_fraction * work.hardware_flops / work.model_flops
    if share > 1.0:
        context.warn(
            f"mfu_fraction {work.mfu_fraction:g} and {layout.recompute} recompute are {share:.0%}"
            " of the peak of the devices: no run is that fast"
        )


def _with_overhead(context: QuoteContext, run: Run, ratio: float, billed: Mfu) -> Run:
    """What published runs were billed beyond their steady state, usual failures apart."""
    usual_high = context.catalog.assumptions["training.run_overhead_ratio"].high or 1.0
    overhead = Assumption(
        key="training.run_overhead_ratio",
        value=ratio,
        unit="ratio",
        low=1.0,
        high=max(usual_high, ratio),
        source="billed over steady MFU of the nearest published runs, usual failures apart: "
        + ", ".join(billed.evidence),
        confidence="modelled",
    )
    return replace(run, overhead_ratio=context.assume(overhead), band_ratio=billed.band_ratio)


def _warn_of_overhead(context: QuoteContext, run: Run, ratio: float) -> None:
    """Where runs like this were billed for more than stands beside an MFU of the caller's."""
    if ratio > OVERHEAD_LEAP_RATIO * run.overhead_ratio:
        context.warn(
            f"beside an mfu_fraction of yours the overhead of a run is {run.overhead_ratio:g}, and"
            f" its hours have the spread of its stops alone: published runs like this were billed"
            f" {ratio:.3g} times their steady hours, stops apart"
        )


def _overhead_ratio(run: Run, stops: Stops, steady: Mfu, billed: Mfu) -> float:
    return float(
        overhead_ratio(
            stretch_of(run, stops),
            steady_fraction=steady.fraction,
            billed_fraction=billed.fraction,
        )
    )
