"""The work of a training run: its tokens and FLOPs, before anything is bought."""

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.rows import Assumption, Device, Model
from pricing.errors import UnsupportedPrecision
from pricing.formulas import compute
from pricing.quote.context import QuoteContext
from pricing.quote.model import model_of
from pricing.run_costs.answer import Compute
from pricing.run_costs.interruptions import failure_rates, failures_of
from pricing.run_costs.memory import (
    ADAPTERS,
    adapter_fraction,
    learning_parameters,
    needs_of,
    wanted_of,
)
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.query_training import Reliability
from pricing.run_costs.tokens import Tokens, tokens_of
from pricing.serving.precision import Format, default_precision, resolve, utilised_as
from pricing.serving.precision_names import named_format
from pricing.training.course import Run, Stops, stretch_of
from pricing.training.features import USUAL_COUNT, RunFeatures, run_features, series_of
from pricing.training.layout import Layout, layout_of
from pricing.training.layout_limits import Wanted
from pricing.training.memory import Needs
from pricing.training.mfu import Mfu, overhead_ratio, run_mfus
from pricing.units import HOURS_PER_YEAR, SECONDS_PER_HOUR

USUAL_RELIABILITY = Reliability()

OVERHEAD_LEAP_RATIO = 1.05
"""How much more than the default published bills must show to be worth a warning."""


class Task(Struct, frozen=True):
    """What a query asks for, on however many devices."""

    query: RunCostQuery
    device: Device
    model: Model
    number_format: Format
    tokens: Tokens
    attended_tokens: float
    flops: float
    needs: Needs
    wanted: Wanted


class Work(Struct, frozen=True):
    """A run that fits on its devices, before anything is bought."""

    layout: Layout
    compute: Compute
    run: Run
    failures: Stops
    learning_parameters: float


def task_of(context: QuoteContext, query: RunCostQuery) -> Task:
    """The task of a query. Raises a Refusal where it is none."""
    device = context.device(query.deployment.device, field="deployment.device")
    model = model_of(context, query.model)
    number_format = _format(context, device, query)
    tokens = tokens_of(context, query)
    needs = needs_of(context, device, model, number_format, query, tokens)
    # Frozen weights spare their gradients: 4 FLOPs a parameter and token, not 6.
    flops_per_parameter_token = 6.0
    if query.method in ADAPTERS:
        flops_per_parameter_token = 4.0 + 6.0 * adapter_fraction(context, query)
    attended_tokens = float(
        compute.causal_token_layers(
            full_attention_layers=model.full_attention_layers,
            window_layers=model.window_layers,
            window_tokens=model.window_tokens,
            sequence_tokens=tokens.sequence_length,
        )
    )
    flops = compute.training_flops(
        active_parameters=model.active_parameters,
        tokens=tokens.trained,
        flops_per_parameter_token=flops_per_parameter_token,
        attention_width=model.attention_width,
        attended_tokens=attended_tokens,
    )
    wanted = wanted_of(query)
    return Task(query, device, model, number_format, tokens, attended_tokens, flops, needs, wanted)


def work_of(
    context: QuoteContext, task: Task, device_count: int | None, *, is_open: bool = False
) -> Work:
    """The task on a count of devices, None for the smallest that fits.

    is_open: whether nobody chose the count, as where it is None.
    Raises DoesNotFit, or InvalidQuery for a layout that cannot be.
    """
    query, model = task.query, task.model
    layout = layout_of(task.needs, task.wanted, device_count)
    count = layout.parallelism.device_count
    is_open = is_open or device_count is None
    place = features_of(context, task, layout, is_open=is_open)
    steady, billed = run_mfus(context.catalog, place)
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


def features_of(context: QuoteContext, task: Task, layout: Layout, *, is_open: bool) -> RunFeatures:
    """Where the run stands among published ones.

    is_open: whether nobody chose the count. The smallest that fits then says what memory the run
    needs at least, not how it would be run: like published runs that do not tell their count, it
    stands at the usual one.
    """
    query, model = task.query, task.model
    count: float = layout.parallelism.device_count
    # Published runs with room to spare often recompute all the same, for larger batches.
    recompute = "full" if layout.recompute == "full" else query.recompute
    if is_open and query.method == "pretraining" and query.mfu_fraction is None:
        smallest = count
        count = max(count, context.assume(USUAL_COUNT))
        recompute = query.recompute
        context.warn(
            f"no deployment.device_count was given: the MFU is that of a run on {count:g} devices,"
            f" memory and time those of the smallest count that fits, {smallest}"
        )
    return run_features(
        task.device,
        kind="adapter" if query.method in ADAPTERS else "steady",
        series=series_of(model.name),
        parameters=model.parameters,
        active_parameters=model.active_parameters,
        expert_parameters=model.active_expert_parameters,
        expert_intermediate_size=model.expert_intermediate_size,
        state_bytes=model.parameters * task.needs.states.whole,
        arithmetic=utilised_as(task.device, task.number_format),
        sequence_length=task.tokens.sequence_length,
        device_count=count,
        recompute=recompute,
    )


def headroom_of(context: QuoteContext, query: RunCostQuery) -> float:
    """The caller's share of experiments around the run, else the usual one."""
    return context.given_or(query.headroom_fraction, "training.headroom_fraction")


def _format(context: QuoteContext, device: Device, query: RunCostQuery) -> Format:
    precision = query.deployment.precision
    if precision is None:
        precision = default_precision(device, "bf16")
        context.warn_last(f"no precision was asked for: {precision} is used")
    try:
        number_format = resolve(context.catalog, device, precision)
    except UnsupportedPrecision as error:
        raise _untrained(context, device, error.detail) from error
    named, _ = named_format(query.model if isinstance(query.model, str) else "") or (None, None)
    if named not in (None, number_format.name):
        context.warn(
            f"the name of the model says {named}: the run computes in {number_format.name}"
        )
    if number_format.emulated:
        raise _untrained(
            context,
            device,
            f"{device.name} does not compute in {precision}: training cannot emulate it",
        )
    return number_format


def _untrained(context: QuoteContext, device: Device, detail: str) -> UnsupportedPrecision:
    """With the formats that the device computes in, rather than only stores."""
    near = [
        name for name in device.accelerated if not resolve(context.catalog, device, name).emulated
    ]
    return UnsupportedPrecision(detail, field="deployment.precision", nearest=near)


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
