"""Costs of owning and of commitments, by the hour and over the months."""

from pricing.numerics.number import Number, exp, expm1, log
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


def declining_usd_per_hour(
    *,
    purchase_usd: Number,
    residual_fraction: Number,
    life_years: Number,
    cost_of_capital_fraction: Number,
) -> Number:
    """Mean hourly cost with the diminishing balance, and with the cost of capital.

    c = K · ((1 − v) / y + r · (1 − v) / ln(1 / v)) / 8760

    purchase_usd: K [USD]; residual_fraction: v, value at the end over K, above 0 and below 1
    [fraction]; life_years: y [years]; cost_of_capital_fraction: r per year, on the book value
    K · v^(t / y) [fraction]. Returns [USD per hour of the calendar], used or not.
    Source: diminishing balance method, IAS 16.62, and the mean of that book value over the life.

    >>> round(declining_usd_per_hour(purchase_usd=8760.0, residual_fraction=0.1, life_years=5.0,
    ...     cost_of_capital_fraction=0.1), 6)
    0.219087
    """
    lost_fraction = 1.0 - residual_fraction
    interest = cost_of_capital_fraction * lost_fraction / -log(residual_fraction)
    return purchase_usd * (lost_fraction / life_years + interest) / HOURS_PER_YEAR


def declined_fraction(*, residual_fraction: Number, age_fraction: Number) -> Number:
    """Loss of value of the diminishing balance since the purchase, over the price.

    d = 1 − v^a

    residual_fraction: v, value at the end over the price, above 0; age_fraction: a, age over the
    life, 0 to 1. Returns [fraction].
    Source: diminishing balance method, IAS 16.62.

    >>> round(declined_fraction(residual_fraction=0.25, age_fraction=0.5), 9)
    0.5
    """
    return 1.0 - exp(log(residual_fraction) * age_fraction)


def depreciation_usd_per_hour(
    *, purchase_usd: Number, residual_fraction: Number, life_years: Number
) -> Number:
    """Mean hourly loss of value of a purchase, by any method.

    d = K · (1 − v) / y / 8760

    purchase_usd: K [USD]; residual_fraction: v, value at the end over K [fraction]; life_years: y
    [years]. Returns [USD per hour].
    Source: depreciable amount over the useful life, IAS 16.50.

    >>> depreciation_usd_per_hour(purchase_usd=8760.0, residual_fraction=0.5, life_years=2.0)
    0.25
    """
    return purchase_usd * (1.0 - residual_fraction) / life_years / HOURS_PER_YEAR


def weighted_cost_of_capital_fraction(
    *, debt_fraction: Number, interest_fraction: Number, equity_fraction: Number
) -> Number:
    """Weighted average cost of capital before tax.

    r = d · i + (1 − d) · e

    debt_fraction: d, share of the price that a loan pays; interest_fraction: i, of the loan;
    equity_fraction: e, what the rest must earn [fraction per year]. Returns [fraction per year].
    Source: WACC without a tax shield; Brealey, Myers, Allen, Principles of Corporate Finance.

    >>> weighted_cost_of_capital_fraction(debt_fraction=0.5, interest_fraction=0.06,
    ...     equity_fraction=0.12)
    0.09
    """
    return debt_fraction * interest_fraction + (1.0 - debt_fraction) * equity_fraction


def lease_usd_per_hour(
    *, usd_per_month: Number, term_months: Number, life_months: Number
) -> Number:
    """Mean hourly payment of a lease over the time that a device stays.

    l = p · T / n / 730

    usd_per_month: p [USD]; term_months: T, of the lease; life_months: n, time that the device
    stays, the same unless it is bought out [months]. Returns [USD per hour].
    Source: payments of an operating lease in equal parts, IFRS 16.6.

    >>> lease_usd_per_hour(usd_per_month=730.0, term_months=24.0, life_months=48.0)
    0.5
    """
    return usd_per_month * term_months / life_months / HOURS_PER_MONTH


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


def loan_balance_usd(
    *, principal_usd: Number, interest_fraction: Number, term_months: Number, months: Number
) -> Number:
    """What is still owed of a loan after some of its equal monthly payments.

    B = L · q^m · (q^(n − m) − 1) / (q^n − 1), with q = 1 + i/12

    principal_usd: L [USD]; interest_fraction: i per year, above 0 [fraction]; term_months: n;
    months: m, payments made, at most n [months]. Returns [USD].
    Source: annuity loan; Brealey, Myers, Allen, Principles of Corporate Finance, ch. 2.

    >>> round(loan_balance_usd(principal_usd=1200.0, interest_fraction=0.12, term_months=2.0,
    ...     months=1.0), 6)
    602.985075
    """
    growth = log(1.0 + interest_fraction / MONTHS_PER_YEAR)
    owed_fraction = expm1(growth * (term_months - months)) / expm1(growth * term_months)
    return principal_usd * exp(growth * months) * owed_fraction


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


def payback_months(
    *, purchase_usd: Number, rented_usd_per_hour: Number, running_usd_per_hour: Number
) -> Number:
    """Time until what is saved on rent has paid for a purchase.

    t = K / ((p_r − p_o) · 730)

    purchase_usd: K [USD]; rented_usd_per_hour: p_r, of the same capacity, paid in every hour;
    running_usd_per_hour: p_o, of the owned capacity without its capital, below p_r
    [USD per hour]. Returns [months], without interest.
    Source: simple payback period; Brealey, Myers, Allen, Principles of Corporate Finance, ch. 5.

    >>> payback_months(purchase_usd=7300.0, rented_usd_per_hour=3.0, running_usd_per_hour=2.0)
    10.0
    """
    return purchase_usd / (rented_usd_per_hour - running_usd_per_hour) / HOURS_PER_MONTH
