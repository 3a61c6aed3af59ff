"""Fits the constants of the speed of fine-tuning to published runs."""

from collections import Counter
from collections.abc import Sequence
from math import exp, log, sqrt

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray
from scipy.optimize import least_squares

from pricing.calibration.rows import Constant, rounded
from pricing.calibration.tuning.runs import Run, published_runs
from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.errors import Refusal
from pricing.quote.context import QuoteContext
from pricing.run_costs.tasks.task import task_of
from pricing.run_costs.tuning.speed import TunedTask, micro_batch_under
from pricing.serving.constants import ANY, calibrated
from pricing.training.layout import Layout, layout_of
from pricing.training.tuning.speed import PHASE, Speed

Array = NDArray[np.float64]

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
    errors = sorted((abs(error(one, _speed(values, one))), one.weight**2) for one in aside)
    band = exp(_weighted_quantile(errors, BAND_FRACTION))
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
    return [
        *constants,
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


def _weighted_quantile(pairs: Sequence[tuple[float, float]], fraction: float) -> float:
    """The value below which a fraction of the weight lies; pairs: value and weight, ascending."""
    whole = sum(weight for _, weight in pairs)
    reached = 0.0
    for value, weight in pairs:
        reached += weight
        if reached >= fraction * whole:
            return value
    return pairs[-1][0]
