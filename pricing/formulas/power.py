"""Power: from the device to the meter."""

from pricing.numbers import Number
from pricing.units import SECONDS_PER_HOUR, WATTS_PER_KILOWATT


def device_watts(
    *,
    idle_watts: Number,
    tdp_watts: Number,
    low_fraction: Number,
    high_fraction: Number,
    load_fraction: Number,
    busy_fraction: Number,
) -> Number:
    """Mean power of a device.

    P = u · TDP · (f_low + (f_high − f_low) · l) + (1 − u) · P_idle

    idle_watts: P_idle; tdp_watts: TDP [watts]; low_fraction, high_fraction: share of TDP
    drawn at the lightest and at the heaviest batch [fraction]; load_fraction: l, where the
    batch stands between the two [fraction]; busy_fraction: u, share of the time at work
    [fraction]. Returns [watts].
    Source: ML.ENERGY Benchmark v3: 62–76% of TDP at small batches, 86–94% at large ones.

    >>> device_watts(idle_watts=100.0, tdp_watts=700.0, low_fraction=0.5, high_fraction=1.0,
    ...     load_fraction=1.0, busy_fraction=0.5)
    400.0
    """
    busy = tdp_watts * (low_fraction + (high_fraction - low_fraction) * load_fraction)
    return busy_fraction * busy + (1.0 - busy_fraction) * idle_watts


def system_watts(*, device_watts: Number, host_watts: Number, devices: Number) -> Number:
    """Power of devices with their share of hosts and network.

    P = n · (P_d + P_h)

    device_watts: P_d, one device; host_watts: P_h, host, network and fans per device
    [watts]; devices: n [count]. Returns [watts].
    Source: definition.

    >>> system_watts(device_watts=600.0, host_watts=250.0, devices=8.0)
    6800.0
    """
    return devices * (device_watts + host_watts)


def facility_watts(*, system_watts: Number, pue_ratio: Number) -> Number:
    """Power at the meter.

    P_f = P_s · PUE

    system_watts: P_s [watts]; pue_ratio: facility over IT power, at least 1 [ratio].
    Returns [watts].
    Source: ISO/IEC 30134-2:2016, power usage effectiveness.

    >>> facility_watts(system_watts=7000.0, pue_ratio=1.25)
    8750.0
    """
    return system_watts * pue_ratio


def kilowatt_hours(*, watts: Number, hours: Number) -> Number:
    """Energy of a mean power over a time.

    E = P · t / 1000

    watts: P [watts]; hours: t [hours]. Returns [kilowatt-hours].
    Source: definition.

    >>> kilowatt_hours(watts=8750.0, hours=2.0)
    17.5
    """
    return watts * hours / WATTS_PER_KILOWATT


def joules_per_unit(*, watts: Number, units_per_second: Number) -> Number:
    """Energy of one unit of output.

    e = P / X

    watts: P [watts]; units_per_second: X, of tokens or requests [per second].
    Returns [joules].
    Source: definition.

    >>> joules_per_unit(watts=700.0, units_per_second=3500.0)
    0.2
    """
    return watts / units_per_second


def grams_co2e_per_joule(*, grams_co2e_per_kilowatt_hour: Number) -> Number:
    """Carbon of a joule from the grid.

    g = G / 3,600,000

    grams_co2e_per_kilowatt_hour: G, location-based [grams CO₂e per kWh].
    Returns [grams CO₂e per joule].
    Source: GHG Protocol Scope 2 Guidance, location-based method.

    >>> grams_co2e_per_joule(grams_co2e_per_kilowatt_hour=360.0)
    0.0001
    """
    return grams_co2e_per_kilowatt_hour / (WATTS_PER_KILOWATT * SECONDS_PER_HOUR)
