"""The terms of owning devices: price, financing, depreciation, running costs, lease."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.quote.messages import said
from pricing.quote.query import Fraction, Frozen

Depreciation = Literal["annuity", "straight_line", "declining"]

Usd = Annotated[float, Meta(ge=0, le=1e8)]
Months = Annotated[int, Meta(ge=1, le=360)]


class Financing(Frozen, frozen=True, kw_only=True):
    """A loan that pays a part of the price of owned devices.

    The cost of capital is then the weighted mean of its interest and of
    `cost_of_capital_fraction`, which is that of the rest.
    """

    debt_fraction: Annotated[Fraction, said("Share of the price that the loan pays [fraction].")]
    interest_fraction: Annotated[Fraction, said("Interest per year [fraction].")]
    term_months: Annotated[
        Months | None, said("Equal monthly payments that repay it [count]. Default: over the life.")
    ] = None


class Lease(Frozen, frozen=True, kw_only=True):
    """Devices that are leased instead of bought. They go back after the term, unless bought out."""

    usd_per_device_month: Annotated[
        Annotated[float, Meta(gt=0, le=1e7)],
        said("Payment for a device with its share of host and network [USD]."),
    ]
    term_months: Annotated[Months, said("Length of the lease, paid to its end [months].")]
    buyout_usd: Annotated[
        Usd | None,
        said(
            "Price at which a device is bought after the term [USD]. It then stays to the end of"
            " `life_years`, with `residual_fraction` of `purchase_usd` left. Default: it goes back."
        ),
    ] = None


class Staff(Frozen, frozen=True, kw_only=True):
    """People who look after devices."""

    person_count: Annotated[
        Annotated[float, Meta(gt=0, le=100_000)], said("Full-time people [count].")
    ]
    usd_per_person_year: Annotated[
        Annotated[float, Meta(gt=0, le=1e7)], said("Cost of one with all benefits [USD per year].")
    ]
    device_count: Annotated[
        Annotated[int, Meta(ge=1, le=10_000_000)],
        said("Devices that they look after, also for other work [count]."),
    ]


class Ownership(Frozen, frozen=True, kw_only=True):
    """Costs of owned or leased devices. Defaults: the values of the tables."""

    purchase_usd: Annotated[
        Annotated[float, Meta(gt=0, le=1e8)] | None,
        said("Price of a device with its share of host and network [USD]."),
    ] = None
    network_fraction: Annotated[
        Fraction, said("Network that the price does not include, over the price [fraction].")
    ] = 0.0
    storage_fraction: Annotated[
        Fraction, said("Storage that the price does not include, over the price [fraction].")
    ] = 0.0
    life_years: Annotated[
        Annotated[float, Meta(ge=0.5, le=30)] | None,
        said("Depreciation life, in whole months [years]."),
    ] = None
    residual_fraction: Annotated[
        Fraction | None, said("Value at the end of the life over the price [fraction].")
    ] = None
    depreciation: Annotated[
        Depreciation,
        said(
            "annuity: a constant cost over the life, with the cost of capital; straight_line: loss"
            " of value in equal parts, and the cost of capital on the mean value; declining: the"
            " same share of the value is lost every year, and the cost of capital is on that value."
        ),
    ] = "annuity"
    cost_of_capital_fraction: Annotated[
        Fraction | None, said("Cost of capital per year (WACC) [fraction].")
    ] = None
    financing: Financing | None = None
    lease: Lease | None = None
    operations_fraction: Annotated[
        Fraction | None,
        said(
            "Staff, spares and support per year over the price [fraction]. Leave it out"
            " to give these three by themselves."
        ),
    ] = None
    support_fraction: Annotated[
        Fraction | None, said("Support contracts per year over the price [fraction].")
    ] = None
    spares_fraction: Annotated[
        Fraction | None, said("Spare parts per year over the price [fraction].")
    ] = None
    staff_fraction: Annotated[
        Fraction | None, said("Staff per year over the price [fraction].")
    ] = None
    staff: Annotated[Staff | None, said("Staff as people, instead of `staff_fraction`.")] = None
    software_usd_per_device_year: Annotated[
        Annotated[float, Meta(ge=0, le=1e6)], said("Software licences [USD per device and year].")
    ] = 0.0
    hosting_usd_per_kilowatt_month: Annotated[
        Annotated[float, Meta(ge=0, le=10_000)] | None,
        said("Space and power feed without energy [USD per kW-month]."),
    ] = None
    rated_watts_per_device: Annotated[
        Annotated[float, Meta(gt=0, le=1e6)] | None,
        said(
            "What a device's share of its server is rated at, which hosting is billed"
            " by [watts]. Default: the nameplate of the table."
        ),
    ] = None
