"""Powering: what the devices of a quote draw, their systems and the facility."""

from pricing.catalog.rows import Device
from pricing.evidence.device_power import curve, curve_watts
from pricing.formulas import power
from pricing.purchasing.site import Site
from pricing.quote.context import Ledger
from pricing.unit_costs.answer import Power
from pricing.unit_costs.estimate import Estimate
from pricing.unit_costs.query import UnitCostQuery

MOST_TDP_RATIO = 1.25
"""What no device draws for long: peaks of a few milliseconds apart."""


def powering(
    ledger: Ledger, device: Device, query: UnitCostQuery, found: Estimate, used: float, place: Site
) -> Power:
    """Mean power; the caller's own measurement of a device wins.

    used: share of the throughput that is served [fraction].
    """
    rows: tuple[str, ...] = ()
    device_watts = query.measured.watts_per_device
    if device_watts is None:
        busy_watts, rows = at_work(ledger, device, found)
        device_watts = power.device_watts(
            busy_watts=busy_watts,
            idle_watts=device.idle_watts,
            busy_fraction=_busy_fraction(found, used),
        )
    elif device_watts > MOST_TDP_RATIO * device.tdp_watts:
        ledger.warn(
            f"measured.watts_per_device {device_watts:g} is more than a {device.name} draws, of"
            f" {device.tdp_watts:g} W TDP: it is of one device, without its host"
        )
    elif device_watts < device.idle_watts:
        ledger.warn(
            f"measured.watts_per_device {device_watts:g} is less than the {device.idle_watts:g} W"
            f" that a {device.name} draws without work: it is in watts, and the mean of the time"
            " in which the devices are paid for"
        )
    system_watts = power.system_watts(
        device_watts=device_watts,
        host_watts=ledger.assume_host_watts(device),
        devices=float(found.device_count),
    )
    return Power(
        device_watts=device_watts,
        system_watts=system_watts,
        facility_watts=power.facility_watts(system_watts=system_watts, pue_ratio=place.pue_ratio),
        evidence=rows,
    )


def at_work(ledger: Ledger, device: Device, found: Estimate) -> tuple[float, tuple[str, ...]]:
    """What a device draws at work, and the measured rows behind it.

    Work that is not tokens is taken to fill the arithmetic.
    """
    ledger.note_tdp(device)
    tokens = found.tokens
    if tokens is None:
        return curve_watts(curve(ledger.catalog), device.tdp_watts, 1.0), ()
    return tokens.draw.busy_watts, tokens.draw.rows


def _busy_fraction(found: Estimate, used: float) -> float:
    """Share of time at work: under an arrival rate, while any request is in flight.

    A share that is given alternates between full use and none; replicas that no request is
    left for never work.
    """
    if found.tokens is None:
        return used
    busy_fraction = found.tokens.serving.busy_fraction
    return float(used * busy_fraction if found.used_fraction is None else busy_fraction)
