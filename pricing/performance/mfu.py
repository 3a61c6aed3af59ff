"""MFU: what share of the peak published training runs reach."""

from functools import lru_cache
from math import exp, log, log2, sqrt

from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Model, TrainingRun
from pricing.numbers import NORMAL_P90
from pricing.performance.constants import ANY, calibrated

REFERENCE_COUNT = 64
"""Devices at which the calibrated MFU holds; it falls with every doubling beyond."""

SMALLEST_COUNT = 8
USUAL_COUNT = 256
USUAL_SEQUENCE_TOKENS = 2048
MFU_LIMIT_FRACTION = 0.75
"""No published dense run passes it."""

EVIDENCE_COUNT = 5
EVIDENCE_FRACTION = 0.05
"""An answer lists at most this many runs, each with at least this share."""

MIXTURE_RATIO = 1.3
"""Total over active parameters above which a model trains like a mixture of experts."""


class RunFeatures(Struct, frozen=True, gc=False):
    """Where a run stands, for distances; logarithms of base e, the count's of base 2."""

    kind: str
    device: str
    architecture: str
    family: str
    arithmetic: str
    mixture: bool
    recomputed: bool
    active_log: float
    sequence_log: float
    count_log: float


class RunCase(Struct, frozen=True, gc=False):
    """A published run, and the logarithm of its MFU over the calibrated trend."""

    id: str
    features: RunFeatures
    mfu_log: float


class RunKernel(Struct, frozen=True):
    """How fast a run's weight falls: e^(−d²/2), d² the sum of squared differences × these."""

    kind: float
    device: float
    architecture: float
    family: float
    arithmetic: float
    mixture: float
    active: float
    sequence: float
    count: float
    prior_weight: float
    floor_deviation: float
    far_deviation: float
    local_ratio: float


class Trend(Struct, frozen=True):
    """The calibrated trend: MFU at 64 devices by hardware, and ratios."""

    hardware: dict[str, float]
    arithmetic_ratio: dict[str, float]
    mixture_ratio: float
    recompute_ratio: float
    doubling_ratio: float
    kind_ratio: dict[str, float]


class Mfu(Struct, frozen=True):
    """Model FLOPs utilisation [fraction], its 80% band, and the runs that it leans on."""

    fraction: float
    band_ratio: float
    evidence: tuple[str, ...]


def run_features(
    device: Device,
    *,
    kind: str,
    parameters: float,
    active_parameters: float,
    arithmetic: str,
    sequence_length: int | None,
    device_count: int | None,
    recompute: str | None,
) -> RunFeatures:
    """Where a run stands."""
    return RunFeatures(
        kind=kind,
        device=device.name,
        architecture=device.architecture,
        family=device.family,
        arithmetic=arithmetic if arithmetic in {"fp8", "int8", "fp4"} else "16-bit",
        mixture=parameters > MIXTURE_RATIO * active_parameters,
        recomputed=recompute == "full",
        active_log=log(active_parameters),
        sequence_log=log(sequence_length or USUAL_SEQUENCE_TOKENS),
        count_log=log2(max(device_count or USUAL_COUNT, SMALLEST_COUNT)),
    )


def trend_mfu(trend: Trend, run: RunFeatures) -> float:
    """The trend's MFU of a run.

    MFU = base(hardware) · r(arithmetic) · r(mixture) · r(recompute) · r(kind) · d^log₂(n/64)
    """
    base = trend.hardware.get(run.architecture) or trend.hardware.get(run.family)
    fraction = base or trend.hardware[ANY]
    fraction *= trend.arithmetic_ratio.get(run.arithmetic, 1.0)
    fraction *= trend.kind_ratio.get(run.kind, 1.0)
    if run.mixture:
        fraction *= trend.mixture_ratio
    if run.recomputed:
        fraction *= trend.recompute_ratio
    return float(fraction * trend.doubling_ratio ** (run.count_log - log2(REFERENCE_COUNT)))


def run_distance(kernel: RunKernel, one: RunFeatures, other: RunFeatures) -> float:
    """Squared distance of two runs."""
    distance = (kernel.active * (one.active_log - other.active_log)) ** 2
    distance += (kernel.sequence * (one.sequence_log - other.sequence_log)) ** 2
    distance += (kernel.count * (one.count_log - other.count_log)) ** 2
    for name in ("kind", "device", "architecture", "family", "arithmetic", "mixture"):
        if getattr(one, name) != getattr(other, name):
            distance += getattr(kernel, name) ** 2
    return float(distance)


def trend_of(catalog: Catalog) -> Trend:
    """The trend of a release, from its calibration table."""

    def values(name: str, *, by_precision: bool) -> dict[str, float]:
        return {
            (precision if by_precision else family): value
            for (family, phase, precision, known), value in catalog.calibration.items()
            if phase == "training" and known == name
        }

    def ratio(name: str) -> float:
        return calibrated(catalog, ANY, "training", ANY, name)

    return Trend(
        hardware=values("mfu_fraction", by_precision=False),
        arithmetic_ratio=values("arithmetic_ratio", by_precision=True),
        mixture_ratio=ratio("mixture_ratio"),
        recompute_ratio=ratio("recompute_ratio"),
        doubling_ratio=ratio("doubling_ratio"),
        kind_ratio={"billed": ratio("billed_ratio"), "adapter": ratio("adapter_ratio")},
    )


def run_kernel_of(catalog: Catalog) -> RunKernel:
    """The kernel of a release, from its calibration table."""
    return RunKernel(
        *(
            calibrated(catalog, ANY, "training_evidence", ANY, name)
            for name in RunKernel.__struct_fields__
        )
    )


@lru_cache(maxsize=16)
def _calibration(catalog: Catalog) -> tuple[Trend, RunKernel, tuple[RunCase, ...]]:
    """What of a release its training estimates stand on."""
    trend = trend_of(catalog)
    return trend, run_kernel_of(catalog), run_cases(catalog, trend)


def features_of(catalog: Catalog, run: TrainingRun) -> RunFeatures:
    """Where a published run stands."""
    return run_features(
        catalog.devices[run.device],
        kind=run.comparable_kind,
        parameters=run.parameters,
        active_parameters=run.active_parameters,
        arithmetic=run.precision,
        sequence_length=run.sequence_length,
        device_count=run.device_count,
        recompute=run.recompute,
    )


def run_cases(catalog: Catalog, trend: Trend) -> tuple[RunCase, ...]:
    """Every comparable run of a release, set beside a trend."""
    cases = []
    for run in catalog.training_runs:
        place = features_of(catalog, run)
        excess = log(run.comparable_mfu_fraction / trend_mfu(trend, place))
        cases.append(RunCase(run.id, place, excess))
    return tuple(cases)


@lru_cache(maxsize=8192)
def run_mfus(
    catalog: Catalog,
    device: Device,
    model: Model,
    *,
    adapter: bool,
    arithmetic: str,
    sequence_length: int,
    device_count: int,
    recompute: str,
) -> tuple[Mfu, Mfu]:
    """The MFU of a run in its steady state, and over all that such runs were billed."""
    place = run_features(
        device,
        kind="adapter" if adapter else "steady",
        parameters=model.parameters,
        active_parameters=model.active_parameters,
        arithmetic=arithmetic,
        sequence_length=sequence_length,
        device_count=device_count,
        recompute=recompute,
    )
    return mfu_of(catalog, place), mfu_of(catalog, replace(place, kind="billed"))


def mfu_of(catalog: Catalog, run: RunFeatures) -> Mfu:
    """The MFU of a run: the trend, corrected by the published runs nearest to it.

    c = Σ w·r / (Σ w + w₀), r the logarithms of published over trend; the band is
    e^(±1.28·σ), σ² = floor² + k·Σ w·(r − c)² / (Σ w + w₀) + far²·w₀ / (Σ w + w₀).
    """
    trend, kernel, cases = _calibration(catalog)
    weighted = [(exp(-0.5 * run_distance(kernel, run, case.features)), case) for case in cases]
    return _blend(kernel, trend_mfu(trend, run), weighted)


def _blend(kernel: RunKernel, trend: float, weighted: list[tuple[float, RunCase]]) -> Mfu:
    whole = sum(weight for weight, _ in weighted) + kernel.prior_weight
    correction = sum(weight * case.mfu_log for weight, case in weighted) / whole
    spread = sum(weight * (case.mfu_log - correction) ** 2 for weight, case in weighted)
    variance = (
        kernel.floor_deviation**2
        + (kernel.local_ratio * spread + kernel.far_deviation**2 * kernel.prior_weight) / whole
    )
    nearest = sorted(weighted, key=lambda pair: (-pair[0], pair[1].id))[:EVIDENCE_COUNT]
    return Mfu(
        fraction=min(trend * exp(correction), MFU_LIMIT_FRACTION),
        band_ratio=exp(NORMAL_P90 * sqrt(variance)),
        evidence=tuple(case.id for weight, case in nearest if weight >= EVIDENCE_FRACTION * whole),
    )
