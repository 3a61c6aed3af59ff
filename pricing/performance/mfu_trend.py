"""The trend of MFU: what published training runs reach by hardware, arithmetic, size and scale."""

from math import log, log2

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.numbers import Number
from pricing.performance.constants import ANY, calibrated
from pricing.performance.run_features import RunFeatures

REFERENCE_COUNT = 64
REFERENCE_PARAMETERS = 1e10
"""Devices and active parameters at which the calibrated MFU holds."""


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
