"""Powering: what the devices of a quote draw, their systems and the facility."""

from pricing.catalog.rows import Device
from pricing.purchasing.site import Site
from pricing.quote.context import QuoteContext
from pricing.unit_costs.estimate import Estimate
from pricing.unit_costs.hour import power_of
from pricing.unit_costs.planning.answer import Power
from pricing.unit_costs.query import UnitCostQuery

MOST_TDP_RATIO = 1.25
"""What no device draws for long: peaks of a few milliseconds apart."""


def powering(
    context: QuoteContext,
    device: Device,
    query: UnitCostQuery,
    found: Estimate,
    used: float,
    place: Site,
) -> Power:
    """Mean power; the caller's own measurement of a device wins.

    used: share of the throughput that is served [fraction].
    """
    rows: tuple[str, ...] = ()
    measured_watts = query.measured.watts_per_device
    if measured_watts is None:
        _, rows = at_work(context, device, found)
    elif measured_watts > MOST_TDP_RATIO * device.tdp_watts:
        context.warn_first(
            f"measured.watts_per_device {measured_watts:g} is more than a {device.name} draws, of"
            f" {device.tdp_watts:g} W TDP: it is of one device, without its host"
        )
    elif measured_watts < device.idle_watts:
        context.warn_first(
            f"measured.watts_per_device {measured_watts:g} is less than the {device.idle_watts:g} W"
            f" that a {device.name} draws without work: it is in watts, and the mean of the time"
            " in which the devices are paid for"
        )
    if place.watts_per_device is None:
        context.assume_host_watts(device)
    return power_of(found.output, used, place, measured_watts=measured_watts, evidence=rows)


def at_work(
    context: QuoteContext, device: Device, found: Estimate
) -> tuple[float, tuple[str, ...]]:
    """What a device draws at work, and the measured rows behind it."""
    context.assume_tdp(device)
    rows = found.tokens.draw.rows if found.tokens else ()
    return found.output.busy_watts, rows
