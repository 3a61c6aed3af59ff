"""MFU: what share of the peak published training runs reach."""

import re
from collections.abc import Sequence
from functools import lru_cache
from math import log, log2

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, TrainingRun
from pricing.numbers import NORMAL_P90, Number, exp, least, sqrt
from pricing.performance.constants import ANY, calibrated
from pricing.performance.kriging import Surface, surface

REFERENCE_COUNT = 64
REFERENCE_PARAMETERS = 1e10
"""Devices and active parameters at which the calibrated MFU holds."""

SMALLEST_COUNT = 8
USUAL_SEQUENCE_TOKENS = 2048
SIZE = re.compile(r"-(?:(?:\d+x)?\d+(?:\.\d+)?[bmt]\d*|mini|small|medium|large|xl)(?:-|$)")
"""How the name of a model says its size."""

USUAL_COUNT = "training.usual_device_count"
"""The assumption of where runs stand that do not say on how many devices they were."""

OLDER_USUAL_COUNT = 256.0
"""What stands for it in releases before 2026-07-31-r5."""

USUAL_WIDTH_PER_LAYER = 128.0
"""Hidden size over layers of the usual transformer."""

MFU_LIMIT_FRACTION = 0.75
"""No published dense run passes it."""

EVIDENCE_COUNT = 5
EVIDENCE_LIKENESS = 0.25
"""An answer lists at most this many runs, each at least this much like the one asked about."""

MIXTURE_RATIO = 1.3
"""Total over active parameters above which a model trains like a mixture of experts."""

RECOMPUTED_FRACTION = {"none": 0.0, "selective": 0.0, "full": 1.0}
UNKNOWN_RECOMPUTE_FRACTION = 0.5
"""What a run recomputes of its forward pass; of one that does not say, about half do."""


class RunFeatures(Struct, frozen=True, gc=False):
    """Where a run stands; logarithms of base e, the count's of base 2.

    series: the models that it is one of, trained by the same people with the same stack;
    recomputed_fraction: of the forward pass, done again in the backward one; attention_fraction:
    of its FLOPs that attend rather than multiply by weights.
    """

    kind: str
    device: str
    architecture: str
    family: str
    series: str
    arithmetic: str
    mixture: bool
    recomputed_fraction: float
    attention_fraction: float
    active_log: float
    sequence_log: float
    count_log: Number


class RunCase(Struct, frozen=True, gc=False):
    """A published run, and the logarithm of its MFU over the calibrated trend."""

    id: str
    features: RunFeatures
    mfu_log: float


class RunKernel(Struct, frozen=True):
    """How fast similarity falls: e^(−d²/2), d² the sum of squared differences × these.

    floor_deviation, billed_deviation: of repeated runs, and of bills of such runs;
    far_deviation: of runs about the trend; band_ratio: what the band is widened by.
    """

    kind: float
    device: float
    architecture: float
    series: float
    arithmetic: float
    mixture: float
    active: float
    sequence: float
    count: float
    floor_deviation: float
    billed_deviation: float
    far_deviation: float
    band_ratio: float


class Trend(Struct, frozen=True):
    """The calibrated trend: MFU of the reference run by hardware, and ratios.

    doubling_ratio: for each doubling of the devices; size_ratio: of the active parameters;
    attention_ratio: of a run that only attends, by hardware; attention_arithmetic_ratio: what
    stands for arithmetic_ratio there, attention being computed in 16 bits whatever the weights
    are in.
    """

    hardware: dict[str, float]
    arithmetic_ratio: dict[str, float]
    attention_ratio: dict[str, float]
    attention_arithmetic_ratio: dict[str, float]
    mixture_ratio: float
    recompute_ratio: float
    doubling_ratio: float
    size_ratio: float
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
    series: str,
    parameters: float,
    active_parameters: float,
    arithmetic: str,
    sequence_length: int | None,
    device_count: float,
    recompute: str | None,
) -> RunFeatures:
    """Where a run stands; what it does not say is taken as usual."""
    sequence_tokens = sequence_length or USUAL_SEQUENCE_TOKENS
    return RunFeatures(
        kind=kind,
        device=device.name,
        architecture=device.architecture,
        family=device.family,
        series=series,
        arithmetic=arithmetic,
        mixture=parameters > MIXTURE_RATIO * active_parameters,
        recomputed_fraction=RECOMPUTED_FRACTION.get(recompute or "", UNKNOWN_RECOMPUTE_FRACTION),
        attention_fraction=_attention_fraction(active_parameters, sequence_tokens),
        active_log=log(active_parameters),
        sequence_log=log(sequence_tokens),
        count_log=log2(max(device_count, SMALLEST_COUNT)),
    )


@lru_cache(maxsize=1024)
def series_of(model: str) -> str:
    """The series that a model of the catalogue is one of: its name up to its size.

    >>> series_of("llama-3.1-70b"), series_of("pythia-410m"), series_of("gpt-2-xl")
    ('llama-3.1', 'pythia', 'gpt-2')
    """
    return SIZE.split(model, maxsplit=1)[0]


def _attention_fraction(active_parameters: float, sequence_tokens: float) -> float:
    """The share of attention in the FLOPs of a transformer of the usual shape.

    N = 12·L·h² and attention over weights is L·h·s / N = s / (12·h).
    """
    hidden_size = (USUAL_WIDTH_PER_LAYER / 12.0 * active_parameters) ** (1.0 / 3.0)
    ratio = sequence_tokens / (12.0 * hidden_size)
    return float(ratio / (1.0 + ratio))


def trend_mfu(trend: Trend, run: RunFeatures) -> Number:
    """The trend's MFU of a run.

    MFU = base(hardware) · r(arithmetic)^(1 − attention) · r(mixture) · r(kind)
    · r(recompute)^recomputed · (r(attention) · a(arithmetic))^attention · d^log₂(n/64)
    · z^log₂(N/10¹⁰)
    """
    base = trend.hardware.get(run.architecture) or trend.hardware.get(run.family)
    fraction: Number = base or trend.hardware[ANY]
    fraction *= trend.kind_ratio.get(run.kind, 1.0)
    if run.mixture:
        fraction *= trend.mixture_ratio
    attention_ratio = trend.attention_ratio.get(run.architecture) or trend.attention_ratio[ANY]
    arithmetic_ratio = trend.arithmetic_ratio.get(run.arithmetic, 1.0)
    attended_ratio = trend.attention_arithmetic_ratio.get(run.arithmetic, arithmetic_ratio)
    exponents = (
        (arithmetic_ratio, 1.0 - run.attention_fraction),
        (attended_ratio, run.attention_fraction),
        (trend.recompute_ratio, run.recomputed_fraction),
        (attention_ratio, run.attention_fraction),
        (trend.doubling_ratio, run.count_log - log2(REFERENCE_COUNT)),
        (trend.size_ratio, (run.active_log - log(REFERENCE_PARAMETERS)) / log(2.0)),
    )
    for ratio, exponent in exponents:
        fraction = fraction * ratio**exponent
    return fraction


def run_similarity(kernel: RunKernel, one: RunFeatures, other: RunFeatures) -> Number:
    """How alike two runs are: e^(−d²/2), 1 for runs in the same place."""
    distance: Number = (kernel.active * (one.active_log - other.active_log)) ** 2
    distance += (kernel.sequence * (one.sequence_log - other.sequence_log)) ** 2
    distance = distance + (kernel.count * (one.count_log - other.count_log)) ** 2
    if one.kind != other.kind:
        distance += kernel.kind**2
    if one.device != other.device:
        distance += kernel.device**2
        if one.architecture != other.architecture:
            distance += kernel.architecture**2
    if one.series != other.series:
        distance += kernel.series**2
    if one.arithmetic != other.arithmetic:
        distance += kernel.arithmetic**2
    if one.mixture != other.mixture:
        distance += kernel.mixture**2
    return exp(-0.5 * distance)


def floor_variance(kernel: RunKernel, run: RunFeatures) -> float:
    """The variance of repeated runs of one place."""
    billed = run.kind == "billed"
    return (kernel.billed_deviation if billed else kernel.floor_deviation) ** 2


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
        attention_ratio={ANY: 1.0} | values("attention_ratio", by_precision=False),
        attention_arithmetic_ratio=values("attention_arithmetic_ratio", by_precision=True),
        mixture_ratio=ratio("mixture_ratio"),
        recompute_ratio=ratio("recompute_ratio"),
        doubling_ratio=ratio("doubling_ratio"),
        size_ratio=catalog.calibration.get((ANY, "training", ANY, "size_ratio"), 1.0),
        kind_ratio={"billed": ratio("billed_ratio"), "adapter": ratio("adapter_ratio")},
    )


def run_kernel_of(catalog: Catalog) -> RunKernel:
    """The kernel of a release, from its calibration table.

    Releases before 2026-07-31-r2 have one deviation for all kinds of runs, and do not widen;
    those before 2026-07-31-r4 do not look at the series.
    """
    table = {
        name: value
        for (_, phase, _, name), value in catalog.calibration.items()
        if phase == "training_evidence"
    }
    neutral = {
        "billed_deviation": table["floor_deviation"],
        "band_ratio": 1.0,
        "series": 0.0,
    }
    table = neutral | table
    return RunKernel(*(table[name] for name in RunKernel.__struct_fields__))


def features_of(catalog: Catalog, run: TrainingRun) -> RunFeatures:
    """Where a published run stands."""
    usual = catalog.assumptions.get(USUAL_COUNT)
    return run_features(
        catalog.devices[run.device],
        kind=run.comparable_kind,
        series=series_of(run.model) if run.model else run.id,
        parameters=run.parameters,
        active_parameters=run.active_parameters,
        arithmetic=run.precision,
        sequence_length=run.sequence_length,
        device_count=run.device_count or (usual.value if usual else OLDER_USUAL_COUNT),
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
def run_mfus(catalog: Catalog, run: RunFeatures) -> tuple[Mfu, Mfu]:
    """The MFU of a run in its steady state, and over all that such runs were billed."""
    return mfu_of(catalog, run), mfu_of(catalog, replace(run, kind="billed"))


def mfu_of(catalog: Catalog, run: RunFeatures) -> Mfu:
    """The MFU of a run, with the published runs most like it."""
    known = _calibration(catalog)
    alike = [run_similarity(known.kernel, run, case.features) for case in known.cases]
    fraction, band_ratio = _corrected(known, run, alike)
    return Mfu(fraction, band_ratio, _nearest(known.cases, alike))


def mfus_of(
    catalog: Catalog, runs: Sequence[RunFeatures]
) -> list[tuple[tuple[Number, Number], tuple[Number, Number]]]:
    """The MFU and the band of many runs, steady and billed, as run_mfus has them of one."""
    found = _estimates(catalog, [*runs, *(replace(run, kind="billed") for run in runs)])
    return list(zip(found[: len(runs)], found[len(runs) :], strict=True))


def _estimates(catalog: Catalog, runs: Sequence[RunFeatures]) -> list[tuple[Number, Number]]:
    """The MFU and the band of many runs; those that differ in their count alone, at once."""
    known = _calibration(catalog)
    groups: dict[RunFeatures, list[int]] = {}
    for index, run in enumerate(runs):
        groups.setdefault(replace(run, count_log=0.0), []).append(index)
    found: list[tuple[Number, Number]] = [(0.0, 0.0)] * len(runs)
    for like, indexes in groups.items():
        counts = [runs[index].count_log for index in indexes]
        if len(set(counts)) == 1:
            alone = mfu_of(catalog, replace(like, count_log=counts[0]))
            pairs = [(alone.fraction, alone.band_ratio)] * len(counts)
        else:
            place = replace(like, count_log=pl.Series(counts).to_numpy())
            alike = [run_similarity(known.kernel, place, case.features) for case in known.cases]
            fractions, bands = _corrected(known, place, alike)
            pairs = list(zip(fractions.tolist(), bands.tolist(), strict=True))
        for index, pair in zip(indexes, pairs, strict=True):
            found[index] = pair
    return found


def _corrected(
    known: "_Calibration", run: RunFeatures, alike: Sequence[Number]
) -> tuple[Number, Number]:
    """The trend, corrected by the published runs most like a run, and the band.

    MFU = trend · e^c, c the mean of a surface through r, the logarithms of published over trend
    (pricing.performance.kriging), whose covariance is far² · similarity. The band is
    e^(±1.28·k·σ), σ² = floor² + far² · unexplained.
    """
    kernel, variance = known.kernel, known.kernel.far_deviation**2
    covariance = [variance * likeness for likeness in alike]
    correction = known.surface.mean(covariance)
    unexplained = known.surface.unexplained_fraction(covariance, variance=variance)
    deviation = sqrt(floor_variance(kernel, run) + variance * unexplained)
    return (
        least(trend_mfu(known.trend, run) * exp(correction), MFU_LIMIT_FRACTION),
        exp(NORMAL_P90 * kernel.band_ratio * deviation),
    )


class _Calibration(Struct, frozen=True):
    """What of a release its training estimates stand on."""

    trend: Trend
    kernel: RunKernel
    cases: tuple[RunCase, ...]
    surface: Surface


@lru_cache(maxsize=16)
def _calibration(catalog: Catalog) -> _Calibration:
    trend, kernel = trend_of(catalog), run_kernel_of(catalog)
    cases = run_cases(catalog, trend)
    variance = kernel.far_deviation**2
    covariance = [
        [variance * run_similarity(kernel, one.features, other.features) for other in cases]
        for one in cases
    ]
    for index, case in enumerate(cases):
        covariance[index][index] += floor_variance(kernel, case.features)
    return _Calibration(trend, kernel, cases, surface(covariance, [case.mfu_log for case in cases]))


def _nearest(cases: tuple[RunCase, ...], alike: list[float]) -> tuple[str, ...]:
    ranked = sorted(zip(alike, cases, strict=True), key=lambda pair: (-pair[0], pair[1].id))
    return tuple(
        case.id for likeness, case in ranked[:EVIDENCE_COUNT] if likeness >= EVIDENCE_LIKENESS
    )
