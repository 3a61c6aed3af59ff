"""Costs of owning and of commitments, by the hour and over the months."""

from pricing.numerics.number import Number, exp, log
from pricing.units import HOURS_PER_MONTH, HOURS_PER_YEAR, MONTHS_PER_YEAR, WATTS_PER_KILOWATT


def annuity_usd_per_hour(
    *,
    purchase_usd: Number,
    residual_fraction: Number,
    life_years: Number,
    cost_of_capital_fraction: Number,
) -> Number:
    """Constant hourly cost of a purchase over its life, with the cost of capital.

    c = (K − V · (1 + r)^−y) · r / (1 − (1 + r)^−y) / 8760, with V = K · v

    purchase_usd: K [USD]; residual_fraction: v, value at the end over K [fraction];
    life_years: y [years]; cost_of_capital_fraction: r per year, above 0 [fraction].
    Returns [USD per hour of the calendar], used or not.
    Source: annuity; e.g. Brealey, Myers, Allen, Principles of Corporate Finance, ch. 2.

    >>> round(annuity_usd_per_hour(purchase_usd=8760.0, residual_fraction=0.0, life_years=1.0,
    ...     cost_of_capital_fraction=0.1), 6)
    1.1
    """
    discount = exp(-life_years * log(1.0 + cost_of_capital_fraction))
    present = purchase_usd * (1.0 - residual_fraction * discount)
    return present * cost_of_capital_fraction / (1.0 - discount) / HOURS_PER_YEAR


def straight_line_usd_per_hour(
    *,
    purchase_usd: Number,
    residual_fraction: Number,
    life_years: Number,
    cost_of_capital_fraction: Number,
) -> Number:
    """Mean hourly cost with straight-line depreciation, and with the cost of capital.

    c = K · ((1 − v) / y + r · (1 + v) / 2) / 8760

    purchase_usd: K [USD]; residual_fraction: v, value at the end over K [fraction];
    life_years: y [years]; cost_of_capital_fraction: r per year, on the mean book value
    [fraction]. Returns [USD per hour of the calendar], used or not.
    Source: straight-line depreciation, IAS 16.62, and interest on the mean of K and K · v.

    >>> round(straight_line_usd_per_hour(purchase_usd=8760.0, residual_fraction=0.1,
    ...     life_years=5.0, cost_of_capital_fraction=0.1), 6)
    0.235
    """
    loss = (1.0 - residual_fraction) / life_years
    interest = cost_of_capital_fraction * (1.0 + residual_fraction) / 2.0
    return purchase_usd * (loss + interest) / HOURS_PER_YEAR


def financing_usd_per_hour(
    *, upfront_usd_per_hour: Number, term_years: Number, cost_of_capital_fraction: Number
) -> Number:
    """Financing cost of paying at the start of a term for all of its hours.

    f = u · (y · ln(1 + r) / (1 − (1 + r)^−y) − 1)

    upfront_usd_per_hour: u, upfront payment over the hours of the term [USD per hour];
    term_years: y [years]; cost_of_capital_fraction: r per year, above 0 [fraction].
    Returns [USD per hour of the term].
    Source: the constant hourly payment with a present value of one at the start.

    >>> round(financing_usd_per_hour(upfront_usd_per_hour=1.0, term_years=1.0,
    ...     cost_of_capital_fraction=0.1), 4)
    0.0484
    """
    growth = log(1.0 + cost_of_capital_fraction) * term_years
    return upfront_usd_per_hour * (growth / (1.0 - exp(-growth)) - 1.0)


def hosting_usd_per_hour(*, watts: Number, usd_per_kilowatt_month: Number) -> Number:
    """Hourly cost of the space and power feed of a device.

    c = P / 1000 · h / 730

    watts: P, what the device's share of its server is rated at [watts]; usd_per_kilowatt_month:
    h, without energy [USD per kW-month]. Returns [USD per hour].
    Source: wholesale colocation is priced per kW-month of provisioned power.

    >>> hosting_usd_per_hour(watts=1000.0, usd_per_kilowatt_month=146.0)
    0.2
    """
    return watts / WATTS_PER_KILOWATT * usd_per_kilowatt_month / HOURS_PER_MONTH


def operations_usd_per_hour(*, purchase_usd: Number, fraction_per_year: Number) -> Number:
    """Hourly cost of staff, spares and support.

    c = K · s / 8760

    purchase_usd: K [USD]; fraction_per_year: s, of the purchase price [fraction per year].
    Returns [USD per hour].
    Source: support contracts and staff are budgeted as a share of the purchase price.

    >>> operations_usd_per_hour(purchase_usd=8760.0, fraction_per_year=0.05)
    0.05
    """
    return purchase_usd * fraction_per_year / HOURS_PER_YEAR


def depreciation_usd_per_month(
    *, purchase_usd: Number, residual_fraction: Number, life_years: Number
) -> Number:
    """Monthly loss of value of a purchase.

    d = K · (1 − v) / (12 · y)

    purchase_usd: K [USD]; residual_fraction: v, value at the end over K [fraction];
    life_years: y [years]. Returns [USD per month].
    Source: straight-line depreciation, IAS 16.

    >>> depreciation_usd_per_month(purchase_usd=6000.0, residual_fraction=0.1, life_years=5.0)
    90.0
    """
    return purchase_usd * (1.0 - residual_fraction) / (MONTHS_PER_YEAR * life_years)


def change_ratio(*, change_per_year: Number, months: Number) -> Number:
    """Ratio of a figure to its start after a constant yearly change.

    r = (1 + g)^(m / 12)

    change_per_year: g, signed, above −1 [fraction per year]; months: m since the start [months].
    Returns [ratio]. If g is a discount rate, the discount factor is 1 / r.
    Source: compound interest.

    >>> round(change_ratio(change_per_year=-0.19, months=6.0), 9)
    0.9
    """
    return exp(log(1.0 + change_per_year) * months / MONTHS_PER_YEAR)


def break_even_utilization_fraction(
    *, committed_usd_per_hour: Number, hourly_usd_per_hour: Number
) -> Number:
    """Use from which a commitment costs no more than the same capacity by the hour.

    u = p_c / p_h

    committed_usd_per_hour: p_c, paid whether used or not; hourly_usd_per_hour: p_h, paid
    while used [USD per hour]. Returns [fraction]; above 1 the commitment never pays.
    Source: equality of p_c · T and p_h · u · T.

    >>> break_even_utilization_fraction(committed_usd_per_hour=3.0, hourly_usd_per_hour=5.0)
    0.6
    """
    return committed_usd_per_hour / hourly_usd_per_hour
