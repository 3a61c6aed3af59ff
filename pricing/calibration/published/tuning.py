"""Fits the constants of the speed of fine-tuning to published runs."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import exp, log, sqrt

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace
from scipy.optimize import least_squares

from pricing.calibration.published.rows import published, weighted_quantile
from pricing.calibration.rows import Constant, rounded
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.numerics.number import Array
from pricing.quote.context import QuoteContext
from pricing.run_costs.query import RunCostQuery
from pricing.run_costs.tasks.task import task_of
from pricing.run_costs.tuning.speed import TunedTask, micro_batch_under
from pricing.serving.constants import ANY, calibrated
from pricing.sweeps.query import RunScenario
from pricing.sweeps.refusals import run_query
from pricing.training.layout import Layout, layout_of
from pricing.training.tuning.speed import PHASE, RUNS, Speed

KEPT_ASIDE = (
    "hiyouga/LLaMA-Factory",
    "pytorch/torchtune",
    "lora--llama-3.2-3B-rank64",
    "lora--llama-3.2-3B-rank10",
    "huggingface/peft@5d602fdbf:docs",
    "Lightning-AI/litgpt@26857050f:config_hub",
    "Lightning-AI/litgpt#596",
    "huggingface/blog",
    "foundation-model-stack/fms-acceleration#12",
)
"""Sources that nothing is fitted to."""


class Run(Struct, frozen=True, kw_only=True):
    """A published run, and the question that it is; strategy and packed as its source says."""

    source: str
    strategy: str
    packed: str = field(name="packed_as_told", default="")
    outcome: str
    peak_gibibytes: float | None = field(name="peak_memory_gib", default=None)
    tokens_per_second: float | None = field(name="tokens_per_second_per_device", default=None)
    seconds_per_step: float | None = None
    samples_per_second: float | None = None
    hours: float | None = None
    scenario: RunScenario = field(name="question")

    @property
    def question(self) -> RunCostQuery:
        """What is asked. How much is trained does not change how fast it is, and what it holds."""
        return run_query(self.scenario)

    @property
    def is_oom(self) -> bool:
        """Whether it ran out of memory."""
        return self.outcome == "oom"

    @property
    def seconds(self) -> float | None:
        """Of the same job, where the tokens are not told: to compare runs of one job."""
        rate = self.samples_per_second
        return self.seconds_per_step or (rate and 1.0 / rate) or self.hours

    @property
    def job(self) -> tuple[object, ...]:
        """What runs share that differ in their method alone."""
        asked, deployment = self.scenario, self.scenario.deployment
        return (
            *(self.source, asked.model, deployment.device, deployment.device_count),
            *(self.strategy, asked.sequence_length, deployment.layout.micro_batch_sequences),
            *(asked.recompute, asked.flash_attention, self.packed, asked.gradient_accumulation),
            *(asked.fused_kernels, asked.loss),
        )

    @property
    def step(self) -> str:
        """The model, how it is trained, and the format of its weights."""
        asked = self.scenario
        method = asked.method.replace("_", " ")
        return f"{asked.model} {method} {asked.base_weight_format or ''}".rstrip()

    @property
    def micro_batch(self) -> str:
        """Its sequences and their length."""
        sequences = self.scenario.deployment.layout.micro_batch_sequences
        return f"{sequences} × {self.scenario.sequence_length or '?'} tokens"

    @property
    def is_kept_aside(self) -> bool:
        """Whether nothing is fitted to it."""
        return any(name in self.source for name in KEPT_ASIDE)


@cache
def published_runs() -> tuple[Run, ...]:
    """Every published run whose device and count are told."""
    return tuple(published("finetuning_runs", Run, RunScenario))


SOURCE = (
    "fitted to published fine-tuning runs (pricing/calibration/published), sources weighing alike"
)
ROOMY = 1e3
"""Memory in place of a device's own: a run that ran fits, whatever it is said to hold."""

PRIORS = {
    "utilisation_fraction": 0.62,
    "Hopper": 0.45,
    "Ada": 0.5,
    "full_ratio": 1.07,
    "plain_ratio": 0.87,
    "mixture_ratio": 0.92,
    "launch_seconds": 6e-4,
    "unpacking_fraction": 0.2,
    "gptq_unpacking_fraction": 0.11,
    "step_ratio": 2.0,
}
"""Where the fit starts and what it is drawn to: round figures of the rows of single sources."""

PRIOR_WEIGHT = 0.05
ARCHITECTURES = {"Hopper": ("nvidia", "Hopper"), "Ada": ("nvidia", "Ada")}

INT8_RATIO = 0.35
INT8_SOURCE = "bitsandbytes issues 465 and 490: LoRA beside INT8 takes 2 to 5 times the time"
BAND_FRACTION = 0.8


class Timed(Struct, frozen=True, eq=False):
    """A run, and the seconds that a micro-batch of it took."""

    run: Run
    task: TunedTask
    layout: Layout
    weight: float


def timed_runs(catalog: Catalog, runs: Sequence[Run]) -> list[Timed]:
    """The runs whose tokens a second are told, each source weighing one."""
    library = Library([catalog])
    found = []
    for run in runs:
        if run.tokens_per_second is None:
            continue
        context = QuoteContext.open(library, catalog=None, as_of=None)
        try:
            task = task_of(context, run.question)
            needs = replace(task.needs, usable_fraction=ROOMY)
            layout = layout_of(needs, task.wanted, run.question.deployment.device_count)
        except Refusal:
            continue
        if task.tuned is not None:
            found.append((run, task.tuned, layout))
    counts = Counter(run.source for run, _, _ in found)
    return [Timed(run, task, layout, 1.0 / sqrt(counts[run.source])) for run, task, layout in found]


def fit_tuning(catalog: Catalog) -> list[Constant]:
    """The constants of the speed of fine-tuning, fitted to the sources that are not kept aside."""
    timed = timed_runs(catalog, [run for run in published_runs() if not run.is_kept_aside])
    names = list(PRIORS)
    start = np.log([PRIORS[name] for name in names])

    def residuals(logs: Array) -> Array:
        values = dict(zip(names, np.exp(logs).tolist(), strict=True))
        own = [one.weight * error(one, _speed(values, one)) for one in timed]
        return np.array([*own, *(PRIOR_WEIGHT * (logs - start))])

    solution = least_squares(residuals, start, loss="soft_l1", f_scale=0.1)
    values = {
        name: rounded(exp(value)) for name, value in zip(names, solution.x.tolist(), strict=True)
    }
    # The band is of sources that nothing was fitted to.
    aside = timed_runs(catalog, [run for run in published_runs() if run.is_kept_aside])
    errors = [(abs(error(one, _speed(values, one))), one.weight**2) for one in aside]
    band = exp(weighted_quantile(errors, BAND_FRACTION))
    units = {"launch_seconds": "s", "unpacking_fraction": "fraction"}
    constants = [
        Constant(
            ARCHITECTURES[name][1] if name in ARCHITECTURES else ANY,
            PHASE,
            ANY,
            "utilisation_fraction" if name in ARCHITECTURES else name,
            value,
            units.get(name, "fraction" if name.endswith("fraction") else "ratio"),
            len(timed),
            SOURCE,
        )
        for name, value in values.items()
    ]
    families = Counter(one.task.device.family for one in timed)
    return [
        *constants,
        *(
            Constant(family, PHASE, ANY, RUNS, float(count), "count", count, SOURCE)
            for family, count in sorted(families.items())
        ),
        Constant(ANY, PHASE, ANY, "band_ratio", rounded(band), "ratio", len(timed), SOURCE),
        Constant(ANY, PHASE, ANY, "int8_ratio", INT8_RATIO, "ratio", 0, INT8_SOURCE),
    ]


def error(one: Timed, speed: Speed) -> float:
    """The logarithm of the seconds of a micro-batch over those that were published."""
    found = micro_batch_under(one.task, one.layout, speed)
    rate = found.told_tokens / found.seconds / one.layout.parallelism.model_parallel
    return log((one.run.tokens_per_second or rate) / rate)


def _speed(values: dict[str, float], one: Timed) -> Speed:
    device = one.task.device
    own = next(
        (
            values[name]
            for name, (family, architecture) in ARCHITECTURES.items()
            if device.architecture == architecture and device.family == family
        ),
        values["utilisation_fraction"],
    )
    return Speed(
        utilisation_fraction=own,
        full_ratio=values["full_ratio"],
        plain_ratio=values["plain_ratio"],
        mixture_ratio=values["mixture_ratio"],
        int8_ratio=INT8_RATIO,
        launch_seconds=values["launch_seconds"],
        unpacking_fraction={
            "bitsandbytes": values["unpacking_fraction"],
            "int8": values["unpacking_fraction"],
            "gptq": values["gptq_unpacking_fraction"],
        },
        step_ratio=values["step_ratio"],
        link_fraction=calibrated(one.task.catalog, ANY, "link", ANY, "efficiency_fraction"),
    )
