"""The constants of the speed of layouts, fitted to published layouts by source."""

from collections.abc import Sequence
from math import log

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from scipy.optimize import brentq, minimize

from pricing.calibration.published.layouts import kept_aside, layout_rows, tokens_per_second
from pricing.calibration.rows import Constant, rounded
from pricing.catalog.catalog import Catalog
from pricing.quote.context import QuoteContext
from pricing.run_costs.tasks.run_layout import pace_of
from pricing.run_costs.tasks.task import Task, features_of, task_of
from pricing.serving.constants import ANY
from pricing.training.activations import footprint
from pricing.training.layout import Layout
from pricing.training.layout_limits import Wanted
from pricing.training.layout_reference import at_usual_batch, fastest_of
from pricing.training.layout_speed import Pace, Speeds, as_published, efficiency_of
from pricing.training.memory import Needs, Parallelism
from pricing.training.mfu import run_mfus

START = Speeds(
    overhead_seconds=3e-4,
    tensor_ratio=2.0,
    expert_ratio=1.0,
    sharding_fraction=0.8,
    kernel_ratio=1.2,
    traffic_bytes=300.0,
    plain_norm_bytes=172.0,
)
"""Where each constant is expected: kernels of a layer are launched in 0.3 ms, collectives reach
half of the links, sharding overlaps most of it, and kernels are a fifth faster than a run. 45 bytes
that are kept are written and read, and their gradients, at two thirds of the bandwidth. A norm in
32 bits by single operations reads and writes 86 bytes more than one kernel, twice a layer."""

UNITS = {
    "overhead_seconds": "s",
    "sharding_fraction": "fraction",
    "traffic_bytes": "bytes",
    "plain_norm_bytes": "bytes",
}
DEVIATION_LOG = 0.7
CLIP_LOG = 0.6
OFFSET_WEIGHT = 0.5
"""A source off as a whole says more of its stack than of its layouts, and counts half."""

ROUNDS = 2000
FIRST_STEP_LOG = 0.4
"""How far the search looks first. By default it is a twentieth of a logarithm."""

FITTED = "fitted to two thirds of the sources of published layouts"
PAIRED = "plain_norm_bytes"
"""The constant that pairs of runs say, which differ in nothing else."""

PLAIN_NORM_BYTES = 0.0, 2000.0
FITTED_PAIRS = "median of pairs with and without a kernel for norms (arXiv 2311.05610)"
TURNS = 2
"""Of pairs, and of the other constants given what they say."""


class Trial(Struct, frozen=True):
    """A published layout, the fastest one with the usual batch, and what the source measured.

    excess_log: of the estimate without a layout over the measurement.
    """

    source: str
    needs: Needs
    pace: Pace
    layout: Layout
    usual: Needs
    reference: Layout
    excess_log: float


def fit_layouts(catalog: Catalog) -> list[Constant]:
    """The constants under which published layouts are least off within and between sources."""
    trials = trials_of(catalog, START, aside=False)
    pairs = _norm_pairs(trials)
    speeds = replace(START, plain_norm_bytes=_plain_norm_bytes(pairs, START))
    for _ in range(TURNS):
        speeds = _least_off(trials, speeds)
        speeds = replace(speeds, plain_norm_bytes=_plain_norm_bytes(pairs, speeds))
    return [
        Constant(
            ANY,
            "training_layout",
            ANY,
            name,
            rounded(getattr(speeds, name)),
            UNITS.get(name, "ratio"),
            2 * len(pairs) if name == PAIRED else len(trials),
            FITTED_PAIRS if name == PAIRED else FITTED,
        )
        for name in Speeds.__struct_fields__
    ]


def _least_off(trials: Sequence[Trial], speeds: Speeds) -> Speeds:
    """The constants under which the loss is least, but for the one that pairs say."""
    names = [name for name in Speeds.__struct_fields__ if name != PAIRED]
    means = np.array([log(getattr(START, name)) for name in names])
    sources = np.array([trial.source for trial in trials])

    def at(logs: np.ndarray) -> Speeds:
        return replace(speeds, **dict(zip(names, np.exp(logs).tolist(), strict=True)))

    def loss(logs: np.ndarray) -> float:
        errors = errors_of(trials, at(logs))
        total = 0.0
        for source in np.unique(sources):
            own = errors[sources == source]
            offset = float(np.median(own))
            spread = np.abs(np.clip(own - offset, -CLIP_LOG, CLIP_LOG)).mean()
            total += len(own) ** 0.5 * (spread + OFFSET_WEIGHT * min(abs(offset), CLIP_LOG))
        return total + float((((logs - means) / DEVIATION_LOG) ** 2).sum())

    simplex = np.vstack([means, means + FIRST_STEP_LOG * np.eye(len(means))])
    options = {"maxfev": ROUNDS, "initial_simplex": simplex}
    return at(minimize(loss, means, method="Nelder-Mead", options=options).x)


def _norm_pairs(trials: Sequence[Trial]) -> list[tuple[Trial, Trial]]:
    """Of one source, what differs in its norms alone: by single operations, and with a kernel."""
    found: dict[tuple[object, ...], dict[bool, Trial]] = {}
    for trial in trials:
        layout, needs = trial.layout, trial.needs
        run = (trial.source, layout.parallelism, layout.recompute, needs.batch_sequences)
        found.setdefault(run, {})[trial.pace.plain_norms] = trial
    return [(own[True], own[False]) for own in found.values() if len(own) == len({True, False})]


def _plain_norm_bytes(pairs: Sequence[tuple[Trial, Trial]], speeds: Speeds) -> float:
    """What norms move besides, so that half of the pairs lose more by it, and half less."""
    plain, fused = zip(*pairs, strict=True)

    def excess(moved_bytes: float) -> float:
        at = replace(speeds, plain_norm_bytes=moved_bytes)
        return float(np.median(errors_of(plain, at) - errors_of(fused, at)))

    return float(brentq(excess, *PLAIN_NORM_BYTES))


def errors_of(trials: Sequence[Trial], speeds: Speeds) -> np.ndarray:
    """Logarithm of the estimate with a layout over the measurement, of each trial."""
    return np.array(
        [
            trial.excess_log
            + log(_efficiency(trial.needs, trial.pace, trial.layout, speeds))
            - log(_efficiency(trial.usual, as_published(trial.pace), trial.reference, speeds))
            for trial in trials
        ]
    )


def trials_of(catalog: Catalog, speeds: Speeds, *, aside: bool) -> list[Trial]:
    """The layouts that ran, of the sources kept aside or of the others."""
    rows = layout_rows()
    hidden = kept_aside(rows)
    trials = []
    for row in rows:
        micro_batch = row.scenario.deployment.layout.micro_batch_sequences
        # A layout whose micro-batch is not printed tells nothing of its kernels.
        if not row.ran or (row.source in hidden) is not aside or not micro_batch:
            continue
        context = QuoteContext(catalog, None)
        task = task_of(context, row.question)
        measured = tokens_per_second(row, task.model)
        if measured is None:
            continue
        layout = _given(task)
        place = features_of(context, task, layout, is_open=False)
        steady, _ = run_mfus(catalog, place)
        reached = measured * task.flops / task.tokens.trained / task.number_format.flops_per_second
        pace = pace_of(context, task, place)
        usual = at_usual_batch(task.needs, pace, layout.parallelism.device_count)
        wanted = Wanted(
            context_parallel=layout.parallelism.context_parallel, recompute=layout.recompute
        )
        count = layout.parallelism.device_count
        fastest = fastest_of(speeds, usual, pace, wanted, count, is_open=True)
        trials.append(
            Trial(
                row.source,
                task.needs,
                pace,
                layout,
                usual,
                fastest or layout,
                log(steady.fraction / reached),
            )
        )
    return trials


def _given(task: Task) -> Layout:
    """The layout of a question that gives all of it, whether it fits or not."""
    wanted, count = task.wanted, task.query.deployment.device_count or 1
    tensor, pipeline = wanted.tensor_parallel or 1, wanted.pipeline_parallel or 1
    context = wanted.context_parallel or 1
    parallelism = Parallelism(
        zero_stage=wanted.zero_stage or 0,
        tensor_parallel=tensor,
        pipeline_parallel=pipeline,
        context_parallel=context,
        expert_parallel=wanted.expert_parallel or 1,
        data_parallel=wanted.data_parallel or max(1, count // (tensor * pipeline * context)),
        micro_batch_sequences=wanted.micro_batch_sequences,
        sequence_parallel=wanted.sequence_parallel,
        virtual_stages=wanted.virtual_stages,
    )
    recompute = wanted.recompute
    if recompute is None:
        kept = footprint(task.needs, parallelism, "none")
        recompute = "none" if kept.headroom_bytes >= 0.0 else "full"
    return Layout(parallelism, recompute, footprint(task.needs, parallelism, recompute))


def _efficiency(needs: Needs, pace: Pace, layout: Layout, speeds: Speeds) -> float:
    return float(efficiency_of(speeds, needs, pace, layout.parallelism, layout.recompute))
