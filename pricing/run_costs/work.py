"""The work of a training run: its tokens and FLOPs, before anything is bought."""

from msgspec import Struct
from msgspec.structs import asdict, replace

from pricing.formulas import compute
from pricing.quote.context import QuoteContext
from pricing.run_costs.answer import Compute
from pricing.run_costs.computing.overhead import overhead_of, warn_of_overhead, with_overhead
from pricing.run_costs.interruptions import failure_rates, failures_of
from pricing.run_costs.query_training import Reliability
from pricing.run_costs.tasks.run_layout import laid_of, layout_ratio
from pricing.run_costs.tasks.task import Task, features_of, headroom_of
from pricing.run_costs.tuning.answer import MicroBatchTime
from pricing.run_costs.tuning.phases import Timed, beside_count, phase_times
from pricing.run_costs.tuning.speed import (
    TunedTask,
    micro_batch_in,
    phases_of,
    retuned,
    tuned_mfu,
    update_fraction,
)
from pricing.run_costs.tuning.states import learning_parameters, trains_adapters
from pricing.training.course import Run, Stops
from pricing.training.features import RunFeatures
from pricing.training.layout import Layout
from pricing.training.mfu import MFU_LIMIT_FRACTION, Mfu, run_mfus
from pricing.units import HOURS_PER_YEAR, SECONDS_PER_HOUR

USUAL_RELIABILITY = Reliability()


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
    count = layout.parallelism.device_count + beside_count(query)
    is_open = is_open or device_count is None
    place = features_of(context, task, layout, is_open=is_open)
    ratio = layout_ratio(context, task, layout, place)
    steady, billed = (
        replace(mfu, fraction=min(mfu.fraction * ratio, MFU_LIMIT_FRACTION))
        for mfu in run_mfus(context.catalog, place)
    )
    timed = None
    if task.tuned is not None:
        timed = _timed(task.tuned, layout, steady, place)
        steady, billed = _as_tuned(task.tuned, layout, steady, billed, place)
    work = _compute(task, layout, steady, timed)
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
    is_adapter = trains_adapters(query)
    if query.mfu_fraction is not None:
        _warn_of_peak(context, layout, work)
        run = replace(run, overhead_ratio=context.assume("training.run_overhead_ratio"))
        if not is_adapter:
            warn_of_overhead(context, run, overhead_of(run, failures, steady, billed))
    elif is_adapter:
        run = replace(run, band_ratio=steady.band_ratio)
    else:
        usual = failures
        if query.reliability != USUAL_RELIABILITY:
            usual = failures_under(USUAL_RELIABILITY)
        ratio = overhead_of(run, usual, steady, billed)
        run = with_overhead(context, run, ratio, billed)
    if is_open and run.work_hours > HOURS_PER_YEAR:
        context.warn(
            f"the smallest count that holds the run, {count}, takes"
            f" {run.work_hours / HOURS_PER_YEAR:.3g} years: give deployment.device_count, or a"
            " schedule with a deadline"
        )
    return Work(
        layout=layout, compute=work, run=run, failures=failures, learning_parameters=learning
    )


def _timed(task: TunedTask, layout: Layout, steady: Mfu, place: RunFeatures) -> Timed | None:
    """The phases of a trained token, None of an update alone."""
    tuned = tuned_mfu(task, layout)
    fraction = update_fraction(steady.fraction, tuned, place.spread_fraction)
    return phases_of(task, layout, float(fraction))


def _as_tuned(
    task: TunedTask, layout: Layout, steady: Mfu, billed: Mfu, place: RunFeatures
) -> tuple[Mfu, Mfu]:
    """The MFU of fine-tuning, steady and billed: what is billed besides is as of other runs."""
    spread = float(place.spread_fraction)
    tuned = tuned_mfu(task, layout)
    fractions = steady.fraction, billed.fraction
    at_steady, _, steady_band = retuned(
        *fractions, steady.band_ratio, tuned=tuned, spread_fraction=spread, task=task, layout=layout
    )
    _, at_billed, billed_band = retuned(
        *fractions, billed.band_ratio, tuned=tuned, spread_fraction=spread, task=task, layout=layout
    )
    evidence = steady.evidence if spread else ()
    return (
        Mfu(float(at_steady), float(steady_band), evidence),
        Mfu(float(at_billed), float(billed_band), billed.evidence),
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


def _compute(task: Task, layout: Layout, steady: Mfu, phases: Timed | None) -> Compute:
    given = task.query.mfu_fraction
    mfu = steady if given is None else Mfu(given, 1.0, ())
    hours = compute.productive_device_hours(
        flops=task.flops,
        flops_per_second=task.number_format.flops_per_second,
        mfu_fraction=mfu.fraction,
    )
    count = layout.parallelism.device_count + beside_count(task.query)
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
        tokens_per_second_per_device=task.tokens.trained / (hours * SECONDS_PER_HOUR),
        micro_batch=_micro_batch(task, layout) if given is None else None,
        phases=phase_times(phases, hours) if phases and given is None else (),
    )


def _warn_of_peak(context: QuoteContext, layout: Layout, work: Compute) -> None:
    """Say that what is recomputed besides the given MFU is more than the devices can do."""
    share = work.mfu_fraction * work.hardware_flops / work.model_flops
    if share > 1.0:
        context.warn(
            f"mfu_fraction {work.mfu_fraction:g} and {layout.recompute} recompute are {share:.0%}"
            " of the peak of the devices: no run is that fast"
        )


def _micro_batch(task: Task, layout: Layout) -> MicroBatchTime | None:
    """What the seconds of a micro-batch of fine-tuning go to, for the answer."""
    if task.tuned is None:
        return None
    found = micro_batch_in(task.tuned, layout)
    return MicroBatchTime(seconds=found.seconds, **asdict(found))
