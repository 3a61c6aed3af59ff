"""Power and energy from the device to the meter."""

from pricing.numerics.number import Number
from pricing.units import SECONDS_PER_HOUR, WATTS_PER_KILOWATT


def busy_watts(
    *, tdp_watts: Number, light_fraction: Number, full_fraction: Number, load_fraction: Number
) -> Number:
    """Power of a working device.

    P = TDP · (f_light + (f_full − f_light) · l)

    tdp_watts: TDP [watts]; light_fraction, full_fraction: share of TDP with idle arithmetic and
    with arithmetic as the limit [fraction]; load_fraction: l, computing time over the longer of
    reading and computing [fraction]. Returns [watts].
    Source: linear interpolation; ML.ENERGY Benchmark v3 has H100 and B200 at 62–76% of TDP with
    small batches and at 86–98% with large ones.

    >>> busy_watts(tdp_watts=700.0, light_fraction=0.5, full_fraction=1.0, load_fraction=0.5)
    525.0
    """
    return tdp_watts * (light_fraction + (full_fraction - light_fraction) * load_fraction)


def device_watts(*, busy_watts: Number, idle_watts: Number, busy_fraction: Number) -> Number:
    """Mean power of a device that works for a part of the time.

    P = u · P_busy + (1 − u) · P_idle

    busy_watts: P_busy; idle_watts: P_idle [watts]; busy_fraction: u, share of time at work
    [fraction]. Returns [watts].
    Source: definition.

    >>> device_watts(busy_watts=700.0, idle_watts=100.0, busy_fraction=0.5)
    400.0
    """
    return busy_fraction * busy_watts + (1.0 - busy_fraction) * idle_watts


def system_watts(*, device_watts: Number, host_watts: Number, devices: Number) -> Number:
    """Power of devices with their share of hosts and network.

    P = n · (P_d + P_h)

    device_watts: P_d, one device; host_watts: P_h, host, network, fans and power supply losses
    per device [watts]; devices: n [count]. Returns [watts].
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
    """Energy of a mean power over time.

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
