"""Purchases of capacity, the terms of commitments and ownership, and the site of the devices."""

from typing import Annotated, Literal

from msgspec import Meta

from pricing.quote.query import Frozen

Option = Literal[
    "on_demand", "spot", "reserved_1y", "reserved_3y", "capacity_block", "market_median", "owned"
]
Upfront = Literal["none", "partial", "all"]
Depreciation = Literal["annuity", "straight_line"]
Commitments = Literal["borne", "amortised"]


class Purchase(Frozen, frozen=True, kw_only=True):
    """How the capacity is bought."""

    option: (
        Annotated[
            Option,
            Meta(
                description="Left out: on_demand where the table has it, else what else is"
                " rented that day, else the owned cost estimated from the purchase price."
            ),
        ]
        | None
    ) = None
    provider: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=100,
                description="Left out: the median of what matches, with the range.",
                examples=["aws"],
            ),
        ]
        | None
    ) = None
    region: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=100,
                description="The provider's name of the place; left out, any.",
                examples=["us-east-1"],
            ),
        ]
        | None
    ) = None
    instance_type: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=200,
                description="The provider's name of what is rented; left out, any.",
                examples=["p5.48xlarge"],
            ),
        ]
        | None
    ) = None
    discount_fraction: Annotated[
        float, Meta(ge=0, le=0.99, description="Discount off the table's price [fraction].")
    ] = 0.0
    usd_per_device_hour: (
        Annotated[
            float,
            Meta(
                ge=1e-6,
                le=1e6,
                description="The caller's own price [USD per device-hour]; it wins over the table.",
            ),
        ]
        | None
    ) = None


class Facility(Frozen, frozen=True, kw_only=True):
    """Where it stands; left out, the provider's and the region's published values."""

    pue_ratio: (
        Annotated[
            float,
            Meta(ge=1, le=5, description="Power usage effectiveness, facility over IT [ratio]."),
        ]
        | None
    ) = None
    usd_per_kilowatt_hour: (
        Annotated[float, Meta(ge=0, le=10, description="Price of electricity [USD per kWh].")]
        | None
    ) = None
    grams_co2e_per_kilowatt_hour: (
        Annotated[
            float, Meta(ge=0, le=5000, description="Carbon of the grid [grams CO₂e per kWh].")
        ]
        | None
    ) = None


class FleetOwnership(Frozen, frozen=True, kw_only=True):
    """What owned devices cost; left out, the tables' values."""

    purchase_usd: (
        Annotated[
            float,
            Meta(
                gt=0,
                le=1e8,
                description="Price of a device with its share of host and network [USD].",
            ),
        ]
        | None
    ) = None
    life_years: (
        Annotated[float, Meta(ge=0.5, le=30, description="Depreciation life [years].")] | None
    ) = None
    residual_fraction: (
        Annotated[
            float,
            Meta(ge=0, le=1, description="Worth at the end of the life over the price [fraction]."),
        ]
        | None
    ) = None
    operations_fraction: (
        Annotated[
            float,
            Meta(
                ge=0,
                le=1,
                description="Staff, spares and support a year, over the price [fraction].",
            ),
        ]
        | None
    ) = None
    hosting_usd_per_kilowatt_month: (
        Annotated[
            float,
            Meta(ge=0, le=10_000, description="Space and feed, without energy [USD per kW-month]."),
        ]
        | None
    ) = None


class Ownership(FleetOwnership, frozen=True, kw_only=True):
    """What owned devices cost by the hour, capital included; left out, the tables' values."""

    depreciation: Annotated[
        Depreciation,
        Meta(
            description="annuity: a level cost over the life, capital included; straight_line:"
            " the loss of value in equal parts, and the cost of capital on the mean value."
        ),
    ] = "annuity"
    cost_of_capital_fraction: (
        Annotated[float, Meta(ge=0, le=1, description="Cost of capital a year [fraction].")] | None
    ) = None


class CapacityPurchase(Purchase, frozen=True, kw_only=True):
    """One way of buying capacity for a run, with the terms of what is committed or owned."""

    upfront: (
        Annotated[
            Upfront,
            Meta(
                description="Of a reserved price, what is paid at the start of the term; left"
                " out, none. Paying early is cheaper and costs capital."
            ),
        ]
        | None
    ) = None
    use_fraction: (
        Annotated[
            float,
            Meta(
                ge=1e-6,
                le=1,
                description="Where commitments are amortised: the share of the hours of the term"
                " or the life in which the devices are used at all [fraction].",
            ),
        ]
        | None
    ) = None
    ownership: Ownership | None = None


class MixPart(CapacityPurchase, frozen=True, kw_only=True):
    """A part of the devices, bought one way."""

    device_fraction: Annotated[
        float, Meta(gt=0, le=1, description="Share of the run's devices [fraction].")
    ]


class RunPurchase(CapacityPurchase, frozen=True, kw_only=True):
    """One way of buying the capacity of a run, or several at once."""

    mix: Annotated[
        tuple[MixPart, ...],
        Meta(
            max_length=8,
            description="Devices bought in several ways that train together, a reserved base and"
            " spot say; the shares add up to 1, and the other fields are left out.",
        ),
    ] = ()
