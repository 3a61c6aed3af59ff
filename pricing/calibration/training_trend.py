"""The trend of training MFU: its terms, where each is expected, and the constants they become."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, log, log2

from pricing.calibration.rows import Constant, rounded
from pricing.serving.constants import ANY
from pricing.training.features import RunFeatures
from pricing.training.mfu_trend import REFERENCE_COUNT, REFERENCE_PARAMETERS

ATTENTION_HARDWARE = "Hopper"
"""Attention kernels reach less of its matrix units than multiplying by weights does."""

PRIORS = {
    "mfu_fraction": (log(0.45), 0.3),
    "fp8": (log(0.78), 0.15),
    "int8": (log(0.65), 0.2),
    "fp4": (2.0 * log(0.78), 0.2),
    "fp16": (0.0, 0.1),
    "narrow_size": (0.01, 0.02),
    "mixture_ratio": (log(0.85), 0.2),
    "routing_ratio": (log(1.3), 0.7),
    "spread_bill_ratio": (log(0.85), 0.15),
    "adapter_ratio": (0.0, 0.15),
    "recompute_ratio": (-0.2, 0.06),
    "doubling_ratio": (-0.02, 0.02),
    "size_ratio": (0.014, 0.014),
    "room_exponent": (0.15, 0.15),
    "attention_ratio": (-0.35, 0.3),
    "attention_hardware": (-0.3, 0.3),
}
"""Where each logarithm of the trend is expected, and how far off it may be.

Full recompute is a quarter of the FLOPs that nobody counts: −0.29 at worst. Doubling the peak
again costs once more what it cost from 16 to 8 bits; casting costs less of wider layers, as it
grows with their values and the arithmetic with the square. Of a value that goes to an expert of
width f and comes back, memory moves 16 bytes for 18·f FLOPs, forward and backward: 0.6 at what
either usually reaches, and four times that where links move it too and nothing hides them. What
mixtures lose besides is waiting for the busiest expert. Where the states leave a half of the
memory, micro-batches shrink or more is recomputed: a tenth, more or less. Attention is between a
kernel that skips the masked half of the square and one that computes it, of which nobody counts
more than a half.
"""

HALVINGS = {"fp8": 1.0, "int8": 1.0, "fp4": 2.0}
"""How often the 16 bits of a value are halved."""

ATTENTION_ARITHMETIC_RATIOS = {name: 0.5**halvings for name, halvings in HALVINGS.items()}
"""The peak in 16 bits, which attention is computed in, over that of the weights' arithmetic."""

FITTED_TO_RUNS = "fitted to the training runs of this release"
UNPUBLISHED = "no published run: halving the bits again costs what it cost from 16 to 8"
IN_SIXTEEN_BITS = "attention is computed in 16 bits: their peak over that of this arithmetic"
"""Where a constant is from."""

HARDWARE_DEVIATION_LOG = 0.15
"""How far an architecture may be from the mean of all."""


def terms_of(places: Sequence[RunFeatures]) -> tuple[str, ...]:
    """The terms of the trend: what all runs share, and a deviation for every kind of hardware."""
    return (*PRIORS, *sorted({_hardware(place) for place in places}))


def prior_of(term: str) -> tuple[float, float]:
    """Where the logarithm of a term is expected, and how far off it may be."""
    return PRIORS.get(term, (0.0, HARDWARE_DEVIATION_LOG))


def term_value(place: RunFeatures, term: str) -> float:
    """What multiplies a term of the trend for a run."""
    doublings = (place.active_log - log(REFERENCE_PARAMETERS)) / log(2.0)
    weighing = 1.0 - place.attention_fraction
    return float(
        {
            "mfu_fraction": 1.0,
            place.arithmetic: weighing if place.arithmetic in HALVINGS else 1.0,
            "narrow_size": HALVINGS.get(place.arithmetic, 0.0) * weighing * doublings,
            "mixture_ratio": place.mixture,
            "routing_ratio": -_routed_fraction(place),
            "spread_bill_ratio": place.kind == "billed" and place.spread_fraction,
            "adapter_ratio": place.kind == "adapter",
            "recompute_ratio": place.recomputed_fraction,
            "doubling_ratio": place.count_log - log2(REFERENCE_COUNT),
            "size_ratio": doublings,
            "room_exponent": log(place.room_fraction),
            "attention_ratio": place.attention_fraction,
            "attention_hardware": place.attention_fraction
            * (place.architecture == ATTENTION_HARDWARE),
        }.get(term, _hardware(place) == term)
    )


def known_log(place: RunFeatures) -> float:
    """What the terms do not say of a run.

    The arithmetic of its attention is known before any fit. Its routing, −ln(1 + c·x), is no line
    in ln c, and is taken as its tangent where c is expected, whose slope is the term's.
    """
    attention = log(ATTENTION_ARITHMETIC_RATIOS.get(place.arithmetic, 1.0))
    routed, (expected, _) = _routed_fraction(place), PRIORS["routing_ratio"]
    return place.attention_fraction * attention + log(1.0 - routed) + routed * expected


def _routed_fraction(place: RunFeatures) -> float:
    """Of the time that a run passes experts, what moves tokens to them, as expected."""
    expected, _ = PRIORS["routing_ratio"]
    ratio = place.mixture * exp(expected) * place.routing
    return ratio / (1.0 + ratio)


def trend_constants(values: Mapping[str, float], places: Sequence[RunFeatures]) -> list[Constant]:
    """The rows of the calibration that the values of the terms become."""
    count = len(places)

    def constant(family: str, precision: str, name: str, value: float, unit: str) -> Constant:
        return Constant(
            family, "training", precision, name, rounded(value), unit, count, FITTED_TO_RUNS
        )

    base, attention = values["mfu_fraction"], values["attention_ratio"]
    hardware = [term for term in values if term not in PRIORS]
    return [
        constant(ANY, ANY, "mfu_fraction", exp(base), "fraction"),
        *(
            constant(name, ANY, "mfu_fraction", exp(base + values[name]), "fraction")
            for name in hardware
        ),
        *_arithmetic_constants(values, places),
        *(
            constant(ANY, ANY, name, exp(value), "ratio")
            for name, value in values.items()
            if name.endswith("_ratio")
        ),
        constant(ANY, ANY, "room_exponent", values["room_exponent"], "1"),
        constant(
            ATTENTION_HARDWARE,
            ANY,
            "attention_ratio",
            exp(attention + values["attention_hardware"]),
            "ratio",
        ),
    ]


def _arithmetic_constants(
    values: Mapping[str, float], places: Sequence[RunFeatures]
) -> list[Constant]:
    """By arithmetic: what is fitted, with the count of its own runs, and what is known."""
    counts = Counter(place.arithmetic for place in places)

    def constant(arithmetic: str, name: str, ratio: float, count: int, source: str) -> Constant:
        return Constant(ANY, "training", arithmetic, name, ratio, "ratio", count, source)

    constants = []
    for arithmetic in ("fp16", *HALVINGS):
        source = FITTED_TO_RUNS if counts[arithmetic] else UNPUBLISHED
        ratio = rounded(exp(values[arithmetic]))
        constants.append(
            constant(arithmetic, "arithmetic_ratio", ratio, counts[arithmetic], source)
        )
    narrow = sum(counts[arithmetic] for arithmetic in HALVINGS)
    for arithmetic, halvings in HALVINGS.items():
        ratio, count = ATTENTION_ARITHMETIC_RATIOS[arithmetic], counts[arithmetic]
        larger = rounded(exp(halvings * values["narrow_size"]))
        constants += [
            constant(arithmetic, "attention_arithmetic_ratio", ratio, count, IN_SIXTEEN_BITS),
            constant(arithmetic, "arithmetic_size_ratio", larger, narrow, FITTED_TO_RUNS),
        ]
    return constants


def _hardware(place: RunFeatures) -> str:
    return place.architecture if place.family == "nvidia" else place.family
