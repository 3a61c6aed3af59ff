"""The trend of MFU: what published training runs reach by hardware, arithmetic, size and scale."""

from math import log, log2

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.variants import of_published
from pricing.numerics.number import Number
from pricing.serving.constants import ANY, calibrated
from pricing.training.features import RunFeatures

FORWARD_FRACTION = 1.0 / 3.0
"""Of the FLOPs of a step, those of its forward pass."""

REFERENCE_COUNT = 64
REFERENCE_PARAMETERS = 1e10
"""Devices and active parameters at which the calibrated MFU holds."""


class Trend(Struct, frozen=True):
    """The calibrated trend: MFU of the reference run by hardware, and ratios.

    mixture_ratio: of a mixture; routing_ratio: what moving tokens to experts takes of the time to
    compute them, over the routing of the run; doubling_ratio: for each doubling of the devices;
    size_ratio: of the active parameters; arithmetic_size_ratio: of those too, by arithmetic;
    room_exponent: of the share of the memory that the states leave; spread_bill_ratio: of what is
    billed for a run on many nodes; attention_ratio: of a run that only attends, by hardware;
    attention_arithmetic_ratio: what stands for arithmetic_ratio there, attention being computed in
    16 bits whatever the weights are in.
    """

    hardware: dict[str, float]
    arithmetic_ratio: dict[str, float]
    attention_ratio: dict[str, float]
    attention_arithmetic_ratio: dict[str, float]
    mixture_ratio: float
    routing_ratio: float
    recompute_ratio: float
    doubling_ratio: float
    size_ratio: float
    arithmetic_size_ratio: dict[str, float]
    room_exponent: float
    kind_ratio: dict[str, float]
    spread_bill_ratio: float


def trend_mfu(trend: Trend, run: RunFeatures) -> Number:
    """The trend's MFU of a run.

    MFU = base(hardware) · (r(arithmetic) · y(arithmetic)^log₂(N/10¹⁰))^(1 − attention)
    · r(mixture) / (1 + c·routing) · r(kind) · r(recompute)^recomputed
    · (r(attention) · a(arithmetic))^attention · d^log₂(n/64) · z^log₂(N/10¹⁰) · room^e
    · b^(1 − 8/n), the last of bills alone
    """
    base = trend.hardware.get(run.architecture) or trend.hardware.get(run.family)
    fraction: Number = base or trend.hardware[ANY]
    fraction *= trend.kind_ratio.get(run.kind, 1.0)
    if run.kind == "billed":
        fraction = fraction * trend.spread_bill_ratio**run.spread_fraction
    if run.mixture:
        fraction *= trend.mixture_ratio / (1.0 + trend.routing_ratio * run.routing)
    attention_ratio = trend.attention_ratio.get(run.architecture) or trend.attention_ratio[ANY]
    arithmetic_ratio = trend.arithmetic_ratio.get(run.arithmetic, 1.0)
    attended_ratio = trend.attention_arithmetic_ratio.get(run.arithmetic, arithmetic_ratio)
    doublings = (run.active_log - log(REFERENCE_PARAMETERS)) / log(2.0)
    weighing = 1.0 - run.attention_fraction
    exponents = (
        (arithmetic_ratio, weighing),
        (trend.arithmetic_size_ratio.get(run.arithmetic, 1.0), weighing * doublings),
        (attended_ratio, run.attention_fraction),
        (trend.recompute_ratio, run.recomputed_fraction),
        (attention_ratio, run.attention_fraction),
        (trend.doubling_ratio, run.count_log - log2(REFERENCE_COUNT)),
        (trend.size_ratio, doublings),
        (run.room_fraction, trend.room_exponent),
    )
    for ratio, exponent in exponents:
        fraction = fraction * ratio**exponent
    return fraction


def trend_utilisation(trend: Trend, run: RunFeatures) -> Number:
    """The share of the peak that all arithmetic is: the MFU counts no FLOPs that are done again."""
    return trend_mfu(trend, run) * (1.0 + FORWARD_FRACTION * run.recomputed_fraction)


@of_published(maxsize=16)
def trend_of(catalog: Catalog) -> Trend:
    """The trend, from the constants of the engine."""

    def values(name: str, *, by_precision: bool) -> dict[str, float]:
        return {
            (precision if by_precision else family): value
            for (family, phase, precision, known), value in catalog.constants.items()
            if phase == "training" and known == name
        }

    def constant(name: str) -> float:
        return calibrated(catalog, ANY, "training", ANY, name)

    return Trend(
        hardware=values("mfu_fraction", by_precision=False),
        arithmetic_ratio=values("arithmetic_ratio", by_precision=True),
        attention_ratio={ANY: 1.0} | values("attention_ratio", by_precision=False),
        attention_arithmetic_ratio=values("attention_arithmetic_ratio", by_precision=True),
        mixture_ratio=constant("mixture_ratio"),
        routing_ratio=constant("routing_ratio"),
        recompute_ratio=constant("recompute_ratio"),
        doubling_ratio=constant("doubling_ratio"),
        size_ratio=constant("size_ratio"),
        arithmetic_size_ratio=values("arithmetic_size_ratio", by_precision=True),
        room_exponent=constant("room_exponent"),
        kind_ratio={"adapter": constant("adapter_ratio")},
        spread_bill_ratio=constant("spread_bill_ratio"),
    )
