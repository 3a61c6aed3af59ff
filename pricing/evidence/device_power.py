"""Draw: what a device at work draws at a load, corrected by the rows that measured it."""

from math import log

from msgspec import Struct

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Measurement
from pricing.catalog.variants import of_published
from pricing.evidence.cases import Case, placed
from pricing.evidence.questions import Prepared, modelled, prepare
from pricing.evidence.ratios import Centred, centred
from pricing.formulas import power
from pricing.numerics.number import Number, greatest, least
from pricing.serving.constants import ANY
from pricing.serving.layout import Layout
from pricing.serving.passes.group import Pass

MEAN_REGIMES = frozenset({"offline", "static", "concurrency"})
"""Regimes whose rows print mean power. Those of single requests print the peak at the wall."""

TUNED_SCENARIO = "maxq"
"""A system tuned to save power, below its usual limits."""


CURVE_KEYS = [(ANY, "power", ANY, f"{end}_tdp_fraction") for end in ("light", "full")]
"""The constants behind either end of the curve."""


class Curve(Struct, frozen=True, gc=False):
    """Shares of TDP drawn where the arithmetic idles, and where it is the limit."""

    light_fraction: float
    full_fraction: float


class Powered(Struct, frozen=True, eq=False):
    """A measured row that prints its power, beside its layout.

    load_fraction: see load_fraction; watts: of one device.
    """

    prepared: Prepared
    layout: Layout
    device: Device
    load_fraction: float
    watts: float


def busy_watts(catalog: Catalog, tdp_watts: Number, time: Pass, ratio: Number) -> Number:
    """What a device draws while its replica works; never above its TDP. Floats or arrays.

    time: see spent; ratio: what the rows near say beyond what is typical.
    """
    typical = curve_watts(curve(catalog), tdp_watts, load_fraction(time))
    return least(tdp_watts, typical * _known(catalog).typical_ratio * ratio)


@of_published(maxsize=16)
def curve(catalog: Catalog) -> Curve:
    """The power curve."""
    return Curve(*(catalog.constants[key] for key in CURVE_KEYS))


def curve_watts(found: Curve, tdp_watts: Number, load_fraction: Number) -> Number:
    """What the curve says of a device at a load. Floats or arrays."""
    return power.busy_watts(
        tdp_watts=tdp_watts,
        light_fraction=found.light_fraction,
        full_fraction=found.full_fraction,
        load_fraction=load_fraction,
    )


def spent(layout: Layout) -> Pass:
    """What the time of one request on its replica goes to, prefill and decoding together."""
    step, prefill = layout.speed.step, layout.speed.prefill
    steps = layout.request.output_tokens / layout.concurrency
    passes = layout.speed.prefill_passes
    return Pass(
        steps * step.seconds + passes * prefill.seconds,
        steps * step.memory_seconds + passes * prefill.memory_seconds,
        steps * step.compute_seconds + passes * prefill.compute_seconds,
        steps * step.overhead_seconds + passes * prefill.overhead_seconds,
    )


def load_fraction(time: Pass) -> Number:
    """Computing time over the longer of reading and computing. Floats or arrays."""
    return time.compute_seconds / greatest(time.memory_seconds, time.compute_seconds)


def watts_cases(catalog: Catalog) -> tuple[Case, ...]:
    """Every row of a release whose power compares, with what the curve missed it by."""
    return _known(catalog).cases


@of_published(maxsize=16)
def _known(catalog: Catalog) -> Centred:
    found = curve(catalog)
    return centred(
        [
            (
                placed(
                    catalog,
                    row.prepared,
                    row.layout,
                    residual_log=log(
                        row.watts / curve_watts(found, row.device.tdp_watts, row.load_fraction)
                    ),
                ),
                1.0,
            )
            for row in powered(catalog)
        ]
    )


def powered(catalog: Catalog) -> tuple[Powered, ...]:
    """The rows that print the mean power of a system at its usual limits."""
    found = []
    for rows in catalog.measurements.values():
        for measurement in rows:
            if not _compares(measurement):
                continue
            prepared = prepare(catalog, measurement)
            layout = prepared and modelled(catalog, prepared)
            if prepared and layout:
                device = catalog.devices[measurement.device]
                found.append(
                    Powered(
                        prepared,
                        layout,
                        device,
                        load_fraction(spent(layout)),
                        device_watts(catalog, measurement),
                    )
                )
    return tuple(found)


def device_watts(catalog: Catalog, measurement: Measurement) -> float:
    """Measured power of one device, the host's share of a system taken off."""
    watts = (measurement.power_watts or 0.0) / measurement.device_count
    if measurement.power_scope == "system":
        watts -= catalog.assumptions[catalog.host_watts_keys[measurement.device]].value
    return watts


def _compares(measurement: Measurement) -> bool:
    """Rows marked non-monotone fall with the load: no curve may rest on them."""
    return (
        measurement.power_watts is not None
        and measurement.power_monotone is True
        and measurement.regime in MEAN_REGIMES
        and not measurement.scenario.endswith(TUNED_SCENARIO)
    )
